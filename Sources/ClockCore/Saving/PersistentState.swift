package import BoundedJSON
package import ClockTime

/// Everything that survives a restart and a power cut, as one payload (law, 10). Boot times are stored with the
/// matching wall time, so that they can be carried into another boot.
package struct PersistentState: DescribedRecord {
    /// The record's schema version; raised when an older program could misread the record.
    package static let currentSchema = 1

    package var schema = PersistentState.currentSchema
    package var boot: BootID
    /// When this was recorded, on both clocks.
    package var savedAt: SavedStamp
    package var trust: ClockTrust
    /// The newest time known to be right; a clock that shows an earlier time is wrong (law, 5.1).
    package var lastTrusted: Instant?
    /// The date is a guess (law, 5.8).
    package var isDateGuessed = false
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
    /// Until when it is night for the face because somebody said good night.
    package var nightUntil: Instant?
    package var members: [MemberRecord] = []
    package var countdowns = CountdownsRecord()
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
    package var foreign = ForeignFields()

    /// The names of the zones that alarms are pinned to, and of those of world clocks.
    package var otherZones: [String] {
        alarms.compactMap(\.pinnedZone) + settings.worldClocks.map(\.zone)
    }

    package init(boot: BootID, savedAt: Moment, trust: ClockTrust, zone: String) {
        self.boot = boot
        self.savedAt = SavedStamp(savedAt)
        self.trust = trust
        self.zone = zone
        checked = savedAt.wall.instant
    }

    package init() {
        self.init(
            boot: BootID(""), savedAt: .zero, trust: .plausible, zone: ""
        )
    }

    package static let fields: [RecordField<PersistentState>] = [
        RecordField("schema", \.schema, .integer),
        RecordField("boot", \.boot, .coded(.text)),
        RecordField("savedAt", \.savedAt, .coded(.object)),
        RecordField("trust", \.trust, .choice),
        RecordField("lastTrusted", optional: \.lastTrusted, .unixSeconds),
        RecordField("isDateGuessed", \.isDateGuessed, .bool, isSparse: true),
        RecordField("zone", \.zone, .text),
        RecordField("zoneOffsets", \.zoneOffsets, .coded(.object)),
        RecordField("settings", record: \.settings),
        RecordField("nextAlarmNumber", \.nextAlarmNumber, .integer(in: Numbering.ids)),
        RecordField("pauses", elements: \.pauses.stored, .coded(.object), isSparse: true),
        RecordField("freeDays", elements: \.freeDays.stored, .coded(.object), isSparse: true),
        RecordField("rehearsal", optional: \.rehearsal, .coded(.object)),
        RecordField("hasWarnedOfBattery", \.hasWarnedOfBattery, .bool, isSparse: true),
        RecordField("nightUntil", optional: \.nightUntil, .unixSeconds),
        RecordField("members", records: \.members, isSparse: false),
        RecordField("countdowns", record: \.countdowns),
        RecordField("notices", elements: \.notices, .coded(.object)),
        RecordField("checked", \.checked, .unixSeconds),
        RecordField("noise", record: \.noise),
        RecordField("zoneNames", elements: \.zoneNames, .text),
        RecordField("removed", record: \.removed, isSparse: true),
        RecordField("nextHistorySequence", \.nextHistorySequence, .coded(.integer(0...Int.max))),
    ]
    package static let required = ["schema", "boot", "savedAt", "zone"]
}

// MARK: - The whole payload

extension PersistentState {
    /// Reads a record as far as this program can; nil if the clock can't go on from it.
    package init?(payload: JSONValue) {
        guard case .object(var object) = payload else { return nil }
        // A clock should not ring by a record without its alarms.
        guard let alarms = FieldForm.list.read(object.removeValue(forKey: "alarms") ?? .list([]))
        else { return nil }
        let kept = object["keptAlarms"].flatMap(FieldForm.list.read)
        let isAcknowledged = object["areKeptAlarmsAcknowledged"].flatMap(FieldForm.bool.read)
        // In another form they stay among the fields that this program does not know.
        if kept != nil { object["keptAlarms"] = nil }
        if isAcknowledged != nil { object["areKeptAlarmsAcknowledged"] = nil }
        // The only pause, as older programs stored it.
        if let pause = object.removeValue(forKey: "pause"), object["pauses"] == nil {
            object["pauses"] = .list([pause])
        }
        self.init(usable: .object(object))
        if object["checked"] == nil { checked = savedAt.wall.instant }
        keptAlarms.isAcknowledged = isAcknowledged ?? false
        add(alarms.map(StoredAlarm.init), kept: (kept ?? []).map(StoredAlarm.init))
        foreign.keep("nextAlarmNumber", insteadOf: .integer(Int64(nextAlarmNumber)))
    }

    /// What the store keeps, without the history.
    package var payload: [String: JSONValue] {
        var object = stored
        object["alarms"] = .list(alarms.map { .object($0.stored) })
        if keptAlarms.count > 0 {
            object["keptAlarms"] = .list(keptAlarms.records)
            object["areKeptAlarmsAcknowledged"] = .bool(keptAlarms.isAcknowledged)
        }
        return object
    }

    /// The paths of what this program could not read, beside whole alarms.
    package var unreadablePaths: [[String]] {
        alarms.enumerated().flatMap { place, alarm in
            alarm.unreadableFields.map { ["alarms", "\(place + 1)"] + $0 }
        } + unreadableFields
    }

    /// Only the parts that the machine builds from its own for each save, with what a newer program wrote into them.
    var foreignAlone: PersistentState {
        var alone = PersistentState()
        alone.foreign = foreign
        alone.countdowns = countdowns
        alone.members = members
        return alone
    }

    /// Keeps what a newer program wrote into them.
    mutating func keepForeign(of saved: PersistentState) {
        foreign = saved.foreign
        countdowns.foreign = saved.countdowns.foreign
        countdowns.nap.foreign = saved.countdowns.nap.foreign
        for timer in saved.countdowns.timers where !timer.foreign.isEmpty {
            let place = countdowns.timers.firstIndex { $0.id == timer.id }
            if let place { countdowns.timers[place].foreign = timer.foreign }
        }
        for member in saved.members where !member.foreign.isEmpty {
            let place = members.firstIndex { $0.occurrence == member.occurrence }
            if let place { members[place].foreign = member.foreign }
        }
    }
}

extension Pauses {
    fileprivate var stored: [DateRange] {
        get { ranges }
        set { self = Pauses(newValue) }
    }
}

extension FreeDays {
    fileprivate var stored: [FreeDay] {
        get { days }
        set { self = FreeDays(Array(newValue.prefix(FreeDays.capacity))) }
    }
}
