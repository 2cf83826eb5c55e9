import Foundation
import Testing

/// A simulator that runs as a process, and the client that talks to it.
final class LiveClock {
    let workspace: Workspace
    private let arguments: [String]
    private(set) var program: RunningProgram
    private var starts = 1

    /// Starts the simulator and waits until it answers. Its socket is in the workspace, its state in the subfolder
    /// `state`.
    ///
    /// - Parameter start: RFC 3339.
    init(
        at start: String, speed: Int = 1, in workspace: Workspace? = nil, _ more: String...
    ) throws {
        let workspace = try workspace ?? Workspace()
        self.workspace = workspace
        arguments =
            [
                "--headless", "--speed", "\(speed)", "--state", "state", "--socket", "c.sock",
                "--zone", "UTC",
                // If the tests are killed, it exits by itself after two minutes.
                "--for", "\(120 * speed)s",
            ] + more
        program = try LiveClock.start(arguments, at: start, 1, in: workspace)
        try waitUntilItAnswers()
    }

    private static func start(
        _ arguments: [String], at start: String, _ number: Int, in workspace: Workspace
    ) throws -> RunningProgram {
        try RunningProgram(
            "noiseclock-sim", arguments + ["--at", start, "--events", "events-\(number).jsonl"],
            in: workspace)
    }

    private func waitUntilItAnswers() throws {
        let answers = eventually {
            let status = try? ask("status")
            return status?.exitCode == 0 || !program.isRunning
        }
        try #require(answers && program.isRunning, "the simulator said: \(program.error)")
    }

    /// Kills it without warning and restarts it at the simulated time `start`.
    func killAndStart(at start: String) throws {
        program.kill()
        starts += 1
        program = try LiveClock.start(arguments, at: start, starts, in: workspace)
        try waitUntilItAnswers()
    }

    /// The events file since the last start.
    var events: String { "events-\(starts).jsonl" }

    /// Runs the client.
    @discardableResult
    func ask(_ words: String...) throws -> Finished {
        try ask(words)
    }

    func ask(_ words: [String]) throws -> Finished {
        try RunningProgram("noiseclock", words + ["--socket", "c.sock"], in: workspace).finish()
    }

    /// Runs the client, which must succeed, and returns the clock's answer.
    @discardableResult
    func json(_ words: String...) throws -> [String: Any] {
        let finished = try ask(words + ["--json"])
        #expect(finished.exitCode == 0, "\(words): \(finished.error)\(finished.output)")
        let object = try JSONSerialization.jsonObject(with: Data(finished.output.utf8))
        return try #require(object as? [String: Any])
    }

    /// Waits until the status meets the condition.
    func waitForStatus(
        within limit: Duration = RunningProgram.patience,
        _ condition: ([String: Any]) -> Bool
    ) throws -> Bool {
        try eventually(within: limit) { condition(try json("status")) }
    }
}
