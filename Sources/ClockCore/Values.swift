/// Tells things apart by a number or a name that no other of its kind has. Stored as that and nothing around
/// it.
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

/// Numbers that go on from those of a record, which may say anything: ids by this bound, so that each stays
/// another's, and mere counts (`&+=`) by starting anew behind the last whole number.
enum Numbering {
    /// Ids beyond it are replaced. More than are ever given out, and a JSON number holds it exactly.
    static let ids = 1...(1 << 53)
}

/// A whole percentage, 0 to 100: a volume or a brightness as people set it.
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

    /// What an alarm has that is to be felt and seen only.
    package static let silence = SoundID("silence")

    package init(_ name: String) {
        self.name = name
    }
}

/// The keys that a clock can have. Snooze and stop are enough to live with (product, B1).
package enum Button: String, CaseIterable, Hashable, Sendable, Codable {
    case snooze, stop, noise, menu, plus, minus
}

/// How far the wall clock can be believed (law, 5.1).
package enum ClockTrust: String, Hashable, Sendable, Codable {
    /// Synchronised in this boot, kept by a battery-backed clock, or set by a person in this boot.
    case trusted
    /// Not confirmed, but not before the newest thing known to have happened: alarms ring by it.
    case plausible
    /// Before the newest thing known to have happened, so it is wrong: nothing rings by it.
    case unknown
}

/// Names one boot of the kernel: boot times of different boots do not compare.
package struct BootID: Identifier {
    package let name: String
    package var identity: String { name }

    package init(_ name: String) {
        self.name = name
    }
}
