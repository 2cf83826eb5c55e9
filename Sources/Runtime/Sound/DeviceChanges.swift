import ClockTime
import HAL

/// Has each output test its device when sound devices may have come or gone, so that this is known before something
/// plays (product, H1).
///
/// Theory of operation. Whoever learns of such a change tells the clock (`RunningClock.soundDevicesChanged`): the
/// firmware from the kernel, which costs no wake-up, and the simulator from its plugs. Nobody tells of a device that is
/// no card of the kernel's, such as Bluetooth. It is looked for once a minute, by the lightest opening there is.
struct DeviceChanges {
    private let equipment: SoundEquipment
    private let outputs: [SoundOutput]
    /// When to test after a change.
    private var settledBy: BootTime?
    /// When to look for devices that nobody tells of; nil: there are none.
    private var nextLook: BootTime?
    /// Each output's devices that nobody tells of.
    private var untold: [Int: [String]] = [:]
    /// How they were found last.
    private var found: [Int: [DeviceOpening]] = [:]

    /// A card comes with several files, whose rights are set a moment later.
    static let settling = Duration.seconds(1)
    static let lookInterval = Duration.seconds(60)

    init(_ equipment: SoundEquipment, of outputs: [SoundOutput]) {
        self.equipment = equipment
        self.outputs = outputs
        follow()
    }

    /// Call this when outputs were given other devices.
    mutating func follow() {
        guard let list = equipment.devices else { return }
        untold = equipment.choices.mapValues { $0.devices.filter { !list.isToldOf($0) } }
            .filter { !$0.value.isEmpty }
    }

    var nextWake: BootTime? { earlier(settledBy, nextLook) }

    mutating func told(at now: BootTime) { settledBy = settledBy ?? now + DeviceChanges.settling }

    mutating func step(at now: BootTime) {
        if let settledBy, settledBy <= now {
            self.settledBy = nil
            for output in outputs { output.retry() }
        }
        guard !untold.isEmpty, let list = equipment.devices else { return nextLook = nil }
        let due = nextLook ?? now + DeviceChanges.lookInterval
        nextLook = due <= now ? now + DeviceChanges.lookInterval : due
        guard due <= now else { return }
        for output in outputs { look(for: output, in: list) }
    }

    private mutating func look(for output: SoundOutput, in list: any AudioDeviceList) {
        // A stream that is open notices by itself.
        guard let devices = untold[output.index],
            equipment.choices[output.index]?.openDevice == nil
        else { return }
        let new = devices.map { list.opening(of: $0) }
        if found.updateValue(new, forKey: output.index) != new { output.retry() }
    }
}
