import ClockTime

// How an alarm is stored. Every field except id and schedule may be missing, because older and hand-written records
// have fewer fields; a missing field gets its default (product, A10).
extension Alarm: Codable {
    enum Key: String, CodingKey {
        case id, revision, schedule, enabled, zone, label, message, icon, tint, category, sound
        case vibration, volume, rampSeconds, snooze, mustWake, preAlertSeconds, sunriseSeconds
        case observesFreeDays, respectsDoNotDisturb, ringSeconds, automaticRings, noiseAfter
        case createdAt, armedAt, armedProvisionally, spent, skipNext, skipsAfter
        case skipsProvisional, switchedOffBy
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        let createdAt = try record.decodeIfPresent(Instant.self, forKey: .createdAt)
        self.init(
            id: try record.decode(AlarmID.self, forKey: .id),
            schedule: try record.decode(Schedule.self, forKey: .schedule),
            createdAt: createdAt ?? Instant(seconds: 0))
        revision = try record.decodeIfPresent(Int.self, forKey: .revision) ?? revision
        isEnabled = try record.decodeIfPresent(Bool.self, forKey: .enabled) ?? isEnabled
        pinnedZone = try record.decodeIfPresent(String.self, forKey: .zone)
        label = try record.decodeIfPresent(String.self, forKey: .label) ?? label
        message = try record.decodeIfPresent(String.self, forKey: .message) ?? message
        icon = try record.decodeIfPresent(String.self, forKey: .icon)
        tint = try record.decodeIfPresent(String.self, forKey: .tint).flatMap(Tint.init)
        category = try record.decodeIfPresent(String.self, forKey: .category)
        vibration = try record.decodeIfPresent(VibrationPattern.self, forKey: .vibration)
        sound = try record.decodeIfPresent(SoundID.self, forKey: .sound) ?? sound
        volume = try record.decodeIfPresent(Percent.self, forKey: .volume) ?? volume
        ramp = try record.decodeSecondsIfPresent(forKey: .rampSeconds) ?? ramp
        ramp = ramp.held(in: AlarmLimits.ramp)
        snooze = try record.decodeIfPresent(SnoozeRule.self, forKey: .snooze) ?? snooze
        isMustWake = try record.decodeIfPresent(Bool.self, forKey: .mustWake) ?? false
        preAlert = try record.decodeSecondsIfPresent(forKey: .preAlertSeconds) ?? preAlert
        preAlert = preAlert.held(in: AlarmLimits.preAlert)
        sunrise = try record.decodeSecondsIfPresent(forKey: .sunriseSeconds) ?? sunrise
        sunrise = sunrise.held(in: AlarmLimits.sunrise)
        observesFreeDays =
            try record.decodeIfPresent(Bool.self, forKey: .observesFreeDays) ?? false
        respectsDoNotDisturb =
            try record.decodeIfPresent(Bool.self, forKey: .respectsDoNotDisturb) ?? false
        ringLength = try record.decodeSecondsIfPresent(forKey: .ringSeconds) ?? ringLength
        ringLength = ringLength.held(in: AlarmLimits.ringLength)
        automaticRings =
            try record.decodeIfPresent(Int.self, forKey: .automaticRings) ?? automaticRings
        noiseAfter = try record.decodeIfPresent(Bool.self, forKey: .noiseAfter) ?? false
        armedAt = try record.decodeIfPresent(Instant.self, forKey: .armedAt) ?? self.createdAt
        isArmedProvisionally =
            try record.decodeIfPresent(Bool.self, forKey: .armedProvisionally) ?? false
        spent = try record.decodeIfPresent(SpentDates.self, forKey: .spent) ?? spent
        skipNext = max(0, try record.decodeIfPresent(Int.self, forKey: .skipNext) ?? 0)
        skipsAfter = try record.decodeIfPresent(Instant.self, forKey: .skipsAfter)
        areSkipsProvisional =
            try record.decodeIfPresent(Bool.self, forKey: .skipsProvisional) ?? false
        switchedOffBy = try record.decodeIfPresent(CivilDate.self, forKey: .switchedOffBy)
        unknown = try UnknownFields(in: decoder, besides: Key.self)
        unknownOfSchedule = try UnknownFields(
            in: try record.superDecoder(forKey: .schedule), besides: ScheduleKey.self)
    }

    /// The schedule fields that `Schedule` encodes; it has no place for others.
    private enum ScheduleKey: String, CodingKey {
        case time, kind, weekdays, date
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(id, forKey: .id)
        try record.encode(revision, forKey: .revision)
        let place = record.superEncoder(forKey: .schedule)
        try schedule.encode(to: place)
        try unknownOfSchedule.encode(to: place)
        try record.encode(isEnabled, forKey: .enabled)
        try record.encodeIfPresent(pinnedZone, forKey: .zone)
        try record.encode(label, forKey: .label)
        // Rarely used fields are omitted when empty, so that a slot holds more alarms.
        if !message.isEmpty { try record.encode(message, forKey: .message) }
        try record.encodeIfPresent(icon, forKey: .icon)
        try record.encodeIfPresent(tint?.description, forKey: .tint)
        try record.encodeIfPresent(category, forKey: .category)
        try record.encodeIfPresent(vibration, forKey: .vibration)
        if isMustWake { try record.encode(true, forKey: .mustWake) }
        if preAlert > .zero { try record.encodeSeconds(preAlert, forKey: .preAlertSeconds) }
        if sunrise > .zero { try record.encodeSeconds(sunrise, forKey: .sunriseSeconds) }
        if observesFreeDays { try record.encode(true, forKey: .observesFreeDays) }
        if respectsDoNotDisturb { try record.encode(true, forKey: .respectsDoNotDisturb) }
        try record.encode(sound, forKey: .sound)
        try record.encode(volume, forKey: .volume)
        try record.encodeSeconds(ramp, forKey: .rampSeconds)
        try record.encode(snooze, forKey: .snooze)
        try record.encodeSeconds(ringLength, forKey: .ringSeconds)
        try record.encode(automaticRings, forKey: .automaticRings)
        if noiseAfter { try record.encode(true, forKey: .noiseAfter) }
        try record.encode(createdAt, forKey: .createdAt)
        try record.encode(armedAt, forKey: .armedAt)
        try record.encode(isArmedProvisionally, forKey: .armedProvisionally)
        try record.encode(spent, forKey: .spent)
        if skipNext > 0 { try record.encode(skipNext, forKey: .skipNext) }
        // Also after the last skip, because a clock correction can bring it back.
        try record.encodeIfPresent(skipsAfter, forKey: .skipsAfter)
        if areSkipsProvisional { try record.encode(true, forKey: .skipsProvisional) }
        try record.encodeIfPresent(switchedOffBy, forKey: .switchedOffBy)
        try unknown.encode(to: encoder)
    }
}

extension SnoozeRule: Codable {
    private enum Key: String, CodingKey {
        case allowed, seconds, limit
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        self.init(
            isAllowed: try record.decodeIfPresent(Bool.self, forKey: .allowed) ?? true,
            length: (try record.decodeSecondsIfPresent(forKey: .seconds)
                ?? AlarmDefaults.snoozeLength).held(in: AlarmLimits.snoozeLength),
            limit: try record.decodeIfPresent(Int.self, forKey: .limit))
        unknown = try UnknownFields(in: decoder, besides: Key.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(isAllowed, forKey: .allowed)
        try record.encodeSeconds(length, forKey: .seconds)
        try record.encodeIfPresent(limit, forKey: .limit)
        try unknown.encode(to: encoder)
    }
}

extension KeyedDecodingContainer {
    /// Durations are stored in seconds, so that people can read them.
    func decodeSecondsIfPresent(forKey key: Key) throws -> Duration? {
        try decodeIfPresent(Double.self, forKey: key).map { seconds in
            guard seconds.isFinite, (0...86_400).contains(seconds) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: self, debugDescription: "0 to 86400 seconds are allowed")
            }
            return .milliseconds(Int((seconds * 1000).rounded()))
        }
    }
}

extension Duration {
    /// Clamps the duration to the range: a hand-written record must not keep an alarm from ringing.
    func held(in range: ClosedRange<Duration>) -> Duration {
        min(range.upperBound, max(range.lowerBound, self))
    }
}

extension KeyedEncodingContainer {
    mutating func encodeSeconds(_ duration: Duration, forKey key: Key) throws {
        try encode(duration.inSeconds, forKey: key)
    }
}
