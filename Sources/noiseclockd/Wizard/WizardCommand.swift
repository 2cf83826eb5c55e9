import Control
import Glibc
import HAL
import LinuxHost
import LinuxWires

/// `--probe --wizard`, on this machine.
enum WizardCommand {
    /// - Returns: the exit code: 69 (EX_UNAVAILABLE) where no file was written.
    static func run(_ path: String) throws(FirmwareError) -> Int32 {
        guard !UnixSocketListener.isServed(ControlSocketPath.device) else {
            throw .inUse(
                "a clock runs and has the parts. Stop it first: systemctl stop noiseclockd")
        }
        let findings = ProbeFindings.gather(i2c: KernelI2CCalls(), gpio: LibgpiodCalls())
        for line in ProbeReport(findings).lines { print(line) }
        do throws(HostError) {
            return try run(findings, path)
        } catch {
            throw .system("\(error.operation) failed: \(systemMessage(error.errno))")
        }
    }

    private static func run(_ findings: ProbeFindings, _ path: String) throws(HostError) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw HostError(operation: "pipe", errno: errno)
        }
        let writer = ends[1]
        // Before any other thread: they inherit which signals are blocked.
        try CrashSwitch.install()
        let signals = try StopSignals {
            _ = [UInt8(1)].withUnsafeBytes { write(writer, $0.baseAddress, 1) }
        }
        defer { signals.stop() }
        var wizard = Wizard(
            findings, path: path,
            console: TerminalConsole(signals: signals, signalled: ends[0]))
        do throws(WizardEnded) {
            return try wizard.run() ? 0 : FirmwareError.unavailable("").exitCode
        } catch {
            print("\nEnded. Nothing was written.")
            return FirmwareError.unavailable("").exitCode
        }
    }
}
