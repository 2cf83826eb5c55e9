import BoundedJSON
import ClockCore
import ClockTime
import English

// Forms that several commands share.

extension Form where Value == String {
    /// A text that cannot break a line or control a terminal.
    static func line(
        _ placeholder: String, _ limits: TextLimits = TextLimits(),
        completion: Completion = .nothing
    ) -> Form<String> {
        Form(
            placeholder, allowed: limits.description, json: .text(limits), completion: completion
        ) { limits.allow($0) ? $0 : nil }
    }

    /// The name of a thing that is there.
    static func name(_ placeholder: String, completion: Completion = .nothing) -> Form<String> {
        line(placeholder, TextLimits(1...Int.max), completion: completion)
    }

    /// Any text.
    package static func text(
        _ placeholder: String, completion: Completion = .nothing
    ) -> Form<String> {
        Form(
            placeholder, allowed: FieldForm<String>.text.allowed, json: .text,
            completion: completion
        ) { $0 }
    }
}

extension Form where Value == Bool {
    package static let flag = Form<Bool>(
        "on|off", allowed: "on or off", json: .bool, completion: .words(["on", "off"])
    ) { word in
        switch word.lowercased() {
        case "on": true
        case "off": false
        default: nil
        }
    }
}

extension Form where Value == Int {
    package static func count(in range: ClosedRange<Int>) -> Form<Int> {
        Form(
            "\(range.lowerBound)-\(range.upperBound)",
            allowed: "a number from \(range.lowerBound) to \(range.upperBound)",
            json: .integer(in: range)
        ) { word in
            WholeNumber.read(word).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// The number of a timer's run or of a nap.
    static let run = count(in: 0...Int(Int32.max))
}

extension Form where Value == Percent {
    static let percent = Form<Percent>(
        "0-100", allowed: "a number from 0 to 100", json: .percent
    ) { word in
        WholeNumber.readPercent(word).flatMap { Percent($0) }
    }
}

extension Form where Value == Duration {
    /// - Parameters:
    ///   - placeholder: the range, such as "0s-60s".
    ///   - example: follows the range in messages.
    static func length(
        _ placeholder: String, in range: ClosedRange<Duration>, example: String? = nil
    ) -> Form<Duration> {
        var form = Form(
            placeholder,
            allowed: "a length from " + placeholder.replacing("-", with: " to ")
                + (example.map { ", such as \($0)" } ?? ""),
            json: .seconds(in: range)
        ) { word in
            let length = try? DurationText.parse(word.lowercased())
            return length.flatMap { range.contains($0) ? $0 : nil }
        }
        form.guess = { LengthWords.meant(by: $0, in: range) }
        return form
    }
}

extension Form where Value == TimeOfDay {
    static let time = Form<TimeOfDay>(
        "TIME", allowed: "a time such as 07:30 or 7:30pm", json: .time,
        word: ScheduleWords.time)
}

extension Form where Value == CivilDate {
    static func date(_ use: DayUse? = nil) -> Form<CivilDate> {
        Form(
            "DATE", allowed: "a date such as 2026-03-29", json: .date,
            completion: use.map { .date($0) } ?? .nothing
        ) { word in
            if let date = CivilDate(word) { return date }
            if ScheduleWords.looksLikeDate(word) {
                throw TextFormError(ScheduleWords.noSuchDate(word))
            }
            return nil
        }
    }
}

extension Form where Value == Instant {
    static let instant = Form<Instant>(
        "INSTANT", allowed: "a time such as 2026-03-27T00:00:00Z", json: .instant
    ) { try? RFC3339.parse($0).instant }
}

extension Form where Value == AlarmID {
    static let alarm = numbered(as: "alarm list", .alarms)
    /// Any alarm that the history tells of.
    static let pastAlarm = numbered(as: "history", .pastAlarms)

    /// - Parameter command: what shows the numbers.
    private static func numbered(as command: String, _ kind: Completion.Kind) -> Form<AlarmID> {
        Form(
            "ALARM", allowed: "its number, as \"noiseclock \(command)\" shows it",
            json: .alarm,
            completion: .known(kind)
        ) { word in
            WholeNumber.read(word).flatMap { $0 >= 1 ? AlarmID($0) : nil }
        }
    }
}

extension Form where Value == TimerID {
    static let timer = Form<TimerID>(
        "TIMER", allowed: "its number, as \"noiseclock timer list\" shows it",
        json: .timer,
        completion: .known(.timers)
    ) { word in
        WholeNumber.read(word).flatMap { $0 >= 1 ? TimerID($0) : nil }
    }
}

extension Form where Value == SoundID {
    static let sound = sound(.sounds)
    /// The same, where a shell offers no alarm tones.
    static let noise = sound(.noises)

    private static func sound(_ offered: Completion.Kind) -> Form<SoundID> {
        Form(
            "SOUND", allowed: "the id or name of a sound", json: .sound,
            completion: .known(offered)
        ) { $0.isEmpty ? nil : SoundID($0) }
    }
}

extension Form where Value == VariantID {
    static let variant = Form<VariantID>(
        "NAME", allowed: "the name of a form of the sound", json: .variant,
        completion: .known(.variants)
    ) { $0.isEmpty ? nil : VariantID($0) }
}

extension Form where Value == CategoryID {
    static let category = Form<CategoryID>(
        "NAME", allowed: FieldForm<String>.line.allowed,
        json: .category
    ) { CategoryID($0) }
}

extension String {
    /// "equalPower" as people type it: "equal-power".
    fileprivate var hyphenated: String {
        reduce(into: "") { $0 += ($1.isUppercase ? "-" : "") + $1.lowercased() }
    }
}

extension Form where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    /// One case of an enum, by name.
    static func choice(_ placeholder: String? = nil) -> Form<Value> {
        let names = Value.allCases.map { $0.rawValue.hyphenated }
        return Form(
            placeholder ?? names.joined(separator: "|"),
            allowed: "one of " + names.joined(separator: ", "), json: .choice,
            completion: .words(names)
        ) { word in
            let word = word.lowercased()
            return Value.allCases.first {
                [$0.rawValue.lowercased(), $0.rawValue.hyphenated].contains(word)
            }
        }
    }
}

extension Form {
    /// The same form, or nil: null in JSON, and a word of its own.
    func orNone(_ none: String, allowed: String? = nil) -> Form<Value?> {
        let form = json.map { $0.described("\(allowedInJSON), or null for none") }
        var optional = Form<Value?>(
            "\(placeholder)|\(none)", allowed: allowed ?? "\(self.allowed), or \(none)",
            allowedInJSON: "\(allowedInJSON), or null for none",
            completion: completion.adding(none),
            fields: { name in fields(name).map { $0.allowingNull(in: name) } },
            word: { text, zones in
                text.lowercased() == none ? .some(nil) : try word(text, zones).map { .some($0) }
            },
            read: { reader, name, zones in
                if reader.raw(name) == .null { return .some(nil) }
                let value =
                    try form.map { try reader.optional(name, $0) }
                    ?? read(&reader, name, zones)
                return value.map { .some($0) }
            },
            write: { value, name in value.map { write($0, name) } ?? [name: .null] })
        optional.guess = guess
        return optional
    }
}

extension [AllowedField] {
    fileprivate func allowingNull(in name: String) -> [AllowedField] {
        map { field in
            var field = field
            if field.name == name { field.values = .orNull(field.values) }
            return field
        }
    }
}

extension Completion {
    func adding(_ word: String) -> Completion {
        switch self {
        case .nothing: .words([word])
        case .words(let words): .words(words + [word])
        case .date(let use, let others): .date(use, others: others + [word])
        case .file, .known: self
        }
    }
}

/// For replies: they only name zones, so no rules are read.
struct NoZones: ZoneReader {
    func zone(named name: String) throws(TextFormError) -> Zone {
        throw TextFormError("there are no zones here")
    }
}
