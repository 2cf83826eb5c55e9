import ClockTime
import Glibc
import HAL
import LinuxHost
import Synchronization
import Testing

/// A fresh folder that is deleted with its test. Its path is short, as sockets require.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/nc-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        TemporaryFolder.remove(path)
    }

    func file(_ name: String) -> String {
        path + "/" + name
    }

    func write(_ text: String, to name: String) throws {
        let writer = try FileWriter(path: file(name))
        try writer.write(Array(text.utf8))
        try writer.close()
    }

    func mode(of name: String) -> UInt32 {
        var status = stat()
        return lstat(file(name), &status) == 0 ? status.st_mode & 0o777 : 0
    }

    func exists(_ name: String) -> Bool {
        access(file(name), F_OK) == 0
    }

    private static func remove(_ path: String) {
        guard let folder = opendir(path) else { return }
        defer {
            closedir(folder)
            rmdir(path)
        }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            let inner = path + "/" + name
            if unlink(inner) != 0 { remove(inner) }
        }
    }
}

/// A value that one thread sets and a test waits for, for at most five seconds, which only a
/// failure takes.
final class Awaited<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func set(_ new: Value) {
        value.withLock { $0 = new }
    }

    func get() -> Value? {
        for _ in 0..<5000 {
            if let value = value.withLock({ $0 }) { return value }
            usleep(1000)
        }
        return nil
    }
}
