import TestKit
import Testing

@Suite("The keys that let time jump")
struct JumpOnTerminalTests {
    @Test("One goes to a minute before the next ring, at normal speed, and a step ends at the ring")
    func jump() throws {
        let workspace = try Workspace()
        try workspace.write(
            """
            {"at": "+1s", "noiseclock": "alarm add 07:30 --label Work"}
            """, to: "s.jsonl")
        let terminal = try PseudoTerminal()
        terminal.resize(columns: 80, rows: 24)
        let program = try RunningProgram(
            "noiseclock-sim",
            [
                "--audio", "none", "--state", "state", "--socket", "c.sock", "--zone", "UTC",
                "--at", "2026-01-10T22:00:00Z", "--script", "s.jsonl",
            ], in: workspace, terminal: terminal.path)
        /// Types the keys and redraws the screen until it shows all this.
        @discardableResult
        func type(_ keys: String, until wanted: String...) throws -> String {
            terminal.type(keys)
            var shown = ""
            let isSo = eventually {
                terminal.type("\u{0C}")
                shown = terminal.output()
                return wanted.allSatisfy { shown.contains($0) } || !program.isRunning
            }
            try #require(isSo && program.isRunning, "after \(keys): \(shown)\(program.error)")
            return shown
        }
        try type("", until: "Work, in 9 h", "×1 ")
        try type(">>>>", until: "×60 ")
        try type("a", until: "×1 ", "Work, in ", "Time runs at its normal speed again")
        // The ring is less than a minute away.
        let shown = try type(",", until: "Work rings", "Alarm 1 (Work) rings")
        #expect(!shown.contains("rings late"))
        terminal.type("q")
        #expect(
            eventually {
                _ = terminal.output()
                return !program.isRunning
            })
        #expect(try program.finish().exitCode == 0, "\(program.error)")
    }
}
