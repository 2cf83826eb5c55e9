package import HAL
import Synchronization

// Theory of operation.
//
// The writing thread owns the stream; any thread may choose. A choice is a list of names under a lock and a count of
// choices in an atomic word. Opening takes the lock, makes the sinks of the listed devices, and opens the first
// available one. Writing takes no lock: the open device's address is in an atomic word that only the writing thread
// changes, and the count shows a new choice.

/// A sound output on the first of several devices that opens: the one that the board or a person prefers, then its
/// fallbacks. Each opening starts again with the first, so a card that comes back is used from the next sound on, or
/// after `reconsider`. A device that opens and then fails before it took more than its buffer holds comes last, until
/// the next choice or `reconsider`.
package final class SelectableSink: PCMSink, OutputChoice {
    /// As many as a board file names, and some for people.
    package static let mostDevices = 16

    private final class Device: Sendable {
        let name: String
        let sink: any PCMSink
        /// Frames taken since it was opened, and the number that proves that it plays: more than its buffer holds.
        /// Only the writing thread uses them.
        let taken = Atomic<Int>(0)
        let proof = Atomic<Int>(0)
        /// It opened, but then took almost nothing: all others are tried before it.
        let isUseless = Atomic<Bool>(false)

        init(name: String, sink: any PCMSink) {
            self.name = name
            self.sink = sink
        }
    }

    private struct State {
        var devices: [String]
        /// The listed device that somebody chose, which counts as heard even without a jack.
        var believed: String?
        /// The sinks of the devices listed at the last opening, including `current`.
        var made: [Device]
        var openDevice: String?
    }

    private let makeSink: @Sendable (String) -> any PCMSink
    private let state: Mutex<State>
    /// Counts the choices that an open stream must follow.
    private let choices = Atomic<Int>(0)
    /// The count when the stream was opened. Only the writing thread uses these three.
    private let choicesAtOpening = Atomic<Int>(0)
    private let underrunsOfOthers = Atomic<Int>(0)
    /// The address of the open `Device`; 0 while closed.
    private let current = Atomic<UInt>(0)
    private let allUnderruns = Atomic<Int>(0)
    private let needed: Atomic<Bool>
    private let soundless = Atomic<Bool>(false)
    private let standIn = Atomic<Bool>(false)

    /// - Parameters:
    /// - devices: at least one, preferred first; only the first `mostDevices` are used.
    /// - makeSink: makes a device's closed sink; called at its first try.
    package init?(_ devices: [String], makeSink: @escaping @Sendable (String) -> any PCMSink) {
        guard let name = devices.first else { return nil }
        let first = Device(name: name, sink: makeSink(name))
        needed = Atomic(first.sink.needsSamples)
        self.makeSink = makeSink
        state = Mutex(
            State(
                devices: Array(devices.prefix(SelectableSink.mostDevices)), believed: name,
                made: [first]))
    }

    deinit { close(draining: false) }

    // MARK: - From any thread

    package func choose(_ devices: [String], believing believed: String?) {
        let devices = Array(devices.prefix(SelectableSink.mostDevices))
        state.withLock { state in
            if !devices.isEmpty { state.believed = believed }
            guard let first = devices.first, devices != state.devices else { return }
            state.devices = devices
            // A stand-in closes too: the chosen device may be back. While a device is being opened, nobody knows yet
            // which it will be.
            guard state.openDevice != first else { return }
            for device in state.made { device.isUseless.store(false, ordering: .relaxed) }
            choices.wrappingAdd(1, ordering: .releasing)
        }
    }

    package func reconsider() {
        state.withLock { state in
            guard let open = state.openDevice, open != state.devices.first else { return }
            for device in state.made { device.isUseless.store(false, ordering: .relaxed) }
            choices.wrappingAdd(1, ordering: .releasing)
        }
    }

    package var devices: [String] { state.withLock { $0.devices } }

    package var openDevice: String? { state.withLock { $0.openDevice } }

    package var underruns: Int { allUnderruns.load(ordering: .relaxed) }

    // MARK: - On the thread that writes

    /// - Throws: the first device's error if none can be opened: that is the one to fix.
    package func open() throws(PCMError) -> PCMFormat {
        close(draining: false)
        let (candidates, believed, count) = state.withLock { state in
            let old = state.made
            state.made = state.devices.map { name in
                old.first { $0.name == name } ?? Device(name: name, sink: makeSink(name))
            }
            let useless = state.made.filter { $0.isUseless.load(ordering: .relaxed) }
            let others = state.made.filter { !$0.isUseless.load(ordering: .relaxed) }
            return (others + useless, state.believed, choices.load(ordering: .acquiring))
        }
        var first: PCMError?
        for device in candidates {
            do throws(PCMError) {
                let format = try device.sink.open()
                device.taken.store(0, ordering: .relaxed)
                device.proof.store(format.bufferFrames, ordering: .relaxed)
                choicesAtOpening.store(count, ordering: .relaxed)
                let others = underruns - device.sink.underruns
                underrunsOfOthers.store(others, ordering: .relaxed)
                current.store(SelectableSink.address(of: device), ordering: .releasing)
                needed.store(device.sink.needsSamples, ordering: .relaxed)
                soundless.store(
                    device.sink.isSoundless && device.name != believed, ordering: .relaxed)
                standIn.store(device.name != believed, ordering: .relaxed)
                state.withLock { $0.openDevice = device.name }
                return format
            } catch {
                first = first ?? error
            }
        }
        throw first ?? .gone
    }

    package func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {
        guard let opened else { throw .gone }
        let error = opened._withUnsafeGuaranteedRef { device -> PCMError? in
            do throws(PCMError) {
                try device.sink.write(samples, frames: frames)
                device.taken.wrappingAdd(frames, ordering: .relaxed)
                noteUnderruns(of: device)
                return nil
            } catch {
                let taken = device.taken.load(ordering: .relaxed)
                let isUseless = taken <= device.proof.load(ordering: .relaxed)
                device.isUseless.store(isUseless, ordering: .relaxed)
                forget(device)
                return error
            }
        }
        if let error { throw error }
    }

    package func close(draining: Bool) {
        opened?._withUnsafeGuaranteedRef { device in
            device.sink.close(draining: draining)
            forget(device)
        }
    }

    package var mustReopen: Bool {
        current.load(ordering: .relaxed) != 0
            && choices.load(ordering: .acquiring) != choicesAtOpening.load(ordering: .relaxed)
    }

    package var playedFrames: Int? {
        opened?._withUnsafeGuaranteedRef { $0.sink.playedFrames } ?? nil
    }

    package var queuedFrames: Int? {
        opened?._withUnsafeGuaranteedRef { $0.sink.queuedFrames } ?? nil
    }

    /// Never for a device that somebody chose: whoever names a loopback knows who listens at its other end.
    package var isSoundless: Bool { soundless.load(ordering: .relaxed) }

    package var isStandIn: Bool { standIn.load(ordering: .relaxed) }

    /// While closed, the value of the last open device; before that, of the preferred one.
    package var needsSamples: Bool { needed.load(ordering: .relaxed) }

    private func forget(_ device: Device) {
        noteUnderruns(of: device)
        current.store(0, ordering: .releasing)
        state.withLock { $0.openDevice = nil }
    }

    private func noteUnderruns(of device: Device) {
        let all = underrunsOfOthers.load(ordering: .relaxed) + device.sink.underruns
        allUnderruns.store(all, ordering: .relaxed)
    }

    /// Unmanaged, because a counted reference would be retained for each block. `made` keeps it alive: only `open`,
    /// on this very thread, drops devices.
    private var opened: Unmanaged<Device>? {
        UnsafeRawPointer(bitPattern: current.load(ordering: .relaxed)).map(Unmanaged.fromOpaque)
    }

    private static func address(of device: Device) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(device).toOpaque())
    }
}
