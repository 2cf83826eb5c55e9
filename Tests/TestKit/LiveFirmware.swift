import Foundation
package import Glibc

/// A running firmware; killed, if it still runs, when the value goes away.
package final class LiveFirmware {
    package let bench: Workbench
    private let socket: String
    private let program: RunningProgram

    package init(
        _ bench: Workbench, _ arguments: [String] = ["--board", Workbench.board],
        state: String = "state", socket: String = "c.sock", zone: String = "UTC",
        environment: [String: String] = [:]
    ) throws {
        self.bench = bench
        self.socket = bench.file(socket)
        program = try bench.start(
            "noiseclockd",
            arguments + ["--state", state, "--socket", self.socket, "--zone", zone],
            environment: environment)
    }

    deinit {
        guard program.isRunning else { return }
        program.send(SIGKILL)
        program.waitForEnd()
    }

    /// The clock's answer; nil if it gives none.
    package func json(_ words: String...) throws -> [String: Any]? {
        let run = try bench.run(
            "noiseclock", words + ["--json", "--socket", socket])
        // A negative answer has the same exit status as a refusal.
        guard [0, 1].contains(run.status) else { return nil }
        let answer = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let fields = answer as? [String: Any]
        return fields?["ok"] as? Bool == false ? nil : fields
    }

    /// The text that the client prints.
    package func words(_ words: String...) throws -> String {
        try bench.run("noiseclock", words + ["--socket", socket]).output
    }

    /// Waits until the client's status contains all parts.
    package func waitForStatus(_ parts: String...) throws -> Bool {
        try eventually {
            let status = try words("status")
            return parts.allSatisfy { status.contains($0) }
        }
    }

    /// Ends it with a signal.
    ///
    /// - Returns: the exit code; if a signal killed it, the signal's number, negative.
    package func end(by signal: Int32) -> Int32 {
        program.send(signal)
        return waitForEnd()
    }

    /// Waits for its end; returns the same as `end(by:)`.
    package func waitForEnd() -> Int32 { program.waitForEnd() }

    package var hasEnded: Bool { !program.isRunning }

    package func send(_ signal: Int32) { program.send(signal) }

    /// Sends it a signal; returns the signal that killed it, or -1.
    package func die(by signal: Int32) -> Int32 {
        program.send(signal)
        let end = program.waitForEnd()
        return end < 0 ? -end : -1
    }

    package var identifier: pid_t { program.identifier }

    package var log: [String] {
        bench.text("noiseclockd.err").split(separator: "\n").map(String.init)
    }
}
