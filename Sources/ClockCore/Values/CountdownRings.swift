package import BoundedJSON

/// How timers and naps ring: like a new alarm, unless other values are stored (product, S1).
package struct CountdownRings: DescribedRecord {
    static let voice = RingVoice(sound: AlarmDefaults.sound)
    /// How long a countdown rings unanswered, how long it is then silent, and how often it rings again (law, 6.5).
    package var ringLength = AlarmDefaults.ringLength
    package var snoozeLength = AlarmDefaults.snoozeLength
    package var automaticRings = AlarmDefaults.automaticRings

    var patience: RingPatience {
        RingPatience(length: ringLength, automaticRings: automaticRings)
    }

    package var foreign = ForeignFields()

    package init() {}

    package static let fields: [RecordField<CountdownRings>] = [
        RecordField("ringSeconds", \.ringLength, .seconds(in: AlarmLimits.ringLength)),
        RecordField("snoozeSeconds", \.snoozeLength, .seconds(in: AlarmLimits.snoozeLength)),
        RecordField("automaticRings", \.automaticRings, .integer(held: AlarmLimits.automaticRings)),
    ]
}
