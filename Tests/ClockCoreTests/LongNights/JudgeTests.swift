import ClockTime
import Testing

@testable import ClockCore

/// What the judge of the nights must find, and must not find.
@Suite("The judge of the nights")
struct JudgeTests {
    /// What the judge says if a ring at 07:00 is followed by something else than what it was.
    private func verdict(
        _ change: (inout RoomAudit.Look, OccurrenceID) -> Void = { _, _ in }
    ) throws -> [String] {
        var night = try Night(at: "2025-01-14 06:50")
        night.room = RoomAudit(night.equipment)
        let schedule = Schedule.daily(at: try timeOfDay("07:00"))
        let rules = NightAudit.Rules(
            ringLength: AlarmDefaults.ringLength, snoozeLength: AlarmDefaults.snoozeLength,
            automaticRings: AlarmDefaults.automaticRings)
        night.room?.asked = NightAudit.Wish(
            entry: 0, alarm: AlarmID(1), schedule: schedule, rules: rules)
        try night.add(schedule)
        try night.wait(until: "2025-01-14 07:00")
        night.wait(.seconds(10))
        var room = try #require(night.room)
        #expect(room.problems.isEmpty && room.ladder.problems.isEmpty)
        var look = RoomAudit.Look(
            event: .wake, at: night.now, told: [], sound: night.intent, levels: night.outputs,
            screen: night.machine.snapshot)
        change(&look, try night.occurrence(AlarmID(1), "2025-01-14"))
        room.look(look)
        return room.problems
    }

    @Test("It finds a ring that is heard or shown while nothing rings, and one that is not shown")
    func ring() throws {
        #expect(try verdict().isEmpty)
        let over = try verdict { look, id in look.told = [.alarm(id, .stopped(by: .button))] }
        #expect(over.contains { $0.contains("6.1: an alarm is heard") })
        #expect(over.contains { $0.contains("6.1: a ring is shown") })
        let hidden = try verdict { look, _ in
            look.screen.ring = nil
            look.sound.alarm = nil
        }
        #expect(hidden.contains { $0.contains("are not shown") })
        let hushed = try verdict { look, _ in
            look.event = .button(.stop, isDown: true)
            look.screen.ring = nil
            look.sound.alarm = nil
        }
        #expect(hushed.isEmpty)
    }

    @Test("It finds an alarm with a task that stops without it")
    func tasks() throws {
        for task in [StopTask.hold(.seconds(2)), .both, .key(.menu)] {
            var night = try Night(at: "2025-01-14 06:59")
            let id = try night.add(.daily(at: try timeOfDay("07:00")))
            try night.wait(until: "2025-01-14 07:00")
            let schedule = Schedule.daily(at: try timeOfDay("07:00"))
            let rules = NightAudit.Rules(
                ringLength: .minutes(10), snoozeLength: .minutes(9), automaticRings: 2)
            var wish = NightAudit.Wish(entry: 0, alarm: id, schedule: schedule, rules: rules)
            wish.stopWith = task
            let occurrence = try night.occurrence(id, "2025-01-14")
            var look = RoomAudit.Look(
                event: .wake, at: night.now, told: [], sound: .silence, levels: .off,
                screen: night.machine.snapshot)
            look.told = [
                .alarm(
                    occurrence,
                    .fired(scheduled: night.now.wall.instant, lateness: .zero, joined: false))
            ]
            var audit = TaskAudit()
            audit.look(look, [id: wish])
            look.told = []
            for key in task.way.keys {
                look.event = .button(key, isDown: true)
                audit.look(look, [id: wish])
            }
            var early = audit
            look.event = .wake
            look.told = [.alarm(occurrence, .stopped(by: .button))]
            early.look(look, [id: wish])
            #expect(early.problems.count == 1, "\(task.rawValue)")
            look.at = look.at.advanced(by: max(task.way.length, Hand.span))
            audit.look(look, [id: wish])
            #expect(audit.problems.isEmpty, "\(task.rawValue)")
        }
    }

    @Test("It finds a ring that is not as loud as its loudest, and a snooze that is not shown")
    func loudness() throws {
        let quiet = try verdict { look, _ in look.sound.alarm?.volume = Percent(clamping: 1) }
        #expect(quiet.contains { $0.contains("6.7") })
        let lost = try verdict { look, id in
            look.told = [.alarm(id, .snoozed(until: look.at.wall + .minutes(9)))]
            look.screen.ring = nil
            look.sound.alarm = nil
        }
        #expect(lost.contains { $0.contains("none is shown") })
    }

    @Test("It finds noise that begins by itself, and what was missed or ended and is not shown")
    func others() throws {
        let noise = NoiseIntent(
            voices: [], master: Percent(clamping: 50), fadeIn: .zero, seed: 1)
        let begun = try verdict { look, _ in look.sound.noise = noise }
        #expect(begun.contains { $0.contains("N9") })
        let missed = try verdict { look, id in
            look.told = [.alarm(id, .missed(scheduled: look.at.wall.instant, .unanswered))]
        }
        #expect(missed.contains { $0.contains("2.2") })
        let up = try verdict { look, id in
            look.told = [.alarm(id, .stopped(by: .button)), .alarm(id, .gotUp)]
        }
        #expect(up.contains { $0.contains("6.10") })
    }

    @Test("An alarm set while no time was known counts from the first known time (5.4)")
    func armedWithoutTime() throws {
        var armed = ArmedAlarms()
        let (epoch, known) = (Instant(seconds: 60), Instant(seconds: 1_738_368_000))
        armed.edited(AlarmID(1), .added, armsAnew: true, at: epoch, .unknown)
        armed.booted(at: epoch, .unknown)
        #expect(armed.alarms[AlarmID(1)]?.since == epoch)
        armed.booted(at: known, .trusted)
        armed.becameTrusted(at: known)
        let alarm = try #require(armed.alarms[AlarmID(1)])
        #expect(alarm.since == known && !alarm.isUncertain)
        armed.edited(AlarmID(1), .added, armsAnew: true, at: epoch, .plausible)
        armed.booted(at: known, .trusted)
        armed.becameTrusted(at: known)
        #expect(try #require(armed.alarms[AlarmID(1)]).isUncertain)
    }
}
