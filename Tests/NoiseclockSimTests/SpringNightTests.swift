import Foundation
import Testing

@Suite("The night on which 01:59 is followed by 03:00")
struct SpringNightTests {
    private static let command = [
        "--headless", "--at", "2026-03-29T00:59:50Z", "--zone", "Europe/Berlin", "--for", "30s",
        "--speed", "max", "--i2c-trace", "t.jsonl", "--frames", "f.txt", "--events", "e.jsonl",
    ]

    @Test("is run by itself in a moment, and stands in the display's memory, frames and events")
    func traces() throws {
        let workspace = try Workspace()
        let start = ContinuousClock.now
        let finished = try workspace.simulate(SpringNightTests.command)
        // Thirty simulated seconds must take far less, though a busy machine may slow them.
        #expect(ContinuousClock.now - start < .seconds(10))
        #expect(finished.exitCode == 0)
        #expect(finished.output == "")
        #expect(finished.error == "")

        let history = try TracedMemory.history(of: workspace.lines("t.jsonl"))
        #expect(history.map(\.shown) == ["01:59", "03:00"])
        #expect(history.map(\.seconds) == [0, 10])
        try expectGolden(workspace.text("f.txt"), "spring-night-frames.txt")
        try expectGolden(workspace.text("e.jsonl"), "spring-night-events.jsonl")
    }

    @Test("leaves nothing behind but its files")
    func leftovers() throws {
        let workspace = try Workspace()
        _ = try workspace.simulate(SpringNightTests.command)
        let names = try FileManager.default.contentsOfDirectory(atPath: workspace.path)
        #expect(
            names.filter { !$0.hasPrefix(".") }.sorted() == [
                "board", "e.jsonl", "f.txt", "t.jsonl",
            ])
    }
}
