import ClockTime
import TestKit
import Testing

@testable import ClockCore

/// Random commands, keys, steps and power cuts, from seeds. After each event `Night` compares the state that the
/// machine would save with the store; these tests also find steps that saved an unchanged state.
@Suite("Steps save what they changed")
struct RandomChangesTests {
    private static func command(_ generator: inout SeededGenerator) throws -> Command {
        let time = try #require(
            TimeOfDay(hour: 6, minute: Int.random(in: 0...59, using: &generator)))
        let isOn = Bool.random(using: &generator)
        let alarm = AlarmID(Int.random(in: 1...4, using: &generator))
        let timer = TimerID(Int.random(in: 1...4, using: &generator))
        let volume = Percent(clamping: Int.random(in: 0...100, using: &generator))
        let operation = Operation.allCases.randomElement(using: &generator) ?? .stop
        let seconds = Duration.seconds(Int.random(in: 1...900, using: &generator))
        let date = try #require(CivilDate(year: 2025, month: 1, day: 15))
        var changes = AlarmChanges()
        changes.time = time
        changes.volume = volume
        let nap: [NapChange] = [.set(\.nap, .minutes(Int.random(in: 5...30, using: &generator)))]
        let rules: [RingRuleChange] = [
            .set(\.countdowns.snoozeLength, .minutes(Int.random(in: 1...20, using: &generator)))
        ]
        let commands: [Command] = [
            .alarm(.add(isOn ? .daily(at: time) : .once(at: time), AlarmChanges())),
            .alarm(.edit(alarm, changes)), .alarm(.remove(alarm)), .alarm(.setEnabled(alarm, isOn)),
            .alarm(.skipNext(alarm, isOn ? 1 : 0)), .alarm(.duplicate(alarm)), .alarm(.test(alarm)),
            .alarm(.operate(operation, alarm)), .timer(.operate(operation, timer, run: nil)),
            .nap(.operate(operation, number: nil)),
            .alarm(isOn ? .pauseAll(DateRange(first: date, last: date)) : .endPause(on: nil)),
            .quiet(.setFreeDays(isOn ? [FreeDay(date: date, name: "Holiday")] : [])),
            .quiet(.setDoNotDisturb(.byHand(isOn ? .on : .off))),
            .quiet(.setDoNotDisturb(.onUntil(time))),
            .quiet(.setDoNotDisturb(.allowsNoise(isOn))),
            .timer(.add(seconds, name: "tea", starts: isOn)),
            .nap(.set(nap)), .settings(.setRingRules(rules)), .health(.rehearse),
            .settings(.setRehearsal(isOn ? time : nil)),
            .ring(.snooze(.current)), .ring(.stop(.current)), .ring(.acknowledge), .noise(.toggle),
            .noise(.next), .noise(.stop),
            .noise(.play(nil, volume: volume)), .noise(.setVolume(volume)),
            .noise(
                .setFades(FadeChanges(fadeIn: .seconds(Int.random(in: 0...60, using: &generator))))),
            .noise(.setSleep(.start(.after(seconds), plays: true))),
            .noise(.setSleep(isOn ? .pause : .resume)),
            .noise(.setSleep(.off)), .mix(.save("\(volume)")), .mix(.clear),
            .settings(.setHoldToStop(isOn)),
            .style(.set([.set(\.hourFormat, isOn ? .twelve : .twentyFour)])),
        ]
        return commands.randomElement(using: &generator) ?? .status
    }

    private static func somethingHappens(
        to night: inout Night, _ generator: inout SeededGenerator
    ) throws {
        let button = Button.allCases.randomElement(using: &generator) ?? .snooze
        switch Int.random(in: 0...24, using: &generator) {
        case 0: night.step(by: .minutes(Int.random(in: -90...90, using: &generator)), .user)
        case 1:
            let isAway = Bool.random(using: &generator)
            try night.changeZone(isAway ? "Asia/Tokyo" : "Europe/Berlin")
        case 2: night.restartProgram(after: .seconds(20))
        case 3: night.cutPower(for: .minutes(2), wall: nil, trust: .plausible)
        case 4: night.synchronise()
        case 5...7: night.press(button)
        case 8: night.hold(button, for: .seconds(3))
        case 9...11: night.wait(.seconds(Int.random(in: 1...1_500, using: &generator)))
        default: night.send(try command(&generator))
        }
    }

    @Test("Whatever happens is in the store after the event, and each field of the state is tried")
    func nothingIsForgotten() throws {
        var tried: Set<String> = []
        for seed in UInt64(1)...40 {
            var generator = SeededGenerator(seed: seed)
            var night = try Night(at: "2025-01-14 05:50")
            for _ in 1...80 {
                let before = night.machine.persistentState.lasting
                try RandomChangesTests.somethingHappens(to: &night, &generator)
                let after = night.machine.persistentState.lasting
                tried.formUnion(after.fieldsThatDiffer(from: before))
            }
        }
        #expect(
            tried.isSuperset(of: [
                "boot", "trust", "zone", "settings", "alarms", "nextAlarmNumber", "pauses",
                "freeDays", "rehearsal", "members", "countdowns", "notices", "noise",
            ]), "\(tried)")
    }

    @Test("A command that changes nothing is answered at once and not saved")
    func nothingIsSavedInVain() throws {
        for seed in UInt64(1)...400 {
            var generator = SeededGenerator(seed: seed)
            var night = try Night(at: "2025-01-14 05:50")
            _ = try night.daily("07:00")
            let command = try RandomChangesTests.command(&generator)
            night.send(command)
            let (state, revision) = (
                night.machine.persistentState.lasting, night.machine.saving.revision
            )
            let reply = night.ask(command)
            #expect(reply != nil, "\(command)")
            guard night.machine.persistentState.lasting == state, command != .health(.rehearse)
            else {
                continue
            }
            #expect(night.machine.saving.revision == revision, "\(command)")
        }
    }

    @Test("Who asks for what is so already is told that it is saved only once it is")
    func repetitionIsDurable() throws {
        var night = try Night(at: "2025-01-14 05:50")
        let kept = night.machine.saving.revision
        night.store = .failing("the card is full")
        let failed = Answer(.holdToStop(true), .notSaved("the card is full"))
        #expect(night.answer(to: .settings(.setHoldToStop(true))) == failed)
        #expect(night.answer(to: .settings(.setHoldToStop(true))) == failed)
        #expect(night.machine.saving.revision == kept + 2)
        night.store = .durable
        let saved = Answer(.holdToStop(true), .saved)
        #expect(night.answer(to: .settings(.setHoldToStop(true))) == saved)
        #expect(night.answer(to: .settings(.setHoldToStop(true))) == saved)
        #expect(night.machine.saving.revision == kept + 3)
        night.store = .slow
        #expect(night.ask(.settings(.setHoldToStop(false))) == nil)
        #expect(night.ask(.settings(.setHoldToStop(false))) == nil)
    }
}
