import ClockTime

/// The JSON form of a value: how to read it, and what is allowed, for messages.
package struct FieldForm<Value>: Sendable {
    package let allowed: String
    package let read: @Sendable (JSONValue) -> Value?

    package init(_ allowed: String, _ read: @escaping @Sendable (JSONValue) -> Value?) {
        self.allowed = allowed
        self.read = read
    }
}

extension FieldForm where Value == [String: JSONValue] {
    package static var object: FieldForm {
        FieldForm("an object") { value in
            if case .object(let fields) = value { fields } else { nil }
        }
    }
}

extension FieldForm where Value == [JSONValue] {
    package static var list: FieldForm {
        FieldForm("a list") { value in
            if case .list(let values) = value { values } else { nil }
        }
    }
}

extension FieldForm where Value == Bool {
    package static var bool: FieldForm {
        FieldForm("true or false") { value in
            if case .bool(let flag) = value { flag } else { nil }
        }
    }
}

extension FieldForm where Value == String {
    package static var text: FieldForm {
        FieldForm("a text") { value in
            if case .string(let text) = value { text } else { nil }
        }
    }

    /// A text that cannot break a line or control a terminal.
    package static var line: FieldForm {
        FieldForm("a text without control characters") { value in
            guard case .string(let text) = value,
                !text.unicodeScalars.contains(where: Spelling.isControl)
            else { return nil }
            return text
        }
    }
}

extension FieldForm where Value == Int {
    package static func integer(in range: ClosedRange<Int>, _ allowed: String? = nil) -> FieldForm {
        let text = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return FieldForm(allowed ?? text) { value in
            guard case .integer(let number) = value, let number = Int(exactly: number),
                range.contains(number)
            else { return nil }
            return number
        }
    }

    /// A count that is only reported, never set.
    package static var count: FieldForm { integer(in: 0...Int.max, "a whole number") }
}

extension FieldForm where Value == Duration {
    /// Seconds, with fractions down to a millisecond.
    package static func seconds(in range: ClosedRange<Duration>) -> FieldForm {
        let low = JSONValue.seconds(range.lowerBound).summary
        let high = JSONValue.seconds(range.upperBound).summary
        return FieldForm("a number of seconds from \(low) to \(high)") { value in
            value.duration.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A length that is only reported, never set.
    package static var reported: FieldForm { FieldForm("a number of seconds", \.duration) }
}

extension FieldForm where Value: RawRepresentable & Sendable, Value.RawValue == String {
    /// One of these names, such as those of an enum.
    package static func name(of names: [String]) -> FieldForm {
        FieldForm("one of " + names.joined(separator: ", ")) { value in
            if case .string(let name) = value { Value(rawValue: name) } else { nil }
        }
    }
}

extension JSONValue {
    package static func seconds(_ duration: Duration) -> JSONValue {
        let milliseconds = duration.wholeNanoseconds / 1_000_000
        guard milliseconds % 1000 != 0 else { return .integer(milliseconds / 1000) }
        return .number(Double(milliseconds) / 1000)
    }

    fileprivate var duration: Duration? {
        let seconds: Double
        switch self {
        case .integer(let whole): seconds = Double(whole)
        case .number(let number): seconds = number
        case .null, .bool, .string, .list, .object: return nil
        }
        // Thirty thousand years: beyond the range of dates, and far from 64-bit overflow.
        guard seconds.isFinite, abs(seconds) <= 1e12 else { return nil }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }
}
