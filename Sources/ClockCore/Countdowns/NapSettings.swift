import ClockTime

/// A nap's three times, whether the held bar pulses, and what follows (product, T2 and N9).
package struct NapSettings: Hashable, Sendable, Codable {
    /// From releasing the bar to the start of the nap.
    package var release = Duration.seconds(30)
    package var nap = Duration.minutes(20)
    /// From the first hold on, through all phases: it rings then, whatever else happens.
    package var max = Duration.minutes(30)
    package var hasPulse = false
    package var pulseRate = HeartRate.default
    /// The noise that its ring interrupted comes back after a stop.
    package var noiseAfter = false

    package static let releaseRange: ClosedRange<Duration> = .seconds(1) ... .minutes(10)
    package static let napRange: ClosedRange<Duration> = .minutes(1) ... .hours(3)
    /// Longer than the longest release and nap together, and short enough to end any of them.
    package static let maxRange: ClosedRange<Duration> = .minutes(1) ... .hours(4)

    package init() {}

    private enum Key: String, CodingKey {
        case releaseSeconds, napSeconds, maxSeconds, pulse, pulsePerMinute, noiseAfter
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        release = try record.decodeSecondsIfPresent(forKey: .releaseSeconds) ?? release
        release = release.held(in: NapSettings.releaseRange)
        nap = try record.decodeSecondsIfPresent(forKey: .napSeconds) ?? nap
        nap = nap.held(in: NapSettings.napRange)
        max = try record.decodeSecondsIfPresent(forKey: .maxSeconds) ?? max
        max = max.held(in: NapSettings.maxRange)
        hasPulse = try record.decodeIfPresent(Bool.self, forKey: .pulse) ?? hasPulse
        pulseRate = try record.decodeIfPresent(HeartRate.self, forKey: .pulsePerMinute) ?? pulseRate
        noiseAfter = try record.decodeIfPresent(Bool.self, forKey: .noiseAfter) ?? noiseAfter
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encodeSeconds(release, forKey: .releaseSeconds)
        try record.encodeSeconds(nap, forKey: .napSeconds)
        try record.encodeSeconds(max, forKey: .maxSeconds)
        try record.encode(hasPulse, forKey: .pulse)
        try record.encode(pulseRate, forKey: .pulsePerMinute)
        try record.encode(noiseAfter, forKey: .noiseAfter)
    }
}

/// Changes to a nap's settings; nil leaves a value unchanged.
package struct NapChanges: Hashable, Sendable {
    package var release: Duration?
    package var nap: Duration?
    package var max: Duration?
    package var hasPulse: Bool?
    /// Beats per minute.
    package var pulseRate: Int?
    package var noiseAfter: Bool?

    package init() {}

    /// Writes the changes into `settings`. If one is not allowed, throws and changes nothing.
    func apply(to settings: inout NapSettings) throws(CommandError) {
        if let release, !NapSettings.releaseRange.contains(release) {
            throw .invalid(field: "releaseSeconds", .length(allowed: NapSettings.releaseRange))
        }
        if let nap, !NapSettings.napRange.contains(nap) {
            throw .invalid(field: "napSeconds", .length(allowed: NapSettings.napRange))
        }
        if let max, !NapSettings.maxRange.contains(max) {
            throw .invalid(field: "maxSeconds", .length(allowed: NapSettings.maxRange))
        }
        var rate = settings.pulseRate
        if let pulseRate {
            guard let allowed = HeartRate(pulseRate) else {
                throw .invalid(
                    field: "pulsePerMinute",
                    .number(allowed: HeartRate.allowed, of: .beatsPerMinute))
            }
            rate = allowed
        }
        settings.release = release ?? settings.release
        settings.nap = nap ?? settings.nap
        settings.max = max ?? settings.max
        settings.hasPulse = hasPulse ?? settings.hasPulse
        settings.pulseRate = rate
        settings.noiseAfter = noiseAfter ?? settings.noiseAfter
    }
}
