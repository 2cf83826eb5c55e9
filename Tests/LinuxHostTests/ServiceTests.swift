import Glibc
import HAL
import LinuxHost
import Synchronization
import Testing

@Suite("The service manager's protocol, and what else a service needs")
struct ServiceTests {
    /// A datagram socket like a service manager's.
    final class Manager {
        private let number: Int32

        /// - Parameter name: a path, or an abstract name that begins with "@".
        init(_ name: String) throws {
            number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { room in
                room.copyBytes(from: name.utf8)
                if name.hasPrefix("@") { room[0] = 0 }
            }
            let size = socklen_t(2 + name.utf8.count)
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(number, $0, size)
                }
            }
            try #require(result == 0)
        }

        deinit { close(number) }

        /// The next datagram; nil if there is none.
        func receive() -> String? {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(number, &bytes, bytes.count, 0)
            return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
        }
    }

    @Test("What is said goes out in one datagram, a line each, to a path or to an abstract name")
    func tells() throws {
        let folder = try TemporaryFolder()
        for name in [folder.file("notify"), "@noiseclock-test-\(getpid())"] {
            let manager = try Manager(name)
            let notifier = try ServiceNotifier(path: name)
            try notifier.send([.ready, .status("two\nlines"), .watchdog])
            #expect(manager.receive() == "READY=1\nSTATUS=two lines\nWATCHDOG=1")
            try notifier.send([.stopping])
            #expect(manager.receive() == "STOPPING=1")
            #expect(manager.receive() == nil)
        }
    }

    @Test("A manager that is gone, or does not read, is an error and never a wait")
    func managerIsGone() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("notify")
        #expect(throws: HostError(operation: "notifying \(path)", errno: ENOENT)) {
            try ServiceNotifier(path: path).send([.ready])
        }
        let manager = try Manager(path)
        let notifier = try ServiceNotifier(path: path)
        #expect(throws: HostError(operation: "notifying \(path)", errno: EAGAIN)) {
            for _ in 0..<100_000 { try notifier.send([.watchdog]) }
        }
        #expect(manager.receive() == "WATCHDOG=1")
        for bad in ["", "@", "relative", "/" + String(repeating: "x", count: 200)] {
            #expect(throws: HostError.self) { try ServiceNotifier(path: bad) }
        }
    }

    @Test("A file is replaced whole, its folder is made, and what cannot be written is said")
    func replacing() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deep/er/board.json")
        try FileReplacing.replace(path, with: Array("one".utf8))
        try FileReplacing.replace(path, with: Array("two".utf8))
        #expect(try FileReading.bytes(at: path, limit: 10) == Array("two".utf8))
        #expect(!folder.exists("deep/er/board.json.new"))
        try folder.write("", to: "plain")
        #expect(throws: FileError.self) {
            try FileReplacing.replace(folder.file("plain/board.json"), with: [1])
        }
    }
}
