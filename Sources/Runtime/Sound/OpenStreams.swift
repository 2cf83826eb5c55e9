import ClockTime
import HAL
import Synchronization

/// Which streams are fed with silence while nothing plays, on a board whose amplifiers click as a stream
/// begins: that of the first output, and that of the alarms' own device.
///
/// The alarms' own device may be what noise falls back on, under the same name or another one, and a card
/// plays for one output at a time. So theirs stays open only while the first output has something else
/// open: where that loses its device, this one is closed to be taken over.
struct OpenStreams {
    private let outputs: [SoundOutput]
    private let equipment: SoundEquipment
    /// When it is looked again whether the first output has opened something, of which nobody tells.
    private(set) var nextWake: BootTime?

    private static let lookInterval = Duration.seconds(5)

    /// - Parameter isWanted: whether the board asks for it; else nothing is done.
    init(_ equipment: SoundEquipment, of outputs: [SoundOutput], isWanted: Bool) {
        self.equipment = equipment
        self.outputs = isWanted ? outputs : []
    }

    /// Tells the sound threads.
    ///
    /// - Parameter own: the output that alarms take first.
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

/// Word to a sound thread whether its stream is to stay open in silence, where the board asks for that.
final class OpenWish: Sendable {
    private let isOn: Atomic<Bool>

    init(_ isOn: Bool) { self.isOn = Atomic(isOn) }

    var value: Bool { isOn.load(ordering: .relaxed) }

    /// Returns whether it is another than before.
    func set(_ value: Bool) -> Bool {
        isOn.exchange(value, ordering: .relaxed) != value
    }
}
