import ClockTime

/// The settings of an alarm, and when a change of each counts: the one place for the law's 6.7. They are called as in
/// `AlarmChanges`.
package enum AlarmSetting: String, CaseIterable, Hashable, Sendable {
    case time, kind, zone
    case label, message, icon, tint, category
    case sound, vibration, volume, ramp, isMustWake, preAlert, sunrise, ringLength, automaticRings
    case snoozeAllowed, snoozeLength, snoozeLimit
    case observesFreeDays, respectsDoNotDisturb
    case noiseAfter

    package enum Effect: Hashable, Sendable {
        /// It is another alarm now: what rings or is snoozed ends, spent dates and skips are forgotten, and its dates
        /// count from now.
        case armsAnew
        /// Whatever shows it, and a ring in progress, follow at once.
        case atOnce
        /// The ring in progress keeps what it began with.
        case nextRing
        /// A snooze in progress keeps its end.
        case nextSnooze
        /// When the next date falls due, or the next stop comes.
        case nextDecision
    }

    package var effect: Effect {
        switch self {
        case .time, .kind, .zone: .armsAnew
        case .label, .message, .icon, .tint, .category, .volume: .atOnce
        case .sound, .vibration, .ramp, .isMustWake, .preAlert, .sunrise, .ringLength,
            .automaticRings:
            .nextRing
        case .snoozeAllowed, .snoozeLength, .snoozeLimit: .nextSnooze
        case .observesFreeDays, .respectsDoNotDisturb, .noiseAfter: .nextDecision
        }
    }

    /// The settings in which two versions of an alarm differ; empty: the change was none.
    static func changed(from old: Alarm, to new: Alarm) -> [AlarmSetting] {
        allCases.filter { $0.differs(old, new) }
    }

    private func differs(_ old: Alarm, _ new: Alarm) -> Bool {
        switch self {
        case .time: old.schedule.time != new.schedule.time
        case .kind: old.schedule.kind != new.schedule.kind
        case .zone: old.pinnedZone != new.pinnedZone
        case .label: old.label != new.label
        case .message: old.message != new.message
        case .icon: old.icon != new.icon
        case .tint: old.tint != new.tint
        case .category: old.category != new.category
        case .sound: old.sound != new.sound
        case .vibration: old.vibration != new.vibration
        case .volume: old.volume != new.volume
        case .ramp: old.ramp != new.ramp
        case .isMustWake: old.isMustWake != new.isMustWake
        case .preAlert: old.preAlert != new.preAlert
        case .sunrise: old.sunrise != new.sunrise
        case .ringLength: old.ringLength != new.ringLength
        case .automaticRings: old.automaticRings != new.automaticRings
        case .snoozeAllowed: old.snooze.isAllowed != new.snooze.isAllowed
        case .snoozeLength: old.snooze.length != new.snooze.length
        case .snoozeLimit: old.snooze.limit != new.snooze.limit
        case .observesFreeDays: old.observesFreeDays != new.observesFreeDays
        case .respectsDoNotDisturb: old.respectsDoNotDisturb != new.respectsDoNotDisturb
        case .noiseAfter: old.noiseAfter != new.noiseAfter
        }
    }
}

extension [AlarmSetting] {
    var armAnew: Bool { contains { $0.effect == .armsAnew } }
}
