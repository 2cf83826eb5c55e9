package import ClockTime

/// All that outlives the program and the power: one payload (law, 10). Times of the boottime clock are
/// written with the wall time that they stood for, so that they can be carried into another boot.
package struct PersistentState: Hashable, Sendable, Codable {
    /// The form of this record; raised when an older program could not read it rightly.
    package static let currentSchema = 1

    package var schema = PersistentState.currentSchema
    package var boot: BootID
    /// When this was recorded, on both clocks.
    package var savedAt: Stamp
    package var trust: ClockTrust
    /// The newest time known to be right: what a clock shows before it is wrong (law, 5.1).
    package var lastTrusted: Instant?
    package var zone: String
    /// What the clock's zone and those of alarms added to UTC then, in seconds, by name: what stands in for
    /// their rules while these cannot be read (law, 18).
    package var zoneOffsets: [String: Int] = [:]
    package var settings = Settings()

    package var alarms: [Alarm] = []
    package var nextAlarmNumber = 1
    package var keptAlarms = KeptAlarms()
    /// What reading the record found: not stored.
    package internal(set) var replacedSounds: [ReplacedSound] = []
    /// Those among the alarms, and those of all that could not even be kept.
    package internal(set) var unreadableAlarms = 0
    package internal(set) var lostAlarms = 0
    /// No alarm rings on these dates.
    package var pause: DateRange?
    package var freeDays = FreeDays()
    package var rehearsal: RehearsalResult?
    package var members: [MemberRecord] = []
    package var countdowns = Countdowns()
    package var notices: [MissedNotice] = []
    package var checked: Instant
    package var noise = NoiseState()
    /// The zones that records of the history can be in, the present one last.
    package var zoneNames: [String] = []
    /// The number of the next record of the history.
    package var nextHistorySequence: UInt64 = 1
    /// Records of the history that are not known to be in its own file, oldest first: of the machine those that
    /// came with this state, in the store those that wait, too. The store codes them, in the form that
    /// they have in the file.
    package var unwrittenRecords: [HistoryRecord] = []
    package var unknown = UnknownFields()

    private enum Key: String, CodingKey {
        case schema, boot, savedAt, trust, lastTrusted, zone, zoneOffsets, settings
        case alarms, nextAlarmNumber, keptAlarms, areKeptAlarmsAcknowledged, pause, freeDays,
            rehearsal, members, countdowns, notices
        case checked, noise, zoneNames, nextHistorySequence
        // The store's own, beside the state.
        case unwrittenRecords, startedBeside
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
        /// Snoozed: until when, by a clock that was right, where `time` was recorded by one that was not
        /// known to be.
        package var confirmedEnd: WallTime?

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
        pause = try record.decodeIfPresent(DateRange.self, forKey: .pause)
        freeDays = try record.decodeIfPresent(FreeDays.self, forKey: .freeDays) ?? freeDays
        rehearsal = try record.decodeIfPresent(RehearsalResult.self, forKey: .rehearsal)
        members = try record.decodeIfPresent([MemberRecord].self, forKey: .members) ?? []
        countdowns = try record.decodeIfPresent(Countdowns.self, forKey: .countdowns) ?? countdowns
        notices = try record.decodeIfPresent([MissedNotice].self, forKey: .notices) ?? []
        checked =
            try record.decodeIfPresent(Instant.self, forKey: .checked) ?? savedAt.wall.instant
        noise = try record.decodeIfPresent(NoiseState.self, forKey: .noise) ?? noise
        zoneNames = try record.decodeIfPresent([String].self, forKey: .zoneNames) ?? []
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
        try record.encodeIfPresent(pause, forKey: .pause)
        if !freeDays.days.isEmpty { try record.encode(freeDays, forKey: .freeDays) }
        try record.encodeIfPresent(rehearsal, forKey: .rehearsal)
        try record.encode(members, forKey: .members)
        try record.encode(countdowns, forKey: .countdowns)
        try record.encode(notices, forKey: .notices)
        try record.encode(checked, forKey: .checked)
        try record.encode(noise, forKey: .noise)
        try record.encode(zoneNames, forKey: .zoneNames)
        try record.encode(nextHistorySequence, forKey: .nextHistorySequence)
        try unknown.encode(to: encoder)
    }
}
