import ClockTime
import Testing

@testable import ClockCore

@Suite("One key (product, B2)")
struct GestureTests {
    private func at(_ milliseconds: Int64) -> BootTime {
        BootTime(nanoseconds: milliseconds * 1_000_000)
    }

    @Test("A short press is told when the key goes down and when it comes up")
    func shortPress() {
        var key = GestureMachine()
        #expect(key.nextWake == nil)
        #expect(key.edge(isDown: true, at: at(0)) == .pressed)
        #expect(key.nextWake == at(600))
        #expect(key.advance(to: at(599)) == nil)
        #expect(key.edge(isDown: false, at: at(599)) == .shortPress)
        #expect(key == GestureMachine())
    }

    @Test("At 0.6 s it is a long press, and its release means nothing more")
    func longPress() {
        var key = GestureMachine()
        _ = key.edge(isDown: true, at: at(0))
        #expect(key.advance(to: at(600)) == .longPress)
        #expect(key.advance(to: at(5_000)) == nil)
        #expect(key.nextWake == nil)
        #expect(key.edge(isDown: false, at: at(5_001)) == nil)
        #expect(key.edge(isDown: true, at: at(6_000)) == .pressed)
    }

    @Test("A second edge of the same kind, a bounce or a lost edge, changes nothing")
    func bounce() {
        var key = GestureMachine()
        #expect(key.edge(isDown: true, at: at(0)) == .pressed)
        #expect(key.edge(isDown: true, at: at(500)) == nil)
        #expect(key.advance(to: at(600)) == .longPress)
        #expect(key.edge(isDown: true, at: at(700)) == nil)
        #expect(key.edge(isDown: false, at: at(800)) == nil)
        #expect(key.edge(isDown: false, at: at(801)) == nil)
    }

    @Test("A key that was held while the clock started means nothing until it is pressed anew")
    func heldAtStart() {
        var key = GestureMachine()
        #expect(key.edge(isDown: false, at: at(0)) == nil)
        #expect(key.edge(isDown: true, at: at(10)) == .pressed)
    }

    @Test("A press that was taken brings nothing more, however long it is held")
    func spent() {
        var key = GestureMachine()
        _ = key.edge(isDown: true, at: at(0))
        key.spend()
        #expect(key.nextWake == nil)
        #expect(key.advance(to: at(900)) == nil)
        #expect(key.edge(isDown: true, at: at(950)) == nil)
        #expect(key.edge(isDown: false, at: at(1_000)) == nil)
        key.spend()
        #expect(key.edge(isDown: true, at: at(1_100)) == .pressed)
    }
}

@Suite("What keys mean, and when (product, B3)")
struct ButtonTests {
    private func ringing() throws -> Night {
        var night = try Night(at: "2025-01-14 06:59")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        return night
    }

    @Test("Ringing: stop stops and every other key snoozes, on the press and not the release")
    func answersOnPress() throws {
        let night = try ringing()
        for button in Button.allCases {
            var other = night
            other.handle(.button(button, isDown: true))
            #expect(other.alarmSound == nil, "\(button)")
            #expect(other.snoozed.isEmpty == (button == .stop), "\(button)")
            let after = other.machine.alarms
            other.wait(.seconds(2))
            other.handle(.button(button, isDown: false))
            #expect(other.machine.alarms.members == after.members, "\(button)")
            #expect(other.noiseSound == nil, "\(button)")
        }
    }

    @Test("Keys that edit are dead until 10 s after the ring; snooze and stop are not")
    func deadKeys() throws {
        var night = try ringing()
        night.press(.stop)
        let before = (night.machine.settings, night.machine.noise)
        for button in [Button.noise, .plus, .minus, .menu] { night.press(button) }
        #expect(night.machine.settings == before.0)
        #expect(night.machine.noise == before.1)
        night.press(.stop)
        #expect(night.noiseSound != nil)
        night.press(.stop)
        night.wait(.seconds(10))
        night.press(.noise)
        #expect(night.noiseSound != nil)
    }

    @Test("Stop held 0.6 s ends a snooze; a short press plays the noise and leaves the snooze")
    func stopWhileSnoozed() throws {
        var night = try ringing()
        night.press(.snooze)
        night.press(.stop)
        #expect(night.snoozed.count == 1)
        #expect(night.noiseSound != nil)
        night.hold(.stop, for: .milliseconds(600))
        #expect(night.machine.alarms.members == [])
        #expect(night.noiseSound != nil)
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
            let before = (night.machine.settings, night.machine.noise)
            night.handle(.button(button, isDown: true))
            night.wait(.seconds(1))
            night.handle(.button(button, isDown: false))
            #expect(night.ringing == [second], "\(button)")
            #expect(night.snoozed == [first], "\(button)")
            #expect(night.machine.settings == before.0, "\(button)")
            #expect(night.machine.noise == before.1, "\(button)")
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
        night.ask(.playNoise(SoundID("white"), volume: nil))
        night.ask(.stopNoise)
        night.catalogue.noises = [SoundID("pink")]
        try night.cutPower(for: .minutes(1))
        night.press(.stop)
        #expect(night.noiseSound?.sound == SoundID("pink"))
    }

    @Test("Snooze shows the next alarm for five seconds, its heading for the first, or goes back")
    func pages() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        night.press(.snooze)
        #expect(night.machine.snapshot.page == .nextAlarmHeading)
        night.wait(.milliseconds(999))
        #expect(night.machine.snapshot.page == .nextAlarmHeading)
        night.wait(.milliseconds(1))
        #expect(night.machine.snapshot.page == .nextAlarm)
        night.wait(.milliseconds(3_999))
        #expect(night.machine.snapshot.page == .nextAlarm)
        night.wait(.milliseconds(1))
        #expect(night.machine.snapshot.page == .time)
        night.press(.snooze)
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
}
