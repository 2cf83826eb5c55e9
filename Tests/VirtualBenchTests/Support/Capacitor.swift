import CGpiod
import CLinux
import ClockTime
import Foundation
import Glibc
import Synchronization

/// A capacitor with a light-dependent resistor on a line of the bench: after the line is let go, it rises when the
/// charge is complete.
///
/// gpio-sim itself tells nobody that a line became an input. The kernel does: it reports each new configuration of a
/// line to whoever watches the line, and after its edges are already awaited. A line that was driven low stays low on
/// gpio-sim until its pull is set, as a capacitor does.
final class Capacitor {
    /// How long a charge takes; nil: the line stays low.
    var chargeTime: Duration? {
        get { state.time.withLock { $0 } }
        set { state.time.withLock { $0 = newValue } }
    }

    private final class State: Sendable {
        let time: Mutex<Duration?>
        init(_ time: Duration?) { self.time = Mutex(time) }
    }

    private let state: State
    private let stopping: (heard: Int32, told: Int32)
    private let ended = DispatchSemaphore(value: 0)

    init(line: Int, chargeTime: Duration?) throws {
        state = State(chargeTime)
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw BenchError("a pipe", errno) }
        stopping = (ends[0], ends[1])
        let path = try SimulatedPins().devicePath()
        let watch = try LineWatch(path, line: line)
        let (state, heard, ended) = (state, stopping.heard, ended)
        Thread.detachNewThread {
            while let isInput = watch.nextDirection(orUntil: heard) {
                guard isInput, let time = state.time.withLock({ $0 }) else { continue }
                VirtualBench.rest(time)
                try? SimulatedPins().setHigh(true, line: line)
            }
            ended.signal()
        }
    }

    deinit {
        close(stopping.told)
        ended.wait()
        close(stopping.heard)
    }
}

/// Reports how a line is configured, whoever holds it.
private final class LineWatch: @unchecked Sendable {
    // Only the capacitor's thread uses it.
    private let chip: OpaquePointer

    init(_ path: String, line: Int) throws {
        guard let chip = gpiod_chip_open(path) else { throw BenchError("opening \(path)", errno) }
        self.chip = chip
        guard let now = gpiod_chip_watch_line_info(chip, UInt32(line)) else {
            throw BenchError("watching line \(line)", errno)
        }
        gpiod_line_info_free(now)
    }

    deinit { gpiod_chip_close(chip) }

    /// Waits for the line's next configuration; returns whether it is an input then, nil at the end.
    func nextDirection(orUntil stop: Int32) -> Bool? {
        let files = [gpiod_chip_get_fd(chip), stop]
        var polled = files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&polled, 2, -1) < 0 {
            guard errno == EINTR else { return nil }
        }
        guard polled[1].revents == 0, let event = gpiod_chip_read_info_event(chip) else {
            return nil
        }
        defer { gpiod_info_event_free(event) }
        let info = gpiod_info_event_get_line_info(event)
        return gpiod_line_info_get_direction(info) == GPIOD_LINE_DIRECTION_INPUT
    }
}
