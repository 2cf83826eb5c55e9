import ClockTime
import Testing

@testable import ClockCore

@Suite("What plays, on the face (product, N12)") struct NowPlayingTests {
    private static let rain = SoundID("rain")

    private func night(_ equipment: Equipment = Equipment()) throws -> Night {
        var catalogue = SoundCatalogue(
            noises: ["pink", "rain", "fire", "wind"], tones: ["digital"])
        catalogue.noises[0].name = "Pink noise"
        return try Night(at: "2025-01-14 22:00", catalogue: catalogue, equipment: equipment)
    }

    /// The text about noise on the face; nil while it shows none.
    private func text(_ night: Night) -> String? {
        night.machine.snapshot.playing.map(NowPlayingTests.text)
    }

    /// As seven segments show it.
    private static func text(_ playing: PlayingText) -> String {
        let volume = playing.volume.map { "\($0.value)" }
        return playing.titles
            + (volume.map { "U" + String(repeating: " ", count: 3 - $0.count) + $0 } ?? "")
    }

    private func page(_ night: Night) -> FacePage { night.machine.snapshot.page }

    @Test("The noise key tells what it chose, by name and volume, from the beginning on")
    func chosen() throws {
        var night = try night()
        night.ask(.noise(.setVolume(Percent(clamping: 30))))
        night.press(.noise)
        #expect(text(night) == "Pink noise U 30")
        night.press(.noise)
        #expect(text(night) == "rain U 30")
        night.press(.stop)
        #expect(page(night) == .time && text(night) == nil)
        night.press(.stop)
        #expect(text(night) == "rain U 30")
    }

    @Test("The page stays for five seconds, and longer where the text has to move")
    func lasts() throws {
        for (display, tenths) in [
            (nil, 50), (DisplayShape.pixels(columns: 128, rows: 64), 67), (.digits(4), 57),
            (.digits(20), 50),
        ] {
            var equipment = Equipment()
            equipment.display = display
            var night = try night(equipment)
            night.press(.noise)
            night.wait(.milliseconds(100 * tenths - 100))
            #expect(text(night) == "Pink noise U 30", "\(String(describing: display))")
            night.wait(.milliseconds(100))
            #expect(page(night) == .time, "\(String(describing: display))")
        }
    }

    @Test("Plus and minus tell the new volume, anew with each step, for five seconds")
    func volume() throws {
        var night = try night()
        night.ask(.noise(.play(Self.rain, volume: Percent(90))))
        #expect(page(night) == .time, "nobody at the clock asked")
        night.press(.plus)
        #expect(page(night) == .volume && night.machine.snapshot.noise.volume.value == 95)
        night.wait(.seconds(4))
        night.press(.plus)
        #expect(page(night) == .volume && night.machine.snapshot.noise.volume.value == 100)
        night.wait(.milliseconds(4_800))
        #expect(page(night) == .volume)
        night.wait(.milliseconds(100))
        #expect(page(night) == .time)
        night.ask(.noise(.stop))
        night.press(.plus)
        #expect(page(night) == .time, "then it is the brightness")
        night.press(.stop)
        night.press(.plus)
        #expect(page(night) == .volume)
        night.press(.stop)
        #expect(page(night) == .time, "nothing is heard any more")
    }

    @Test("Snooze goes from what counts down over what plays to the next alarm and the date")
    func inTurn() throws {
        var night = try night()
        night.ask(.noise(.play(Self.rain, volume: Percent(40))))
        night.ask(.noise(.setSleep(.start(.after(.minutes(45)), plays: false))))
        night.press(.snooze)
        #expect(page(night) == .countdown(0))
        night.press(.snooze)
        #expect(text(night) == "rain U 40")
        night.press(.snooze)
        #expect(page(night) == .nextAlarm)
        night.press(.snooze)
        #expect(page(night) == .date)
        night.press(.snooze)
        #expect(page(night) == .time)
    }

    @Test("Several countdowns have a page each, the first to end first")
    func countdowns() throws {
        var night = try night()
        night.ask(.timer(.add(.minutes(5), name: "Tea", starts: true)))
        night.ask(.noise(.setSleep(.start(.after(.minutes(45)), plays: true))))
        let snapshot = { (night: Night) in night.machine.snapshot }
        night.press(.snooze)
        #expect(page(night) == .countdown(0))
        let first = snapshot(night).countdownText
        night.wait(.seconds(1))
        #expect(snapshot(night).countdownText != first)
        night.press(.snooze)
        #expect(page(night) == .countdown(1))
        #expect(snapshot(night).running.map(\.subject) == [.timer("Tea"), .sleep])
        #expect(snapshot(night).running.map(\.subject.name) == ["Tea", "Sleep"])
        night.press(.snooze)
        #expect(page(night) == .nowPlaying)
    }

    @Test("The bar shows how long the nap takes, though a timer ends before")
    func nap() throws {
        var night = try night()
        night.ask(.timer(.add(.seconds(15), name: nil, starts: true)))
        night.hold(.snooze, for: .seconds(1))
        night.wait(.seconds(1))
        #expect(page(night) == .countdown(1))
        #expect(night.machine.snapshot.running[1].subject.isNap)
    }

    @Test("The date is words on panels of pixels, and figures on digits")
    func date() throws {
        for (display, words) in [
            (DisplayShape.pixels(columns: 32, rows: 8), "14 January Tue"), (.digits(4), nil),
        ] {
            var equipment = Equipment()
            equipment.display = display
            var night = try Night(at: "2025-01-14 22:00", equipment: equipment)
            for _ in 0..<2 { night.press(.snooze) }
            #expect(page(night) == .date && night.machine.snapshot.message == words)
        }
    }

    @Test("A mix is told sound by sound with its volumes, three of them; a favourite by its name")
    func mix() throws {
        var night = try night()
        night.ask(.noise(.play(Self.rain, volume: Percent(40))))
        night.ask(.mix(.set(Self.rain, VoiceChanges(volume: Percent(70)))))
        night.ask(.mix(.add(SoundID("fire"), VoiceChanges(volume: Percent(20)))))
        #expect(night.machine.playing.text.map(NowPlayingTests.text) == "rain 70 - fire 20 - U 40")
        night.ask(.mix(.add(SoundID("wind"), VoiceChanges(volume: Percent(10)))))
        night.ask(.mix(.add(SoundID("pink"), VoiceChanges(volume: Percent(60)))))
        #expect(
            night.machine.playing.text.map(NowPlayingTests.text)
                == "rain 70 - fire 20 - wind 10 - and 1 - U 40")
        night.ask(.mix(.save("Storm")))
        #expect(night.machine.playing.text.map(NowPlayingTests.text) == "Storm U 40")
    }

    @Test("A preview is told by its name, and the page ends with it")
    func preview() throws {
        var night = try night()
        night.hold(.noise, for: .seconds(1))
        #expect(text(night) == "Pink noise")
        night.wait(.seconds(4))
        #expect(page(night) == .time)
    }

    @Test("A ring takes the face, and a name without end is cut")
    func bounds() throws {
        var night = try night()
        night.catalogue.noises[0].name = String(repeating: "zz ", count: 50)
        try night.cutPower(for: .minutes(1))
        _ = try night.daily("22:02")
        night.press(.noise)
        #expect(night.machine.snapshot.playing?.titles.count == FaceMachine.longestText)
        try night.wait(until: "2025-01-14 22:02")
        #expect(page(night) == .time)
    }
}
