import HAL
import LinuxHost
import SimulatedBoard

/// Where a run's sound goes: to a device of this desktop, or to a sink whose frames pass in the run's
/// time.
struct SoundChoice {
    let sink: any PCMSink
    /// What the screen calls it.
    let name: String

    /// A device that nobody named is tried, and given up with a word about it: a desktop without sound
    /// is no reason not to show the clock. One that was named is kept, and comes when it comes.
    ///
    /// - Parameters:
    ///   - virtual: the run's time.
    ///   - real: waits in it, where the hosts run as threads; nil where they are stepped.
    init(
        _ options: SimulatorOptions, virtual: any TimeSource, real: (any Waiter)?,
        complain: (String) -> Void
    ) {
        switch options.audio {
        case .device(let device):
            (sink, name) = (ALSASink(device: device), device)
        case .some(.none):
            (sink, name) = (SoundChoice.silent(virtual, real), "none")
        case nil where !options.isHeadless && options.speed == .times(1):
            let device = ALSASink(device: "default")
            do throws(PCMError) {
                _ = try device.open()
                device.close(draining: false)
                (sink, name) = (device, "default")
            } catch {
                complain("no sound: the desktop's default device cannot be used")
                (sink, name) = (SoundChoice.silent(virtual, real), "none")
            }
        case nil:
            (sink, name) = (SoundChoice.silent(virtual, real), "none")
        }
    }

    private static func silent(_ time: any TimeSource, _ waiter: (any Waiter)?) -> any PCMSink {
        if let waiter { return PacedPCMSink(clock: time, waiter: waiter) }
        return SimulatedPCMSink(clock: time)
    }
}
