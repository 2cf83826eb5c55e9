import Testing

@Suite("The same seed and script")
struct RepetitionTests {
    /// Everything that a script can do, within three minutes.
    private static let script = """
        {"at": "+1s", "noiseclock": "alarm add 07:02 daily --label Work --volume 70 --snooze 1m"}
        {"at": "+2s", "noiseclock": "alarm add 07:05 2026-06-20 --label \\"Train\\" --snooze off"}
        {"at": "+3s", "press": "snooze"}
        {"at": "+8s", "noiseclock": "noise play white --volume 40"}
        {"at": "+10s", "press": "plus"}
        {"at": "+11s", "press": "noise", "for": "1s"}
        {"at": "+13s", "light": 0.5}
        {"at": "+25s", "light": 400}
        {"at": "+29s", "noiseclock": "noise volume 20"}
        {"at": "+31.2s", "bus-fault": "nack", "transfers": 2}
        {"at": "+33.2s", "bus-fault": "timeout"}
        {"at": "2026-06-20T05:02:05.25Z", "press": "snooze"}
        {"at": "+40s", "bus-fault": "none"}
        {"at": "+65s", "step-clock": "+20s", "by": "sync"}
        {"at": "+70s", "unplug-sound": true}
        {"at": "+74s", "unplug-sound": false}
        {"at": "+80s", "hold": "stop"}
        {"at": "+82s", "release": "stop"}
        {"at": "+85s", "power-cut": "10s"}
        {"at": "+100s", "press": "stop"}
        {"at": "+104s", "noiseclock": "noise play pink"}
        {"at": "+106s", "power-cut": true}
        {"at": "+110s", "step-clock": "-1m"}
        {"at": "+115s", "set-clock": "2026-06-20T05:04:50Z", "by": "user"}
        {"at": "+120s", "noiseclock": "style set --hours 12"}
        {"at": "+130s", "press": "snooze"}
        {"at": "+140s", "press": "stop"}
        """

    private static let files = ["e.jsonl", "f.txt", "t.jsonl", "a.wav"]

    /// A run in progress.
    private struct Run {
        let workspace: Workspace
        let program: RunningProgram

        init(seed: String) throws {
            workspace = try Workspace()
            try workspace.write(script, to: "s.jsonl")
            program = try RunningProgram(
                "noiseclock-sim",
                [
                    "--headless", "--at", "2026-06-20T05:01:30Z", "--zone", "Europe/Berlin",
                    "--for", "150s", "--speed", "max", "--seed", seed, "--script", "s.jsonl",
                    "--events", files[0], "--frames", files[1], "--i2c-trace", files[2],
                    "--record-audio", files[3],
                ], in: workspace)
        }

        /// The files that it wrote.
        func results() throws -> [String: [UInt8]] {
            let finished = try program.finish()
            #expect(finished.exitCode == 0)
            #expect(finished.complaints.isEmpty, "\(finished.complaints)")
            var found: [String: [UInt8]] = [:]
            for file in files { found[file] = try workspace.bytes(file) }
            return found
        }
    }

    @Test("give the same events, frames, traces and sound, to the byte; another seed other noise")
    func sameBytes() throws {
        let runs = [try Run(seed: "7"), try Run(seed: "7"), try Run(seed: "8")]
        let results = try runs.map { try $0.results() }
        for file in RepetitionTests.files {
            let bytes = try #require(results[0][file])
            #expect(bytes.count > 1_000, "\(file) says little")
            #expect(results[1][file] == bytes, "\(file) differs")
            // The seed affects only the noise and the initial contents of a chip's memory, and no decision.
            #expect((results[2][file] == bytes) == (file != "a.wav"), "\(file) with another seed")
        }
        #expect(results[2]["a.wav"]?.count == results[0]["a.wav"]?.count)
        try expectGolden(
            String(decoding: results[0]["e.jsonl"] ?? [], as: UTF8.self), "busy-events.jsonl")
    }
}
