import ClockTime
import Testing

@testable import ClockCore

@Suite("Will it ring? (product, H1, H1a, H1b)")
struct HealthTests {
    private func summary(_ night: inout Night) throws -> HealthSummary {
        guard case .health(let summary) = night.ask(.health) else {
            throw CommandError.wrongState("no answer")
        }
        return summary
    }

    private func check(
        _ subject: HealthCheck.Subject, _ night: inout Night
    ) throws -> HealthCheck {
        try #require(try summary(&night).checks.first { $0.subject == subject })
    }

    @Test("H1: each question has an answer, and what is wrong comes with what to do about it")
    func checks() throws {
        var night = try Night(at: "2025-01-14 06:00")
        #expect(try summary(&night).checks.map(\.subject) == HealthCheck.Subject.allCases)
        #expect(try summary(&night).outlook == .nothingAhead)
        #expect(try check(.nextAlarm, &night).finding == "no alarm is set")
        _ = try night.daily("07:30")
        #expect(try summary(&night).outlook == .willRing)
        #expect(
            try check(.nextAlarm, &night).finding == "alarm 1 on 2025-01-14 at 07:30, in 1h30m")
        night.handle(.health(HealthReport(part: .sound, problem: "the sound device is gone")))
        let sound = try check(.sound, &night)
        #expect(sound.verdict == .bad && sound.finding == "the sound device is gone")
        #expect(sound.advice != nil)
        #expect(try summary(&night).outlook == .doubtful)
    }

    @Test("H1: an alarm that is set and will not ring, and one that is snoozed, are no empty list")
    func nothingAhead() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let first = try civilDate("2025-01-15")
        let id = try night.add(.dated(first, at: try timeOfDay("07:00")))
        night.send(.pauseAlarms(DateRange(first: first, last: first)))
        #expect(try summary(&night).outlook == .nothingAhead)
        #expect(
            try check(.nextAlarm, &night).finding
                == "alarm 1 leaves out 2025-01-15: all alarms are paused then")
        guard case .status(let status) = night.ask(.status) else { return }
        #expect(status.nextAlarm == nil && status.heldBack?.alarm.id == id)
        night.send(.pauseAlarms(nil))
        try night.wait(until: "2025-01-15 07:00")
        #expect(try check(.nextAlarm, &night).finding == "alarm 1 rings now")
        night.press(.snooze)
        #expect(try check(.nextAlarm, &night).finding == "alarm 1 is snoozed, and rings again")
        #expect(try summary(&night).outlook == .willRing)
    }

    @Test("A10: alarms that could not be read are to be set anew; the memory card is well")
    func lostAlarms() throws {
        var night = try Night(at: "2025-01-14 06:00")
        var state = try #require(night.durable)
        state.unreadableAlarms = 2
        night.checksCoding = false
        night.restartProgram(restoring: state)
        let storage = try check(.storage, &night)
        #expect(storage.finding == "2 of the stored alarms could not be read and are lost")
        #expect(
            storage.advice
                == "look through what is set, and set anew what is missing; it is saved again")
        night.store = .failing("the disk is full")
        _ = try night.daily("07:00")
        #expect(try check(.storage, &night).advice?.hasPrefix("check the memory card") == true)
    }

    @Test("H1: an output that keeps a ring silent is told of, until its frames move")
    func standstill() throws {
        var equipment = Equipment()
        equipment.soundOutputs = 2
        var night = try Night(at: "2025-01-14 06:59", equipment: equipment)
        _ = try night.daily("07:00")
        #expect(
            try check(.sound, &night).finding
                == "no ring and no rehearsal has tried the sound output since the start")
        night.workingOutputs = []
        try night.wait(until: "2025-01-14 07:00")
        night.wait(.seconds(10))
        #expect(night.machine.snapshot.problems.map(\.part) == [.fallbackSound, .sound])
        #expect(try check(.sound, &night).verdict == .bad)
        #expect(try check(.sound, &night).finding == "no sound came out when it was needed last")
        // What its own device says counts before that, and where it says nothing this holds.
        night.handle(.health(HealthReport(part: .sound, problem: "the sound device is gone")))
        #expect(try check(.sound, &night).finding == "the sound device is gone")
        night.handle(.health(HealthReport(part: .sound, problem: nil)))
        #expect(try check(.sound, &night).finding == "no sound came out when it was needed last")
        night.press(.stop)
        night.workingOutputs = [0, 1]
        #expect(!night.machine.snapshot.problems.isEmpty)
        try night.wait(until: "2025-01-15 07:00")
        night.wait(.seconds(1))
        #expect(night.machine.snapshot.problems.map(\.part) == [.fallbackSound])
        #expect(try check(.sound, &night).finding == "sound came out when it was needed last")
    }

    @Test("H1: a rehearsal proves the first output; a board without one has nothing to prove")
    func provenSound() throws {
        var night = try Night(at: "2025-01-14 20:00")
        night.ask(.rehearse)
        #expect(try check(.sound, &night).verdict == .good)
        var silent = Equipment()
        silent.soundOutputs = 0
        var other = try Night(at: "2025-01-14 20:00", equipment: silent)
        #expect(try check(.sound, &other).finding == "this board has no sound output")
    }

    @Test("O3: the status lists the timers and the nap that are on their way")
    func countdowns() throws {
        var night = try Night(at: "2025-01-14 20:00")
        night.ask(.addTimer(.minutes(5), name: "Tea", starts: false))
        night.ask(.addTimer(.minutes(5), name: "Egg", starts: true))
        func status() throws -> StatusReport {
            guard case .status(let report) = night.ask(.status) else {
                throw CommandError.wrongState("no answer")
            }
            return report
        }
        #expect(try status().timers.map(\.name) == ["Egg"])
        #expect(try status().nap == nil)
        night.ask(.operate(.schedule, .nap(number: nil)))
        night.wait(.minutes(1))
        #expect(try status().nap?.nap.phase == .napping)
        #expect(try status().timers.first?.left == .minutes(4))
        night.wait(.minutes(4))
        #expect(try status().timers.first?.state == .alert)
    }

    @Test("H1b: the quality of the time is told, with the age of its last confirmation")
    func trust() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.wait(.hours(49))
        #expect(try summary(&night).confirmedAgo == .hours(49))
        #expect(try check(.time, &night).finding == "the time was confirmed 2d1h ago")
        night.synchronise()
        #expect(try summary(&night).confirmedAgo == .zero)
        #expect(try check(.time, &night).verdict == .good)
        night.cutPower(for: .minutes(5), wall: nil, trust: .plausible)
        #expect(try check(.time, &night).verdict == .notice)
        night.cutPower(for: .minutes(5), wall: WallTime(nanoseconds: 0), trust: .unknown)
        #expect(try check(.time, &night).verdict == .bad)
        #expect(try summary(&night).confirmedAgo == nil)
    }

    @Test("H1a: each evening every part is tried, and the face's mark says that all is well")
    func rehearsal() throws {
        var night = try Night(at: "2025-01-14 20:00")
        _ = try night.daily("07:00")
        #expect(night.machine.snapshot.mark == .armed)
        try night.wait(until: "2025-01-14 21:00")
        #expect(night.rehearsals == 1)
        night.wait(.seconds(1))
        #expect(night.machine.snapshot.mark == .verified)
        #expect(try check(.rehearsal, &night).finding == "all well on 2025-01-14 at 21:00")
        try night.wait(until: "2025-01-15 20:59")
        #expect(night.rehearsals == 1)
        try night.wait(until: "2025-01-15 21:01")
        #expect(night.rehearsals == 2)
    }

    @Test(
        "H1a: what fails or does not answer within ten seconds is named, and kept over a power cut")
    func rehearsalFails() throws {
        var night = try Night(at: "2025-01-14 20:00")
        _ = try night.daily("07:00")
        night.rehearsed = [.sound: "the sound device is gone"]
        try night.wait(until: "2025-01-14 21:00")
        night.wait(.seconds(9))
        #expect(try check(.rehearsal, &night).verdict == .notice)
        night.wait(.seconds(1))
        #expect(
            try check(.rehearsal, &night).finding
                == "on 2025-01-14 at 21:00: the sound device is gone; the display did not answer")
        #expect(night.machine.snapshot.mark == .doubtful)
        night.cutPower(for: .minutes(5), wall: nil, trust: .trusted)
        #expect(night.machine.snapshot.mark == .doubtful)
        night.rehearsed = [.sound: nil, .display: nil]
        night.ask(.rehearse)
        #expect(night.machine.snapshot.mark == .verified)
    }

    @Test("H1a: a rehearsal is made up for within the hour, and switched off there is none")
    func planned() throws {
        var night = try Night(at: "2025-01-14 20:30")
        night.step(by: .minutes(50))
        #expect(night.rehearsals == 0)
        try night.wait(until: "2025-01-15 20:50")
        night.pass(.minutes(30))
        night.handle(.wake)
        #expect(night.rehearsals == 1)
        night.ask(.setRehearsal(nil))
        night.wait(.hours(48))
        #expect(night.rehearsals == 1)
        night.ask(.setRehearsal(try timeOfDay("22:15")))
        night.wait(.hours(24))
        #expect(night.rehearsals == 2)
        night.cutPower(for: .minutes(5), wall: nil, trust: .trusted)
        #expect(try night.machine.settings.rehearsal == timeOfDay("22:15"))
    }

    @Test("The table at the head of RehearsalMachine.swift is what the machine does")
    func table() throws {
        let start = Moment(
            wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))
        try HeadTable("Health/RehearsalMachine.swift", first: "state").expect { row, column in
            var machine = RehearsalMachine()
            if row == "running" { _ = machine.begin([.sound, .display], at: start.boot) }
            let before = machine.isRunning
            switch column {
            case "begin": _ = machine.begin([.sound], at: start.boot)
            case "a part answers": machine.answered(.sound, problem: nil)
            case "the last part answers":
                machine.answered(.sound, problem: nil)
                machine.answered(.display, problem: nil)
            default: break
            }
            let isOver = column == "its time is over"
            _ = machine.takeResult(at: isOver ? start.advanced(by: .seconds(10)) : start)
            guard machine.isRunning != before else { return "-" }
            return machine.isRunning ? "running" : "idle"
        }
    }
}

@Suite("Why it will ring when it will (product, H1c)")
struct ExplanationTests {
    private func reasons(_ night: inout Night, _ id: AlarmID? = nil) throws -> [String] {
        guard case .explanation(let explanation) = night.ask(.explain(.next(id))) else {
            throw CommandError.wrongState("no answer")
        }
        return explanation.reasons.map(\.text)
    }

    @Test("Rule, skips with their reasons and the ring that follows")
    func skips() throws {
        var night = try Night(at: "2025-01-14 06:00")
        #expect(try reasons(&night) == ["No alarm is set to ring."])
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.observesFreeDays = true }
        night.ask(.skipNext(id, 1))
        night.ask(.setFreeDays([FreeDay(date: try civilDate("2025-01-15"), name: "Fair")]))
        #expect(
            try reasons(&night) == [
                "It rings each day at 07:00.",
                "It will not ring on 2025-01-14: you asked to skip it.",
                "It will not ring on 2025-01-15: it is a free day (Fair).",
                "So it rings next on 2025-01-16 at 07:00.",
            ])
    }

    @Test("Skips beyond the first week are counted, and the last is named")
    func manySkips() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        night.ask(.skipNext(id, 8))
        #expect(try reasons(&night)[8] == "Nor on 2025-01-21: you asked to skip it.")
        night.ask(.skipNext(id, 17))
        #expect(
            try Array(reasons(&night).suffix(3)) == [
                "It will not ring on 2025-01-20: you asked to skip it.",
                "Nor on 10 more dates, up to 2025-01-30: you asked to skip it.",
                "So it rings next on 2025-01-31 at 07:00.",
            ])
        night.ask(.skipNext(id, 7))
        #expect(try reasons(&night).count == 9)
        let years = DateRange(first: try civilDate("2025-01-16"), last: try civilDate("2029-01-16"))
        night.ask(.pauseAlarms(years))
        #expect(
            try Array(reasons(&night).suffix(2)) == [
                "Nor on 393 or more dates, up to 2026-02-17 and beyond: all alarms are paused then.",
                "So it will not ring, as far as can be seen.",
            ])
    }

    @Test("An alarm that is paused is none that is not set")
    func heldBack() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let date = try civilDate("2025-01-15")
        _ = try night.add(.dated(date, at: try timeOfDay("07:00")))
        night.send(.pauseAlarms(DateRange(first: date, last: date)))
        #expect(
            try reasons(&night) == [
                "No alarm will ring, as far as can be seen. This one would be the first.",
                "It rings once, on 2025-01-15 at 07:00.",
                "It will not ring on 2025-01-15: all alarms are paused then.",
                "So it will not ring, as far as can be seen.",
            ])
    }

    @Test("A day that is none of its dates needs no reason why it does not count")
    func notItsDate() throws {
        // A Tuesday.
        var night = try Night(at: "2025-01-14 09:00")
        let dated = try night.add(.dated(try civilDate("2025-07-01"), at: try timeOfDay("06:00")))
        let weekend = try night.add(
            try #require(Schedule(time: try timeOfDay("06:00"), kind: .weekly(.weekends))))
        #expect(try reasons(&night, dated).count == 2)
        #expect(try reasons(&night, weekend).count == 2)
    }

    @Test("Setting the clock counts as setting the alarms, and no other day is said to be theirs")
    func clockSet() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        night.step(by: .hours(2), .user)
        #expect(
            try reasons(&night, id)[1]
                == "It counts from 2025-01-14 at 08:00 on, when it was changed or switched on, "
                + "or the clock or its time zone was set; its time had come already, "
                + "so that day does not count.")
    }

    @Test("Clock changes: a time that the clock jumps over, and one that it shows twice")
    func clockChanges() throws {
        var night = try Night(at: "2025-03-29 12:00")
        _ = try night.daily("02:30")
        #expect(
            try reasons(&night).last
                == "On 2025-03-30 the clock is put forward and never shows 02:30; "
                + "it rings when the clock jumps.")
        var evening = try Night(at: "2025-10-25 20:00")
        let first = try evening.daily("02:30")
        #expect(
            try reasons(&evening, first).last
                == "On 2025-10-26 the clock shows 02:30 twice, as it is put back; "
                + "it rings the first time alone.")
        var autumn = Night(
            zone: try systemZone("Europe/Berlin"),
            at: WallTime(try instant("2025-10-26T00:45:00Z")))
        let id = try autumn.once("02:30")
        #expect(try reasons(&autumn, id).last?.contains("the first time had passed") == true)
    }

    @Test(
        "A time that had passed when it was set, a ring that is over, a snooze, an alarm that is off"
    )
    func states() throws {
        var night = try Night(at: "2025-01-14 08:00")
        let id = try night.daily("07:00")
        #expect(
            try reasons(&night)[1]
                == "It was set on 2025-01-14 at 08:00; its time had come already, "
                + "so that day does not count.")
        try night.wait(until: "2025-01-15 07:00")
        night.press(.snooze)
        #expect(
            try reasons(&night).first
                == "It is snoozed, and rings again on 2025-01-15 at 07:09.")
        night.hold(.stop, for: .seconds(1))
        #expect(try reasons(&night)[1] == "The ring of today, 2025-01-15, has rung.")
        let once = try night.once("09:00")
        try night.wait(until: "2025-01-15 09:00")
        night.press(.stop)
        #expect(
            try reasons(&night, once).first == "It is switched off: it was for 2025-01-15 alone.")
        night.cutPower(for: .minutes(1), wall: nil, trust: .plausible)
        #expect(
            try reasons(&night, id).last
                == "The clock's time is not confirmed; alarms ring by it.")
    }
}
