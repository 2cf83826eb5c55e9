import ClockTime
import Testing

@testable import ClockCore

@Suite("Will it ring? (product, H1, H1a, H1b)")
struct HealthTests {
    /// The finding about an output on which no frames moved.
    private let heardNothing = Finding.inWords(["no sound came out at the last try"])

    @Test("H1: each question has an answer, and what is wrong comes with what to do about it")
    func checks() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let absent: [HealthCheck.Subject] = [.outputs, .battery]
        #expect(
            try night.healthSummary().checks.map(\.subject)
                == HealthCheck.Subject.allCases.filter { !absent.contains($0) })
        #expect(try night.healthSummary().outlook == .nothingAhead)
        #expect(try night.healthCheck(.nextAlarm)?.finding == .noAlarm)
        _ = try night.daily("07:30")
        #expect(try night.healthSummary().outlook == .willRingBut)
        night.ask(.health(.rehearse))
        #expect(try night.healthSummary().outlook == .willRing)
        let next = Finding.nextAlarm(
            AlarmName(AlarmID(1), label: ""), at: try civil("2025-01-14 07:30"), left: .minutes(90))
        #expect(try night.healthCheck(.nextAlarm)?.finding == next)
        // The status tells the same time left.
        night.wait(.seconds(20))
        guard case .nextAlarm(_, _, let left) = try night.healthCheck(.nextAlarm)?.finding else {
            return
        }
        #expect(
            left
                == night.machine.snapshot.nextAlarm.map {
                    WallTime($0.occurrence.instant) - night.now.wall
                })
        night.handle(.health(HealthReport(part: .sound, problem: "the sound device is gone")))
        let sound = try #require(try night.healthCheck(.sound))
        #expect(sound.verdict == .bad && sound.finding == .inWords(["the sound device is gone"]))
        #expect(sound.advice == .checkSoundCard(until: .flashingDisplay))
        #expect(try night.healthSummary().outlook == .mayNotRing)
    }

    @Test("H1: an alarm that is set and will not ring, and one that is snoozed, are no empty list")
    func nothingAhead() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let first = try civilDate("2025-01-15")
        let id = try night.add(.dated(first, at: try timeOfDay("07:00"))) { $0.label = "Work" }
        let work = AlarmName(id, label: "Work")
        night.send(.alarm(.pauseAll(DateRange(first: first, last: first))))
        #expect(try night.healthSummary().outlook == .nothingAhead)
        let paused = SkippedDate(date: first, reason: .paused)
        #expect(try night.healthCheck(.nextAlarm)?.finding == .heldBack(work, paused))
        guard case .status(let status) = night.ask(.status) else { return }
        #expect(status.nextAlarm == nil && status.heldBack?.alarm.id == id)
        night.send(.alarm(.endPause(on: nil)))
        try night.wait(until: "2025-01-15 07:00")
        #expect(try night.healthCheck(.nextAlarm)?.finding == .rings(work))
        night.press(.snooze)
        #expect(try night.healthCheck(.nextAlarm)?.finding == .isSnoozed(work))
        #expect(try night.healthSummary().outlook == .willRing)
    }

    @Test("A10: alarms that could not be read are to be set anew; the memory card is well")
    func lostAlarms() throws {
        var night = try Night(at: "2025-01-14 06:00")
        var state = try #require(night.durable)
        state.lostAlarms = 2
        night.checksCoding = false
        night.restartProgram(restoring: state)
        let storage = try #require(try night.healthCheck(.storage))
        let problem = try #require(night.machine.health[.alarms])
        #expect(problem.hasPrefix("2 of the stored alarms"))
        #expect(storage.finding == .inWords([problem]))
        #expect(storage.advice == .lookThroughSettings(areAlarmsLost: true))
        night.store = .failing("the disk is full")
        _ = try night.daily("07:00")
        #expect(try night.healthCheck(.storage)?.advice == .checkMemoryCard)
    }

    @Test("H1: an output that keeps a ring silent is told of, until its frames move")
    func standstill() throws {
        var equipment = Equipment()
        equipment.soundOutputs = 2
        var night = try Night(at: "2025-01-14 06:59", equipment: equipment)
        night.ask(.settings(.setRehearsal(nil)))
        _ = try night.daily("07:00")
        #expect(try night.healthCheck(.sound)?.finding == .soundNotTried)
        night.workingOutputs = []
        try night.wait(until: "2025-01-14 07:00")
        night.wait(.seconds(10))
        #expect(night.machine.snapshot.problems.map(\.part) == [.fallbackSound, .sound])
        #expect(try night.healthCheck(.sound)?.verdict == .bad)
        #expect(try night.healthCheck(.sound)?.finding == heardNothing)
        // A report about the device itself takes precedence; without one this finding stays.
        night.handle(.health(HealthReport(part: .sound, problem: "the sound device is gone")))
        #expect(try night.healthCheck(.sound)?.finding == .inWords(["the sound device is gone"]))
        night.handle(.health(HealthReport(part: .sound, problem: nil)))
        #expect(try night.healthCheck(.sound)?.finding == heardNothing)
        night.press(.stop)
        night.workingOutputs = [0, 1]
        // The rehearsal before the next ring finds only the first one well.
        night.rehearsed[.sound(output: 1)] = "sound output 2 plays nothing"
        #expect(!night.machine.snapshot.problems.isEmpty)
        try night.wait(until: "2025-01-15 07:00")
        night.wait(.seconds(1))
        #expect(night.machine.snapshot.problems.map(\.part) == [.fallbackSound])
        #expect(try night.healthCheck(.sound)?.finding == .soundCameOut)
    }

    @Test("What stood still in a ring is tried again after it, and found well if it is")
    func retrial() throws {
        for (isWanted, left) in [(true, []), (false, [HealthPart.sound])] {
            var night = try Night(at: "2025-01-14 06:59")
            if !isWanted { night.ask(.settings(.setRehearsal(nil))) }
            _ = try night.daily("07:00")
            night.workingOutputs = []
            try night.wait(until: "2025-01-14 07:00")
            night.wait(.seconds(10))
            night.press(.stop)
            night.workingOutputs = [0]
            #expect(night.machine.snapshot.problems.map(\.part) == [.sound])
            night.wait(.seconds(30))
            #expect(night.machine.snapshot.problems.map(\.part) == left)
        }
    }

    @Test("H1: a rehearsal proves the first output; a board without one has nothing to prove")
    func provenSound() throws {
        var night = try Night(at: "2025-01-14 20:00")
        night.ask(.health(.rehearse))
        #expect(try night.healthCheck(.sound)?.verdict == .good)
        var silent = Equipment()
        silent.soundOutputs = 0
        var other = try Night(at: "2025-01-14 20:00", equipment: silent)
        #expect(try other.healthCheck(.sound)?.finding == .noSoundOutput)
    }

    @Test("O3: the status lists the timers and the nap that are on their way")
    func countdowns() throws {
        var night = try Night(at: "2025-01-14 20:00")
        night.ask(.timer(.add(.minutes(5), name: "Tea", starts: false)))
        night.ask(.timer(.add(.minutes(5), name: "Egg", starts: true)))
        func status() throws -> StatusReport {
            guard case .status(let report) = night.ask(.status) else {
                throw CommandError.wrongState(.inWords("no answer"))
            }
            return report
        }
        #expect(try status().timers.map(\.name) == ["Egg"])
        #expect(try status().nap == nil)
        night.ask(.nap(.operate(.schedule, number: nil)))
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
        #expect(try night.healthSummary().confirmedAgo == .hours(49))
        #expect(try night.healthCheck(.time)?.finding == .timeConfirmed(ago: .hours(49)))
        night.synchronise()
        #expect(try night.healthSummary().confirmedAgo == .zero)
        #expect(try night.healthCheck(.time)?.verdict == .good)
        night.cutPower(for: .minutes(5), wall: nil, trust: .plausible)
        #expect(try night.healthCheck(.time)?.verdict == .notice)
        night.cutPower(for: .minutes(5), wall: WallTime(nanoseconds: 0), trust: .unknown)
        #expect(try night.healthCheck(.time)?.verdict == .bad)
        #expect(try night.healthSummary().confirmedAgo == nil)
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
        let result = try #require(try night.healthSummary().rehearsal)
        #expect(result.isGood && result.notices.isEmpty)
        let found = Finding.rehearsed(result, at: try civil("2025-01-14 21:00"))
        #expect(try night.healthCheck(.rehearsal)?.finding == found)
        // One more comes before the ring.
        try night.wait(until: "2025-01-15 20:59")
        #expect(night.rehearsals == 2)
        try night.wait(until: "2025-01-15 21:01")
        #expect(night.rehearsals == 3)
    }

    @Test(
        "H1a: what fails or does not answer within ten seconds is named, and kept over a power cut")
    func rehearsalFails() throws {
        var night = try Night(at: "2025-01-14 20:00")
        _ = try night.daily("07:00")
        night.rehearsed = [.sound(output: 0): "the sound device is gone"]
        try night.wait(until: "2025-01-14 21:00")
        night.wait(.seconds(9))
        #expect(try night.healthCheck(.rehearsal)?.verdict == .notice)
        night.wait(.seconds(1))
        let result = try #require(try night.healthSummary().rehearsal)
        #expect(result.problems.map(\.part) == [.sound(output: 0), .display])
        #expect(result.problems.first?.text == "the sound device is gone")
        let found = Finding.rehearsed(result, at: try civil("2025-01-14 21:00:10"))
        #expect(try night.healthCheck(.rehearsal)?.finding == found)
        #expect(try night.healthCheck(.rehearsal)?.verdict == .notice)
        #expect(night.machine.snapshot.mark == .doubtful)
        night.cutPower(for: .minutes(5), wall: nil, trust: .trusted)
        #expect(night.machine.snapshot.mark == .doubtful)
        night.rehearsed = [.sound(output: 0): nil, .display: nil]
        night.ask(.health(.rehearse))
        #expect(night.machine.snapshot.mark == .verified)
    }

    private func problems(_ night: inout Night) -> [HealthReport] {
        guard case .status(let status) = night.ask(.status) else { return [] }
        return status.problems
    }

    @Test("H1a: a rehearsal that hears nothing counts as bad sound, until one finds it well again")
    func rehearsalWithoutSound() throws {
        var night = try Night(at: "2025-01-14 20:00")
        _ = try night.daily("07:00")
        night.rehearsed[.sound(output: 0)] = "the sound device plays nothing"
        night.ask(.health(.rehearse))
        let silent = try #require(problems(&night).first)
        #expect(problems(&night) == [silent])
        #expect(silent.part == .sound)
        #expect(try night.healthCheck(.sound)?.verdict == .bad)
        #expect(try night.healthCheck(.sound)?.finding == heardNothing)
        night.cutPower(for: .minutes(5), wall: nil, trust: .trusted)
        #expect(
            problems(&night).map(\.problem)
                == ["in the last rehearsal the sound device plays nothing"])
        night.rehearsed.updateValue(nil, forKey: .sound(output: 0))
        night.ask(.health(.rehearse))
        #expect(problems(&night) == [])
        #expect(try night.healthCheck(.sound)?.finding == .soundCameOut)
        night.rehearsed[.sound(output: 0)] = nil
        night.ask(.health(.rehearse))
        night.wait(.seconds(10))
        #expect(problems(&night) == [silent])
    }

    @Test("H1a: a further output that fails is named, and an alarm rings without it")
    func furtherOutput() throws {
        var equipment = Equipment()
        equipment.soundOutputs = 2
        var night = try Night(at: "2025-01-14 20:00", equipment: equipment)
        _ = try night.daily("07:00")
        #expect(try night.healthCheck(.outputs)?.finding == .outputsNotTried([1]))
        night.rehearsed[.sound(output: 1)] = "sound output 2 plays nothing"
        night.ask(.health(.rehearse))
        let outputs = try #require(try night.healthCheck(.outputs))
        #expect(outputs.verdict == .notice)
        let problem = try #require(problems(&night).first?.problem)
        #expect(problem.contains("sound output 2"))
        #expect(outputs.finding == .inWords([problem]))
        let result = try #require(try night.healthSummary().rehearsal)
        #expect(result.isGood)
        #expect(result.notices.map(\.text) == ["sound output 2 plays nothing"])
        let found = Finding.rehearsed(result, at: try civil("2025-01-14 20:00"))
        #expect(try night.healthCheck(.rehearsal)?.finding == found)
        #expect(night.machine.snapshot.mark == .verified)
        #expect(try night.healthSummary().outlook == .willRingBut)
        #expect(problems(&night).map(\.part) == [.fallbackSound])
        night.handle(.health(HealthReport(part: .sound, problem: "the sound device is gone")))
        #expect(try night.healthCheck(.outputs)?.verdict == .notice)
        #expect(try night.healthCheck(.sound)?.verdict == .bad)
        night.handle(.health(HealthReport(part: .sound, problem: nil)))
        night.cutPower(for: .minutes(5), wall: nil, trust: .trusted)
        #expect(try night.healthCheck(.rehearsal)?.verdict == .notice)
        night.rehearsed.updateValue(nil, forKey: .sound(output: 1))
        night.ask(.health(.rehearse))
        #expect(try night.healthCheck(.outputs)?.verdict == .good)
        #expect(try night.healthCheck(.rehearsal)?.verdict == .good)
    }

    @Test(
        "H1a: a key that is held all the while belongs into the result; one that is used does not")
    func heldKey() throws {
        var night = try Night(at: "2025-01-14 20:59")
        night.wait(.seconds(50))
        night.handle(.button(.plus, isDown: true))
        night.wait(.seconds(11))
        let result = try #require(try night.healthSummary().rehearsal)
        #expect(result.isGood)
        #expect(result.notices.map(\.text) == ["the plus button was down all the while"])
        night.handle(.button(.plus, isDown: false))
        night.handle(.button(.minus, isDown: true))
        night.ask(.health(.rehearse))
        #expect(try night.healthSummary().rehearsal?.notices == [])
    }

    @Test("H1: a stuck key is told of, and only one that answers a ring is named on the face")
    func stuckKey() throws {
        var night = try Night(at: "2025-01-14 20:00")
        _ = try night.daily("07:00")
        night.handle(.buttonHeldAtStart(.noise))
        night.wait(.seconds(1))
        #expect(try night.healthCheck(.keys)?.verdict == .notice)
        #expect(night.machine.snapshot.warnings == [])
        night.handle(.buttonHeldAtStart(.stop))
        night.wait(.seconds(1))
        #expect(try night.healthCheck(.keys)?.verdict == .notice)
        #expect(night.machine.snapshot.warnings == [.keys])
        #expect(night.machine.snapshot.mark == .armed)
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
        night.ask(.settings(.setRehearsal(nil)))
        night.wait(.hours(48))
        #expect(night.rehearsals == 1)
        night.ask(.settings(.setRehearsal(try timeOfDay("22:15"))))
        night.wait(.hours(24))
        #expect(night.rehearsals == 2)
        night.cutPower(for: .minutes(5), wall: nil, trust: .trusted)
        #expect(try night.machine.settings.rehearsal == timeOfDay("22:15"))
    }

    @Test("H1a: a retrial comes once, after 10 s, and not at all if something rings by then")
    func retrialDuringRing() {
        let start = Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))
        let due = start.advanced(by: .seconds(10))
        for isRinging in [false, true] {
            var machine = RehearsalMachine()
            machine.planRetrial(at: start.boot)
            #expect(machine.nextWake == Deadline(boot: due.boot))
            for (now, isDue) in [(start, false), (due, !isRinging), (due, false)] {
                let begins = machine.advance(
                    to: now, isRinging: isRinging, dailyAt: nil, in: .utc)
                #expect(begins == isDue)
            }
            #expect(machine.nextWake == .never)
        }
    }

    @Test("The table at the head of RehearsalMachine.swift is what the machine does")
    func table() throws {
        let start = Moment(
            wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))
        try HeadTable("Health/RehearsalMachine.swift", first: "state").expect { row, column in
            var machine = RehearsalMachine()
            if row == "running" {
                _ = machine.begin([.sound(output: 0), .display], at: start.boot)
            }
            let before = machine.isRunning
            switch column {
            case "begin": _ = machine.begin([.sound(output: 0)], at: start.boot)
            case "a part answers": machine.answered(.sound(output: 0), problem: nil)
            case "the last part answers":
                machine.answered(.sound(output: 0), problem: nil)
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
