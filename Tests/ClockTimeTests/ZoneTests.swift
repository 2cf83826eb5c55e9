import ClockTime
import TestKit
import Testing

@Suite("Zones")
struct ZoneTests {
    @Test(
        "Every zone of the system loads and answers; the ones that count leap seconds are refused")
    func loadsAll() throws {
        let names = try allZoneNames()
        try #require(names.count > 300, "the tests need the system's tzdata")
        for name in names {
            let bytes = try zoneBytes(name)
            if name.hasPrefix("right/") {
                // A file without any leap second (none today) would not be refused.
                #expect(throws: ZoneError.countsLeapSeconds, "\(name)") {
                    try Zone(name: name, tzif: bytes)
                }
                continue
            }
            let zone = try Zone(name: name, tzif: bytes)
            #expect(zone.name == name)
            for year in [1900, 1970, 1999, 2026, 2037, 2038, 2119] {
                let noon = try instant("\(max(year, 1700))-07-01T12:00:00Z")
                #expect(zone.offset(at: noon).seconds.magnitude <= 26 * 3600)
            }
        }
    }

    @Test(
        "Offsets are what the tz database says",
        arguments: [
            ("Europe/Berlin", "2026-03-29T00:59:59Z", 3600, false, "CET"),
            ("Europe/Berlin", "2026-03-29T01:00:00Z", 7200, true, "CEST"),
            ("Europe/Berlin", "2100-07-01T00:00:00Z", 7200, true, "CEST"),
            ("Europe/Berlin", "2100-12-01T00:00:00Z", 3600, false, "CET"),
            ("Europe/Berlin", "1945-06-01T00:00:00Z", 10_800, true, "CEMT"),
            ("Europe/Dublin", "2026-07-01T00:00:00Z", 3600, false, "IST"),
            ("Europe/Dublin", "2090-01-01T00:00:00Z", 0, true, "GMT"),
            ("Australia/Lord_Howe", "2026-01-01T00:00:00Z", 39_600, true, "+11"),
            ("Australia/Lord_Howe", "2080-07-01T00:00:00Z", 37_800, false, "+1030"),
            ("Antarctica/Troll", "2050-07-01T00:00:00Z", 7200, true, "+02"),
            ("America/Nuuk", "2099-07-01T00:00:00Z", -3600, true, "-01"),
            ("America/Nuuk", "2099-12-01T00:00:00Z", -7200, false, "-02"),
            ("Asia/Kathmandu", "1985-12-31T18:29:59Z", 19_800, false, "+0530"),
            ("Asia/Kathmandu", "1985-12-31T18:30:00Z", 20_700, false, "+0545"),
            ("Africa/Monrovia", "1972-01-01T00:00:00Z", -2670, false, "MMT"),
            ("America/St_Johns", "2026-07-01T00:00:00Z", -9000, true, "NDT"),
            ("Pacific/Apia", "2011-12-30T09:59:59Z", -36_000, true, "-10"),
            ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400, true, "+14"),
            ("Asia/Gaza", "2100-01-01T00:00:00Z", 7200, false, "EET"),
        ])
    func knowsOffsets(
        name: String, text: String, seconds: Int, isDaylight: Bool, abbreviation: String
    ) throws {
        let offset = try systemZone(name).offset(at: instant(text))
        #expect(
            offset
                == Zone.Offset(
                    seconds: seconds, isDaylight: isDaylight, abbreviation: abbreviation))
    }

    @Test("The footer's rule goes on where the file's list ends, twice a year to 2120")
    func expandsTheFooter() throws {
        let zone = try systemZone("Europe/Berlin")
        var at = try instant("2036-01-01T00:00:00Z")
        for year in 2036...2120 {
            let spring = try #require(zone.nextTransition(after: at))
            let autumn = try #require(zone.nextTransition(after: spring))
            for (transition, month) in [(spring, 3), (autumn, 10)] {
                // The last Sunday of the month, 01:00 UTC.
                let utc = CivilTime(secondsAsUTC: transition.seconds)
                #expect(utc.date.year == year && utc.date.month == month)
                #expect(utc.date.weekday == .sunday && utc.date.day > 24)
                #expect(utc.secondOfDay == 3600)
            }
            at = autumn
        }
        #expect(zone.nextTransition(after: at) == nil)
    }

    @Test("Clocks show what they must around a transition")
    func showsCivilTime() throws {
        let zone = try systemZone("Europe/Berlin")
        #expect(
            zone.civilTime(at: try instant("2026-03-29T00:59:59Z")).description
                == "2026-03-29T01:59:59")
        #expect(
            zone.civilTime(at: try instant("2026-03-29T01:00:00Z")).description
                == "2026-03-29T03:00:00")
        #expect(zone.civilTime(at: Instant(seconds: -1)).description == "1970-01-01T00:59:59")
    }

    @Test("UTC and fixed zones never change; a fixed offset is clamped to 26 hours")
    func hasFixedZones() {
        #expect(Zone.utc.offset(at: Instant(seconds: 0)).abbreviation == "UTC")
        #expect(Zone.utc.nextTransition(after: Instant(seconds: .min)) == nil)
        let india = Zone.fixed(name: "Here", offsetSeconds: 19_800)
        #expect(india.offset(at: Instant(seconds: .max)).seconds == 19_800)
        #expect(india.offset(at: Instant(seconds: 0)).abbreviation == "+0530")
        let west = Zone.fixed(name: "Here", offsetSeconds: .min)
        #expect(west.offset(at: Instant(seconds: .min)).seconds == -93_600)
        #expect(west.offset(at: Instant(seconds: 0)).abbreviation == "-26")
    }

    @Test("4.2 zones are equal when name and rules are, and not otherwise")
    func comparesRules() throws {
        let berlin = try systemZone("Europe/Berlin")
        #expect(try berlin == systemZone("Europe/Berlin"))
        #expect(try berlin.hashValue == systemZone("Europe/Berlin").hashValue)
        #expect(try berlin != systemZone("Europe/Dublin"))
        #expect(try berlin != Zone(name: "Europe/Berlin", tzif: zoneBytes("Europe/Dublin")))
    }

    @Test("Any instant at all can be asked about")
    func survivesExtremes() throws {
        for name in ["Europe/Berlin", "America/Nuuk", "Pacific/Apia"] {
            let zone = try systemZone(name)
            for seconds in [Int64.min, -(1 << 60), 0, 1 << 60, .max] {
                let at = Instant(seconds: seconds)
                _ = zone.civilTime(at: at)
                _ = zone.nextTransition(after: at)
                for schedule in [
                    Schedule.daily(at: try time("02:30")), .once(at: try time("02:30")),
                ] {
                    _ = schedule.nextOccurrence(after: at, armedAt: at, in: zone)
                    _ = schedule.occurrences(
                        after: Instant(seconds: .min), through: at, armedAt: at, in: zone)
                }
            }
        }
    }
}

@Suite("TZif files that are damaged or unusual")
struct TZifFileTests {
    @Test("Every truncation of a file is refused with a typed error")
    func refusesTruncations() throws {
        for name in ["Europe/Berlin", "Asia/Kathmandu", "Etc/UTC"] {
            let bytes = try zoneBytes(name)
            for count in 0..<bytes.count {
                #expect(throws: ZoneError.self) {
                    try Zone(name: name, tzif: Array(bytes[..<count]))
                }
            }
        }
    }

    @Test("Thousands of seeded mutations give a typed error or a zone that answers, never a crash")
    func survivesMutations() throws {
        var random = SeededGenerator(seed: 1)
        let schedule = Schedule.daily(at: try time("02:30"))
        for name in ["Europe/Berlin", "Asia/Kathmandu", "Africa/Casablanca"] {
            let bytes = try zoneBytes(name)
            var refused = 0
            for _ in 0..<1500 {
                var mutated = bytes
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let place =
                        Bool.random(using: &random)
                        ? Int.random(in: 0..<min(bytes.count, 120), using: &random)
                        : Int.random(in: 0..<bytes.count, using: &random)
                    mutated[place] = UInt8.random(in: 0...255, using: &random)
                }
                do throws(ZoneError) {
                    let zone = try Zone(name: name, tzif: mutated)
                    let at = Instant(
                        seconds: Int64.random(in: -4_000_000_000...5_000_000_000, using: &random))
                    _ = zone.offset(at: at)
                    _ = zone.nextTransition(after: at)
                    _ = schedule.nextOccurrence(after: at, armedAt: at, in: zone)
                } catch {
                    refused += 1
                    #expect(!error.description.isEmpty)
                }
            }
            #expect(refused > 100)
        }
    }

    @Test("Damage of the footer is refused or changes only what lies beyond the list")
    func survivesFooterMutations() throws {
        var random = SeededGenerator(seed: 2)
        let bytes = try zoneBytes("America/Nuuk")
        let characters = Array("<->0123456789,./JMABCest\n+:".utf8)
        for _ in 0..<3000 {
            var mutated = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: (bytes.count - 40)..<bytes.count, using: &random)
                mutated[place] = characters[Int.random(in: 0..<characters.count, using: &random)]
            }
            _ = try? Zone(name: "America/Nuuk", tzif: mutated)
        }
    }

    @Test("What is not a zone file is refused with the reason")
    func refusesOthers() throws {
        #expect(throws: ZoneError.truncated) { try Zone(name: "x", tzif: []) }
        #expect(throws: ZoneError.notTZif) {
            try Zone(name: "x", tzif: Array("#!/bin/sh\n".utf8))
        }
        #expect(throws: ZoneError.notTZif) {
            try Zone(name: "x", tzif: [UInt8](repeating: 0, count: 1000))
        }
        #expect(throws: ZoneError.tooLarge(bytes: 65_537)) {
            try Zone(name: "x", tzif: [UInt8](repeating: 0, count: 65_537))
        }
        let absurd = tzif(version: 0, transitions: [], types: [(90_000_000, 0)], footer: nil)
        #expect(throws: ZoneError.self) { try Zone(name: "x", tzif: absurd) }
        let backwards = tzif(
            version: 0, transitions: [(10, 0), (5, 0)], types: [(0, 0)], footer: nil)
        #expect(throws: ZoneError.self) { try Zone(name: "x", tzif: backwards) }
    }

    @Test("A version 1 file is read from its only block")
    func readsVersion1() throws {
        let zone = try Zone(
            name: "x",
            tzif: tzif(
                version: 0, transitions: [(1_000, 1), (2_000, 0)], types: [(-3600, 0), (0, 1)],
                footer: nil))
        #expect(zone.offset(at: Instant(seconds: 999)).seconds == -3600)
        #expect(zone.offset(at: Instant(seconds: 1000)).isDaylight)
        #expect(zone.offset(at: Instant(seconds: 2000)).seconds == -3600)
    }

    @Test("A slim file, with nothing but its footer, follows the footer")
    func followsTheFooterAlone() throws {
        let zone = try Zone(
            name: "x",
            tzif: tzif(
                version: 51, transitions: [], types: [(-18_000, 0)],
                footer: "EST5EDT,M3.2.0,M11.1.0"))
        #expect(zone.offset(at: try instant("2026-03-08T06:59:59Z")).abbreviation == "EST")
        #expect(zone.offset(at: try instant("2026-03-08T07:00:00Z")).abbreviation == "EDT")
        #expect(zone.offset(at: try instant("2026-11-01T05:59:59Z")).seconds == -14_400)
        #expect(zone.offset(at: try instant("2026-11-01T06:00:00Z")).seconds == -18_000)
    }

    @Test("Footers with times before midnight and beyond a day are followed")
    func followsExtendedTimes() throws {
        // Four hours before midnight of the Sunday: Saturday 20:00; and 50 hours after Thursday's midnight.
        let early = try Zone(
            name: "x",
            tzif: tzif(
                version: 52, transitions: [], types: [(0, 0)],
                footer: "<+00>0<+01>,M3.5.0/-4,M10.4.4/50"))
        #expect(
            try early.nextTransition(after: instant("2026-01-01T00:00:00Z"))
                == instant("2026-03-28T20:00:00Z"))
        #expect(
            try early.nextTransition(after: instant("2026-06-01T00:00:00Z"))
                == instant("2026-10-24T01:00:00Z"))
    }

    @Test("Day numbers count or leave out the leap day as written")
    func followsDayNumbers() throws {
        let zone = try Zone(
            name: "x",
            tzif: tzif(
                version: 50, transitions: [], types: [(0, 0)], footer: "AAA0BBB,J60/0,300/0"))
        for (year, month, day) in [(2023, 10, 28), (2024, 10, 27)] {
            let spring = try #require(
                zone.nextTransition(after: instant("\(year)-01-01T00:00:00Z")))
            let autumn = try #require(zone.nextTransition(after: spring))
            #expect(try spring == instant("\(year)-03-01T00:00:00Z"))
            #expect(
                zone.civilTime(at: autumn.advanced(bySeconds: -1)).date
                    == CivilDate(year: year, month: month, day: day)?.adding(days: -1))
        }
    }

    @Test("Daylight saving all the year round, as RFC 9636 writes it, never lapses")
    func followsPermanentDaylightSaving() throws {
        let zone = try Zone(
            name: "x",
            tzif: tzif(
                version: 51, transitions: [], types: [(-10_800, 0)],
                footer: "XXX3EDT4,0/0,J365/23"))
        for year in 1950...2119 {
            for moment in ["01-01T03:00:00Z", "07-01T00:00:00Z", "12-31T23:59:59Z"] {
                let offset = zone.offset(at: try instant("\(year)-\(moment)"))
                try #require(offset.seconds == -14_400 && offset.abbreviation == "EDT")
            }
        }
    }

    @Test(
        "Footers that are no rule are refused",
        arguments: [
            "EST5EDT", "EST", "5", "EST25", "EST5EDT,M3.2.0", "EST5EDT,M13.1.0,M11.1.0",
            "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,J0,J365",
            "EST5EDT,M3.2.0/168,M11.1.0", "EST5EDT,M3.2.0,M11.1.0,", "<+01-1", "EST5EDT,,",
        ])
    func refusesFooters(footer: String) {
        let bytes = tzif(version: 50, transitions: [], types: [(-18_000, 0)], footer: footer)
        #expect(throws: ZoneError.self) { try Zone(name: "x", tzif: bytes) }
    }

    /// A file as zic would write it. `version` is the version byte of the header.
    private func tzif(
        version: UInt8, transitions: [(Int64, UInt8)], types: [(Int32, UInt8)], footer: String?
    ) -> [UInt8] {
        func big(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.bigEndian) { Array($0) }
        }
        let names = Array("ABC\u{0}".utf8)
        func header(times: Int, types: Int, characters: Int) -> [UInt8] {
            Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
                + [0, 0, 0, times, types, characters].flatMap { big(Int32($0)) }
        }
        func block(wide: Bool) -> [UInt8] {
            var bytes = header(times: transitions.count, types: types.count, characters: 4)
            for (at, _) in transitions { bytes += wide ? big(at) : big(Int32(at)) }
            bytes += transitions.map(\.1)
            for (offset, isDaylight) in types { bytes += big(offset) + [isDaylight, 0] }
            return bytes + names
        }
        guard version > 0 else { return block(wide: false) }
        let empty = header(times: 0, types: 1, characters: 4) + big(Int32(0)) + [0, 0] + names
        return empty + block(wide: true) + Array("\n\(footer ?? "")\n".utf8)
    }
}
