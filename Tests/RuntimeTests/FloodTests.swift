import ClockCore
import ClockTime
import Foundation
import Glibc
import HAL
import LinuxHost
import Runtime
import SimulatedBoard
import Testing

/// Uses real threads, a real socket and the real clock; takes about a second.
@Suite("Peers that ask without end and never read", .serialized)
struct FloodTests {
    private static let alarms = 1_150
    private static let peers = 8
    /// Each try is independent. The median ignores delays that a busy machine adds to one of them.
    private static let tries = 9

    private static func storage(at now: Moment) throws -> MemorySlotStorage {
        let storage = MemorySlotStorage(slotSize: 4 << 20)
        var state = PersistentState(
            boot: BootID("flood"), savedAt: now, trust: .trusted, zone: "UTC")
        for number in 1...alarms {
            let time = try #require(TimeOfDay(hour: number / 60 % 24, minute: number % 60))
            state.alarms.append(
                Alarm(id: AlarmID(number), schedule: .daily(at: time), createdAt: now.wall.instant))
        }
        state.nextAlarmNumber = alarms + 1
        var store = StateStore(storage: storage)
        #expect(store.save(state) == nil)
        return storage
    }

    /// A client at the other end of the socket.
    private final class Peer {
        private let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)

        init(_ path: String) throws {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(result == 0)
        }

        deinit { close(number) }

        /// Sends as much as it can without blocking.
        func send(_ text: String) {
            let bytes = Array(text.utf8)
            _ = Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }

        /// Waits for a line.
        func readLine() {
            var byte: UInt8 = 0
            while byte != UInt8(ascii: "\n"), recv(number, &byte, 1, 0) == 1 {}
        }
    }

    @Test(
        "A new client has its answer within 100 ms meanwhile, and a press of stop takes 50 ms at most",
        .timeLimit(.minutes(1)))
    func flood() throws {
        let real = LinuxClock()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("s").path
        let listener = try UnixSocketListener(path: path)
        defer { listener.stop() }
        let board = try Bench.board
        let bus = SimulatedI2CBus(clock: real)
        _ = bus.attachChips(of: board, seed: 1)
        var parts = ClockParts(
            time: real, bus: bus, drivers: try BoardDrivers(for: board),
            sinks: [SimulatedPCMSink(clock: real)], storage: try Self.storage(at: real.now()),
            zones: FixedZones(), bootName: "flood", trust: .trusted, seed: 1, emit: { _ in })
        parts.listener = listener
        let clock = try ThreadedClock(parts, threads: LinuxThreads())
        try clock.start(on: LinuxThreads())
        defer { #expect(clock.stop() == []) }
        let patience = try Patience(clock: real)
        patience.wait { clock.snapshot != nil }

        let request = #"{"id":"1","command":"alarm.list"}"# + "\n"
        var flood: [Peer] = []
        for _ in 0..<Self.peers {
            let peer = try Peer(path)
            peer.send(String(repeating: request, count: 500))
            flood.append(peer)
        }
        var answers: [Duration] = []
        var presses: [Duration] = []
        for _ in 0..<Self.tries {
            for peer in flood { peer.send(request) }
            let asked = real.now().boot
            let client = try Peer(path)
            client.send(#"{"id":"s","command":"status"}"# + "\n")
            client.readLine()
            answers.append(real.now().boot - asked)

            let isPlaying = clock.snapshot?.noise.isPlaying ?? false
            clock.press(.stop, isDown: true)
            let pressed = real.now().boot
            clock.press(.stop, isDown: false)
            patience.wait { clock.snapshot?.noise.isPlaying != isPlaying }
            presses.append(real.now().boot - pressed)
        }
        #expect(answers.sorted()[Self.tries / 2] < .milliseconds(100), "\(answers)")
        #expect(presses.sorted()[Self.tries / 2] < .milliseconds(50), "\(presses)")
    }
}
