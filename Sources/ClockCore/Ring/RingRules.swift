package import BoundedJSON
import ClockTime

/// How late a ring may be, and how timers and naps ring. Alarms have their own values for everything but the grace
/// (law, 2.2, 6.5 and 8; product, S1).
package struct RingRules: DescribedRecord {
    /// The law's G, 0 to 180 minutes: anything at most this late rings; anything later was missed.
    package var grace = AlarmDefaults.grace
    package var countdowns = CountdownRings()
    package var foreign = ForeignFields()

    package init() {}

    package init(grace: Duration, countdowns: CountdownRings) {
        self.grace = grace
        self.countdowns = countdowns
    }

    package static let fields: [RecordField<RingRules>] = [
        RecordField("graceSeconds", \.grace, .seconds(in: AlarmLimits.grace)),
        RecordField("ringSeconds", \.countdowns.ringLength, .seconds(in: AlarmLimits.ringLength)),
        RecordField(
            "snoozeSeconds", \.countdowns.snoozeLength, .seconds(in: AlarmLimits.snoozeLength)),
        RecordField(
            "rings", \.countdowns.automaticRings, .integer(held: AlarmLimits.automaticRings)),
    ]
}

/// What already rings or is snoozed keeps its end (law, 6.7).
package typealias RingRuleChange = FieldChange<RingRules>
