import ClockTime
import Testing

@testable import ClockCore

@Suite("A sound that rises before the ring (product, A6b; law, 6.11)")
struct PreAlertSoundTests {
    /// An alarm at 07:00 whose pre-alert of 20 min plays pink noise.
    private func waking(
        at time: String = "2025-01-14 06:30", _ set: (inout AlarmChanges) -> Void = { _ in }
    ) throws -> (Night, AlarmID) {
        var night = try Night(at: time)
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0.preAlert = .minutes(20)
            $0.preAlertSound = .some(SoundID("pink"))
            $0.volume = Percent(clamping: 70)
            set(&$0)
        }
        return (night, id)
    }

    private func rising(_ night: Night) -> RisingIntent? { night.machine.soundIntent.rising }

    @Test("6.11: It rises from nothing over the whole pre-alert, and then comes the ring")
    func rises() throws {
        var (night, id) = try waking()
        try night.wait(until: "2025-01-14 06:39:59")
        #expect(rising(night) == nil)
        try night.wait(until: "2025-01-14 06:40")
        let first = RisingIntent(
            sound: SoundID("pink"), volume: Percent(clamping: 70), level: 0)
        #expect(rising(night) == first)
        try night.wait(until: "2025-01-14 06:59:59")
        let levels = night.sounds.compactMap(\.rising?.level)
        #expect(levels == Array(0...99))
        #expect(night.sounds.allSatisfy { $0.alarm == nil && !$0.ducksNoise })
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
        #expect(rising(night) == nil)
        night.press(.snooze)
        #expect(rising(night) == nil)
    }

    @Test("6.11: A tap on snooze or stop silences it for that date, and the ring comes as ever")
    func silenced() throws {
        for key in [Button.snooze, .stop] {
            var (night, id) = try waking()
            try night.wait(until: "2025-01-14 06:50")
            night.press(key)
            #expect(rising(night) == nil)
            #expect(night.noiseSound == nil)
            #expect(night.machine.snapshot.page == .countdown(0))
            #expect(night.machine.snapshot.countdownText == "9:59")
            try night.wait(until: "2025-01-14 06:59:59")
            #expect(rising(night) == nil)
            try night.wait(until: "2025-01-14 07:00")
            #expect(night.ringing == [id])
            night.press(.stop)
            try night.wait(until: "2025-01-15 06:50")
            #expect(rising(night)?.level == 50)
        }
    }

    @Test("6.11: More taps on stop start no noise, and two on snooze say no good night")
    func moreTaps() throws {
        var (night, _) = try waking()
        night.ask(.goodNight(.set([.set(\.hasDoublePress, true)])))
        night.ask(.noise(.play(SoundID("white"), variant: nil, volume: nil)))
        night.ask(.noise(.stop))
        try night.wait(until: "2025-01-14 06:50")
        for _ in 0..<3 {
            night.press(.stop)
            night.wait(.seconds(2))
            #expect(night.machine.snapshot.page == .countdown(0))
        }
        night.press(.snooze)
        night.press(.snooze)
        night.wait(.seconds(2))
        #expect(night.noiseSound == nil)
        #expect(!night.machine.snapshot.isNight)
        try night.wait(until: "2025-01-14 07:00:05")
        night.press(.stop)
        night.wait(.seconds(11))
        night.press(.stop)
        #expect(night.noiseSound != nil)
    }

    @Test("6.11: A power cut does not bring back what somebody has silenced")
    func cutAfterSilence() throws {
        var (night, id) = try waking()
        try night.wait(until: "2025-01-14 06:45")
        night.press(.stop)
        night.wait(.seconds(5))
        try night.cutPower(for: .seconds(10))
        night.wait(.minutes(5))
        #expect(rising(night) == nil)
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
        night.press(.stop)
        try night.wait(until: "2025-01-15 06:50")
        #expect(rising(night)?.level == 50)
    }

    @Test("6.11: A tap on stop ends the noise, too, and stop that is held ends the date")
    func stop() throws {
        var (night, _) = try waking()
        night.ask(.noise(.play(SoundID("white"), variant: nil, volume: nil)))
        try night.wait(until: "2025-01-14 06:45")
        #expect(night.machine.soundIntent.noise?.sound == SoundID("white"))
        #expect(rising(night)?.level == 25)
        night.press(.stop)
        #expect(night.machine.soundIntent.noise == nil)
        #expect(rising(night) == nil)

        (night, _) = try waking()
        try night.wait(until: "2025-01-14 06:45")
        night.hold(.stop, for: .seconds(1))
        #expect(rising(night) == nil)
        night.wait(.hours(1))
        #expect(night.ringing.isEmpty)
    }

    @Test("6.11: A client that stops or pauses the noise, or skips the date, silences it")
    func clients() throws {
        for command in [NoiseCommand.stop, .pause] {
            var (night, id) = try waking()
            try night.wait(until: "2025-01-14 06:45")
            night.ask(.noise(command))
            #expect(rising(night) == nil)
            try night.wait(until: "2025-01-14 07:00")
            #expect(night.ringing == [id])
        }
        var (night, id) = try waking()
        try night.wait(until: "2025-01-14 06:45")
        night.ask(.alarm(.skipNext(id, 1)))
        #expect(rising(night) == nil)
    }

    @Test("6.11: On a display that sleeps, the press that wakes it silences it")
    func asleep() throws {
        var (night, id) = try waking()
        try night.wait(until: "2025-01-14 06:45")
        night.ask(.display(.setLit(false)))
        night.press(.snooze)
        #expect(rising(night) == nil)
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
    }

    @Test("6.11: Of several, the one that rings first is heard, and none while anything rings")
    func several() throws {
        var (night, _) = try waking()
        let early = try night.add(.daily(at: try timeOfDay("06:50"))) {
            $0.preAlert = .minutes(5)
            $0.preAlertSound = .some(SoundID("white"))
        }
        try night.wait(until: "2025-01-14 06:44")
        #expect(rising(night)?.sound == SoundID("pink"))
        try night.wait(until: "2025-01-14 06:46")
        #expect(rising(night)?.sound == SoundID("white"))
        try night.wait(until: "2025-01-14 06:50")
        #expect(night.ringing == [early])
        #expect(rising(night) == nil)
        night.press(.stop)
        night.wait(.seconds(1))
        #expect(rising(night)?.sound == SoundID("pink"))
        #expect(rising(night)?.level == 50)
    }

    @Test("6.11: A power cut meanwhile lets it go on where it would be")
    func cut() throws {
        var (night, id) = try waking()
        try night.wait(until: "2025-01-14 06:45")
        try night.cutPower(for: .minutes(5))
        #expect(rising(night)?.level == 50)
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
    }

    @Test("6.11: A noise or a gentle tone; a sound that is gone costs the ring nothing")
    func sounds() throws {
        var catalogue = NightDefaults.catalogue
        catalogue.tones.append(
            Sound(id: SoundID("harp"), name: "Harp", category: CategoryID("gentle-tones")))
        var night = try Night(at: "2025-01-14 06:30", catalogue: catalogue)
        var refused: [Fault] = []
        for sound in ["pink", "harp", "bell", "siren"] {
            var changes = AlarmChanges()
            changes.preAlertSound = .some(SoundID(sound))
            let seven = Schedule.daily(at: try timeOfDay("07:00"))
            guard
                case .refused(.invalid(let field, let fault)) = night.ask(
                    .alarm(.add(seven, changes)))
            else { continue }
            #expect(field == "preAlertSound")
            refused.append(fault)
        }
        let known = ["harp", "pink", "white"].map { SoundID($0) }
        #expect(
            refused == [
                .sound(.notGentle(SoundID("bell"))),
                .sound(.unknown(SoundID("siren"), among: known)),
            ])

        var (gone, id) = try waking()
        gone.catalogue.noises.removeFirst()
        gone.handle(.catalogueChanged(gone.catalogue))
        let check = try #require(try gone.healthCheck(.alarmSounds))
        #expect(check.verdict == .notice)
        let alarm = try gone.alarm(id)
        #expect(check.finding == .preAlertSoundsMissing(of: [alarm]))
        try gone.wait(until: "2025-01-14 07:00")
        #expect(gone.ringing == [id])
        #expect(gone.machine.soundIntent.alarm?.sound == AlarmDefaults.sound)
    }
}
