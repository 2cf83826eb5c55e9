import ClockTime
import Testing

@testable import ClockCore

@Suite("Timers and the nap by keys, and in the one ring (product, T1, T2, B3; law, 6 and 8)")
struct NapKeyTests {
    @Test("T2: the held bar drifts off: release, nap, and the ring at the nap's end")
    func driftOff() throws {
        var night = try Night(at: "2025-01-14 14:00")
        night.handle(.button(.snooze, isDown: true))
        night.wait(.minutes(5))
        #expect(night.machine.ringing.nap.state.phase == .holding)
        night.handle(.button(.snooze, isDown: false))
        #expect(night.machine.ringing.nap.state.phase == .releasing)
        night.wait(.seconds(30))
        #expect(night.machine.ringing.nap.state.phase == .napping)
        night.wait(.minutes(20) - .seconds(1))
        #expect(night.alarmSound == nil)
        night.wait(.seconds(1))
        #expect(night.alarmSound != nil)
        #expect(night.machine.snapshot.ring != nil)
        night.press(.stop)
        #expect(night.alarmSound == nil)
        #expect(night.machine.ringing.nap.state == .idle)
    }

    @Test(
        "T2: max wakes whoever never lets go, 30 min after the first 0.6 s, and the hand stops nothing"
    )
    func max() throws {
        var night = try Night(at: "2025-01-14 14:00")
        night.handle(.button(.snooze, isDown: true))
        night.wait(.minutes(30) + .milliseconds(599))
        #expect(night.alarmSound == nil)
        night.wait(.milliseconds(1))
        #expect(night.alarmSound != nil)
        night.wait(.seconds(20))
        night.handle(.button(.snooze, isDown: false))
        #expect(night.alarmSound != nil)
        night.press(.snooze)
        #expect(night.alarmSound == nil)
        night.wait(.minutes(9))
        #expect(night.alarmSound != nil)
    }

    @Test("8.2: a nap with a length of its own has no release, and rings after it whatever max is")
    func ownLength() throws {
        var night = try Night(at: "2025-01-14 14:00")
        let start = Command.nap(.start(for: .minutes(40)))
        night.ask(start)
        #expect(night.machine.ringing.nap.state.phase == .napping)
        #expect(night.ask(start) == .refused(.wrongState(.nap(.napping))))
        night.wait(.minutes(40) - .seconds(1))
        #expect(night.alarmSound == nil)
        night.wait(.seconds(1))
        #expect(night.alarmSound != nil)
        night.press(.stop)
        #expect(night.machine.settings.nap == NapSettings())
    }

    @Test("6.3: A tap on stop while the nap is snoozed shows for 3 s when it rings again")
    func tapWhileSnoozed() throws {
        var night = try Night(at: "2025-01-14 14:00")
        night.hold(.snooze, for: .seconds(2))
        night.wait(.seconds(30) + .minutes(20))
        let ring = try #require(night.machine.snapshot.civil)
        night.press(.snooze)
        #expect(night.machine.ringing.nap.state.phase == .snoozed)
        night.press(.stop)
        #expect(night.machine.ringing.nap.state.phase == .snoozed)
        #expect(night.machine.snapshot.page == .snooze)
        let again = try #require(night.machine.snapshot.snoozedCountdown)
        #expect(
            (ring.description.suffix(8), again.description.suffix(8)) == ("14:20:32", "14:29:32"))
        night.wait(.milliseconds(3_100))
        #expect(night.machine.snapshot.page == .time)
        night.hold(.stop, for: .milliseconds(700))
        #expect(night.machine.snapshot.snoozedCountdown == nil)
    }

    @Test(
        "T2: a press before the release is over holds again; in the nap the bar shows what is left")
    func pressedAgain() throws {
        var night = try Night(at: "2025-01-14 14:00")
        night.hold(.snooze, for: .seconds(2))
        night.wait(.seconds(20))
        night.press(.snooze)
        night.wait(.seconds(29))
        #expect(night.machine.ringing.nap.state.phase == .releasing)
        night.wait(.seconds(1))
        #expect(night.machine.ringing.nap.state.phase == .napping)
        night.press(.snooze)
        #expect(night.machine.snapshot.page == .countdown(0))
        #expect(night.machine.snapshot.countdownText == "19:59")
        night.hold(.snooze, for: .seconds(2))
        #expect(night.machine.ringing.nap.state.phase == .napping)
        #expect(night.machine.snapshot.countdownText == "19:57")
        night.wait(.seconds(10))
        #expect(night.machine.snapshot.page == .time)
    }

    @Test("B3: stop held ends the nap that is shown, then a snooze; a short press plays noise")
    func stopHeld() throws {
        var night = try Night(at: "2025-01-14 06:50")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        night.hold(.snooze, for: .seconds(1))
        #expect(night.machine.ringing.nap.state.phase == .releasing)
        night.hold(.stop, for: .seconds(1))
        #expect(night.machine.ringing.nap.state == .idle)
        #expect(night.snoozed.count == 1)
        night.hold(.stop, for: .seconds(1))
        #expect(night.snoozed == [])
        // Stop starts no noise so soon after a ring.
        night.wait(EditingKeys.pause)
        night.press(.stop)
        #expect(night.noiseSound != nil)
    }

    @Test(
        "8.3, 6.1: an alarm, a timer and the nap ring as one; stop ends those that ring and no nap else"
    )
    func oneRing() throws {
        var night = try Night(at: "2025-01-14 06:50")
        let id = try night.daily("07:00")
        night.ask(.timer(.add(.minutes(10), name: "eggs", starts: true)))
        night.wait(.minutes(5))
        night.hold(.snooze, for: .seconds(1))
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
        #expect(night.machine.snapshot.ring?.subjects == [.alarm(""), .timer("eggs")])
        let serial = night.alarmSound?.serial
        night.press(.stop)
        #expect(night.alarmSound == nil)
        #expect(night.machine.ringing.timers.timers.map(\.state.name) == [.scheduled])
        #expect(night.machine.ringing.nap.state.phase == .napping)
        night.wait(.minutes(20))
        #expect(night.alarmSound != nil && night.alarmSound?.serial != serial)
        #expect(night.machine.snapshot.ring?.subjects == [.nap])
    }

    @Test("6.2: a member that may not be snoozed keeps all from it, and nothing changes")
    func snoozeForbidden() throws {
        var night = try Night(at: "2025-01-14 06:50")
        try night.add(.daily(at: try timeOfDay("07:00"))) { $0[\.snooze.isAllowed] = false }
        night.ask(.timer(.add(.minutes(10), name: nil, starts: true)))
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.machine.snapshot.ring?.snoozeLength == nil)
        night.press(.snooze)
        #expect(night.machine.isRinging)
        #expect(night.machine.ringing.timers.timers.map(\.state.name) == [.alert])
    }

    @Test(
        "6.5: an unanswered timer is silent for 9 min, rings again twice, and is missed with a notice"
    )
    func unanswered() throws {
        var night = try Night(at: "2025-01-14 06:50")
        night.ask(.timer(.add(.minutes(10), name: nil, starts: true)))
        var rings: [String] = []
        var wasRinging = false
        for _ in 0..<70 {
            night.wait(.minutes(1))
            if night.machine.isRinging, !wasRinging { rings.append(night.clock) }
            wasRinging = night.machine.isRinging
        }
        #expect(rings == ["2025-01-14 07:00:00", "2025-01-14 07:19:00", "2025-01-14 07:38:00"])
        #expect(night.machine.snapshot.missedAlarm != nil)
        night.press(.stop)
        #expect(night.machine.snapshot.missedAlarm == nil)
        #expect(night.noiseSound == nil)
    }

    @Test("T2: the pulse is felt only while the bar is held, and never because it was switched on")
    func pulse() throws {
        var equipment = Equipment()
        equipment.hasMotor = true
        var night = try Night(at: "2025-01-14 14:00", equipment: equipment)
        let changes: [NapChange] = [.set(\.hasPulse, true)]
        night.ask(.nap(.set(changes)))
        night.wait(.seconds(5))
        #expect(!night.outputs.motor)
        night.handle(.button(.snooze, isDown: true))
        night.wait(.milliseconds(600))
        var beats = 0
        var wasOn = false
        for _ in 0..<100 {
            if night.outputs.motor, !wasOn { beats += 1 }
            wasOn = night.outputs.motor
            night.wait(.milliseconds(100))
        }
        #expect(beats == 20)
        night.handle(.button(.snooze, isDown: false))
        night.wait(.seconds(1))
        #expect(!night.outputs.motor)
    }

    @Test("T4: timers and a nap come back after a power cut, and ring when they should")
    func powerCut() throws {
        var night = try Night(at: "2025-01-14 14:00")
        night.ask(.timer(.add(.minutes(30), name: "bread", starts: true)))
        night.hold(.snooze, for: .seconds(1))
        night.wait(.minutes(10))
        night.cutPower(for: .minutes(5), wall: nil, trust: .trusted)
        #expect(night.machine.ringing.nap.state.phase == .napping)
        night.wait(.minutes(6))
        #expect(night.machine.ringing.nap.alerting != nil)
        night.press(.stop)
        night.wait(.minutes(9) - .seconds(1))
        #expect(night.machine.ringing.timers.timers.map(\.state.name) == [.alert])
    }
}
