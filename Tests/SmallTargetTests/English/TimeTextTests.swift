import ClockCore
import ClockTime
import English
import Testing

@Suite("Times, lengths and light as text")
struct TimeTextTests {
    @Test("With 12 hours, noon and midnight are 12, and no hour has a zero before it")
    func twelveHours() throws {
        let forms = [("00:05", "12:05 am"), ("07:30", "7:30 am"), ("12:00", "12:00 pm")]
        for (written, shown) in forms + [("23:59", "11:59 pm")] {
            let time = try #require(TimeOfDay(written))
            #expect(TimeText.time(time) == written)
            let civil = try #require(CivilTime("2026-03-29T\(written):15"))
            TimeText.$hours.withValue(.twelve) {
                #expect(TimeText.time(time) == shown)
                #expect(TimeText.clock(civil) == shown)
                let (digits, half) = (shown.dropLast(3), shown.suffix(2))
                #expect(TimeText.moment(civil) == "\(digits):15 \(half), Sun 29 Mar 2026")
            }
        }
    }

    @Test(
        "A length is shown to the second, without units that are zero",
        arguments: [
            (0, "0 s"), (42, "42 s"), (540, "9 min"), (750, "12 min 30 s"), (5400, "1 h 30 min"),
            (86_400, "24 h"), (3601, "1 h 1 s"),
        ])
    func lengths(seconds: Int, expected: String) {
        #expect(TimeText.length(.seconds(seconds)) == expected)
    }

    @Test(
        "A wait is shown in whole minutes, rounded down",
        arguments: [
            (-5, "less than a minute"), (0, "less than a minute"), (59, "less than a minute"),
            (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (27_149, "7 h 32 min"),
            (86_399, "23 h 59 min"),
            (86_400, "1 d"), (90_000, "1 d 1 h"), (86_459, "1 d"), (1_000_000, "11 d 13 h"),
        ])
    func intervals(seconds: Int, expected: String) {
        #expect(TimeText.interval(.seconds(seconds)) == expected)
    }

    @Test("Days are told as ranges from three in a row on")
    func days() throws {
        let table: [([Int], String)] = [
            ([1], "Mon"), ([6, 7], "Sat, Sun"), ([1, 2, 3, 4, 5], "Mon–Fri"),
            ([1, 3, 5], "Mon, Wed, Fri"), ([1, 2, 3, 6, 7], "Mon–Wed, Sat, Sun"),
            ([1, 2, 3, 4, 5, 6, 7], "daily"), ([2, 3, 4, 5, 6, 7], "Tue–Sun"),
        ]
        for (numbers, expected) in table {
            let days = numbers.compactMap { Weekday(rawValue: $0).map { WeekdaySet($0) } }
            #expect(TimeText.days(.weekly(WeekdaySet(days))) == expected)
        }
        #expect(TimeText.days(.once) == "once")
    }

    @Test(
        "An offset from UTC has a sign, and seconds only if there are any",
        arguments: [(0, "+00:00"), (7200, "+02:00"), (-12_600, "-03:30"), (1172, "+00:19:32")])
    func offsets(seconds: Int, expected: String) {
        #expect(OffsetText.format(seconds) == expected)
    }

    @Test(
        "Light has figures after the point only in a dark room",
        arguments: [
            (-1.0, "0.00 lx"), (0.05, "0.05 lx"), (0.25, "0.25 lx"), (9.994, "9.99 lx"),
            (12.34, "12 lx"), (300.0, "300 lx"),
        ])
    func light(lux: Double, expected: String) {
        #expect(LightText.format(lux: lux) == expected)
    }
}
