import ClockTime
import Testing

@Suite("Civil time")
struct CivilTimeTests {
    @Test("Dates and day numbers convert both ways, in step with a calendar counted by hand")
    func countsDays() throws {
        var year = 1896
        var month = 1
        var day = 1
        var number = try #require(CivilDate(year: year, month: month, day: day)).daysSinceEpoch
        #expect(number == -27_028)
        while year < 2105 {
            let date = try #require(CivilDate(year: year, month: month, day: day))
            try #require(date.daysSinceEpoch == number)
            try #require(date.components == (year, month, day))
            let weekdayNumber = ((number % 7) + 7 + 3) % 7 + 1
            try #require(date.weekday.rawValue == weekdayNumber)
            number += 1
            day += 1
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
    }

    @Test("Known weekdays: 1970-01-01 was a Thursday, 2011-01-01 a Saturday, 2026-03-29 a Sunday")
    func knowsWeekdays() throws {
        #expect(try date("1970-01-01").weekday == .thursday)
        #expect(try date("2011-01-01").weekday == .saturday)
        #expect(try date("2026-03-29").weekday == .sunday)
        #expect(try date("0001-01-01").weekday == .monday)
        #expect(try date("9999-12-31").weekday == .friday)
    }

    @Test("Days that the calendar does not have are refused")
    func refusesImpossibleDates() {
        #expect(CivilDate(year: 2025, month: 2, day: 29) == nil)
        #expect(CivilDate(year: 1900, month: 2, day: 29) == nil)
        #expect(CivilDate(year: 2000, month: 2, day: 29) != nil)
        #expect(CivilDate(year: 2025, month: 4, day: 31) == nil)
        #expect(CivilDate(year: 2025, month: 13, day: 1) == nil)
        #expect(CivilDate(year: 0, month: 1, day: 1) == nil)
        #expect(CivilDate(year: 10_000, month: 1, day: 1) == nil)
    }

    @Test("Dates of absurd distance saturate and never overflow")
    func saturates() {
        for days in [Int.min, Int.max, 1 << 60, -(1 << 60)] {
            let date = CivilDate(daysSinceEpoch: days)
            _ = date.components
            _ = date.weekday
            #expect(date.adding(days: days) == date)
            #expect(CivilTime(date: date, secondOfDay: 86_399).secondsAsUTC.magnitude < 1 << 63)
        }
        for seconds in [Int64.min, .max] {
            _ = CivilTime(secondsAsUTC: seconds).description
        }
    }

    @Test("Times of day read 07:30 and 7:30, and write 07:30")
    func readsTimes() {
        #expect(TimeOfDay("07:30")?.minutesSinceMidnight == 450)
        #expect(TimeOfDay("7:30")?.description == "07:30")
        #expect(TimeOfDay("00:00")?.description == "00:00")
        #expect(TimeOfDay("23:59")?.minutesSinceMidnight == 1439)
        for bad in [
            "", ":", "24:00", "7:60", "07:3", "007:30", "07:300", "07:30:00", "-7:30", " 7:30",
        ] {
            #expect(TimeOfDay(bad) == nil, "\(bad)")
        }
    }

    @Test("Dates read and write yyyy-mm-dd and nothing else")
    func readsDates() {
        #expect(CivilDate("2026-03-29")?.description == "2026-03-29")
        #expect(CivilDate("0001-01-01")?.description == "0001-01-01")
        for bad in [
            "", "2026-3-29", "2026-03-2", "26-03-29", "2026-02-29", "2026-03-29T", "2026/03/29",
        ] {
            #expect(CivilDate(bad) == nil, "\(bad)")
        }
    }

    @Test("A weekday set lists its days from Monday")
    func listsDays() {
        #expect(WeekdaySet.weekends.days == [.saturday, .sunday])
        #expect(WeekdaySet.weekdays.union(.weekends) == .daily)
        #expect(WeekdaySet(rawValue: 0xff) == .daily)
        #expect(WeekdaySet([.init(.sunday), .init(.monday)]).days == [.monday, .sunday])
    }
}

@Suite("Moments, wall time and boot time")
struct MomentTests {
    @Test("Arithmetic saturates at the ends instead of overflowing")
    func saturates() {
        let last = WallTime(nanoseconds: .max)
        #expect(last + .seconds(1) == last)
        #expect(WallTime(nanoseconds: .min) - .seconds(1) == WallTime(nanoseconds: .min))
        #expect(WallTime(Instant(seconds: .max)) == last)
        #expect(Instant(seconds: .max).advanced(bySeconds: 1).seconds == .max)
        let moment = Moment(wall: last, boot: BootTime(nanoseconds: -1))
        #expect(moment.wallMinusBoot == .nanoseconds(Int64.max))
        #expect(Duration.hours(.max) == .seconds(Int64.max))
        #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
    }

    @Test("A wall time lies in the second before it, also before 1970")
    func roundsDown() {
        #expect(WallTime(nanoseconds: 1_999_999_999).instant.seconds == 1)
        #expect(WallTime(nanoseconds: -1).instant.seconds == -1)
        #expect(WallTime(nanoseconds: -1_000_000_000).instant.seconds == -1)
    }

    @Test("A deadline is reached on whichever clock comes first")
    func reachesDeadlines() {
        let now = Moment(wall: WallTime(nanoseconds: 100), boot: BootTime(nanoseconds: 10))
        #expect(Deadline(wall: now.wall).isReached(at: now))
        #expect(Deadline(wall: now.wall + .seconds(1), boot: now.boot).isReached(at: now))
        #expect(!Deadline(wall: now.wall + .nanoseconds(1)).isReached(at: now))
        #expect(!Deadline.never.isReached(at: now))
        let both = Deadline(wall: now.wall + .seconds(5), boot: now.boot + .seconds(7))
        #expect(both.bootTime(asSeenAt: now) == now.boot + .seconds(5))
        #expect(Deadline.never.earliest(both) == both)
    }
}
