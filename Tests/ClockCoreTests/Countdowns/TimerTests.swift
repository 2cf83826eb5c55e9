import ClockTime
import Testing

@testable import ClockCore

@Suite("Timers (law, 8.1 and 13; product, T1)")
struct TimerTests {
    /// A named timer of ten minutes in each state, three minutes after it was set up.
    private static func situation(_ state: TimerState) throws -> (CountdownBench, TimerID) {
        var bench = CountdownBench()
        let id = try bench.schedule(.minutes(10), name: "eggs")
        bench.wait(.minutes(3))
        if state != .scheduled { try bench.perform(.countdown, on: id) }
        switch state {
        case .scheduled, .countdown: break
        case .paused: try bench.perform(.pause, on: id)
        case .alert: bench.wait(.minutes(10))
        }
        try #require(bench.state(id) == state)
        bench.forget()
        return (bench, id)
    }

    @Test("The table at the head of TimerMachine.swift is what happens to a timer")
    func table() throws {
        let table = try HeadTable("Countdowns/TimerMachine.swift", first: "operation")
        #expect(table.columns == TimerState.allCases.map(\.rawValue))
        let happenings = ["its end", "late end", "silence"]
        #expect(table.rows == Operation.allCases.map(\.rawValue) + happenings)
        try table.expect { row, column in
            let state = try #require(TimerState(rawValue: column))
            var (bench, id) = try TimerTests.situation(state)
            let before = bench
            guard let operation = Operation(rawValue: row) else {
                switch row {
                case "its end": bench.wait(.minutes(10))
                case "late end": bench.sleepThrough(.hours(2))
                default: bench.silence()
                }
                if bench.timers == before.timers { return "-" }
                return TimerTests.outcome(bench, id)
            }
            do throws(CommandError) {
                try bench.perform(operation, on: id)
                #expect(bench.saves == before.saves + 1, "\(row), \(column)")
                return TimerTests.outcome(bench, id)
            } catch {
                #expect(bench.timers == before.timers, "\(row), \(column)")
                #expect(bench.notes == [])
                #expect(bench.saves == before.saves)
                return error.code
            }
        }
    }

    /// The fate of a situation's timer.
    private static func outcome(_ bench: CountdownBench, _ id: TimerID) -> String {
        switch bench.state(id) {
        case nil: "gone"
        case .scheduled: "over"
        case .countdown, .paused, .alert: bench.state(id)?.rawValue ?? ""
        }
    }

    @Test("A timer that is not there is not found, and another run of one is stale")
    func identity() throws {
        var bench = CountdownBench()
        let id = try bench.start(.minutes(1))
        #expect(throws: CommandError.notFoundTimer(TimerID(9))) {
            try bench.perform(.stop, on: TimerID(9))
        }
        let run = try bench.report(id).run
        bench.wait(.minutes(1))
        try bench.perform(.repeat, on: id, run: run)
        #expect(throws: CommandError.stale) { try bench.perform(.stop, on: id, run: run) }
        try bench.perform(.stop, on: id, run: run + 1)
        #expect(bench.timers.timers == [])
        #expect(CommandError.notFoundTimer(id).code == "notFound")
    }

    @Test("A run's four figures are AlarmKit's, through pause, resumption and a minute more")
    func presentation() throws {
        var bench = CountdownBench()
        let start = bench.now.wall
        let id = try bench.start(.minutes(10), name: "tea")
        bench.wait(.minutes(4))
        try bench.perform(.pause, on: id)
        var figures = try #require(try bench.report(id).presentation)
        #expect(figures.totalCountdownDuration == .minutes(10))
        #expect(figures.previouslyElapsedDuration == .minutes(4))
        #expect((figures.startDate, figures.fireDate) == (nil, nil))
        bench.wait(.minutes(30))
        #expect(try bench.left(id) == .minutes(6))
        try bench.perform(.add, on: id)
        try bench.perform(.resume, on: id)
        bench.wait(.minutes(2))
        try bench.perform(.add, on: id)
        figures = try #require(try bench.report(id).presentation)
        #expect(figures.totalCountdownDuration == .minutes(12))
        #expect(figures.previouslyElapsedDuration == .minutes(4))
        #expect(figures.startDate == start + .minutes(34))
        #expect(figures.fireDate == start + .minutes(42))
        #expect(try bench.left(id) == .minutes(6))
        bench.wait(.minutes(6))
        #expect(bench.state(id) == .alert)
        #expect(bench.voices == 1)
    }

    @Test("A stopped timer with a name can be started again, one without is gone")
    func putAway() throws {
        var bench = CountdownBench()
        let named = try bench.start(.seconds(10), name: "eggs")
        let nameless = try bench.start(.seconds(10), name: "")
        bench.wait(.seconds(10))
        #expect(bench.timers.alerting.map(\.timer) == [named, nameless])
        bench.stop()
        #expect(bench.timers.timers.map(\.id) == [named])
        #expect(bench.state(named) == .scheduled)
        #expect(try bench.perform(.countdown, on: named)?.left == .seconds(10))
        #expect(try bench.start(.seconds(5)) == TimerID(3))
    }

    @Test("Bounds: 1 s to 24 h, a hundred timers, a name on one line")
    func bounds() throws {
        var bench = CountdownBench()
        for length in [Duration.zero, .milliseconds(999), .hours(24) + .nanoseconds(1)] {
            #expect(throws: CommandError.self) { try bench.start(length) }
        }
        #expect(throws: CommandError.self) { try bench.start(.seconds(1), name: "a\nb") }
        let long = String(repeating: "x", count: 101)
        #expect(throws: CommandError.self) { try bench.start(.seconds(1), name: long) }
        #expect(bench.notes == [])
        for _ in 1...TimerLimits.count { try bench.start(.hours(24)) }
        #expect(throws: CommandError.timersFull) { try bench.start(.seconds(1)) }
        #expect(CommandError.timersFull.code == "storeFull")
    }

    @Test("A minute that would make it more than 24 hours is refused, running and paused")
    func longestExtension() throws {
        var bench = CountdownBench()
        let id = try bench.start(.hours(24) - .seconds(90))
        try bench.perform(.add, on: id)
        let before = bench.timers
        #expect(throws: CommandError.self) { try bench.perform(.add, on: id) }
        #expect(bench.timers == before)
        try bench.perform(.pause, on: id)
        #expect(throws: CommandError.self) { try bench.perform(.add, on: id) }
        #expect(
            try bench.report(id).presentation?.totalCountdownDuration == .hours(24) - .seconds(30))
    }

    @Test(
        "Snooze counts down nine minutes, a minute added to a ring just that, repeat the full length"
    )
    func answers() throws {
        var bench = CountdownBench()
        let id = try bench.start(.minutes(3))
        try bench.perform(.add, on: id)
        bench.wait(.minutes(4))
        bench.snooze()
        #expect(try bench.left(id) == .minutes(9))
        #expect(try bench.report(id).snoozes == 1)
        bench.wait(.minutes(9))
        try bench.perform(.add, on: id)
        #expect(try bench.left(id) == .minutes(1))
        #expect(try bench.report(id).snoozes == 0)
        bench.wait(.minutes(1))
        try bench.perform(.repeat, on: id)
        #expect(try bench.left(id) == .minutes(3))
        let wall = bench.now.wall
        #expect(
            bench.timerNotes == [
                .scheduled, .started(until: wall - .minutes(11)),
                .extended(until: wall - .minutes(10)),
                .fired(scheduled: (wall - .minutes(10)).instant, lateness: .zero),
                .snoozed(until: wall - .minutes(1)),
                .rangAgain(.snoozeEnded), .stopped(by: .command), .started(until: wall),
                bench.fired(), .stopped(by: .command),
                .started(until: wall + .minutes(3)),
            ])
        #expect(bench.voices == 3)
    }

    @Test("One that is silent after a ring is refused as such, and not as running")
    func silentRefusals() throws {
        func refusal(_ bench: inout CountdownBench, _ id: TimerID) -> CommandError? {
            do throws(CommandError) {
                _ = try bench.perform(.snooze, on: id)
                return nil
            } catch {
                return error
            }
        }
        var bench = CountdownBench()
        let id = try bench.start(.minutes(1))
        #expect(refusal(&bench, id) == .wrongState(.timer(id, .running)))
        bench.wait(.minutes(1))
        bench.snooze()
        #expect(refusal(&bench, id) == .wrongState(.timer(id, .snoozed)))
        bench.wait(.minutes(9))
        bench.silence()
        #expect(
            refusal(&bench, id) == .wrongState(.timer(id, .silenced)))
    }

    @Test("Unanswered it is silent twice and rings again, then it was missed, and the notice stays")
    func unanswered() throws {
        var bench = CountdownBench()
        let id = try bench.start(.minutes(1), name: "bread")
        let due = (bench.now.wall + .minutes(1)).instant
        bench.wait(.minutes(1))
        for _ in 1...2 {
            bench.wait(AlarmDefaults.ringLength)
            bench.silence()
            #expect(bench.state(id) == .countdown)
            bench.wait(.minutes(9))
            #expect(bench.state(id) == .alert)
        }
        bench.silence()
        #expect(bench.state(id) == .scheduled)
        let notice = CountdownNotice(timer: id, name: "bread", due: due, reason: .unanswered)
        #expect(bench.timers.notices == [notice])
        #expect(
            bench.timerNotes.suffix(2) == [
                .rangAgain(.unanswered), .missed(scheduled: due, .unanswered),
            ])
    }

    @Test("A countdown that waits to ring again can be paused, and still does")
    func pausedSnooze() throws {
        var bench = CountdownBench()
        let id = try bench.start(.minutes(1))
        bench.wait(.minutes(1))
        bench.snooze()
        bench.wait(.minutes(4))
        try bench.perform(.pause, on: id)
        bench.wait(.hours(3))
        bench.restartProgram(after: .seconds(1))
        try bench.perform(.resume, on: id)
        bench.wait(.minutes(5))
        #expect(bench.timerNotes.last == .rangAgain(.snoozeEnded))
        #expect(try bench.report(id).snoozes == 1)
    }

    @Test("Steps of the wall clock move no timer")
    func steps() throws {
        var bench = CountdownBench()
        let id = try bench.start(.minutes(10))
        bench.step(by: .hours(5))
        bench.wait(.minutes(5))
        bench.step(by: .zero - .hours(30))
        #expect(try bench.left(id) == .minutes(5))
        #expect(try bench.report(id).presentation?.fireDate == bench.now.wall + .minutes(5))
        bench.wait(.minutes(5) - .nanoseconds(1))
        #expect(bench.state(id) == .countdown)
        bench.wait(.nanoseconds(1))
        #expect(bench.state(id) == .alert)
    }

    @Test("Woken late, timers ring in the order of their ends, and one beyond the grace was missed")
    func lateWake() throws {
        var bench = CountdownBench()
        let second = try bench.start(.minutes(40))
        let first = try bench.start(.minutes(30))
        let third = try bench.start(.minutes(29), name: "lost")
        bench.forget()
        bench.sleepThrough(.minutes(90))
        let due = (bench.now.wall - .minutes(61)).instant
        #expect(
            bench.notes == [
                .of(.timer(third), .missed(scheduled: due, .late)),
                .of(.timer(first), bench.fired(late: .minutes(60))),
                .of(.timer(second), bench.fired(late: .minutes(50))),
            ])
        #expect(bench.state(third) == .scheduled)
    }
}

@Suite("How the time left is written (product, T3)")
struct CountdownFormTests {
    @Test("The form is chosen by the full length and stays until the end")
    func forms() {
        let hours = CountdownForm(of: .hours(1))
        #expect(hours.text(left: .hours(1)) == "1:00:00")
        #expect(hours.text(left: .seconds(3599)) == "0:59:59")
        #expect(hours.text(left: .zero) == "0:00:00")
        #expect(CountdownForm(of: .hours(24)).text(left: .seconds(86_399)) == "23:59:59")
        let minutes = CountdownForm(of: .seconds(3599))
        #expect(minutes.text(left: .seconds(754)) == "12:34")
        #expect(minutes.text(left: .seconds(65)) == "1:05")
        #expect(minutes.text(left: .seconds(5)) == "0:05")
        #expect(CountdownForm(of: .seconds(60)).text(left: .seconds(60)) == "1:00")
        #expect(CountdownForm(of: .milliseconds(59_999)).text(left: .seconds(42)) == "42")
    }

    @Test("Seconds are rounded down, and nothing is below zero")
    func rounding() {
        let form = CountdownForm.seconds
        #expect(form.text(left: .milliseconds(4_999)) == "4")
        #expect(form.text(left: .milliseconds(999)) == "0")
        #expect(form.text(left: .milliseconds(-1_500)) == "0")
    }

    @Test("The next change of the text is when it says, over a whole run in every form")
    func changes() {
        for total in [Duration.milliseconds(3_661_500), .seconds(61), .milliseconds(2_000)] {
            let form = CountdownForm(of: total)
            var left = total
            var last: Int64 = .max
            while let change = CountdownForm.untilChange(left: left) {
                let text = form.text(left: left)
                #expect(form.text(left: left - change + .nanoseconds(1)) == text)
                left -= change
                #expect(form.text(left: left) != text)
                #expect(CountdownForm.wholeSeconds(of: left) < last)
                last = CountdownForm.wholeSeconds(of: left)
            }
            #expect(last == 0)
        }
    }
}
