import ClockCore
import ClockTime

/// A field that is wrong: which, and what it must be.
struct FieldError: Error, Hashable, Sendable {
    /// The path from the top of the line: "alarm.schedule.time".
    var field: String
    /// In the form of all refusals: the path, then the reason.
    var message: String

    init(_ field: String, _ reason: String) {
        self.field = field
        message = "\(field): \(reason)"
    }
}

/// Takes the fields of a JSON object one by one and knows their paths.
///
/// Whoever reads a request asks for every field that there is and then calls `finish`, which refuses
/// the rest by name. A reply is read with `isLenient`: null stands for a missing field, and fields
/// that this client does not know are none of its business. In a batch null stands for a missing
/// field too (`nullIsMissing`), because who makes its lines may fill in each field.
struct FieldReader {
    private let path: String
    private let fields: [String: JSONValue]
    private let isLenient: Bool
    private let nullIsMissing: Bool
    private var known: Set<String> = []

    init(
        _ fields: [String: JSONValue], path: String = "", isLenient: Bool = false,
        nullIsMissing: Bool = false
    ) {
        self.fields = fields
        self.path = path
        self.isLenient = isLenient
        self.nullIsMissing = nullIsMissing || isLenient
    }

    /// The path of a field of this object.
    func path(_ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }

    /// Whether the field is there, were it null.
    func has(_ name: String) -> Bool { fields[name] != nil }

    /// The raw field; nil where it is missing.
    mutating func raw(_ name: String) -> JSONValue? {
        known.insert(name)
        guard let value = fields[name], !(nullIsMissing && value == .null) else { return nil }
        return value
    }

    /// The field as `read` understands it; nil where it is missing.
    mutating func optional<Value>(
        _ name: String, _ form: FieldForm<Value>
    ) throws(FieldError) -> Value? {
        guard let value = raw(name) else { return nil }
        guard let result = form.read(value) else {
            throw FieldError(
                path(name), "\(value.shown) is not allowed; it must be \(form.allowed)")
        }
        return result
    }

    mutating func required<Value>(
        _ name: String, _ form: FieldForm<Value>
    ) throws(FieldError) -> Value {
        guard let value = try optional(name, form) else {
            throw missing(name, form.allowed)
        }
        return value
    }

    func missing(_ name: String, _ allowed: String) -> FieldError {
        FieldError(path(name), "is missing; it must be \(allowed)")
    }

    /// The object in a field, with its path; nil where the field is missing.
    mutating func object(_ name: String) throws(FieldError) -> FieldReader? {
        guard let fields = try optional(name, .object) else { return nil }
        return reader(of: fields, path: path(name))
    }

    /// The objects in a list; none where the field is missing.
    mutating func objects(_ name: String) throws(FieldError) -> [FieldReader] {
        var readers: [FieldReader] = []
        for (place, value) in (try optional(name, .list) ?? []).enumerated() {
            let path = "\(path(name))[\(place)]"
            guard case .object(let fields) = value else {
                throw FieldError(path, "\(value.shown) is not allowed; it must be an object")
            }
            readers.append(reader(of: fields, path: path))
        }
        return readers
    }

    /// A reader of fields within this object, as strict as this one.
    private func reader(of fields: [String: JSONValue], path: String) -> FieldReader {
        FieldReader(fields, path: path, isLenient: isLenient, nullIsMissing: nullIsMissing)
    }

    /// Refuses the first field that nobody asked for.
    func finish() throws(FieldError) {
        guard !isLenient else { return }
        let strangers = fields.filter { name, value in
            !known.contains(name) && !(nullIsMissing && value == .null)
        }
        guard let stranger = strangers.keys.min() else { return }
        let near =
            Spelling.suggestion(for: stranger, among: known.sorted()).map { "; \"\($0)\" is near" }
            ?? ""
        let all = known.sorted().joined(separator: ", ")
        throw FieldError(
            path(String(stranger.prefix(40))),
            "there is no such field\(near)" + (all.isEmpty ? "" : "; there are \(all)"))
    }
}

/// How a value stands in JSON: how it is read, and what is allowed, for messages.
struct FieldForm<Value> {
    let allowed: String
    let read: (JSONValue) -> Value?

    init(_ allowed: String, _ read: @escaping (JSONValue) -> Value?) {
        self.allowed = allowed
        self.read = read
    }
}

extension FieldForm where Value == [String: JSONValue] {
    static var object: FieldForm {
        FieldForm("an object") { value in
            if case .object(let fields) = value { fields } else { nil }
        }
    }
}

extension FieldForm where Value == [JSONValue] {
    static var list: FieldForm {
        FieldForm("a list") { value in
            if case .list(let values) = value { values } else { nil }
        }
    }
}

extension FieldForm where Value == Bool {
    static var bool: FieldForm {
        FieldForm("true or false") { value in
            if case .bool(let flag) = value { flag } else { nil }
        }
    }
}

extension FieldForm where Value == String {
    static var text: FieldForm {
        FieldForm("a text") { value in
            if case .string(let text) = value { text } else { nil }
        }
    }

    /// A text that cannot break a line, nor steer a terminal.
    static var line: FieldForm {
        FieldForm("a text without control characters") { value in
            guard case .string(let text) = value,
                !text.unicodeScalars.contains(where: Spelling.isControl)
            else { return nil }
            return text
        }
    }

    /// What a request may call itself.
    static var id: FieldForm {
        FieldForm("a text of 1 to 64 printable characters") { value in
            guard case .string(let text) = value,
                LineLimits.id.contains(text.unicodeScalars.count),
                !text.unicodeScalars.contains(where: Spelling.isControl)
            else { return nil }
            return text
        }
    }
}

extension FieldForm where Value == Int {
    static func integer(in range: ClosedRange<Int>, _ allowed: String? = nil) -> FieldForm {
        let text = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return FieldForm(allowed ?? text) { value in
            guard case .integer(let number) = value, let number = Int(exactly: number),
                range.contains(number)
            else { return nil }
            return number
        }
    }

    /// A count that is only reported.
    static var count: FieldForm { integer(in: 0...Int.max, "a whole number") }
}

extension FieldForm where Value == Percent {
    static var percent: FieldForm {
        FieldForm("a whole number from 0 to 100") { value in
            guard case .integer(let number) = value else { return nil }
            return Int(exactly: number).flatMap { Percent($0) }
        }
    }
}

extension FieldForm where Value == AlarmID {
    static var alarm: FieldForm {
        FieldForm("the number of an alarm, 1 or more") { value in
            guard case .integer(let number) = value, number >= 1 else { return nil }
            return Int(exactly: number).map { AlarmID($0) }
        }
    }
}

extension FieldForm where Value == SoundID {
    static var sound: FieldForm {
        FieldForm("the name of a sound") { value in
            guard case .string(let name) = value, !name.isEmpty else { return nil }
            return SoundID(name)
        }
    }
}

extension FieldForm where Value == TimeOfDay {
    static var time: FieldForm {
        FieldForm("a time of day like \"07:30\", from \"00:00\" to \"23:59\"") { value in
            if case .string(let text) = value { TimeOfDay(text) } else { nil }
        }
    }
}

extension FieldForm where Value == CivilDate {
    static var date: FieldForm {
        FieldForm("a date of the calendar like \"2026-03-29\"") { value in
            if case .string(let text) = value { CivilDate(text) } else { nil }
        }
    }
}

extension FieldForm where Value == [CivilDate] {
    static var dates: FieldForm {
        FieldForm("a list of dates like \"2026-03-29\"") { value in
            guard case .list(let values) = value else { return nil }
            let dates = values.compactMap { FieldForm<CivilDate>.date.read($0) }
            return dates.count == values.count ? dates : nil
        }
    }
}

extension FieldForm where Value == WeekdaySet {
    static var weekdays: FieldForm {
        FieldForm("a list of weekdays, from 1 (Monday) to 7 (Sunday), one at least") { value in
            guard case .list(let numbers) = value, (1...7).contains(numbers.count) else {
                return nil
            }
            var days = WeekdaySet()
            for number in numbers {
                guard case .integer(let number) = number, let number = Int(exactly: number),
                    let day = Weekday(rawValue: number)
                else { return nil }
                days.insert(WeekdaySet(day))
            }
            return days
        }
    }
}

extension FieldForm where Value == Duration {
    /// Seconds, with a fraction down to a millisecond.
    static func seconds(in range: ClosedRange<Duration>) -> FieldForm {
        let low = JSONValue.seconds(range.lowerBound).summary
        let high = JSONValue.seconds(range.upperBound).summary
        return FieldForm("a number of seconds from \(low) to \(high)") { value in
            value.duration.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A length that is only reported.
    static var reported: FieldForm { FieldForm("a number of seconds", \.duration) }
}

extension FieldForm where Value: RawRepresentable, Value.RawValue == String {
    /// One of the names of an enum.
    static func name(of names: [String]) -> FieldForm {
        FieldForm("one of " + names.joined(separator: ", ")) { value in
            if case .string(let name) = value { Value(rawValue: name) } else { nil }
        }
    }
}

extension JSONValue {
    static func seconds(_ duration: Duration) -> JSONValue {
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
        // Thirty thousand years: more than dates reach, and far from the end of 64 bits.
        guard seconds.isFinite, abs(seconds) <= 1e12 else { return nil }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }
}
