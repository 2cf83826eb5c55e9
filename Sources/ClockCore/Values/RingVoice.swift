package import BoundedJSON

/// What a newly due member contributes to the ring.
package struct RingVoice: Hashable, Sendable {
    /// Nil: silence, if the board has a motor.
    package var sound: SoundID?
    package var volume = AlarmDefaults.volume
    package var ramp = AlarmDefaults.ramp
    package var vibration: VibrationPattern?
    package var isMustWake = false
}

/// How patient a ring is: the law's N and M. A ring keeps those with which it began (6.7).
package struct RingPatience: DescribedRecord, Codable {
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
