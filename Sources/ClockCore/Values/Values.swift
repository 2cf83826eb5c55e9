/// A number or name that is unique within its kind. Stored as a bare value.
package protocol Identifier: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    associatedtype Identity: Hashable & Comparable & Codable & LosslessStringConvertible

    var identity: Identity { get }
    init(_ identity: Identity)
}

extension Identifier {
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Identity.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identity)
    }

    package var description: String { String(identity) }

    package static func < (one: Self, other: Self) -> Bool { one.identity < other.identity }
}

/// Numbering that continues from a record, which may contain any number. `ids` bounds ids, so that each stays unique.
/// Plain counters (`&+=`) wrap around after the largest integer.
enum Numbering {
    /// Ids outside this range are replaced. It is larger than any clock will assign, and JSON numbers represent it
    /// exactly.
    static let ids = 1...(1 << 53)
}

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

/// The name of a sound in the catalogue: "pink", "digital".
package struct SoundID: Identifier {
    package let name: String
    package var identity: String { name }

    /// The sound of an alarm that is only felt and seen.
    package static let silence = SoundID("silence")

    package init(_ name: String) {
        self.name = name
    }
}

/// The keys that a clock can have. Snooze and stop are the minimum (product, B1).
package enum Button: String, CaseIterable, Hashable, Sendable, Codable {
    case snooze, stop, noise, menu, plus, minus
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

/// Identifies one boot of the kernel: boot times of different boots are not comparable.
package struct BootID: Identifier {
    package let name: String
    package var identity: String { name }

    package init(_ name: String) {
        self.name = name
    }
}

extension Duration {
    /// The nearest length in the range.
    func held(in range: ClosedRange<Duration>) -> Duration {
        min(range.upperBound, max(range.lowerBound, self))
    }
}
