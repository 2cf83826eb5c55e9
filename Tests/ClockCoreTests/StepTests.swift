import ClockTime
import Testing

@testable import ClockCore

@Suite("Steps of the clock and of the zone (law, 3 and 4)")
struct StepTests {
    @Test("3.1: a step forward by synchronisation rings what it passed within the grace")
    func forwardWithinGrace() throws {
        var night = try Night(at: "2025-01-14 06:45")
        let id = try night.daily("07:00")
        night.step(by: .minutes(30))
        #expect(night.ringing == [id])
        #expect(night.story == ["2025-01-14 07:15:00 fired 1 late 900.0 seconds"])
    }

    @Test("3.1: beyond the grace it was missed")
    func forwardBeyondGrace() throws {
        var night = try Night(at: "2025-01-14 06:45")
        _ = try night.daily("07:00")
        night.step(by: .minutes(76))
        #expect(night.story == ["2025-01-14 08:01:00 missed 1 of 2025-01-14 late 1"])
    }

    @Test("3: a step that no event told of is found at the next wake")
    func stepFoundByWake() throws {
        var night = try Night(at: "2025-01-14 06:45")
        let id = try night.daily("07:00")
        var stepped = night.now
        stepped.wall = stepped.wall + .minutes(30)
        let effects = night.machine.handleForTest(.wake, at: stepped)
        #expect(effects.contains { $0.isNote { $0.line?.hasPrefix("fired \(id)") ?? false } })
    }

    @Test("3: slewing by half a second is not a step")
    func slewing() throws {
        var night = try Night(at: "2025-01-14 06:45")
        night.step(by: .milliseconds(500))
        night.step(by: .milliseconds(-500))
        #expect(!night.notes.contains { if case .clockStepped = $0 { true } else { false } })
        night.step(by: .milliseconds(501))
        #expect(night.notes.contains(.clockStepped(by: .milliseconds(501), .synchronised)))
    }

    @Test("3.2: after a step back nothing rings twice")
    func backwardDoesNotRepeat() throws {
        var night = try Night(at: "2025-01-14 06:45")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:01")
        night.press(.stop)
        night.step(by: .minutes(-30))
        try night.wait(until: "2025-01-15 06:59")
        #expect(night.story.count == 2)
    }

    @Test("3.2, 2.3: after 40 rings a step to 1999 and back makes none of their dates missed")
    func farBackAndForth() throws {
        var night = try Night(at: "2025-01-14 06:45")
        let id = try night.daily("07:00")
        for _ in 0..<40 {
            night.wait(.minutes(20))
            #expect(night.ringing == [id])
            night.press(.stop)
            night.wait(.hours(24) - .minutes(20) - .milliseconds(100))
        }
        night.forgetStory()
        let there = try night.zone.instant(showing: "1999-06-01 12:00")
        let back = night.now.wall
        night.step(by: WallTime(there) - back)
        night.step(by: back - night.now.wall)
        night.wait(.minutes(10))
        #expect(night.story == [])
    }

    @Test("3.2: a date that was only marked missed is due again when it lies ahead again")
    func missedIsReopened() throws {
        var night = try Night(at: "2025-01-14 06:45")
        let id = try night.once("07:00")
        night.step(by: .hours(5))
        #expect(night.missed.count == 1)
        #expect(try !night.alarm(id).isEnabled)
        night.step(by: .hours(-5))
        #expect(night.missed == [])
        #expect(try night.alarm(id).isEnabled)
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
        #expect(
            night.story == [
                "2025-01-14 11:45:00 missed 1 of 2025-01-14 late 1",
                "2025-01-14 06:45:00 reopened 1 of 2025-01-14", "2025-01-14 07:00:00 fired 1",
            ])
    }

    @Test("3.3: an alarm set before a step back rings at its time today")
    func armedAtFollows() throws {
        var night = try Night(at: "2025-01-14 10:00")
        let id = try night.once("09:45")
        #expect(try night.next(id) == "2025-01-15 09:45:00")
        night.step(by: .minutes(-30))
        #expect(try night.next(id) == "2025-01-14 09:45:00")
        try night.wait(until: "2025-01-14 09:45")
        #expect(night.ringing == [id])
    }

    @Test("3.4: what a person's setting of the clock passes is noted and does not ring")
    func passedOver() throws {
        var night = try Night(at: "2025-01-14 06:45")
        let id = try night.daily("07:00")
        night.step(by: .minutes(30), .user)
        #expect(night.story == ["2025-01-14 07:15:00 passed over 1 of 2025-01-14"])
        #expect(try night.next(id) == "2025-01-15 07:00:00")
        night.step(by: .minutes(-30), .user)
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
    }

    @Test(
        "3.4: a person's setting is theirs, whether the step is seen before they are heard or after"
    )
    func announcedSetting() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("06:30")
        // The announcement comes first; then a wake finds the step.
        night.handle(.clockAdjusted(trust: .trusted, by: .user))
        night.passUnevenly(wall: .minutes(45), boot: .zero)
        night.handle(.wake)
        #expect(night.ringing.isEmpty)
        #expect(night.machine.ringing.alarms.notices.isEmpty)
        // An announcement explains no step that comes long after it.
        night.handle(.clockAdjusted(trust: .trusted, by: .user))
        night.wait(.minutes(2))
        night.passUnevenly(wall: .minutes(24 * 60 - 10), boot: .zero)
        night.handle(.wake)
        #expect(night.ringing == [id])
    }

    @Test("3.4: a person who sets the clock back does not hear the same ring again")
    func setBackByUser() throws {
        var night = try Night(at: "2025-01-14 06:45")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:05")
        night.press(.stop)
        night.step(by: .minutes(-20), .user)
        try night.wait(until: "2025-01-14 12:00")
        #expect(night.story.filter { $0.contains("fired") }.count == 1)
    }

    @Test("3.4: a once alarm that was passed over stays set")
    func oncePassedOver() throws {
        var night = try Night(at: "2025-01-14 06:45")
        let id = try night.once("07:00")
        night.step(by: .hours(1), .user)
        #expect(try night.alarm(id).isEnabled)
        #expect(try night.next(id) == "2025-01-15 07:00:00")
    }

    @Test("3.6, 6.3: a step moves no snooze, and its recorded wall time follows the step")
    func stepsLeaveSnoozes() throws {
        for delta in [Duration.minutes(-50), .minutes(50), .hours(-3)] {
            var night = try Night(at: "2025-01-14 06:45")
            let id = try night.daily("07:00")
            try night.wait(until: "2025-01-14 07:01")
            night.handle(.button(.snooze, isDown: true))
            let end = night.now.boot + .minutes(9)
            night.handle(.button(.snooze, isDown: false))
            night.step(by: delta)
            let stamp = try #require(night.durable?.members.first?.time)
            #expect(stamp.boot == end)
            let rest: Duration = end - night.now.boot
            #expect(stamp.wall == night.now.wall + rest)
            night.wait(rest - .nanoseconds(1))
            #expect(night.ringing == [])
            night.wait(.nanoseconds(1))
            #expect(night.ringing == [id])
        }
    }

    @Test("3.2: seconds that come twice, as a leap second does, ring once")
    func leapSecond() throws {
        var night = try Night(at: "2025-01-14 06:59:59")
        _ = try night.daily("07:00")
        night.wait(.milliseconds(1_500))
        night.step(by: .seconds(-1))
        night.wait(.minutes(1))
        #expect(night.story == ["2025-01-14 07:00:00 fired 1"])
    }
}

extension ClockMachine {
    /// Runs one step on a copy, for events that no shell should send.
    func handleForTest(_ event: Event, at now: Moment) -> [Effect] {
        var copy = self
        return copy.handle(event, at: now)
    }
}

extension Effect {
    func isNote(_ matches: (Note) -> Bool) -> Bool {
        guard case .notes(let notes) = self else { return false }
        return notes.contains(where: matches)
    }
}
