import HAL
import LinuxHost
import SimulatedBoard

/// Where a run's sound goes: that of the first output to a device of this desktop, or to a sink whose
/// frames pass in the run's time; the fallbacks' always to such a sink, as a desktop has one device.
struct SoundChoice {
    /// In the board's order.
    let sinks: [SelectableSink]
    /// The desktop's device that the first plays on; nil: none.
    let device: String?

    /// A device that nobody named is tried, and given up with a word about it: a desktop without sound
    /// is no reason not to show the clock. One that was named is kept, and comes when it comes.
    ///
    /// - Parameters:
    ///   - board: names the outputs; one that names none has the desktop's.
    ///   - virtual: the run's time.
    ///   - real: each waits in it, where the hosts run as threads; none where they are stepped.
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

    /// The desktop's device that the first output plays on; nil: none.
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
                complain("No sound device: this desktop's default one does not open")
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
