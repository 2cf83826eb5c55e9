import ClockCore
import ClockTime
import HAL
import Runtime
import SimulatedBoard
import Testing

@Suite("A light sensor that sees its own display")
struct OwnLightTests {
    /// A bedside whose sensor sees the room and the display.
    private struct Bedside {
        let bench: Bench
        /// What it really sees of the display at its greatest light.
        let coupling: Double
        private(set) var levels: [Double] = []

        init(coupling: Double, boardSays: Double) throws {
            self.coupling = coupling
            bench = try Bench(at: "2026-01-10T01:59:00Z", ownLux: boardSays)
        }

        /// What the display gives, of its greatest light: it has 16 steps, and its least one is no darkness.
        private var glow: Double {
            get throws {
                let display = try #require(try Bench.board.display)
                guard let lit = bench.bus.litPicture(of: display)?.segments else { return 0 }
                let segments = lit.digits.map(\.sevenSegmentByte.nonzeroBitCount)
                let share = Double(segments.reduce(lit.colon ? 2 : 0, +)) / 34
                let percent = bench.stepped.snapshot?.brightness ?? 0
                let light = Brightness(percent: percent).luminance
                return share * max(1, (light * 16).rounded()) / 16
            }
        }

        mutating func pass(_ seconds: Int, room: Double) throws {
            let sensor = try #require(Bench.sensor)
            for _ in 0..<(seconds * 4) {
                bench.bus.expose(sensor, to: Lux(room + coupling * (try glow)))
                bench.run(for: .milliseconds(250))
                levels.append(bench.stepped.snapshot?.brightness ?? 0)
            }
        }

        /// The levels of so many seconds before now.
        func last(_ seconds: Int) -> Set<Double> { Set(levels.suffix(seconds * 4)) }
    }

    @Test(
        "neither runs away nor swings in a dark night, however much of the display it sees",
        arguments: [(0.5, 1.0), (30, 1.0), (200, 1.0), (30, 0.9)])
    func darkNight(coupling: Double, known: Double) throws {
        var bedside = try Bedside(coupling: coupling, boardSays: coupling * known)
        try bedside.pass(10, room: 100)
        try bedside.pass(90, room: 0.2)
        let night = bedside.last(40)
        #expect(night.count == 1, "it swings between \(night)")
        // As dark as without a display to see, as far as the board file knows it.
        let level = try #require(night.first)
        #expect(level <= (known < 1 ? 12 : 5.01), "\(level)")
    }

    @Test("still follows a lamp")
    func lamp() throws {
        var bedside = try Bedside(coupling: 30, boardSays: 30)
        try bedside.pass(40, room: 0.2)
        let dark = try #require(bedside.last(1).first)
        try bedside.pass(30, room: 200)
        let bright = try #require(bedside.last(1).first)
        #expect(dark < 20 && bright > 65, "\(dark) and \(bright)")
    }
}
