import ClockTime

/// The JSON form of a value: what is allowed, how to read it, and how to write it.
package struct FieldForm<Value>: Sendable {
    package let values: AllowedValues
    /// Nil if the value is not allowed.
    package let read: @Sendable (JSONValue) -> Value?
    package let write: @Sendable (Value) -> JSONValue
    /// What a stored value that lies outside the range means: the nearest allowed one.
    private let nearest: @Sendable (JSONValue) -> Value?

    package init(
        _ values: AllowedValues, read: @escaping @Sendable (JSONValue) -> Value?,
        nearest: (@Sendable (JSONValue) -> Value?)? = nil,
        write: @escaping @Sendable (Value) -> JSONValue
    ) {
        self.values = values
        self.read = read
        self.write = write
        self.nearest = nearest ?? { _ in nil }
    }

    /// What is allowed, for messages.
    package var allowed: String { values.description }

    func readNearest(_ value: JSONValue) -> Value? { read(value) ?? nearest(value) }

    package func error(about value: JSONValue, at path: String) -> FieldError {
        FieldError(path, "\(value.shown) is not allowed; it must be \(allowed)")
    }

    /// The same form with other words for what is allowed.
    package func described(_ words: String) -> FieldForm {
        FieldForm(.described(values, words), read: read, nearest: nearest, write: write)
    }

    /// The same form, of numbers of this unit.
    package func measured(in unit: String) -> FieldForm {
        FieldForm(.measured(values, unit: unit), read: read, nearest: nearest, write: write)
    }

    /// The same form, whose reader allows no more than these values.
    package func allowing(_ values: AllowedValues) -> FieldForm {
        FieldForm(values, read: read, nearest: nearest, write: write)
    }

    /// The form of another type that stands for the same JSON.
    package func map<Other>(
        to other: @escaping @Sendable (Value) -> Other?,
        from value: @escaping @Sendable (Other) -> Value
    ) -> FieldForm<Other> {
        FieldForm<Other>(
            values, read: { read($0).flatMap(other) }, nearest: { nearest($0).flatMap(other) },
            write: { write(value($0)) })
    }

    /// The same form, with null for none.
    package var orNull: FieldForm<Value?> {
        FieldForm<Value?>(
            .orNull(values),
            read: { value in
                if value == .null { return .some(nil) }
                return read(value).map { .some($0) }
            }, nearest: { nearest($0).map { .some($0) } },
            write: { $0.map(write) ?? .null })
    }
}

extension FieldForm where Value == [String: JSONValue] {
    package static var object: FieldForm {
        FieldForm(
            .object,
            read: { value in
                if case .object(let fields) = value { fields } else { nil }
            }, write: JSONValue.object)
    }
}

extension FieldForm where Value == [JSONValue] {
    package static var list: FieldForm {
        FieldForm(
            .list,
            read: { value in
                if case .list(let values) = value { values } else { nil }
            }, write: JSONValue.list)
    }
}

extension FieldForm where Value: Codable & Sendable {
    /// A value of the store that codes itself.
    package static func coded(_ values: AllowedValues) -> FieldForm {
        FieldForm(values, read: { try? Value(stored: $0) }, write: { JSONValue(storing: $0) })
    }
}

extension FieldForm {
    /// A list of values of one form.
    package func list(
        _ words: String, count: ClosedRange<Int> = 0...Int.max
    ) -> FieldForm<[Value]> {
        FieldForm<[JSONValue]>.list.map(
            to: { values in
                guard count.contains(values.count) else { return nil }
                let read = values.compactMap(self.read)
                return read.count == values.count ? read : nil
            }, from: { $0.map(write) }
        ).allowing(.described(.elements(values, count: count), words))
    }
}

extension FieldForm where Value == Bool {
    package static var bool: FieldForm {
        FieldForm(
            .bool,
            read: { value in
                if case .bool(let flag) = value { flag } else { nil }
            }, write: JSONValue.bool)
    }
}

extension FieldForm where Value == String {
    package static var text: FieldForm {
        FieldForm(
            .text,
            read: { value in
                if case .string(let text) = value { text } else { nil }
            }, write: JSONValue.string)
    }

    /// A text for which `isAllowed` holds.
    ///
    /// - Parameter words: what is allowed, for messages.
    package static func text(
        _ words: String, where isAllowed: @escaping @Sendable (String) -> Bool
    ) -> FieldForm {
        text.map(to: { isAllowed($0) ? $0 : nil }, from: { $0 }).described(words)
    }

    /// A text within these limits.
    package static func text(_ limits: TextLimits) -> FieldForm {
        text.map(to: { limits.allow($0) ? $0 : nil }, from: { $0 }).allowing(.limited(limits))
    }

    package static var name: FieldForm { text(TextLimits(1...Int.max, isLine: false)) }

    /// A text that cannot break a line or control a terminal.
    package static var line: FieldForm { text(TextLimits()) }
}

extension FieldForm where Value == String {
    package static func one(of names: [String]) -> FieldForm {
        FieldForm(
            .choice(names.map { .string($0) }),
            read: { value in
                if case .string(let name) = value, names.contains(name) { name } else { nil }
            }, write: JSONValue.string)
    }
}

extension FieldForm where Value == Double {
    package static func number(in range: ClosedRange<Double>) -> FieldForm {
        func words(_ bound: Double) -> String {
            Int(exactly: bound).map { "\($0)" } ?? "\(bound)"
        }
        let allowed = "a number from \(words(range.lowerBound)) to \(words(range.upperBound))"
        return FieldForm(
            .described(.number, allowed),
            read: { $0.number.flatMap { range.contains($0) ? $0 : nil } },
            write: JSONValue.number)
    }
}

extension FieldForm where Value == Int {
    package static func one(of numbers: [Int]) -> FieldForm {
        FieldForm(
            .choice(numbers.map { .integer(Int64($0)) }),
            read: { value in
                guard case .integer(let number) = value else { return nil }
                return Int(exactly: number).flatMap { numbers.contains($0) ? $0 : nil }
            }, write: { .integer(Int64($0)) })
    }

    package static func integer(in range: ClosedRange<Int>) -> FieldForm {
        FieldForm(
            .integer(range),
            read: { value in
                guard case .integer(let number) = value, let number = Int(exactly: number),
                    range.contains(number)
                else { return nil }
                return number
            }, write: { .integer(Int64($0)) })
    }

    /// The same, but a stored number outside the range means its nearest end.
    package static func integer(held range: ClosedRange<Int>) -> FieldForm {
        let form = integer(in: range)
        return FieldForm(
            form.values, read: form.read,
            nearest: { value in
                guard case .integer(let number) = value else { return nil }
                return min(range.upperBound, max(range.lowerBound, Int(clamping: number)))
            }, write: form.write)
    }

    /// Any whole number.
    package static var integer: FieldForm { integer(in: Int.min...Int.max) }

    /// A count that is only reported, never set.
    package static var count: FieldForm { integer(in: 0...Int.max) }
}

extension FieldForm where Value == Duration {
    /// Seconds, with fractions down to a millisecond. The range holds for the number as it is written: -0.0001 is below
    /// 0, although it rounds to 0. A stored length outside the range means its nearest end, as long as it lies within a
    /// day.
    package static func seconds(in range: ClosedRange<Duration>) -> FieldForm {
        let lowest = JSONValue.number(of: range.lowerBound)
        let written = lowest...JSONValue.number(of: range.upperBound)
        return FieldForm(
            .seconds(range),
            read: { value in value.number.flatMap { written.contains($0) ? value.duration : nil } },
            nearest: { value in
                value.duration.flatMap { length in
                    Duration.storable.contains(length)
                        ? min(range.upperBound, max(range.lowerBound, length)) : nil
                }
            }, write: JSONValue.seconds)
    }

    /// A length that is only reported, never set.
    package static var reported: FieldForm {
        FieldForm(.length, read: \.duration, write: JSONValue.seconds)
    }
}

extension FieldForm
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    /// A case by its name.
    package static var choice: FieldForm {
        FieldForm(
            .choice(Value.allCases.map { .string($0.rawValue) }),
            read: { value in
                if case .string(let name) = value { Value(rawValue: name) } else { nil }
            }, write: { .string($0.rawValue) })
    }
}

extension FieldForm
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == Int {
    /// A case by its number.
    package static var choice: FieldForm {
        FieldForm(
            .choice(Value.allCases.map { .integer(Int64($0.rawValue)) }),
            read: { value in
                guard case .integer(let number) = value else { return nil }
                return Int(exactly: number).flatMap { Value(rawValue: $0) }
            }, write: { .integer(Int64($0.rawValue)) })
    }
}

extension Duration {
    /// The lengths that a store may have.
    package static let storable = Duration.zero ... .seconds(86_400)
}

extension JSONValue {
    package static func seconds(_ duration: Duration) -> JSONValue {
        let milliseconds = duration.wholeNanoseconds / 1_000_000
        guard milliseconds % 1000 != 0 else { return .integer(milliseconds / 1000) }
        return .number(Double(milliseconds) / 1000)
    }

    /// The same number of seconds as a reader of the description sees it.
    fileprivate static func number(of duration: Duration) -> Double {
        Double(duration.wholeNanoseconds / 1_000_000) / 1000
    }

    fileprivate var number: Double? {
        switch self {
        case .integer(let whole): Double(whole)
        case .number(let number): number
        case .null, .bool, .string, .list, .object: nil
        }
    }

    fileprivate var duration: Duration? {
        // Thirty thousand years: beyond the range of dates, and far from 64-bit overflow.
        guard let seconds = number, seconds.isFinite, abs(seconds) <= 1e12 else { return nil }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }
}
