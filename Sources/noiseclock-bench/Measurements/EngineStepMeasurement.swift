import ClockCore
import ClockTime

extension Measurement {
    /// What an event costs, from `handle` to its effects, by how many alarms there are.
    static let engineStep = Measurement(
        name: "engine-step", summary: "one event through the machine, with 1, 100 and 5,000 alarms"
    ) { conditions in
        StepKind.all.flatMap { kind in
            AlarmSet.counts.flatMap { count in
                walk("engine-step/\(kind.name)/\(count)", kind, alarms: count, conditions)
            }
        }
    }

    /// What the engine asks the machine after each event.
    static let afterStep = Measurement(
        name: "after-step", summary: "the snapshot and the next wake, asked for after each event"
    ) { conditions in
        StepKind.questions.flatMap { kind in
            AlarmSet.counts.flatMap { count in
                walk("after-step/\(kind.name)/\(count)", kind, alarms: count, conditions)
            }
        }
    }

    private static func walk(
        _ name: String, _ kind: StepKind, alarms count: Int, _ conditions: Conditions
    ) -> [Row] {
        do throws(RunFailure) {
            let fresh = AlarmSet.machine(alarms: count, zone: try AlarmSet.zone())
            let contender = Contender.timed(kind.remark, seconds: conditions.raceSeconds) { times in
                var machine = fresh
                var now = AlarmSet.start
                var sum: UInt64 = 0
                for step in 0..<times {
                    if step % kind.stepsOfWalk == 0 {
                        machine = fresh
                        now = AlarmSet.start
                    }
                    now = now.advanced(by: kind.interval)
                    sum &+= UInt64(truncatingIfNeeded: kind.act(&machine, now, step))
                }
                return sum
            }
            return Race(unit: .nanoseconds, contenders: [contender]).run(name)
        } catch {
            return [
                Row(
                    name: name, unit: .nanoseconds,
                    outcome: .skipped("the zone's rules cannot be read: \(error.reason)"))
            ]
        }
    }
}

extension AlarmSet {
    /// A bedside's, a household's, and as many as a clock takes.
    static let counts = [1, 100, AlarmLimits.count]
}

/// A kind of event, and how time goes on between two of them.
private struct StepKind: Sendable {
    let name: String
    let remark: String
    let interval: Duration
    /// Returns something that depends on what came of it.
    let act: @Sendable (inout ClockMachine, Moment, Int) -> Int

    /// A walk ends before the first alarm of the next morning, 21 hours on, and begins anew.
    var stepsOfWalk: Int { Int(Duration.hours(20).inSeconds / interval.inSeconds) }

    static let all = [
        StepKind(name: "wake", remark: "the minute changes", interval: .seconds(60)) {
            machine, now, _ in
            machine.handle(.wake, at: now).count
        },
        StepKind(name: "light", remark: "the sensor was read", interval: .seconds(2)) {
            machine, now, step in
            machine.handle(.lightMeasured(lux: Double(1 + step / 30 % 200)), at: now).count
        },
        StepKind(name: "key", remark: "a tap on snooze: two events", interval: .seconds(10)) {
            machine, now, _ in
            machine.handle(.button(.snooze, isDown: true), at: now).count
                + machine.handle(
                    .button(.snooze, isDown: false), at: now.advanced(by: .milliseconds(100))
                ).count
        },
        StepKind(name: "status", remark: "the client asks, and is answered", interval: .seconds(2))
        {
            machine, now, step in
            machine.handle(.command(RequestID(UInt64(step)), .status), at: now).count
        },
        StepKind(
            name: "edit", remark: "an alarm is switched, saved and answered: two events",
            interval: .seconds(2)
        ) { machine, now, step in
            let command = Command.alarm(.setEnabled(AlarmID(1), step.isMultiple(of: 2)))
            let effects = machine.handle(.command(RequestID(UInt64(step)), command), at: now)
            var count = effects.count
            for case .save(_, let revision) in effects {
                count += machine.handle(.saved(revision: revision, failure: nil), at: now).count
            }
            return count
        },
    ]

    static let questions = [
        StepKind(name: "snapshot", remark: "once", interval: .seconds(1)) { machine, _, _ in
            Int(machine.snapshot.brightness)
        },
        StepKind(name: "next wake", remark: "once", interval: .seconds(1)) { machine, _, _ in
            Int(machine.nextWake.wall?.nanoseconds ?? 0)
        },
    ]
}
