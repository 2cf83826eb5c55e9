import ClockTime
import TestKit
import Testing

@testable import ClockCore

@Suite("A whole hand on the keys (product, B3; law, 6.9)")
struct HandTests {
    private func ringing(_ set: (inout AlarmChanges) -> Void = { _ in }) throws -> Night {
        var night = try Night(at: "2025-01-14 06:59")
        try night.add(.daily(at: try timeOfDay("07:00")), set)
        try night.wait(until: "2025-01-14 07:00")
        return night
    }

    /// Puts the keys down one after the other, and holds them.
    private func put(
        _ keys: [Button], every pause: Duration = .milliseconds(140), on night: inout Night,
        for duration: Duration
    ) {
        for key in keys {
            if key != keys[0] { night.wait(pause) }
            night.handle(.button(key, isDown: true))
        }
        night.wait(duration)
        for key in keys { night.handle(.button(key, isDown: false)) }
    }

    private static let hands: [[Button]] = [
        [.stop, .snooze], [.snooze, .stop], [.stop, .noise], [.plus, .stop], [.menu, .stop],
        [.stop, .snooze, .plus], [.snooze, .stop, .menu], [.minus, .snooze, .stop],
    ]

    @Test("6.9: A hand snoozes, whichever key came first and however long it lies there")
    func snoozes() throws {
        for hand in HandTests.hands {
            for duration in [Duration.milliseconds(50), .seconds(1), .seconds(5), .seconds(60)] {
                var night = try ringing()
                put(hand, on: &night, for: duration)
                night.wait(.seconds(3))
                #expect(night.snoozed.count == 1, "\(hand) for \(duration)")
                #expect(night.page == nil, "\(hand) for \(duration)")
                #expect(night.machine.ringing.nap.state == .idle, "\(hand) for \(duration)")
                #expect(night.machine.settings.displayMode == .normal)
                #expect(night.noiseSound == nil)
                #expect(
                    night.story == [
                        "2025-01-14 07:00:00 fired 1", "2025-01-14 07:00:00 snoozed 1",
                    ],
                    "\(hand) for \(duration)")
                #expect(night.recorded.filter { $0.event.occurrence != nil }.count == 2)
                try night.wait(until: "2025-01-14 07:09:01")
                #expect(night.ringing.count == 1, "\(hand) for \(duration)")
            }
        }
    }

    @Test("6.9: Noise stays low while the ring is silent that may sound again")
    func ducks() throws {
        var night = try Night(at: "2025-01-14 06:59")
        try night.add(.daily(at: try timeOfDay("07:00")))
        night.ask(.noise(.play(SoundID("pink"), volume: nil)))
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.intent.ducksNoise)
        night.handle(.button(.stop, isDown: true))
        #expect(night.intent.alarm == nil && night.intent.ducksNoise)
        night.handle(.button(.stop, isDown: false))
        night.wait(Hand.span)
        #expect(!night.intent.ducksNoise)
    }

    @Test("6.9: Stop alone is silent at once, and final 0.3 s later")
    func stopAlone() throws {
        var night = try ringing()
        night.handle(.button(.stop, isDown: true))
        #expect(night.alarmSound == nil)
        #expect(night.machine.snapshot.ring == nil)
        #expect(!night.story.contains("2025-01-14 07:00:00 stopped 1 button"))
        night.wait(.milliseconds(100))
        night.handle(.button(.stop, isDown: false))
        night.wait(.milliseconds(199))
        #expect(night.machine.ringing.alarms.members.count == 1)
        night.wait(.milliseconds(1))
        #expect(night.machine.ringing.alarms.members.isEmpty)
        #expect(night.story.last == "2025-01-14 07:00:00 stopped 1 button")
        night.press(.snooze)
        #expect(night.snoozed.isEmpty)
    }

    @Test("6.9: A second tap on stop is no other key, and a key after 0.3 s is another press")
    func noHand() throws {
        var night = try ringing()
        for _ in 1...2 {
            night.handle(.button(.stop, isDown: true))
            night.wait(.milliseconds(90))
            night.handle(.button(.stop, isDown: false))
            night.wait(.milliseconds(90))
        }
        night.wait(.seconds(1))
        #expect(night.machine.ringing.alarms.members.isEmpty)
        #expect(night.noiseSound == nil)
        night = try ringing()
        night.handle(.button(.stop, isDown: true))
        night.wait(.milliseconds(300))
        night.handle(.button(.snooze, isDown: true))
        #expect(night.machine.ringing.alarms.members.isEmpty)
    }

    @Test("6.9: Keys that are heard of late make a hand by when they moved")
    func lateKeys() throws {
        var night = try ringing()
        let pressed = night.now.boot
        night.pass(.milliseconds(900))
        night.handle(.button(.stop, isDown: true, at: pressed + .milliseconds(50)))
        night.handle(.button(.snooze, isDown: true, at: pressed + .milliseconds(250)))
        night.wait(.seconds(2))
        #expect(night.snoozed.count == 1)
    }

    @Test(
        "6.9: A hand whose snooze is refused stops nothing, and the ring goes on as loud as it was")
    func refused() throws {
        for hand in HandTests.hands {
            for isMustWake in [true, false] {
                var night = try ringing {
                    $0[\.snooze.isAllowed] = false
                    $0.isMustWake = isMustWake
                }
                night.wait(.seconds(100))
                let loud = try #require(night.alarmSound)
                put(hand, on: &night, for: .seconds(5))
                let after = try #require(night.alarmSound, "\(hand)")
                #expect(after.boostDecibels == loud.boostDecibels)
                #expect(after.sound == loud.sound && after.volume == loud.volume)
                // What stop had silenced does not rise anew.
                #expect(after.serial == loud.serial)
                #expect(after.ramp == (hand[0] == .stop ? .zero : loud.ramp))
                night.wait(.seconds(1))
                night.press(.stop)
                #expect(night.ringing.isEmpty, "\(hand)")
            }
        }
        var limited = try ringing { $0[\.snooze.limit] = .some(1) }
        limited.press(.snooze)
        limited.wait(.minutes(9))
        put([.stop, .snooze], on: &limited, for: .seconds(5))
        #expect(limited.ringing.count == 1)
    }

    @Test("6.9: Where stop must be held, a hand that holds it for 2 s snoozes all the same")
    func holdToStop() throws {
        for hand in [[Button.stop, .snooze], [.snooze, .stop]] {
            var night = try Night(at: "2025-01-14 06:59")
            _ = try night.daily("07:00")
            night.ask(.settings(.setHoldToStop(true)))
            try night.wait(until: "2025-01-14 07:00")
            put(hand, on: &night, for: .seconds(5))
            #expect(night.snoozed.count == 1, "\(hand)")
            #expect(night.page == nil)
            var forbidden = try ringing { $0[\.snooze.isAllowed] = false }
            forbidden.ask(.settings(.setHoldToStop(true)))
            put(hand, on: &forbidden, for: .seconds(5))
            #expect(forbidden.ringing.count == 1, "\(hand)")
            forbidden.wait(.seconds(1))
            forbidden.hold(.stop, for: .seconds(2))
            #expect(forbidden.ringing.isEmpty)
        }
    }

    @Test("6.9: A hand snoozes timers and the nap, and ends the test of an alarm")
    func others() throws {
        for hand in HandTests.hands {
            var night = try Night(at: "2025-01-14 06:50")
            night.ask(.timer(.add(.minutes(30), name: "eggs", starts: true)))
            night.ask(.nap(.operate(.schedule, number: nil)))
            night.wait(.minutes(20) + .seconds(30))
            #expect(night.machine.ringing.nap.alerting != nil)
            put(hand, on: &night, for: .seconds(4))
            #expect(night.machine.ringing.nap.state.phase == .snoozed, "\(hand)")
            night.wait(.minutes(9))
            night.press(.stop)
            night.wait(.seconds(1))
            #expect(night.machine.ringing.nap.state == .idle)
            #expect(
                night.machine.ringing.timers.hasSnoozed
                    || night.machine.ringing.timers.isAlerting == false)
            try night.wait(until: "2025-01-14 07:20:01")
            put(hand, on: &night, for: .seconds(4))
            #expect(night.machine.ringing.timers.hasSnoozed, "\(hand)")
            let id = try night.daily("23:00")
            night.ask(.alarm(.test(id)))
            put(hand, on: &night, for: .seconds(4))
            #expect(night.machine.ringing.test == nil)
            #expect(night.page == nil)
        }
    }

    @Test(
        "6.9: What falls due while stop is not final rings on; a command that snoozes is not undone"
    )
    func meanwhile() throws {
        var night = try Night(at: "2025-01-14 06:59")
        let first = try night.daily("07:00")
        night.ask(.timer(.add(.seconds(70), name: nil, starts: true)))
        try night.wait(until: "2025-01-14 07:00")
        night.wait(.seconds(10) - .milliseconds(100))
        night.press(.stop)
        night.wait(.seconds(1))
        #expect(night.machine.ringing.alarms.members.isEmpty)
        #expect(night.machine.ringing.timers.isAlerting)
        #expect(night.alarmSound != nil)
        #expect(first == AlarmID(1))
        night = try ringing()
        night.handle(.button(.stop, isDown: true))
        night.ask(.ring(.snooze(.current)))
        night.wait(.seconds(2))
        #expect(night.snoozed.count == 1)
        night = try ringing()
        night.handle(.button(.stop, isDown: true))
        night.ask(.ring(.stop(.current)))
        night.wait(.seconds(2))
        #expect(night.machine.ringing.alarms.members.isEmpty)
        #expect(Ledger.problems(of: night) == [])
    }

    @Test("9.3: A power cut before stop is final repeats the ring, and after it does not")
    func powerCut() throws {
        var night = try ringing()
        night.handle(.button(.stop, isDown: true))
        night.wait(.milliseconds(200))
        var cut = night
        try cut.cutPower(for: .seconds(20))
        #expect(cut.ringing.count == 1)
        night.wait(.milliseconds(200))
        try night.cutPower(for: .seconds(20))
        #expect(night.ringing.isEmpty)
    }

    @Test("6.3: A hold that began before the snooze never ends it, whoever snoozed")
    func holdFromBefore() throws {
        var night = try Night(at: "2025-01-14 06:59")
        let id = try night.daily("07:00")
        night.ask(.settings(.setHoldToStop(true)))
        try night.wait(until: "2025-01-14 07:00")
        night.handle(.button(.stop, isDown: true))
        night.wait(.milliseconds(500))
        night.ask(.ring(.snooze(.alarm(id))))
        night.wait(.seconds(10))
        night.handle(.button(.stop, isDown: false))
        #expect(night.snoozed == [id])
        // A hold that begins after it does.
        night.hold(.stop, for: .milliseconds(600))
        #expect(night.machine.ringing.alarms.members.isEmpty)
    }
}

@Suite("Keys while something is snoozed (product, B3; law, 6.3)")
struct SnoozedKeyTests {
    @Test(
        "6.3: While anything is snoozed, a tap on stop starts no noise and shows when it rings again"
    )
    func stopIsSilent() throws {
        for kind in ["alarm", "timer", "nap"] {
            for isAnswered in [true, false] {
                var night = try Night(at: "2025-01-14 06:50")
                switch kind {
                case "alarm": _ = try night.daily("07:00")
                case "timer": night.ask(.timer(.add(.minutes(10), name: nil, starts: true)))
                default:
                    let changes: [NapChange] = [
                        .set(\.release, .seconds(30)), .set(\.nap, .minutes(9) + .seconds(30)),
                    ]
                    night.ask(.nap(.set(changes)))
                    night.ask(.nap(.operate(.schedule, number: nil)))
                }
                try night.wait(until: "2025-01-14 07:00")
                if isAnswered { night.press(.snooze) } else { night.wait(.minutes(10)) }
                night.wait(.seconds(12))
                #expect(night.alarmSound == nil)
                for _ in 1...3 {
                    night.press(.stop)
                    #expect(night.noiseSound == nil, "\(kind)")
                    #expect(night.machine.snapshot.page == .snooze, "\(kind)")
                    let again =
                        night.machine.snapshot.snoozed?.civil
                        ?? night.machine.snapshot.snoozedCountdown
                    #expect(again?.hour == 7, "\(kind)")
                    night.wait(.seconds(4))
                }
                // Held, it ends the snooze, and then a tap plays the noise.
                night.hold(.stop, for: .seconds(1))
                #expect(night.machine.ringing.alarms.members.isEmpty)
                #expect(!night.machine.ringing.timers.hasSnoozed)
                #expect(night.machine.ringing.nap.state == .idle)
                #expect(night.machine.settings.displayMode == .normal)
                night.press(.stop)
                #expect(night.noiseSound != nil)
            }
        }
    }

    @Test("6.3: A tap on stop still stops the noise that plays during a snooze, and starts none")
    func stopsNoise() throws {
        var night = try Night(at: "2025-01-14 06:59")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        night.ask(.noise(.play(SoundID("pink"), volume: nil)))
        night.press(.stop)
        #expect(night.noiseSound == nil)
        #expect(night.machine.snapshot.page == .snooze)
        night.press(.stop)
        #expect(night.noiseSound == nil)
        #expect(night.snoozed.count == 1)
    }

    @Test("6.3: One hold of stop ends all snoozes, and no nap that goes on")
    func endsAll() throws {
        var night = try Night(at: "2025-01-14 06:50")
        _ = try night.daily("07:00")
        night.ask(.timer(.add(.minutes(10), name: nil, starts: true)))
        night.ask(.nap(.operate(.schedule, number: nil)))
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        night.wait(.seconds(1))
        night.hold(.stop, for: .seconds(1))
        #expect(night.machine.ringing.alarms.members.isEmpty)
        #expect(!night.machine.ringing.timers.hasSnoozed)
        #expect(night.machine.ringing.nap.state.phase == .napping)
    }
}
