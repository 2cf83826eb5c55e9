import ClockTime
import Testing

@testable import ClockCore

@Suite("The nap (law, 8.2; product, T2)")
struct NapTests {
    /// A nap in each phase.
    private static func situation(_ phase: NapPhase) throws -> CountdownBench {
        var bench = CountdownBench()
        if phase != .idle { bench.hold() }
        switch phase {
        case .idle, .holding: break
        case .releasing: bench.letGo()
        case .napping, .paused, .alert, .snoozed:
            bench.letGo()
            bench.wait(.seconds(40))
        }
        switch phase {
        case .idle, .holding, .releasing, .napping: break
        case .paused: try bench.performOnNap(.pause)
        case .alert, .snoozed:
            bench.wait(.minutes(20))
            if phase == .snoozed { bench.snooze() }
        }
        try #require(bench.nap.state.phase == phase)
        bench.forget()
        return bench
    }

    @Test("The second table at the head of NapMachine.swift is what operations do")
    func operations() throws {
        let table = try HeadTable("Countdowns/NapMachine.swift", first: "operation")
        #expect(table.rows == Operation.allCases.map(\.rawValue))
        #expect(Set(table.columns) == Set(NapPhase.allCases.map(\.rawValue)))
        try table.expect { row, column in
            var bench = try NapTests.situation(try #require(NapPhase(rawValue: column)))
            let before = bench
            let operation = try #require(Operation(rawValue: row))
            do throws(CommandError) {
                try bench.performOnNap(operation)
                #expect(bench.saves == before.saves + 1, "\(row), \(column)")
                return bench.nap.state.phase.rawValue
            } catch {
                #expect(bench.nap == before.nap, "\(row), \(column)")
                #expect(bench.notes == [])
                return error.code
            }
        }
    }

    @Test("The first table at the head of NapMachine.swift is what fingers and time do")
    func happenings() throws {
        let table = try HeadTable("Countdowns/NapMachine.swift", first: "happening")
        #expect(Set(table.columns) == Set(NapPhase.allCases.map(\.rawValue)))
        try table.expect { row, column in
            var bench = try NapTests.situation(try #require(NapPhase(rawValue: column)))
            let left = bench.napReport.left ?? .zero
            let hasEnd = ["releasing", "napping", "snoozed"].contains(column)
            let hasMax = ["holding", "releasing", "napping"].contains(column)
            switch row {
            case "held": bench.hold()
            case "pressed": bench.press()
            case "let go": bench.letGo()
            case "its end":
                guard hasEnd else { return "-" }
                bench.wait(left)
            case "max's end":
                guard hasMax else { return "-" }
                bench.settings.nap = .hours(3)
                bench.wait(bench.napReport.maxLeft ?? .zero)
            case "silence": bench.silence()
            default: bench.cutPower(for: .seconds(1))
            }
            let isSame = bench.nap.state.phase.rawValue == column
            switch row {
            case "silence": return isSame ? "-" : bench.nap.state.phase.rawValue
            case "held", "pressed", "let go", "power cut":
                return isSame ? "same" : bench.nap.state.phase.rawValue
            default: return bench.nap.state.phase.rawValue
            }
        }
    }

    @Test("8.2: held, let go, napped: it rings 30 s and 20 min after the release")
    func wholeNap() {
        var bench = CountdownBench()
        bench.hold()
        #expect(bench.napReport.left == .minutes(30))
        bench.wait(.minutes(2))
        bench.letGo()
        #expect(bench.napReport.left == .seconds(30))
        bench.wait(.seconds(30))
        #expect(bench.napReport.phase == .napping)
        #expect(bench.napReport.left == .minutes(20))
        #expect(bench.napReport.until == bench.now.wall + .minutes(20))
        bench.wait(.minutes(20) - .nanoseconds(1))
        #expect(bench.nap.alerting == nil)
        bench.wait(.nanoseconds(1))
        #expect(bench.napReport.cause == .nap)
        #expect(bench.voices == 1)
        #expect(
            bench.napNotes == [
                .started(until: nil), .entered(.holding), .entered(.releasing), .entered(.napping),
                bench.fired(.nap),
            ])
        bench.stop()
        #expect(bench.nap.state == .idle)
        #expect(bench.nextWake == nil)
    }

    @Test("A press during release holds again, and the next release starts anew")
    func pressedAgain() {
        var bench = CountdownBench()
        bench.hold()
        bench.letGo()
        for _ in 1...3 {
            bench.wait(.seconds(29))
            bench.press()
            bench.wait(.seconds(10))
            #expect(bench.napReport.phase == .holding)
            bench.letGo()
            #expect(bench.napReport.left == .seconds(30))
        }
        #expect(bench.napReport.maxLeft == .minutes(30) - .seconds(117))
    }

    @Test("Max rings over a hand that never lets go, and letting go then changes nothing")
    func heldToTheEnd() {
        var bench = CountdownBench()
        bench.hold()
        bench.wait(.minutes(30))
        #expect(bench.napReport.cause == .max)
        bench.letGo()
        #expect(bench.napReport.phase == .alert)
        bench.press()
        bench.hold()
        #expect(bench.napReport.phase == .alert)
    }

    @Test("Max counts from the 0.6 s mark, however late somebody looked, and over the nap too")
    func maxOverNap() throws {
        var bench = CountdownBench()
        let mark = bench.now.boot
        bench.sleepThrough(.milliseconds(400))
        bench.hold(at: mark)
        bench.wait(.minutes(10))
        bench.letGo()
        bench.wait(.minutes(20) - .milliseconds(400) - .nanoseconds(1))
        #expect(bench.napReport.phase == .napping)
        bench.wait(.nanoseconds(1))
        #expect(bench.napReport.cause == .max)
        #expect(bench.napNotes.last == bench.fired(.max))
    }

    @Test("Woken late, the nap began at the release's end and not at the wake")
    func lateWake() {
        var bench = CountdownBench()
        bench.hold()
        bench.letGo()
        bench.sleepThrough(.minutes(2))
        #expect(bench.napReport.left == .minutes(18) + .seconds(30))
        bench.sleepThrough(.minutes(19))
        #expect(bench.napNotes.last == bench.fired(late: .seconds(30), .nap))
        bench.stop()
        bench.hold()
        bench.letGo()
        bench.sleepThrough(.hours(3))
        #expect(bench.nap.notices.map(\.reason) == [.late])
        #expect(bench.nap.state == .idle)
    }

    @Test("Each length is the settings' when its countdown begins")
    func settings() throws {
        var bench = CountdownBench()
        bench.hold()
        bench.settings.max = .minutes(5)
        bench.settings.release = .seconds(10)
        #expect(bench.napReport.maxLeft == .minutes(30))
        bench.letGo()
        #expect(bench.napReport.left == .seconds(10))
        bench.settings.release = .seconds(50)
        bench.settings.nap = .minutes(2)
        bench.wait(.seconds(10))
        #expect(bench.napReport.left == .minutes(2))
        bench.settings.nap = .minutes(3)
        bench.wait(.minutes(2))
        #expect(bench.napReport.phase == .alert)
    }

    @Test("Unanswered it is silent twice and rings again, then it was missed")
    func unanswered() {
        var bench = CountdownBench()
        bench.hold()
        bench.wait(.minutes(30))
        let due = bench.now.wall.instant
        for _ in 1...2 {
            bench.silence()
            #expect(bench.napReport.phase == .snoozed)
            #expect(bench.napReport.left == .minutes(9))
            bench.wait(.minutes(9))
        }
        bench.silence()
        #expect(bench.nap.state == .idle)
        #expect(
            bench.nap.notices == [
                CountdownNotice(timer: nil, name: nil, due: due, reason: .unanswered)
            ])
        #expect(
            bench.napNotes.suffix(2) == [
                .rangAgain(.unanswered), .missed(scheduled: due, .unanswered),
            ])
    }

    @Test("Another nap than the one named is stale")
    func identity() throws {
        var bench = CountdownBench()
        try bench.performOnNap(.countdown)
        try bench.performOnNap(.stop, number: 1)
        bench.hold()
        #expect(throws: CommandError.stale) { try bench.performOnNap(.stop, number: 1) }
        try bench.performOnNap(.stop, number: 2)
    }

    @Test("Paused, a nap and its max keep what is left, and the form")
    func paused() throws {
        var bench = CountdownBench()
        bench.settings.nap = .minutes(70)
        bench.settings.max = .minutes(80)
        bench.hold()
        bench.letGo()
        bench.wait(.minutes(60) + .seconds(30))
        try bench.performOnNap(.pause)
        bench.wait(.hours(2))
        #expect(
            (bench.napReport.left, bench.napReport.maxLeft) == (
                .minutes(10), .minutes(19) + .seconds(30)
            ))
        try bench.performOnNap(.resume)
        #expect(bench.napReport.form == .hours)
        bench.wait(.minutes(10))
        #expect(bench.napReport.cause == .nap)
    }
}

@Suite("The pulse under a held bar (product, T2)")
struct PulseTests {
    private func bench(at rate: Int) -> CountdownBench {
        var bench = CountdownBench()
        bench.settings.hasPulse = true
        bench.settings.pulseRate = HeartRate(clamping: rate)
        return bench
    }

    /// The edges that a parent sees while it follows them for `length`, as milliseconds and level.
    private func edges(_ bench: inout CountdownBench, for length: Duration) -> [String] {
        let start = bench.now.boot
        var seen: [String] = []
        while let pulse = bench.nap.pulse(at: bench.now.boot), let next = pulse.nextEdge,
            next - start <= length
        {
            seen.append("\(Int((bench.now.boot - start).inSeconds * 1000)) \(pulse.isOn)")
            bench.wait(next - bench.now.boot)
        }
        return seen
    }

    @Test("It begins with the hold, two beats and a rest, and ends with the release")
    func beats() {
        var bench = bench(at: 120)
        #expect(bench.nap.pulse(at: bench.now.boot) == nil)
        bench.press()
        #expect(bench.nap.pulse(at: bench.now.boot) == nil)
        bench.hold()
        let once = ["0 true", "120 false", "240 true", "360 false"]
        #expect(
            edges(&bench, for: .seconds(1))
                == once + ["500 true", "620 false", "740 true", "860 false"])
        bench.letGo()
        #expect(bench.nap.pulse(at: bench.now.boot) == nil)
    }

    @Test("A second press begins it anew, in the middle of a beat as well")
    func anew() {
        var bench = bench(at: 60)
        bench.hold()
        bench.wait(.milliseconds(2_130))
        bench.letGo()
        bench.wait(.milliseconds(170))
        bench.press()
        #expect(edges(&bench, for: .milliseconds(500)).prefix(2) == ["0 true", "120 false"])
        // The release between was lost.
        bench.wait(.milliseconds(1_111))
        bench.press()
        #expect(edges(&bench, for: .milliseconds(500)).prefix(2) == ["0 true", "120 false"])
    }

    @Test("Switching it on while the bar is held does not start it; off ends it for this hold")
    func switched() {
        var bench = bench(at: 60)
        bench.setPulse(false)
        bench.hold()
        bench.setPulse(true)
        bench.wait(.seconds(1))
        #expect(bench.nap.pulse(at: bench.now.boot) == nil)
        bench.letGo()
        bench.press()
        #expect(bench.nap.pulse(at: bench.now.boot) != nil)
        bench.setPulse(false)
        bench.wait(.milliseconds(10))
        #expect(bench.nap.pulse(at: bench.now.boot) == nil)
        bench.setPulse(true)
        bench.wait(.milliseconds(10))
        #expect(bench.nap.pulse(at: bench.now.boot) == nil)
    }

    @Test("It is over when max rings, though the bar is still held, and after a restart")
    func over() {
        var bench = bench(at: 40)
        bench.hold()
        var other = bench
        bench.wait(.minutes(30))
        #expect(bench.nap.pulse(at: bench.now.boot) == nil)
        other.restartProgram(after: .seconds(1))
        #expect(other.nap.pulse(at: other.now.boot) == nil)
    }
}

@Suite("A nap's settings (product, T2)")
struct NapSettingsTests {
    @Test("Defaults, and changes that leave the rest as it is")
    func changes() {
        var settings = NapSettings()
        #expect(
            (settings.release, settings.nap, settings.max)
                == (.seconds(30), .minutes(20), .minutes(30)))
        #expect((settings.hasPulse, settings.pulseRate.perMinute) == (false, 60))
        let changes: [NapChange] = [
            .set(\.max, .hours(4)), .set(\.hasPulse, true),
            .set(\.pulseRate, HeartRate(clamping: 120)),
        ]
        changes.apply(to: &settings)
        #expect((settings.max, settings.nap) == (.hours(4), .minutes(20)))
        #expect((settings.hasPulse, settings.pulseRate.perMinute) == (true, 120))
    }
}
