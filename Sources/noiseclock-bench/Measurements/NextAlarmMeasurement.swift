import ClockCore
import ClockTime

extension Measurement {
    /// What it costs to say when an alarm rings next.
    static let nextAlarm = Measurement(
        name: "next-alarm",
        summary: "when an alarm rings next; peers: systemd-analyze, croniter, dateutil"
    ) { conditions in
        do throws(RunFailure) {
            return try rows(conditions, AlarmSet.zone())
        } catch {
            return [
                Row(
                    name: "next-alarm", unit: .nanoseconds,
                    outcome: .skipped("the zone's rules cannot be read: \(error.reason)"))
            ]
        }
    }

    /// The bar for one answer, in nanoseconds (law, 19).
    private static let bar = 200.0
    /// How many alarms the mixed figure goes over.
    private static let mixed = 1000
    /// Answers of one walk: four years of weekdays, as far as zones' rules keep to a pattern.
    private static let walk = 1000

    private static func rows(_ conditions: Conditions, _ zone: Zone) throws(RunFailure) -> [Row] {
        let start = AlarmSet.start.wall.instant
        let rules = DateRules(zone)
        guard let time = TimeOfDay(hour: 7, minute: 30),
            let schedule = Schedule(time: time, kind: .weekly(.weekdays))
        else { throw RunFailure(reason: "07:30 mon-fri is no schedule") }
        let weekday = Alarm(id: AlarmID(1), schedule: schedule, createdAt: start)
        let one = Contender.timed(
            "07:30 mon-fri, one date after the other, \(AlarmSet.zoneName)",
            seconds: conditions.raceSeconds
        ) { count in
            var sum: UInt64 = 0
            var after = start
            for step in 0..<count {
                if step % walk == 0 { after = start }
                after = weekday.timing.nextRing(after: after, rules)?.instant ?? start
                sum &+= UInt64(truncatingIfNeeded: after.seconds)
            }
            return sum
        }
        let alarms = AlarmSet.alarms(mixed)
        let many = Contender.timed(
            "\(mixed) different alarms in turn, the time moving on", seconds: conditions.raceSeconds
        ) { count in
            var sum: UInt64 = 0
            for step in 0..<count {
                let now = start.advanced(bySeconds: Int64(step % 100_000) * 301)
                let next = alarms[step % mixed].timing.nextRing(after: now, rules)
                sum &+= UInt64(truncatingIfNeeded: next?.instant.seconds ?? 0)
            }
            return sum
        }
        return Race.run(
            "next-alarm/weekdays", .nanoseconds, ours: one,
            against: [.systemd, .croniter, .dateutil], seconds: conditions.raceSeconds, bar: bar)
            + Race(unit: .nanoseconds, contenders: [many], bar: bar).run("next-alarm/mixed")
            + [nights()]
    }

    /// Years of nights in all zones, and their bar in seconds (law, 19).
    private static let years = 1995..<2038
    private static let nightsBar = 5.0

    /// Each night of those years in every zone of the system, with reading the zones.
    private static func nights() -> Row {
        var row = Row(
            name: "next-alarm/all zones", unit: .seconds,
            outcome: .skipped("the system does not list its zones"))
        let names = AlarmSet.zoneNames
        guard !names.isEmpty, let time = TimeOfDay(hour: 2, minute: 30),
            let first = CivilDate(year: years.lowerBound, month: 1, day: 1),
            let last = CivilDate(year: years.upperBound, month: 1, day: 1)
        else { return row }
        var count = 0
        let nanoseconds = CPUTime.nanoseconds(names.count) { _ in
            var sum: UInt64 = 0
            for name in names {
                guard let zone = try? AlarmSet.zone(name) else { continue }
                let (found, read) = nights(.daily(at: time), from: first, to: last, zone)
                sum &+= found
                count += read
            }
            return sum
        }
        row.outcome = .measured(Statistics(single: nanoseconds / 1e9))
        row.bar = nightsBar
        row.remark =
            "02:30 in each of \(years.count) years' nights, \(names.count) zones: "
            + "\(Table.text(Double(count))) answers"
        return row
    }

    private static func nights(
        _ schedule: Schedule, from first: CivilDate, to last: CivilDate, _ zone: Zone
    ) -> (sum: UInt64, count: Int) {
        var after = Instant(seconds: CivilTime(date: first, secondOfDay: 0).secondsAsUTC)
        let end = Instant(seconds: CivilTime(date: last, secondOfDay: 0).secondsAsUTC)
        let alarm = Alarm(id: AlarmID(1), schedule: schedule, createdAt: after)
        let rules = DateRules(zone)
        var sum: UInt64 = 0
        var count = 0
        while after < end, let next = alarm.timing.nextRing(after: after, rules) {
            after = next.instant
            sum &+= UInt64(truncatingIfNeeded: after.seconds)
            count += 1
        }
        return (sum, count)
    }
}

// The same rule in the same zone, one date after the other; what is done but once (starting, reading
// the rule) goes into a thousand answers, as ours begins anew after as many.
extension Peer {
    fileprivate static let systemd = Peer(
        name: "systemd-analyze",
        remark: "calendar --iterations, the same dates; prints each to /dev/null",
        arguments: {
            [
                "calendar", "--iterations=\($0)", "--base-time=2026-03-02 09:00:00",
                "Mon..Fri 07:30",
            ]
        },
        start: 1, limit: 20_000,
        environment: ["TZ": AlarmSet.zoneName, "LC_ALL": "C"])

    fileprivate static let croniter = python(
        "croniter", remark: "get_next, each as seconds since 1970",
        prepare: "from croniter import croniter",
        begin: "dates = croniter('30 7 * * 1-5', start, ret_type=float)", next: "dates.get_next()")

    fileprivate static let dateutil = python(
        "dateutil", remark: "rrule, weekly with weekdays, each made seconds since 1970",
        prepare: """
            from dateutil.rrule import rrule, WEEKLY
            rule = rrule(WEEKLY, start, byweekday=range(5), byhour=7, byminute=30, bysecond=0)
            """,
        begin: "dates = iter(rule)", next: "next(dates).timestamp()")

    private static func python(
        _ module: String, remark: String, prepare: String, begin: String, next: String
    ) -> Peer {
        let script = """
            import sys
            from datetime import datetime
            from zoneinfo import ZoneInfo
            start = datetime(2026, 3, 2, 9, 0, tzinfo=ZoneInfo("\(AlarmSet.zoneName)"))
            \(prepare)
            for step in range(int(sys.argv[1])):
                if step % 1000 == 0:
                    \(begin)
                \(next)
            """
        return Peer(
            name: module, remark: remark, arguments: { ["-c", script, "\($0)"] }, start: 1,
            limit: 1_000_000, isModule: true)
    }
}
