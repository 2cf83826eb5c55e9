import Glibc
import LinuxHost

/// What the kernel tells of a process in /proc (proc(5)).
struct ProcessFiles {
    let id: pid_t

    /// More than any of these files has; a map's line is some 100 bytes.
    private static let largest = 4 << 20

    /// Times that threads gave up the processor of their own accord, which is what a wake-up ends with,
    /// by the thread's name; and the nanoseconds that they ran.
    func threads() throws(RunFailure) -> [ThreadUse] {
        try FolderEntries.names(in: "/proc/\(id)/task").map { (task) throws(RunFailure) in
            let folder = "task/\(task)"
            let status = try text("\(folder)/status")
            guard let switches = ProcessText.number("voluntary_ctxt_switches:", in: status),
                let name = ProcessText.word("Name:", in: status)
            else {
                throw RunFailure(reason: "/proc/\(id)/\(folder)/status says nothing of switches")
            }
            // Not every kernel keeps it.
            let ran = (try? text("\(folder)/schedstat")).flatMap {
                $0.split(separator: " ").first.flatMap { Int($0) }
            }
            return ThreadUse(task: task, name: name, switches: switches, nanoseconds: ran)
        }
    }

    /// KiB that a line such as `VmRSS:` of `file` says.
    func kibibytes(_ key: String, of file: String) -> Int? {
        (try? text(file)).flatMap { ProcessText.number(key, in: $0) }
    }

    /// The shared libraries that it has mapped.
    func libraries() throws(RunFailure) -> Set<String> {
        ProcessText.libraries(in: try text("maps"))
    }

    private func text(_ name: String) throws(RunFailure) -> String {
        do throws(FileError) {
            let bytes = try FileReading.bytes(
                at: "/proc/\(id)/\(name)", limit: ProcessFiles.largest)
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            throw RunFailure(reason: error.description)
        }
    }
}

/// One thread as the kernel counts it.
struct ThreadUse: Equatable {
    var task: String
    var name: String
    var switches: Int
    var nanoseconds: Int?
}

/// Lines of /proc, taken apart.
enum ProcessText {
    /// The first word after the key that begins a line.
    static func word(_ key: String, in text: String) -> String? {
        for line in text.split(separator: "\n") where line.hasPrefix(key) {
            let words = line.dropFirst(key.count).split { $0 == " " || $0 == "\t" }
            return words.first.map(String.init)
        }
        return nil
    }

    static func number(_ key: String, in text: String) -> Int? {
        word(key, in: text).flatMap { Int($0) }
    }

    /// Files of a map that are shared libraries, each once.
    static func libraries(in maps: String) -> Set<String> {
        var found: Set<String> = []
        for line in maps.split(separator: "\n") {
            guard let slash = line.firstIndex(of: "/") else { continue }
            let path = line[slash...]
            if path.contains(".so.") || path.hasSuffix(".so") { found.insert(String(path)) }
        }
        return found
    }
}

enum FolderEntries {
    /// The names in a folder, without `.` and `..`.
    static func names(in path: String) throws(RunFailure) -> [String] {
        guard let folder = opendir(path) else {
            throw RunFailure(
                reason: "cannot look into \(path): \(String(cString: strerror(errno)))")
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Bytes of a file; nil where there is none.
    static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }
}

/// A folder that is gone, with what lies in it, when the value is.
struct TemporaryFolder: ~Copyable {
    let path: String

    init() throws(RunFailure) {
        let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        // Short, because a socket's path has to fit 107 bytes.
        var template = Array("\(place)/nc-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw RunFailure(
                reason: "no temporary folder can be made: \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { TemporaryFolder.remove(path, depth: 0) }

    /// What the firmware leaves behind lies at most two folders deep.
    private static func remove(_ path: String, depth: Int) {
        for name in depth < 3 ? (try? FolderEntries.names(in: path)) ?? [] : [] {
            let entry = "\(path)/\(name)"
            if unlink(entry) != 0 { remove(entry, depth: depth + 1) }
        }
        rmdir(path)
    }

    func write(_ text: String, to name: String) throws(RunFailure) {
        try write(Array(text.utf8), to: name)
    }

    func write(_ bytes: [UInt8], to name: String) throws(RunFailure) {
        do throws(FileError) {
            try FileReplacing.replace(file(name), with: bytes)
        } catch {
            throw RunFailure(reason: error.description)
        }
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }
}
