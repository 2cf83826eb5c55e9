import ClockTime

// How an alarm is stored. Every field but id and schedule may be missing, because older records and
// those of a person's own making have fewer: it then has its default (product, A10).
extension Alarm: Codable {
    private enum Key: String, CodingKey {
        case id, revision, schedule, enabled, label, sound, volume, rampSeconds, snooze
        case ringSeconds, automaticRings, createdAt, armedAt, armedProvisionally, spent
        case suppressors, switchedOffBy
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
        label = try record.decodeIfPresent(String.self, forKey: .label) ?? label
        sound = try record.decodeIfPresent(SoundID.self, forKey: .sound) ?? sound
        volume = try record.decodeIfPresent(Percent.self, forKey: .volume) ?? volume
        ramp = try record.decodeSecondsIfPresent(forKey: .rampSeconds) ?? ramp
        ramp = ramp.held(in: AlarmLimits.ramp)
        snooze = try record.decodeIfPresent(SnoozeRule.self, forKey: .snooze) ?? snooze
        ringLength = try record.decodeSecondsIfPresent(forKey: .ringSeconds) ?? ringLength
        ringLength = ringLength.held(in: AlarmLimits.ringLength)
        automaticRings =
            try record.decodeIfPresent(Int.self, forKey: .automaticRings) ?? automaticRings
        armedAt = try record.decodeIfPresent(Instant.self, forKey: .armedAt) ?? self.createdAt
        isArmedProvisionally =
            try record.decodeIfPresent(Bool.self, forKey: .armedProvisionally) ?? false
        spent = try record.decodeIfPresent(SpentDates.self, forKey: .spent) ?? spent
        suppressors =
            try record.decodeIfPresent(Suppressors.self, forKey: .suppressors) ?? suppressors
        switchedOffBy = try record.decodeIfPresent(CivilDate.self, forKey: .switchedOffBy)
        unknown = try UnknownFields(in: decoder, besides: Key.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(id, forKey: .id)
        try record.encode(revision, forKey: .revision)
        try record.encode(schedule, forKey: .schedule)
        try record.encode(isEnabled, forKey: .enabled)
        try record.encode(label, forKey: .label)
        try record.encode(sound, forKey: .sound)
        try record.encode(volume, forKey: .volume)
        try record.encodeSeconds(ramp, forKey: .rampSeconds)
        try record.encode(snooze, forKey: .snooze)
        try record.encodeSeconds(ringLength, forKey: .ringSeconds)
        try record.encode(automaticRings, forKey: .automaticRings)
        try record.encode(createdAt, forKey: .createdAt)
        try record.encode(armedAt, forKey: .armedAt)
        try record.encode(isArmedProvisionally, forKey: .armedProvisionally)
        try record.encode(spent, forKey: .spent)
        try record.encode(suppressors, forKey: .suppressors)
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

extension SpentDates: Codable {
    package init(from decoder: any Decoder) throws {
        self.init()
        for entry in try [Entry](from: decoder).suffix(SpentDates.capacity) { insert(entry) }
    }

    package func encode(to encoder: any Encoder) throws {
        try entries.encode(to: encoder)
    }
}

extension KeyedDecodingContainer {
    /// Durations are stored in seconds: a number that a person can read.
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
    /// The nearest duration in the range: a record of somebody's own making must not keep an alarm from
    /// ringing.
    func held(in range: ClosedRange<Duration>) -> Duration {
        min(range.upperBound, max(range.lowerBound, self))
    }
}

extension KeyedEncodingContainer {
    mutating func encodeSeconds(_ duration: Duration, forKey key: Key) throws {
        try encode(duration.inSeconds, forKey: key)
    }
}
