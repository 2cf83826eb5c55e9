import CLinux
import ClockTime
import Glibc
package import HAL
import Synchronization

/// A program of ours that runs beside this one, until this one ends.
package final class CompanionProgram: Sendable {
    /// The first line that it wrote, which says that it is ready.
    package let firstLine: String
    private let process: pid_t
    private let isStopped = Atomic<Bool>(false)

    /// Why there is none.
    package enum StartError: Error, Hashable, Sendable {
        case noProgram(lookedFor: [String])
        /// It ended before it was ready; standard error has its reason.
        case notReady
        case system(HostError)
    }

    /// The longest time until it is ready.
    private static let patience = Duration.seconds(10)
    private static let longestLine = 4096

    /// Starts it and waits for its first line.
    package init(_ name: String, _ arguments: [String]) throws(StartError) {
        let candidates = ChildProgram.places(of: name)
        guard let program = candidates.first(where: { access($0, X_OK) == 0 }) else {
            throw .noProgram(lookedFor: candidates)
        }
        do throws(HostError) {
            var ends: [Int32] = [-1, -1]
            guard pipe2(&ends, O_CLOEXEC) == 0 else {
                throw HostError(operation: "pipe2", errno: errno)
            }
            let output = try Descriptor(ends[0], from: "pipe2")
            let input = try Descriptor(ends[1], from: "pipe2")
            process = try ChildProgram.spawn(
                program, arguments, descriptors: [nil, input.number, STDERR_FILENO])
            _ = consume input
            firstLine = CompanionProgram.line(from: output)
        } catch {
            throw .system(error)
        }
        guard !firstLine.isEmpty else {
            stop()
            throw .notReady
        }
    }

    deinit { stop() }

    /// Ends it and waits until it has ended. A second call does nothing.
    package func stop() {
        guard !isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
        kill(process, SIGTERM)
        var status: Int32 = 0
        _ = retryingInterrupted { waitpid(process, &status, 0) }
    }

    /// The first line, without its end; empty if none comes.
    private static func line(from output: borrowing Descriptor) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        let end = LinuxClock().now().boot + patience
        while bytes.count < longestLine {
            let left = end - LinuxClock().now().boot
            var watched = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
            guard left > .zero, poll(&watched, 1, Int32(left.components.seconds * 1000) + 1) > 0,
                read(output.number, &byte, 1) == 1
            else { return "" }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return ""
    }
}
