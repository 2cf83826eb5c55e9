import TestKit
import Testing

@Suite("The mixer on the simulator's terminal")
struct MixerOnTerminalTests {
    @Test("mixes by keys that are typed, and the run's script says it in the client's words")
    func typed() throws {
        let workspace = try Workspace()
        let terminal = try PseudoTerminal()
        terminal.resize(columns: 100, rows: 40)
        let program = try RunningProgram(
            "noiseclock-sim",
            [
                "--audio", "none", "--state", "state", "--socket", "c.sock", "--zone", "UTC",
                "--at", "2026-01-10T12:00:00Z", "--record-script", "r.jsonl",
            ], in: workspace, terminal: terminal.path)
        /// Types, and waits until another client sees the effect.
        func type(_ keys: String, until wanted: String) throws {
            terminal.type(keys)
            var said = ""
            let isSo = try eventually {
                // A terminal stops accepting output when nobody reads it.
                _ = terminal.output()
                said = try RunningProgram(
                    "noiseclock", ["noise", "--socket", "c.sock"], in: workspace
                ).finish().output
                return said.hasPrefix("Noise: \(wanted).") || !program.isRunning
            }
            try #require(isSo && program.isRunning, "after \(keys): \(said)\(program.error)")
        }
        let unheard = "on, but there is no sound device"
        // It answers once it has taken over the terminal. The mixer sends one request at a time, so an answer to the
        // volume means that all earlier requests were answered.
        try type("", until: "off (volume 30 %)")
        try type("x]", until: "off (volume 35 %)")
        try type("+heartb\r]", until: "\(unheard) (Heartbeat (At rest), volume 40 %)")
        try type("\u{1B}[D\u{1B}[D", until: "\(unheard) (Heartbeat (At rest) at 90 %, volume 40 %)")
        try type(",[", until: "\(unheard) (Heartbeat (At rest) at 90 %, 10 % left, volume 35 %)")
        try type(" ", until: "off (Heartbeat (At rest) at 90 %, 10 % left, volume 35 %)")
        try type("\u{1B}[3~", until: "off (volume 35 %)")
        // The first `q` closes the mixer.
        terminal.type("qq")
        #expect(
            eventually {
                _ = terminal.output()
                return !program.isRunning
            })
        #expect(try program.finish().exitCode == 0, "\(program.error)")
        let words = try workspace.lines("r.jsonl").compactMap { line in
            line.split(separator: "\"noiseclock\":\"").dropFirst().first.map { $0.dropLast(2) }
        }
        #expect(words.first == "noise volume +5")
        #expect(words.contains("mix add heartbeat"))
        #expect(words.last == "mix remove heartbeat")
        #expect(words.contains("noise toggle"))
        #expect(!words.contains("sound list"))
    }
}
