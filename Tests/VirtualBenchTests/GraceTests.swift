import ClockTime
import Testing

extension RealTimeBench {
    /// No wake-up of a real kernel is exact.
    @Suite("With no grace at all")
    struct Grace {
        @Test("Timers and an alarm ring, and none is told as missed")
        func everythingRings() throws {
            let clock = try BenchClock(at: "2037-03-10T06:20:00Z")
            try clock.say("ring", "set", "--grace", "0m")
            for timer in 1...3 {
                try clock.say("timer", "add", "2s")
                #expect(
                    VirtualBench.wait { clock.logged(["event=timer.fired"]) == timer })
                try clock.say("alarm", "stop")
            }
            #expect(try clock.rings("--ramp", "0s"))
            try clock.pins.tap(.stop)
            #expect(clock.logs("event=alarm.stopped"))
            #expect(clock.logged(["event=alarm.missed"]) == 0)
            #expect(clock.logged(["event=timer.missed"]) == 0)
        }
    }
}
