import Glibc

/// Files of a person's own in one folder of the state: `<id><ending>`. An id becomes part of a path, so it must be a
/// plain name.
enum OwnFiles {
    /// The most names to scan; a folder with more is not ours.
    private static let mostNames = 4096
    /// The longest id; with its extensions still a valid file name anywhere.
    private static let longestID = 64

    static func isPlain(_ id: String) -> Bool {
        (1...longestID).contains(id.utf8.count)
            && id.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "-")
            }
    }

    /// The plain ids of the files with this ending, sorted. None if the folder is missing.
    static func ids(in folder: String, ending: String) throws(CallFailure) -> [String] {
        guard let listing = opendir(folder) else {
            guard errno != ENOENT else { return [] }
            throw CallFailure(errno: errno)
        }
        defer { closedir(listing) }
        var found: [String] = []
        var names = 0
        while names < mostNames, let entry = readdir(listing) {
            names += 1
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasSuffix(ending) else { continue }
            let id = String(name.dropLast(ending.count))
            if isPlain(id) { found.append(id) }
        }
        return found.sorted()
    }

    /// Durably removes a file. Succeeds if it, or its folder, does not exist.
    static func remove(_ path: String) throws(CallFailure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw CallFailure(errno: errno) }
        do throws(CallFailure) {
            try synchronise(folder: parentFolder(of: path))
        } catch {
            // Without a folder there is nothing to make durable.
            if error.errno != ENOENT { throw error }
        }
    }

    static func synchronise(folder: String) throws(CallFailure) {
        let calls = KernelFileCalls()
        let file = try calls.open(folder, flags: O_RDONLY | O_DIRECTORY, mode: 0)
        defer { calls.close(file) }
        try calls.synchronise(file)
    }
}
