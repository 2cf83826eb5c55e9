import ClockTime
import TestKit
import Testing

@testable import ClockCore

/// A naive model of timers: whole seconds, each counted down one by one.
private struct TimerModel: Equatable {
    var state = TimerState.scheduled
    let length: Int
    let isNamed: Bool
    var total = 0
    var left = 0
    var snoozes = 0
    var silences = 0
    /// How long it has been ringing.
    var rung = 0
    var isGone = false

    mutating func begin(_ seconds: Int) {
        (state, total, left) = (.countdown, seconds, seconds)
        (snoozes, silences) = (0, 0)
    }

    mutating func over() {
        state = .scheduled
        (snoozes, silences) = (0, 0)
        isGone = !isNamed
    }

    mutating func tick() {
        if state == .alert { rung += 1 }
        guard state == .countdown else { return }
        left -= 1
        if left == 0 { (state, rung) = (.alert, 0) }
    }

    /// A ring from before is missed if it began too long ago; otherwise it begins anew.
    mutating func restart(isTrusted: Bool) {
        guard state == .alert else { return }
        if rung > 3_600, isTrusted { over() } else { rung = 0 }
    }

    /// Returns whether the operation is allowed.
    mutating func perform(_ operation: Operation) -> Bool {
        switch (state, operation) {
        case (.scheduled, .schedule), (.scheduled, .countdown), (.alert, .repeat): begin(length)
        case (_, .cancel): isGone = true
        case (.countdown, .stop), (.paused, .stop), (.alert, .stop): over()
        case (.countdown, .pause): state = .paused
        case (.paused, .resume): state = .countdown
        case (.countdown, .add), (.paused, .add):
            guard total + 60 <= 86_400 else { return false }
            total += 60
            left += 60
        case (.alert, .add): begin(60)
        case (.alert, .countdown), (.alert, .snooze):
            (state, total, left, snoozes) = (.countdown, 540, 540, snoozes + 1)
        default: return false
        }
        return true
    }

    mutating func silence() {
        guard state == .alert else { return }
        guard silences < 2 else { return over() }
        (state, total, left, silences) = (.countdown, 540, 540, silences + 1)
    }
}

@Suite("Random stories of timers and naps, by seeds")
struct RandomCountdownTests {
    @Test("Timers do what a model does that counts seconds, through steps, cuts and corrections")
    func timers() throws {
        var rings = 0
        for seed in UInt64(1)...150 {
            var generator = SeededGenerator(seed: seed)
            var bench = CountdownBench()
            var models: [TimerID: TimerModel] = [:]
            for _ in 1...60 {
                let pause = [0, 1, 7, 59, 60, 540, 1_300].randomElement(using: &generator) ?? 0
                bench.wait(.seconds(pause))
                for id in models.keys { (0..<pause).forEach { _ in models[id]?.tick() } }
                try happen(&bench, &models, &generator)
                models = models.filter { !$0.value.isGone }
                try compare(bench, models, seed)
                rings += models.values.filter { $0.state == .alert }.count
            }
        }
        #expect(rings > 1_000)
    }

    private func happen(
        _ bench: inout CountdownBench, _ models: inout [TimerID: TimerModel],
        _ generator: inout SeededGenerator
    ) throws {
        switch Int.random(in: 0...19, using: &generator) {
        case 0...4:
            guard models.count < 5 else { return }
            let length = [1, 30, 60, 61, 600, 3_600, 86_400].randomElement(using: &generator) ?? 1
            let isNamed = Bool.random(using: &generator)
            var model = TimerModel(length: length, isNamed: isNamed)
            model.begin(length)
            models[try bench.start(.seconds(length), name: isNamed ? "x" : nil)] = model
        case 5:
            bench.silence()
            for id in models.keys { models[id]?.silence() }
        case 6:
            bench.step(by: .seconds(Int.random(in: -90_000...90_000, using: &generator)))
            bench.synchronise()
        case 7:
            bench.restartProgram(after: .zero)
            for id in models.keys { models[id]?.restart(isTrusted: true) }
        case 8:
            // The ends are recorded in UTC, so a cut has no effect beyond the outage.
            let outage = Int.random(in: 0...2_000, using: &generator)
            let isStale = Bool.random(using: &generator)
            bench.save()
            bench.cutPower(
                for: .seconds(outage), error: isStale ? .seconds(-outage) : .zero,
                trust: isStale ? .plausible : .trusted)
            if isStale { bench.synchronise() }
            for id in models.keys {
                (0..<outage).forEach { _ in models[id]?.tick() }
                models[id]?.restart(isTrusted: !isStale)
            }
        default:
            guard let id = models.keys.sorted().randomElement(using: &generator) else { return }
            let all = Operation.allCases
            let operation = all.randomElement(using: &generator) ?? .stop
            let isAllowed = models[id]?.perform(operation)
            do throws(CommandError) {
                try bench.perform(operation, on: id)
                #expect(isAllowed == true)
            } catch {
                #expect(isAllowed == false)
            }
        }
    }

    private func compare(
        _ bench: CountdownBench, _ models: [TimerID: TimerModel], _ seed: UInt64
    ) throws {
        #expect(bench.timers.timers.map(\.id) == models.keys.sorted(), "seed \(seed)")
        for report in bench.timers.reports(bench.context) {
            guard let model = models[report.id] else { continue }
            #expect(report.state == model.state, "seed \(seed)")
            #expect(
                (report.snoozes, report.silences) == (model.snoozes, model.silences),
                "seed \(seed)")
            guard model.state == .countdown || model.state == .paused else { continue }
            #expect(report.left == .seconds(model.left), "seed \(seed)")
            #expect(
                report.presentation?.totalCountdownDuration == .seconds(model.total),
                "seed \(seed)")
        }
    }
}

/// A nap, modelled in the same way.
private struct NapModel {
    static let (release, nap, max) = (30, 120, 300)
    var phase = NapPhase.idle
    var left = 0
    var maxLeft = 0
    var cause: NapCause?
    var silences = 0
    /// How long it has been ringing.
    var rung = 0

    mutating func enter(_ next: NapPhase, _ seconds: Int = 0) { (phase, left) = (next, seconds) }

    mutating func ring(_ why: NapCause) {
        cause = cause ?? why
        rung = 0
        enter(.alert)
    }

    mutating func end() {
        enter(.idle)
        (cause, silences) = (nil, 0)
    }

    mutating func tick() {
        if phase == .alert { rung += 1 }
        guard phase != .idle, phase != .paused, phase != .alert else { return }
        left -= 1
        maxLeft -= 1
        switch phase {
        case .holding: if maxLeft == 0 { ring(.max) }
        case .releasing:
            if maxLeft == 0 { ring(.max) } else if left == 0 { enter(.napping, NapModel.nap) }
        case .napping: if left == 0 { ring(.nap) } else if maxLeft == 0 { ring(.max) }
        case .snoozed: if left == 0 { ring(.nap) }
        case .idle, .paused, .alert: break
        }
    }

    mutating func perform(_ operation: Operation) -> Bool {
        switch (phase, operation) {
        case (.idle, .schedule), (.idle, .countdown):
            maxLeft = NapModel.max
            enter(.releasing, NapModel.release)
        case (.idle, _): return false
        case (_, .stop), (_, .cancel): end()
        case (.napping, .pause): phase = .paused
        case (.paused, .resume): phase = .napping
        case (.alert, .snooze), (.alert, .countdown): enter(.snoozed, 540)
        default: return false
        }
        return true
    }
}

extension RandomCountdownTests {
    @Test("A nap does what a model does that counts seconds, through fingers, commands and cuts")
    func naps() throws {
        var rings: [NapCause: Int] = [:]
        for seed in UInt64(1)...300 {
            var generator = SeededGenerator(seed: seed)
            var bench = CountdownBench()
            bench.settings.nap = .seconds(NapModel.nap)
            bench.settings.max = .seconds(NapModel.max)
            var model = NapModel()
            for _ in 1...80 {
                let pause = [0, 1, 5, 30, 31, 90, 120].randomElement(using: &generator) ?? 0
                bench.wait(.seconds(pause))
                (0..<pause).forEach { _ in model.tick() }
                happen(&bench, &model, &generator)
                let report = bench.napReport
                #expect(report.phase == model.phase, "seed \(seed)")
                #expect(report.cause == model.cause, "seed \(seed)")
                #expect(report.silences == model.silences, "seed \(seed)")
                if let cause = model.cause { rings[cause, default: 0] += 1 }
                switch model.phase {
                case .idle, .alert: break
                case .holding: #expect(report.left == .seconds(model.maxLeft), "seed \(seed)")
                case .snoozed: #expect(report.left == .seconds(model.left), "seed \(seed)")
                case .releasing, .napping, .paused:
                    #expect(report.left == .seconds(model.left), "seed \(seed)")
                    #expect(report.maxLeft == .seconds(model.maxLeft), "seed \(seed)")
                }
            }
        }
        #expect(rings.values.allSatisfy { $0 > 500 } && rings.count == 2)
    }

    private func happen(
        _ bench: inout CountdownBench, _ model: inout NapModel, _ generator: inout SeededGenerator
    ) {
        switch Int.random(in: 0...15, using: &generator) {
        case 0...3:
            bench.hold()
            if model.phase == .idle {
                model.maxLeft = NapModel.max
                model.phase = .holding
            } else if model.phase == .releasing {
                model.phase = .holding
            }
        case 4...6:
            bench.press()
            if model.phase == .releasing { model.phase = .holding }
        case 7...10:
            bench.letGo()
            if model.phase == .holding { model.enter(.releasing, NapModel.release) }
        case 11:
            bench.silence()
            guard model.phase == .alert else { return }
            if model.silences == 2 { return model.end() }
            model.silences += 1
            model.enter(.snoozed, 540)
        case 12:
            let outage = Int.random(in: 0...400, using: &generator)
            bench.save()
            bench.cutPower(for: .seconds(outage))
            (0..<outage).forEach { _ in model.tick() }
            if model.phase == .holding { model.enter(.releasing, NapModel.release) }
            if model.rung > 3_600, model.phase == .alert { model.end() }
            model.rung = 0
        default:
            let all = Operation.allCases
            let operation = all.randomElement(using: &generator) ?? .stop
            let isAllowed = model.perform(operation)
            do throws(CommandError) {
                try bench.performOnNap(operation)
                #expect(isAllowed)
            } catch {
                #expect(!isAllowed)
            }
        }
    }

    @Test(
        "Whatever the fingers do, a nap once held rings no later than max after the first 0.6 s mark"
    )
    func ringsInTime() throws {
        var byMax = 0
        for seed in UInt64(1)...400 {
            var generator = SeededGenerator(seed: seed)
            var bench = CountdownBench()
            func random(_ range: ClosedRange<Duration>) -> Duration {
                let bounds = range.lowerBound.wholeNanoseconds...range.upperBound.wholeNanoseconds
                return .nanoseconds(Int64.random(in: bounds, using: &generator))
            }
            bench.settings.release = random(.seconds(1) ... .minutes(1))
            bench.settings.nap = random(.minutes(1) ... .minutes(20))
            bench.settings.max = random(.minutes(1) ... .minutes(30))
            bench.settings.hasPulse = Bool.random(using: &generator)
            bench.wait(random(.zero ... .seconds(5)))
            bench.hold()
            let latest = bench.now.wall + bench.settings.max
            while bench.now.wall < latest {
                switch Int.random(in: 0...9, using: &generator) {
                case 0...2: bench.press()
                case 3: bench.hold()
                case 4...6: bench.letGo()
                case 7: bench.settings.nap = random(NapSettings.napRange)
                case 8: bench.settings.max = random(NapSettings.maxRange)
                default: bench.settings.hasPulse.toggle()
                }
                let long = Int.random(in: 0...20, using: &generator) == 0
                bench.wait(random(.zero...(long ? .minutes(40) : .seconds(20))))
                if bench.napReport.phase == .alert { break }
            }
            let fired = bench.log.filter { entry in
                if case .of(.nap, .fired) = entry.note { true } else { false }
            }
            #expect(fired.count == 1, "seed \(seed)")
            let at = try #require(fired.first?.at)
            #expect(at <= latest, "seed \(seed)")
            if at == latest { byMax += 1 }
        }
        #expect((20...380).contains(byMax))
    }
}
