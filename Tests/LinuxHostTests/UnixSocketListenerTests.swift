import ClockTime
import Glibc
import HAL
import LinuxHost
import Testing

@Suite("The control socket")
struct UnixSocketListenerTests {
    private let clock = LinuxClock()

    /// Collects events until `isEnough`, for at most five seconds, which only a failure takes.
    private func events(
        _ listener: UnixSocketListener, until isEnough: ([ConnectionEvent]) -> Bool
    ) -> [ConnectionEvent] {
        let deadline = clock.now().boot + .seconds(5)
        var events: [ConnectionEvent] = []
        while !isEnough(events), clock.now().boot < deadline {
            events += listener.wait(until: deadline)
        }
        return events
    }

    /// The pending events, without waiting.
    private func look(_ listener: UnixSocketListener) -> [ConnectionEvent] {
        listener.wait(until: BootTime(nanoseconds: 0))
    }

    private func received(_ events: [ConnectionEvent], from wanted: ConnectionID) -> [UInt8] {
        events.flatMap { event -> [UInt8] in
            if case .received(wanted, let bytes) = event { return bytes }
            return []
        }
    }

    @Test("A connection opens, speaks, is answered and closes, in that order")
    func serves() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("run/s")
        let listener = try UnixSocketListener(path: path)
        #expect(folder.mode(of: "run") == 0o700)
        #expect(folder.mode(of: "run/s") == 0o660)
        let client = try Client(path)
        client.send("hello")
        let first = ConnectionID(1)
        let opening = events(listener) { $0.count >= 2 }
        #expect(opening == [.opened(first), .received(first, Array("hello".utf8))])
        listener.send(Array("world".utf8), to: first)
        #expect(client.receive(5) == "world")
        client.send("bye")
        client.hangUp()
        let closing = events(listener) { $0.last == .closed(first) }
        #expect(closing == [.received(first, Array("bye".utf8)), .closed(first)])
        listener.send([1], to: first)
        listener.close(first)
        #expect(look(listener) == [])
    }

    @Test("Numbers are never used again")
    func numbersConnections() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocketListener(path: folder.file("s"))
        for number in 1...3 {
            let client = try Client(folder.file("s"))
            #expect(events(listener) { !$0.isEmpty } == [.opened(ConnectionID(UInt64(number)))])
            client.hangUp()
            #expect(events(listener) { !$0.isEmpty } == [.closed(ConnectionID(UInt64(number)))])
        }
    }

    @Test("A peer that reads slowly gets everything, in order")
    func sendsMuch() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocketListener(path: folder.file("s"))
        let client = try Client(folder.file("s"))
        _ = events(listener) { !$0.isEmpty }
        // More than the kernel buffers, but less than our limit on top of it.
        let bytes = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        let total = Awaited<[UInt8]>()
        listener.send(Array(bytes[..<200_000]), to: ConnectionID(1))
        listener.send(Array(bytes[200_000...]), to: ConnectionID(1))
        let reader = try LinuxThreads().start("reader", priority: .normal) {
            total.set(client.receiveBytes(400_000))
            client.hangUp()
        }
        #expect(
            events(listener) { $0.contains(.closed(ConnectionID(1))) }
                == [.sent(ConnectionID(1)), .closed(ConnectionID(1))])
        reader.join()
        #expect(total.get() == bytes)
    }

    @Test("A peer that does not read is cut off at the bound, and nobody waits for it")
    func cutsOff() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocketListener(path: folder.file("s"))
        let client = try Client(folder.file("s"))
        _ = events(listener) { !$0.isEmpty }
        let piece = [UInt8](repeating: 0, count: 64 * 1024)
        // The kernel's buffer size varies; a hundred pieces exceed any.
        for _ in 0..<100 { listener.send(piece, to: ConnectionID(1)) }
        #expect(look(listener) == [.closed(ConnectionID(1))])
        client.hangUp()
    }

    @Test("Each door has its own socket and its own places, and tells who came through it")
    func doors() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocketListener(
            path: folder.file("s"), networkPath: folder.file("n"))
        let outside = try Client(folder.file("n"))
        #expect(
            events(listener) { !$0.isEmpty } == [.opened(ConnectionID(1), through: .network)])
        let inside = try Client(folder.file("s"))
        #expect(
            events(listener) { !$0.isEmpty } == [.opened(ConnectionID(2), through: .control)])
        let others = try (0..<16).map { _ in try Client(folder.file("n")) }
        #expect(events(listener) { $0.count == 16 }.count == 16)
        listener.stop()
        #expect(!UnixSocketListener.isServed(folder.file("n")))
        for client in others + [outside, inside] { client.hangUp() }
    }

    @Test("A peer that is gone is noticed by a send, without a signal")
    func survivesBrokenPipe() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocketListener(path: folder.file("s"))
        let client = try Client(folder.file("s"))
        _ = events(listener) { !$0.isEmpty }
        client.hangUp()
        listener.send([1, 2, 3], to: ConnectionID(1))
        #expect(events(listener) { !$0.isEmpty } == [.closed(ConnectionID(1))])
    }

    @Test("Closing sends what is queued first, and reports nothing")
    func closesAfterSending() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocketListener(path: folder.file("s"))
        let client = try Client(folder.file("s"))
        _ = events(listener) { !$0.isEmpty }
        listener.send(Array("last words".utf8), to: ConnectionID(1))
        listener.close(ConnectionID(1))
        #expect(client.receive(100) == "last words")
        #expect(look(listener) == [])
    }

    @Test(
        "A peer that ends what it says is heard to the end, waits for its answer, and costs nothing"
    )
    func halfCloses() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocketListener(path: folder.file("s"))
        let client = try Client(folder.file("s"))
        client.send("status")
        client.endSending()
        let first = ConnectionID(1)
        let heard = events(listener) { $0.contains(.ended(first)) }
        #expect(heard == [.opened(first), .received(first, Array("status".utf8)), .ended(first)])
        // The end is reported once, and does not wake us again.
        let soon = clock.now().boot + .milliseconds(10)
        #expect(listener.wait(until: soon) == [])
        #expect(clock.now().boot >= soon)
        listener.send(Array("fine, ".utf8), to: first)
        listener.send(Array("thanks".utf8), to: first)
        #expect(client.receive(12) == "fine, thanks")
        #expect(look(listener) == [])
        listener.close(first)
        #expect(client.receive(1) == "", "the peer must see the end")
        #expect(look(listener) == [])
    }

    @Test("A peer that goes away after it ended what it says is reported as closed")
    func halfClosesAndGoes() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocketListener(path: folder.file("s"))
        let client = try Client(folder.file("s"))
        client.endSending()
        let first = ConnectionID(1)
        #expect(events(listener) { $0.count >= 2 } == [.opened(first), .ended(first)])
        client.hangUp()
        #expect(events(listener) { !$0.isEmpty } == [.closed(first)])
        #expect(look(listener) == [])
    }

    @Test("Closing still sends what the kernel did not take yet, and keeps the place until then")
    func closesAfterSendingMuch() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocketListener(path: folder.file("s"))
        let client = try Client(folder.file("s"))
        client.send("list")
        client.endSending()
        _ = events(listener) { $0.contains(.ended(ConnectionID(1))) }
        // More than the kernel buffers.
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        listener.send(bytes, to: ConnectionID(1))
        listener.close(ConnectionID(1))
        listener.send([1], to: ConnectionID(1))
        var taken: [UInt8] = []
        let deadline = clock.now().boot + .seconds(5)
        while let more = client.receiveAvailable(), clock.now().boot < deadline {
            taken += more
            #expect(look(listener) == [])
        }
        #expect(taken == bytes)
    }

    @Test("A peer that goes away while its last bytes wait frees its place, unreported")
    func goesWhileClosing() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocketListener(path: folder.file("s"))
        var clients: [Client] = []
        for number in 1...14 {
            clients.append(try Client(folder.file("s")))
            _ = events(listener) { !$0.isEmpty }
            listener.send([UInt8](repeating: 0, count: 1_000_000), to: ConnectionID(UInt64(number)))
            listener.close(ConnectionID(UInt64(number)))
        }
        let surplus = try Client(folder.file("s"))
        #expect(look(listener) == [], "all still count")
        clients[3].hangUp()
        #expect(events(listener) { !$0.isEmpty } == [.opened(ConnectionID(15))])
        surplus.hangUp()
    }

    @Test("A talkative peer is heard in pieces, and the others in between")
    func isFair() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocketListener(path: folder.file("s"))
        let loud = try Client(folder.file("s"))
        let quiet = try Client(folder.file("s"))
        _ = events(listener) { $0.count == 2 }
        loud.send(String(repeating: "x", count: 100_000))
        quiet.send("y")
        let heard = look(listener)
        #expect(received(heard, from: ConnectionID(2)) == Array("y".utf8))
        #expect(received(heard, from: ConnectionID(1)).count < 100_000)
        let rest = events(listener) {
            received(heard + $0, from: ConnectionID(1)).count == 100_000
        }
        #expect(received(heard + rest, from: ConnectionID(1)).count == 100_000)
    }

    @Test("A notification and a deadline end the wait with nothing to tell")
    func isWoken() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocketListener(path: folder.file("s"))
        listener.notify()
        #expect(listener.wait(until: nil) == [])
        let soon = clock.now().boot + .milliseconds(10)
        #expect(listener.wait(until: soon) == [])
        #expect(clock.now().boot >= soon)
    }

    @Test("Whether somebody listens at a path is found out without a word")
    func isServed() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("s")
        #expect(!UnixSocketListener.isServed(path))
        let listener = try UnixSocketListener(path: path)
        #expect(UnixSocketListener.isServed(path))
        listener.stop()
        #expect(!UnixSocketListener.isServed(path))
        #expect(!UnixSocketListener.isServed(String(repeating: "x", count: 200)))
    }

    @Test("A live socket is refused, a stale one replaced, another file left alone")
    func guardsThePath() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("s")
        let first = try UnixSocketListener(path: path)
        do throws(ListenError) {
            _ = try UnixSocketListener(path: path)
            Issue.record("two have it")
        } catch {
            guard case .inUse(path, let holder?) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(holder.process == getpid())
        }
        first.stop()
        #expect(!folder.exists("s"))

        let stale = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(Client.withAddress(path) { bind(stale, $0, $1) } == 0)
        close(stale)
        #expect(folder.exists("s"))
        _ = try UnixSocketListener(path: path)

        try folder.write("precious", to: "file")
        #expect(throws: ListenError.notASocket(path: folder.file("file"))) {
            try UnixSocketListener(path: folder.file("file"))
        }
        #expect(try FileReading.bytes(at: folder.file("file"), limit: 100).count == 8)
    }

    @Test("Going away removes the socket's file, but not one that a successor made")
    func cleansUp() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("s")
        do {
            let listener = try UnixSocketListener(path: path)
            #expect(folder.exists("s"))
            _ = listener
        }
        #expect(!folder.exists("s"))
        let old = try UnixSocketListener(path: path)
        #expect(rename(path, folder.file("moved")) == 0)
        // A program that ignores the lock.
        let other = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(Client.withAddress(path) { bind(other, $0, $1) } == 0)
        old.stop()
        #expect(folder.exists("s"))
        close(other)
    }

    @Test("A path that is too long for a socket is refused with the limit")
    func refusesLongPaths() {
        let path = "/tmp/" + String(repeating: "x", count: 103)
        #expect(throws: ListenError.pathTooLong(path: path, limit: 107)) {
            try UnixSocketListener(path: path)
        }
    }
}

/// The other end of a connection. It blocks, for up to five seconds.
final class Client: Sendable {
    let number: Int32

    init(_ path: String) throws {
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.number = number
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        try #require(Client.withAddress(path) { connect(number, $0, $1) } == 0)
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    }

    /// What has already arrived; nil at the end.
    func receiveAvailable() -> [UInt8]? {
        var block = [UInt8](repeating: 0, count: 64 * 1024)
        let got = recv(number, &block, block.count, Int32(MSG_DONTWAIT))
        guard got != 0 else { return nil }
        return Array(block.prefix(max(0, got)))
    }

    func receiveBytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while bytes.count < count {
            let got = recv(number, &block, min(block.count, count - bytes.count), 0)
            guard got > 0 else { break }
            bytes += block[..<got]
        }
        return bytes
    }

    func receive(_ count: Int) -> String {
        String(decoding: receiveBytes(count), as: UTF8.self)
    }

    func endSending() {
        shutdown(number, Int32(SHUT_WR))
    }

    func hangUp() {
        shutdown(number, Int32(SHUT_RDWR))
    }

    deinit {
        close(number)
    }

    static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
