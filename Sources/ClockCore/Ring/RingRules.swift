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
        RecordField("graceSeconds", \.grace, .seconds(in: RingRules.graceRange)),
        RecordField("ringSeconds", \.countdowns.ringLength, .seconds(in: AlarmLimits.ringLength)),
        RecordField(
            "snoozeSeconds", \.countdowns.snoozeLength, .seconds(in: AlarmLimits.snoozeLength)),
        RecordField(
            "rings", \.countdowns.automaticRings, .integer(held: AlarmLimits.automaticRings)),
    ]

    package static let graceRange: ClosedRange<Duration> = .zero ... .minutes(180)
}

extension Settings {
    var ringRules: RingRules {
        get { RingRules(grace: grace, countdowns: countdownRings) }
        set { (grace, countdownRings) = (newValue.grace, newValue.countdowns) }
    }
}

/// How patient a ring is: the law's N and M. A ring keeps those with which it began (6.7).
package struct RingPatience: DescribedRecord {
    /// How long it rings unanswered.
    package var length = AlarmDefaults.ringLength
    /// How often it rings again after that.
    package var automaticRings = AlarmDefaults.automaticRings
    package var foreign = ForeignFields()

    package init() {}

    package init(length: Duration, automaticRings: Int) {
        self.length = length
        self.automaticRings = automaticRings
    }

    package static let fields: [RecordField<RingPatience>] = [
        RecordField("ringSeconds", \.length, .seconds(in: AlarmLimits.ringLength)),
        RecordField(
            "automaticRings", \.automaticRings, .integer(held: AlarmLimits.automaticRings)),
    ]
}

/// What already rings or is snoozed keeps its end (law, 6.7).
package typealias RingRuleChange = FieldChange<RingRules>
