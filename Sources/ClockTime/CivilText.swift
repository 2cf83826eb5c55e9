// The text form of dates and times of day, in stored state, in commands and on the screen's pages.

extension TimeOfDay: LosslessStringConvertible, Codable {
    /// The accepted form of a time of day, for messages.
    package static let allowed =
        "A time of day is written hh:mm, from 00:00 to 23:59."

    /// Parses "07:30", and "7:30" as people type it; nil for anything else.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
            let hour = decimal(parts[0]), let minute = decimal(parts[1])
        else { return nil }
        self.init(hour: hour, minute: minute)
    }

    /// "07:30".
    package var description: String {
        padded(hour, to: 2) + ":" + padded(minute, to: 2)
    }

    package init(from decoder: any Decoder) throws {
        self = try decodedText(from: decoder, allowed: TimeOfDay.allowed)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension CivilDate: LosslessStringConvertible, Codable {
    /// The accepted form of a date, for messages.
    package static let allowed =
        "A date is written yyyy-mm-dd, from 0001-01-01 to 9999-12-31, and must be in the calendar."

    /// Parses "2026-03-29"; nil for anything else, and for days that do not exist.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            let year = decimal(parts[0]), let month = decimal(parts[1]), let day = decimal(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// "2026-03-29".
    package var description: String {
        let (year, month, day) = components
        return padded(year, to: 4) + "-" + padded(month, to: 2) + "-" + padded(day, to: 2)
    }

    package init(from decoder: any Decoder) throws {
        self = try decodedText(from: decoder, allowed: CivilDate.allowed)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension CivilTime: LosslessStringConvertible, Codable {
    /// Parses "2026-03-29T07:30:00", without a zone; nil for anything else.
    package init?(_ text: String) {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        guard halves.count == 2, halves[1].utf8.count == 8, let date = CivilDate(String(halves[0])),
            let time = TimeOfDay(String(halves[1].prefix(5))), halves[1].dropFirst(5).first == ":",
            let second = decimal(halves[1].suffix(2).utf8), second <= 59
        else { return nil }
        self.init(date: date, secondOfDay: time.minutesSinceMidnight * 60 + second)
    }

    /// "2026-03-29T07:30:00".
    package var description: String {
        "\(date)T" + padded(hour, to: 2) + ":" + padded(minute, to: 2) + ":" + padded(second, to: 2)
    }

    package init(from decoder: any Decoder) throws {
        self = try decodedText(
            from: decoder, allowed: "A date and time is written yyyy-mm-ddThh:mm:ss.")
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A text that could not be parsed; `message` describes the accepted form.
package struct TextFormError: Error, Hashable, Sendable, CustomStringConvertible {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }

    package var description: String { message }
}

private func decodedText<Value: LosslessStringConvertible>(
    from decoder: any Decoder, allowed: String
) throws -> Value {
    let container = try decoder.singleValueContainer()
    guard let value = Value(try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: allowed)
    }
    return value
}

/// Parses decimal digits only; nil for an empty text, other characters and values beyond 64 bits.
func decimal(_ digits: some Collection<UInt8>) -> Int? {
    guard !digits.isEmpty else { return nil }
    var value = 0
    for digit in digits {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
        let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
        let (sum, stillTooLarge) = tens.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
        guard !tooLarge, !stillTooLarge else { return nil }
        value = sum
    }
    return value
}

/// Decimal digits with leading zeros; a negative number's sign precedes them.
func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (number < 0 ? "-" : "") + zeros + digits
}
