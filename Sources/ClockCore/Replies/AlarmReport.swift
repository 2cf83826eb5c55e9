package import ClockTime

package struct AlarmReport: Hashable, Sendable, Codable {
    package var alarm: Alarm
    /// The next ring, skipped dates aside; nil if there is none.
    package var next: Occurrence?
    /// The local time then.
    package var nextCivil: CivilTime?
    /// How long until then.
    package var untilNext: Duration?
    package var state: AlarmState
    /// The first dates before `next` on which it would ring, but will not.
    package var skips: [SkippedDate]
    /// The other skipped dates; nil if there are none.
    package var furtherSkips: FurtherSkips?
    /// When it rings again; set while it is snoozed.
    package var snoozedUntil: WallTime?
    /// The local time then; nil while the time is unknown.
    package var snoozedUntilCivil: CivilTime?
    /// The local time when it was set; nil unless the alarm itself was asked for, and from an older clock.
    package var createdCivil: CivilTime?
    /// The name of its sound, if that is the person's own: its id is made from an older name.
    package var soundName: String?
    /// How many skips were left before the change that this answers ended them (law, 6.7).
    package var skipsEnded = 0
    /// The change that this answers set what was already set: nothing changed.
    package var isUnchanged = false
    /// The side effects of the change that this answers; nil if there was no change, and from an older clock.
    package var consequences: ChangeConsequences?

    package init(
        alarm: Alarm, next: Occurrence?, nextCivil: CivilTime?, untilNext: Duration?,
        state: AlarmState, skips: [SkippedDate] = [], furtherSkips: FurtherSkips? = nil
    ) {
        self.alarm = alarm
        self.next = next
        self.nextCivil = nextCivil
        self.untilNext = untilNext
        self.state = state
        self.skips = skips
        self.furtherSkips = furtherSkips
    }
}

/// A missed ring, and what its alarm is called now.
package struct MissedReport: Hashable, Sendable, Codable {
    package var notice: MissedNotice
    /// Empty from an older clock.
    package var label: String

    package init(_ notice: MissedNotice, label: String) {
        self.notice = notice
        self.label = label
    }
}

/// In JSON the occurrence's fields are siblings of its own.
package struct MemberReport: Hashable, Sendable, Codable {
    package var occurrence: OccurrenceID
    package var label: String
    package var scheduled: Instant
    package var snoozes: Int
    /// While snoozed: when it rings again.
    package var until: WallTime?
    /// The local time then; nil while the time is unknown.
    package var untilCivil: CivilTime?

    package init(
        occurrence: OccurrenceID, label: String, scheduled: Instant, snoozes: Int, until: WallTime?,
        untilCivil: CivilTime?
    ) {
        self.occurrence = occurrence
        self.label = label
        self.scheduled = scheduled
        self.snoozes = snoozes
        self.until = until
        self.untilCivil = untilCivil
    }

    private enum CodingKeys: String, CodingKey {
        case label, scheduled, snoozes, until, untilCivil = "untilLocal"
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            occurrence: try OccurrenceID(from: decoder),
            label: try fields.decode(String.self, forKey: .label),
            scheduled: try fields.decode(Instant.self, forKey: .scheduled),
            snoozes: try fields.decode(Int.self, forKey: .snoozes),
            until: try fields.decodeIfPresent(WallTime.self, forKey: .until),
            untilCivil: try fields.decodeIfPresent(CivilTime.self, forKey: .untilCivil))
    }

    package func encode(to encoder: any Encoder) throws {
        try occurrence.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(label, forKey: .label)
        try fields.encode(scheduled, forKey: .scheduled)
        try fields.encode(snoozes, forKey: .snoozes)
        try fields.encodeIfPresent(until, forKey: .until)
        try fields.encodeIfPresent(untilCivil, forKey: .untilCivil)
    }
}
