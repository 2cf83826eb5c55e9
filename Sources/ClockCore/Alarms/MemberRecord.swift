package import BoundedJSON
package import ClockTime

/// A ring member in stored form (law, 10).
package struct MemberRecord: DescribedRecord {
    package var occurrence = OccurrenceID(
        alarm: AlarmID(0), date: CivilDate(daysSinceEpoch: 0))
    package var scheduled = Instant(seconds: 0)
    package var phase = Phase.ringing
    /// Ringing: since when. Snoozed: until when.
    package var time = SavedStamp(.zero)
    package var snoozes = 0
    package var silences = 0
    /// Snoozed: until when by a correct clock, if the clock was not known to be correct when `time` was recorded.
    package var confirmedEnd: WallTime?
    /// Both nil from an older program; then the alarm has them.
    package var patience: RingPatience?
    package var snoozeSeconds: Double?
    package var stopTask: StopTask?
    package var foreign = ForeignFields()

    package enum Phase: String, CaseIterable, Hashable, Sendable {
        case ringing, snoozed, silenced
    }

    package init() {}

    package static let fields: [RecordField<MemberRecord>] = [
        RecordField("occurrence", \.occurrence, .coded(.object)),
        RecordField("scheduled", \.scheduled, .unixSeconds),
        RecordField("phase", \.phase, .choice),
        RecordField("time", \.time, .coded(.object)),
        RecordField("snoozes", \.snoozes, .integer),
        RecordField("silences", \.silences, .integer),
        RecordField("confirmedEnd", optional: \.confirmedEnd, .coded(.number)),
        RecordField("patience", optional: \.patience, .coded(.object)),
        RecordField("snoozeSeconds", optional: \.snoozeSeconds, .coded(.number)),
        RecordField("stopWith", optional: \.stopTask, .choice),
    ]
    package static let required = ["occurrence", "scheduled", "phase", "time"]
}
