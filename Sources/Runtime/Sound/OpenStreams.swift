import ClockTime
import HAL
import Synchronization

/// Decides which streams are fed with silence while nothing plays, on a board whose amplifiers click when a stream
/// begins: the first output's, and that of the alarms' own device.
///
/// Noise may fall back on the alarms' own device, under the same name or another one, and a card plays for one output
/// at a time. So the alarms' stream stays open only while the first output has a different device open. When the
/// first output loses its device, this stream is closed so that noise can take the device over.
struct OpenStreams {
    private let outputs: [SoundOutput]
    private let equipment: SoundEquipment
    /// When to check again whether the first output has opened a device; nobody reports that.
    private(set) var nextWake: BootTime?

    private static let lookInterval = Duration.seconds(5)

    /// - Parameter isWanted: whether the board asks for it; otherwise nothing is done.
    init(_ equipment: SoundEquipment, of outputs: [SoundOutput], isWanted: Bool) {
        self.equipment = equipment
        self.outputs = isWanted ? outputs : []
    }

    /// Updates the sound threads.
    ///
    /// - Parameter own: the output that alarms use first.
    mutating func step(own: Int?, at now: BootTime) {
        nextWake = nil
        for output in outputs where output.index > 0 {
            guard output.index == own, let choice = equipment.choices[output.index] else {
                output.stayOpen(false)
                continue
            }
            let other = equipment.choices[0]?.openDevice
            output.stayOpen(other.map { !choice.devices.contains($0) } ?? false)
            if other == nil { nextWake = now + OpenStreams.lookInterval }
        }
    }
}

/// Tells a sound thread whether to keep its stream open in silence, if the board asks for that.
final class OpenWish: Sendable {
    private let isOn: Atomic<Bool>

    init(_ isOn: Bool) { self.isOn = Atomic(isOn) }

    var value: Bool { isOn.load(ordering: .relaxed) }

    /// Returns whether the value has changed.
    func set(_ value: Bool) -> Bool {
        isOn.exchange(value, ordering: .relaxed) != value
    }
}
