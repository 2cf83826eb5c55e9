import ClockCore
import ClockTime
import Runtime
import Testing

@Suite("Setting the simulator's clock with the client's words")
struct SetTimeTests {
    private static let script = [
        #"{"at": "+1s", "noiseclock": "alarm add 07:00 daily --label Work"}"#,
        #"{"at": "+2s", "noiseclock": "time set 2026-03-29T02:30"}"#,
        #"{"at": "+3s", "noiseclock": "time set 2026-03-29T08:15"}"#,
        #"{"at": "+13s", "noiseclock": "time set 2026-03-29T04:59:50Z"}"#,
    ]

    @Test("A script sets it: what is passed over does not ring, and what lies ahead again does")
    func script() throws {
        let workspace = try Workspace()
        try workspace.write(SetTimeTests.script.joined(separator: "\n"), to: "s.jsonl")
        let finished = try workspace.simulate(
            "--headless", "--at", "2026-03-28T21:00:00Z", "--zone", "Europe/Berlin", "--for", "30s",
            "--speed", "max", "--script", "s.jsonl", "--events", "e.jsonl", "--frames", "f.txt")
        #expect(finished.exitCode == 0)
        #expect(
            finished.complaints == [
                "noiseclock-sim: s.jsonl, line 2: time: Sun 29 Mar 2026 at 02:30 does not exist "
                    + "in Europe/Berlin: the clocks go forward from 02:00 to 03:00. Give a time before or after"
            ])
        let events = try workspace.events("e.jsonl")
        let steps = events.filter { $0.event == .other(.clockStepped) }
        #expect(steps.map(\.reason) == ["user", "user"])
        // From 21:00:03 to 06:15, and from 06:15:10 to 04:59:50, in UTC.
        #expect(steps.map(\.stepSeconds) == [33_297, -4_520])
        #expect(events.filter { $0.event == .of(.alarm, .passedOver) }.count == 1)
        let fired = events.filter { $0.event == .of(.alarm, .fired) }
        #expect(fired.map(\.wall) == ["2026-03-29T05:00:00.000Z"])
        let shown = try TranscriptFrame.parse(workspace.text("f.txt")).map(\.shown)
        #expect(
            shown.contains { $0.hasPrefix("08:15") } && shown.contains { $0.hasPrefix("06:59") })
    }

    @Test("A person at the client hears what the clock shows, and what rings next")
    func client() throws {
        let clock = try LiveClock(at: "2026-01-10T12:00:00Z")
        try clock.json("alarm", "add", "07:30", "mon-fri", "--label", "Work")
        let set = try clock.ask("time", "set", "2026-11-22T03:40:00")
        #expect(set.exitCode == 0)
        #expect(
            set.output == """
                Time set to 03:40:00, Sun 22 Nov 2026, UTC.
                The next alarm is 1 (Work), Mon 23 Nov 07:30, in 1 d 3 h.

                """)
        let time = try clock.ask("time")
        #expect(time.output.hasPrefix("Time        03:4"))
        #expect(
            time.output.contains("Sun 22 Nov 2026\nZone        UTC, UTC+00:00\nConfirmed   less"))
        let answer = try clock.json("time", "set", "2026-11-22T04:00Z")
        let report = try #require(answer["timeSet"] as? [String: Any])
        #expect(report["hardwareClock"] as? String == "none")
        #expect((report["time"] as? [String: Any])?["trust"] as? String == "trusted")
        let refused = try clock.ask("time", "set", "2100-01-01T00:00")
        #expect(refused.exitCode == 1)
        #expect(
            refused.error.contains("Give a time from Thu 1 Jan 1970 to Thu 31 Dec 2099"))
        #expect(try clock.ask("time", "set", "dawn").exitCode == 64)
    }
}
