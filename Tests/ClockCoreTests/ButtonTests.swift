import ClockTime
import Testing

@testable import ClockCore

@Suite("What keys mean, and when (product, B3)")
struct ButtonTests {
    private func ringing() throws -> Night {
        var night = try Night(at: "2025-01-14 06:59")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        return night
    }

    @Test("Held stop ends the nap that is shown before an alarm's snooze, and says what it ended")
    func endsWhatIsShown() throws {
        var night = try Night(at: "2025-01-14 06:59")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        night.wait(.minutes(1))
        #expect(night.machine.snapshot.page == .time)
        night.press(.snooze)
        #expect(night.machine.snapshot.page == .snooze)
        night.wait(.minutes(1))
        night.hold(.snooze, for: .seconds(1))
        night.wait(.seconds(40))
        night.press(.snooze)
        night.hold(.stop, for: .seconds(1))
        #expect(night.machine.snapshot.message == "Nap off")
        #expect(night.machine.ringing.alarms.hasSnoozed)
        night.wait(.seconds(10))
        night.hold(.stop, for: .seconds(1))
        #expect(night.machine.snapshot.message == "Snooze off")
        #expect(!night.machine.ringing.alarms.hasSnoozed)
        night.wait(.minutes(20))
        #expect(night.ringing.isEmpty, "\(id)")
    }

    @Test("Ringing: stop stops and every other key snoozes, on the press and not the release")
    func answersOnPress() throws {
        let night = try ringing()
        for button in Button.allCases {
            var other = night
            other.handle(.button(button, isDown: true))
            #expect(other.alarmSound == nil, "\(button)")
            #expect(other.snoozed.isEmpty == (button == .stop), "\(button)")
            let isStop = button == .stop
            other.wait(.milliseconds(300))
            let after = other.machine.ringing.alarms
            #expect(after.members.isEmpty == isStop)
            other.wait(.seconds(2))
            other.handle(.button(button, isDown: false))
            #expect(other.machine.ringing.alarms.members == after.members, "\(button)")
            #expect(other.noiseSound == nil, "\(button)")
        }
    }

    @Test("Keys that edit are dead until 10 s after the ring; snooze and stop are not")
    func deadKeys() throws {
        var night = try ringing()
        night.press(.stop)
        let before = (night.machine.settings, night.machine.playing.noise)
        for button in [Button.noise, .plus, .minus, .menu] { night.press(button) }
        #expect(night.machine.settings == before.0)
        #expect(night.machine.playing.noise == before.1)
        // A sleepy hand presses stop twice.
        night.press(.stop)
        #expect(night.noiseSound == nil)
        night.wait(.seconds(10))
        night.press(.stop)
        #expect(night.noiseSound != nil)
        night.press(.stop)
        night.wait(.seconds(10))
        night.press(.noise)
        #expect(night.noiseSound != nil)
    }

    @Test("Stop held 0.6 s ends a snooze, and leaves the noise that plays")
    func stopWhileSnoozed() throws {
        var night = try ringing()
        night.press(.snooze)
        night.wait(.milliseconds(300))
        night.ask(.noise(.play(SoundID("pink"), volume: nil)))
        night.hold(.stop, for: .milliseconds(600))
        #expect(night.machine.ringing.alarms.members == [])
        #expect(night.noiseSound == nil, "whoever ends a snooze gets up (N9)")
    }

    @Test("6.3: A tap on stop while an alarm is snoozed shows for 3 s when it rings again")
    func tapWhileSnoozed() throws {
        var night = try ringing()
        night.press(.snooze)
        night.wait(.milliseconds(300))
        for _ in 1...2 {
            night.press(.stop)
            #expect(night.machine.snapshot.page == .snooze)
            #expect(
                night.machine.snapshot.snoozed?.civil.description.hasSuffix("T07:09:00") == true)
            night.wait(.milliseconds(2_900))
            #expect(night.machine.snapshot.page == .snooze)
            night.wait(.milliseconds(200))
            #expect(night.machine.snapshot.page == .time)
        }
        night.hold(.stop, for: .milliseconds(700))
        #expect(night.machine.snapshot.snoozed == nil)
        night.wait(.seconds(4))
        night.press(.stop)
        #expect(night.machine.snapshot.page != .snooze)
    }

    @Test("13: a key that was down before the ring does not answer it, nor act when it comes up")
    func keyDownBeforeTheRing() throws {
        for button in Button.allCases {
            var night = try Night(at: "2025-01-14 06:00")
            let first = try night.daily("06:55")
            let second = try night.daily("07:00")
            try night.wait(until: "2025-01-14 06:55")
            night.press(.snooze)
            let boundary = WallTime(try night.zone.instant(showing: "2025-01-14 07:00"))
            let ahead: Duration = boundary - night.now.wall
            night.wait(ahead - .milliseconds(300))
            let before = (night.machine.settings, night.machine.playing.noise)
            night.handle(.button(button, isDown: true))
            night.wait(.seconds(1))
            night.handle(.button(button, isDown: false))
            #expect(night.ringing == [second], "\(button)")
            #expect(night.snoozed == [first], "\(button)")
            #expect(night.machine.settings == before.0, "\(button)")
            #expect(night.machine.playing.noise == before.1, "\(button)")
        }
    }

    @Test("Plus and minus set the volume while noise plays, else the brightness, within their ends")
    func plusAndMinus() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.press(.plus)
        #expect(night.machine.snapshot.brightness == 50)
        for _ in 1...12 { night.press(.minus) }
        #expect(night.machine.snapshot.brightness == 0)
        night.press(.plus)
        #expect(night.machine.snapshot.brightness == 10)
        night.press(.stop)
        night.press(.plus)
        #expect(night.noiseSound?.volume == Percent(35))
        for _ in 1...20 { night.press(.plus) }
        #expect(night.noiseSound?.volume == Percent(100))
        #expect(night.durable?.noise.volume == Percent(100))
    }

    @Test(
        "A brightness set by hand goes on following the light, and is no setting that could be lost"
    )
    func brightnessByHand() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.handle(.lightMeasured(lux: 50))
        let before = night.machine.snapshot.brightness
        night.press(.minus)
        #expect(abs(night.machine.snapshot.brightness - (before - 10)) < 1)
        #expect(night.machine.settings.style.brightness == .automatic)
        for _ in 1...30 {
            night.wait(.seconds(2))
            night.handle(.lightMeasured(lux: 200))
        }
        #expect(abs(night.machine.snapshot.brightness - 65) < 3)
    }

    @Test("Stop plays and stops the noise; the noise key goes through the catalogue")
    func noiseKeys() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.press(.stop)
        #expect(night.noiseSound?.sound == SoundID("pink"))
        #expect(night.noiseSound?.fadeIn == .seconds(2))
        night.press(.noise)
        #expect(night.noiseSound?.sound == SoundID("white"))
        night.press(.noise)
        #expect(night.noiseSound?.sound == SoundID("pink"))
        night.press(.stop)
        #expect(night.noiseSound == nil)
        #expect(night.sounds.last?.noiseFadeOut == .seconds(5))
        night.press(.noise)
        #expect(night.noiseSound?.sound == SoundID("pink"))
    }

    @Test("A stored noise that the catalogue lacks does not leave the stop key dead")
    func unknownNoise() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.ask(.noise(.play(SoundID("white"), volume: nil)))
        night.ask(.noise(.stop))
        night.catalogue = SoundCatalogue(noises: ["pink"], tones: ["digital"])
        try night.cutPower(for: .minutes(1))
        night.press(.stop)
        #expect(night.noiseSound?.sound == SoundID("pink"))
    }

    @Test("Snooze shows the next alarm for five seconds after its heading, and then the date")
    func pages() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        night.press(.snooze)
        #expect(night.machine.snapshot.page == .nextAlarm)
        night.wait(.milliseconds(5_999))
        #expect(night.machine.snapshot.page == .nextAlarm)
        night.wait(.milliseconds(1))
        #expect(night.machine.snapshot.page == .time)
        for _ in 0..<3 { night.press(.snooze) }
        #expect(night.machine.snapshot.page == .date)
        night.wait(.seconds(5))
        #expect(night.machine.snapshot.page == .time)
        for _ in 0..<4 { night.press(.snooze) }
        #expect(night.machine.snapshot.page == .time)
    }

    @Test("A face with seconds has a page of minutes and seconds, which wakes each second")
    func secondsPage() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.ask(.style(.set([.set(\.showsSeconds, true)])))
        for _ in 0..<3 { night.press(.snooze) }
        #expect(night.machine.snapshot.page == .seconds)
        let second = try #require(night.machine.snapshot.civil?.second)
        night.wait(.seconds(1))
        #expect(night.machine.snapshot.civil?.second == second + 1)
        night.press(.snooze)
        #expect(night.machine.snapshot.page == .time)
    }

    @Test("After a late wake no page stays longer than it may, and the next wake lies ahead")
    func latePage() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.press(.snooze)
        night.pass(.seconds(30))
        night.handle(.wake)
        #expect(night.machine.snapshot.page == .time)
    }

    @Test("A ring takes the face from any page")
    func ringTakesThePage() throws {
        var night = try Night(at: "2025-01-14 06:59:57")
        _ = try night.daily("07:00")
        night.press(.snooze)
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.machine.snapshot.page == .time)
        night.press(.stop)
        #expect(night.machine.snapshot.page == .time)
    }

    @Test("Each click of a knob is one step: a press and its release at the same time hold nothing")
    func knob() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.press(.stop)
        for click in 1...8 {
            night.handle(.button(.plus, isDown: true))
            night.handle(.button(.plus, isDown: false))
            #expect(night.noiseSound?.volume == Percent(30 + 5 * click))
        }
        night.handle(.button(.minus, isDown: true))
        night.handle(.button(.minus, isDown: false))
        night.wait(.seconds(5))
        #expect(night.noiseSound?.volume == Percent(65))
        #expect(night.durable?.noise.volume == Percent(65))
    }

    // MARK: - Holding plus and minus

    @Test("Plus held goes on louder, five times a second, and is saved once, at its end")
    func repeatedVolume() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.ask(.noise(.play(SoundID("pink"), volume: Percent(10))))
        let before = try #require(night.newest).revision
        night.handle(.button(.plus, isDown: true))
        #expect(night.noiseSound?.volume == Percent(15))
        night.wait(.milliseconds(499))
        #expect(night.noiseSound?.volume == Percent(15))
        night.wait(.milliseconds(1))
        #expect(night.noiseSound?.volume == Percent(20))
        night.wait(.milliseconds(400))
        #expect(night.noiseSound?.volume == Percent(30))
        #expect(night.newest?.revision == before)
        night.handle(.button(.plus, isDown: false))
        #expect(night.newest?.revision == before + 1)
        #expect(night.durable?.noise.volume == Percent(30))
        night.wait(.seconds(5))
        #expect(night.noiseSound?.volume == Percent(30))
    }

    @Test("Minus held with nothing playing darkens the face to its end")
    func repeatedBrightness() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.hold(.minus, for: .seconds(2))
        #expect(night.machine.snapshot.brightness == 0)
        night.hold(.plus, for: .milliseconds(900))
        #expect(night.machine.snapshot.brightness == 40)
    }

    @Test("A ring ends the repetition, and so do 30 seconds, which save what came of it")
    func repetitionEnds() throws {
        var night = try Night(at: "2025-01-14 06:59:59")
        _ = try night.daily("07:00")
        night.ask(.noise(.play(SoundID("pink"), volume: Percent(50))))
        night.handle(.button(.minus, isDown: true))
        night.wait(.seconds(1))
        let volume = night.machine.playing.noise.volume
        #expect(volume < Percent(clamping: 50))
        night.wait(.seconds(3))
        #expect(night.machine.playing.noise.volume == volume)
        night.handle(.button(.minus, isDown: false))
        night.press(.snooze)
        night.wait(.seconds(11))
        night.handle(.button(.plus, isDown: true))
        night.wait(.seconds(31))
        #expect(night.durable?.noise.volume == Percent(100))
    }

    // MARK: - Previews

    @Test("A preview is three seconds of a sound, and then what was, with short fades")
    func preview() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.ask(.noise(.play(SoundID("pink"), volume: Percent(40))))
        night.ask(.noise(.preview(SoundID("white"))))
        let white = NoiseIntent(
            voices: [NoiseVoice(sound: SoundID("white"))], master: Percent(clamping: 40),
            fadeIn: PreviewMachine.fade, seed: night.machine.playing.noise.seed)
        #expect(night.noiseSound == white)
        #expect(night.machine.snapshot.noise.preview == SoundID("white"))
        #expect(night.durable?.noise.sound == SoundID("pink"))
        night.wait(.milliseconds(2_999))
        #expect(night.noiseSound == white)
        night.wait(.milliseconds(1))
        #expect(night.noiseSound?.sound == SoundID("pink"))
        #expect(night.noiseSound?.fadeIn == PreviewMachine.fade)
        night.press(.noise)
        #expect(night.noiseSound?.sound == SoundID("white"))
        #expect(night.noiseSound?.fadeIn == .seconds(2))
    }

    @Test("After a preview in silence comes silence; a tap during it keeps the sound")
    func previewInSilence() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.ask(.noise(.preview(SoundID("white"))))
        #expect(night.noiseSound?.sound == SoundID("white"))
        var kept = night
        kept.press(.noise)
        kept.wait(.seconds(10))
        #expect(kept.noiseSound?.sound == SoundID("white"))
        #expect(kept.durable?.noise.sound == SoundID("white"))
        var stopped = night
        stopped.press(.stop)
        #expect(stopped.noiseSound == nil)
        stopped.wait(.seconds(10))
        #expect(stopped.noiseSound == nil)
        night.wait(.seconds(3))
        #expect(night.noiseSound == nil)
        #expect(night.sounds.last?.noiseFadeOut == PreviewMachine.fade)
        #expect(night.machine.playing.noise == NoiseState())
    }

    @Test("Noise held again goes on through the catalogue, and no further than around")
    func previewOfTheNext() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.hold(.noise, for: .milliseconds(700))
        #expect(night.noiseSound?.sound == SoundID("pink"))
        night.hold(.noise, for: .milliseconds(700))
        #expect(night.noiseSound?.sound == SoundID("white"))
        night.hold(.noise, for: .milliseconds(700))
        #expect(night.noiseSound?.sound == SoundID("pink"))
    }

    @Test("A ring ends a preview, and none begins while it rings")
    func previewAndRing() throws {
        var night = try Night(at: "2025-01-14 06:59:59")
        _ = try night.daily("07:00")
        night.ask(.noise(.preview(SoundID("white"))))
        night.wait(.seconds(1))
        #expect(night.alarmSound != nil)
        #expect(night.noiseSound == nil)
        let refusal = night.ask(.noise(.preview(SoundID("white"))))
        guard case .refused(.wrongState) = refusal else {
            Issue.record("a preview during a ring is not refused")
            return
        }
        #expect(night.noiseSound == nil)
        night.press(.stop)
        guard case .refused(.invalid("sound", _)) = night.ask(.noise(.preview(SoundID("rain"))))
        else {
            Issue.record("a preview of what is not there is not refused")
            return
        }
    }
}
