import ClockTime
import TestKit
import Testing

@testable import ClockCore

@Suite("N11a: the code of a mix") struct MixCodeTests {
    private static let storm = SharedMix(
        seed: 0xdead_beef,
        voices: [
            NoiseVoice(
                sound: SoundID("rain"), variant: VariantID("heavy"), volume: Percent(clamping: 80)),
            NoiseVoice(sound: SoundID("pink"), pan: Pan(clamping: -30)),
        ])

    @Test("is short, and the same each time")
    func golden() {
        #expect(MixCode.encode(Self.storm) == MixCodeTests.stormCode)
        let pink = SharedMix(seed: 7, voices: [NoiseVoice(sound: SoundID("pink"))])
        #expect(MixCode.encode(pink).count <= 27)
    }

    @Test("with moved sliders is of the second version, and without them as it always was")
    func sliders() throws {
        var storm = Self.storm
        storm.voices[0].sliders = SliderPositions([SliderID("drops"): 0])
        #expect(MixCode.encode(storm) == Self.stormCode)
        storm.voices[0].sliders[SliderID("drops")] = 30
        storm.voices[1].sliders = SliderPositions([SliderID("16k"): -100, SliderID("31"): 100])
        let code = MixCode.encode(storm)
        #expect(code.first == "2")
        #expect(try MixCode.decode(code) == storm)
        #expect(code == MixCodeTests.slidersCode)
    }

    private static let slidersCode =
        "23QND-QVQS0-MQ042-GVCGA-04J9Y-2C218-4Q5G0-CJHHE-3W21J-70Y6B-000BA-ZPJ8"
    private static let stormCode = "13QND-QVQS0-MQ042-GVCGA-10JWP-01JA6-BHPSM-C"

    private static func mix(_ chance: inout SeededGenerator) -> SharedMix {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        var names: Set<String> = []
        while names.count < Int.random(in: 1...16, using: &chance) {
            let length = Int.random(in: 1...12, using: &chance)
            names.insert(
                String((0..<length).map { _ in letters.randomElement(using: &chance) ?? "a" }))
        }
        let voices = names.sorted().map { name in
            NoiseVoice(
                sound: SoundID(name.count > 3 ? "\(name.prefix(2))-\(name.dropFirst(2))" : name),
                variant: Bool.random(using: &chance) ? VariantID("v-2") : nil,
                volume: Percent(clamping: Int.random(in: 0...100, using: &chance)),
                pan: Pan(clamping: Int.random(in: -100...100, using: &chance)),
                sliders: sliders(&chance))
        }
        return SharedMix(
            seed: UInt64(UInt32.random(in: .min ... .max, using: &chance)), voices: voices)
    }

    private static func sliders(_ chance: inout SeededGenerator) -> SliderPositions {
        let names = ["31", "63", "125", "250", "500", "1k", "2k", "4k", "8k", "16k", "far-off"]
        var sliders = SliderPositions()
        for name in names.shuffled(using: &chance).prefix(Int.random(in: 0...10, using: &chance)) {
            sliders[SliderID(name)] = Int.random(in: -100...100, using: &chance)
        }
        return Bool.random(using: &chance) ? sliders : SliderPositions()
    }

    @Test("brings every mix back, however it was typed off")
    func roundTrip() throws {
        var chance = SeededGenerator(seed: 1)
        for _ in 1...500 {
            let mix = Self.mix(&chance)
            let code = MixCode.encode(mix)
            #expect(code.count <= MixCode.longest)
            #expect(try MixCode.decode(code) == mix)
            let typed = code.lowercased().replacing("-", with: " ").replacing("0", with: "o")
                .replacing("1", with: "l")
            #expect(try MixCode.decode(typed) == mix)
        }
    }

    @Test("with one character wrong, missing, doubled or exchanged is never another mix")
    func mistyped() {
        let plain = Array(MixCode.encode(Self.storm).filter { $0 != "-" })
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        var wrong: [[Character]] = []
        for place in plain.indices {
            for other in alphabet where other != plain[place] {
                var text = plain
                text[place] = other
                wrong.append(text)
            }
            var shorter = plain
            shorter.remove(at: place)
            wrong.append(shorter)
            var longer = plain
            longer.insert(plain[place], at: place)
            wrong.append(longer)
            if place > 0, plain[place] != plain[place - 1] {
                var exchanged = plain
                exchanged.swapAt(place, place - 1)
                wrong.append(exchanged)
            }
        }
        for text in wrong {
            #expect(throws: MixCode.Problem.mistyped) { try MixCode.decode(String(text)) }
        }
    }

    @Test("says what is wrong with it")
    func problems() {
        let table: [(String, MixCode.Problem)] = [
            ("", .tooShort), ("Storm", .tooShort), ("Böen!", .foreign), ("UUUU", .foreign),
            (String(repeating: "A", count: MixCode.longest + 1), .tooLong),
            (String(repeating: "A", count: 40), .mistyped),
        ]
        for (text, problem) in table {
            #expect(throws: problem, "\(text)") { try MixCode.decode(text) }
        }
    }

    @Test("of one clock plays on another, and what that one lacks is named")
    func otherClock() throws {
        let code = MixCode.encode(Self.storm)
        var catalogue = SoundCatalogue(noises: ["white", "pink", "rain"], tones: ["digital"])
        catalogue.noises[2].variants = [SoundVariant(id: VariantID("light"), name: "Light")]
        var night = try Night(at: "2025-01-14 22:00", catalogue: catalogue)
        let noVariant = night.ask(.mix(.load(code)))
        #expect(
            noVariant
                == .refused(
                    .invalid(
                        field: "mix",
                        .sound(
                            .missing([
                                .init(sound: SoundID("rain"), variant: VariantID("heavy"))
                            ])))))
        night.handle(.catalogueChanged(SoundCatalogue(noises: ["pink"], tones: ["digital"])))
        #expect(
            night.ask(.mix(.load(code)))
                == .refused(
                    .invalid(
                        field: "mix", .sound(.missing([.init(sound: SoundID("rain"))])))))
        catalogue.noises[2].variants.append(SoundVariant(id: VariantID("heavy"), name: "Heavy"))
        night.handle(.catalogueChanged(catalogue))
        var moved = Self.storm
        moved.voices[0].sliders = SliderPositions([SliderID("drops"): 30])
        #expect(
            night.ask(.mix(.load(MixCode.encode(moved))))
                == .refused(
                    .invalid(
                        field: "mix",
                        .sound(
                            .missing([.init(sound: SoundID("rain"), slider: SliderID("drops"))])))))
        night.ask(.mix(.load(code)))
        #expect(night.noiseSound?.voices == Self.storm.voices)
        #expect(night.noiseSound?.seed == Self.storm.seed)
        #expect(night.ask(.mix(.share(nil))) == .shared(SharedCode(name: nil, code: code)))
        var mistyped = Array(code)
        mistyped[3] = mistyped[3] == "0" ? "1" : "0"
        #expect(
            night.ask(.mix(.load(String(mistyped))))
                == .refused(.invalid(field: "mix", .sound(.badCode(.mistyped)))))
    }
}
