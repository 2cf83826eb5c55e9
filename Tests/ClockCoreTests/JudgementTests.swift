import ClockTime
import Testing

@testable import ClockCore

@Suite("One judgement (product, H1, B4a)")
struct JudgementTests {
    /// An evening with an alarm ahead, when everything has just been tried.
    private func evening(_ change: (inout Equipment) -> Void = { _ in }) throws -> Night {
        var equipment = Equipment()
        change(&equipment)
        var night = try Night(at: "2025-01-14 22:00", equipment: equipment)
        night.workingOutputs = Set(0..<equipment.soundOutputs)
        _ = try night.daily("07:00")
        night.ask(.health(.rehearse))
        return night
    }

    private func report(_ part: HealthPart, _ problem: String? = "it is gone") -> Event {
        .health(HealthReport(part: part, problem: problem))
    }

    @Test(
        "H1: each part that is gone has its grade, whatever else the board has",
        arguments: HealthPart.allCases)
    func grades(part: HealthPart) throws {
        var night = try evening { $0.hasBuzzer = true }
        #expect(try night.healthSummary().outlook == .willRing)
        night.handle(report(part))
        let isDecisive = [HealthPart.state, .alarms, .batteryCharge].contains(part)
        #expect(try night.healthSummary().outlook == (isDecisive ? .mayNotRing : .willRingBut))
        #expect(night.machine.snapshot.mark == (isDecisive ? .doubtful : .verified))
        let row = try #require(try night.healthCheck(part.subject))
        #expect(row.verdict == (isDecisive ? .bad : .notice))
        #expect(row.advice != nil)
    }

    @Test("H1: without sound the rung that takes over decides, and the advice names it")
    func standIns() throws {
        typealias Story = (change: (inout Equipment) -> Void, rung: RingRung?, HealthCheck.Verdict)
        let stories: [Story] = [
            ({ $0.soundOutputs = 2 }, .output(1), .notice),
            ({ $0.hasBuzzer = true }, .buzzer, .notice),
            ({ $0.hasMotor = true }, .motor, .bad),
            ({ _ in }, .flashingDisplay, .bad),
            ({ $0.hasDisplay = false }, nil, .bad),
        ]
        for (change, rung, verdict) in stories {
            var night = try evening(change)
            night.handle(report(.sound))
            let sound = try #require(try night.healthCheck(.sound))
            #expect(sound.verdict == verdict)
            #expect(sound.advice == .checkSoundCard(until: rung))
        }
    }

    @Test("H1: a further output that nothing has tried, or that is gone too, takes nothing over")
    func standInThatIsNotKnown() throws {
        var night = try Night(
            at: "2025-01-14 22:00",
            equipment: {
                var two = Equipment(); two.soundOutputs = 2; return two
            }())
        _ = try night.daily("07:00")
        night.handle(report(.sound))
        #expect(try night.healthCheck(.sound)?.verdict == .bad)
        night = try evening { $0.soundOutputs = 2 }
        night.handle(report(.fallbackSound))
        #expect(try night.healthCheck(.outputs)?.advice == .checkOtherOutput)
        night.handle(report(.sound))
        #expect(try night.healthSummary().outlook == .mayNotRing)
        #expect(try night.healthCheck(.outputs)?.advice == .checkWires)
    }

    @Test("H1: another device in place of the chosen one is a note, and so is one of two outputs")
    func standInDevice() throws {
        var night = try evening { $0.soundOutputs = 3 }
        night.handle(.outputProblem(output: 0, .standIn("it is a stand-in")))
        #expect(try night.healthCheck(.sound)?.verdict == .notice)
        #expect(try night.healthCheck(.sound)?.advice == .connectChosen)
        night.handle(.outputProblem(output: 1, .failed("sound output 2 is gone")))
        night.handle(.outputProblem(output: 0, .failed("it is gone")))
        #expect(try night.healthCheck(.sound)?.advice == .checkSoundCard(until: .output(2)))
        #expect(try night.healthSummary().outlook == .willRingBut)
        night.handle(.outputProblem(output: 2, .failed("sound output 3 is gone")))
        #expect(try night.healthSummary().outlook == .mayNotRing)
        #expect(
            night.machine.health[.fallbackSound]
                == "sound output 2 is gone; sound output 3 is gone")
        night.handle(.outputProblem(output: 1, nil))
        #expect(try night.healthSummary().outlook == .willRingBut)
    }

    @Test("H1: a buzzer whose lines failed takes nothing over")
    func brokenBuzzer() throws {
        var night = try evening { $0.hasBuzzer = true }
        night.handle(report(.outputs))
        night.handle(report(.sound))
        #expect(try night.healthCheck(.sound)?.advice == .checkSoundCard(until: .flashingDisplay))
        #expect(try night.healthSummary().outlook == .mayNotRing)
    }

    @Test("H1: there is no line about what the board has not")
    func absentParts() throws {
        var night = try evening { equipment in
            equipment.hasDisplay = false
            equipment.keys = []
        }
        let absent: [HealthCheck.Subject] = [.outputs, .display, .keys, .battery]
        for subject in absent { #expect(try night.healthCheck(subject) == nil) }
        night.handle(.batteryRead(BatteryState(charge: Percent(clamping: 80), flow: .discharging)))
        #expect(try night.healthCheck(.battery)?.verdict == .good)
    }

    @Test("H1: the status says what health says, also while the time is unknown")
    func status() throws {
        var night = try evening()
        night.handle(report(.storage))
        guard case .status(let status) = night.ask(.status) else { return }
        let health = try night.healthSummary()
        #expect(status.health == health)
        #expect(status.health?.concerns.map(\.subject) == [.storage])
        night.cutPower(for: .minutes(5), wall: WallTime(nanoseconds: 0), trust: .unknown)
        guard case .status(let later) = night.ask(.status) else { return }
        #expect(later.health?.outlook == .mayNotRing)
    }

    @Test("H1: a timer or a nap that is on its way will ring, where no alarm is set")
    func countdowns() throws {
        var night = try Night(at: "2025-01-14 20:00")
        night.ask(.health(.rehearse))
        #expect(try night.healthSummary().outlook == .nothingAhead)
        night.ask(.timer(.add(.minutes(5), name: "Tea", starts: true)))
        #expect(try night.healthCheck(.nextAlarm)?.finding == .timerRings("Tea", left: .minutes(5)))
        #expect(try night.healthSummary().outlook == .willRing)
    }

    @Test("H1: the answer is noted when it changes, and not otherwise")
    func event() throws {
        var night = try evening()
        func noted() -> [Bool] {
            night.log.compactMap { entry in
                if case .outlookChanged(let mayNotRing) = entry.note { mayNotRing } else { nil }
            }
        }
        night.handle(report(.display))
        #expect(noted() == [])
        night.handle(report(.sound))
        night.handle(report(.storage))
        #expect(noted() == [true])
        night.handle(report(.sound, nil))
        #expect(noted() == [true, false])
    }

    // MARK: - On the face

    @Test("H1a: an alarm that rings and has no other date has no mark; snoozed, it has one again")
    func markOfDatedAlarm() throws {
        var night = try evening()
        night.ask(.alarm(.remove(AlarmID(1))))
        #expect(night.machine.snapshot.mark == .noAlarm)
        let date = try civilDate("2025-01-15")
        _ = try night.add(.dated(date, at: try timeOfDay("07:00")))
        #expect(night.machine.snapshot.mark == .verified)
        night.wait(.hours(9))
        #expect(night.machine.isRinging && night.machine.snapshot.mark == .noAlarm)
        night.press(.snooze)
        #expect(night.machine.snapshot.mark == .verified)
    }

    private func digits(_ equipment: inout Equipment) { equipment.display = .digits(4) }
    private func pixels(_ equipment: inout Equipment) {
        equipment.display = .pixels(columns: 16, rows: 8)
    }

    @Test(
        "B4a: what may keep the alarm from ringing comes first in the turn, then what it does without"
    )
    func turn() throws {
        var night = try evening(digits)
        night.handle(report(.storage))
        night.handle(report(.sound))
        #expect(night.machine.snapshot.warnings == [.sound, .storage])
        night.press(.snooze)  // Ends what the face names by itself.
        var shown: [String?] = []
        for _ in 0..<2 {
            night.press(.snooze)
            shown.append(night.machine.snapshot.message)
        }
        #expect(shown == ["Check sound", "Check storage"])
        night.press(.snooze)
        #expect(night.machine.snapshot.page == .nextAlarm)
    }

    @Test("B4a: pixels tell in words")
    func words() throws {
        var night = try evening(pixels)
        night.handle(report(.sound, "the sound device is gone"))
        #expect(night.machine.snapshot.message == "The sound device is gone")
    }

    @Test("B4a: it is named once by itself, for a minute, or until a key is pressed")
    func announced() throws {
        var night = try evening(digits)
        night.handle(.batteryRead(BatteryState(charge: Percent(clamping: 9), flow: .discharging)))
        #expect(night.machine.snapshot.message == "Battery 9")
        night.wait(Announcements.length)
        #expect(night.machine.snapshot.page == .time)
        night.handle(.batteryRead(BatteryState(charge: Percent(clamping: 8), flow: .discharging)))
        #expect(night.machine.snapshot.page == .time)
        night.handle(report(.sound))
        #expect(night.machine.snapshot.message == "Check sound")
        night.press(.stop)
        #expect(night.machine.snapshot.page == .time)
        #expect(!night.machine.playing.noise.isPlaying)
        night.handle(report(.sound, nil))
        night.handle(report(.sound))
        #expect(night.machine.snapshot.message == "Check sound")
    }

    @Test("B4a: a low battery that was named before a restart is not named again by itself")
    func announcedBefore() throws {
        var night = try evening(digits)
        let low = Event.batteryRead(BatteryState(charge: Percent(clamping: 9), flow: .discharging))
        night.handle(low)
        night.restart(trust: .trusted)
        night.handle(low)
        #expect(night.machine.snapshot.page == .time)
        #expect(night.machine.snapshot.warnings == [.battery])
    }

    @Test("B4a: a display that is dark for the night stays dark, and names it at the next press")
    func night() throws {
        var night = try evening(digits)
        let hours = try #require(
            QuietHours(from: try timeOfDay("21:00"), to: try timeOfDay("07:00")))
        night.ask(.style(.set([.set(\.night.hours, hours), .set(\.night.isOff, true)])))
        night.wait(.minutes(1))
        night.handle(report(.sound))
        #expect(night.machine.snapshot.isAsleep)
        night.press(.snooze)
        #expect(night.machine.snapshot.message == "Check sound")
    }
}
