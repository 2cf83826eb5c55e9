import ClockTime
import Glibc
package import HAL
import Synchronization

/// Why some keys of input devices do not work.
package enum InputFailure: Hashable, Sendable {
    /// A device cannot be opened, as by a user without the group `input`.
    case refused(errno: Int32)
    /// No device has a key for these buttons, which nothing else has either.
    case missing([BoardDescription.Button])
}

/// An event from the keys of input devices.
package enum InputKeyEvent: Hashable, Sendable {
    /// The key was down when its device was opened.
    case heldAtStart(BoardDescription.Button, from: KeySource)
    case edge(ButtonEdge)
    /// What does not work; nil when all does again. Reported once per change.
    case failed(InputFailure?)
}

/// The keys of the kernel's input devices: a remote control, a headset, a keypad.
///
/// Theory of operation. One thread waits for the events of all devices that have a key or knob that the board file
/// names, and for devices that come and go: each change in their folder leads to a look at all of them. While
/// something is missing it also looks again after growing pauses, because a right that is granted later is not always
/// a change in the folder. The kernel timestamps the events. A device that goes away lets its keys go.
package final class InputKeys: Sendable {
    private let codes: [Int: BoardDescription.Button]
    private let input: BoardDescription.InputDevices
    /// The buttons that only input devices have.
    private let needed: [BoardDescription.Button]
    private let time: any TimeSource
    private let calls: any InputCalls
    private let wakeUp: WakeUp
    private let isStopping = Atomic<Bool>(false)
    private let thread = Mutex<(any RunningThread)?>(nil)

    /// More than any clock has; others stay closed.
    private static let mostDevices = 16

    package init(
        buttons: BoardDescription.Buttons, time: any TimeSource,
        calls: any InputCalls = KernelInputCalls()
    ) throws(HostError) {
        codes = buttons.codes
        input = buttons.input
        needed = BoardDescription.Button.allCases.filter { button in
            guard let key = buttons.keys[button] else { return false }
            return key.line == nil
        }
        self.time = time
        self.calls = calls
        wakeUp = try WakeUp()
    }

    /// Starts, once, a thread that calls `handler` with the edges in order. Waits for missing devices.
    package func start(
        on threads: any ThreadHost, _ handler: @escaping @Sendable (InputKeyEvent) -> Void
    ) throws(HostError) {
        guard !codes.isEmpty || input.dial != nil else { return }
        let started = try threads.start("input keys", priority: .normal) { [self] in
            run(handler)
        }
        thread.withLock { $0 = started }
    }

    /// Closes the devices and ends the thread. Never call it from the handler.
    package func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeUp.signal()
        thread.withLock { $0 }?.join()
    }

    // MARK: - On its thread

    private struct Opened {
        let path: String
        let device: any InputDevice
        var tracker: InputTracker
    }

    private var mustStop: Bool { isStopping.load(ordering: .acquiring) }

    private func run(_ handler: (InputKeyEvent) -> Void) {
        var watch: (any InputWatch)?
        var opened: [Opened] = []
        var made = 0
        var failure: InputFailure?
        var failures = 0
        while !mustStop {
            if watch?.clear() != true { watch = calls.watch() }
            let problem = look(&opened, &made, handler)
            if failure != problem { handler(.failed(problem)) }
            failure = problem
            failures = problem == nil ? 0 : failures + 1
            var pause: Duration?
            if problem != nil {
                pause = RetryPause.inIdleAfter(failures: failures - 1)
            } else if watch == nil {
                // Looking is the only way to find a device that was plugged in.
                pause = RetryPause.longestInIdle
            }
            follow(&opened, watch, atMost: pause, handler)
        }
        for place in opened.indices {
            emit(opened[place].tracker.letGo(at: time.now().boot), handler)
        }
    }

    /// Opens the devices that are new and wanted.
    ///
    /// - Parameter made: the number of devices so far.
    private func look(
        _ opened: inout [Opened], _ made: inout Int, _ handler: (InputKeyEvent) -> Void
    ) -> InputFailure? {
        var refusal: InputFailure?
        for path in calls.devices().sorted() where opened.count < InputKeys.mostDevices {
            guard !opened.contains(where: { $0.path == path }) else { continue }
            do throws(WireFailure) {
                guard let fresh = try open(path, number: made) else { continue }
                made += 1
                for (button, source) in fresh.tracker.heldButtons {
                    handler(.heldAtStart(button, from: source))
                }
                opened.append(fresh)
            } catch {
                // It went away between the two calls, or is about to.
                if error.errno == ENOENT || error.errno == ENODEV || error.errno == ENXIO {
                    continue
                }
                refusal = refusal ?? .refused(errno: error.errno)
            }
        }
        let there = Set(opened.flatMap { $0.device.keys.compactMap { codes[$0] } })
        let missing = needed.filter { !there.contains($0) }
        guard !missing.isEmpty else { return nil }
        return refusal ?? .missing(missing)
    }

    /// nil: the device has nothing that the board file names.
    private func open(_ path: String, number: Int) throws(WireFailure) -> Opened? {
        let device = try calls.open(path)
        guard input.names.isEmpty || input.names.contains(device.name) else { return nil }
        let buttons = codes.filter { device.keys.contains($0.key) }
        let dial = device.isKnob ? input.dial : nil
        guard !buttons.isEmpty || dial != nil else { return nil }
        if input.isGrabbed { try device.grab() }
        let tracker = InputTracker(
            device: number, buttons: buttons, dial: dial, down: try device.keysDown())
        return Opened(path: path, device: device, tracker: tracker)
    }

    /// Reports all edges, until stopped, until a device comes or goes, or until the time is over.
    private func follow(
        _ opened: inout [Opened], _ watch: (any InputWatch)?, atMost pause: Duration?,
        _ handler: (InputKeyEvent) -> Void
    ) {
        let milliseconds = pause.map { Int32(clamping: $0.wholeNanoseconds / 1_000_000) } ?? -1
        while !mustStop {
            var numbers = [wakeUp.number, watch?.descriptor ?? -1]
            numbers += opened.map(\.device.descriptor)
            var polled = numbers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let count = nfds_t(polled.count)
            let ready = retryingInterrupted { poll(&polled, count, milliseconds) }
            guard ready > 0, !mustStop else { return }
            var gone: [Int] = []
            for place in opened.indices where polled[place + 2].revents != 0 {
                if !read(&opened[place], handler) { gone.append(place) }
            }
            for place in gone.reversed() {
                emit(opened[place].tracker.letGo(at: time.now().boot), handler)
                opened.remove(at: place)
            }
            guard gone.isEmpty, polled[1].revents == 0 else { return }
        }
    }

    /// - Returns: false if the device is gone.
    private func read(_ opened: inout Opened, _ handler: (InputKeyEvent) -> Void) -> Bool {
        do throws(WireFailure) {
            let taken = opened.tracker.receive(try opened.device.events())
            emit(taken.edges, handler)
            if taken.mustSettle {
                let down = try opened.device.keysDown()
                emit(opened.tracker.settle(down, at: time.now().boot), handler)
            }
            return true
        } catch {
            return false
        }
    }

    private func emit(_ edges: [ButtonEdge], _ handler: (InputKeyEvent) -> Void) {
        for edge in edges { handler(.edge(edge)) }
    }
}
