package import ClockTime

/// Changes to an alarm's fields; nil leaves a field unchanged. `AlarmSetting` says when each counts.
package struct AlarmChanges: Hashable, Sendable {
    /// Time and kind are separate, so that each can change without the other.
    package var time: TimeOfDay?
    package var kind: Schedule.Kind?
    package var zone: ZoneChoice?
    package var label: String?
    package var message: String?
    /// For these four, "none" clears the field.
    package var icon: Setting<String>?
    package var tint: Setting<Tint>?
    package var category: Setting<String>?
    package var vibration: Setting<VibrationPattern>?
    package var sound: SoundID?
    package var volume: Percent?
    package var ramp: Duration?
    package var snoozeAllowed: Bool?
    package var snoozeLength: Duration?
    package var snoozeLimit: SnoozeLimit?
    package var isMustWake: Bool?
    package var preAlert: Duration?
    package var sunrise: Duration?
    package var observesFreeDays: Bool?
    package var respectsDoNotDisturb: Bool?
    /// The law's N and M.
    package var ringLength: Duration?
    package var automaticRings: Int?
    package var noiseAfter: Bool?

    package enum SnoozeLimit: Hashable, Sendable {
        case unlimited
        case times(Int)
    }

    /// A field that may be empty.
    package enum Setting<Value: Hashable & Sendable>: Hashable, Sendable {
        case cleared
        case set(Value)

        var value: Value? {
            switch self {
            case .cleared: nil
            case .set(let value): value
            }
        }
    }

    /// Contains the zone's rules, because the machine reads no files.
    package enum ZoneChoice: Hashable, Sendable {
        /// The clock's own zone, whichever it is.
        case local
        case pinned(Zone)
    }

    package init() {}

    package var isEmpty: Bool { self == AlarmChanges() }
}

// Which values the fields accept.
extension AlarmChanges {
    /// Writes the changes into `alarm`. If one is not allowed, throws and changes nothing.
    func apply(
        to alarm: inout Alarm, _ context: AlarmMachine.Context
    ) throws(CommandError) {
        try checkWords()
        try checkTimes()
        var changed = alarm
        let old = changed.schedule
        guard let schedule = Schedule(time: time ?? old.time, kind: kind ?? old.kind) else {
            throw .invalid(field: "weekdays", .time(.noWeekday))
        }
        changed.schedule = schedule
        write(to: &changed)
        try checkSound(of: changed, context)
        alarm = changed
    }

    /// Writes the settings, but not the schedule, into an alarm without checks: a reply's values have passed them.
    package func write(to alarm: inout Alarm) {
        setWords(of: &alarm)
        setRing(of: &alarm)
    }

    private func setWords(of alarm: inout Alarm) {
        switch zone {
        case nil: break
        case .local: alarm.pinnedZone = nil
        case .pinned(let zone): alarm.pinnedZone = zone.name
        }
        alarm.label = label ?? alarm.label
        alarm.message = message ?? alarm.message
        if let icon { alarm.icon = icon.value }
        if let tint { alarm.tint = tint.value }
        if let category { alarm.category = category.value }
    }

    private func setRing(of alarm: inout Alarm) {
        alarm.sound = sound ?? alarm.sound
        if let vibration { alarm.vibration = vibration.value }
        alarm.volume = volume ?? alarm.volume
        alarm.ramp = ramp ?? alarm.ramp
        alarm.snooze.isAllowed = snoozeAllowed ?? alarm.snooze.isAllowed
        alarm.snooze.length = snoozeLength ?? alarm.snooze.length
        switch snoozeLimit {
        case .unlimited: alarm.snooze.limit = nil
        case .times(let count): alarm.snooze.limit = count
        case nil: break
        }
        alarm.isMustWake = isMustWake ?? alarm.isMustWake
        alarm.preAlert = preAlert ?? alarm.preAlert
        alarm.sunrise = sunrise ?? alarm.sunrise
        alarm.observesFreeDays = observesFreeDays ?? alarm.observesFreeDays
        alarm.respectsDoNotDisturb = respectsDoNotDisturb ?? alarm.respectsDoNotDisturb
        alarm.ringLength = ringLength ?? alarm.ringLength
        alarm.automaticRings = automaticRings ?? alarm.automaticRings
        alarm.noiseAfter = noiseAfter ?? alarm.noiseAfter
    }

    /// Checks the complete alarm: not every alarm may be silent, and not on every board.
    private func checkSound(
        of alarm: Alarm, _ context: AlarmMachine.Context
    ) throws(CommandError) {
        guard sound != nil || isMustWake != nil, alarm.sound == .silence else {
            guard let sound, context.catalogue[sound] == nil else { return }
            let silence: [SoundID] =
                context.equipment.hasMotor && !alarm.isMustWake ? [.silence] : []
            throw .unknownSound(sound, among: context.catalogue.alarmSounds + silence)
        }
        guard !alarm.isMustWake else {
            throw .invalid(field: "sound", .sound(.silentMustWake))
        }
        guard context.equipment.hasMotor else {
            throw .invalid(
                field: "sound", .sound(.silenceWithoutMotor))
        }
    }

    private func checkWords() throws(CommandError) {
        if let label {
            try LabelRule.check(
                label, field: "label", length: AlarmLimits.labelLength,
                bytes: AlarmLimits.labelBytes)
        }
        if let message {
            try LabelRule.check(
                message, field: "message", length: AlarmLimits.messageLength,
                bytes: AlarmLimits.messageBytes)
        }
        for (name, field) in [(icon?.value, "icon"), (category?.value, "category")] {
            guard let name else { continue }
            guard !name.isEmpty else { throw .invalid(field: field, .empty) }
            try LabelRule.check(
                name, field: field, length: AlarmLimits.nameLength,
                bytes: 4 * AlarmLimits.nameLength)
        }
    }

    private func checkTimes() throws(CommandError) {
        if let ramp, !AlarmLimits.ramp.contains(ramp) {
            throw .invalid(field: "rampSeconds", .length(allowed: AlarmLimits.ramp))
        }
        if let snoozeLength, !AlarmLimits.snoozeLength.contains(snoozeLength) {
            throw .invalid(field: "snooze.seconds", .length(allowed: AlarmLimits.snoozeLength))
        }
        if case .times(let count) = snoozeLimit, !AlarmLimits.snoozeLimit.contains(count) {
            throw .invalid(
                field: "snooze.limit", .number(allowed: AlarmLimits.snoozeLimit, of: .times))
        }
        if let preAlert, !AlarmLimits.preAlert.contains(preAlert) {
            throw .invalid(field: "preAlertSeconds", .length(allowed: AlarmLimits.preAlert))
        }
        if let sunrise, !AlarmLimits.sunrise.contains(sunrise) {
            throw .invalid(field: "sunriseSeconds", .length(allowed: AlarmLimits.sunrise))
        }
        if let ringLength, !AlarmLimits.ringLength.contains(ringLength) {
            throw .invalid(field: "ringSeconds", .length(allowed: AlarmLimits.ringLength))
        }
        if let automaticRings, !AlarmLimits.automaticRings.contains(automaticRings) {
            throw .invalid(
                field: "automaticRings", .number(allowed: AlarmLimits.automaticRings, of: .times))
        }
    }
}
