import ClockTime
import Testing

@testable import ClockCore

@Suite("Stop and snooze by the ring's name (law, 13)")
struct RingNameTests {
    /// Two alarms, a timer and a nap that ring at once.
    private func chorus() throws -> (night: Night, names: [RingName]) {
        var night = try Night(at: "2025-01-14 06:40")
        let first = try night.daily("07:00")
        let second = try night.daily("07:00")
        night.ask(.timer(.add(.minutes(20), name: "Tea", starts: true)))
        let short: [NapChange] = [.set(\.release, .seconds(1)), .set(\.nap, .minutes(19))]
        night.ask(.nap(.set(short)))
        night.ask(.nap(.operate(.schedule, number: nil)))
        try night.wait(until: "2025-01-14 07:00")
        let today = try civilDate("2025-01-14")
        let run = try #require(night.machine.ringing.timers.timers.first?.run)
        return (
            night,
            [
                .alarm(OccurrenceID(alarm: first, date: today)),
                .alarm(OccurrenceID(alarm: second, date: today)),
                .timer(TimerID(1), run: run),
                .nap(
                    number: night.machine.ringing.napReport(night.machine.ringingContext).nap.number
                ),
            ]
        )
    }

    private func ringing(_ night: Night) -> Int {
        night.machine.ringing.alarms.ringing.count + night.machine.ringing.countdownAlerts.count
    }

    @Test("13: each name ends its own ring and leaves the others alone")
    func stopsEach() throws {
        let (night, names) = try chorus()
        #expect(ringing(night) == 4)
        for name in names {
            var one = night
            #expect(one.ask(.ring(.stop(.rings([name])))) == .stopped)
            #expect(ringing(one) == 3, "\(name)")
            // Sent again, late, it hits nothing.
            #expect(one.ask(.ring(.stop(.rings([name])))) != .stopped, "\(name)")
            #expect(ringing(one) == 3, "\(name)")
        }
        var all = night
        #expect(all.ask(.ring(.stop(.rings(names)))) == .stopped)
        #expect(ringing(all) == 0)
        #expect(!all.machine.isRinging)
    }

    @Test("13: of several names those that are over are left out, and what is not named rings on")
    func someAreOver() throws {
        var (night, names) = try chorus()
        night.ask(.ring(.stop(.rings([names[0]]))))
        #expect(night.ask(.ring(.stop(.rings([names[0], names[2]])))) == .stopped)
        #expect(ringing(night) == 2)
        #expect(night.machine.isRinging)
        #expect(night.ask(.ring(.stop(.rings([names[0]])))) == .refused(.stale))
    }

    @Test("13: a snooze by name postpones those that are named")
    func snoozes() throws {
        var (night, names) = try chorus()
        guard case .snoozed(let until, _) = night.ask(.ring(.snooze(.rings([names[1], names[3]]))))
        else {
            Issue.record("not snoozed")
            return
        }
        #expect(until == night.now.wall + .minutes(9))
        #expect(ringing(night) == 2)
        night.wait(.minutes(9))
        #expect(ringing(night) == 4)
        // Yesterday's name, another run and another nap match none of them.
        let yesterday = OccurrenceID(alarm: AlarmID(1), date: try civilDate("2025-01-13"))
        let others: [RingName] = [
            .alarm(yesterday), .timer(TimerID(1), run: 99), .nap(number: 99), .test(AlarmID(1)),
        ]
        for name in others {
            #expect(night.ask(.ring(.snooze(.rings([name])))) == .refused(.stale), "\(name)")
            #expect(night.ask(.ring(.stop(.rings([name])))) == .refused(.stale), "\(name)")
        }
        #expect(ringing(night) == 4)
    }

    @Test(
        "6.3: a request gives a snooze another length, for all that it snoozes and this time only")
    func otherLength() throws {
        var (night, names) = try chorus()
        let rings = night.now.wall + .minutes(20)
        var all = night
        let again = try civil("2025-01-14 07:20")
        #expect(
            night.ask(.ring(.snooze(.rings(names), for: .minutes(20))))
                == .snoozed(until: rings, civil: again))
        #expect(
            all.ask(.ring(.snooze(.current, for: .minutes(20))))
                == .snoozed(until: rings, civil: again))
        for var night in [night, all] {
            night.wait(.minutes(20) - .seconds(1))
            #expect(ringing(night) == 0)
            night.wait(.seconds(1))
            #expect(ringing(night) == 4)
            night.press(.snooze)
            night.wait(.minutes(9))
            #expect(ringing(night) == 4)
        }
    }

    @Test("6.3: the limit and a ban hold for a snooze of another length, too")
    func otherLengthRefused() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0[\.snooze.limit] = .some(1) }
        try night.wait(until: "2025-01-14 07:00")
        let snooze = Command.ring(.snooze(.alarm(id), for: .minutes(1)))
        #expect(night.ask(snooze) != .refused(.snoozeLimit))
        night.wait(.minutes(1))
        #expect(night.ask(snooze) == .refused(.snoozeLimit))
        try night.rewrite(id) { $0.snooze.isAllowed = false }
        #expect(night.ask(snooze) == .refused(.snoozeForbidden))
    }

    @Test("6.2: where one that is named forbids its snooze, none is snoozed")
    func forbidden() throws {
        var (night, names) = try chorus()
        try night.rewrite(AlarmID(2)) { $0.snooze.isAllowed = false }
        let before = ringing(night)
        #expect(night.ask(.ring(.snooze(.rings(names)))) == .refused(.snoozeForbidden))
        #expect(ringing(night) == before)
    }

    @Test("13: a countdown of another date than the one that rings is refused")
    func countdown() throws {
        var (night, _) = try chorus()
        let yesterday = try civilDate("2025-01-13")
        #expect(
            night.ask(.alarm(.operate(.countdown, AlarmID(1), date: yesterday)))
                == .refused(.stale))
        #expect(night.machine.ringing.alarms.ringing.count == 2)
        night.ask(.alarm(.operate(.countdown, AlarmID(1), date: try civilDate("2025-01-14"))))
        #expect(night.machine.ringing.alarms.ringing.count == 1)
    }

    @Test("A test is ended by its name, and by a snooze too")
    func tests() throws {
        for command in [
            Command.ring(.stop(.rings([.test(AlarmID(1))]))),
            .ring(.snooze(.rings([.test(AlarmID(1))]))),
        ] {
            var night = try Night(at: "2025-01-14 06:40")
            let id = try night.daily("07:00")
            night.ask(.alarm(.test(id)))
            #expect(night.machine.isRinging)
            #expect(night.ask(command) == .stopped)
            #expect(!night.machine.isRinging)
        }
    }
}

@Suite("How late a ring may be, and how countdowns ring (law, 2.2, 6.5 and 8)")
struct RingRuleTests {
    @Test("2.2: the grace that a person has set decides what is too late")
    func grace() throws {
        for (grace, rings) in [(Duration.minutes(20), false), (.minutes(40), true)] {
            var night = try Night(at: "2025-01-14 06:40")
            let id = try night.daily("07:00")
            let changes: [RingRuleChange] = [.set(\.grace, grace)]
            night.ask(.settings(.setRingRules(changes)))
            try night.cutPower(for: .minutes(50))
            #expect(night.ringing == (rings ? [id] : []))
        }
    }

    @Test("6.5, 8: N, S and M of a timer are those that a person has set")
    func countdowns() throws {
        var night = try Night(at: "2025-01-14 06:40")
        let changes: [RingRuleChange] = [
            .set(\.countdowns.ringLength, .minutes(2)),
            .set(\.countdowns.snoozeLength, .minutes(3)), .set(\.countdowns.automaticRings, 1),
        ]
        guard case .ringRules(let rules) = night.ask(.settings(.setRingRules(changes))) else {
            Issue.record("no answer")
            return
        }
        #expect(rules.countdowns.ringLength == .minutes(2))
        night.restartProgram(after: .seconds(1))
        night.ask(.timer(.add(.minutes(1), name: nil, starts: true)))
        night.wait(.minutes(1))
        #expect(night.machine.isRinging)
        night.wait(.minutes(2))
        #expect(!night.machine.isRinging)
        night.wait(.minutes(3))
        #expect(night.machine.isRinging)
        night.wait(.minutes(2))
        #expect(!night.machine.isRinging)
        #expect(night.machine.ringing.timers.notices.map(\.reason) == [.unanswered])
    }
}
