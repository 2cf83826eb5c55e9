import ClockTime
import Testing

@testable import ClockCore

@Suite("Updates: when one may begin, and whether a started program is good")
struct UpdateTests {
    private func hindrance(_ night: inout Night) throws -> UpdateHindrance? {
        guard case .updateCheck(let hindrance) = night.ask(.update(.check)) else {
            throw CommandError.wrongState(.inWords("no answer"))
        }
        return hindrance
    }

    private func code(_ night: inout Night) throws -> UpdateHindrance.Code? {
        try hindrance(&night)?.code
    }

    @Test("None begins from an hour before an alarm on; a second earlier one may")
    func beforeAlarm() throws {
        var night = try Night(at: "2025-01-14 05:00")
        #expect(try hindrance(&night) == nil)
        _ = try night.daily("07:30")
        try night.wait(until: "2025-01-14 06:29:59")
        #expect(try hindrance(&night) == nil)
        try night.wait(until: "2025-01-14 06:30")
        let soon = UpdateHindrance.ringSoon(
            .alarm(AlarmName(AlarmID(1), label: "")), left: .hours(1))
        #expect(try hindrance(&night) == soon)
        try night.wait(until: "2025-01-14 07:29:59")
        #expect(try code(&night) == .ringSoon)
        night.ask(.alarm(.skipNext(AlarmID(1), 1)))
        #expect(try hindrance(&night) == nil)
    }

    @Test("Nor from an hour before a sunrise or a pre-alert, though another alarm rings earlier")
    func beforeLead() throws {
        let second = AlarmName(AlarmID(2), label: "Train")
        let leads: [(set: (inout AlarmChanges) -> Void, barrier: UpdateHindrance.Barrier)] = [
            ({ $0.sunrise = .minutes(60) }, .sunrise(second)),
            ({ $0.preAlert = .minutes(60) }, .countdown(second)),
        ]
        for (set, barrier) in leads {
            var night = try Night(at: "2025-01-14 05:00")
            _ = try night.daily("07:40")
            _ = try night.add(.daily(at: try timeOfDay("08:00"))) {
                set(&$0)
                $0.label = "Train"
            }
            try night.wait(until: "2025-01-14 05:59:59")
            #expect(try hindrance(&night) == nil)
            try night.wait(until: "2025-01-14 06:00")
            #expect(try hindrance(&night) == .ringSoon(barrier, left: .hours(1)))
            try night.wait(until: "2025-01-14 07:10")
            #expect(try code(&night) == .ringSoon)
        }
    }

    @Test("Nor while something rings, is snoozed or is silent between its rings")
    func ringing() throws {
        var night = try Night(at: "2025-01-14 06:59")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        #expect(try code(&night) == .ringing)
        night.press(.snooze)
        #expect(try code(&night) == .snoozed)
        night.wait(.minutes(9))
        #expect(try code(&night) == .ringing)
        // Nobody answers.
        night.wait(.minutes(11))
        #expect(try code(&night) == .snoozed)
        night.ask(.ring(.stop(.alarm(AlarmID(1)))))
        #expect(try hindrance(&night) == nil)
        night.ask(.alarm(.test(AlarmID(1))))
        #expect(try code(&night) == .ringing)
    }

    @Test("Nor with a timer that ends within the hour; one that is longer, or paused, may wait")
    func timers() throws {
        var night = try Night(at: "2025-01-14 12:00")
        night.ask(.timer(.add(.minutes(61), name: nil, starts: true)))
        #expect(try hindrance(&night) == nil)
        night.wait(.minutes(1))
        let soon = UpdateHindrance.ringSoon(.timer(TimerID(1)), left: .hours(1))
        #expect(try hindrance(&night) == soon)
        night.ask(.timer(.operate(.pause, TimerID(1), run: nil)))
        #expect(try hindrance(&night) == nil)
        night.ask(.timer(.operate(.resume, TimerID(1), run: nil)))
        night.wait(.minutes(60))
        #expect(try code(&night) == .ringing)
        night.press(.snooze)
        #expect(try code(&night) == .snoozed)
    }

    @Test("Nor while somebody naps, from the hand's going to the nap's end")
    func nap() throws {
        var night = try Night(at: "2025-01-14 12:00")
        night.ask(.nap(.operate(.schedule, number: nil)))
        #expect(try code(&night) == .napping)
        night.wait(.minutes(5))
        night.ask(.nap(.operate(.pause, number: nil)))
        #expect(try code(&night) == .napping)
        guard case .nap(let status) = night.ask(.nap(.show)) else { return }
        night.ask(.nap(.operate(.stop, number: status.nap.number)))
        #expect(try hindrance(&night) == nil)
    }

    @Test("Without a time nobody knows how near an alarm is; without an alarm there is none")
    func unknownTime() throws {
        var night = try Night(at: "2025-01-14 12:00")
        let id = try night.daily("07:00")
        night.cutPower(for: .minutes(5), wall: WallTime(nanoseconds: 0), trust: .unknown)
        #expect(try code(&night) == .timeUnknown)
        night.ask(.alarm(.setEnabled(id, false)))
        #expect(try hindrance(&night) == nil)
    }

    // MARK: - Whether the new program is good

    private func readiness(_ night: inout Night) throws -> UpdateReadiness {
        guard case .updateReadiness(let readiness) = night.ask(.update(.readiness)) else {
            throw CommandError.wrongState(.inWords("no answer"))
        }
        return readiness
    }

    private func bad(_ night: inout Night) throws -> [UpdateReadiness.Subject] {
        try readiness(&night).checks.filter { !$0.isGood }.map(\.subject)
    }

    @Test("To ask is enough: what was not tried since the start is tried, and then all is good")
    func ready() throws {
        var night = try Night(at: "2025-01-14 12:00")
        _ = try night.daily("07:00")
        let first = try readiness(&night)
        #expect(first.checks.map(\.subject) == UpdateReadiness.Subject.allCases)
        #expect(!first.isReady)
        #expect(night.rehearsals == 1)
        let second = try readiness(&night)
        #expect(second.isReady)
        let findings: [Finding] = [
            .armed(AlarmName(AlarmID(1), label: ""), at: try civil("2025-01-15 07:00")),
            .displayAnswers, .soundComesOut, .newClock,
        ]
        #expect(second.checks.map(\.finding) == findings)
        #expect(night.rehearsals == 1)
        // Results from before the power cut say nothing about the program that starts after it.
        night.cutPower(for: .minutes(5), wall: nil, trust: .trusted)
        #expect(try bad(&night) == [.display, .sound])
        #expect(try readiness(&night).checks.last?.finding == .stateLoaded)
        #expect(try readiness(&night).isReady)
    }

    @Test("What failed is tried again, ten seconds later at the earliest")
    func retried() throws {
        var night = try Night(at: "2025-01-14 12:00")
        night.rehearsed = [.sound(output: 0): "the sound device is gone", .display: nil]
        _ = try readiness(&night)
        #expect(try bad(&night) == [.sound])
        night.wait(.seconds(9))
        #expect(try bad(&night) == [.sound])
        #expect(night.rehearsals == 1)
        night.rehearsed.updateValue(nil, forKey: .sound(output: 0))
        night.wait(.seconds(1))
        _ = try readiness(&night)
        #expect(night.rehearsals == 2)
        #expect(try readiness(&night).isReady)
    }

    @Test("A display that does not acknowledge is not drawn, nor is one that is lost later")
    func display() throws {
        var night = try Night(at: "2025-01-14 12:00")
        night.rehearsed = [.sound(output: 0): nil, .display: "the display does not answer"]
        _ = try readiness(&night)
        #expect(try bad(&night) == [.display])
        night.rehearsed[.display] = .some(nil)
        night.wait(.seconds(10))
        _ = try readiness(&night)
        #expect(try readiness(&night).isReady)
        night.handle(.health(HealthReport(part: .display, problem: "the display is gone")))
        let check = try #require(try readiness(&night).checks.first { $0.subject == .display })
        #expect(!check.isGood && check.finding == .inWords(["the display is gone"]))
    }

    @Test("A board without display and sound is good without them")
    func bare() throws {
        var equipment = Equipment()
        equipment.soundOutputs = 0
        equipment.hasDisplay = false
        var night = try Night(at: "2025-01-14 12:00", equipment: equipment)
        #expect(try readiness(&night).isReady)
        #expect(night.rehearsals == 0)
    }

    @Test("A ring is not disturbed, and its own frames show that sound comes out")
    func ringShowsSound() throws {
        var night = try Night(at: "2025-01-14 06:59")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        #expect(try bad(&night) == [.display])
        #expect(night.rehearsals == 0)
    }

    @Test("A start from nothing is good on a new clock alone, and alarms that got lost are not")
    func state() throws {
        var lost = try Night(at: "2025-01-14 12:00")
        lost.handle(.health(HealthReport(part: .state, problem: "alarms and settings are lost")))
        let check = try #require(try readiness(&lost).checks.last)
        #expect(!check.isGood && check.finding == .inWords(["alarms and settings are lost"]))
        var night = try Night(at: "2025-01-14 12:00")
        var state = try #require(night.durable)
        state.unreadableAlarms = 1
        night.checksCoding = false
        night.restartProgram(restoring: state)
        #expect(try bad(&night).contains(.state))
    }

    @Test("Its news are on the display for a minute, and the history keeps how it ended")
    func news() throws {
        var night = try Night(at: "2025-01-14 05:00")
        for news in [UpdateNews.writing, .cutShort] {
            #expect(night.ask(.update(.tell(news))) == .updateTold(news))
            #expect(night.machine.snapshot.message == news.text)
        }
        #expect(night.recorded.map(\.event).last == .updateTold(.cutShort))
        #expect(!night.recorded.contains { $0.event == .updateTold(.writing) })
        night.wait(.minutes(1))
        #expect(night.machine.snapshot.message == nil)
    }

    @Test("Its news do not cover a ring, and how a trial ended wakes no display")
    func newsGiveWay() throws {
        var night = try Night(at: "2025-01-14 06:59")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        _ = night.ask(.update(.tell(.otherDevice)))
        #expect(night.machine.snapshot.message == nil && !night.ringing.isEmpty)
        #expect(night.recorded.map(\.event).last == .updateTold(.otherDevice))
        var asleep = try Night(at: "2025-01-14 12:00")
        _ = asleep.ask(.style(.set([.set(\.sleepAfter, .minutes(1))])))
        asleep.wait(.minutes(5))
        asleep.handle(.wake)
        #expect(asleep.machine.snapshot.isAsleep)
        _ = asleep.ask(.update(.tell(.good)))
        #expect(asleep.machine.snapshot.isAsleep)
        _ = asleep.ask(.update(.tell(.nothingNewer)))
        #expect(!asleep.machine.snapshot.isAsleep)
    }
}
