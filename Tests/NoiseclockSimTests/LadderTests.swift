import ClockCore
import Foundation
import Runtime
import Testing

/// Issue 4's "done when", 4: an alarm whose sound outputs play nothing, and the nap of the held bar.
@Suite("What wakes when the usual does not")
struct LadderTests {
    /// The shipped small board, with a second sound output in addition to its motor and buzzer.
    private static func board(in workspace: Workspace) throws {
        let text = try String(
            contentsOfFile: "\(Checkout.board)/ht16k33-7seg.json", encoding: .utf8)
        let one = #""fallback": ["default"]"#
        try #require(text.contains(one))
        try workspace.write(
            text.replacingOccurrences(of: one, with: #""fallback": ["plughw:CARD=Second,DEV=0"]"#),
            to: "two.json")
    }

    @Test(
        "a ring of which no output plays a sound walks the whole ladder, to the flashing face",
        arguments: [#""stall-sound": "all""#, #""unplug-sound": "all""#])
    func ladder(fault: String) throws {
        let workspace = try Workspace()
        try LadderTests.board(in: workspace)
        let script = [
            #"{"at": "+0.5s", "noiseclock": "alarm add 07:00 2026-03-30 --label Work"}"#,
            #"{"at": "+1s", \#(fault)}"#, #"{"at": "+20s", "press": "stop"}"#,
        ]
        try workspace.write(script.joined(separator: "\n"), to: "s.jsonl")
        let finished = try workspace.simulate(
            "--headless", "--board", "two.json", "--at", "2026-03-30T06:59:55Z", "--zone", "UTC",
            "--for", "25s", "--speed", "max", "--script", "s.jsonl", "--events", "e.jsonl",
            "--frames", "f.txt")
        #expect(finished.exitCode == 0, "\(finished.error)")
        let events = try workspace.events("e.jsonl")
        let rungs = events.filter { $0.event == .other(.rungTaken) }
        #expect(rungs.map(\.rung) == ["tone", "output 2", "buzzer", "motor", "display"])
        #expect(rungs.allSatisfy { $0.reason == "noFrames" })
        // Two seconds for each rung.
        #expect(rungs.map(\.boot) == [7, 9, 11, 13, 15])
        #expect(!events.contains { $0.event == .other(.ringHeard) })
        let outputs = events.filter { $0.event == .other(.outputStarted) }.compactMap(\.part)
        #expect(Set(outputs) == ["buzzer", "motor"])
        #expect(events.contains { $0.event == .of(.alarm, .stopped) && $0.reason == "button" })
        let frames = try TranscriptFrame.parse(workspace.text("f.txt"))
        let dark = frames.filter { $0.shown == "dark" }.map(\.time)
        #expect(dark.first == "07:00:10.500" && dark.count == 5, "\(dark)")
    }

    @Test("the history says which rungs were taken")
    func history() throws {
        let workspace = try Workspace()
        try LadderTests.board(in: workspace)
        let script = [
            #"{"at": "+0.5s", "noiseclock": "alarm add 07:00 2026-03-30 --label Work"}"#,
            #"{"at": "+1s", "stall-sound": "all"}"#,
        ]
        try workspace.write(script.joined(separator: "\n"), to: "s.jsonl")
        let clock = try LiveClock(
            at: "2026-03-30T06:59:55Z", speed: 10, in: workspace, "--board", "two.json",
            "--script", "s.jsonl")
        var history = ""
        let isTold = try eventually(within: .seconds(60)) {
            history = try clock.ask("history").output
            return history.contains("the flashing display")
        }
        #expect(isTold, "\(history)")
        let words =
            "(no sound came out of the chosen sound, the built-in tone and sound output 2, so the clock"
            + " used the buzzer, the motor and the flashing display)"
        #expect(history.contains("Alarm 1 (Work) rang on time \(words)\n"), "\(history)")
        #expect(try clock.ask("alarm", "stop").output == "Alarm 1 (Work) stopped.\n")
    }

    @Test("a nap begins as the held bar is let go and ends with a ring; held on, max rings")
    func nap() throws {
        let workspace = try Workspace()
        let script = [
            #"{"at": "+1s", "noiseclock": "nap set --release 5s --nap 1m --max 3m --pulse on"}"#,
            #"{"at": "+2s", "hold": "snooze"}"#, #"{"at": "+29s", "release": "snooze"}"#,
            #"{"at": "+31s", "hold": "snooze"}"#, #"{"at": "+32s", "release": "snooze"}"#,
            #"{"at": "+110s", "press": "stop"}"#, #"{"at": "+120s", "hold": "snooze"}"#,
            #"{"at": "+310s", "release": "snooze"}"#, #"{"at": "+330s", "press": "stop"}"#,
        ]
        try workspace.write(script.joined(separator: "\n"), to: "s.jsonl")
        let finished = try workspace.simulate(
            "--headless", "--at", "2026-03-30T12:00:00Z", "--zone", "UTC", "--for", "340s",
            "--speed", "max", "--script", "s.jsonl", "--events", "e.jsonl")
        #expect(finished.exitCode == 0, "\(finished.error)")
        let events = try workspace.events("e.jsonl")
        // A new hold during the release resumes it. Then come a release of 5 s and a nap of one minute.
        let phases = events.filter { $0.event == .of(.nap, .entered) }
        #expect(
            phases.compactMap(\.phase) == [
                "holding", "releasing", "holding", "releasing", "napping", "holding",
            ])
        let rings = events.filter { $0.event == .of(.nap, .fired) }
        #expect(rings.map(\.reason) == ["nap", "max"])
        // Max counts from the first hold, which differs from a tap after 0.6 s.
        #expect(rings.map(\.boot) == [97, 300.6])
        #expect(events.filter { $0.event == .other(.ringHeard) }.count == 2)
        #expect(
            events.filter { $0.event == .of(.nap, .stopped) }.map(\.reason) == ["button", "button"])
        #expect(events.contains { $0.event == .other(.outputStarted) && $0.part == "motor" })
    }
}
