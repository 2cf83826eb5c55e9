import ClockCore
import ClockTime

extension Measurement {
    /// What an event costs where there are far more alarms than a clock takes: the bars of the law (12, 19).
    static let manyAlarms = Measurement(
        name: "many-alarms", summary: "the index of what falls due, with 100,000 alarms"
    ) { conditions in
        do throws(RunFailure) {
            let zones = (try AlarmSet.zone(), try AlarmSet.zone(elsewhere))
            if AllocationTrace.isOn {
                markEvents(zones.0)
                return []
            }
            return events(zones.0, conditions) + [allocations()] + zoneChange(zones, conditions)
        } catch {
            return [
                Row(
                    name: "many-alarms", unit: .nanoseconds,
                    outcome: .skipped("the zones' rules cannot be read: \(error.reason)"))
            ]
        }
    }

    private static let count = 100_000
    private static let elsewhere = "America/New_York"
    /// In nanoseconds, and in milliseconds.
    private static let eventBar = 2000.0
    private static let zoneBar = 50.0
    /// Enough that each alarm has its turn.
    private static let markedEvents = 200_000

    private static func book(_ rules: DateRules) -> AlarmBook {
        var book = AlarmBook(alarms: AlarmSet.weekly(count), nextNumber: count + 1)
        book.rescheduleAll(after: AlarmSet.start.wall.instant, rules)
        return book
    }

    /// Takes what is due first and works out when it is due next, so many times.
    private static func step(_ book: inout AlarmBook, _ rules: DateRules, times: Int) -> UInt64 {
        var sum: UInt64 = 0
        for _ in 0..<times {
            guard let now = book.firstDue, let id = book.firstDue(through: now) else { break }
            book.reschedule(id, after: now, rules)
            sum &+= UInt64(truncatingIfNeeded: now.seconds &+ Int64(id.number))
        }
        return sum
    }

    private static func events(_ zone: Zone, _ conditions: Conditions) -> [Row] {
        let rules = DateRules(zone)
        var book = book(rules)
        let contender = Contender.timed(
            "the first of 100,000 alarms taken, reckoned anew and put in its place",
            seconds: conditions.raceSeconds
        ) { step(&book, rules, times: $0) }
        return Race(unit: .nanoseconds, contenders: [contender], bar: eventBar)
            .run("many-alarms/event")
    }

    private static func markEvents(_ zone: Zone) {
        let rules = DateRules(zone)
        var book = book(rules)
        AllocationTrace.mark {
            _ = CPUTime.nanoseconds(markedEvents) { step(&book, rules, times: $0) }
        }
    }

    private static func allocations() -> Row {
        let outcome = AllocationTrace.count(
            in: "many-alarms", of: "\(ChildProcess.ownFolder)/noiseclock-bench")
        return Row(
            name: "many-alarms/allocations", unit: .allocations, outcome: outcome, bar: 0,
            remark:
                "in \(Table.text(Double(markedEvents))) such events, by the C library's tracer")
    }

    private static func zoneChange(_ zones: (Zone, Zone), _ conditions: Conditions) -> [Row] {
        var machine = AlarmSet.machine(alarms: count, zone: zones.0)
        let contender = Contender.timed(
            "100,000 alarms, the whole step of the machine: another zone, and back",
            seconds: conditions.raceSeconds, figure: { $0 / 1e6 }
        ) { times in
            var sum: UInt64 = 0
            for step in 0..<times {
                let zone = step.isMultiple(of: 2) ? zones.1 : zones.0
                let effects = machine.handle(
                    .zoneChanged(zone, by: .user), at: AlarmSet.start)
                sum &+= UInt64(effects.count)
            }
            return sum
        }
        return Race(unit: .milliseconds, contenders: [contender], bar: zoneBar)
            .run("many-alarms/zone change")
    }
}
