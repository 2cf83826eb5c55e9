import Testing

@Suite("The same seed and script")
struct RepetitionTests {
    /// Everything that a script can do, within twenty minutes.
    private static let script = """
        {"at": "+1s", "noiseclock": "alarm add 07:02 daily --label Work --volume 70 --snooze 2m"}
        {"at": "+2s", "noiseclock": "alarm add 07:10 2026-06-20 --label \\"Train\\" --snooze off"}
        {"at": "+3s", "press": "snooze"}
        {"at": "+10s", "noiseclock": "noise play white --volume 40"}
        {"at": "+15s", "press": "plus"}
        {"at": "+16s", "press": "noise", "for": "1s"}
        {"at": "+20s", "light": 0.5}
        {"at": "+40s", "light": 400}
        {"at": "+50s", "noiseclock": "noise volume 20"}
        {"at": "2026-06-20T05:02:05.25Z", "press": "snooze"}
        {"at": "+150s", "bus-fault": "nack", "transfers": 3}
        {"at": "+160s", "bus-fault": "timeout"}
        {"at": "+175s", "bus-fault": "none"}
        {"at": "+180s", "step-clock": "+40s", "by": "sync"}
        {"at": "+200s", "unplug-sound": true}
        {"at": "+210s", "unplug-sound": false}
        {"at": "+230s", "hold": "stop"}
        {"at": "+232s", "release": "stop"}
        {"at": "+240s", "power-cut": "30s"}
        {"at": "+300s", "press": "stop"}
        {"at": "+310s", "noiseclock": "noise play pink"}
        {"at": "+320s", "power-cut": true}
        {"at": "+330s", "step-clock": "-1m"}
        {"at": "+340s", "set-clock": "2026-06-20T05:08:00Z", "by": "user"}
        {"at": "+400s", "noiseclock": "display format 12"}
        {"at": "+480s", "press": "snooze"}
        {"at": "+500s", "press": "stop"}
        """

    private static let files = ["e.jsonl", "f.txt", "t.jsonl", "a.wav"]

    /// One run, and the files that it left.
    private static func run(seed: String) throws -> [String: [UInt8]] {
        let workspace = try Workspace()
        try workspace.write(script, to: "s.jsonl")
        let finished = try workspace.simulate(
            "--headless", "--at", "2026-06-20T05:00:00Z", "--zone", "Europe/Berlin", "--for", "9m",
            "--speed", "max", "--seed", seed, "--script", "s.jsonl", "--events", files[0],
            "--frames", files[1], "--i2c-trace", files[2], "--record-audio", files[3])
        #expect(finished.exitCode == 0)
        #expect(finished.error == "")
        var found: [String: [UInt8]] = [:]
        for file in files { found[file] = try workspace.bytes(file) }
        return found
    }

    @Test("give the same events, frames, traces and sound, to the byte")
    func sameBytes() throws {
        let first = try RepetitionTests.run(seed: "7")
        let second = try RepetitionTests.run(seed: "7")
        for file in RepetitionTests.files {
            #expect((first[file]?.count ?? 0) > 1_000, "\(file) says little")
            #expect(first[file] == second[file], "\(file) differs")
        }
    }

    @Test("of another seed give other noise, and the same events")
    func otherSeed() throws {
        let first = try RepetitionTests.run(seed: "7")
        let second = try RepetitionTests.run(seed: "8")
        #expect(first["e.jsonl"] == second["e.jsonl"])
        #expect(first["f.txt"] == second["f.txt"])
        #expect(first["a.wav"]?.count == second["a.wav"]?.count)
        #expect(first["a.wav"] != second["a.wav"])
    }
}
