import HAL
import LinuxHost
import SimulatedBoard

/// Where a run's sound goes. The first output plays on a device of this desktop, or on a sink that consumes frames
/// in the run's time. The fallback outputs always use such a sink, because a desktop has one device.
struct SoundChoice {
    /// In the board's order.
    let sinks: [SelectableSink]
    /// The desktop's device that the first output plays on; nil if none.
    let device: String?

    /// The default device is tried, and abandoned with a message if it fails: a desktop without sound must
    /// still show the clock. A device that the user named is kept, and used whenever it appears.
    ///
    /// - Parameters:
    ///   - board: names the outputs; a board that names none has the desktop's.
    ///   - virtual: the run's time.
    ///   - real: one waiter per output if the hosts run as threads; empty if they are stepped.
    init(
        _ options: SimulatorOptions, board: BoardDescription, virtual: any TimeSource,
        real: [any Waiter], complain: (String) -> Void
    ) {
        let device = SoundChoice.device(options, complain)
        self.device = device
        let rate = board.audio?.rate ?? 48_000
        sinks = board.soundOutputs.enumerated().compactMap { output, devices in
            if output == 0, let device {
                return SelectableSink([device]) { ALSASink(device: $0, preferredRate: rate) }
            }
            let waiter = real.isEmpty ? nil : real[output]
            return SelectableSink(devices) { _ in SoundChoice.silent(virtual, waiter) }
        }
    }

    /// The desktop's device that the first output plays on; nil if none.
    private static func device(
        _ options: SimulatorOptions, _ complain: (String) -> Void
    ) -> String? {
        switch options.audio {
        case .device(let device): return device
        case .silent: return nil
        case nil where !options.isHeadless && options.speed == .times(1):
            let device = ALSASink(device: "default")
            do throws(PCMError) {
                _ = try device.open()
                device.close(draining: false)
                return device.device
            } catch {
                complain("No sound device: the default one can't be opened")
                return nil
            }
        case nil: return nil
        }
    }

    private static func silent(_ time: any TimeSource, _ waiter: (any Waiter)?) -> any PCMSink {
        if let waiter { return PacedPCMSink(clock: time, waiter: waiter) }
        return SimulatedPCMSink(clock: time)
    }
}
