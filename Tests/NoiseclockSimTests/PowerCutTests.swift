import ClockCore
import Runtime
import Testing

@Suite("A power cut in a scripted run")
struct PowerCutTests {
    @Test("darkens the display when it comes, and leaves the sound device to the clock that starts")
    func devices() throws {
        let workspace = try Workspace()
        try workspace.write(
            """
            {"at": "+1s", "noiseclock": "noise play pink"}
            {"at": "+10s", "power-cut": "20s"}
            """, to: "s.jsonl")
        let finished = try workspace.simulate(
            "--headless", "--at", "2026-01-10T12:00:00Z", "--zone", "UTC", "--for", "40s",
            "--speed", "max", "--script", "s.jsonl", "--events", "e.jsonl", "--frames", "f.txt")
        #expect(finished.exitCode == 0)
        let events = try workspace.events("e.jsonl")
        #expect(events.filter { $0.event == .other(.healthChanged) }.isEmpty)
        let again = try #require(events.last { $0.event == .other(.soundStarted) })
        #expect(again.sound == "pink")
        #expect(again.boot < 0.25)
        let frames = try TranscriptFrame.parse(workspace.text("f.txt"))
        #expect(frames.filter { $0.shown == "dark" }.map(\.time) == ["12:00:10.000"])
        #expect(frames.first { $0.time > "12:00:10.000" }?.time == "12:00:30.000")
    }
}
