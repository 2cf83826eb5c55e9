import Foundation
import Testing

@Suite("The 1.2\" board in the simulator")
struct LargeBoardTests {
    /// From 11:59:50 in the morning, in 12-hour mode, with an alarm that is set and removed.
    @Test("shows the afternoon and an alarm that is set on lamps of their own")
    func lamps() throws {
        let workspace = try Workspace()
        let script = [
            #"{"at": "+2s", "noiseclock": "style set --hours 12"}"#,
            #"{"at": "+4s", "noiseclock": "alarm add 07:30 daily"}"#,
            #"{"at": "+20s", "noiseclock": "alarm disable 1"}"#,
        ]
        try workspace.write(script.joined(separator: "\n"), to: "s.jsonl")
        let finished = try workspace.simulate(
            "--headless", "--board", "board/ht16k33-7seg-big.json", "--at", "2026-06-10T11:59:50Z",
            "--zone", "UTC", "--for", "30s", "--speed", "max", "--script", "s.jsonl",
            "--frames", "f.txt", "--i2c-trace", "t.jsonl")
        #expect(finished.exitCode == 0)
        #expect(finished.complaints.isEmpty, "\(finished.complaints)")
        try expectGolden(workspace.text("f.txt"), "large-board-frames.txt")
        // In the board's file the colon is 2, the alarm's dot 8 and the afternoon's dot 16.
        let lamps = try TracedMemory.history(of: workspace.lines("t.jsonl")) { $0.bytes[4] }
        let bytes: [UInt8] = [2, 10, 26, 18]
        #expect(lamps.map(\.value) == bytes)
        #expect(lamps.map(\.seconds) == [0, 4, 10, 20])
    }
}
