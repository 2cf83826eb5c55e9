package import ClockTime

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

/// The name of a sound in the catalogue: "pink", "digital".
package struct SoundID: Identifier {
    package let name: String
    package var identity: String { name }

    /// The sound of an alarm that is only felt and seen.
    package static let silence = SoundID("silence")
    /// What the id of each of a person's own sounds begins with. The rest is made from its name.
    package static let ownPrefix = "own-"

    package init(_ name: String) {
        self.name = name
    }
}

/// Identifies one boot of the kernel: boot times of different boots are not comparable.
package struct BootID: Identifier {
    package let name: String
    package var identity: String { name }

    package init(_ name: String) {
        self.name = name
    }
}

/// An alarm's only identity (law, 12). Numbers are assigned in ascending order and never reused.
package struct AlarmID: Identifier {
    package let number: Int
    package var identity: Int { number }

    package init(_ number: Int) {
        self.number = number
    }
}

/// A paired device's only identity. Numbers are assigned in ascending order and never reused.
package struct DeviceID: Identifier {
    package let number: Int
    package var identity: Int { number }

    package init(_ number: Int) {
        self.number = number
    }
}

/// A timer's only identity. Numbers are assigned in ascending order and never reused.
package struct TimerID: Identifier {
    package let number: Int
    package var identity: Int { number }

    package init(_ number: Int) {
        self.number = number
    }
}

/// Identifies an occurrence: one alarm on one local date (law, Words).
package struct OccurrenceID: Hashable, Sendable, Codable {
    package let alarm: AlarmID
    package let date: CivilDate

    package init(alarm: AlarmID, date: CivilDate) {
        self.alarm = alarm
        self.date = date
    }
}

/// Links a reply to its request. The shell assigns it; it is unique among pending requests.
package struct RequestID: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// The name of a group of sounds: "nature".
package struct CategoryID: Identifier {
    package let name: String
    package var identity: String { name }

    package init(_ name: String) {
        self.name = name
    }
}

/// The name of a sound's variant: "heavy". Unique only within its sound.
package struct VariantID: Identifier {
    package let name: String
    package var identity: String { name }

    package init(_ name: String) {
        self.name = name
    }
}

/// The name of a sound's slider, in requests and for people: "drops". Unique only within its sound.
package struct SliderID: Identifier {
    package let name: String
    package var identity: String { name }

    package init(_ name: String) {
        self.name = name
    }

    /// Whether it is a name that catalogues may give.
    var isAllowed: Bool { isWellFormed && name.utf8.count <= SoundLimits.sliderLength }

    /// Frequencies come in their order, 500 before 1k, and then the words.
    package static func < (one: SliderID, other: SliderID) -> Bool {
        (one.frequency, one.name) < (other.frequency, other.name)
    }

    private var frequency: Int {
        let isKilo = name.hasSuffix("k")
        return Int(isKilo ? name.dropLast() : name[...]).map { isKilo ? 1_000 &* $0 : $0 } ?? .max
    }
}

/// Identifies one ring uniquely over time.
package enum RingName: Hashable, Sendable {
    case alarm(OccurrenceID)
    /// - Parameter run: the timer's run.
    case timer(TimerID, run: Int)
    case nap(number: Int)
    /// A test of an alarm.
    case test(AlarmID)
}

/// How people tell an alarm from others: its number, and its label if it has one. `English` has the words.
package struct AlarmName: Hashable, Sendable {
    package let id: AlarmID
    /// Empty if it has none.
    package let label: String

    package init(_ id: AlarmID, label: String) {
        self.id = id
        self.label = label
    }
}
