import ClockCore
import ClockTime
import Glibc
import HAL
import LinuxHost
import Runtime

/// The file that is there while the program runs, and stays when it crashes (`CrashRecord`).
///
/// It lies beside the control socket, in memory: there it costs no card a write, is there on a disk that is full
/// or read-only, and goes with the power. What cannot be read or written counts as no crash, because a clock that
/// cannot tell must start as ever.
struct CrashFile {
    private let path: String

    /// - Parameter socket: of the clock, which has it by now, so that no other writes here.
    init(besides socket: String) {
        path = "\(socket).run"
    }

    /// Takes up the record of this run.
    ///
    /// - Returns: whether it is to start in safe mode.
    func begin(boot: BootID, at now: BootTime, _ log: FirmwareLog) -> Bool {
        let record = CrashRecord(after: left, boot: boot, at: now)
        do throws(FileError) {
            try FileReplacing.replace(path, with: record.bytes)
        } catch {
            log.write(.warning, "noiseclockd: \(error.description); crashes are not counted")
        }
        if record.asksForSafeMode {
            log.write(.warning, "noiseclockd crashed again and again; it starts in safe mode")
        }
        return record.asksForSafeMode
    }

    /// What the run before left behind.
    private var left: CrashRecord? {
        let bytes = try? FileReading.bytesIfPresent(at: path, limit: CrashRecord.largestSize)
        return bytes.flatMap(CrashRecord.init(reading:))
    }

    /// The run ends in order.
    func end() {
        unlink(path)
    }
}
