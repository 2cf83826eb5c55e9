package import ClockTime

/// What can be asked of the clock from outside. One set for every way in; Control owns their words
/// and their JSON.
package enum Command: Hashable, Sendable {
    case status
    case addAlarm(Schedule, AlarmChanges)
    case listAlarms
    /// What came to pass.
    case history(HistoryQuery)
    case editAlarm(AlarmID, AlarmChanges)
    case removeAlarm(AlarmID)
    case setAlarmEnabled(AlarmID, Bool)
    /// Leave out so many of a weekly alarm's next dates; 0 takes back what was asked before.
    case skipNext(AlarmID, Int)
    case snooze(MemberTarget)
    case stop(MemberTarget)
    case playNoise(SoundID?, volume: Percent?)
    case stopNoise
    case setNoiseVolume(Percent)
    /// Some seconds of a sound, then back to what was.
    case previewNoise(SoundID)
    /// Whether the stop key has to be held for two seconds to stop a ring.
    case setHoldToStop(Bool)
    case setHourFormat(HourFormat)
}

/// Which ringing or snoozed alarm a snooze or stop means.
package enum MemberTarget: Hashable, Sendable {
    /// What rings now; for a stop with nothing ringing, what is snoozed. A button means this.
    case current
    case alarm(AlarmID)
    /// Just this one: a late or repeated request cannot hit the next ring (law, 13).
    case occurrence(OccurrenceID)
}

/// The fields of an alarm to set; nil leaves one as it is.
package struct AlarmChanges: Hashable, Sendable {
    /// Time and kind apart, so that each can be changed and the other kept.
    package var time: TimeOfDay?
    package var kind: Schedule.Kind?
    package var label: String?
    package var sound: SoundID?
    package var volume: Percent?
    package var ramp: Duration?
    package var snoozeAllowed: Bool?
    package var snoozeLength: Duration?
    package var snoozeLimit: SnoozeLimit?

    package enum SnoozeLimit: Hashable, Sendable {
        case unlimited
        case times(Int)
    }

    package init() {}

    package var isEmpty: Bool { self == AlarmChanges() }
    package var changesSchedule: Bool { time != nil || kind != nil }
}

extension AlarmChanges {
    /// Writes the changes into `alarm`, or says which is not allowed and changes nothing.
    func apply(to alarm: inout Alarm, catalogue: SoundCatalogue) throws(CommandError) {
        try check(catalogue: catalogue)
        let old = alarm.schedule
        guard let schedule = Schedule(time: time ?? old.time, kind: kind ?? old.kind) else {
            throw .invalid(field: "weekdays", "a weekly alarm needs one weekday at least")
        }
        alarm.schedule = schedule
        alarm.label = label ?? alarm.label
        alarm.sound = sound ?? alarm.sound
        alarm.volume = volume ?? alarm.volume
        alarm.ramp = ramp ?? alarm.ramp
        alarm.snooze.isAllowed = snoozeAllowed ?? alarm.snooze.isAllowed
        alarm.snooze.length = snoozeLength ?? alarm.snooze.length
        switch snoozeLimit {
        case .unlimited: alarm.snooze.limit = nil
        case .times(let count): alarm.snooze.limit = count
        case nil: break
        }
    }

    private func check(catalogue: SoundCatalogue) throws(CommandError) {
        if let label, label.count > AlarmLimits.labelLength {
            throw .invalid(
                field: "label",
                "has \(label.count) characters; \(AlarmLimits.labelLength) are allowed")
        }
        if let label, label.utf8.count > AlarmLimits.labelBytes {
            throw .invalid(
                field: "label",
                "has \(label.utf8.count) bytes; \(AlarmLimits.labelBytes) are allowed")
        }
        if let label, label.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f })
        {
            throw .invalid(field: "label", "holds a control character; text on one line is allowed")
        }
        if let sound, !catalogue.tones.contains(sound) {
            throw .unknownSound(sound, among: catalogue.tones)
        }
        if let ramp, !AlarmLimits.ramp.contains(ramp) {
            throw .invalid(field: "ramp", "0 to 60 seconds are allowed")
        }
        if let snoozeLength, !AlarmLimits.snoozeLength.contains(snoozeLength) {
            throw .invalid(field: "snooze", "1 to 60 minutes are allowed")
        }
        if case .times(let count) = snoozeLimit, !AlarmLimits.snoozeLimit.contains(count) {
            throw .invalid(field: "snoozeLimit", "1 to 100 times are allowed")
        }
    }
}

/// Why a command was refused. The codes are stable (product, A6); the message is for people.
package enum CommandError: Error, Hashable, Sendable {
    case wrongState(String)
    case notFound(AlarmID)
    case snoozeForbidden
    case snoozeLimit
    /// The occurrence named is not the one that rings or is snoozed any more.
    case stale
    case storeFull
    case invalid(field: String, String)

    package var code: String {
        switch self {
        case .wrongState: "wrongState"
        case .notFound: "notFound"
        case .snoozeForbidden: "snoozeForbidden"
        case .snoozeLimit: "snoozeLimit"
        case .stale: "stale"
        case .storeFull: "storeFull"
        case .invalid: "invalid"
        }
    }

    package var field: String? {
        switch self {
        case .invalid(let field, _): field
        case .notFound: "alarm"
        case .wrongState, .snoozeForbidden, .snoozeLimit, .stale, .storeFull: nil
        }
    }

    package var message: String {
        switch self {
        case .wrongState(let reason): reason
        case .notFound(let id): "there is no alarm \(id)"
        case .snoozeForbidden: "this alarm cannot be snoozed; stop it"
        case .snoozeLimit: "this alarm was snoozed as often as it allows; stop it"
        case .stale: "that ring is over"
        case .storeFull: "there is room for \(AlarmLimits.count) alarms; remove one first"
        case .invalid(let field, let reason): "\(field): \(reason)"
        }
    }

    static func unknownSound(_ sound: SoundID, among known: [SoundID]) -> CommandError {
        let names = known.map(\.name).joined(separator: ", ")
        return .invalid(field: "sound", "there is none called \"\(sound)\"; there are \(names)")
    }
}
