import HAL
import LinuxHost
import SimulatedBoard

/// Where a run's sound goes: that of the first output to a device of this desktop, or to a sink whose
/// frames pass in the run's time; the fallbacks' always to such a sink, as a desktop has one device.
struct SoundChoice {
    /// In the board's order.
    let sinks: [any PCMSink]
    /// What the screen calls the first.
    let name: String

    /// A device that nobody named is tried, and given up with a word about it: a desktop without sound
    /// is no reason not to show the clock. One that was named is kept, and comes when it comes.
    ///
    /// - Parameters:
    ///   - outputs: how many there are, one at the least.
    ///   - virtual: the run's time.
    ///   - real: each waits in it, where the hosts run as threads; none where they are stepped.
    init(
        _ options: SimulatorOptions, outputs: Int, virtual: any TimeSource, real: [any Waiter],
        complain: (String) -> Void
    ) {
        let silent = (0..<outputs).map { output in
            SoundChoice.silent(virtual, real.isEmpty ? nil : real[output])
        }
        let first: any PCMSink
        switch options.audio {
        case .device(let device):
            (first, name) = (ALSASink(device: device), device)
        case .some(.none):
            (first, name) = (silent[0], "none")
        case nil where !options.isHeadless && options.speed == .times(1):
            let device = ALSASink(device: "default")
            do throws(PCMError) {
                _ = try device.open()
                device.close(draining: false)
                (first, name) = (device, "default")
            } catch {
                complain("no sound: the desktop's default device cannot be used")
                (first, name) = (silent[0], "none")
            }
        case nil:
            (first, name) = (silent[0], "none")
        }
        sinks = [first] + silent.dropFirst()
    }

    private static func silent(_ time: any TimeSource, _ waiter: (any Waiter)?) -> any PCMSink {
        if let waiter { return PacedPCMSink(clock: time, waiter: waiter) }
        return SimulatedPCMSink(clock: time)
    }
}
