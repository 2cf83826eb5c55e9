import ClockTime
import Testing

/// Tests the law's section 1 against a ticking clock: a list holds what the zone's clock shows at every half
/// minute, and the answers are looked up in it, with no arithmetic on offsets.
@Suite("The instants of a time of day (law, section 1)")
struct CivilInstantsTests {
    /// The readings of a clock from four days before an instant to four days after it.
    private struct TickingClock {
        var ticks: [(instant: Instant, shows: CivilTime)] = []
        var instants: [CivilTime: [Instant]] = [:]
        var dates: Set<CivilDate> = []

        init(_ zone: Zone, around center: Instant) {
            let step: Int64 = 30
            var at = center.advanced(bySeconds: -4 * 86_400)
            while at < center.advanced(bySeconds: 4 * 86_400) {
                let shows = zone.civilTime(at: at)
                ticks.append((at, shows))
                instants[shows, default: []].append(at)
                dates.insert(shows.date)
                at = at.advanced(bySeconds: step)
            }
        }

        func instants(of date: CivilDate, _ time: TimeOfDay) -> CivilInstants {
            let wanted = CivilTime(date: date, time: time)
            if let exact = instants[wanted] {
                return .exact(exact[0], second: exact.count > 1 ? exact[1] : nil)
            }
            guard dates.contains(date), let first = ticks.first(where: { $0.shows >= wanted })
            else {
                return .skippedDate
            }
            return .gap(first.instant)
        }
    }

    @Test(
        "1.3 to 1.6: every minute of the days around a transition is where a ticking clock shows it",
        arguments: [
            ("Europe/Berlin", "2026-03-28T00:00:00Z"), ("Europe/Berlin", "2026-10-24T00:00:00Z"),
            ("Europe/Berlin", "2099-03-28T00:00:00Z"), ("Europe/Berlin", "1945-05-20T00:00:00Z"),
            ("Australia/Lord_Howe", "2026-04-01T00:00:00Z"),
            ("Australia/Lord_Howe", "2026-10-01T00:00:00Z"),
            ("Antarctica/Troll", "2026-03-28T00:00:00Z"),
            ("Antarctica/Troll", "2026-10-24T00:00:00Z"),
            ("America/Nuuk", "2026-03-27T00:00:00Z"), ("America/Nuuk", "2026-10-23T00:00:00Z"),
            ("Pacific/Apia", "2011-12-29T00:00:00Z"), ("Pacific/Kwajalein", "1993-08-18T00:00:00Z"),
            ("America/Juneau", "1867-10-15T00:00:00Z"), ("Asia/Manila", "1844-12-29T00:00:00Z"),
            ("Europe/Dublin", "2026-03-28T00:00:00Z"), ("Europe/Dublin", "2026-10-24T00:00:00Z"),
            ("America/St_Johns", "2006-04-01T00:00:00Z"),
            ("America/St_Johns", "2006-10-28T00:00:00Z"),
            ("America/St_Johns", "1988-04-01T00:00:00Z"),
            ("Asia/Kathmandu", "1985-12-30T00:00:00Z"), ("Africa/Monrovia", "1972-01-06T00:00:00Z"),
            ("Asia/Pyongyang", "2018-05-03T00:00:00Z"), ("Asia/Pyongyang", "2015-08-13T00:00:00Z"),
            ("America/Sao_Paulo", "2018-11-02T00:00:00Z"),
            ("America/Sao_Paulo", "2019-02-15T00:00:00Z"), ("Asia/Gaza", "2026-03-26T00:00:00Z"),
            ("Africa/Casablanca", "2026-02-13T00:00:00Z"), ("Asia/Beirut", "2026-03-27T00:00:00Z"),
            ("America/Caracas", "2016-04-29T00:00:00Z"), ("Africa/Cairo", "2014-05-14T00:00:00Z"),
        ])
    func agreesWithTickingClock(name: String, before: String) throws {
        let zone = try systemZone(name)
        let transition = try #require(zone.nextTransition(after: instant(before)))
        #expect(try transition < instant(before).advanced(bySeconds: 5 * 86_400))
        // Local mean time has odd seconds; the list is then shifted so that it contains whole minutes.
        let oddSeconds = Int64(zone.offset(at: transition.advanced(bySeconds: -1)).seconds % 30)
        let center = transition.advanced(
            bySeconds: -(transition.seconds + oddSeconds).quotientAndRemainder(dividingBy: 30)
                .remainder)
        let isEven =
            zone.offset(at: transition).seconds % 30 == Int(oddSeconds)
            && transition.seconds == center.seconds
        let clock = TickingClock(zone, around: center)
        let middle = zone.civilTime(at: transition).date
        var checked = 0
        for day in -2...1 {
            let date = middle.adding(days: day)
            for minute in 0..<1440 {
                let time = try #require(TimeOfDay(hour: minute / 60, minute: minute % 60))
                let answer = zone.instants(of: date, time)
                let expected = clock.instants(of: date, time)
                // If a transition falls between two ticks, only times before it are compared.
                guard isEven || answer.first < transition else { continue }
                try #require(answer == expected, "\(name) \(date) \(time)")
                checked += 1
            }
        }
        #expect(checked >= 1440)
    }

    @Test("1.4 a gap of one hour: 02:30 becomes the jump to 03:00")
    func movesToTheJump() throws {
        let zone = try systemZone("Europe/Berlin")
        #expect(
            try zone.instants(of: date("2026-03-29"), time("02:30"))
                == .gap(instant("2026-03-29T01:00:00Z")))
        #expect(
            try zone.instants(of: date("2026-03-29"), time("02:00"))
                == .gap(instant("2026-03-29T01:00:00Z")))
        #expect(
            try zone.instants(of: date("2026-03-29"), time("03:00"))
                == .exact(instant("2026-03-29T01:00:00Z"), second: nil))
        #expect(
            try zone.instants(of: date("2026-03-29"), time("01:59"))
                == .exact(instant("2026-03-29T00:59:00Z"), second: nil))
    }

    @Test("1.4 a gap that ends at midnight rings in the next date already (Nuuk)")
    func movesBeyondMidnight() throws {
        let zone = try systemZone("America/Nuuk")
        let jump = try instant("2026-03-29T01:00:00Z")
        #expect(try zone.instants(of: date("2026-03-28"), time("23:30")) == .gap(jump))
        #expect(try zone.civilTime(at: jump).date == date("2026-03-29"))
    }

    @Test("1.4 a gap that begins at midnight rings at its end, on the same date (São Paulo)")
    func movesWithinTheDate() throws {
        let zone = try systemZone("America/Sao_Paulo")
        #expect(
            try zone.instants(of: date("2018-11-04"), time("00:00"))
                == .gap(instant("2018-11-04T03:00:00Z")))
    }

    @Test("1.4 gaps of 30 minutes (Lord Howe) and of two hours (Troll)")
    func knowsOtherSizes() throws {
        #expect(
            try systemZone("Australia/Lord_Howe").instants(of: date("2026-10-04"), time("02:15"))
                == .gap(instant("2026-10-03T15:30:00Z")))
        #expect(
            try systemZone("Antarctica/Troll").instants(of: date("2026-03-29"), time("02:30"))
                == .gap(instant("2026-03-29T01:00:00Z")))
    }

    @Test("1.5 an overlap has two instants, of any distance")
    func findsBothPasses() throws {
        #expect(
            try systemZone("Europe/Berlin").instants(of: date("2026-10-25"), time("02:30"))
                == .exact(
                    instant("2026-10-25T00:30:00Z"), second: instant("2026-10-25T01:30:00Z")))
        #expect(
            try systemZone("Australia/Lord_Howe").instants(of: date("2026-04-05"), time("01:45"))
                == .exact(
                    instant("2026-04-04T14:45:00Z"), second: instant("2026-04-04T15:15:00Z")))
        #expect(
            try systemZone("Antarctica/Troll").instants(of: date("2026-10-25"), time("01:30"))
                == .exact(
                    instant("2026-10-24T23:30:00Z"), second: instant("2026-10-25T01:30:00Z")))
    }

    @Test("1.6 a date that the zone skipped has no instant (Apia, 30 December 2011)")
    func knowsMissingDates() throws {
        let zone = try systemZone("Pacific/Apia")
        for text in ["00:00", "12:00", "23:59"] {
            #expect(try zone.instants(of: date("2011-12-30"), time(text)) == .skippedDate)
        }
        #expect(!zone.has(try date("2011-12-30")))
        #expect(zone.has(try date("2011-12-29")))
        #expect(zone.has(try date("2011-12-31")))
        #expect(
            try zone.instants(of: date("2011-12-31"), time("00:00"))
                == .exact(instant("2011-12-30T10:00:00Z"), second: nil))
    }

    @Test("1.3 in no zone and year from 1970 to 2120 does a time come more than twice on a date")
    func neverThrice() throws {
        // Three passes would need two steps back within a day and a half.
        for name in try allZoneNames() where !name.hasPrefix("right/") {
            let zone = try systemZone(name)
            var at = Instant(seconds: 0)
            var lastBack = Instant(seconds: .min)
            while let next = zone.nextTransition(after: at) {
                let before = zone.offset(at: next.advanced(bySeconds: -1)).seconds
                if zone.offset(at: next).seconds < before {
                    try #require(next.seconds > lastBack.seconds.addingReportingOverflow(129_600).0)
                    lastBack = next
                }
                at = next
            }
        }
    }
}

extension CivilInstants {
    fileprivate var first: Instant {
        switch self {
        case .skippedDate: Instant(seconds: .min)
        case .exact(let first, _), .gap(let first): first
        }
    }
}
