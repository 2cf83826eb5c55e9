import Foundation
import Glibc
import Synchronization
import Testing

/// A clock that answers one connection by a script, in its own folder.
final class ScriptedClock: Sendable {
    enum Step: Sendable {
        /// Waits for a line and keeps it.
        case read
        /// Does the same, then also keeps the content of the file that was passed with the line.
        case readFile
        case write([UInt8])
        /// Holds the connection open, silently, until the client leaves.
        case hang
        /// Closes the connection and accepts the next one.
        case hangUp
    }

    let folder: String
    let path: String
    private let listener: Int32
    private let lines = Mutex<[String]>([])
    private let isDone = DispatchSemaphore(value: 0)

    init(_ steps: [Step]) throws {
        folder = NSTemporaryDirectory() + "noiseclock-client-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        path = folder + "/c.sock"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try #require(ScriptedClock.bind(listener, to: path) == 0 && listen(listener, 4) == 0)
        Thread.detachNewThread { [self] in
            serve(steps)
            isDone.signal()
        }
    }

    static func bind(_ descriptor: Int32, to path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    deinit {
        close(listener)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The data that the client sent; waits for the script's end.
    func received() -> [String] {
        _ = isDone.wait(timeout: .now() + 5)
        return lines.withLock { $0 }
    }

    /// A line, and the descriptor that came with it; -1 if there was none.
    private static func receive(_ connection: Int32, _ chunk: inout [UInt8]) -> (String, Int32) {
        var room = [UInt64](repeating: 0, count: 8)
        let header = MemoryLayout<cmsghdr>.size
        let capacity = chunk.count
        let (count, length) = room.withUnsafeMutableBytes { room in
            chunk.withUnsafeMutableBytes { bytes in
                var part = iovec(iov_base: bytes.baseAddress, iov_len: capacity)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    message.msg_control = room.baseAddress
                    message.msg_controllen = numericCast(room.count)
                    return (recvmsg(connection, &message, 0), Int(message.msg_controllen))
                }
            }
        }
        let line = String(decoding: chunk.prefix(max(0, count)), as: UTF8.self)
        guard length > header else { return (line, -1) }
        return (line, room.withUnsafeBytes { $0.load(fromByteOffset: header, as: Int32.self) })
    }

    private func serve(_ steps: [Step]) {
        var connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        defer { close(connection) }
        var chunk = [UInt8](repeating: 0, count: 4096)
        for step in steps {
            switch step {
            case .read:
                let count = recv(connection, &chunk, chunk.count, 0)
                let line = String(decoding: chunk.prefix(max(0, count)), as: UTF8.self)
                lines.withLock { $0.append(line) }
            case .readFile:
                let (line, file) = ScriptedClock.receive(connection, &chunk)
                lines.withLock { $0.append(line) }
                guard file >= 0 else { continue }
                let count = Glibc.read(file, &chunk, chunk.count)
                close(file)
                let content = String(decoding: chunk.prefix(max(0, count)), as: UTF8.self)
                lines.withLock { $0.append(content) }
            case .write(let bytes):
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes {
                        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard count > 0 else { return }
                    rest = rest.dropFirst(count)
                }
            case .hangUp:
                close(connection)
                connection = accept(listener, nil, nil)
            case .hang: while recv(connection, &chunk, chunk.count, 0) > 0 {}
            }
        }
    }
}
