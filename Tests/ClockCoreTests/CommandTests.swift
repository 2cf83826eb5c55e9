import ClockTime
import Testing

@testable import ClockCore

@Suite("Commands, and replies that wait for the disk (law, 9.3, 9.4, 12, 13)")
struct CommandTests {
    @Test("6.7: switching off an alarm that rings once ends its ring, although it is off already")
    func disableOnceWhileRinging() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.once("06:01")
        night.wait(.minutes(2))
        #expect(night.ringing == [id])
        night.ask(.alarm(.setEnabled(id, false)))
        #expect(night.ringing.isEmpty)
        #expect(night.machine.ringing.ring.session == nil)
    }

    @Test("9.3: add, edit, switch and remove are answered only once the record is durable")
    func durableReplies() throws {
        let set = try Night(at: "2025-01-14 06:00")
        let commands: [Command] = [
            .alarm(.add(.once(at: try timeOfDay("08:00")), AlarmChanges())),
            .alarm(.edit(AlarmID(1), labelled("early"))), .alarm(.setEnabled(AlarmID(1), false)),
            .alarm(.remove(AlarmID(1))), .style(.set([.set(\.hourFormat, .twelve)])),
            .settings(.setHoldToStop(true)),
        ]
        for command in commands {
            var night = set
            _ = try night.daily("07:00")
            night.store = .slow
            let request = night.send(command)
            #expect(night.replies[request] == nil)
            night.wait(.seconds(1))
            #expect(night.replies[request] == nil)
            night.store = .durable
            night.answerSaves()
            #expect(night.answers[request]?.durability == .saved)
        }
    }

    @Test("9.4: a disk that fails is answered \"armed, not saved\", and the alarm rings")
    func failingStore() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.store = .failing("no space left")
        let answer = night.answer(
            to: .alarm(.add(.once(at: try timeOfDay("07:00")), AlarmChanges())))
        #expect(answer?.durability == .notSaved("no space left"))
        #expect(
            night.machine.snapshot.problems == [
                HealthReport(part: .storage, problem: "no space left")
            ])
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [AlarmID(1)])
        night.hold(.stop, for: .milliseconds(299))
        // Stop is final now, and the first thing to save.
        night.store = .durable
        night.wait(.milliseconds(1))
        #expect(night.machine.snapshot.problems == [])
    }

    @Test("9.4: after two seconds without an answer it is \"armed, not saved\", and only once")
    func patience() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.store = .slow
        let request = night.send(
            .alarm(.add(.once(at: try timeOfDay("07:00")), AlarmChanges())))
        night.wait(SavingMachine.patience - .nanoseconds(1))
        #expect(night.replies[request] == nil)
        night.wait(.nanoseconds(1))
        #expect(
            night.answers[request]?.durability == .notSaved("the store has not answered yet"))
        // The night records an issue if this answers a second time.
        night.store = .durable
        night.answerSaves()
    }

    @Test("9.3: a save of an older state answers nothing that came after it")
    func olderSave() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.store = .slow
        let first = night.send(.style(.set([.set(\.hourFormat, .twelve)])))
        let older = try #require(night.newest?.revision)
        let second = night.send(.style(.set([.set(\.hourFormat, .twentyFour)])))
        night.handle(.saved(revision: older, failure: nil))
        #expect(night.answers[first]?.durability == .saved)
        #expect(night.replies[second] == nil)
        night.handle(.saved(revision: older + 1, failure: nil))
        #expect(night.answers[second]?.durability == .saved)
    }

    @Test("Replies beyond the bound of those that wait are answered at once")
    func waitingBound() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.store = .slow
        let requests = (0...SavingMachine.capacity).map { _ in
            night.send(.style(.set([.set(\.hourFormat, .twelve)])))
        }
        #expect(night.replies.count == 1)
        let last = try #require(requests.last)
        #expect(night.answers[last]?.durability == .notSaved("the store is busy"))
    }

    @Test("9.3: stop and snooze act at once, and are answered when what was done is durable")
    func answersToRings() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.store = .slow
        let before = try #require(night.newest?.revision)
        #expect(night.ask(.ring(.snooze(.current))) == nil)
        #expect(night.ringing == [])
        #expect(night.newest?.revision == before + 1)
        #expect(night.newest?.state.members.map(\.phase) == [.snoozed])
        let until = night.now.wall + .minutes(9)
        night.store = .durable
        night.answerSaves()
        let snoozed = night.replies.values.contains { reply in
            if case .snoozed(until, _) = reply { true } else { false }
        }
        #expect(snoozed)
        night.store = .slow
        #expect(night.ask(.ring(.stop(.current))) == nil)
        #expect(night.newest?.state.members == [])
        let kept = night.newest?.state.unwrittenRecords.map(\.event) ?? []
        #expect(kept.contains { $0.name == .of(.alarm, .stopped) })
        // A hung disk delays the answer for a limited time only.
        night.wait(SavingMachine.patience)
        #expect(night.replies.values.contains(.stopped))
    }

    @Test("13: a late stop or snooze that names its occurrence cannot hit the next ring")
    func staleOccurrence() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        let today = try night.occurrence(id, "2025-01-14")
        #expect(night.ask(.ring(.stop(.occurrence(today)))) == .refused(.stale))
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ask(.ring(.stop(.occurrence(today)))) == .stopped)
        try night.wait(until: "2025-01-15 07:00")
        #expect(night.ask(.ring(.stop(.occurrence(today)))) == .refused(.stale))
        #expect(night.ask(.ring(.snooze(.occurrence(today)))) == .refused(.stale))
        #expect(night.ringing == [id])
    }

    @Test("13: what makes no sense in a state is refused by name and changes nothing")
    func refusals() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        let missing = AlarmID(7)
        let before = night.machine.ringing.alarms
        let refused: [(Command, String)] = [
            (.ring(.stop(.current)), "wrongState"), (.ring(.snooze(.current)), "wrongState"),
            (.ring(.stop(.alarm(id))), "wrongState"), (.ring(.snooze(.alarm(id))), "wrongState"),
            (.ring(.stop(.alarm(missing))), "notFound"),
            (.ring(.snooze(.alarm(missing))), "notFound"),
            (.alarm(.edit(missing, labelled("x"))), "notFound"),
            (.alarm(.remove(missing)), "notFound"),
            (.alarm(.setEnabled(missing, true)), "notFound"),
            (.alarm(.skipNext(missing, 1)), "notFound"),
            (.alarm(.skipNext(id, 32)), "invalid"), (.alarm(.skipNext(id, -1)), "invalid"),
            (.alarm(.edit(id, AlarmChanges())), "invalid"),
            (.alarm(.edit(id, labelled(String(repeating: "x", count: 101)))), "invalid"),
            (.alarm(.edit(id, labelled("two\nlines"))), "invalid"),
            (.alarm(.edit(id, changed { $0.sound = SoundID("gong") })), "notFound"),
            (.alarm(.edit(id, changed { $0.kind = .weekly(WeekdaySet()) })), "invalid"),
            (.noise(.play(SoundID("gong"), volume: nil)), "notFound"),
        ]
        for (command, code) in refused {
            guard case .refused(let error) = night.ask(command) else {
                Issue.record("\(command) was not refused")
                continue
            }
            #expect(error.code == code, "\(command)")
        }
        #expect(night.machine.ringing.alarms == before)
    }

    @Test("1.6: a dated alarm on a date that is over, or that the zone leaves out, is refused")
    func datesWithoutInstant() throws {
        var night = try Night("Pacific/Apia", at: "2011-12-28 12:00")
        for date in ["2011-12-28", "2011-12-30", "2010-01-01"] {
            let schedule = Schedule.dated(try civilDate(date), at: try timeOfDay("07:00"))
            guard case .refused(let error) = night.ask(.alarm(.add(schedule, AlarmChanges())))
            else {
                Issue.record("\(date) was not refused")
                continue
            }
            #expect(error.field == "date")
        }
        #expect(night.machine.ringing.alarms.book.alarms.isEmpty)
        #expect(night.machine.ringing.alarms.book.nextNumber == 1)
    }

    @Test("12: there is room for so many alarms; one more is refused by name")
    func storeFull() throws {
        var state = PersistentState(
            boot: BootID("old"), savedAt: try Night(at: "2025-01-14 06:00").now, trust: .trusted,
            zone: "Europe/Berlin")
        let daily = Schedule.daily(at: try timeOfDay("07:00"))
        state.alarms = (1...AlarmLimits.count).map {
            Alarm(id: AlarmID($0), schedule: daily, createdAt: Instant(seconds: 0))
        }
        var machine = ClockMachine(
            restoring: state, zone: .utc, trust: .unknown, boot: BootID("new"),
            at: Moment(
                wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
        _ = machine.handle(.started, at: machine.now)
        let effects = machine.handle(
            .command(RequestID(1), .alarm(.add(daily, AlarmChanges()))), at: machine.now)
        #expect(effects.contains(.reply(RequestID(1), Answer(.refused(.storeFull)))))
    }

    @Test("The states of alarms are told: scheduled, alert, countdown, off")
    func states() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.once("07:00")
        func state(_ night: inout Night) -> AlarmState? {
            guard case .alarms(let reports, _) = night.ask(.alarm(.list)) else { return nil }
            return reports.first { $0.alarm.id == id }?.state
        }
        #expect(state(&night) == .scheduled)
        try night.wait(until: "2025-01-14 07:00")
        #expect(state(&night) == .alert)
        night.press(.snooze)
        #expect(state(&night) == .countdown)
        night.ask(.ring(.stop(.alarm(id))))
        #expect(state(&night) == .off)
        night.ask(.alarm(.setEnabled(id, true)))
        #expect(state(&night) == .scheduled)
    }

    @Test("The status tells what rings, is snoozed and was missed")
    func status() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("04:00")
        let rings = try night.daily("07:00")
        let sleeps = try night.add(.daily(at: try timeOfDay("06:58"))) { $0.label = "bus" }
        try night.wait(until: "2025-01-14 06:58")
        night.press(.snooze)
        try night.wait(until: "2025-01-14 07:00")
        guard case .status(let report) = night.ask(.status) else {
            Issue.record("no status")
            return
        }
        #expect(report.ringing.map(\.occurrence.alarm) == [rings])
        #expect(report.snoozed.map(\.occurrence.alarm) == [sleeps])
        #expect(report.snoozed.map(\.label) == ["bus"])
        #expect(report.nextAlarm?.alarm.id == AlarmID(1))
        #expect(report.trust == .trusted)
    }

    @Test("An edit counts the revision; a new time switches a spent once alarm on")
    func edits() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.once("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.stop)
        night.edit(id) { $0.label = "bus" }
        #expect(try !night.alarm(id).isEnabled)
        night.edit(id) { $0.time = TimeOfDay(hour: 8, minute: 0) }
        #expect(try night.alarm(id).isEnabled)
        #expect(try night.alarm(id).revision == 3)
        #expect(try night.next(id) == "2025-01-14 08:00:00")
    }

    private func labelled(_ label: String) -> AlarmChanges {
        changed { $0.label = label }
    }

    private func changed(_ set: (inout AlarmChanges) -> Void) -> AlarmChanges {
        var changes = AlarmChanges()
        set(&changes)
        return changes
    }
}
