import Foundation
import Glibc
import TestKit
import Testing

/// How the simulator treats files that it finds in its state folder.
@Suite("What lies in the state's folder of a run")
struct FoundFilesTests {
    /// The problems that the clock reports, by part.
    private func problems(_ workspace: Workspace) throws -> [String: String]? {
        let asked = try RunningProgram(
            "noiseclock", ["status", "--json", "--socket", "c.sock"], in: workspace
        ).finish()
        guard asked.exitCode == 0 else { return nil }
        let reply = try JSONSerialization.jsonObject(with: Data(asked.output.utf8))
        let status = (reply as? [String: Any])?["status"] as? [String: Any]
        let listed = try #require(status?["problems"] as? [[String: String]])
        return Dictionary(
            listed.map { ($0["part"] ?? "", $0["problem"] ?? "") }, uniquingKeysWith: { $1 })
    }

    @Test("A catalogue that was mended while the power was away is read anew")
    func mendedCatalogue() throws {
        let workspace = try Workspace()
        try FileManager.default.createDirectory(
            atPath: workspace.file("state"), withIntermediateDirectories: false)
        try workspace.write("no JSON", to: "state/sounds.json")
        let terminal = try PseudoTerminal()
        terminal.resize(columns: 100, rows: 40)
        let program = try RunningProgram(
            "noiseclock-sim",
            [
                "--audio", "none", "--state", "state", "--socket", "c.sock", "--zone", "UTC",
                "--at", "2026-01-10T12:00:00Z",
            ], in: workspace, terminal: terminal.path)
        func waitFor(_ condition: ([String: String]) -> Bool) throws {
            let isSo = try eventually {
                _ = terminal.output()
                return try problems(workspace).map(condition) ?? false || !program.isRunning
            }
            #expect(isSo && program.isRunning, "\(program.error)")
        }
        try waitFor { $0["catalogue"]?.contains("sounds.json") == true }
        try FileManager.default.removeItem(atPath: workspace.file("state/sounds.json"))
        terminal.type("z")
        try waitFor { $0["catalogue"] == nil }
        terminal.type("q")
        #expect(
            eventually {
                _ = terminal.output()
                return !program.isRunning
            })
    }

    @Test("A pipe, a link and the rights of others keep no clock from starting, and are told of")
    func intruders() throws {
        let workspace = try Workspace()
        let state = workspace.file("state")
        #expect(mkdir(state, 0o700) == 0 && chmod(state, 0o777) == 0)
        try workspace.write("precious", to: "victim")
        #expect(mkfifo("\(state)/state.a", 0o600) == 0)
        #expect(mkfifo("\(state)/history", 0o600) == 0)
        #expect(mkfifo("\(state)/alarm-sounds.json", 0o600) == 0)
        #expect(symlink(workspace.file("victim"), "\(state)/state.weekly") == 0)
        let clock = try LiveClock(at: "2026-01-10T12:00:00Z", in: workspace)
        try clock.json("alarm", "add", "07:30")
        let found = try #require(try problems(workspace))
        #expect(found["state"]?.contains("state.a isn't a regular file") == true, "\(found)")
        #expect(found["history"]?.contains("history isn't a regular file") == true, "\(found)")
        #expect(found["catalogue"]?.contains("a regular file") == true, "\(found)")
        #expect(found["stateFolder"]?.hasPrefix("every user can change") == true, "\(found)")
        #expect(try clock.ask("health").output.contains("Every user can change the clock's"))
        #expect(try workspace.text("victim") == "precious")
        try clock.killAndStart(at: "2026-01-10T12:01:00Z")
        #expect(try clock.ask("alarm", "list").output.contains("07:30"))
    }

    @Test("A board file that is a link is refused, and says so")
    func linkedBoard() throws {
        let workspace = try Workspace()
        #expect(symlink("board/ht16k33-7seg.json", workspace.file("b.json")) == 0)
        let finished = try workspace.simulate("--headless", "--board", "b.json", "--for", "1s")
        #expect(finished.exitCode == 66)
        #expect(finished.error.contains("b.json is a symbolic link"), "\(finished.error)")
    }
}
