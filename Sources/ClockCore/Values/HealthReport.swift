package enum HealthPart: String, CaseIterable, Hashable, Comparable, Sendable, Codable {
    /// `storage` is where the state is kept. `state` is what the store held at the start, `alarms` the unreadable
    /// alarms in it: a successful save does not bring back what was lost. `outputs` are motor, buzzer and lamp,
    /// `vibration` a motor on the I2C bus. `sound` is the first sound output, `fallbackSound` the others, which an alarm
    /// uses when it must. `buttons` are the key lines, `keys` the keys themselves (a stuck one). `history` is the
    /// history's storage. `catalogue` are the files that name the sounds. `volumeControl` covers anything that could mute
    /// a sound card. `stateFolder` is the folder that holds everything, if others can write to it, `space` its disk, if it is full. `program` is the clock
    /// program: it crashes repeatedly. `fonts` are a person's own. `battery` is what tells its charge, `batteryCharge` the
    /// charge itself.
    case display, bus, buttons, keys, outputs, sound, fallbackSound, light, storage, state, alarms,
        history, board, zone, realTimePriority, catalogue, volumeControl, stateFolder, program,
        battery, batteryCharge, vibration, fonts, space

    /// For people.
    package var inWords: String {
        switch self {
        case .display: "display"
        case .bus: "bus"
        case .buttons: "buttons"
        case .keys: "buttons"
        case .outputs: "outputs"
        case .vibration: "vibration"
        case .sound: "sound"
        case .fallbackSound: "further sound outputs"
        case .light: "light sensor"
        case .storage: "storage"
        case .state: "saved state"
        case .alarms: "stored alarms"
        case .history: "history"
        case .board: "board file"
        case .zone: "time zone"
        case .realTimePriority: "real-time priority"
        case .catalogue: "sound catalogue"
        case .fonts: "your own fonts"
        case .volumeControl: "volume control"
        case .stateFolder: "state folder"
        case .space: "disk"
        case .program: "firmware"
        case .battery, .batteryCharge: "battery"
        }
    }

    package static func < (one: HealthPart, other: HealthPart) -> Bool {
        one.rawValue < other.rawValue
    }
}

/// The health of one part of the device.
package struct HealthReport: Hashable, Sendable, Codable {
    package var part: HealthPart
    /// Nil: the part works.
    package var problem: String?

    package init(part: HealthPart, problem: String?) {
        self.part = part
        self.problem = problem
    }
}
