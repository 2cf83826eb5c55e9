import BoundedJSON
import ClockTime
import Testing

@testable import ClockCore

@Suite("Ringing (law, 6)")
struct RingTests {
    /// A night with alarms at 07:00 and 07:05; the second rings the bell, louder.
    private func twoAlarms() throws -> (night: Night, one: AlarmID, two: AlarmID) {
        var night = try Night(at: "2025-01-14 06:00")
        let one = try night.daily("07:00")
        let two = try night.add(.daily(at: try timeOfDay("07:05"))) {
            $0.sound = SoundID("bell")
            $0.volume = Percent(90)
        }
        return (night, one, two)
    }

    @Test("6.1: what falls due joins: the first sound stays, the loudest volume wins, N restarts")
    func joining() throws {
        var (night, one, two) = try twoAlarms()
        try night.wait(until: "2025-01-14 07:05")
        #expect(night.ringing == [one, two])
        #expect(night.alarmSound?.sound == SoundID("digital"))
        #expect(night.alarmSound?.volume == Percent(90))
        #expect(Set(night.sounds.compactMap { $0.alarm?.serial }).count == 1)
        #expect(night.story.last == "2025-01-14 07:05:00 fired 2 joined")
        try night.wait(until: "2025-01-14 07:14:59")
        #expect(night.ringing == [one, two])
        night.wait(.seconds(1))
        #expect(night.snoozed == [one, two])
    }

    @Test("6.1: a quieter alarm that joins makes nothing quieter")
    func quieterJoins() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        try night.add(.daily(at: try timeOfDay("07:05"))) { $0.volume = Percent(10) }
        try night.wait(until: "2025-01-14 07:05")
        #expect(night.alarmSound?.volume == AlarmDefaults.volume)
    }

    @Test("6.2: stop ends every member that rings")
    func stopEndsAll() throws {
        var (night, _, _) = try twoAlarms()
        try night.wait(until: "2025-01-14 07:05")
        night.press(.stop)
        #expect(night.machine.ringing.alarms.members == [])
        #expect(night.alarmSound == nil)
    }

    @Test("6.2: snooze postpones every member that rings, each by its own length")
    func snoozePostponesAll() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let one = try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0[\.snooze.length] = .minutes(5)
        }
        let two = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        #expect(night.snoozed == [one, two])
        try night.wait(until: "2025-01-14 07:05")
        #expect(night.ringing == [one])
        try night.wait(until: "2025-01-14 07:09")
        #expect(night.ringing == [one, two])
    }

    @Test("6.2: snooze is not offered while a member forbids it, and the press does nothing")
    func snoozeForbidden() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let one = try night.daily("07:00")
        let two = try night.add(.daily(at: try timeOfDay("07:05"))) {
            $0[\.snooze.isAllowed] = false
        }
        try night.wait(until: "2025-01-14 07:01")
        #expect(night.machine.snapshot.ring?.snoozeLength != nil)
        try night.wait(until: "2025-01-14 07:05")
        #expect(night.machine.snapshot.ring?.snoozeLength == nil)
        night.press(.snooze)
        #expect(night.ringing == [one, two])
        #expect(night.story.last == "2025-01-14 07:05:00 refused snooze snoozeForbidden")
        #expect(night.ask(.ring(.snooze(.current))) == .refused(.snoozeForbidden))
    }

    @Test("6.3: at the limit a further press does nothing and never stops the alarm")
    func snoozeLimit() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0[\.snooze.limit] = .some(2) }
        try night.wait(until: "2025-01-14 07:00")
        for _ in 1...2 {
            night.press(.snooze)
            #expect(night.snoozed == [id])
            night.wait(.minutes(9))
            #expect(night.ringing == [id])
        }
        #expect(night.machine.snapshot.ring?.snoozeLength == nil)
        for key in [Button.snooze, .noise, .plus, .minus, .menu] { night.press(key) }
        #expect(night.ringing == [id])
        #expect(night.ask(.ring(.snooze(.current))) == .refused(.snoozeLimit))
    }

    @Test("6.3: without a limit it can be snoozed for ever, and each ring starts with its ramp")
    func snoozeUnlimited() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        for _ in 1...120 {
            night.handle(.button(.snooze, isDown: true))
            night.handle(.button(.snooze, isDown: false))
            night.wait(.minutes(9))
            try #require(night.ringing == [id])
        }
        #expect(night.clock == "2025-01-15 01:00:00")
        #expect(Set(night.sounds.compactMap { $0.alarm?.serial }).count == 121)
    }

    @Test(
        "6.4: a snoozed alarm does not hold back another; stop ends only what rings; then it joins")
    func snoozedBeside() throws {
        var (night, one, two) = try twoAlarms()
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        try night.wait(until: "2025-01-14 07:05")
        #expect(night.ringing == [two])
        var stopped = night
        stopped.press(.stop)
        #expect(stopped.machine.ringing.alarms.members.map(\.occurrence.alarm) == [one])
        try stopped.wait(until: "2025-01-14 07:09:01")
        #expect(stopped.ringing == [one])

        try night.wait(until: "2025-01-14 07:09:01")
        #expect(night.ringing == [one, two])
        #expect(night.alarmSound?.sound == SoundID("bell"))
    }

    @Test("6.5: unanswered it falls silent for S, rings again M times, and was then missed")
    func unanswered() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 12:00")
        #expect(
            night.story == [
                "2025-01-14 07:00:00 fired 1", "2025-01-14 07:10:00 silenced 1",
                "2025-01-14 07:19:00 again 1 unanswered", "2025-01-14 07:29:00 silenced 1",
                "2025-01-14 07:38:00 again 1 unanswered",
                "2025-01-14 07:48:00 missed 1 of 2025-01-14 unanswered 1",
            ])
        #expect(night.missed.map(\.reason) == [.unanswered])
        #expect(try night.alarm(id).spent.entries.map(\.reason) == [.rung])
        night.step(by: .hours(-5))
        #expect(try night.next(id) == "2025-01-15 07:00:00")
    }

    @Test("6.5: a silence can be stopped by holding stop, and is no snooze in the count")
    func stoppedInSilence() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.add(.daily(at: try timeOfDay("07:00"))) { $0[\.snooze.limit] = .some(1) }
        try night.wait(until: "2025-01-14 07:20")
        #expect(night.machine.snapshot.ring?.snoozeLength != nil)
        try night.wait(until: "2025-01-14 07:30")
        night.hold(.stop, for: .milliseconds(700))
        #expect(night.machine.ringing.alarms.members == [])
        #expect(night.missed == [])
    }

    @Test("6.6: a snooze that reaches the alarm's next date is superseded, and counts start afresh")
    func superseded() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0[\.snooze.length] = .minutes(60)
        }
        try night.wait(until: "2025-01-14 07:00")
        for _ in 1...24 {
            night.wait(.minutes(1))
            night.handle(.button(.snooze, isDown: true))
            night.handle(.button(.snooze, isDown: false))
            if night.clock < "2025-01-15 06:00:00" { night.wait(.minutes(60)) }
        }
        #expect(night.snoozed == [id])
        try night.wait(until: "2025-01-15 07:00")
        #expect(
            night.story.suffix(2) == [
                "2025-01-15 07:00:00 superseded 1 of 2025-01-14", "2025-01-15 07:00:00 fired 1",
            ])
        #expect(night.machine.ringing.alarms.members.map(\.snoozes) == [0])
        #expect(night.ringing == [id])
    }

    @Test("6.7: another time, switching off and removal end the ring, in both of its states")
    func endedByEdit() throws {
        for isSnoozed in [false, true] {
            var night = try Night(at: "2025-01-14 06:00")
            let id = try night.daily("07:00")
            try night.wait(until: "2025-01-14 07:00")
            if isSnoozed { night.press(.snooze) }
            for action in ["edit", "off", "remove"] {
                var other = night
                switch action {
                case "edit": other.edit(id) { $0.time = TimeOfDay(hour: 5, minute: 0) }
                case "off": other.ask(.alarm(.setEnabled(id, false)))
                default: other.ask(.alarm(.remove(id)))
                }
                #expect(other.machine.ringing.alarms.members == [])
                #expect(other.alarmSound == nil)
                #expect(other.story.last?.hasSuffix("stopped 1 edited") == true)
                other.wait(.hours(2))
                #expect(other.alarmSound == nil)
            }
        }
    }

    @Test("6.7: an edit of one member leaves the other ringing")
    func editOfOneMember() throws {
        var (night, one, two) = try twoAlarms()
        try night.wait(until: "2025-01-14 07:05")
        night.ask(.alarm(.remove(one)))
        #expect(night.ringing == [two])
        #expect(night.alarmSound != nil)
    }

    @Test("6.7: another time clears spent dates and skips, and arms from now")
    func editArmsAnew() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:10")
        night.edit(id) { $0.time = TimeOfDay(hour: 7, minute: 20) }
        #expect(try night.alarm(id).spent.entries == [])
        #expect(try night.alarm(id).armedAt == night.now.wall.instant)
        try night.wait(until: "2025-01-14 07:20")
        #expect(night.ringing == [id])
    }

    @Test("1.7: a time set within its own minute means tomorrow")
    func setInItsOwnMinute() throws {
        for start in ["2025-01-14 07:30:00", "2025-01-14 07:30:20"] {
            var night = try Night(at: start)
            let id = try night.once("07:30")
            #expect(try night.next(id) == "2025-01-15 07:30:00")
        }
    }

    @Test("6.8: mute has no way to an alarm: noise settings leave its volume alone")
    func noiseLeavesAlarmAlone() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        night.ask(.noise(.play(nil, volume: Percent(0))))
        try night.wait(until: "2025-01-14 07:00")
        night.ask(.noise(.setVolume(Percent(clamping: 0))))
        night.ask(.noise(.stop))
        #expect(night.alarmSound?.volume == AlarmDefaults.volume)
        #expect(night.machine.snapshot.brightness == 100)
    }

    @Test(
        "6.1, 6.4: however many are due at once, all ring, are snoozed, come back and are stopped")
    func manyAtOnce() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.checksCoding = false
        let ids = try (1...500).map { _ in try night.daily("07:00") }
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == ids)
        night.press(.snooze)
        #expect(night.ringing == [])
        // A cut meanwhile forgets none of them.
        night.restartProgram(after: .seconds(1))
        night.wait(.minutes(9))
        #expect(night.ringing == ids)
        night.press(.stop)
        #expect(night.machine.ringing.alarms.members == [])
        #expect(night.story.filter { $0.contains("stopped") }.count == 500)
        #expect(night.story.filter { $0.contains("superseded") }.isEmpty)
    }
}

@Suite("What keeps an alarm from ringing (law, 7)")
struct SuppressorTests {
    @Test("7: a skipped date is named while it is ahead, logged and spent when it passes")
    func skipNext() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.rewrite(id) { $0.skipNext = 1 }
        #expect(try night.next(id) == "2025-01-15 07:00:00")
        try night.wait(until: "2025-01-14 12:00")
        #expect(night.story == ["2025-01-14 07:00:00 skipped 1 of 2025-01-14 skipNext"])
        #expect(try night.alarm(id).spent.entries.map(\.reason) == [.skipped])
        try night.wait(until: "2025-01-15 07:00")
        #expect(night.ringing == [id])
    }

    @Test("7: a skip taken back before its instant makes the date due again")
    func skipTakenBack() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.rewrite(id) { $0.skipNext = 1 }
        try night.wait(until: "2025-01-14 06:59")
        try night.rewrite(id) { $0.skipNext = 0 }
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
    }

    @Test("7, 3.2: a skipped date stays skipped after a step back")
    func skippedStaysSpent() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.rewrite(id) { $0.skipNext = 1 }
        try night.wait(until: "2025-01-14 07:01")
        night.step(by: .minutes(-30))
        try night.wait(until: "2025-01-14 12:00")
        #expect(!night.story.contains { $0.contains("fired") })
    }

    @Test("7: a pause skips its dates, each with its reason, and ends by itself")
    func pause() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        night.ask(
            .alarm(
                .pauseAll(
                    DateRange(
                        first: try civilDate("2025-01-14"), last: try civilDate("2025-01-15")))))
        #expect(try night.next(id) == "2025-01-16 07:00:00")
        try night.wait(until: "2025-01-16 07:00")
        #expect(
            night.story == [
                "2025-01-14 07:00:00 skipped 1 of 2025-01-14 paused",
                "2025-01-15 07:00:00 skipped 1 of 2025-01-15 paused",
                "2025-01-16 07:00:00 fired 1",
            ])
    }

    @Test("7: what the lists say comes next is what rings, with a pause and a count together")
    func pauseAndSkip() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        let date = try civilDate("2025-01-14")
        night.ask(.alarm(.pauseAll(DateRange(first: date, last: date))))
        night.ask(.alarm(.skipNext(id, 1)))
        let announced = try #require(try night.next(id))
        try night.wait(until: "2025-01-18 00:00")
        #expect(night.story.first { $0.contains("fired") } == announced + " fired 1")
    }

    @Test("7: a pause stored upside down holds no date and breaks nothing")
    func pauseUpsideDown() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        var state = try #require(night.durable)
        let reversed = #"[{"first": "2025-01-19", "last": "2025-01-14"}]"#
        state.pauses = Pauses(try [DateRange](storedText: reversed.utf8, limit: 100))
        night.restartProgram(restoring: state)
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
    }

    @Test("7: a paused once alarm takes its next free date, a dated one switches off")
    func otherKinds() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let once = try night.once("07:00")
        let dated = try night.add(
            .dated(try civilDate("2025-01-14"), at: try timeOfDay("07:00")))
        let date = try civilDate("2025-01-14")
        night.ask(.alarm(.pauseAll(DateRange(first: date, last: date))))
        try night.wait(until: "2025-01-14 12:00")
        #expect(try !night.alarm(dated).isEnabled)
        #expect(try night.alarm(once).isEnabled)
        #expect(try night.next(once) == "2025-01-15 07:00:00")
        try night.wait(until: "2025-01-15 07:00")
        #expect(night.ringing == [once])
    }

    @Test("7: a date is skipped also while the alarm is off")
    func skippedWhileOff() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.rewrite(id) {
            $0.skipNext = 1
            $0.isEnabled = false
        }
        try night.wait(until: "2025-01-16 12:00")
        #expect(night.story == ["2025-01-14 07:00:00 skipped 1 of 2025-01-14 skipNext"])
    }

    @Test("6.7: switching off and on again takes the skips away")
    func switchingClearsSkips() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.rewrite(id) { $0.skipNext = 3 }
        night.ask(.alarm(.setEnabled(id, false)))
        night.ask(.alarm(.setEnabled(id, true)))
        #expect(try night.alarm(id).skipNext == 0)
        #expect(try night.next(id) == "2025-01-14 07:00:00")
    }
}
