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
    /// Its places relative to this program's folder, tried in this order: beside it, as built, and where it is
    /// installed (`bin` and `libexec` of one prefix).
    private static let places = [programName, "../libexec/noiseclock/\(programName)"]
    /// The one line has some hundred bytes.
    private static let longestReport = 65_536
    /// The descriptor that the program writes the sound to.
    private static let outputNumber: Int32 = 3

    private let candidates: [String]
    private let cancelling: WakeUp
    private let isCancelled = Atomic<Bool>(false)
    /// One import at a time: a small machine has processor time for only one.
    private let turn = Mutex(())

    /// - Parameter program: its path; nil: the default places.
    package init(program: String? = nil) throws(HostError) {
        candidates = program.map { [$0] } ?? ImportProcess.defaultPlaces()
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

    private static func defaultPlaces() -> [String] {
        guard let folder = ProgramFolder.path else { return [] }
        return places.map { "\(folder)/\($0)" }
    }

    // MARK: - The child

    private static func spawn(
        _ program: String, _ arguments: [String], input: PassedFile, output: Descriptor,
        target: Descriptor
    ) throws(HostError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output.number, STDOUT_FILENO)
        // Decoder libraries print complaints about files there; the report has all that matters.
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, target.number, outputNumber)
        // All of ours are close-on-exec; a library's may not be.
        posix_spawn_file_actions_addclosefrom_np(&actions, outputNumber + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var process = pid_t()
        let code = posix_spawn(&process, program, &actions, &attributes, &words, &environment)
        guard code == 0 else {
            throw HostError(operation: "starting \(programName)", errno: code)
        }
        return process
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
