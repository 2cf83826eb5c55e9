/// What a problem of a part means for the next ring.
enum PartWeight: Hashable, Sendable {
    /// The ring needs nothing of it.
    case aside
    /// The ring does without it, but is missed, stopped or set less well. The face names it.
    case felt
    /// The alarm may not ring.
    case decisive
}

// The one table of what a problem of a part means. Health, the status, the mark, the face and the answers to changes all
// read it.
extension HealthPart {
    /// Which check shows it.
    var subject: HealthCheck.Subject {
        switch self {
        case .display, .bus, .light, .fonts: .display
        case .buttons, .keys: .keys
        case .outputs, .vibration, .fallbackSound: .outputs
        case .sound, .volumeControl, .realTimePriority: .sound
        case .storage, .state, .alarms, .history, .stateFolder, .space: .storage
        case .zone: .zone
        case .catalogue: .alarmSounds
        case .board, .program: .program
        case .battery, .batteryCharge: .battery
        }
    }

    /// For a sound output this holds as long as something else is known to be heard (`ClockMachine.soundVerdict`). For
    /// the keys it holds if snooze or stop is stuck, since a ring is answered by them.
    var weight: PartWeight {
        switch self {
        case .light, .fonts, .history, .stateFolder, .space, .catalogue, .realTimePriority,
            .battery,
            .fallbackSound:
            .aside
        case .display, .bus, .buttons, .keys, .outputs, .vibration, .sound, .volumeControl,
            .storage, .zone, .board, .program:
            .felt
        case .state, .alarms, .batteryCharge: .decisive
        }
    }
}
