import ClockTime
import Foundation
import TestKit
import Testing

@Suite("Schedules and their occurrences (law, sections 1 and 2)")
struct ScheduleTests {
    private func next(
        _ schedule: Schedule, _ zone: Zone, after checked: String, armedAt: String? = nil,
        excluding: Set<String> = []
    ) throws -> Occurrence? {
        schedule.nextOccurrence(
            after: try instant(checked), armedAt: try instant(armedAt ?? checked), in: zone
        ) { excluding.contains($0.description) }
    }

    @Test("1.7 07:30 set at 07:30:20, or at 07:30:00, means tomorrow; at 07:29:59 today")
    func isStrictlyAfterArming() throws {
        let daily = Schedule.daily(at: try time("07:30"))
        let today = try instant("2026-05-01T07:30:00Z")
        let tomorrow = try instant("2026-05-02T07:30:00Z")
        #expect(try next(daily, .utc, after: "2026-05-01T07:30:20Z")?.instant == tomorrow)
        #expect(try next(daily, .utc, after: "2026-05-01T07:30:00Z")?.instant == tomorrow)
        #expect(try next(daily, .utc, after: "2026-05-01T07:29:59Z")?.instant == today)
    }

    @Test("1.8 armedAt and what was checked both decide, whichever is later")
    func needsBoth() throws {
        let daily = Schedule.daily(at: try time("07:30"))
        let third = try instant("2026-05-03T07:30:00Z")
        #expect(
            try next(daily, .utc, after: "2026-05-02T12:00:00Z", armedAt: "2026-05-01T00:00:00Z")?
                .instant == third)
        #expect(
            try next(daily, .utc, after: "2026-05-01T00:00:00Z", armedAt: "2026-05-02T12:00:00Z")?
                .instant == third)
    }

    @Test(
        "1.4 a weekly alarm in the gap rings at the jump, and keeps its date and its place in the week"
    )
    func ringsAtTheJump() throws {
        let zone = try systemZone("Europe/Berlin")
        let schedule = try #require(
            Schedule(time: time("02:30"), kind: .weekly(WeekdaySet(.sunday))))
        var at = try instant("2025-03-29T20:00:00Z")
        let armed = at
        var found: [Int64] = []
        for _ in 0..<3 {
            let occurrence = try #require(
                schedule.nextOccurrence(after: at, armedAt: armed, in: zone))
            found.append(occurrence.instant.seconds)
            at = occurrence.instant
        }
        #expect(found == [1_743_296_400, 1_743_899_400, 1_744_504_200].map { $0 })
        #expect(
            schedule.nextOccurrence(after: armed, armedAt: armed, in: zone)?.placement
                == .movedByGap)
    }

    @Test(
        "1.4 the editor can tell that the gap moved the ring to the next date, and which date is meant"
    )
    func keepsTheDate() throws {
        let nuuk = try systemZone("America/Nuuk")
        let daily = Schedule.daily(at: try time("23:30"))
        let occurrence = try #require(try next(daily, nuuk, after: "2026-03-28T12:00:00Z"))
        #expect(try occurrence.date == date("2026-03-28"))
        #expect(try occurrence.instant == instant("2026-03-29T01:00:00Z"))
        #expect(occurrence.placement == .movedByGap)
        let following = try #require(
            daily.nextOccurrence(
                after: occurrence.instant, armedAt: instant("2026-03-28T12:00:00Z"), in: nuuk))
        #expect(try following.date == date("2026-03-29"))
        #expect(following.placement == .exact)
    }

    @Test("1.5 an overlap rings in the first pass only; armed between the passes, in the second")
    func choosesThePass() throws {
        let zone = try systemZone("Europe/Berlin")
        let daily = Schedule.daily(at: try time("02:30"))
        let first = try #require(try next(daily, zone, after: "2026-10-24T20:00:00Z"))
        #expect(try first.instant == instant("2026-10-25T00:30:00Z"))
        #expect(first.placement == .exact)
        let afterwards = try #require(
            try next(daily, zone, after: "2026-10-25T00:30:00Z", armedAt: "2026-10-24T20:00:00Z"))
        #expect(try afterwards.date == date("2026-10-26"))
        let second = try #require(try next(daily, zone, after: "2026-10-25T00:30:00Z"))
        #expect(try second.instant == instant("2026-10-25T01:30:00Z"))
        #expect(second.placement == .secondPass)
    }

    @Test(
        "1.5 a clock set back over midnight returns to yesterday, whose second pass is still ahead")
    func returnsToYesterday() throws {
        // Until 2011 St. John's went back from 00:01 to 23:01 of the day before, at 02:31 UTC.
        let zone = try systemZone("America/St_Johns")
        let afterMidnight = try instant("2006-10-29T02:30:30Z")
        #expect(try zone.civilTime(at: afterMidnight).date == date("2006-10-29"))
        let second = Occurrence(
            date: try date("2006-10-28"), instant: try instant("2006-10-29T03:00:00Z"),
            placement: .secondPass)
        for schedule in [Schedule.daily(at: try time("23:30")), .once(at: try time("23:30"))] {
            #expect(
                schedule.nextOccurrence(after: afterMidnight, armedAt: afterMidnight, in: zone)
                    == second)
            #expect(
                schedule.occurrences(
                    after: afterMidnight, through: second.instant, armedAt: afterMidnight, in: zone)
                    == [second])
        }
    }

    @Test("2.1 what rang at midnight is due even when the clock has gone back over midnight since")
    func seesTheDateAfter() throws {
        let zone = try systemZone("America/St_Johns")
        let daily = Schedule.daily(at: try time("00:00"))
        let evening = try instant("2006-10-29T00:00:00Z")
        let gone = try instant("2006-10-29T02:31:30Z")
        #expect(try zone.civilTime(at: gone).date == date("2006-10-28"))
        let due = daily.occurrences(after: evening, through: gone, armedAt: evening, in: zone)
        #expect(try due.map(\.date) == [date("2006-10-29")])
    }

    @Test("1.7 an alarm in the gap that is armed at the very jump means the next day")
    func isStrictlyAfterArmingInTheGap() throws {
        let zone = try systemZone("Europe/Berlin")
        let daily = Schedule.daily(at: try time("02:30"))
        let before = try next(daily, zone, after: "2026-03-29T00:59:59Z")
        #expect(try before?.instant == instant("2026-03-29T01:00:00Z"))
        let at = try next(
            daily, zone, after: "2026-03-29T00:30:00Z", armedAt: "2026-03-29T01:00:00Z")
        #expect(try at?.date == date("2026-03-30"))
    }

    @Test("1.6 a date that does not exist has no occurrence; a dated alarm on it never rings")
    func skipsMissingDates() throws {
        let zone = try systemZone("Pacific/Apia")
        let daily = Schedule.daily(at: try time("07:00"))
        let dates = daily.occurrences(
            after: try instant("2011-12-28T00:00:00Z"),
            through: try instant("2012-01-02T00:00:00Z"),
            armedAt: try instant("2011-12-28T00:00:00Z"), in: zone
        ).map(\.date.description)
        #expect(dates == ["2011-12-28", "2011-12-29", "2011-12-31", "2012-01-01", "2012-01-02"])
        let dated = Schedule.dated(try date("2011-12-30"), at: try time("07:00"))
        #expect(try next(dated, zone, after: "2011-12-01T00:00:00Z") == nil)
        let fridays = try #require(
            Schedule(time: time("07:00"), kind: .weekly(WeekdaySet(.friday))))
        let friday = try next(fridays, zone, after: "2011-12-24T00:00:00Z")
        #expect(try friday?.date == date("2012-01-06"))
    }

    @Test("Once is the first time after arming, and after it has passed there is none ahead")
    func onceIsOnce() throws {
        let once = Schedule.once(at: try time("07:30"))
        let armed = "2026-05-01T08:00:00Z"
        #expect(
            try next(once, .utc, after: armed)?.instant == instant("2026-05-02T07:30:00Z"))
        #expect(try next(once, .utc, after: "2026-05-02T07:30:00Z", armedAt: armed) == nil)
        #expect(try next(once, .utc, after: "2027-05-02T07:30:00Z", armedAt: armed) == nil)
    }

    @Test("7 a suppressed date moves once to its next free date, weekly on, and leaves dated none")
    func honoursExclusions() throws {
        let at = "2026-05-01T08:00:00Z"
        let morning = try time("07:30")
        #expect(
            try next(.once(at: morning), .utc, after: at, excluding: ["2026-05-02", "2026-05-03"])?
                .date == date("2026-05-04"))
        #expect(
            try next(.daily(at: morning), .utc, after: at, excluding: ["2026-05-02"])?.date
                == date("2026-05-03"))
        let dated = Schedule.dated(try date("2026-05-02"), at: morning)
        #expect(try next(dated, .utc, after: at)?.date == date("2026-05-02"))
        #expect(try next(dated, .utc, after: at, excluding: ["2026-05-02"]) == nil)
    }

    @Test("1.9 a search with everything excluded ends; a pause of a year is survived")
    func isBounded() throws {
        let at = try instant("2026-05-01T08:00:00Z")
        let daily = Schedule.daily(at: try time("07:30"))
        #expect(daily.nextOccurrence(after: at, armedAt: at, in: .utc) { _ in true } == nil)
        let end = try date("2027-05-01")
        let after = daily.nextOccurrence(after: at, armedAt: at, in: .utc) { $0 <= end }
        #expect(after?.date == end.adding(days: 1))
        let once = Schedule.once(at: try time("07:30"))
        #expect(once.nextOccurrence(after: at, armedAt: at, in: .utc) { _ in true } == nil)
    }

    @Test(
        "1.9 answers beyond 9 days for weekly and 3 for once are not plausible, but across a missing date"
    )
    func judgesPlausibility() throws {
        let apia = try systemZone("Pacific/Apia")
        let fridays = try #require(
            Schedule(time: time("07:00"), kind: .weekly(WeekdaySet(.friday))))
        let at = try instant("2011-12-24T00:00:00Z")
        let found = try #require(fridays.nextOccurrence(after: at, armedAt: at, in: apia))
        #expect(fridays.isPlausible(found, after: at, in: apia))
        #expect(!fridays.isPlausible(found, after: at, in: .utc))
        #expect(!fridays.isPlausible(nil, after: at, in: .utc))
        let once = Schedule.once(at: try time("07:00"))
        #expect(!once.isPlausible(found, after: at, in: .utc))
        #expect(once.isPlausible(nil, after: at, in: .utc))
    }

    @Test("2.1 what is due is an interval, open at its start and closed at its end")
    func evaluatesIntervals() throws {
        let daily = Schedule.daily(at: try time("07:30"))
        let ring = try instant("2026-05-02T07:30:00Z")
        let armed = try instant("2026-05-01T12:00:00Z")
        func due(_ start: Int64, _ end: Int64) -> Int {
            daily.occurrences(
                after: ring.advanced(bySeconds: start), through: ring.advanced(bySeconds: end),
                armedAt: armed, in: .utc
            ).count
        }
        #expect(due(-1, 0) == 1)
        #expect(due(0, 1) == 0)
        #expect(due(-1, -1) == 0)
        #expect(due(1, -1) == 0)
        #expect(due(-1, 86_400) == 2)
        #expect(due(-2 * 86_400, 0) == 1)
    }

    @Test("2.3 a jump of centuries looks back 31 days and no further")
    func looksBackAMonth() throws {
        let daily = Schedule.daily(at: try time("07:30"))
        let found = daily.occurrences(
            after: Instant(seconds: 0), through: try instant("2226-05-01T12:00:00Z"),
            armedAt: Instant(seconds: 0), in: try systemZone("Europe/Berlin"))
        #expect(found.count == 31)
        #expect(try found.last?.date == date("2226-05-01"))
        #expect(found.map(\.instant) == found.map(\.instant).sorted())
    }

    @Test(
        "1.7 1.8 1.5 random alarms ring when a ticking clock first shows their time, once per date")
    func agreesWithTickingAlarm() throws {
        var random = SeededGenerator(seed: 3)
        let places: [(String, String)] = [
            ("Europe/Berlin", "2026-10-25T01:00:00Z"), ("Europe/Berlin", "2026-03-29T01:00:00Z"),
            ("America/Nuuk", "2026-10-25T01:00:00Z"), ("America/Nuuk", "2026-03-29T01:00:00Z"),
            ("Australia/Lord_Howe", "2026-04-04T15:00:00Z"),
            ("Antarctica/Troll", "2026-10-25T01:00:00Z"), ("Pacific/Apia", "2011-12-30T10:00:00Z"),
            ("America/Sao_Paulo", "2019-02-17T02:00:00Z"),
        ]
        for round in 0..<64 {
            let (name, center) = places[round % places.count]
            let zone = try systemZone(name)
            let middle = try instant(center)
            let armed = middle.advanced(bySeconds: Int64.random(in: -300...60, using: &random) * 60)
            let checked = armed.advanced(
                bySeconds: Int64.random(in: -60...300, using: &random) * 60)
            let near = zone.civilTime(
                at: middle.advanced(bySeconds: Int64.random(in: -120...120, using: &random) * 60))
            let time = try #require(TimeOfDay(hour: near.hour, minute: near.minute))
            let days =
                round % 3 == 0 ? WeekdaySet(near.date.weekday) : WeekdaySet.daily
            let schedule = try #require(Schedule(time: time, kind: .weekly(days)))
            let answer = schedule.nextOccurrence(after: checked, armedAt: armed, in: zone)
            let expected = firstRing(of: time, on: days, after: checked, armedAt: armed, in: zone)
            #expect(answer?.instant == expected?.instant, "\(name) \(time) round \(round)")
            #expect(answer?.date == expected?.date, "\(name) \(time) round \(round)")
        }
    }

    /// The first ring of a clock that ticks each minute from `armedAt` on, and rings when it reaches or steps over a
    /// date's time without having rung for that date.
    private func firstRing(
        of time: TimeOfDay, on days: WeekdaySet, after checked: Instant, armedAt: Instant,
        in zone: Zone
    ) -> (date: CivilDate, instant: Instant)? {
        var rung: Set<CivilDate> = []
        var at = armedAt
        var shown = zone.civilTime(at: at)
        for _ in 0..<(16 * 1440) {
            at = at.advanced(bySeconds: 60)
            let shows = zone.civilTime(at: at)
            for back in [2, 1, 0] {
                let date = shows.date.adding(days: -back)
                let wanted = CivilTime(date: date, time: time)
                guard shown < wanted, wanted <= shows, days.contains(date.weekday),
                    date.description != "2011-12-30", rung.insert(date).inserted
                else { continue }
                if at > checked { return (date, at) }
            }
            shown = shows
        }
        return nil
    }

    @Test("What is due and what is next are the same rings")
    func dueAgreesWithNext() throws {
        for name in ["Europe/Berlin", "Pacific/Apia", "America/Nuuk"] {
            let zone = try systemZone(name)
            let start = try instant("2011-12-15T00:00:00Z")
            let end = start.advanced(bySeconds: 30 * 86_400)
            for days in [WeekdaySet.daily, .weekends, WeekdaySet(.friday)] {
                let schedule = try #require(Schedule(time: time("23:30"), kind: .weekly(days)))
                var found: [Occurrence] = []
                var at = start
                while let next = schedule.nextOccurrence(after: at, armedAt: start, in: zone),
                    next.instant <= end
                {
                    found.append(next)
                    at = next.instant
                }
                #expect(
                    found
                        == schedule.occurrences(
                            after: start, through: end, armedAt: start, in: zone))
            }
        }
    }
}

@Suite("Schedules as JSON")
struct ScheduleCodingTests {
    @Test(
        "A schedule is written and read in the documented form",
        arguments: [
            #"{"kind":"weekly","time":"07:30","weekdays":[1,2,3]}"#,
            #"{"kind":"once","time":"00:00"}"#,
            #"{"date":"2026-03-29","kind":"dated","time":"23:59"}"#,
        ])
    func roundTrips(text: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let schedule = try JSONDecoder().decode(Schedule.self, from: Data(text.utf8))
        #expect(String(decoding: try encoder.encode(schedule), as: UTF8.self) == text)
    }

    @Test(
        "What is wrong is refused in a sentence that says what is allowed",
        arguments: [
            (#"{"kind":"weekly","time":"07:30","weekdays":[]}"#, "one weekday"),
            (#"{"kind":"weekly","time":"07:30","weekdays":[8]}"#, "1 (Monday) to 7 (Sunday)"),
            (#"{"kind":"weekly","time":"07:30","weekdays":[1,1,1,1,1,1,1,1]}"#, "to 7 (Sunday)"),
            (#"{"kind":"once","time":"25:00"}"#, TimeOfDay.allowed),
            (#"{"kind":"dated","time":"07:30","date":"2026-02-30"}"#, CivilDate.allowed),
            (#"{"kind":"yearly","time":"07:30"}"#, "weekly, once or dated"),
        ])
    func refuses(text: String, sentence: String) throws {
        do {
            _ = try JSONDecoder().decode(Schedule.self, from: Data(text.utf8))
            Issue.record("accepted \(text)")
        } catch DecodingError.dataCorrupted(let context) {
            #expect(context.debugDescription.contains(sentence))
        }
    }

    @Test("A weekly schedule without days cannot be made")
    func needsDays() throws {
        #expect(try Schedule(time: time("07:30"), kind: .weekly([])) == nil)
    }
}
