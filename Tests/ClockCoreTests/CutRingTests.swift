import ClockTime
import Testing

@testable import ClockCore

@Suite("Rings and snoozes that a power cut found, and how their end is known (law, 5, 6.6 and 9)")
struct CutRingTests {
    /// A night whose alarm was snoozed at 07:01 until 07:10, by a clock that was right.
    private static func snoozed() throws -> Night {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:01")
        night.send(.ring(.snooze(.current)))
        return night
    }

    @Test("9.2, 5.6: the first correction tells that a snooze has ended: it rings, or was missed")
    func endedMeanwhile() throws {
        for (hours, isMissed) in [(0, false), (1, true)] {
            var night = try CutRingTests.snoozed()
            try night.cutPower(
                for: .hours(hours) + .minutes(20), clock: "2025-01-14 07:05", trust: .plausible)
            night.wait(.minutes(1))
            #expect(night.ringing == [])
            night.synchronise()
            #expect(night.ringing == (isMissed ? [] : [AlarmID(1)]))
            #expect(night.missed.count == (isMissed ? 1 : 0))
            #expect(night.snoozed == [])
            #expect(Ledger.problems(of: night) == [])
        }
    }

    @Test("9.2, 5.6: the first correction tells that a snooze is still to end, through any boots")
    func stillToEnd() throws {
        for boots in 1...3 {
            var night = try CutRingTests.snoozed()
            for boot in 1...boots {
                let clock = boot == 1 ? "1970-01-01 01:00" : "2025-01-14 06:00"
                try night.cutPower(
                    for: .minutes(1), clock: clock, trust: boot == 1 ? .unknown : .plausible)
                night.wait(.minutes(1))
            }
            night.synchronise()
            #expect(night.snoozed == [AlarmID(1)])
            try night.wait(until: "2025-01-14 07:09:59")
            #expect(night.ringing == [], "\(boots)")
            night.wait(.seconds(1))
            #expect(night.ringing == [AlarmID(1)], "\(boots)")
        }
    }

    @Test("9.2: a snooze that rang by the estimate before the correction rings on")
    func rangByEstimate() throws {
        var night = try CutRingTests.snoozed()
        try night.cutPower(for: .hours(3), clock: "2025-01-14 07:09", trust: .plausible)
        night.wait(.minutes(2))
        #expect(night.ringing == [AlarmID(1)])
        night.synchronise()
        #expect(night.ringing == [AlarmID(1)])
        #expect(night.missed == [])
    }

    @Test("5.4: the end of a snooze that an unconfirmed clock recorded moves with no correction")
    func unconfirmedEnd() throws {
        var night = try CutRingTests.snoozed()
        try night.cutPower(for: .minutes(20), clock: "2025-01-14 07:09", trust: .plausible)
        night.wait(.minutes(1))
        night.send(.ring(.snooze(.current)))
        night.synchronise()
        #expect(night.snoozed == [AlarmID(1)])
        night.wait(.minutes(9))
        #expect(night.ringing == [AlarmID(1)])
    }

    @Test("6.3, 9.3: a program that starts again in the boot goes on by the boottime clock")
    func sameBoot() throws {
        var night = try CutRingTests.snoozed()
        try night.cutPower(for: .minutes(2), clock: "2025-01-14 05:00", trust: .plausible)
        night.wait(.minutes(1))
        night.restartProgram(after: .seconds(10), trust: .plausible)
        night.synchronise()
        try night.wait(until: "2025-01-14 07:10")
        #expect(night.ringing == [AlarmID(1)])
    }

    @Test("9.1, 9.2: what a clock that knew no time recorded is never too late")
    func recordedWithoutTime() throws {
        for isSnoozed in [false, true] {
            var night = try CutRingTests.snoozed()
            try night.cutPower(for: .minutes(2), clock: "1970-01-01 01:00", trust: .unknown)
            night.wait(.minutes(9))
            #expect(night.ringing == [AlarmID(1)])
            if isSnoozed { night.send(.ring(.snooze(.current))) }
            try night.cutPower(for: .minutes(2))
            if isSnoozed {
                #expect(night.snoozed == [AlarmID(1)])
                night.wait(.minutes(9))
            }
            #expect(night.ringing == [AlarmID(1)])
            #expect(night.missed == [])
        }
    }

    @Test("6.6: what is due anew at a boot takes the place of what rang before, and sounds once")
    func dueAnew() throws {
        for trust in [ClockTrust.trusted, .plausible] {
            var night = try Night(at: "2025-01-14 06:00")
            _ = try night.daily("07:00")
            try night.wait(until: "2025-01-14 07:05")
            night.forgetStory()
            night.cutPower(for: .hours(24), wall: nil, trust: trust)
            #expect(
                night.story == [
                    trust == .trusted
                        ? "2025-01-15 07:05:00 missed 1 of 2025-01-14 late 1"
                        : "2025-01-15 07:05:00 superseded 1 of 2025-01-14",
                    "2025-01-15 07:05:00 fired 1 late 300.0 seconds",
                ])
            #expect(night.ringing == [AlarmID(1)])
        }
    }
}

@Suite("The spent dates' places (law, Words and 3.2)")
struct SpentPlacesTests {
    @Test("3.2: dates that are only missed in a far jump do not push out one that rang")
    func farJump() throws {
        var night = try Night(at: "2025-01-14 06:59")
        _ = try night.daily("07:00")
        night.wait(.minutes(2))
        night.press(.stop)
        night.step(by: .hours(24 * 60))
        night.press(.stop)
        night.step(by: .hours(-24 * 60) - .minutes(5))
        #expect(night.clock < "2025-01-14 07:00:00")
        night.forgetStory()
        night.wait(.hours(2))
        #expect(night.story == [])
        night.wait(.hours(24))
        #expect(night.story.first == "2025-01-15 07:00:00 fired 1")
    }
}

@Suite("A date that is due again while it still rings (law, 5.5)")
struct ReopenedWhileRingingTests {
    @Test("5.5, 2.2: what rings is not missed, however late its time comes by a step forward")
    func notMissed() throws {
        var night = try Night(at: "2025-01-14 03:00")
        let id = try night.daily("07:00")
        try night.cutPower(for: .minutes(1), clock: "2025-01-14 06:59", trust: .plausible)
        night.wait(.minutes(2))
        #expect(night.ringing == [id])
        night.synchronise()
        #expect(night.clock < "2025-01-14 03:10:00")
        night.step(by: .hours(6))
        #expect(night.ringing == [id])
        #expect(night.missed == [])
        night.press(.stop)
        #expect(try night.next(id) == "2025-01-15 07:00:00")
        #expect(Ledger.problems(of: night) == [])
    }
}
