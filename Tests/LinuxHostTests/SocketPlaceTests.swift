import ClockTime
import Glibc
import HAL
import Synchronization
import Testing

@testable import LinuxHost

@Suite("Places on the control socket")
struct SocketPlaceTests {
    /// A clock that the test advances.
    private final class ManualTime: TimeSource {
        private let boot = Mutex(BootTime(nanoseconds: 1_000_000_000))

        func now() -> Moment {
            Moment(wall: WallTime(nanoseconds: 0), boot: boot.withLock { $0 })
        }

        func pass(_ duration: Duration) { boot.withLock { $0 = $0 + duration } }
    }

    /// A socket whose peers have the user ids that the test sets.
    private final class Door {
        let folder: TemporaryFolder
        let listener: UnixSocketListener
        let time = ManualTime()
        private let users = Users()
        private(set) var clients: [Client] = []

        private final class Users: Sendable {
            let next = Mutex<uid_t>(geteuid())
        }

        init() throws {
            folder = try TemporaryFolder()
            listener = try UnixSocketListener(path: folder.file("s"), time: time) {
                [users] _ in users.next.withLock { $0 }
            }
        }

        /// Connects, and returns the resulting events.
        func connect(as user: uid_t = geteuid()) throws -> [ConnectionEvent] {
            users.next.withLock { $0 = user }
            clients.append(try Client(folder.file("s")))
            return look()
        }

        func look() -> [ConnectionEvent] { listener.wait(until: BootTime(nanoseconds: 0)) }

        /// Opens this many connections, all of which must be served.
        func fill(_ count: Int, as user: uid_t = geteuid()) throws {
            for _ in 0..<count { #expect(try connect(as: user).count == 1) }
        }
    }

    @Test("One user has fourteen; the next one waits, and gets the place that comes free")
    func ofOneUser() throws {
        let door = try Door()
        try door.fill(14)
        #expect(try door.connect() == [])
        door.clients[4].hangUp()
        #expect(door.look() == [.closed(ConnectionID(5)), .opened(ConnectionID(15))])
    }

    @Test("Whoever has been idle for ten seconds makes room for those who wait, and not before")
    func idle() throws {
        let door = try Door()
        try door.fill(14)
        door.time.pass(.seconds(60))
        #expect(door.look() == [], "nobody waits")
        // The first has sent a request and waits for its answer; the second is sent data.
        door.clients[0].send("x")
        #expect(door.look().count == 1)
        door.listener.setReading(false, from: ConnectionID(1))
        door.listener.send([1], to: ConnectionID(2))
        door.time.pass(.seconds(9))
        #expect(try door.connect() == [.closed(ConnectionID(3)), .opened(ConnectionID(15))])
        for place in 3..<14 { door.clients[place].send("x") }
        _ = door.look()
        #expect(try door.connect() == [])
        door.time.pass(.milliseconds(999))
        #expect(door.look() == [])
        door.time.pass(.milliseconds(1))
        #expect(door.look() == [.closed(ConnectionID(2)), .opened(ConnectionID(16))])
        door.time.pass(.seconds(30))
        _ = try door.connect()
        #expect(door.look().contains(.closed(ConnectionID(1))) == false, "it is owed an answer")
    }

    @Test("Who watches keeps its place, as long as it takes what it is sent")
    func kept() throws {
        let door = try Door()
        try door.fill(14)
        door.listener.keep(ConnectionID(1))
        door.listener.keep(ConnectionID(2))
        door.listener.send([UInt8](repeating: 0, count: 1 << 20), to: ConnectionID(2))
        door.time.pass(.seconds(60))
        for place in 2..<14 { door.clients[place].send("x") }
        _ = door.look()
        #expect(try door.connect() == [.closed(ConnectionID(2)), .opened(ConnectionID(15))])
        door.time.pass(.seconds(5))
        #expect(try door.connect() == [], "the first keeps its place")
    }

    @Test("A peer that never reads is idle, closed here or not")
    func unread() throws {
        let door = try Door()
        try door.fill(14)
        door.listener.send([UInt8](repeating: 0, count: 1 << 20), to: ConnectionID(1))
        door.listener.close(ConnectionID(1))
        _ = door.look()
        #expect(try door.connect() == [])
        for place in 1..<14 { door.clients[place].send("x") }
        door.time.pass(.seconds(9))
        _ = door.look()
        door.time.pass(.seconds(1))
        #expect(door.look() == [.opened(ConnectionID(15))])
    }

    @Test("Two places are kept for root and the clock's own user")
    func reserved() throws {
        let door = try Door()
        for user in uid_t(2_001)...2_014 { try door.fill(1, as: user) }
        #expect(try door.connect(as: 2_015) == [])
        #expect(try door.connect(as: 0) == [.opened(ConnectionID(16))])
        #expect(try door.connect() == [.opened(ConnectionID(17))])
        #expect(try door.connect() == [], "all sixteen are taken")
    }

    @Test("Eight of one user wait; one more is sent away, and others are not")
    func waitingRoom() throws {
        let door = try Door()
        try door.fill(14)
        for _ in 0..<8 { #expect(try door.connect() == []) }
        #expect(try door.connect() == [])
        #expect(door.clients.last?.receive(1) == "", "the peer must see the end")
        #expect(try door.connect(as: 2_001) == [.opened(ConnectionID(23))])
    }

    @Test("Nothing is read from a peer that has yet to read what was sent to it")
    func backPressure() throws {
        let door = try Door()
        try door.fill(1)
        let long = [UInt8](repeating: 7, count: 1 << 20)
        #expect(!door.listener.send(long, to: ConnectionID(1)))
        door.clients[0].send("again")
        #expect(door.look() == [])
        let total = Awaited<Int>()
        let client = door.clients[0]
        let reader = try LinuxThreads().start("reader", priority: .normal) {
            total.set(client.receiveBytes(1 << 20).count)
        }
        var events: [ConnectionEvent] = []
        for _ in 0..<100_000 where events.count < 2 { events += door.look() }
        reader.join()
        #expect(
            events == [
                .sent(ConnectionID(1)), .received(ConnectionID(1), Array("again".utf8)),
            ])
        #expect(total.get() == 1 << 20)
    }

    @Test("Of the kernel's list of locks those count that are held on the file")
    func lockList() {
        let lines: [Substring] = [
            "1: POSIX  ADVISORY  WRITE 11 fe:00:7 0 EOF",
            "2: FLOCK  ADVISORY  WRITE 12 fe:00:7 0 EOF",
            "2: -> FLOCK  ADVISORY  WRITE 13 fe:00:7 0 EOF",
            "3: FLOCK  ADVISORY  WRITE 14 fe:00:8 0 EOF",
            "4: FLOCK  ADVISORY  WRITE 0 fe:00:7 0 EOF",
            "nonsense", "",
        ]
        #expect(LockHolder.processes(holding: 7, in: lines) == [12])
    }
}
