package import BoundedJSON
package import ClockCore
package import ClockTime

extension FieldForm where Value == String {
    /// The id or key of a request.
    package static var id: FieldForm<String> {
        FieldForm("a text of 1 to 64 printable characters") { value in
            guard case .string(let text) = value,
                LineLimits.id.contains(text.unicodeScalars.count),
                !text.unicodeScalars.contains(where: Spelling.isControl)
            else { return nil }
            return text
        }
    }
}

extension FieldForm where Value == Percent {
    package static var percent: FieldForm<Percent> {
        FieldForm("a whole number from 0 to 100") { value in
            guard case .integer(let number) = value else { return nil }
            return Int(exactly: number).flatMap { Percent($0) }
        }
    }
}

extension FieldForm where Value == AlarmID {
    package static var alarm: FieldForm<AlarmID> {
        FieldForm("the number of an alarm, 1 or more") { value in
            guard case .integer(let number) = value, number >= 1 else { return nil }
            return Int(exactly: number).map { AlarmID($0) }
        }
    }
}

extension FieldForm where Value == SoundID {
    package static var sound: FieldForm<SoundID> {
        FieldForm("the name of a sound") { value in
            guard case .string(let name) = value, !name.isEmpty else { return nil }
            return SoundID(name)
        }
    }
}

extension FieldForm where Value == TimeOfDay {
    package static var time: FieldForm<TimeOfDay> {
        FieldForm("a time of day like \"07:30\", from \"00:00\" to \"23:59\"") { value in
            if case .string(let text) = value { TimeOfDay(text) } else { nil }
        }
    }
}

extension FieldForm where Value == CivilDate {
    package static var date: FieldForm<CivilDate> {
        FieldForm("a date of the calendar like \"2026-03-29\"") { value in
            if case .string(let text) = value { CivilDate(text) } else { nil }
        }
    }
}

extension FieldForm where Value == [CivilDate] {
    package static var dates: FieldForm<[CivilDate]> {
        FieldForm("a list of dates like \"2026-03-29\"") { value in
            guard case .list(let values) = value else { return nil }
            let dates = values.compactMap { FieldForm<CivilDate>.date.read($0) }
            return dates.count == values.count ? dates : nil
        }
    }
}

extension FieldForm where Value == WeekdaySet {
    package static var weekdays: FieldForm<WeekdaySet> {
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

extension FieldForm where Value == HourFormat {
    static var hourFormat: FieldForm {
        FieldForm("12 or 24") { value in
            guard case .integer(let hours) = value else { return nil }
            return Int(exactly: hours).flatMap { HourFormat(rawValue: $0) }
        }
    }
}

extension FieldForm where Value == Int {
    /// The number of a timer's run or of a nap.
    static var run: FieldForm { .integer(in: 0...Int(Int32.max)) }
}

extension JSONValue {
    static func alarm(_ id: AlarmID) -> JSONValue { .integer(Int64(id.number)) }
    static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
    static func percent(_ percent: Percent) -> JSONValue { .integer(Int64(percent.value)) }
}

extension FieldForm where Value == GivenTime {
    static var given: FieldForm {
        FieldForm(GivenTime.allowed) { value in
            if case .string(let text) = value { GivenTime(text) } else { nil }
        }
    }
}

extension FieldForm where Value == TimerID {
    static var timer: FieldForm {
        FieldForm("a timer's number, 1 or more") { value in
            guard case .integer(let number) = value, number >= 1 else { return nil }
            return Int(exactly: number).map { TimerID($0) }
        }
    }
}
