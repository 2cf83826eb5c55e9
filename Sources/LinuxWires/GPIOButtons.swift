import CLinux
import ClockTime
import Glibc
package import HAL
import Synchronization

/// The buttons of a board on GPIO lines and its encoder, all in one request. The kernel debounces the buttons,
/// timestamps all edges and queues them; our thread waits for them. The encoder's contacts are not debounced: waiting
/// for rest would lose edges of a fast turn, and `QuadratureDecoder` needs no rest.
package final class GPIOButtons: ButtonLines {
    private let chip: BoardDescription.GPIOChip
    private let lines: [(meaning: ButtonTracker.Meaning, line: InputLine)]
    private let turns: BoardDescription.Turns
    private let time: any TimeSource
    private let calls: any GPIOCalls
    private let wakeUp: WakeUp
    private let isStopping = Atomic<Bool>(false)
    private let thread = Mutex<(any RunningThread)?>(nil)

    /// - Parameters:
    /// - buttons: those on lines are used, and the encoder; input devices are not.
    /// - time: the source of time for edges that no event timestamped.
    package init(
        chip: BoardDescription.GPIOChip, buttons: BoardDescription.Buttons,
        time: any TimeSource, calls: any GPIOCalls = LibgpiodCalls()
    ) throws(HostError) {
        self.chip = chip
        lines =
            buttons.lines.map { button, line in
                let input = InputLine(
                    offset: line.offset, isActiveLow: line.isActiveLow, pull: line.pull,
                    debounce: buttons.debounce)
                return (.key(button), input)
            } + GPIOButtons.contacts(of: buttons.encoder)
        turns = buttons.encoder?.turns ?? BoardDescription.Turns()
        self.time = time
        self.calls = calls
        wakeUp = try WakeUp()
    }

    private static func contacts(
        of encoder: BoardDescription.Encoder?
    ) -> [(meaning: ButtonTracker.Meaning, line: InputLine)] {
        guard let encoder else { return [] }
        let contacts: [(QuadratureDecoder.Contact, Int)] = [(.a, encoder.a), (.b, encoder.b)]
        return contacts.map { contact, offset in
            let line = InputLine(offset: offset, isActiveLow: true, pull: .up, debounce: .zero)
            return (.contact(contact), line)
        }
    }

    package func start(
        on threads: any ThreadHost, _ handler: @escaping @Sendable (ButtonEvent) -> Void
    ) throws(HostError) {
        guard !lines.isEmpty else { return }
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
                for (button, source) in lines.tracker.down {
                    handler(.heldAtStart(button, from: source))
                }
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
            let request = try calls.requestInputs(lines.map(\.line), ofChip: path)
            let tracker = ButtonTracker(
                lines.map { ($0.meaning, $0.line.offset) }, levels: try request.levels(),
                turns: turns)
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
                    let taken = lines.tracker.receive(
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
