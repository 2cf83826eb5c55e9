import Glibc
import TestKit
import Testing

extension SimulatedTimeBench {
    /// Light sensors on one GPIO line.
    @Suite("Light on a line")
    struct LightLines {
        private static let line = 26

        @Test(
            "A photoresistor's charge times, as the kernel stamps them, reach the client as light")
        func photoresistor() throws {
            let bench = try Workbench()
            let points = "[[10000, 10], [100000, 1]]"
            let board = try bench.board(
                light:
                    #"{ "source": "ldr", "gpio": 26, "capacitorNf": 100, "calibration": \#(points) }"#
            )
            let capacitor = try Capacitor(line: LightLines.line, chargeTime: .milliseconds(10))
            let clock = try BenchClock(board: board, bench: bench)
            // The bench's lines change at the kernel's next tick, up to a millisecond later.
            #expect(try clock.measures(lux: 8.5...10))
            // Twice as long as the first look at the line waits.
            capacitor.chargeTime = .milliseconds(50)
            #expect(try clock.measures(lux: 1.9...2))
            // It stays low: 200 ms count.
            capacitor.chargeTime = nil
            #expect(try clock.measures(lux: 0.5...0.5))
            capacitor.chargeTime = .milliseconds(10)
            #expect(try clock.measures(lux: 8.5...10))
            #expect(clock.logged(["event=health.changed"]) == 0)
            #expect(clock.stop() == 0)
        }

        @Test("A light module's line tells day from night, and its chatter does not")
        func module() throws {
            let bench = try Workbench()
            let board = try bench.board(light: #"{ "source": "digital", "gpio": 26 }"#)
            let pins = SimulatedPins()
            try pins.setHigh(true, line: LightLines.line)
            let clock = try BenchClock(board: board, bench: bench)
            #expect(try clock.measures(lux: 1...1))
            try pins.setHigh(false, line: LightLines.line)
            #expect(try clock.measures(lux: 200...200))
            // Shorter than the clock waits with a new level.
            for _ in 1...3 {
                try pins.setHigh(true, line: LightLines.line)
                VirtualBench.rest(.milliseconds(700))
                try pins.setHigh(false, line: LightLines.line)
                VirtualBench.rest(.milliseconds(1300))
            }
            #expect(try clock.measures(lux: 200...200))
            #expect(clock.stop() == 0)
        }
    }
}
