/// A day of the week, numbered as in ISO 8601: Monday is 1.
package enum Weekday: Int, CaseIterable, Sendable, Codable, Comparable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday

    package static func < (one: Weekday, other: Weekday) -> Bool {
        one.rawValue < other.rawValue
    }
}

/// A set of weekdays; the raw value has bit 0 for Monday to bit 6 for Sunday.
package struct WeekdaySet: OptionSet, Hashable, Sendable, Codable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue & 0x7f
    }

    package init(_ weekday: Weekday) {
        self.init(rawValue: 1 << UInt8(weekday.rawValue - 1))
    }

    package static let daily = WeekdaySet(rawValue: 0b111_1111)
    package static let weekdays = WeekdaySet(rawValue: 0b001_1111)
    package static let weekends = WeekdaySet(rawValue: 0b110_0000)

    package func contains(_ weekday: Weekday) -> Bool {
        contains(WeekdaySet(weekday))
    }

    /// The days of the set, Monday first.
    package var days: [Weekday] {
        Weekday.allCases.filter { contains($0) }
    }

    /// Decodes a list of day numbers, `[1, 2, 3]`, with at most seven entries, because a week has no more days.
    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var set = WeekdaySet()
        var count = 0
        while !container.isAtEnd {
            count += 1
            guard count <= 7, let day = Weekday(rawValue: try container.decode(Int.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription:
                        "Weekdays are a list of numbers from 1 (Monday) to 7 (Sunday).")
            }
            set.insert(WeekdaySet(day))
        }
        self = set
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for day in days { try container.encode(day.rawValue) }
    }
}

/// A date of the proleptic Gregorian calendar, without a zone.
package struct CivilDate: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01. The only stored field, which makes comparison and counting simple.
    package let daysSinceEpoch: Int

    /// Clamped to 190 billion years either way, where seconds still fit 64 bits. So arithmetic on dates cannot
    /// overflow, whatever instant it starts from.
    package init(daysSinceEpoch: Int) {
        self.daysSinceEpoch = min(max(daysSinceEpoch, -CivilDate.furthest), CivilDate.furthest)
    }

    private static let furthest = 1 << 46

    /// Nil if there is no such day (31 April, 29 February of a common year), or if the year is outside 1 to 9999.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilDate.daysInMonth(month, year: year)
        else { return nil }
        self.init(daysSinceEpoch: CivilDate.days(year: year, month: month, day: day))
    }

    package var year: Int { components.year }
    package var month: Int { components.month }
    package var day: Int { components.day }

    /// Derived from the day number alone, so it is correct across years.
    package var weekday: Weekday {
        // 1970-01-01 was a Thursday; the remainder is 0 for Monday.
        let index = (daysSinceEpoch + 3) - (daysSinceEpoch + 3).dividingRoundingDown(by: 7) * 7
        return Weekday(rawValue: index + 1) ?? .monday
    }

    package func adding(days: Int) -> CivilDate {
        CivilDate(daysSinceEpoch: Int(saturatingSum(Int64(daysSinceEpoch), Int64(days))))
    }

    package static func < (one: CivilDate, other: CivilDate) -> Bool {
        one.daysSinceEpoch < other.daysSinceEpoch
    }

    package static func isLeap(year: Int) -> Bool {
        (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
    }

    package static func daysInMonth(_ month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year: year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // Both conversions use 400-year cycles of 146,097 days from 1 March of year 0. The leap day is then the last day of
    // its year and needs no special case.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let cycle = marchYear.dividingRoundingDown(by: 400)
        let yearOfCycle = marchYear - cycle * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        return cycle * 146_097 + dayOfCycle - 719_468
    }

    package var components: (year: Int, month: Int, day: Int) {
        let shifted = daysSinceEpoch + 719_468
        let cycle = shifted.dividingRoundingDown(by: 146_097)
        let dayOfCycle = shifted - cycle * 146_097
        let yearOfCycle =
            (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

/// An alarm's time of day: a whole minute (law, 1.1).
package struct TimeOfDay: Hashable, Comparable, Sendable {
    package let hour: Int
    package let minute: Int

    /// Nil unless 0...23 and 0...59.
    package init?(hour: Int, minute: Int) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        self.hour = hour
        self.minute = minute
    }

    private init(uncheckedHour hour: Int, minute: Int) {
        self.hour = hour
        self.minute = minute
    }

    package static let midnight = TimeOfDay(uncheckedHour: 0, minute: 0)

    package var minutesSinceMidnight: Int { hour * 60 + minute }

    package static func < (one: TimeOfDay, other: TimeOfDay) -> Bool {
        one.minutesSinceMidnight < other.minutesSinceMidnight
    }
}

/// What a clock in some zone shows: a date and a time of day to the second.
package struct CivilTime: Hashable, Comparable, Sendable {
    package var date: CivilDate
    /// 0...86399.
    package var secondOfDay: Int

    package init(date: CivilDate, secondOfDay: Int) {
        self.date = date
        self.secondOfDay = secondOfDay
    }

    package init(date: CivilDate, time: TimeOfDay) {
        self.init(date: date, secondOfDay: time.minutesSinceMidnight * 60)
    }

    package var hour: Int { secondOfDay / 3600 }
    package var minute: Int { secondOfDay / 60 % 60 }
    package var second: Int { secondOfDay % 60 }

    package static func < (one: CivilTime, other: CivilTime) -> Bool {
        (one.date, one.secondOfDay) < (other.date, other.secondOfDay)
    }

    /// Seconds from 1970 to this reading, as if it were UTC.
    package var secondsAsUTC: Int64 {
        Int64(date.daysSinceEpoch) * 86_400 + Int64(secondOfDay)
    }

    /// The inverse of `secondsAsUTC`.
    package init(secondsAsUTC seconds: Int64) {
        let days = seconds.dividingRoundingDown(by: 86_400)
        date = CivilDate(daysSinceEpoch: Int(days))
        secondOfDay = Int(seconds.remainderRoundingDown(by: 86_400))
    }
}
