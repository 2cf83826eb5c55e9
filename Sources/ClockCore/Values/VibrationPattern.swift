import ClockTime

/// How the motor or bed shaker moves during a ring (product, A4).
package enum VibrationPattern: Hashable, Sendable {
    /// On for the whole ring.
    case steady
    /// Half a second on, half a second off.
    case pulse
    /// Two beats and a rest, at this rate.
    case heartbeat(HeartRate)
    /// Short pulses at first, longer ones later, to wake gently.
    case growing

    /// The pattern if one is needed and none was chosen: for the ladder's motor rung.
    package static let `default` = VibrationPattern.pulse
}

/// Beats per minute, in a range that a resting heart and calm breathing can follow.
package struct HeartRate: Hashable, Sendable, Codable {
    package let perMinute: Int

    package static let allowed = 40...120
    package static let `default` = HeartRate(clamping: 60)

    /// Nil outside 40...120.
    package init?(_ perMinute: Int) {
        guard HeartRate.allowed.contains(perMinute) else { return nil }
        self.perMinute = perMinute
    }

    package init(clamping perMinute: Int) {
        self.perMinute = min(
            HeartRate.allowed.upperBound, max(HeartRate.allowed.lowerBound, perMinute))
    }

    package init(from decoder: any Decoder) throws {
        self.init(clamping: try decoder.singleValueContainer().decode(Int.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(perMinute)
    }
}

/// A pattern's state at some time after its start, and when that changes.
package struct VibrationPhase: Hashable, Sendable {
    package var isOn: Bool
    /// Counted from the pattern's start; nil: the state stays.
    package var until: Duration?
}

extension VibrationPattern {
    /// The growing pattern: its period, and the pulse length at first and at the end.
    private static let growingPeriod = Duration.seconds(1)
    private static let growingFirst = Duration.milliseconds(100)
    private static let growingLast = Duration.milliseconds(800)
    /// The number of periods until the pulse reaches its full length: half a minute.
    private static let growingPeriods: Int64 = 30

    /// The two parts of a beat and the gap between them, modelled on a heart's closing valves.
    private static let beatLength = Duration.milliseconds(120)
    private static let beatGap = Duration.milliseconds(120)

    /// - Parameter elapsed: time since the pattern began, not negative.
    package func phase(at elapsed: Duration) -> VibrationPhase {
        switch self {
        case .steady:
            return VibrationPhase(isOn: true, until: nil)
        case .pulse:
            return VibrationPattern.phase(
                at: elapsed, period: .seconds(1), edges: [.milliseconds(500)])
        case .heartbeat(let rate):
            let first = VibrationPattern.beatLength
            let second = first + VibrationPattern.beatGap
            return VibrationPattern.phase(
                at: elapsed, period: .seconds(60) / rate.perMinute,
                edges: [first, second, second + VibrationPattern.beatLength])
        case .growing:
            let count = elapsed.wholeNanoseconds / VibrationPattern.growingPeriod.wholeNanoseconds
            let grown = min(count, VibrationPattern.growingPeriods)
            let more = VibrationPattern.growingLast - VibrationPattern.growingFirst
            let touch =
                VibrationPattern.growingFirst + more * Int(grown)
                / Int(VibrationPattern.growingPeriods)
            return VibrationPattern.phase(
                at: elapsed, period: VibrationPattern.growingPeriod, edges: [touch])
        }
    }

    /// On from the start of each period to the first edge, off to the next, and so on.
    private static func phase(
        at elapsed: Duration, period: Duration, edges: [Duration]
    ) -> VibrationPhase {
        let begun = elapsed.wholeNanoseconds / period.wholeNanoseconds
        let start = period * Int(begun)
        var isOn = true
        for edge in edges {
            if elapsed < start + edge { return VibrationPhase(isOn: isOn, until: start + edge) }
            isOn.toggle()
        }
        return VibrationPhase(isOn: isOn, until: start + period)
    }
}

/// Stored as `{"name": "heartbeat", "perMinute": 60}`; the rate only if the pattern has one.
extension VibrationPattern: Codable {
    private enum Key: String, CodingKey {
        case name, perMinute
    }

    /// The names in commands and records.
    package enum Name: String, CaseIterable, Codable {
        case steady, pulse, heartbeat, growing
    }

    package var name: Name {
        switch self {
        case .steady: .steady
        case .pulse: .pulse
        case .heartbeat: .heartbeat
        case .growing: .growing
        }
    }

    package init(_ name: Name, rate: HeartRate = .default) {
        switch name {
        case .steady: self = .steady
        case .pulse: self = .pulse
        case .heartbeat: self = .heartbeat(rate)
        case .growing: self = .growing
        }
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        self.init(
            try record.decode(Name.self, forKey: .name),
            rate: try record.decodeIfPresent(HeartRate.self, forKey: .perMinute) ?? .default)
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(name, forKey: .name)
        switch self {
        case .heartbeat(let rate): try record.encode(rate, forKey: .perMinute)
        case .steady, .pulse, .growing: break
        }
    }
}
