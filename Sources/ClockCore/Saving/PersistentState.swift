package import ClockTime

/// Everything that survives a restart and a power cut, as one payload (law, 10). Boot times are stored with the
/// matching wall time, so that they can be carried into another boot.
package struct PersistentState: Hashable, Sendable, Codable {
    /// The record's schema version; raised when an older program could misread the record.
    package static let currentSchema = 1

    package var schema = PersistentState.currentSchema
    package var boot: BootID
    /// When this was recorded, on both clocks.
    package var savedAt: Stamp
    package var trust: ClockTrust
    /// The newest time known to be right; a clock that shows an earlier time is wrong (law, 5.1).
    package var lastTrusted: Instant?
    package var zone: String
    /// The UTC offsets of the clock's zone and the alarms' zones at that time, in seconds, by zone name. They replace
    /// the zone rules while these cannot be read (law, 18).
    package var zoneOffsets: [String: Int] = [:]
    package var settings = Settings()

    package var alarms: [Alarm] = []
    package var nextAlarmNumber = 1
    package var keptAlarms = KeptAlarms()
    /// What decoding the record found; not stored.
    package internal(set) var replacedSounds: [ReplacedSound] = []
    /// How many alarms just turned out to be unreadable, and how many unreadable ones could not even be kept.
    package internal(set) var unreadableAlarms = 0
    package internal(set) var lostAlarms = 0
    package var pauses = Pauses()
    package var freeDays = FreeDays()
    package var rehearsal: RehearsalResult?
    /// The low battery was told of, and has not been well since.
    package var hasWarnedOfBattery = false
    package var members: [MemberRecord] = []
    package var countdowns = Countdowns()
    package var notices: [MissedNotice] = []
    package var checked: Instant
    package var noise = NoiseState()
    /// The zones that history records can refer to, the current one last.
    package var zoneNames: [String] = []
    /// The removed alarms and timers that history records can refer to.
    package var removed = RemovedThings()
    /// The number of the next record of the history.
    package var nextHistorySequence: UInt64 = 1
    /// History records not known to be in the history file, oldest first. In the machine: those that came with this
    /// state. In the store: also those that wait. The store encodes them in the format of that file.
    package var unwrittenRecords: [HistoryRecord] = []
    package var unknown = UnknownFields()

    /// The names of the zones that alarms are pinned to, and of those of world clocks.
    package var otherZones: [String] {
        alarms.compactMap(\.pinnedZone) + settings.worldClocks.map(\.zone)
    }

    private enum Key: String, CodingKey {
        case schema, boot, savedAt, trust, lastTrusted, zone, zoneOffsets, settings
        case alarms, nextAlarmNumber, keptAlarms, areKeptAlarmsAcknowledged, pauses, freeDays,
            rehearsal, hasWarnedOfBattery, members, countdowns, notices
        case checked, noise, zoneNames, removed, nextHistorySequence
        // Fields that the store adds to the state.
        case unwrittenRecords, startedBeside
        // The only pause, as older programs stored it.
        case pause
    }

    /// One point in time on both clocks.
    package struct Stamp: Hashable, Sendable, Codable {
        package var wall: WallTime
        package var boot: BootTime

        init(_ now: Moment) {
            wall = now.wall
            boot = now.boot
        }

        init(_ time: BootTime, now: Moment) {
            boot = time
            wall = now.wall + (time - now.boot)
        }
    }

    package struct MemberRecord: Hashable, Sendable, Codable {
        package var occurrence: OccurrenceID
        package var scheduled: Instant
        package var phase: Phase
        /// Ringing: since when. Snoozed: until when.
        package var time: Stamp
        package var snoozes: Int
        package var silences: Int
        /// Snoozed: until when by a correct clock, if the clock was not known to be correct when `time` was recorded.
        package var confirmedEnd: WallTime?
        /// Both nil from an older program; then the alarm has them.
        package var patience: RingPatience?
        package var snoozeSeconds: Double?

        package enum Phase: String, Hashable, Sendable, Codable {
            case ringing, snoozed, silenced
        }
    }

    package init(boot: BootID, savedAt: Moment, trust: ClockTrust, zone: String) {
        self.boot = boot
        self.savedAt = Stamp(savedAt)
        self.trust = trust
        self.zone = zone
        checked = savedAt.wall.instant
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        schema = try record.decode(Int.self, forKey: .schema)
        boot = try record.decode(BootID.self, forKey: .boot)
        savedAt = try record.decode(Stamp.self, forKey: .savedAt)
        trust = try record.decodeIfPresent(ClockTrust.self, forKey: .trust) ?? .plausible
        lastTrusted = try record.decodeIfPresent(Instant.self, forKey: .lastTrusted)
        zone = try record.decode(String.self, forKey: .zone)
        zoneOffsets = try record.decodeIfPresent([String: Int].self, forKey: .zoneOffsets) ?? [:]
        settings = try record.decodeIfPresent(Settings.self, forKey: .settings) ?? settings
        let next = try record.decodeIfPresent(Int.self, forKey: .nextAlarmNumber) ?? 1
        nextAlarmNumber = Numbering.ids.contains(next) ? next : 1
        let stored = try record.decodeIfPresent([StoredAlarm].self, forKey: .alarms) ?? []
        let kept = try record.decodeIfPresent([StoredAlarm].self, forKey: .keptAlarms) ?? []
        keptAlarms.isAcknowledged =
            try record.decodeIfPresent(Bool.self, forKey: .areKeptAlarmsAcknowledged) ?? false
        let pause = try record.decodeIfPresent(DateRange.self, forKey: .pause)
        pauses =
            try record.decodeIfPresent(Pauses.self, forKey: .pauses)
            ?? Pauses(pause.map { [$0] } ?? [])
        freeDays = try record.decodeIfPresent(FreeDays.self, forKey: .freeDays) ?? freeDays
        rehearsal = try record.decodeIfPresent(RehearsalResult.self, forKey: .rehearsal)
        hasWarnedOfBattery =
            try record.decodeIfPresent(Bool.self, forKey: .hasWarnedOfBattery) ?? false
        members = try record.decodeIfPresent([MemberRecord].self, forKey: .members) ?? []
        countdowns = try record.decodeIfPresent(Countdowns.self, forKey: .countdowns) ?? countdowns
        notices = try record.decodeIfPresent([MissedNotice].self, forKey: .notices) ?? []
        checked =
            try record.decodeIfPresent(Instant.self, forKey: .checked) ?? savedAt.wall.instant
        noise = try record.decodeIfPresent(NoiseState.self, forKey: .noise) ?? noise
        zoneNames = try record.decodeIfPresent([String].self, forKey: .zoneNames) ?? []
        removed = try record.decodeIfPresent(RemovedThings.self, forKey: .removed) ?? removed
        nextHistorySequence =
            try record.decodeIfPresent(UInt64.self, forKey: .nextHistorySequence) ?? 1
        unknown = try UnknownFields(in: decoder, besides: Key.self)
        take(stored, kept: kept)
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(schema, forKey: .schema)
        try record.encode(boot, forKey: .boot)
        try record.encode(savedAt, forKey: .savedAt)
        try record.encode(trust, forKey: .trust)
        try record.encodeIfPresent(lastTrusted, forKey: .lastTrusted)
        try record.encode(zone, forKey: .zone)
        try record.encode(zoneOffsets, forKey: .zoneOffsets)
        try record.encode(settings, forKey: .settings)
        try record.encode(alarms, forKey: .alarms)
        try record.encode(nextAlarmNumber, forKey: .nextAlarmNumber)
        if keptAlarms.count > 0 {
            try record.encode(keptAlarms.records, forKey: .keptAlarms)
            try record.encode(keptAlarms.isAcknowledged, forKey: .areKeptAlarmsAcknowledged)
        }
        if !pauses.ranges.isEmpty { try record.encode(pauses, forKey: .pauses) }
        if !freeDays.days.isEmpty { try record.encode(freeDays, forKey: .freeDays) }
        try record.encodeIfPresent(rehearsal, forKey: .rehearsal)
        if hasWarnedOfBattery { try record.encode(true, forKey: .hasWarnedOfBattery) }
        try record.encode(members, forKey: .members)
        try record.encode(countdowns, forKey: .countdowns)
        try record.encode(notices, forKey: .notices)
        try record.encode(checked, forKey: .checked)
        try record.encode(noise, forKey: .noise)
        try record.encode(zoneNames, forKey: .zoneNames)
        if !removed.isEmpty { try record.encode(removed, forKey: .removed) }
        try record.encode(nextHistorySequence, forKey: .nextHistorySequence)
        try unknown.encode(to: encoder)
    }
}
