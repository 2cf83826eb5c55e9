package import ClockTime

/// An alarm's only identity (law, 12). Numbers are assigned in ascending order and never reused.
package struct AlarmID: Identifier {
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
