import ClockTime

/// How long a text may be, and what it may hold.
package struct TextLimits: Hashable, Sendable {
    /// In characters as people count them. The upper bound is `Int.max` if only the request's length limits it.
    package var characters: ClosedRange<Int>
    /// In UTF-8, because a single character can have any number of combining marks; nil: no limit of its own.
    package var bytes: Int?
    /// Whether it cannot break a line or control a terminal.
    package var isLine: Bool
    /// Whether something in it must be visible.
    package var needsInk: Bool

    package init(
        _ characters: ClosedRange<Int> = 0...Int.max, bytes: Int? = nil, isLine: Bool = true,
        needsInk: Bool = false
    ) {
        self.characters = characters
        self.bytes = bytes
        self.isLine = isLine
        self.needsInk = needsInk
    }

    package func allow(_ text: String) -> Bool {
        characters.contains(text.count) && text.utf8.count <= bytes ?? Int.max
            && !(isLine && text.unicodeScalars.contains(where: Spelling.isControl))
            && (!needsInk || TextLimits.hasInk(text))
    }

    package static func hasInk(_ text: String) -> Bool {
        !text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}

extension TextLimits: CustomStringConvertible {
    /// "a text of 1 to 40 characters without control characters".
    package var description: String {
        let length: String
        switch (characters.lowerBound, characters.upperBound) {
        case (0, Int.max): length = ""
        case (0, let most): length = " of up to \(most) characters"
        case (1, Int.max): length = " that is not empty"
        case (let least, Int.max): length = " of \(least) characters or more"
        case (let least, let most): length = " of \(least) to \(most) characters"
        }
        // A limit of four bytes for each character is met by all but piles of combining marks.
        let isTight = bytes.map { $0 / 4 < characters.upperBound } ?? false
        let size = isTight ? " and \(bytes ?? 0) bytes" : ""
        let exclusion = isLine ? " without control characters" : ""
        return "a text\(length)\(size)\(exclusion)\(needsInk ? ", not only blanks" : "")"
    }
}

/// The shape of a text that stands for another value, such as a date.
package struct TextShape: Hashable, Sendable {
    /// A regular expression of ECMA-262 for the whole text. It allows what the reader of the text allows: tests compare
    /// both.
    package let pattern: String
    package let example: String
    /// The name that JSON Schema has for the shape, if it has one.
    package let name: String?

    package init(_ pattern: String, example: String, name: String? = nil) {
        self.init(pattern: "^(?:\(pattern))$", example: example, name: name)
    }

    /// The same shape with another example.
    package func like(_ example: String) -> TextShape {
        TextShape(pattern: pattern, example: example, name: name)
    }

    private init(pattern: String, example: String, name: String?) {
        self.pattern = pattern
        self.example = example
        self.name = name
    }

    /// Days of the calendar from the year 1 to 9999.
    package static let date = TextShape(everyDay, example: "2026-03-29", name: "date")
    package static let timeOfDay = TextShape("(?:[01]?[0-9]|2[0-3]):[0-5][0-9]", example: "07:30")
    /// Instants in UTC, in whole seconds.
    package static let instant = TextShape(
        "\(everyDay)T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z",
        example: "2026-03-29T00:59:50Z")
    /// What a clock can be set to: a local time in this century, or the same with an offset as an instant.
    package static let settableTime = TextShape(
        days(ofYears: "20[0-9]{2}", leapYears: "20(?:[02468][048]|[13579][26])")
            + "[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?"
            + "(?:(?:\\.[0-9]{1,30})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9]))?",
        example: "2026-11-22T03:40")
    package static let color = TextShape("#(?:[0-9A-Fa-f]{3}){1,2}", example: "#ff8800")

    private static let everyDay = days(
        ofYears: "(?:[0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)",
        leapYears: "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])"
            + "|(?:0[48]|[2468][048]|[13579][26])00)")

    private static func days(ofYears years: String, leapYears: String) -> String {
        "(?:\(years)-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
            + "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))"
            + "|\(leapYears)-02-29)"
    }
}

/// A field that an object may have.
package struct AllowedField: Hashable, Sendable {
    package var name: String
    package var values: AllowedValues
    package var isRequired: Bool
    /// What a missing field counts as, if that is always the same.
    package var standard: JSONValue?
    /// What it is for.
    package var help = ""

    package init(_ name: String, _ values: AllowedValues, isRequired: Bool = false) {
        self.name = name
        self.values = values
        self.isRequired = isRequired
    }
}
