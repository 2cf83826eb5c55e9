import ClockTime
import Testing

@testable import ClockCore

@Suite("A task that alone stops an alarm (product, B3; law, 6.12)")
struct StopTaskTests {
    static let five = StopTask.hold(.seconds(5))

    func ringing(
        _ task: StopTask, keys: Set<Button> = Set(Button.allCases),
        _ set: (inout AlarmChanges) -> Void = { _ in }
    ) throws -> Night {
        var equipment = Equipment()
        equipment.keys = keys
        var night = try Night(at: "2025-01-14 06:59", equipment: equipment)
        night.skipsPictures = true
        try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0.stopWith = task
            set(&$0)
        }
        try night.wait(until: "2025-01-14 07:00")
        return night
    }

    /// Puts the keys down, a moment apart, and holds them together.
    func hold(
        _ keys: [Button], for duration: Duration, on night: inout Night, releases: Bool = true
    ) {
        for key in keys {
            if key != keys[0] { night.wait(.milliseconds(400)) }
            night.handle(.button(key, isDown: true))
        }
        night.wait(duration)
        guard releases else { return }
        for key in keys { night.handle(.button(key, isDown: false)) }
    }

    /// Does what the clock says.
    func follow(_ way: StopWay, on night: inout Night) {
        if way.isPress {
            night.press(way.keys[0])
        } else {
            hold(way.keys, for: way.length, on: &night)
        }
    }

    func isOver(_ night: Night) -> Bool { night.machine.ringing.alarms.members.isEmpty }

    // MARK: - Each task

    @Test("6.12: Stop held for as long as the task says ends the ring, and not a moment before")
    func holdsStop() throws {
        for seconds in StopTask.holds {
            var night = try ringing(.hold(.seconds(seconds)))
            for _ in 1...3 { night.press(.stop) }
            hold([.stop], for: .seconds(seconds) - .milliseconds(1), on: &night)
            #expect(night.ringing.count == 1 && night.alarmSound != nil)
            hold([.stop], for: .seconds(seconds) - .milliseconds(1), on: &night, releases: false)
            #expect(night.ringing.count == 1)
            night.wait(.milliseconds(1))
            #expect(isOver(night) && night.alarmSound == nil)
            night.handle(.button(.stop, isDown: false))
            #expect(night.noiseSound == nil)
            #expect(night.machine.snapshot.message == "Alarm off")
            #expect(night.story.last?.hasSuffix("stopped 1 button") == true)
        }
    }

    @Test("6.12: Where stop has to be held anyway, the longer time counts")
    func holdToStop() throws {
        var night = try ringing(StopTaskTests.five)
        night.ask(.settings(.setHoldToStop(true)))
        hold([.stop], for: .seconds(4), on: &night)
        #expect(night.ringing.count == 1)
        hold([.stop], for: .seconds(5), on: &night)
        #expect(isOver(night))
    }

    @Test(
        "6.12: Snooze and stop end it after 3 s together, and let go before that they only snooze"
    )
    func holdsBoth() throws {
        for keys in [[Button.snooze, .stop], [.stop, .snooze]] {
            for isAllowed in [true, false] {
                var night = try ringing(.both) { $0[\.snooze.isAllowed] = isAllowed }
                hold(keys, for: .milliseconds(2_999), on: &night)
                #expect(night.snoozed.isEmpty != isAllowed && !isOver(night))
                night = try ringing(.both) { $0[\.snooze.isAllowed] = isAllowed }
                hold(keys, for: .seconds(3), on: &night, releases: false)
                #expect(isOver(night), "\(keys)")
                night.wait(.seconds(5))
                for key in keys { night.handle(.button(key, isDown: false)) }
                // Neither a code, nor the menu, nor a nap, nor noise.
                #expect(night.machine.showing.face.page == .time && night.page == nil)
                #expect(night.machine.ringing.nap.state == .idle && night.noiseSound == nil)
            }
        }
    }

    @Test("6.12: A press of its key is silent at once, final 0.3 s later, and snoozes nothing")
    func pressesKey() throws {
        for key in StopTask.keys {
            var night = try ringing(.key(key))
            night.press(.stop)
            #expect(night.ringing.count == 1)
            #expect(night.notes.contains(.keyRefused(.stop, "stopTask")))
            // The display says at once what stops it.
            let ring = try #require(night.machine.snapshot.ring)
            #expect(ring.stopAskedAt.map { $0 >= ring.began } == true)
            night.handle(.button(key, isDown: true))
            #expect(night.alarmSound == nil)
            night.wait(.milliseconds(299))
            #expect(!isOver(night))
            var hand = night
            hand.handle(.button(.snooze, isDown: true))
            #expect(hand.snoozed.count == 1)
            night.wait(.milliseconds(1))
            #expect(isOver(night))
            night.handle(.button(key, isDown: false))
            #expect(night.page == nil && night.noiseSound == nil)
            for other in StopTask.keys + [.snooze] where other != key {
                var snoozed = try ringing(.key(key))
                snoozed.press(other)
                #expect(snoozed.snoozed.count == 1, "\(other)")
            }
        }
    }

    // MARK: - Snooze, others, commands

    @Test("6.12: Whatever a hand presses, it only snoozes, however long it lies there")
    func hands() throws {
        let hands: [[Button]] = [
            [.stop, .noise], [.plus, .stop], [.stop, .snooze, .plus], [.snooze, .stop, .menu],
        ]
        for task in StopTask.allCases {
            for hand in hands + (task == .both ? [] : [[.stop, .snooze], [.snooze, .stop]]) {
                var night = try ringing(task)
                for key in hand {
                    night.handle(.button(key, isDown: true))
                    night.wait(.milliseconds(90))
                }
                night.wait(.seconds(12))
                // Nor is what is left of the hand a task.
                night.handle(.button(hand[1], isDown: false))
                night.wait(.seconds(12))
                #expect(night.snoozed.count == 1, "\(hand), \(task.rawValue)")
            }
        }
    }

    @Test("6.12: In a snooze and the silence after N, the task alone ends it, too")
    func snoozed() throws {
        for task in StopTask.allCases {
            for isAnswered in [true, false] {
                var night = try ringing(task)
                if isAnswered { night.press(.snooze) } else { night.wait(.minutes(10)) }
                night.wait(.seconds(12))
                night.hold(.stop, for: .milliseconds(700))
                #expect(night.snoozed.count == 1)
                #expect(night.machine.snapshot.page == .snooze)
                for key in Button.allCases where key != .menu && key != .snooze { night.press(key) }
                #expect(night.snoozed.count == 1, "\(task.rawValue)")
                let way = task.way
                hold(way.keys, for: max(way.length, .seconds(2)), on: &night)
                #expect(isOver(night), "\(task.rawValue)")
                #expect(night.page == nil && night.machine.ringing.nap.state == .idle)
            }
        }
    }

    @Test("6.3: Stop that is held in a snooze ends the alarms without a task alone")
    func snoozedBesides() throws {
        var night = try ringing(.both)
        let other = try night.daily("07:01")
        try night.wait(until: "2025-01-14 07:01")
        #expect(night.ringing.count == 2)
        night.press(.snooze)
        night.wait(.seconds(1))
        night.hold(.stop, for: .seconds(1))
        #expect(night.snoozed == [AlarmID(1)] && other == AlarmID(2))
    }

    @Test("6.2: Stop ends the members without a task, and the others ring on with their own tasks")
    func several() throws {
        var night = try ringing(StopTaskTests.five)
        try night.add(.daily(at: try timeOfDay("07:01"))) { $0.stopWith = .key(.menu) }
        _ = try night.daily("07:01")
        night.ask(.timer(.add(.seconds(60), name: nil, starts: true)))
        try night.wait(until: "2025-01-14 07:01")
        #expect(night.machine.snapshot.ring?.stops.count == 3)
        night.handle(.button(.stop, isDown: true))
        #expect(night.alarmSound == nil)
        // However the others are answered meanwhile, those with a task sound again.
        for isTold in [false, true] {
            var other = night
            if isTold { other.ask(.ring(.stop(.current))) }
            other.wait(.milliseconds(100))
            other.handle(.button(.stop, isDown: false))
            if isTold { other.handle(.button(.stop, isDown: true)) }
            other.wait(Hand.span)
            #expect(other.ringing.count == 2 && other.alarmSound != nil)
        }
        night.wait(Hand.span)
        night.handle(.button(.stop, isDown: false))
        #expect(night.ringing == [AlarmID(1), AlarmID(2)] && night.alarmSound != nil)
        #expect(!night.machine.ringing.timers.isAlerting)
        night.press(.menu)
        #expect(night.ringing == [AlarmID(1)] && night.snoozed.isEmpty)
        hold([.stop], for: .seconds(5), on: &night)
        #expect(isOver(night))
    }

    @Test("6.12: A hold counts only for what rang or was snoozed when it began")
    func began() throws {
        var night = try ringing(.hold(.seconds(10)))
        try night.add(.daily(at: try timeOfDay("07:01"))) { $0.stopWith = StopTaskTests.five }
        night.wait(.seconds(57))
        hold([.stop], for: .seconds(12), on: &night)
        #expect(night.ringing == [AlarmID(2)])
        night = try Night(at: "2025-01-14 06:59")
        try night.add(.daily(at: try timeOfDay("07:00"))) { $0.stopWith = .hold(.seconds(2)) }
        night.wait(.seconds(59))
        hold([.stop], for: .seconds(9), on: &night)
        #expect(night.ringing.count == 1)
        night.handle(.button(.stop, isDown: true))
        night.wait(.seconds(1))
        night.ask(.ring(.snooze(.current)))
        night.wait(.seconds(9))
        #expect(night.snoozed.count == 1)
    }

    @Test("6.12: A release that is heard of late counts by when the key moved")
    func lateKeys() throws {
        for isAwake in [false, true] {
            var night = try ringing(StopTaskTests.five)
            let pressed = night.now.boot
            night.handle(.button(.stop, isDown: true))
            night.pass(.seconds(6))
            if isAwake { night.handle(.wake) }
            night.pass(.milliseconds(10))
            var held = night
            night.handle(.button(.stop, isDown: false, at: pressed + .milliseconds(4_900)))
            night.wait(.seconds(1))
            #expect(night.ringing.count == 1)
            held.wait(.seconds(1))
            #expect(isOver(held))
        }
    }

    @Test("6.12: From outside it is not stopped, but its owner may still change or remove it")
    func outside() throws {
        let stops: [Command] = [
            .ring(.stop(.current)), .ring(.stop(.alarm(AlarmID(1)))),
            .alarm(.operate(.stop, AlarmID(1))),
        ]
        for task in StopTask.allCases {
            for isSnoozed in [false, true] {
                var night = try ringing(task)
                let refusal = Reply.refused(
                    .wrongState(.stopTask(try night.alarm(AlarmID(1)).name, task.way)))
                let names = night.machine.ringing.ringNames
                if isSnoozed { night.press(.snooze) }
                for stop in stops + [.ring(.stop(.rings(names)))] {
                    #expect(night.ask(stop) == refusal, "\(stop)")
                }
                #expect(!isOver(night))
                var (off, gone) = (night, night)
                off.ask(.alarm(.setEnabled(AlarmID(1), false)))
                gone.ask(.alarm(.remove(AlarmID(1))))
                #expect(isOver(off) && isOver(gone))
                night.ask(.ring(.snooze(.current)))
                #expect(night.snoozed.count == 1)
            }
        }
        var night = try ringing(.both)
        night.ask(.timer(.add(.seconds(60), name: nil, starts: true)))
        night.wait(.seconds(60))
        #expect(night.ask(.ring(.stop(.current))) == .stopped)
        #expect(night.ringing.count == 1 && !night.machine.ringing.timers.isAlerting)
    }

    // MARK: - What is kept, and what is tried

    @Test(
        "6.7: Another task counts from the next ring; a power cut keeps the one that it rang with"
    )
    func kept() throws {
        var night = try ringing(.both)
        var changes = AlarmChanges()
        changes.stopWith = .some(nil)
        night.ask(.alarm(.edit(AlarmID(1), changes)))
        try night.cutPower(for: .seconds(5))
        night.press(.stop)
        #expect(night.ringing.count == 1)
        night.press(.snooze)
        night.wait(.minutes(9))
        #expect(night.ringing.count == 1)
        night.press(.stop)
        #expect(isOver(night))
        var snoozed = try ringing(.both)
        snoozed.press(.snooze)
        try snoozed.cutPower(for: .seconds(5))
        snoozed.hold(.stop, for: .seconds(1))
        #expect(snoozed.snoozed.count == 1)
    }

    @Test("6.10: Who is up before the ring has no task to do")
    func up() throws {
        var night = try Night(at: "2025-01-14 06:50")
        try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0.stopWith = .both
            $0.preAlert = .minutes(20)
        }
        night.wait(.minutes(1))
        night.hold(.stop, for: .milliseconds(600))
        #expect(night.story.last?.hasSuffix("up before 1") == true)
    }

    @Test(
        "6.12: A test has the same task to be learnt, and ends without it by snooze or from outside"
    )
    func tests() throws {
        for task in StopTask.allCases where task != .both {
            var night = try Night(at: "2025-01-14 06:50")
            let id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.stopWith = task }
            night.ask(.alarm(.test(id)))
            night.press(.stop)
            #expect(night.machine.ringing.test != nil)
            var (snoozed, stopped) = (night, night)
            snoozed.press(.snooze)
            #expect(snoozed.machine.ringing.test == nil)
            #expect(stopped.ask(.ring(.stop(.current))) == .stopped)
            #expect(stopped.machine.ringing.test == nil)
            follow(task.way, on: &night)
            #expect(night.machine.ringing.test == nil, "\(task.rawValue)")
        }
    }

    @Test("Each task has a text, and snooze and stop alone are no keys for one")
    func texts() {
        #expect(StopTask.allCases.map { StopTask(rawValue: $0.rawValue) } == StopTask.allCases)
        for text in ["key:snooze", "key:stop", "hold:1s", "hold:11s", "hold", "key:", ""] {
            #expect(StopTask(rawValue: text) == nil, "\(text)")
        }
    }
}
