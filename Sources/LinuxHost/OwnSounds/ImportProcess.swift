import CLinux
import ClockTime
import Glibc
package import HAL
import Synchronization

/// Runs `noiseclock-import` as a child process.
///
/// The child gets two open files and a pipe, no other descriptor, no environment and none of our signal settings; it
/// drops its remaining rights itself. Three other things end our wait for it: its time limit, `cancel`, and too much
/// output. However the wait ends, the child is dead when `run` returns.
package final class ImportProcess: SoundImportProgram {
    /// The name of the program's file.
    package static let programName = "noiseclock-import"
    /// The one line has some hundred bytes.
    private static let longestReport = 65_536

    private let candidates: [String]
    private let cancelling: WakeUp
    private let isCancelled = Atomic<Bool>(false)
    /// One import at a time: a small machine has processor time for only one.
    private let turn = Mutex(())

    /// - Parameter program: its path; nil: the default places.
    package init(program: String? = nil) throws(HostError) {
        candidates = program.map { [$0] } ?? ChildProgram.places(of: ImportProcess.programName)
        cancelling = try WakeUp()
    }

    package func cancel() {
        isCancelled.store(true, ordering: .releasing)
        cancelling.signal()
    }

    package func run(_ order: SoundImportOrder) throws(SoundImportStartError) -> SoundImportRun {
        let result = turn.withLock { _ -> Result<SoundImportRun, SoundImportStartError> in
            do throws(SoundImportStartError) {
                return .success(try runAlone(order))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func runAlone(
        _ order: SoundImportOrder
    ) throws(SoundImportStartError) -> SoundImportRun {
        guard !isCancelled.load(ordering: .acquiring) else {
            return SoundImportRun(end: .cancelled, report: [])
        }
        guard let program = candidates.first(where: { access($0, X_OK) == 0 }) else {
            throw .noProgram(lookedFor: candidates)
        }
        try ImportProcess.check(order.source)
        let target = try ImportProcess.openTarget(order.target)
        do throws(HostError) {
            var ends: [Int32] = [-1, -1]
            guard pipe2(&ends, O_CLOEXEC) == 0 else {
                throw HostError(operation: "pipe2", errno: errno)
            }
            let output = try Descriptor(ends[0], from: "pipe2")
            // Our write end closes with this call: only the child's remains, so the pipe ends with the child.
            let process = try ImportProcess.spawn(
                program, order.arguments, input: order.source,
                output: try Descriptor(ends[1], from: "pipe2"), target: target)
            return waitForEnd(process, output, longest: order.longestRun)
        } catch {
            throw .system(error)
        }
    }

    // MARK: - The child's files

    /// A client can pass any kind of open file.
    private static func check(_ source: PassedFile) throws(SoundImportStartError) {
        guard let status = try? KernelFileCalls().status(source.number), status.isRegular else {
            throw .sourceIsNoFile
        }
        guard fcntl(source.number, F_GETFL) & O_ACCMODE != O_WRONLY else {
            throw .sourceIsNotReadable
        }
        guard status.size <= SoundImportOrder.largestSource else {
            throw .sourceIsTooLarge(limit: SoundImportOrder.largestSource)
        }
    }

    private static func openTarget(_ path: String) throws(SoundImportStartError) -> Descriptor {
        do throws(CallFailure) {
            return Descriptor(
                taking: try KernelFileCalls().openRegular(
                    path, flags: O_RDWR | O_CREAT | O_TRUNC, mode: 0o600,
                    largest: WaveFile.largestSize))
        } catch {
            throw .targetFailed(
                path: path, reason: error.refusal?.words ?? systemMessage(error.errno),
                isFull: error.errno == ENOSPC || error.errno == EDQUOT)
        }
    }

    // MARK: - The child

    private static func spawn(
        _ program: String, _ arguments: [String], input: PassedFile, output: Descriptor,
        target: Descriptor
    ) throws(HostError) -> pid_t {
        // Decoder libraries print complaints about files to standard error; the report has all that matters.
        try ChildProgram.spawn(
            program, arguments, descriptors: [input.number, output.number, nil, target.number])
    }

    /// Reads the child's output until it ends or must be killed.
    private func waitForEnd(
        _ process: pid_t, _ output: Descriptor, longest: Duration
    ) -> SoundImportRun {
        let deadline = LinuxClock().now().boot + longest
        var report: [UInt8] = []
        var killedFor: SoundImportEnd?
        loop: while true {
            var polled = [
                pollfd(fd: output.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: cancelling.descriptor.number, events: Int16(POLLIN), revents: 0),
            ]
            let left = deadline - LinuxClock().now().boot
            guard left > .zero else {
                killedFor = .timedOut
                break
            }
            // Rounded up, or the last millisecond would be spent polling.
            let milliseconds = Int32(clamping: left.wholeNanoseconds / 1_000_000 + 1)
            _ = retryingInterrupted { poll(&polled, 2, milliseconds) }
            if polled[1].revents != 0 {
                killedFor = .cancelled
                break
            }
            guard polled[0].revents != 0 else { continue }
            var block = [UInt8](repeating: 0, count: 4096)
            let count = retryingInterrupted { read(output.number, &block, block.count) }
            guard count > 0, report.count + count <= ImportProcess.longestReport else { break loop }
            report += block[..<count]
        }
        // The kernel closes a child's files after its exit status is fixed, so this changes nothing for a child that
        // ended by itself. One that only closed its output has nothing more to say.
        kill(process, SIGKILL)
        var status: Int32 = 0
        let result = retryingInterrupted { waitpid(process, &status, 0) }
        if let killedFor { return SoundImportRun(end: killedFor, report: []) }
        guard result == process else {
            return SoundImportRun(end: .signalled(SIGKILL), report: report)
        }
        let signal = status & 0x7F
        let end: SoundImportEnd =
            switch signal {
            case 0: .exited(status >> 8 & 0xFF)
            // The kernel's signal for used-up processor time.
            case SIGXCPU: .timedOut
            default: .signalled(signal)
            }
        return SoundImportRun(end: end, report: report)
    }
}

extension SoundImportOrder {
    /// The program's command-line arguments.
    fileprivate var arguments: [String] {
        var words = ["--\(playback.rawValue)"]
        if playback == .loop, let crossfade { words += ["--crossfade", "\(crossfade)"] }
        return words + [
            "--longest", "\(longestSeconds)", "--largest", "\(largestBytes)",
            "--cpu", "\(processorSeconds)",
        ]
    }
}
