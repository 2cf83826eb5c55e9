import CLinux
import ClockTime
import Glibc
package import HAL
import Synchronization

/// The buttons of a board on GPIO lines, all in one request. The kernel debounces them, timestamps their edges and
/// queues them; our thread waits for them.
package final class GPIOButtons: ButtonLines {
    private let chip: BoardDescription.GPIOChip
    private let buttons: [(button: BoardDescription.Button, line: InputLine)]
    private let debounce: Duration
    private let time: any TimeSource
    private let calls: any GPIOCalls
    private let wakeUp: WakeUp
    private let isStopping = Atomic<Bool>(false)
    private let thread = Mutex<(any RunningThread)?>(nil)

    /// - Parameters:
    /// - buttons: those on lines are used; keys of other kinds are skipped.
    /// - time: the source of time for edges that no event timestamped.
    package init(
        chip: BoardDescription.GPIOChip, buttons: BoardDescription.Buttons,
        time: any TimeSource, calls: any GPIOCalls = LibgpiodCalls()
    ) throws(HostError) {
        self.chip = chip
        self.buttons = BoardDescription.Button.allCases.compactMap { button in
            guard case .line(let offset, let isActiveLow, let pull) = buttons.keys[button] else {
                return nil
            }
            return (button, InputLine(offset: offset, isActiveLow: isActiveLow, pull: pull))
        }
        debounce = buttons.debounce
        self.time = time
        self.calls = calls
        wakeUp = try WakeUp()
    }

    package func start(
        on threads: any ThreadHost, _ handler: @escaping @Sendable (ButtonEvent) -> Void
    ) throws(HostError) {
        guard !buttons.isEmpty else { return }
        let started = try threads.start("buttons", priority: .normal) { [self] in run(handler) }
        thread.withLock { $0 = started }
    }

    package func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeUp.signal()
        thread.withLock { $0 }?.join()
    }

    // MARK: - On its thread

    private var mustStop: Bool { isStopping.load(ordering: .acquiring) }

    private func run(_ handler: (ButtonEvent) -> Void) {
        var failure: LineError?
        var failures = 0
        while !mustStop {
            do throws(LineError) {
                var lines = try takeUp()
                if failure != nil { handler(.failed(nil)) }
                failure = nil
                failures = 0
                for button in lines.tracker.down { handler(.heldAtStart(button)) }
                try follow(&lines, handler)
            } catch {
                if failure != error { handler(.failed(error)) }
                failure = error
                _ = wait(for: nil, atMost: RetryPause.inIdleAfter(failures: failures))
                failures += 1
            }
        }
    }

    private struct HeldLines {
        let request: any InputRequest
        var tracker: ButtonTracker
    }

    private func takeUp() throws(LineError) -> HeldLines {
        let path = try findChip(chip, calls)
        do throws(WireFailure) {
            let request = try calls.requestInputs(
                buttons.map(\.line), ofChip: path, debounce: debounce)
            let tracker = ButtonTracker(
                buttons.map { ($0.button, $0.line.offset) }, levels: try request.levels())
            return HeldLines(request: request, tracker: tracker)
        } catch {
            throw LineError(error)
        }
    }

    /// Reports all edges, until stopped or until the lines fail.
    private func follow(
        _ lines: inout HeldLines, _ handler: (ButtonEvent) -> Void
    ) throws(LineError) {
        do throws(WireFailure) {
            var hasGap = false
            while !mustStop {
                // After a gap, the levels are read once no edge is pending: read earlier, they would be ahead of the
                // edges.
                let isReadable = wait(for: lines.request, atMost: hasGap ? .zero : nil)
                if mustStop { break }
                if isReadable {
                    let taken = lines.tracker.take(
                        try lines.request.events(),
                        bootMinusMonotonic: calls.bootMinusMonotonic())
                    hasGap = hasGap || taken.hasGap
                    emit(taken.edges, handler)
                } else if hasGap {
                    hasGap = false
                    let levels = try lines.request.levels()
                    emit(lines.tracker.settle(levels, at: time.now().boot), handler)
                }
            }
        } catch {
            emit(lines.tracker.letGo(at: time.now().boot), handler)
            throw LineError(error)
        }
    }

    private func emit(_ edges: [ButtonEdge], _ handler: (ButtonEvent) -> Void) {
        for edge in edges { handler(.edge(edge)) }
    }

    /// Waits for an edge or for the stop signal.
    ///
    /// - Parameters:
    ///   - request: nil waits only for the stop signal.
    ///   - limit: nil waits without a limit.
    /// - Returns: whether the request is readable, perhaps because its chip is gone.
    private func wait(for request: (any InputRequest)?, atMost limit: Duration?) -> Bool {
        var polled = [pollfd(fd: wakeUp.number, events: Int16(POLLIN), revents: 0)]
        if let request {
            polled.append(pollfd(fd: request.descriptor, events: Int16(POLLIN), revents: 0))
        }
        let milliseconds = limit.map { Int32(clamping: $0.wholeNanoseconds / 1_000_000) } ?? -1
        let count = nfds_t(polled.count)
        let ready = retryingInterrupted { poll(&polled, count, milliseconds) }
        return ready > 0 && polled.count > 1 && polled[1].revents != 0
    }
}

/// An eventfd that stays readable after the first signal.
final class WakeUp: Sendable {
    let number: Int32

    init() throws(HostError) {
        // Checked before this object owns it, whose `deinit` would close it and change errno.
        let made = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard made >= 0 else { throw HostError(operation: "eventfd", errno: errno) }
        number = made
    }

    deinit { _ = close(number) }

    func signal() {
        var one: UInt64 = 1
        _ = retryingInterrupted { write(number, &one, MemoryLayout<UInt64>.size) }
    }
}
