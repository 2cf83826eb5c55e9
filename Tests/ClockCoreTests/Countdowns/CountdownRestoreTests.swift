import ClockTime
import Testing

@testable import ClockCore

@Suite("Countdowns through power cuts (law, 8.4, 9.1, 5.4 and 2.4; product, T4)")
struct CountdownRestoreTests {
    /// How a countdown of two hours is restored after twenty minutes.
    private static func back(
        recordedBy recorder: ClockTrust, isSameBoot: Bool, _ trust: ClockTrust
    ) -> String {
        let start = Moment(
            wall: WallTime(nanoseconds: 1_700_000_000_000_000_000),
            boot: BootTime(nanoseconds: 900_000_000_000))
        func context(_ now: Moment, _ trust: ClockTrust) -> CountdownContext {
            CountdownContext(now: now, trust: trust, grace: AlarmDefaults.grace)
        }
        let record = Countdown(.hours(2), from: start.boot).record(context(start, recorder))
        let saved = SavedMoment(
            savedAt: SavedStamp(start), trust: recorder, isSameBoot: isSameBoot)
        // In the same boot the wall clock was also stepped by an hour.
        let now =
            isSameBoot
            ? Moment(wall: start.wall + .minutes(80), boot: start.boot + .minutes(20))
            : Moment(wall: start.wall + .minutes(20), boot: BootTime(nanoseconds: 7_000_000_000))
        let back = Countdown(restoring: record, from: saved, context(now, trust))
        switch (back.end - now.boot, back.standing, isSameBoot) {
        case (.minutes(100), .known, true): return "as the boot time"
        case (.minutes(100), .known, false):
            return recorder == .trusted ? "as the wall time" : "by both estimates"
        case (.minutes(100), .estimated(record.end.wall), false):
            return "as the wall time, for now"
        case (.hours(2) - .seconds(65), .known, false): return "what was left"
        default: return "\(back)"
        }
    }

    @Test("The table at the head of Countdown.swift is how countdowns come back")
    func table() throws {
        let table = try HeadTable("Countdowns/Countdown.swift", first: "comes back")
        #expect(
            table.columns == ["recorded by a right clock", "by an estimate, or without a time"])
        #expect(table.rows.count == 4)
        try table.expect { row, column in
            let trust: ClockTrust =
                row.hasSuffix("by a right clock")
                ? .trusted : row.hasSuffix("without a time") ? .unknown : .plausible
            return Self.back(
                recordedBy: column == table.columns[0] ? .trusted : .plausible,
                isSameBoot: row == "in the same boot", trust)
        }
    }

    @Test("By a trusted clock a countdown goes on as if nothing had been")
    func trusted() throws {
        var bench = CountdownBench()
        let running = try bench.start(.hours(2), name: "roast")
        let paused = try bench.start(.minutes(30))
        let idle = try bench.schedule(.minutes(7), name: "eggs")
        bench.wait(.minutes(10) + .nanoseconds(123_456_789))
        try bench.perform(.pause, on: paused)
        bench.wait(.minutes(10))
        let before = try bench.report(running)
        bench.cutPower(for: .minutes(13))
        #expect(try bench.left(running) == .minutes(87) - .nanoseconds(123_456_789))
        let after = try bench.report(running)
        #expect(after.presentation == before.presentation)
        #expect(after.name == "roast")
        #expect(try bench.left(paused) == .minutes(20) - .nanoseconds(123_456_789))
        #expect(bench.state(idle) == .scheduled)
        #expect(try bench.start(.seconds(1)) == TimerID(4))
    }

    @Test("What ended during the cut rings within the grace, and was missed beyond it")
    func ended() throws {
        var bench = CountdownBench()
        try bench.start(.minutes(10))
        try bench.start(.minutes(20))
        let due = (bench.now.wall + .minutes(10)).instant
        bench.forget()
        bench.cutPower(for: .minutes(71))
        #expect(
            bench.notes == [
                .of(.timer(TimerID(1)), .missed(scheduled: due, .late)),
                .of(.timer(TimerID(2)), bench.fired(late: .minutes(51))),
            ])
        #expect(bench.timers.notices.map(\.timer) == [TimerID(1)])
        bench.cutPower(for: .minutes(1))
        #expect(bench.timers.notices.map(\.timer) == [TimerID(1)])
    }

    @Test("By an estimate first, and by the recorded time once the clock is right")
    func estimated() throws {
        for (error, behind) in [(Duration.minutes(-25), true), (.minutes(12), false)] {
            var bench = CountdownBench()
            let id = try bench.start(.hours(2))
            bench.wait(.minutes(30))
            bench.save()
            bench.cutPower(for: .minutes(30), error: error, trust: .plausible)
            // No clock makes more of it than was left before the cut.
            let estimate: Duration = behind ? .minutes(85) : .minutes(48)
            #expect(try bench.left(id) == estimate)
            bench.wait(.minutes(10))
            bench.restartProgram(after: .minutes(10))
            #expect(try bench.left(id) == estimate - .minutes(20))
            bench.synchronise()
            #expect(try bench.left(id) == .minutes(40))
            bench.cutPower(for: .minutes(15))
            #expect(try bench.left(id) == .minutes(25))
        }
    }

    @Test("A clock that stands before the cut, or knows no time, makes no countdown longer")
    func timeless() throws {
        for error in [Duration.zero - .hours(24 * 365), .zero - .hours(3)] {
            var bench = CountdownBench()
            let id = try bench.start(.hours(2))
            bench.wait(.minutes(30))
            bench.save()
            bench.cutPower(for: .minutes(5), error: error, trust: .unknown)
            #expect(try bench.left(id) == .minutes(90))
            bench.wait(.minutes(10))
            bench.save()
            bench.cutPower(for: .minutes(5), error: error, trust: .unknown)
            #expect(try bench.left(id) == .minutes(80))
            bench.synchronise()
            #expect(try bench.left(id) == .minutes(70))
        }
    }

    @Test(
        "A correction that passes the end rings at once within the grace, and is missed beyond it")
    func corrected() throws {
        for (outage, fires) in [(90, true), (150, false)] {
            var bench = CountdownBench()
            let id = try bench.start(.hours(1))
            bench.forget()
            bench.cutPower(
                for: .minutes(outage), error: .zero - .minutes(outage), trust: .plausible)
            #expect(try bench.left(id) == .hours(1))
            bench.synchronise()
            let due = (bench.now.wall - .minutes(outage - 60)).instant
            #expect(
                bench.timerNotes == [
                    fires
                        ? bench.fired(late: .minutes(30)) : .missed(scheduled: due, .late)
                ])
        }
    }

    @Test("Too late by an estimate waits for a trusted clock, which may say otherwise")
    func waiting() throws {
        for (outage, left) in [(30, Duration.minutes(30)), (200, nil)] {
            var bench = CountdownBench()
            let id = try bench.start(.hours(1))
            bench.forget()
            bench.cutPower(
                for: .minutes(outage), error: .minutes(200 - outage), trust: .plausible)
            #expect(bench.notes == [])
            #expect(bench.nextWake == nil)
            #expect(try bench.left(id) == .zero)
            var other = bench
            // Also through another restart, and another cut with a clock that is as wrong.
            other.restartProgram(after: .zero)
            other.cutPower(for: .zero, error: .minutes(200 - outage), trust: .plausible)
            for var story in [bench, other] {
                story.synchronise()
                if left == nil {
                    #expect(story.timers.notices.map(\.reason) == [.late])
                } else {
                    #expect(try story.left(id) == left)
                }
            }
        }
    }

    @Test(
        "What was started by a clock that was not trusted keeps to boot time through the correction"
    )
    func startedUntrusted() throws {
        var bench = CountdownBench()
        bench.step(by: .zero - .hours(9))
        bench.distrust()
        let id = try bench.start(.hours(1))
        bench.wait(.minutes(10))
        bench.synchronise()
        #expect(try bench.left(id) == .minutes(50))
        bench.cutPower(for: .minutes(20))
        #expect(try bench.left(id) == .minutes(30))
    }

    @Test("A step while it runs changes nothing after the next cut")
    func steppedBeforeCut() throws {
        var bench = CountdownBench()
        let id = try bench.start(.hours(1))
        bench.step(by: .hours(2))
        bench.wait(.minutes(10))
        bench.cutPower(for: .minutes(10), error: .hours(2))
        #expect(try bench.left(id) == .minutes(40))
    }

    @Test("What rang rings again, with its counters, unless that is longer ago than the grace")
    func ringing() throws {
        var bench = CountdownBench()
        let id = try bench.start(.minutes(1), name: "tea")
        bench.wait(.minutes(1))
        bench.silence()
        bench.wait(.minutes(9))
        bench.forget()
        var late = bench
        var unconfirmed = bench
        bench.cutPower(for: .minutes(60))
        #expect(bench.timerNotes == [.rangAgain(.powerCut)])
        #expect(bench.timers.alerting.map(\.since) == [bench.now.boot])
        #expect(try bench.report(id).silences == 1)
        bench.silence()
        bench.wait(.minutes(9))
        bench.silence()
        #expect(bench.timers.notices.map(\.reason) == [.unanswered])
        late.cutPower(for: .minutes(61))
        #expect(late.timers.notices.map(\.reason) == [.late])
        #expect(late.state(id) == .scheduled)
        unconfirmed.cutPower(for: .minutes(61), trust: .plausible)
        #expect(unconfirmed.timerNotes == [.rangAgain(.powerCut)])
    }

    @Test("A snooze that ended during the cut does not wait for a trusted clock")
    func snoozed() throws {
        var bench = CountdownBench()
        try bench.start(.minutes(1))
        bench.wait(.minutes(1))
        bench.snooze()
        bench.forget()
        var late = bench
        bench.cutPower(for: .hours(3), trust: .plausible)
        #expect(bench.timerNotes == [.rangAgain(.snoozeEnded)])
        late.cutPower(for: .hours(3))
        #expect(late.timers.notices.map(\.reason) == [.late])
    }

    @Test("A cut while the bar is held counts as a release at the restart, and max goes on")
    func napHeld() {
        var bench = CountdownBench()
        bench.hold()
        bench.wait(.minutes(5))
        bench.cutPower(for: .minutes(10))
        #expect(bench.napReport.phase == .releasing)
        #expect(bench.napReport.left == .seconds(30))
        #expect(bench.napReport.maxLeft == .minutes(15))
        bench.wait(.minutes(15))
        #expect(bench.napReport.cause == .max)
        var long = CountdownBench()
        long.hold()
        long.cutPower(for: .minutes(45))
        #expect(long.napNotes.last == long.fired(late: .minutes(15), .max))
        var lost = CountdownBench()
        lost.hold()
        lost.cutPower(for: .minutes(91))
        #expect(lost.nap.state == .idle)
        #expect(lost.nap.notices.map(\.reason) == [.late])
    }

    @Test("A nap is where it would be without the cut: releasing, napping, paused, over")
    func napGoesOn() throws {
        var bench = CountdownBench()
        bench.hold()
        bench.letGo()
        bench.cutPower(for: .seconds(20))
        #expect(bench.napReport.left == .seconds(10))
        bench.cutPower(for: .minutes(5) + .seconds(10))
        #expect(bench.napReport.phase == .napping)
        #expect(bench.napReport.left == .minutes(15))
        try bench.performOnNap(.pause)
        bench.cutPower(for: .hours(5))
        #expect(bench.napReport.left == .minutes(15))
        try bench.performOnNap(.resume)
        bench.cutPower(for: .minutes(16))
        #expect(bench.napNotes.last == bench.fired(late: .minutes(1), .nap))
        bench.cutPower(for: .minutes(1))
        #expect(bench.napNotes.last == .rangAgain(.powerCut))
        #expect(bench.napReport.cause == .nap)
        bench.snooze()
        bench.cutPower(for: .minutes(4))
        #expect(bench.napReport.left == .minutes(5))
        #expect(bench.napReport.snoozes == 1)
    }

    @Test("A nap's max that an estimate puts too far back waits; the nap itself does not")
    func napEstimated() {
        var bench = CountdownBench()
        bench.hold()
        bench.cutPower(for: .minutes(1), error: .hours(2), trust: .plausible)
        #expect(bench.napReport.phase == .releasing)
        var right = bench
        bench.wait(.minutes(20) + .seconds(30))
        #expect(bench.napReport.cause == .nap)
        right.wait(.minutes(5))
        right.synchronise()
        #expect(right.napReport.maxLeft == .minutes(24))
    }

    @Test("Records from elsewhere are held within their bounds")
    func strangeRecords() throws {
        let json = """
            {"timers": [
              {"id": 5, "length": -1, "run": 3, "state": "countdown"},
              {"id": 5, "length": 1, "run": 0, "state": "scheduled"},
              {"id": 6, "name": "x", "length": 99000000000000000, "run": 1, "state": "paused",
               "paused": {"total": 99000000000000000, "left": 99000000000000001}},
              {"id": 7, "length": 60000000000, "run": 1, "state": "countdown",
               "running": {"total": 60000000000, "length": 99000000000000000, "standing": "trusted",
                           "end": {"wall": 9223372036854775807, "boot": 9223372036854775807}}}],
             "nextTimerNumber": 0, "timerNotices": [], "nap": {"phase": "napping", "number": 1,
             "notices": []}}
            """
        let state = try CountdownsRecord(storedText: json)
        let bench = CountdownBench()
        var timers = TimerMachine()
        var nap = NapMachine()
        var outcome = CountdownOutcome()
        let saved = SavedMoment(
            savedAt: SavedStamp(bench.now), trust: .trusted, isSameBoot: false)
        timers.restart(from: state, saved, bench.context, &outcome)
        nap.restart(from: state, saved, bench.settings, bench.context, &outcome)
        let reports = timers.reports(bench.context)
        #expect(reports.map(\.id) == [TimerID(5), TimerID(6), TimerID(7)])
        #expect(reports.map(\.length) == [.seconds(1), .hours(24), .minutes(1)])
        #expect(reports.map(\.left) == [nil, .hours(24), .minutes(1)])
        #expect(timers.nextNumber == 8)
        #expect(nap.state == .idle)
    }
}
