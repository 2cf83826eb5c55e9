import ClockTime
import Testing

@testable import ClockCore

@Suite("N7: the sleep timer") struct SleepTimerTests {
    private func night(_ length: Duration = .minutes(45)) throws -> Night {
        var night = try Night(at: "2025-01-14 22:00")
        night.ask(.noise(.play(SoundID("pink"), volume: nil)))
        night.ask(.noise(.setSleep(.start(.after(length), plays: false))))
        return night
    }

    private func left(_ night: inout Night) -> Duration? {
        guard case .noise(let report) = night.ask(.noise(.show)) else { return nil }
        return report.sleep?.left
    }

    @Test("fades for a minute so that there is silence at its end, and then the noise is off")
    func fade() throws {
        var night = try night()
        night.wait(.minutes(44) - .milliseconds(1))
        #expect(night.noiseSound != nil)
        night.wait(.milliseconds(1))
        #expect(night.noiseSound == nil && night.intent.noiseFadeOut == .seconds(60))
        #expect(night.machine.playing.noise.isPlaying)
        night.wait(.seconds(60))
        #expect(!night.machine.playing.noise.isPlaying && night.durable?.noise.isPlaying == false)
        night.press(.stop)
        #expect(night.noiseSound?.fadeIn == .seconds(2))
        night.ask(.noise(.stop))
        #expect(night.intent.noiseFadeOut == .seconds(5))
    }

    @Test("never fades for longer than half of its time")
    func shortFade() throws {
        var night = try night(.seconds(30))
        night.wait(.seconds(14))
        #expect(night.noiseSound != nil)
        night.wait(.seconds(1))
        #expect(night.noiseSound == nil && night.intent.noiseFadeOut == .seconds(15))
    }

    @Test("brings the sound back when it is extended or paused in mid-fade")
    func extendInFade() throws {
        var night = try night()
        night.wait(.minutes(44) + .seconds(30))
        #expect(night.noiseSound == nil)
        var paused = night
        night.ask(.noise(.setSleep(.extend(.seconds(10)))))
        #expect(night.noiseSound != nil)
        #expect(left(&night) == .seconds(40))
        night.wait(.seconds(20))
        #expect(night.noiseSound == nil && night.intent.noiseFadeOut == .seconds(20))
        night.wait(.seconds(20))
        #expect(!night.machine.playing.noise.isPlaying)
        paused.ask(.noise(.setSleep(.pause)))
        #expect(paused.noiseSound != nil)
        paused.wait(.hours(2))
        #expect(left(&paused) == .seconds(30))
        paused.ask(.noise(.setSleep(.resume)))
        paused.wait(.seconds(30))
        #expect(!paused.machine.playing.noise.isPlaying)
    }

    @Test("ends at a time of day, and can play what played last")
    func timeOfDayAndStart() throws {
        var night = try Night(at: "2025-01-14 22:00")
        let end = SleepEnd.at(try timeOfDay("00:30"))
        guard case .refused(.wrongState) = night.ask(.noise(.setSleep(.start(end, plays: false))))
        else {
            Issue.record("a sleep timer runs over silence")
            return
        }
        night.ask(.noise(.setSleep(.start(end, plays: true))))
        #expect(night.noiseSound != nil)
        #expect(left(&night) == .minutes(150))
        try night.wait(until: "2025-01-15 00:30")
        #expect(!night.machine.playing.noise.isPlaying)
    }

    @Test("goes on after a power cut by the wall clock, and is over where its end has passed")
    func powerCut() throws {
        var night = try night()
        night.wait(.minutes(5))
        var late = night
        try night.cutPower(for: .minutes(10))
        #expect(night.noiseSound != nil)
        #expect(left(&night) == .minutes(30))
        night.wait(.minutes(30))
        #expect(!night.machine.playing.noise.isPlaying)
        try late.cutPower(for: .minutes(50))
        #expect(late.noiseSound == nil && !late.machine.playing.noise.isPlaying)
        #expect(late.machine.playing.sleep.state == .idle)
    }

    @Test("comes back paused as it was, and after a restart of the program to the same end")
    func restarts() throws {
        var night = try night()
        night.wait(.minutes(5))
        night.restartProgram(after: .minutes(2), wallStep: .hours(3))
        #expect(left(&night) == .minutes(38))
        night.ask(.noise(.setSleep(.pause)))
        try night.cutPower(for: .hours(1))
        #expect(left(&night) == .minutes(38))
    }

    @Test("never lasts longer than it was set for, however wrong the clock is after a cut")
    func wrongClock() throws {
        var night = try night()
        night.wait(.minutes(5))
        try night.cutPower(for: .minutes(1), clock: "1970-01-01 01:00", trust: .unknown)
        // As much as was left when it was recorded.
        #expect(left(&night) == .minutes(45))
        night.synchronise()
        #expect(left(&night) == .minutes(39))
    }

    @Test("lets go when somebody wants to hear something while it fades")
    func chosenInFade() throws {
        var night = try night()
        night.wait(.minutes(44) + .seconds(30))
        night.press(.noise)
        #expect(night.noiseSound != nil)
        #expect(night.machine.playing.sleep.state == .idle)
        night.wait(.minutes(5))
        #expect(night.noiseSound != nil)
    }

    @Test("is heard through by a preview, which does not shorten the fade of another evening")
    func preview() throws {
        var night = try night()
        night.ask(.noise(.preview(SoundID("white"))))
        night.wait(.minutes(44))
        #expect(night.noiseSound == nil && night.intent.noiseFadeOut == .seconds(60))
        night.ask(.noise(.preview(SoundID("white"))))
        #expect(night.noiseSound?.sound == SoundID("white"))
        night.wait(.seconds(3))
        #expect(night.noiseSound == nil && night.intent.noiseFadeOut == PreviewMachine.fade)
        night.wait(.minutes(1))
        #expect(!night.machine.playing.noise.isPlaying)
    }

    @Test("touches nothing that rings, and nothing that rings touches it")
    func ring() throws {
        var night = try night()
        _ = try night.daily("22:44:30".prefix(5).description)
        night.wait(.minutes(44) + .seconds(30))
        #expect(night.alarmSound != nil && night.noiseSound == nil)
        night.wait(.minutes(1))
        #expect(night.alarmSound != nil && !night.machine.playing.noise.isPlaying)
    }

    @Test("is told of: what it did, and its time left in the snapshot")
    func told() throws {
        var night = try night()
        let running = try #require(night.machine.snapshot.running.first)
        #expect(running.subject == .sleep && running.left(at: night.now.boot) == .minutes(45))
        night.ask(.noise(.setSleep(.pause)))
        night.ask(.noise(.setSleep(.resume)))
        night.ask(.noise(.setSleep(.extend(.minutes(5)))))
        night.wait(.minutes(50))
        let notes = night.notes.compactMap { note -> SleepNote? in
            if case .sleepTimer(let what, _) = note { what } else { nil }
        }
        #expect(notes == [.started, .paused, .resumed, .extended, .fading, .ended])
        #expect(night.machine.snapshot.running == [])
    }

    @Test("takes 1 second to 24 hours in all")
    func bounds() throws {
        var night = try night(.hours(23))
        guard
            case .refused(.invalid("extend", _)) = night.ask(.noise(.setSleep(.extend(.hours(2)))))
        else {
            Issue.record("25 hours are allowed")
            return
        }
        #expect(left(&night) == .hours(23))
        guard
            case .refused(.invalid("length", _)) = night.ask(
                .noise(.setSleep(.start(.after(.zero), plays: true))))
        else {
            Issue.record("no time at all is allowed")
            return
        }
    }

    @Test("ends with do not disturb where noise may not go on")
    func quiet() throws {
        var night = try night()
        night.ask(.quiet(.setDoNotDisturb(.allowsNoise(false))))
        night.ask(.quiet(.setDoNotDisturb(.byHand(.on))))
        #expect(night.noiseSound == nil && night.machine.playing.sleep.state == .idle)
        guard
            case .refused(.wrongState) = night.ask(
                .noise(.setSleep(.start(.after(.minutes(5)), plays: true))))
        else {
            Issue.record("noise starts in quiet hours")
            return
        }
    }
}
