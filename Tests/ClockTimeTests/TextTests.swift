import ClockTime
import Testing

@Suite("RFC 3339")
struct RFC3339Tests {
    @Test(
        "Times are read with Z, offsets and fractions",
        arguments: [
            ("2026-03-29T00:59:50Z", Int64(1_774_745_990_000_000_000)),
            ("2026-03-29t00:59:50z", 1_774_745_990_000_000_000),
            ("2026-03-29T02:59:50+02:00", 1_774_745_990_000_000_000),
            ("2026-03-28T21:29:50-03:30", 1_774_745_990_000_000_000),
            ("2026-03-29T00:59:50.5Z", 1_774_745_990_500_000_000),
            ("2026-03-29T00:59:50.1234567899Z", 1_774_745_990_123_456_789),
            ("1970-01-01T00:00:00-00:00", 0),
            ("1969-12-31T23:59:59.999Z", -1_000_000),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000_000_000),
        ])
    func reads(text: String, nanoseconds: Int64) throws {
        #expect(try RFC3339.parse(text).nanoseconds == nanoseconds)
    }

    @Test(
        "Anything else is refused with what is allowed",
        arguments: [
            "", "2026-03-29", "2026-03-29T00:59:50", "2026-03-29 00:59:50Z", "2026-02-29T00:00:00Z",
            "2026-03-29T24:00:00Z", "2026-03-29T00:60:00Z", "2026-03-29T00:00:61Z",
            "2026-03-29T00:00:00+24:00", "2026-03-29T00:00:00+0100", "2026-03-29T00:00:00.Z",
            "2026-03-29T00:00:00ZZ", "1600-01-01T00:00:00Z", "9999-01-01T00:00:00Z",
            "2026-03-29T00:00:00.00000000000000000000000000000000000000000000000000000000000Z",
        ])
    func refuses(text: String) {
        #expect(throws: TextFormError(RFC3339.allowed)) { try RFC3339.parse(text) }
    }

    @Test("Times are written in UTC with milliseconds, rounded down, also before 1970")
    func writes() {
        #expect(RFC3339.format(WallTime(nanoseconds: 0)) == "1970-01-01T00:00:00.000Z")
        #expect(RFC3339.format(WallTime(nanoseconds: -1)) == "1969-12-31T23:59:59.999Z")
        #expect(
            RFC3339.format(WallTime(nanoseconds: 1_774_745_990_009_999_999))
                == "2026-03-29T00:59:50.009Z")
        #expect(RFC3339.format(WallTime(nanoseconds: .min)).hasPrefix("1677-09-21T00:12:43"))
        #expect(RFC3339.format(WallTime(nanoseconds: .max)).hasPrefix("2262-04-11T23:47:16"))
    }
}

@Suite("Durations as text")
struct DurationTextTests {
    @Test(
        "Durations are read as people type them, and written in the shortest form",
        arguments: [
            ("90s", Duration.seconds(90), "1m30s"), ("50m", .minutes(50), "50m"),
            ("8h", .hours(8), "8h"), ("1h30m", .minutes(90), "1h30m"), ("2d", .hours(48), "2d"),
            ("1.5s", .milliseconds(1500), "1.5s"), ("0s", .zero, "0s"),
            ("1.5h", .minutes(90), "1h30m"),
            ("1m0.000000001s", .nanoseconds(60_000_000_001), "1m0.000000001s"),
            ("0.25d", .hours(6), "6h"), ("36525d", DurationText.longest, "36525d"),
        ])
    func reads(text: String, duration: Duration, shortest: String) throws {
        #expect(try DurationText.parse(text) == duration)
        #expect(DurationText.format(duration) == shortest)
        #expect(try DurationText.parse(shortest) == duration)
    }

    @Test(
        "Anything else is refused with what is allowed",
        arguments: [
            "", "90", "s", "1.s", ".5s", "1.5h30m", "30m1h", "1m1m", "-5s", "1 h", "5x", "1e3s",
            "36525d1s", "99999999999999999999s", "9223372036854775807d", "1.0000000001s",
        ])
    func refuses(text: String) {
        #expect(throws: TextFormError(DurationText.allowed)) { try DurationText.parse(text) }
    }

    @Test("A negative duration is written with its sign")
    func writesNegative() {
        #expect(DurationText.format(.milliseconds(-1500)) == "-1.5s")
    }
}
