import ClockTime

/// How late a ring may be, and how timers and naps ring. Alarms have their own values for everything but the grace
/// (law, 2.2, 6.5 and 8; product, S1).
package struct RingRules: Hashable, Sendable {
    /// The law's G, 0 to 180 minutes: anything at most this late rings; anything later was missed.
    package var grace: Duration
    package var countdowns: CountdownRings

    package init(grace: Duration, countdowns: CountdownRings) {
        self.grace = grace
        self.countdowns = countdowns
    }

    package static let graceRange: ClosedRange<Duration> = .zero ... .minutes(180)
}

extension Settings {
    var ringRules: RingRules { RingRules(grace: grace, countdowns: countdownRings) }
}

/// How patient a ring is: the law's N and M. A ring keeps those with which it began (6.7).
package struct RingPatience: Hashable, Sendable {
    /// How long it rings unanswered.
    package var length: Duration
    /// How often it rings again after that.
    package var automaticRings: Int

    package init(length: Duration, automaticRings: Int) {
        self.length = length
        self.automaticRings = automaticRings
    }
}

extension RingPatience: Codable {
    private enum Key: String, CodingKey {
        case ringSeconds, automaticRings
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        let length = try record.decodeSecondsIfPresent(forKey: .ringSeconds)
        let rings = try record.decodeIfPresent(Int.self, forKey: .automaticRings)
        self.init(
            length: (length ?? AlarmDefaults.ringLength).held(in: AlarmLimits.ringLength),
            automaticRings: rings ?? AlarmDefaults.automaticRings)
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encodeSeconds(length, forKey: .ringSeconds)
        try record.encode(automaticRings, forKey: .automaticRings)
    }
}

/// Changes to these rules; nil leaves a value unchanged. What already rings or is snoozed keeps its end (law, 6.7).
package struct RingRuleChanges: Hashable, Sendable {
    package var grace: Duration?
    /// The law's N, S and M for timers and naps.
    package var ringLength: Duration?
    package var snoozeLength: Duration?
    package var automaticRings: Int?

    package init() {}

    /// Writes the changes into `settings`. If one is not allowed, throws and changes nothing.
    func apply(to settings: inout Settings) throws(CommandError) {
        if let grace, !RingRules.graceRange.contains(grace) {
            throw .invalid(field: "graceSeconds", .length(allowed: RingRules.graceRange))
        }
        if let ringLength, !AlarmLimits.ringLength.contains(ringLength) {
            throw .invalid(field: "ringSeconds", .length(allowed: AlarmLimits.ringLength))
        }
        if let snoozeLength, !AlarmLimits.snoozeLength.contains(snoozeLength) {
            throw .invalid(field: "snoozeSeconds", .length(allowed: AlarmLimits.snoozeLength))
        }
        if let automaticRings, !AlarmLimits.automaticRings.contains(automaticRings) {
            throw .invalid(field: "rings", .number(allowed: AlarmLimits.automaticRings, of: .times))
        }
        settings.grace = grace ?? settings.grace
        settings.countdownRings.ringLength = ringLength ?? settings.countdownRings.ringLength
        settings.countdownRings.snoozeLength = snoozeLength ?? settings.countdownRings.snoozeLength
        settings.countdownRings.automaticRings =
            automaticRings ?? settings.countdownRings.automaticRings
    }
}
