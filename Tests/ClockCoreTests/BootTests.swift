import ClockTime
import Testing

@testable import ClockCore

@Suite("Boot, trust and power cuts (law, 5 and 9)")
struct BootTests {
    @Test("N1: the example night of the batch form rings at 06:21, once")
    func exampleNight() throws {
        var night = Night(
            zone: try systemZone("Europe/Berlin"),
            at: WallTime(try instant("2025-01-14T05:00:00Z")))
        _ = try night.daily("07:00")
        night.wait(.minutes(50))
        night.cutPower(
            for: .minutes(30), wall: WallTime(try instant("2025-01-14T05:50:00Z")),
            trust: .plausible)
        night.wait(.minutes(1))
        night.step(by: WallTime(try instant("2025-01-14T06:21:00Z")) - night.now.wall)
        night.wait(.minutes(1))
        night.press(.stop)
        night.wait(.minutes(158))
        let rings = night.log.filter { $0.note.line?.hasPrefix("fired") ?? false }
        #expect(rings.map { RFC3339.format($0.truth) } == ["2025-01-14T06:21:00.000Z"])
        #expect(night.missed == [])
    }

    @Test("5.2: with the time unknown no alarm rings, and the face asks for the time")
    func unknownTime() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        try night.cutPower(for: .minutes(30), clock: "1970-01-01 01:00", trust: .unknown)
        #expect(night.machine.snapshot.civil == nil)
        #expect(night.machine.snapshot.nextAlarm == nil)
        try night.wait(until: "1970-01-02 12:00")
        #expect(night.story == [])
    }

    @Test("5.2: with the time unknown an interrupted ring and a snooze go on")
    func unknownTimeKeepsRings() throws {
        for isSnoozed in [false, true] {
            var night = try Night(at: "2025-01-14 06:00")
            let id = try night.daily("07:00")
            try night.wait(until: "2025-01-14 07:00")
            if isSnoozed { night.press(.snooze) }
            try night.cutPower(for: .minutes(2), clock: "1970-01-01 01:00", trust: .unknown)
            #expect(night.ringing == (isSnoozed ? [] : [id]))
            night.wait(.minutes(9))
            #expect(night.ringing == [id])
        }
    }

    @Test("5.2: an alarm set while the time is unknown means the time that then becomes known")
    func armedWhileUnknown() throws {
        var night = try Night("Europe/Berlin", at: "1970-01-02 00:00", trust: .unknown)
        let id = try night.once("07:00")
        night.wait(.minutes(10))
        night.step(
            by: WallTime(try night.zone.instant(showing: "2025-01-14 06:10")) - night.now.wall)
        #expect(night.story == [])
        #expect(try night.next(id) == "2025-01-14 07:00:00")
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
    }

    @Test("5.3: by a plausible clock alarms ring, and the face marks the time as unconfirmed")
    func plausibleTime() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.cutPower(for: .minutes(30), clock: "2025-01-14 06:10", trust: .plausible)
        #expect(!night.machine.snapshot.isTimeConfirmed)
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
    }

    @Test("5.4: an alarm set by an unconfirmed clock moves with its first correction")
    func provisionalArming() throws {
        var night = try Night(at: "2025-01-14 05:51", trust: .plausible)
        let id = try night.once("06:00")
        night.wait(.minutes(1))
        // The truth is half an hour later: 06:00 was over when it was set.
        night.step(by: .minutes(30))
        #expect(try night.alarm(id).armedAt == night.zone.instant(showing: "2025-01-14 06:21"))
        #expect(try !night.alarm(id).isArmedProvisionally)
        #expect(night.ringing == [])
        #expect(try night.next(id) == "2025-01-15 06:00:00")
    }

    @Test("5.4: what was armed provisionally in a boot before is settled by a trusted boot")
    func provisionalArmingEndsAtTrustedBoot() throws {
        var night = try Night(at: "2025-01-14 06:00", trust: .plausible)
        let id = try night.once("07:00")
        try night.cutPower(for: .minutes(1))
        #expect(try !night.alarm(id).isArmedProvisionally)
        night.step(by: .hours(1))
        #expect(night.ringing == [id])
    }

    @Test("5.4: an alarm set while no time was known means the next time once a boot knows it")
    func armedInTimelessBoot() throws {
        for second in [ClockTrust.trusted, .plausible, .unknown] {
            for wasEverTrusted in [true, false] {
                var night = try Night(
                    at: "2025-01-13 12:00", trust: wasEverTrusted ? .trusted : .unknown)
                try night.cutPower(for: .hours(5), clock: "1970-01-02 00:00", trust: .unknown)
                night.wait(.hours(4))
                let once = try night.once("07:00")
                let daily = try night.daily("07:00")
                try night.cutPower(
                    for: .hours(1), clock: second == .unknown ? "1970-01-02 00:00" : nil,
                    trust: second)
                night.wait(.minutes(1))
                night.synchronise()
                #expect(night.missed == [], "\(second), \(wasEverTrusted)")
                #expect(try night.next(once) == "2025-01-14 07:00:00", "\(second)")
                try night.wait(until: "2025-01-14 07:00")
                #expect(night.ringing == [once, daily], "\(second), \(wasEverTrusted)")
            }
        }
    }

    @Test("5.4: an alarm set by an unconfirmed clock is not lost in a boot that knows no time")
    func provisionalArmingBeforeTimelessBoot() throws {
        var night = try Night(at: "2025-01-14 06:00", trust: .plausible)
        let once = try night.once("07:00")
        try night.cutPower(for: .minutes(5), clock: "1970-01-02 00:00", trust: .unknown)
        night.synchronise()
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [once])
    }

    @Test("5.4, 5.6: an alarm set by a slow clock rings late after a cut and its correction")
    func provisionalArmingBeforeCorrectedBoot() throws {
        var night = try Night(at: "2025-01-14 05:51", trust: .plausible)
        let once = try night.once("06:30")
        night.wait(.minutes(1))
        // The truth was half an hour ahead, and the power is off for another 18 minutes.
        try night.cutPower(for: .minutes(18), clock: "2025-01-14 05:52", trust: .plausible)
        night.wait(.minutes(1))
        night.step(by: .minutes(48))
        #expect(night.clock == "2025-01-14 06:41:00")
        #expect(night.ringing == [once])
    }

    @Test("3.3: a step back while no time is known leaves alarms as they were armed")
    func stepWithoutTime() throws {
        var night = try Night(at: "2025-01-13 22:00")
        let once = try night.once("07:00")
        let daily = try night.daily("08:00")
        try night.cutPower(for: .hours(1), clock: "1970-01-02 00:00", trust: .unknown)
        night.step(by: .hours(-1), trust: .unknown)
        night.synchronise()
        #expect(night.story == [])
        #expect(try night.next(once) == "2025-01-14 07:00:00")
        #expect(try night.next(daily) == "2025-01-14 08:00:00")
    }

    @Test("5.6: a trusted boot gives the verdicts that waited also where it sets the clock back")
    func verdictsAtBackwardBoot() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        try night.cutPower(for: .minutes(150), clock: "2025-01-14 09:00", trust: .plausible)
        #expect(night.missed == [])
        try night.cutPower(for: .minutes(5))
        #expect(night.clock == "2025-01-14 08:35:00")
        #expect(night.missed.count == 1)
    }

    @Test(
        "5.5: dates spent by a clock that ran ahead by more than 5 minutes ring at the right time")
    func provisionalDates() throws {
        var night = try Night(at: "2025-01-14 04:00")
        let weekly = try night.daily("07:00")
        let once = try night.once("07:00")
        try night.cutPower(for: .minutes(1), clock: "2025-01-14 06:59", trust: .plausible)
        night.wait(.minutes(2))
        #expect(night.ringing == [weekly, once])
        night.press(.stop)
        night.synchronise()
        #expect(night.clock == "2025-01-14 04:03:00")
        #expect(try night.alarm(once).isEnabled)
        night.forgetStory()
        try night.wait(until: "2025-01-14 07:00")
        #expect(
            night.story == ["2025-01-14 07:00:00 fired 1", "2025-01-14 07:00:00 fired 2 joined"])
    }

    @Test("5.5: a correction by 5 minutes or less repeats nothing")
    func smallCorrection() throws {
        var night = try Night(at: "2025-01-14 06:50")
        _ = try night.daily("07:00")
        try night.cutPower(for: .minutes(5), clock: "2025-01-14 07:00", trust: .plausible)
        night.press(.stop)
        night.step(by: .minutes(-5))
        try night.wait(until: "2025-01-14 12:00")
        #expect(night.story.filter { $0.contains("fired") }.count == 1)
    }

    @Test(
        "5.5: a later correction repeats no ring that a synchronisation or a trusted boot confirmed",
        arguments: [true, false])
    func confirmedDates(bySynchronisation: Bool) throws {
        var night = try Night(at: "2025-01-14 06:50", trust: .plausible)
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:01")
        night.press(.stop)
        if bySynchronisation {
            night.handle(.clockAdjusted(trust: .trusted, by: .synchronised))
        } else {
            try night.cutPower(for: .minutes(1))
        }
        night.step(by: .minutes(-20))
        try night.wait(until: "2025-01-14 12:00")
        #expect(night.story.filter { $0.contains("fired") }.count == 1)
    }

    @Test("5.5: a date spent too early is due again also where the boot after it knew no time")
    func provisionalDatesAcrossUnknownBoot() throws {
        var night = try Night(at: "2025-01-14 04:00")
        let id = try night.once("07:00")
        try night.cutPower(for: .minutes(1), clock: "2025-01-14 06:59", trust: .plausible)
        night.wait(.minutes(2))
        night.press(.stop)
        try night.cutPower(for: .minutes(1), clock: "1970-01-01 01:00", trust: .unknown)
        night.synchronise()
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
    }

    @Test("5.5: a skip that an unconfirmed clock used up is there again when its date is")
    func provisionalSkip() throws {
        var night = try Night(at: "2025-01-14 04:00")
        let id = try night.daily("07:00")
        try night.rewrite(id) { $0.skipNext = 1 }
        try night.cutPower(for: .minutes(1), clock: "2025-01-14 06:59", trust: .plausible)
        night.wait(.minutes(2))
        night.synchronise()
        try night.wait(until: "2025-01-14 12:00")
        #expect(!night.story.contains { $0.contains("fired") })
        #expect(try night.next(id) == "2025-01-15 07:00:00")
    }

    @Test("5.6: at a trusted boot the time without power is judged")
    func trustedBoot() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("06:30")
        _ = try night.daily("07:15")
        try night.cutPower(for: .minutes(90))
        #expect(
            night.story == [
                "2025-01-14 07:30:00 fired 1 late 3600.0 seconds",
                "2025-01-14 07:30:00 fired 2 late 900.0 seconds joined",
            ])
    }

    @Test("5.6: a cut at the very minute of the alarm loses nothing")
    func cutAtTheMinute() throws {
        var night = try Night(at: "2025-01-14 06:59:30")
        let id = try night.daily("07:00")
        night.pass(.seconds(30))
        try night.cutPower(for: .seconds(15))
        #expect(night.ringing == [id])
    }

    @Test("3.2, 3.3: a program that starts again in the same boot sees a step made meanwhile")
    func stepWhileProgramWasAway() throws {
        var night = try Night(at: "2025-01-14 10:00")
        let id = try night.once("09:45")
        night.cutPower(for: .zero, wall: night.now.wall - .minutes(30), trust: .trusted)
        #expect(try night.next(id) == "2025-01-14 09:45:00")

        var other = try Night(at: "2025-01-14 10:00")
        let same = try other.once("09:45")
        other.wait(.minutes(40))
        other.restartProgram(after: .seconds(5), wallStep: .minutes(-30))
        #expect(other.clock == "2025-01-14 10:10:05")
        other.restartProgram(after: .seconds(5), wallStep: .minutes(-30))
        #expect(try other.next(same) == "2025-01-14 09:45:00")
    }

    @Test("9.1: an interrupted ring goes on at once, with its counters, and N starts anew")
    func interruptedRing() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        night.wait(.minutes(12))
        #expect(night.ringing == [id])
        try night.cutPower(for: .minutes(5))
        #expect(night.ringing == [id])
        #expect(night.machine.ringing.alarms.members.map(\.snoozes) == [1])
        #expect(night.story.last == "2025-01-14 07:17:00 again 1 powerCut")
        night.wait(.seconds(599))
        #expect(night.ringing == [id])
        night.wait(.seconds(1))
        #expect(night.snoozed == [id])
    }

    @Test("9.1: a ring that began more than the grace ago was missed")
    func ringTooLongAgo() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        var later = night
        try night.cutPower(for: .minutes(60))
        #expect(night.ringing == [AlarmID(1)])
        try later.cutPower(for: .minutes(61))
        #expect(later.story.last == "2025-01-14 08:01:00 missed 1 of 2025-01-14 late 1")
        #expect(later.machine.ringing.alarms.members == [])
    }

    @Test("9.2: a snooze waits for its end across a power cut")
    func interruptedSnooze() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.handle(.command(RequestID(99), .ring(.snooze(.current))))
        var late = night
        var missed = night
        try night.cutPower(for: .minutes(5))
        #expect(night.snoozed == [id])
        try night.wait(until: "2025-01-14 07:09")
        #expect(night.ringing == [id])
        try late.cutPower(for: .minutes(69))
        #expect(late.ringing == [id])
        try missed.cutPower(for: .minutes(70))
        #expect(missed.missed.count == 1)
    }

    @Test("9.2: by an unconfirmed clock nobody waits longer than the snooze length")
    func interruptedSnoozeUnconfirmed() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        try night.cutPower(for: .minutes(5), clock: "2025-01-14 05:00", trust: .plausible)
        night.wait(.minutes(9) - .seconds(1))
        #expect(night.ringing == [])
        night.wait(.seconds(1))
        #expect(night.ringing == [id])
    }

    @Test("9.2, 5.4: a snooze end recorded by a clock that ran ahead is not waited for by hours")
    func snoozeRecordedByWrongClock() throws {
        var night = try Night(at: "2025-01-14 02:00")
        let id = try night.daily("07:00")
        try night.cutPower(for: .minutes(1), clock: "2025-01-14 06:59", trust: .plausible)
        night.wait(.minutes(1))
        night.press(.snooze)
        try night.cutPower(for: .minutes(1))
        #expect(night.clock < "2025-01-14 02:10:00")
        night.wait(.minutes(9))
        #expect(night.ringing == [id])
    }

    @Test(
        "9.3: in the same boot a snooze goes on by the boottime clock, whatever the wall clock did")
    func programRestart() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        night.restartProgram(after: .seconds(10), wallStep: .hours(3), trust: .plausible)
        #expect(night.snoozed == [id])
        night.wait(.minutes(9) - .seconds(11))
        #expect(night.ringing == [])
        night.wait(.seconds(1))
        #expect(night.ringing == [id])
    }

    @Test("9: noise that played goes on after a power cut")
    func noiseGoesOn() throws {
        var night = try Night(at: "2025-01-14 02:00")
        night.ask(.noise(.play(SoundID("white"), volume: Percent(20))))
        try night.cutPower(for: .minutes(1), clock: "1970-01-01 01:00", trust: .unknown)
        #expect(night.noiseSound?.sound == SoundID("white"))
        #expect(night.noiseSound?.volume == Percent(20))
    }

    @Test("A stored state with things twice does not bring the clock down")
    func doubledRecords() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        var state = try #require(night.durable)
        state.members += state.members
        state.alarms += state.alarms
        state.nextAlarmNumber = 0
        night = try Night(at: "2025-01-14 07:01", restoring: state)
        #expect(night.ringing == [id])
        #expect(try night.daily("08:00") == AlarmID(2))
    }
}
