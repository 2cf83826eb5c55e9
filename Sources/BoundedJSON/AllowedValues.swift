import ClockTime

/// The values that a form allows, as data: messages say it in words, and descriptions of the interface in their own form.
package indirect enum AllowedValues: Hashable, Sendable {
    case bool
    case integer(ClosedRange<Int>)
    /// A number of seconds, with fractions.
    case seconds(ClosedRange<Duration>)
    /// A number of seconds that is only reported.
    case length
    case number
    case text
    case limited(TextLimits)
    case shaped(TextShape)
    case list
    /// A list of so many values.
    case elements(AllowedValues, count: ClosedRange<Int>)
    case object
    /// An object with fields of one of these sets, and no others.
    ///
    /// - Parameter least: how many it has at least.
    case fields([[AllowedField]], least: Int = 0)
    /// An object of so many values by names that the sender chooses among those that the clock knows.
    case entries(AllowedValues, most: Int)
    /// One of these texts or whole numbers.
    case choice([JSONValue])
    case orNull(AllowedValues)
    case either(AllowedValues, AllowedValues)
    /// Some of these, in words that say more.
    case described(AllowedValues, String)
    /// Numbers of a unit, such as "%". Those of seconds have theirs without it.
    case measured(AllowedValues, unit: String)
}

extension AllowedValues: CustomStringConvertible {
    /// As messages say it: "a whole number from 0 to 100".
    package var description: String {
        switch self {
        case .bool: "true or false"
        case .integer(0...Int.max), .integer(Int.min...Int.max): "a whole number"
        case .integer(let range) where range.lowerBound == range.upperBound: "\(range.lowerBound)"
        case .integer(let range):
            "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .seconds(let range):
            "a number of seconds from \(JSONValue.seconds(range.lowerBound).summary) "
                + "to \(JSONValue.seconds(range.upperBound).summary)"
        case .length: "a number of seconds"
        case .number: "a number"
        case .text: "a text"
        case .limited(let limits): limits.description
        case .shaped(let shape): "a text like \(Spelling.quoted(shape.example))"
        case .list, .elements: "a list"
        case .object, .fields, .entries: "an object"
        case .choice(let values): AllowedValues.words(of: values)
        case .orNull(let values): "\(values), or null for none"
        case .either(let one, let other): "\(one) or \(other)"
        case .described(_, let words): words
        case .measured(let values, _): values.description
        }
    }

    private static func words(of values: [JSONValue]) -> String {
        let names = values.map { value in
            if case .string(let text) = value { text } else { value.summary }
        }
        // Numbers read well in a sentence; a list of names needs to be announced.
        if case .integer? = values.first {
            return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        }
        return "one of " + names.joined(separator: ", ")
    }
}
