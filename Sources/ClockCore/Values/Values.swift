/// A whole percentage, 0 to 100: a volume or brightness setting.
package struct Percent: Hashable, Comparable, Sendable, Codable {
    package let value: Int

    /// Nil outside 0...100.
    package init?(_ value: Int) {
        guard (0...100).contains(value) else { return nil }
        self.value = value
    }

    package init(clamping value: Int) {
        self.value = min(100, max(0, value))
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let percent = Percent(try container.decode(Int.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "0 to 100 is allowed")
        }
        self = percent
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    package static func < (one: Percent, other: Percent) -> Bool { one.value < other.value }
}

/// The keys that a clock can have. Snooze and stop are the minimum (product, B1).
package enum Button: String, CaseIterable, Hashable, Sendable, Codable {
    case snooze, stop, noise, menu, plus, minus, lamp, goodNight

    /// What most boards have.
    package static let usual: Set<Button> = [.snooze, .stop, .noise, .menu, .plus, .minus]
}

/// How far the wall clock can be trusted (law, 5.1).
package enum ClockTrust: String, Hashable, Sendable, Codable, CaseIterable {
    /// Synchronised during this boot, kept by a battery-backed clock, or set by a user during this boot.
    case trusted
    /// Not confirmed, but not earlier than the latest known event: alarms ring by it.
    case plausible
    /// Earlier than the latest known event, and therefore wrong: nothing rings by it.
    case unknown
}

extension Duration {
    /// The nearest length in the range.
    func held(in range: ClosedRange<Duration>) -> Duration {
        min(range.upperBound, max(range.lowerBound, self))
    }
}

/// What tells a user that the clock took a press (product, B5).
package enum KeyFeedback: String, Hashable, Sendable, Codable, CaseIterable {
    case off
    /// A short tone on the first sound output, as loud as the noise is set.
    case chirp
    /// A short pulse of the motor.
    case vibration
}
