import ClockTime
import English
import Testing

@testable import ClockCore

@Suite("The mix of noises") struct NoiseMixTests {
    private static let names =
        ["pink", "white", "rain", "fire"] + (1...20).map { "noise-\($0)" }
    private let rain = SoundID("rain")

    private func night() throws -> Night {
        var catalogue = SoundCatalogue(noises: Self.names, tones: ["digital", "bell"])
        catalogue.noises[2].variants = ["light", "heavy"].map {
            SoundVariant(id: VariantID($0), name: $0)
        }
        catalogue.noises[2].defaultVolume = Percent(clamping: 70)
        catalogue.noises[2].sliders = ["drops", "distance"].map {
            Slider(id: SliderID($0), meaning: $0)
        }
        return try Night(at: "2025-01-14 22:00", catalogue: catalogue)
    }

    private func sounds(_ night: Night) -> [String] {
        night.noiseSound?.voices.map(\.sound.name) ?? []
    }

    @Test("N4: sixteen sounds play at once, and one more is refused by name")
    func sixteen() throws {
        var night = try night()
        for number in 1...16 { night.ask(.mix(.add(SoundID("noise-\(number)"), VoiceChanges()))) }
        #expect(night.noiseSound?.voices.count == 16)
        let refusal = night.ask(.mix(.add(SoundID("noise-17"), VoiceChanges())))
        #expect(refusal == .refused(.mixFull(SoundID("noise-17"))))
        let error = CommandError.mixFull(SoundID("noise-17"))
        #expect(error.code == "mixFull")
        #expect(error.message.contains("\"noise-17\"") && error.message.contains("16"))
        #expect(night.noiseSound?.voices.count == 16)
        night.ask(.mix(.add(SoundID("noise-3"), VoiceChanges(volume: Percent(5)))))
        #expect(night.noiseSound?.voices[2].volume == Percent(5))
    }

    @Test("N5: a sound chosen alone ends the others, one that is added does not")
    func singleAndMix() throws {
        var night = try night()
        night.ask(.noise(.play(SoundID("pink"), volume: Percent(50))))
        night.ask(.mix(.add(rain, VoiceChanges())))
        #expect(sounds(night) == ["pink", "rain"])
        #expect(night.noiseSound?.master == Percent(50))
        night.ask(.noise(.play(SoundID("white"), volume: nil)))
        #expect(sounds(night) == ["white"])
    }

    @Test("N4: volume, variant, place and sliders are remembered, also outside the mix")
    func remembered() throws {
        var night = try night()
        night.ask(.noise(.play(rain, volume: nil)))
        let usual = NoiseVoice(
            sound: rain, variant: VariantID("light"), volume: Percent(clamping: 70))
        #expect(night.noiseSound?.voices == [usual])
        night.ask(.noise(.play(SoundID("pink"), volume: nil)))
        let changes = VoiceChanges(
            variant: VariantID("heavy"), volume: Percent(40), pan: Pan(-20),
            sliders: [SliderID("drops"): 30])
        night.ask(.mix(.set(rain, changes)))
        #expect(sounds(night) == ["pink"])
        try night.cutPower(for: .minutes(1))
        night.ask(.mix(.add(rain, VoiceChanges())))
        let remembered = NoiseVoice(
            sound: rain, variant: VariantID("heavy"), volume: Percent(clamping: 40),
            pan: Pan(clamping: -20), sliders: SliderPositions([SliderID("drops"): 30]))
        #expect(night.noiseSound?.voices.last == remembered)
        night.ask(.mix(.remove(rain)))
        night.ask(.noise(.play(rain, volume: nil)))
        #expect(night.noiseSound?.voices == [remembered])
    }

    @Test("What a sound does not have is refused by name, and changes nothing")
    func refusals() throws {
        var night = try night()
        night.ask(.noise(.play(rain, volume: nil)))
        let before = night.machine.playing.noise
        // `name` is in the refusal if there is something to choose from or to look for.
        let refused: [(Command, field: String, name: String?)] = [
            (
                .noise(.play(rain, variant: VariantID("big"), volume: nil)), "variant",
                "light, heavy"
            ),
            (
                .noise(.play(SoundID("pink"), variant: VariantID("x"), volume: nil)), "variant",
                "\"x\""
            ),
            (.noise(.play(nil, variant: VariantID("heavy"), volume: nil)), "variant", nil),
            (.noise(.play(SoundID("bell"), volume: nil)), "sound", "pink, white"),
            (.mix(.set(SoundID("x"), VoiceChanges(pan: Pan(1)))), "sound", "\"x\""),
            (.mix(.set(rain, VoiceChanges())), "changes", nil),
            (
                .mix(.set(rain, VoiceChanges(pan: Pan(1), sliders: [SliderID("wet"): 5]))),
                "sliders", "drops, distance"
            ),
            (
                .mix(.add(SoundID("pink"), VoiceChanges(sliders: [SliderID("drops"): 5]))),
                "sliders", "no sliders"
            ),
            (.mix(.remove(SoundID("pink"))), "sound", "rain"),
            (.noise(.preview(SoundID("x"))), "sound", "bell"),
        ]
        for (command, field, name) in refused {
            guard case .refused(let error) = night.ask(command) else {
                Issue.record("\(command) is not refused")
                continue
            }
            let isThere = ["changes", "variant"].contains(field) && name == nil
            let code = isThere || command == .mix(.remove(SoundID("pink"))) ? "invalid" : "notFound"
            #expect(error.field == field && error.code == code, "\(command)")
            if let name { #expect(error.message.contains(name), "\(error.message)") }
        }
        #expect(night.machine.playing.noise == before)
    }

    @Test("Pause keeps the mix and toggle brings it back; clear and the last one out end it")
    func onAndOff() throws {
        var night = try night()
        night.ask(.mix(.add(SoundID("fire"), VoiceChanges())))
        night.ask(.mix(.add(rain, VoiceChanges())))
        night.ask(.noise(.pause))
        #expect(night.noiseSound == nil)
        night.ask(.noise(.toggle))
        #expect(sounds(night) == ["fire", "rain"])
        night.ask(.noise(.toggle))
        #expect(night.noiseSound == nil)
        night.press(.stop)
        #expect(sounds(night) == ["fire", "rain"])
        night.ask(.mix(.remove(SoundID("fire"))))
        night.ask(.mix(.remove(rain)))
        #expect(night.noiseSound == nil && !night.machine.playing.noise.isPlaying)
        night.ask(.noise(.play(nil, volume: nil)))
        #expect(sounds(night) == ["pink"])
        night.ask(.mix(.clear))
        #expect(night.noiseSound == nil && night.machine.playing.noise.mix == [])
    }

    @Test(
        "N6: fades and their shape go out with what is to be heard; unset ones are the catalogue's")
    func fades() throws {
        var night = try night()
        night.ask(.noise(.play(nil, volume: nil)))
        #expect(night.noiseSound?.fadeIn == .seconds(2))
        #expect(night.intent.noiseFadeOut == .seconds(5) && night.intent.fadeShape == .equalPower)
        let reply = night.ask(
            .noise(.setFades(FadeChanges(fadeOut: .seconds(9), shape: .exponential))))
        let set = NoiseFades(fadeOut: .seconds(9), shape: .exponential)
        #expect(reply == .fades(set))
        #expect(night.intent.noiseFadeOut == .seconds(9) && night.intent.fadeShape == .exponential)
        try night.cutPower(for: .minutes(1))
        #expect(night.intent.noiseFadeOut == .seconds(9) && night.intent.fadeShape == .exponential)
        night.catalogue.fades.fadeIn = .seconds(7)
        try night.cutPower(for: .minutes(1))
        #expect(night.noiseSound?.fadeIn == .seconds(7))
        #expect(night.intent.noiseFadeOut == .seconds(9))
        guard
            case .refused(.invalid("fadeIn", _)) = night.ask(
                .noise(.setFades(FadeChanges(fadeIn: .seconds(61)))))
        else {
            Issue.record("a fade of 61 s is not refused")
            return
        }
    }

    // MARK: - Favourites

    @Test("N4: a favourite brings back its sounds, volumes, variants, places, sliders and seed")
    func favourites() throws {
        var night = try night()
        night.ask(.mix(.add(rain, VoiceChanges(variant: VariantID("heavy"), pan: Pan(10)))))
        night.ask(.mix(.set(rain, VoiceChanges(sliders: [SliderID("drops"): -40]))))
        night.ask(.mix(.add(SoundID("fire"), VoiceChanges(volume: Percent(20)))))
        let mix = try #require(night.noiseSound)
        night.ask(.mix(.save("Storm")))
        #expect(night.machine.snapshot.noise.favourite == "Storm")
        night.ask(.noise(.play(SoundID("pink"), volume: nil)))
        let others = VoiceChanges(volume: Percent(1), sliders: [SliderID("drops"): 9])
        night.ask(.mix(.set(rain, others)))
        try night.cutPower(for: .minutes(1))
        night.ask(.mix(.load("STORM")))
        #expect(night.noiseSound == mix)
        night.ask(.mix(.rename("storm", to: "Gale")))
        #expect(night.machine.snapshot.noise.favourite == "Gale")
        night.ask(.mix(.add(SoundID("pink"), VoiceChanges())))
        #expect(night.machine.snapshot.noise.favourite == nil)
        #expect(night.ask(.mix(.delete("gale"))) == .favouriteRemoved("Gale"))
        #expect(night.ask(.mix(.load("Gale"))) == .refused(.notFoundMix("Gale")))
        #expect(sounds(night).count == 3)
    }

    @Test("Names of favourites are lines of text that tell them apart, and there are 64 at most")
    func favouriteNames() throws {
        var night = try night()
        guard case .refused(.wrongState) = night.ask(.mix(.save("Empty"))) else {
            Issue.record("an empty mix is saved")
            return
        }
        night.ask(.noise(.play(nil, volume: nil)))
        for name in ["", "  ", "a\nb", String(repeating: "x", count: 41)] {
            guard case .refused(.invalid("name", _)) = night.ask(.mix(.save(name))) else {
                Issue.record("\(name) is allowed")
                continue
            }
        }
        for number in 1...64 { night.ask(.mix(.save("mix \(number)"))) }
        #expect(night.ask(.mix(.save("one more"))) == .refused(.favouritesFull))
        #expect(night.machine.playing.noise.favourites.all.count == 64)
        night.ask(.noise(.play(rain, volume: nil)))
        night.ask(.mix(.save("MIX 7")))
        #expect(night.machine.playing.noise.favourites["mix 7"]?.voices.map(\.sound) == [rain])
        guard case .refused(.invalid("name", _)) = night.ask(.mix(.rename("mix 1", to: "Mix 2")))
        else {
            Issue.record("two favourites are called the same")
            return
        }
    }

    @Test("B3: the noise button plays the next favourite, else the next of the catalogue")
    func noiseButton() throws {
        var night = try night()
        night.ask(.noise(.play(rain, volume: nil)))
        night.press(.noise)
        #expect(sounds(night) == ["fire"])
        for (name, sound) in [("a", "pink"), ("b", "rain"), ("c", "fire")] {
            night.ask(.noise(.play(SoundID(sound), volume: nil)))
            night.ask(.mix(.save(name)))
        }
        night.press(.noise)
        #expect(night.machine.snapshot.noise.favourite == "a")
        night.press(.noise)
        night.ask(.noise(.next))
        #expect(night.machine.snapshot.noise.favourite == "c" && sounds(night) == ["fire"])
        night.ask(.noise(.stop))
        night.press(.noise)
        #expect(sounds(night) == ["fire"])
        night.ask(.noise(.play(SoundID("white"), volume: nil)))
        night.press(.noise)
        #expect(night.machine.snapshot.noise.favourite == "a")
    }

    // MARK: - Seeds and previews

    @Test("N11a: a mix keeps its seed while it changes; a new one gets another")
    func seeds() throws {
        var night = try night()
        night.ask(.noise(.play(rain, volume: nil)))
        let first = try #require(night.noiseSound?.seed)
        #expect(first <= 0xffff_ffff)
        night.wait(.seconds(10))
        night.ask(.mix(.add(SoundID("fire"), VoiceChanges())))
        night.ask(.mix(.remove(rain)))
        night.ask(.noise(.stop))
        night.ask(.noise(.play(nil, volume: nil)))
        try night.cutPower(for: .minutes(1))
        #expect(night.noiseSound?.seed == first)
        night.ask(.noise(.play(rain, volume: nil)))
        #expect(night.noiseSound?.seed != first)
    }

    @Test("A preview plays any noise, variant or tone, and stops when it is told to")
    func previews() throws {
        var night = try night()
        night.ask(.noise(.preview(rain, variant: VariantID("heavy"))))
        #expect(night.noiseSound?.voices.first?.variant == VariantID("heavy"))
        night.ask(.noise(.endPreview))
        #expect(night.noiseSound == nil && night.intent.noiseFadeOut == PreviewMachine.fade)
        night.ask(.noise(.preview(SoundID("bell"))))
        #expect(sounds(night) == ["bell"])
        night.press(.noise)
        #expect(sounds(night) == ["pink"], "a tone is no noise that a tap could keep")
    }

    // MARK: - A different catalogue

    @Test("A sound that is gone is left out of the mix with a note, and the rest plays on")
    func soundMissing() throws {
        var night = try night()
        night.ask(.mix(.add(rain, VoiceChanges())))
        night.ask(.mix(.add(SoundID("fire"), VoiceChanges())))
        night.handle(
            .catalogueChanged(SoundCatalogue(noises: ["fire", "new"], tones: ["digital"])))
        #expect(sounds(night) == ["fire"])
        #expect(night.notes.contains(.soundMissing(rain)))
        night.handle(.catalogueChanged(SoundCatalogue(noises: ["new"], tones: ["digital"])))
        #expect(night.noiseSound == nil && !night.machine.playing.noise.isPlaying)
        night.press(.stop)
        #expect(sounds(night) == ["new"])
    }

    @Test("A preview of a sound that goes ends, and the new catalogue's can be played")
    func previewGone() throws {
        var night = try night()
        night.ask(.noise(.preview(rain)))
        night.handle(.catalogueChanged(SoundCatalogue(noises: ["new"], tones: ["digital"])))
        #expect(night.noiseSound == nil)
        night.ask(.noise(.play(SoundID("new"), volume: nil)))
        #expect(sounds(night) == ["new"])
    }

    @Test(
        "What a catalogue lacks at a start is not heard, stays in the mix, and comes back with it")
    func missingAtStart() throws {
        var night = try night()
        night.ask(.mix(.add(rain, VoiceChanges())))
        night.ask(.mix(.add(SoundID("fire"), VoiceChanges())))
        let whole = night.catalogue
        night.catalogue = SoundCatalogue(noises: ["fire"], tones: ["digital"])
        try night.cutPower(for: .minutes(1))
        #expect(sounds(night) == ["fire"])
        #expect(night.machine.snapshot.noise.missing == [rain])
        night.catalogue = whole
        try night.cutPower(for: .minutes(1))
        #expect(sounds(night) == ["rain", "fire"])
    }

    @Test("A12: an alarm whose sound is gone keeps its name, and health says so")
    func alarmSoundGone() throws {
        var night = try night()
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.sound = SoundID("fire") }
        night.handle(.catalogueChanged(SoundCatalogue(noises: ["pink"], tones: ["digital"])))
        #expect(try night.alarm(id).sound == SoundID("fire"))
        guard case .health(let summary) = night.ask(.health(.show)) else {
            Issue.record("no health")
            return
        }
        let check = try #require(summary.checks.first { $0.subject == .alarmSounds })
        #expect(check.verdict == .notice)
        let alarm = try night.alarm(id)
        #expect(check.finding == .soundsMissing(of: [alarm], problem: nil))
        try night.wait(until: "2025-01-15 07:00")
        #expect(night.alarmSound?.sound == SoundID("fire"))
    }

    @Test("A3: an alarm rings with a tone, an own sound or any noise")
    func alarmSounds() throws {
        var night = try night()
        let id = try night.daily("07:00")
        for name in ["bell", "rain", "noise-20"] {
            night.edit(id) { $0.sound = SoundID(name) }
            #expect(try night.alarm(id).sound == SoundID(name))
        }
        guard
            case .refused(.invalid("sound", .sound(.unknown(rainbow, let known)))) = night.edit(
                id, { $0.sound = rainbow })
        else {
            Issue.record("an unknown sound is allowed")
            return
        }
        #expect(known.map(\.name).joined(separator: ", ").contains("digital, bell, pink"))
    }

    private let rainbow = SoundID("rainbow")

    // MARK: - Hosts

    @Test("What needs files or devices is asked of a host, and its answer is handed on")
    func questions() throws {
        var night = try night()
        night.catalogue.noises.append(Sound(id: SoundID("cat"), name: "Cat", isOwn: true))
        try night.cutPower(for: .minutes(1))
        let cat = SoundID("cat")
        let asked: [(SoundCommand, HostQuestion)] = [
            (.importFile(name: "A"), .files(.sound(.importFile(name: "A")))),
            (.rename(cat, "Purring"), .files(.sound(.rename(cat, "Purring")))),
            (.delete(cat), .files(.sound(.delete(cat)))), (.outputs, .listOutputs),
        ]
        for (command, question) in asked {
            let request = night.send(.sounds(command))
            #expect(night.questions.last?.request == request)
            #expect(night.questions.last?.question == question)
            #expect(night.replies[request] == nil)
            night.handle(.answered(request, .soundRemoved(cat)))
            #expect(night.replies[request] == .soundRemoved(cat))
        }
        guard case .refused(.wrongState) = night.ask(.sounds(.delete(rain))),
            case .refused(.wrongState) = night.ask(.sounds(.rename(rain, "x"))),
            case .refused(.invalid("sound", _)) = night.ask(.sounds(.delete(rainbow))),
            case .refused(.invalid("name", _)) = night.ask(.sounds(.rename(cat, " "))),
            case .refused(.invalid("name", _)) = night.ask(.sounds(.importFile(name: " ")))
        else {
            Issue.record("built-in sounds, unknown ones or empty names are let through")
            return
        }
        #expect(night.questions.count == asked.count)
    }
}
