import Control
import Glibc
import LinuxHost

/// `--probe --wizard`, on this machine.
enum WizardCommand {
    /// - Returns: the exit code: 69 (EX_UNAVAILABLE) where no file was written.
    static func run(_ path: String) throws(FirmwareError) -> Int32 {
        guard !UnixSocketListener.isServed(ControlSocketPath.device) else {
            throw .inUse(
                "a clock runs and has the parts. Stop it first: systemctl stop noiseclockd")
        }
        let findings = ProbeFindings.gather()
        for line in ProbeReport(findings).lines { print(line) }
        let signals = try StopSignals.ofTrial()
        defer { signals.stop() }
        var wizard = Wizard(findings, console: TerminalConsole(signals: signals))
        guard let text = try? wizard.run(for: path, isThere: access(path, F_OK) == 0) else {
            print("\nEnded. Nothing was written.")
            return FirmwareError.unavailable("").exitCode
        }
        // As the clock does when it starts.
        let board = try FirmwareBoard(Array(text.utf8), path: path)
        for problem in board.problems { print("\(path): warning: \(problem)") }
        do throws(FileError) {
            try FileReplacing.replace(path, with: Array(text.utf8))
        } catch {
            throw .unavailable(error.description)
        }
        // The clock's own user reads it.
        _ = chmod(path, 0o644)
        print("Written and checked: \(path). Start the clock: noiseclockd --board \(path)")
        return 0
    }
}
