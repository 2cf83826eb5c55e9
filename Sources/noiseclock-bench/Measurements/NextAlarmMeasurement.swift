import ClockCore
import ClockTime

extension Measurement {
    /// What it costs to say when an alarm rings next.
    static let nextAlarm = Measurement(
        name: "next-alarm",
        summary: "when an alarm rings next, per answer; peer: systemd-analyze calendar"
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
                after = weekday.nextRing(after: after, rules)?.instant ?? start
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
                let next = alarms[step % mixed].nextRing(after: now, rules)
                sum &+= UInt64(truncatingIfNeeded: next?.instant.seconds ?? 0)
            }
            return sum
        }
        return Race.run(
            "next-alarm/weekdays", .nanoseconds, ours: one, against: [systemd],
            seconds: conditions.raceSeconds)
            + Race(unit: .nanoseconds, contenders: [many]).run("next-alarm/mixed")
    }

    private static let systemd = Peer(
        name: "systemd-analyze",
        remark: "calendar --iterations, the same dates; prints each to /dev/null",
        arguments: { ["calendar", "--iterations=\($0)", "Mon..Fri 07:30"] },
        start: 1, limit: 20_000,
        environment: ["TZ": AlarmSet.zoneName, "LC_ALL": "C"])
}
