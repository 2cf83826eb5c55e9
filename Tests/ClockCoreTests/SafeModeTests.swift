import ClockTime
import English
import Testing

@testable import ClockCore

@Suite("Safe mode: what a clock leaves out that crashed again and again")
struct SafeModeTests {
    private func program(_ night: inout Night) throws -> HealthCheck {
        guard case .health(let summary) = night.ask(.health(.show)) else {
            throw CommandError.wrongState(.inWords("no answer"))
        }
        return try #require(summary.checks.first { $0.subject == .program })
    }

    @Test(
        "Every ring has the built-in tone, is answered by its keys as ever, and keeps its own sound"
    )
    func rings() throws {
        var night = try Night(at: "2025-01-14 06:59")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) { changes in
            changes.sound = SoundID("bell")
            changes.volume = Percent(clamping: 70)
        }
        night.startsSafely = true
        night.restartProgram(after: .seconds(1))
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.intent.alarm?.sound == AlarmDefaults.sound)
        #expect(night.intent.alarm?.volume == Percent(clamping: 70))
        night.press(.snooze)
        #expect(night.intent.alarm == nil)
        night.wait(.minutes(9))
        #expect(night.intent.alarm?.sound == AlarmDefaults.sound)
        night.press(.stop)
        #expect(night.intent.alarm == nil)
        night.startsSafely = false
        night.restartProgram(after: .seconds(1))
        #expect(night.machine.ringing.alarms.book[id]?.sound == SoundID("bell"))
        try night.wait(until: "2025-01-15 07:00")
        #expect(night.intent.alarm?.sound == SoundID("bell"))
    }

    @Test("A ring that was cut by the crash rings on, with the built-in tone")
    func ringsOn() throws {
        var night = try Night(at: "2025-01-14 06:59")
        _ = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.sound = SoundID("bell") }
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.intent.alarm?.sound == SoundID("bell"))
        night.startsSafely = true
        night.restartProgram(after: .seconds(1))
        #expect(night.intent.alarm?.sound == AlarmDefaults.sound)
    }

    @Test("A clock in safe mode is not ready for its update to be kept")
    func isNotReady() throws {
        var night = try Night(at: "2025-01-14 06:59")
        night.startsSafely = true
        night.restartProgram(after: .seconds(1))
        guard case .updateReadiness(let readiness) = night.ask(.update(.readiness)) else {
            Issue.record("no answer")
            return
        }
        #expect(!readiness.isReady)
        #expect(readiness.checks.first { $0.subject == .armed }?.isGood == false)
    }

    @Test("Silence that was chosen stays silence, and climbs to the tone as ever")
    func silence() throws {
        var equipment = Equipment()
        equipment.hasMotor = true
        var night = try Night(at: "2025-01-14 06:59", equipment: equipment)
        _ = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.sound = .silence }
        night.startsSafely = true
        night.restartProgram(after: .seconds(1))
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.intent.alarm == nil && night.machine.isRinging)
        night.wait(.seconds(61))
        #expect(night.intent.alarm?.sound == AlarmDefaults.sound)
    }

    @Test("The noise that played does not go on; its mix is kept, and a key plays it again")
    func noise() throws {
        var night = try Night(at: "2025-01-14 22:00")
        night.ask(.noise(.play(SoundID("white"), volume: nil)))
        #expect(night.intent.noise != nil)
        night.startsSafely = true
        night.restartProgram(after: .seconds(1))
        #expect(night.intent.noise == nil)
        night.press(.noise)
        #expect(night.intent.noise?.voices.map(\.sound) == [SoundID("white")])
    }

    @Test("The face has plain digits, read and lit as ever; the style stays stored")
    func face() throws {
        var night = try Night(at: "2025-01-14 22:00")
        var state = try #require(night.durable)
        state.settings.style.colon = .blinking
        state.settings.style.hourFormat = .twelve
        state.settings.style.brightness = .fixed(Percent(clamping: 7))
        night.startsSafely = true
        night.restartProgram(restoring: state)
        let shown = night.machine.snapshot
        #expect(shown.style.colon == .steady && shown.style.hourFormat == .twelve)
        #expect(shown.brightness == 7)
        night.wait(.milliseconds(700))
        #expect(night.machine.settings.style == state.settings.style)
        #expect(night.durable?.settings.style == state.settings.style)
    }

    @Test("Health and the face's warnings say so, until a start in order")
    func health() throws {
        var night = try Night(at: "2025-01-14 22:00")
        _ = try night.daily("07:00")
        #expect(try program(&night).verdict == .good)
        night.startsSafely = true
        night.restartProgram(after: .seconds(1))
        let check = try program(&night)
        #expect(check.verdict == .notice)
        #expect(check.finding == .inWords([SafeModeWords.problem]))
        #expect(check.advice == .endSafeMode)
        #expect(night.machine.snapshot.problems.map(\.part) == [.program])
        #expect(night.machine.snapshot.warnings == [.program])
        night.startsSafely = false
        night.restartProgram(after: .seconds(1))
        #expect(try program(&night).verdict == .good)
        #expect(night.machine.snapshot.mark == .armed)
    }

    @Test("An alarm whose sound is left out is no mistake of a person's")
    func alarmSounds() throws {
        var night = try Night(at: "2025-01-14 22:00")
        _ = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.sound = SoundID("bell") }
        night.catalogue = .least
        night.startsSafely = true
        night.restartProgram(after: .seconds(1))
        guard case .health(let summary) = night.ask(.health(.show)) else {
            throw CommandError.wrongState(.inWords("no answer"))
        }
        let sounds = summary.checks.first { $0.subject == .alarmSounds }
        #expect(sounds?.finding == .builtInToneAlone)
        #expect(sounds?.advice == nil)
    }
}
