import BoardFiles
import ClockCore
import ClockTime
import English
import HAL
import Runtime
import SimulatedBoard
import Synchronization
import Testing

@Suite("A display that is tried without a clock")
struct DisplayTrialTests {
    /// Time that advances only in waits, and what the display shows in each.
    private final class Watcher: Waiter, TimeSource {
        private let clock = VirtualClock(
            Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
        let bus: SimulatedI2CBus
        let display: BoardDescription.Display
        let pictures = Mutex<[LitPicture?]>([])

        init(_ board: BoardDescription) throws {
            bus = SimulatedI2CBus(clock: clock)
            display = try #require(board.display)
            _ = bus.attachChips(of: board, seed: 3)
        }

        func now() -> Moment { clock.now() }

        func wait(until deadline: Deadline) -> WakeReasons {
            guard let end = deadline.boot else { return .notified }
            let picture = bus.litPicture(of: display)
            pictures.withLock { $0.append(picture) }
            clock.advance(to: end)
            return .deadline
        }

        func notify() {}

        var shown: [LitPicture?] { pictures.withLock { $0 } }
        var isDark: Bool { bus.litPicture(of: display)?.isDark == true }
    }

    private static let matrix = """
        {"version": 1, "name": "Matrix", "i2c": {"bus": 1},
         "display": {"driver": "is31fl3731-16x9", "addresses": ["0x74"]}}
        """

    private func watcher(_ text: String? = nil) throws -> (Watcher, BoardDrivers) {
        let board = try text.map { try BoardFile.parse(Array($0.utf8)) } ?? Bench.board
        return (try Watcher(board), try BoardDrivers(for: board))
    }

    @Test("It shows the picture as long as asked, at full brightness, and is dark in the end")
    func shows() throws {
        let (watcher, drivers) = try watcher()
        var trial = try DisplayTrial(
            TestPicture(.digit(2)), on: drivers.panel, bus: watcher.bus)
        try trial.run(
            for: .seconds(10), waiter: watcher, time: watcher, isStopping: { false })
        #expect(watcher.now().boot == BootTime(nanoseconds: 0) + .seconds(10))
        let first = try #require(watcher.shown.first)
        let shown = try #require(first)
        #expect(watcher.shown.count == 1)
        #expect(shown.duty == 1)
        #expect(shown.segments?.digits.map { $0 == [] } == [true, false, true, true])
        #expect(watcher.isDark)
    }

    @Test("Rows come one after the other, and whoever stops it leaves the display dark")
    func rows() throws {
        let (watcher, drivers) = try watcher(Self.matrix)
        var trial = try DisplayTrial(TestPicture(.rows), on: drivers.panel, bus: watcher.bus)
        let isStopping = { watcher.shown.count >= 11 }
        try trial.run(
            for: .seconds(600), waiter: watcher, time: watcher, isStopping: isStopping)
        let lit = watcher.shown.map { picture in
            (0..<9).filter { row in
                picture?.pixels.map { $0[7, row].isOn } ?? false
            }
        }
        #expect(lit == ((0...8).map { [$0] } + [[0], [1]]))
        #expect(watcher.now().boot == BootTime(nanoseconds: 0) + .milliseconds(4400))
        #expect(watcher.isDark)
    }

    @Test("Without a picture it makes a display dark that something left lit")
    func off() throws {
        let (watcher, drivers) = try watcher()
        var panel = drivers.panel
        try panel.bringUp(on: watcher.bus)
        let lit = SegmentPicture(digits: [.a, .b, .c, .d], colon: true)
        try panel.show(Frame(content: .segments(lit), brightness: .maximum), on: watcher.bus)
        #expect(!watcher.isDark)
        var trial = try DisplayTrial(nil, on: drivers.panel, bus: watcher.bus)
        try trial.run(for: .zero, waiter: watcher, time: watcher, isStopping: { false })
        #expect(watcher.isDark)
        #expect(watcher.shown.isEmpty)
    }

    @Test("What the display cannot show is refused, and one that does not answer is said")
    func refused() throws {
        let (segments, digits) = try watcher()
        let (pixels, matrix) = try watcher(Self.matrix)
        let wrong: [(TestPicture.Content, BoardDrivers, Watcher, String)] = [
            (.rows, digits, segments, "This display has segments, not pixels."),
            (.digit(5), digits, segments, "digit: this display has 1 to 4, not 5"),
            (.letter("a"), matrix, pixels, "This display has pixels, not segments."),
            (.row(9), matrix, pixels, "row: this display has 0 to 8, not 9"),
        ]
        for (content, drivers, watcher, words) in wrong {
            do throws(CommandError) {
                _ = try DisplayTrial(TestPicture(content), on: drivers.panel, bus: watcher.bus)
                Issue.record("it is shown")
            } catch {
                #expect(error.message == words)
            }
        }
        var trial = try DisplayTrial(
            TestPicture(.all), on: digits.panel, bus: segments.bus)
        segments.bus.unplug(try #require(Bench.display))
        #expect(throws: DeviceError.bus(.nack)) {
            try trial.run(
                for: .seconds(1), waiter: segments, time: segments, isStopping: { false })
        }
    }
}
