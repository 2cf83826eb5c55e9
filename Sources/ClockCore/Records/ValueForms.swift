package import BoundedJSON
package import ClockTime

// The JSON of values that records, requests and replies share.

extension FieldForm where Value == Percent {
    package static var percent: FieldForm {
        FieldForm<Int>.integer(in: 0...100).measured(in: "%").map(
            to: { Percent($0) }, from: \.value)
    }
}

extension FieldForm where Value == AlarmID {
    package static var alarm: FieldForm {
        number("the number of an alarm, 1 or more").map(to: { AlarmID($0) }, from: \.number)
    }
}

extension FieldForm where Value == TimerID {
    package static var timer: FieldForm {
        number("a timer's number, 1 or more").map(to: { TimerID($0) }, from: \.number)
    }
}

extension FieldForm where Value == DeviceID {
    package static var device: FieldForm {
        number("a device's number, 1 or more").map(to: { DeviceID($0) }, from: \.number)
    }
}

/// The largest is one that every reader of JSON keeps exactly.
private let numbers = 1...(1 << 53 - 1)

extension FieldForm {
    fileprivate static func number(_ words: String) -> FieldForm<Int> {
        FieldForm<Int>.integer(in: numbers).described(words)
    }
}

extension FieldForm where Value == SoundID {
    package static var sound: FieldForm {
        FieldForm<String>.name.described("the name of a sound")
            .map(to: { SoundID($0) }, from: \.name)
    }
}

extension FieldForm where Value == VariantID {
    package static var variant: FieldForm {
        FieldForm<String>.name.described("the name of a sound's form")
            .map(to: { VariantID($0) }, from: \.name)
    }
}

extension FieldForm where Value == CategoryID {
    package static var category: FieldForm {
        FieldForm<String>.line.map(to: { CategoryID($0) }, from: \.name)
    }
}

extension FieldForm where Value == Pan {
    package static var pan: FieldForm {
        FieldForm<Int>.integer(in: Pan.range)
            .described("a whole number from -100 (left) to 100 (right)")
            .map(to: { Pan($0) }, from: \.value)
    }
}

extension FieldForm where Value == HeartRate {
    package static var heartRate: FieldForm {
        FieldForm<Int>.integer(held: HeartRate.allowed).measured(in: "/min").map(
            to: { HeartRate($0) }, from: \.perMinute)
    }
}

extension FieldForm where Value == VibrationPattern {
    package static var vibration: FieldForm { coded(.described(.object, "an object with a name")) }
}

extension FieldForm where Value == Schedule {
    package static var schedule: FieldForm<Schedule> {
        coded(.described(.object, "an object with time, kind, and weekdays or a date"))
    }
}

extension FieldForm where Value == TimeOfDay {
    package static var time: FieldForm<TimeOfDay> {
        text(.timeOfDay, "a time of day like \"07:30\", from \"00:00\" to \"23:59\"") {
            TimeOfDay($0)
        }
    }
}

extension FieldForm where Value == Instant {
    /// As the store has it: whole seconds since 1970.
    package static var unixSeconds: FieldForm<Instant> {
        FieldForm<Int>.integer(in: Int.min...Int.max).map(
            to: { Instant(seconds: Int64($0)) }, from: { Int($0.seconds) })
    }
}

extension JSONValue {
    package static func instant(_ instant: Instant) -> JSONValue {
        // A year has four digits. In a zone behind UTC, an alarm on the last evening of 9999 would
        // exceed them, so it is reported as the last second.
        let seconds = min(max(instant.seconds, firstSecond), lastSecond)
        return .string("\(CivilTime(secondsAsUTC: seconds))Z")
    }

    /// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
    private static let firstSecond: Int64 = -62_135_596_800
    private static let lastSecond: Int64 = 253_402_300_799
}

extension FieldForm where Value == WallTime {
    package static var wall: FieldForm {
        FieldForm<String>.text.described("a time like \"2026-03-29T00:59:50.000Z\"")
            .map(to: { try? RFC3339.parse($0) }, from: { RFC3339.format($0) })
    }
}

extension FieldForm where Value == Instant {
    package static var instant: FieldForm {
        FieldForm(
            .described(.shaped(.instant), "a time like \"2026-03-29T00:59:50Z\""),
            read: { value in
                guard case .string(let text) = value, text.hasSuffix("Z") else { return nil }
                return CivilTime(String(text.dropLast())).map { Instant(seconds: $0.secondsAsUTC) }
            }, write: JSONValue.instant)
    }
}

extension FieldForm where Value == CivilDate {
    package static var date: FieldForm<CivilDate> {
        text(.date, "a date of the calendar like \"2026-03-29\"") { CivilDate($0) }
    }
}

extension FieldForm where Value == GivenTime {
    package static var given: FieldForm<GivenTime> {
        text(.settableTime, GivenTime.allowed) { GivenTime($0) }
    }
}

extension FieldForm where Value == Tint {
    package static var tint: FieldForm {
        text(.color, "a colour like \"#ff8800\"") { Tint($0) }
    }
}

extension FieldForm where Value: CustomStringConvertible {
    /// A value with a text form of this shape.
    package static func text(
        _ shape: TextShape, _ words: String, _ parse: @escaping @Sendable (String) -> Value?
    ) -> FieldForm {
        FieldForm<String>.text.map(to: parse, from: \.description)
            .allowing(.described(.shaped(shape), words))
    }
}

extension FieldForm where Value == [CivilDate] {
    package static var dates: FieldForm<[CivilDate]> {
        FieldForm<CivilDate>.date.list("a list of dates like \"2026-03-29\"")
    }
}

extension FieldForm where Value == [String] {
    package static var texts: FieldForm { FieldForm<String>.text.list("a list of texts") }
}

extension FieldForm where Value == WeekdaySet {
    package static var weekdays: FieldForm<WeekdaySet> {
        FieldForm<[JSONValue]>.list.map(
            to: { numbers in
                guard (1...7).contains(numbers.count) else { return nil }
                var days = WeekdaySet()
                for number in numbers {
                    guard let day = FieldForm<Weekday>.choice.read(number) else { return nil }
                    days.insert(WeekdaySet(day))
                }
                return days
            }, from: { $0.days.map(FieldForm<Weekday>.choice.write) }
        ).allowing(
            .described(
                .elements(FieldForm<Weekday>.choice.values, count: 1...7),
                "a list of at least one weekday, from 1 (Monday) to 7 (Sunday)"))
    }
}

extension FieldForm where Value == QuietHours {
    /// An object with both ends, which differ.
    package static var hours: FieldForm {
        let fields = [
            AllowedField("from", .shaped(.timeOfDay.like("22:00")), isRequired: true),
            AllowedField("to", .shaped(.timeOfDay), isRequired: true),
        ]
        let time = FieldForm<TimeOfDay>.time
        return FieldForm<[String: JSONValue]>.object.map(
            to: { object in
                guard let from = object["from"].flatMap(time.read),
                    let to = object["to"].flatMap(time.read)
                else { return nil }
                return QuietHours(from: from, to: to)
            }, from: { ["from": time.write($0.from), "to": time.write($0.to)] }
        ).allowing(.described(.fields([fields]), "an object with from and to"))
    }
}
