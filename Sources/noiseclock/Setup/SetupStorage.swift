import Glibc

/// Why a file could not be written.
struct SetupFailure: Error, Hashable {
    var message: String

    init(_ what: String) {
        message = "\(what): \(String(cString: strerror(errno)))"
    }
}

/// The files on the card and system that a setup reads and writes.
protocol SetupStorage {
    /// The file's bytes, at most `limit` + 1; nil if it does not exist or cannot be read.
    func bytes(at path: String, limit: Int) -> [UInt8]?
    /// The names in a folder; empty if it does not exist.
    func names(in folder: String) -> [String]
    /// Replaces the file's content atomically: after a power cut it holds either the old or the new bytes.
    mutating func replace(_ path: String, with bytes: [UInt8], mode: UInt32) throws(SetupFailure)
    /// Replaces a symbolic link in the same way.
    mutating func link(_ path: String, to target: String) throws(SetupFailure)
    /// Deletes the file durably, if it exists.
    mutating func remove(_ path: String) throws(SetupFailure)
}

/// Uses the kernel's file system.
struct KernelSetupStorage: SetupStorage {
    func bytes(at path: String, limit: Int) -> [UInt8]? {
        SmallFile.bytes(at: path, limit: limit)
    }

    func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func replace(_ path: String, with bytes: [UInt8], mode: UInt32) throws(SetupFailure) {
        let new = path + ".new"
        try makeFolder(of: path)
        // Any file there is left over from an interrupted write.
        unlink(new)
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SetupFailure("cannot write \(path)") }
        // The card's file system has no modes, and reports that.
        let isModeSet = fchmod(file, mode) == 0 || errno == EPERM || errno == EOPNOTSUPP
        let isWritten = isModeSet && Client.write(bytes, to: file) && fsync(file) == 0
        let reason = errno
        close(file)
        guard isWritten, rename(new, path) == 0 else {
            if !isWritten { errno = reason }
            let failure = SetupFailure("cannot write \(path)")
            unlink(new)
            throw failure
        }
        try synchroniseFolder(of: path)
    }

    func link(_ path: String, to target: String) throws(SetupFailure) {
        let new = path + ".new"
        try makeFolder(of: path)
        unlink(new)
        guard symlink(target, new) == 0, rename(new, path) == 0 else {
            throw SetupFailure("cannot write \(path)")
        }
        try synchroniseFolder(of: path)
    }

    func remove(_ path: String) throws(SetupFailure) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw SetupFailure("cannot delete \(path)")
        }
        try synchroniseFolder(of: path)
    }

    private func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private func makeFolder(of path: String) throws(SetupFailure) {
        // All folders belong to root, and iwd's profiles are private.
        var made = path.hasPrefix("/") ? "/" : ""
        for part in folder(of: path).split(separator: "/") {
            made += part
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
                throw SetupFailure("cannot make the folder \(made)")
            }
            made += "/"
        }
    }

    private func synchroniseFolder(of path: String) throws(SetupFailure) {
        let folder = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw SetupFailure("cannot write \(path)") }
        let isSafe = fsync(folder) == 0
        let failure = SetupFailure("cannot write \(path)")
        close(folder)
        guard isSafe else { throw failure }
    }
}
