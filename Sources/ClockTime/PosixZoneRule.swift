/// The TZ string in a TZif file's footer: POSIX.1-2017, 8.3, with the extensions of RFC 9636, 3.3.1 (times of day from
/// -167 to 167 hours; daylight saving all year).
struct PosixZoneRule: Hashable {
    var standard: Zone.Offset
    var daylight: Daylight?

    struct Daylight: Hashable {
        var offset: Zone.Offset
        /// In standard time.
        var start: YearlyTime
        /// In daylight saving time.
        var end: YearlyTime
    }

    /// A day of each year, and seconds from its midnight.
    struct YearlyTime: Hashable {
        enum Day: Hashable {
            /// Jn: 1...365, 29 February never counted.
            case withoutLeapDay(Int)
            /// n: 0...365, 29 February counted.
            case fromZero(Int)
            /// Mm.w.d: week 1...5, where 5 is the last; weekday 0 (Sunday) ... 6.
            case weekday(month: Int, week: Int, day: Int)
        }

        var day: Day
        var seconds: Int

        /// Seconds since 1970 by the clock in force, as if that were UTC.
        func seconds(inYear year: Int) -> Int64 {
            guard let newYear = CivilDate(year: year, month: 1, day: 1) else { return 0 }
            let date: CivilDate
            switch day {
            case .withoutLeapDay(let number):
                let isPastLeapDay = CivilDate.isLeap(year: year) && number >= 60
                date = newYear.adding(days: number - 1 + (isPastLeapDay ? 1 : 0))
            case .fromZero(let number):
                date = newYear.adding(days: number)
            case .weekday(let month, let week, let day):
                guard let first = CivilDate(year: year, month: month, day: 1) else { return 0 }
                var offset = (day - first.weekday.rawValue + 7) % 7 + (week - 1) * 7
                if offset >= CivilDate.daysInMonth(month, year: year) { offset -= 7 }
                date = first.adding(days: offset)
            }
            return CivilTime(date: date, secondOfDay: 0).secondsAsUTC + Int64(seconds)
        }
    }

    /// Nil if the text is not such a rule. Daylight saving without dates is refused: POSIX leaves the dates to the
    /// system, and RFC 9636 does not allow it.
    init?(_ text: some Collection<UInt8>) {
        var scanner = Scanner(rest: Array(text)[...])
        guard let name = scanner.name(), let offset = scanner.offset(hours: 24) else { return nil }
        standard = Zone.Offset(seconds: -offset, isDaylight: false, abbreviation: name)
        guard !scanner.rest.isEmpty else { return }
        guard let summer = scanner.name() else { return nil }
        var summerSeconds = standard.seconds + 3600
        if scanner.rest.first != UInt8(ascii: ",") {
            guard let offset = scanner.offset(hours: 24) else { return nil }
            summerSeconds = -offset
        }
        guard summerSeconds.magnitude <= Zone.furthestOffset,
            scanner.consume(","), let start = scanner.yearlyTime(),
            scanner.consume(","), let end = scanner.yearlyTime(), scanner.rest.isEmpty
        else { return nil }
        daylight = Daylight(
            offset: Zone.Offset(seconds: summerSeconds, isDaylight: true, abbreviation: summer),
            start: start, end: end)
    }
}

/// An abbreviation of local time: 1 to 15 letters, digits and signs. RFC 9636, 3.2, asks for three or more; fifteen fit
/// a Swift string without a heap allocation.
func abbreviation(_ bytes: some Collection<UInt8>) -> String? {
    let isSound = bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
    guard isSound, (1...15).contains(bytes.count) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
}

private struct Scanner {
    var rest: ArraySlice<UInt8>

    mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Letters, or anything that an abbreviation allows between angle brackets.
    mutating func name() -> String? {
        if consume("<") {
            let name = rest.prefix { $0 != UInt8(ascii: ">") }
            rest = rest.dropFirst(name.count)
            guard consume(">") else { return nil }
            return abbreviation(name)
        }
        let name = rest.prefix { byte in
            let letter = byte | 0x20
            return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
        }
        rest = rest.dropFirst(name.count)
        return abbreviation(name)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(digits.count)
        guard let value = decimal(digits), range.contains(value) else { return nil }
        return value
    }

    /// [+-]hh[:mm[:ss]] in seconds.
    mutating func offset(hours limit: Int) -> Int? {
        let isNegative = consume("-")
        if !isNegative { _ = consume("+") }
        guard let hours = number(0...limit) else { return nil }
        var seconds = hours * 3600
        if consume(":") {
            guard let minutes = number(0...59) else { return nil }
            seconds += minutes * 60
            if consume(":") {
                guard let more = number(0...59) else { return nil }
                seconds += more
            }
        }
        return isNegative ? -seconds : seconds
    }

    mutating func yearlyTime() -> PosixZoneRule.YearlyTime? {
        let day: PosixZoneRule.YearlyTime.Day
        if consume("J") {
            guard let number = number(1...365) else { return nil }
            day = .withoutLeapDay(number)
        } else if consume("M") {
            guard let month = number(1...12), consume("."), let week = number(1...5), consume("."),
                let weekday = number(0...6)
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        } else {
            guard let number = number(0...365) else { return nil }
            day = .fromZero(number)
        }
        guard consume("/") else { return PosixZoneRule.YearlyTime(day: day, seconds: 2 * 3600) }
        guard let seconds = offset(hours: 167) else { return nil }
        return PosixZoneRule.YearlyTime(day: day, seconds: seconds)
    }
}
