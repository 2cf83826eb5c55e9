import BoundedJSON
import Foundation
import Glibc
import Synchronization

/// A clock that answers each line as the test says, in its own folder.
final class FakeClock: Sendable {
    /// A client's connection.
    struct Peer: Sendable {
        let descriptor: Int32

        func send(_ line: String) {
            let bytes = Array((line + "\n").utf8)
            _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        /// The peer sees the end; the clock's thread closes it.
        func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    typealias Answering = @Sendable (_ line: [String: JSONValue], _ peer: Peer) -> Void

    private struct State {
        var lines: [[String: JSONValue]] = []
        var files: [[UInt8]] = []
        var gift: [UInt8]?
        var peers: [Int32] = []
        var listener: Int32 = -1
    }

    let folder: String
    let path: String
    private let answering: Answering
    private let state = Mutex(State())
    /// Signalled when a line came or a peer left.
    private let change = NSCondition()

    /// Without a listener until `start`.
    init(_ answering: @escaping Answering) throws {
        folder = NSTemporaryDirectory() + "noiseclock-web-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        path = folder + "/n.sock"
        self.answering = answering
    }

    /// Repeats what was asked: `{"ok": true, "asked": COMMAND}`. Whoever has a token that is not made up is paired.
    static let echo: Answering = { line, peer in
        var fields = ["asked": line["command"] ?? .null]
        if let token = line["token"] {
            let isKnown = token != .string(FakeClock.madeUp)
            fields["authorisation"] = .string(isKnown ? "authorised" : "denied")
        }
        peer.send(FakeClock.reply(to: line, fields))
    }

    /// A token that the clock never gave.
    static let madeUp = String(repeating: "0", count: 32)

    static func reply(
        to line: [String: JSONValue], _ fields: [String: JSONValue]
    ) -> String {
        JSONValue.object(["id": line["id"] ?? .null, "ok": .bool(true)].merging(fields) { $1 }).text
    }

    static func refusal(of line: [String: JSONValue], _ code: String) -> String {
        let error: [String: JSONValue] = ["code": .string(code), "message": .string("no")]
        return JSONValue.object(
            ["id": line["id"] ?? .null, "ok": .bool(false), "error": .object(error)]
        ).text
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    func start() {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        listen(listener, 32)
        state.withLock { $0.listener = listener }
        Thread.detachNewThread { [weak self] in
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0, let self else { return }
                self.state.withLock { $0.peers.append(descriptor) }
                Thread.detachNewThread { [weak self] in
                    FakeClock.serve(descriptor) { self }
                    close(descriptor)
                }
            }
        }
    }

    /// As a clock that ends: nobody listens, and all peers see the end.
    func stop() {
        state.withLock { state in
            unlink(path)
            guard state.listener >= 0 else { return }
            // Ends the `accept`.
            shutdown(state.listener, Int32(SHUT_RDWR))
            close(state.listener)
            state.listener = -1
            for peer in state.peers { shutdown(peer, Int32(SHUT_RDWR)) }
            state.peers = []
        }
    }

    /// The lines that came.
    var lines: [[String: JSONValue]] { state.withLock { $0.lines } }
    /// The content of the files that came with them.
    var files: [[UInt8]] { state.withLock { $0.files } }

    /// Writes this into each file from now on, in place of reading it.
    func fillFiles(with bytes: [UInt8]) { state.withLock { $0.gift = bytes } }

    /// How many peers are connected.
    var watchers: Int { state.withLock { $0.peers.count } }

    func waitUntilNobodyWatches() { wait { $0.peers.isEmpty } }
    func waitForLines(_ count: Int) { wait { $0.lines.count >= count } }

    /// Far longer than is needed: a test that hangs fails instead.
    private func wait(until isDone: @escaping (borrowing State) -> Bool) {
        let end = Foundation.Date(timeIntervalSinceNow: 10)
        change.lock()
        while !state.withLock({ isDone($0) }), change.wait(until: end) {}
        change.unlock()
    }

    private func notify() {
        change.lock()
        change.broadcast()
        change.unlock()
    }

    private static func serve(_ descriptor: Int32, _ clock: () -> FakeClock?) {
        var unread: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let (count, file) = receive(descriptor, &chunk)
            guard count > 0, let clock = clock() else {
                guard let clock = clock() else { return }
                clock.state.withLock { $0.peers.removeAll { $0 == descriptor } }
                clock.notify()
                return
            }
            if let file, let gift = clock.state.withLock({ $0.gift }) {
                let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
                try? handle.write(contentsOf: Data(gift))
            } else if let file {
                let content = FileHandle(fileDescriptor: file, closeOnDealloc: true)
                    .readDataToEndOfFile()
                clock.state.withLock { $0.files.append(Array(content)) }
            }
            unread += chunk[..<count]
            while let end = unread.firstIndex(of: 10) {
                let value = try? JSONValue.parse(unread[..<end], limit: 1 << 20)
                unread.removeSubrange(...end)
                guard case .object(let line)? = value else { continue }
                clock.state.withLock { $0.lines.append(line) }
                clock.notify()
                clock.answering(line, Peer(descriptor: descriptor))
            }
        }
    }

    private static func receive(
        _ descriptor: Int32, _ chunk: inout [UInt8]
    ) -> (count: Int, file: Int32?) {
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
                    return (recvmsg(descriptor, &message, 0), Int(message.msg_controllen))
                }
            }
        }
        guard count > 0, length > header else { return (count, nil) }
        return (count, room.withUnsafeBytes { $0.load(fromByteOffset: header, as: Int32.self) })
    }
}
