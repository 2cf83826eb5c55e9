import Glibc
import TestKit
import Testing

extension RealTimeBench {
    /// The firmware sets a real kernel's clock on request.
    @Suite("The time set by a command")
    struct SetTime {
        /// The wall clock in whole seconds of UTC.
        private var seconds: Int64 { VirtualBench.wallTime / 1_000_000_000 }

        @Test("A clock that knows no time asks for it; set, it shows it and rings by it")
        func unknown() throws {
            let clock = try BenchClock(at: "2020-01-01T00:00:00Z", isSynchronised: false)
            #expect(try clock.say("status").contains("noiseclock time set"))
            try clock.say("alarm", "add", "06:30")
            let before = seconds
            let reply = try clock.say("time", "set", "2037-03-10T06:29:57")
            #expect(
                reply.hasPrefix(
                    "Time set to 06:29:57, Tue 10 Mar 2037, UTC.\nThe next alarm is 1, "))
            #expect(before < 1_600_000_000)
            // 2037-03-10T06:29:57Z, plus the time that the client took.
            #expect((2_120_279_397...2_120_279_412).contains(seconds))
            #expect(clock.logs("event=clock.stepped", "reason=user"))
            #expect(clock.logs("event=clock.trust", "trust=trusted"))
            #expect(clock.logs("event=alarm.fired", "alarm=1"))
            #expect(try clock.say("time").contains("Confirmed   less than a minute ago"))
        }

        @Test(
            "3.4: what is passed over does not ring, though the kernel tells of the step by itself")
        func passedOver() throws {
            let clock = try BenchClock(at: "2037-03-10T06:00:00Z", isSynchronised: false)
            try clock.say("alarm", "add", "06:30", "daily")
            try clock.say("time", "set", "2037-03-10T06:40")
            #expect(clock.logs("event=alarm.passedOver", "alarm=1"))
            #expect(try clock.shows("06:40."))
            VirtualBench.rest(.seconds(1))
            #expect(clock.logged(["event=alarm.fired"]) == 0)
            #expect(clock.logged(["event=clock.stepped"]) == 1)
        }

        @Test("While the kernel is synchronised it is refused, and the clock stays as it is")
        func synchronised() throws {
            let clock = try BenchClock(at: "2037-03-10T06:00:00Z")
            let bench = clock.firmware.bench
            let run = try bench.run(
                "noiseclock",
                ["time", "set", "2037-03-10T09:00", "--socket", bench.file("c.sock")])
            #expect(run.status == 1)
            #expect(bench.text("noiseclock.err").contains("The network keeps the time right"))
            #expect(clock.logged(["event=clock.stepped"]) == 0)
            #expect(try clock.shows("06:00"))
        }
    }
}
