import ClockTime
import Glibc
import TestKit
import Testing

extension RealTimeBench {
    /// The wall clock is set across an alarm, as network time or a person does it.
    @Suite("Steps of the wall clock")
    struct ClockSteps {
        @Test("Set forward over an alarm by less than an hour: it rings at once, late")
        func shortlyForward() throws {
            let clock = try BenchClock(at: "2037-03-10T06:00:00Z")
            try clock.say("alarm", "add", "06:30")
            try VirtualBench.setWallClock("2037-03-10T06:40:00Z")
            let set = VirtualBench.bootTime
            #expect(clock.logs("event=alarm.fired", "alarm=1"))
            Figures.note(
                "clock set over an alarm to its ring", nanoseconds: [VirtualBench.bootTime - set])
            #expect(try clock.shows("06 40"))
        }

        @Test("Set forward over an alarm by three hours: it is noted as missed, and does not ring")
        func farForward() throws {
            let clock = try BenchClock(at: "2037-03-10T06:00:00Z")
            try clock.say("alarm", "add", "06:30")
            try VirtualBench.setWallClock("2037-03-10T09:30:00Z")
            #expect(clock.logs("event=alarm.missed", "alarm=1"))
            #expect(clock.logged(["event=alarm.fired"]) == 0)
        }

        @Test("Set back before an alarm that was answered: it does not ring twice")
        func backOverAnswered() throws {
            let clock = try BenchClock(at: "2037-03-10T06:20:00Z")
            #expect(try clock.rings("daily"))
            try clock.pins.tap(.stop)
            #expect(clock.logs("event=alarm.stopped"))
            try VirtualBench.setWallClock("2037-03-10T06:29:50Z")
            #expect(try clock.shows("06:29."))
            try VirtualBench.setWallClock("2037-03-10T06:29:58Z")
            #expect(try clock.shows("06:30."))
            VirtualBench.rest(.seconds(1))
            #expect(clock.logged(["event=alarm.fired"]) == 1)
        }

        @Test("Set back before an alarm that is still to come: it rings when its time comes anew")
        func backBeforeDue() throws {
            let clock = try BenchClock(at: "2037-03-10T06:20:00Z")
            try clock.say("alarm", "add", "06:30")
            try VirtualBench.setWallClock("2037-03-10T06:29:50Z")
            try VirtualBench.setWallClock("2037-03-10T05:00:00Z")
            VirtualBench.rest(.seconds(1))
            #expect(clock.logged(["event=alarm.fired"]) == 0)
            try VirtualBench.setWallClock("2037-03-10T06:29:58Z")
            #expect(clock.logs("event=alarm.fired"))
            #expect(clock.logged(["event=alarm.fired"]) == 1)
        }

        @Test(
            "Set by another program, the time is plausible at most, and unknown before the clock was made; then right again"
        )
        func setByAnother() throws {
            let clock = try BenchClock(at: "2037-03-10T06:00:00Z")
            #expect(clock.logs("event=clock.booted", "trust=trusted"))
            try VirtualBench.setWallClock("2037-03-10T07:10:00Z", isSynchronised: false)
            #expect(clock.logs("event=clock.stepped", "reason=outside"))
            #expect(clock.logs("event=clock.trust", "trust=plausible"))
            try VirtualBench.setWallClock("1970-01-02T00:00:00Z", isSynchronised: false)
            #expect(clock.logs("event=clock.trust", "trust=unknown"))
            #expect(clock.logged(["reason=synchronised"]) == 0)
            try VirtualBench.setWallClock("2037-03-10T07:12:00Z")
            #expect(clock.logs("event=clock.trust", "trust=trusted"))
        }

        @Test("An alarm whose time passes in the very step that is under way rings once")
        func stepWithinTheMinute() throws {
            let clock = try BenchClock(at: "2037-03-10T06:20:00Z")
            try clock.say("alarm", "add", "06:30")
            for _ in 1...5 { try VirtualBench.setWallClock("2037-03-10T06:29:59.950Z") }
            #expect(clock.logs("event=alarm.fired"))
            try VirtualBench.setWallClock("2037-03-10T06:29:59.950Z")
            VirtualBench.rest(.seconds(1))
            #expect(clock.logged(["event=alarm.fired"]) == 1)
        }
    }
}
