import BoundedJSON
import ClockSound
import ClockTime
import Control
import Foundation
import Testing

@testable import ClockCore
@testable import Runtime

@Suite("The sounds that a clock has") struct SoundCollectionTests {
    private func collection(
        sounds: String? = nil, tones: String? = nil
    ) -> SoundCollection {
        SoundCollection { name, _ in
            .success((name == "sounds.json" ? sounds : tones).map { Array($0.utf8) })
        }
    }

    @Test("N1: all built-in noises are there, in their categories, each of its own generator")
    func builtInNoises() {
        let built = SoundCollection.builtIn
        #expect(built.problem == nil)
        let categories = Dictionary(
            grouping: built.catalogue.noises, by: { $0.category?.name ?? "" }
        ).mapValues { $0.map(\.id.name) }
        #expect(
            categories["ambient"] == [
                "pink", "white", "brown", "grey", "blue", "violet", "bowl", "cafe",
            ])
        #expect(
            categories["nature"] == [
                "rain", "thunder", "ocean", "wind", "stream", "birds", "fire", "insects",
            ])
        #expect(
            categories["mechanical"] == ["fan", "heater-fan", "air-conditioner", "train", "cabin"])
        #expect(categories["body"] == ["heartbeat", "purr"])
        let rain = built.catalogue.noise(SoundID("rain"))
        #expect(
            rain?.variants.map(\.id.name) == [
                "light", "heavy", "spring", "leaves", "roof", "tent", "window",
            ])
        #expect(built.catalogue.defaultSound == SoundID("pink"))
        #expect(built.catalogue.fades == NoiseFades())
        let generators = built.catalogue.noises.compactMap { sound -> String? in
            guard case .generator(let name) = built.recipes[sound.id]?.source else { return nil }
            return name
        }
        #expect(generators.sorted() == Generator.allCases.map(\.rawValue).sorted())
        for sound in built.catalogue.noises + built.catalogue.tones {
            #expect(!sound.description.isEmpty && sound.icon != nil, "\(sound.id)")
            #expect(sound.category.flatMap(built.catalogue.category) != nil, "\(sound.id)")
            #expect(sound.defaultVolume == Percent(100))
            #expect(sound.sliders.count <= SoundLimits.sliders, "\(sound.id)")
            #expect(
                sound.sliders.allSatisfy {
                    $0.id.isAllowed && $0.meaning.first?.isLowercase == true
                })
        }
        let bands = ["31", "63", "125", "250", "500", "1k", "2k", "4k", "8k", "16k"]
        #expect(built.catalogue.noise(SoundID("pink"))?.sliders.map(\.id.name) == bands)
    }

    @Test("Sliders move the recipe of their sound, and those that it lacks move nothing")
    func sliders() throws {
        var director = SoundDirector([SoundOutput(index: 0)])
        func recipe(_ sliders: [SliderID: Int]) throws -> SoundSource {
            let voice = NoiseVoice(sound: SoundID("pink"), sliders: SliderPositions(sliders))
            let noise = NoiseIntent(
                voices: [voice], master: Percent(clamping: 50), fadeIn: .zero, seed: 1)
            let intent = SoundIntent(noise: noise, alarm: nil, noiseFadeOut: .zero)
            return try #require(director.scene(for: intent, output: 0).voices.first).source
        }
        let usual = try recipe([:])
        let louder = try recipe([SliderID("1k"): 50])
        #expect(louder != usual)
        #expect(try recipe([SliderID("1k"): 50, SliderID("wet"): 9]) == louder)
        #expect(try recipe([SliderID("wet"): 9]) == usual)
    }

    @Test("A3, A10: all tones are there, and every old alarm's sound is one of them")
    func builtInTones() throws {
        let catalogue = SoundCollection.builtIn.catalogue
        #expect(catalogue.tones.map(\.id.name).sorted() == ToneSound.allCases.map(\.name).sorted())
        let old = [
            ("default", "digital"), ("bell", "bell"), ("chimes", "chimes"), ("ding", "ding"),
            ("glass", "glass"), ("silence", "silence"), ("digital-alarm.caf", "digital"),
            ("classic-alarm.caf", "classic"), ("beep-alarm.caf", "beep"),
            ("siren-alarm.caf", "siren"), ("buzzing-alarm.caf", "buzzing"), ("gone", "digital"),
        ]
        for (name, expected) in old {
            let record = #"{"id": 1, "time": "07:00", "isEnabled": true, "soundName": "\#(name)"}"#
            let state = try oldState(record)
            #expect(state.alarms.first?.sound == SoundID(expected), "\(name)")
            #expect(state.replacedSounds.isEmpty == (name != "gone"))
            let sound = try #require(state.alarms.first?.sound)
            #expect(sound == .silence || catalogue.tone(sound) != nil)
        }
    }

    @Test("A person's entry takes the place of one with its id, and others are added")
    func own() {
        let mine = collection(
            sounds: """
                {"version": 1, "defaultSound": "surf", "fades": {"outSeconds": 9},
                 "categories": [{"id": "mine", "name": "Mine", "order": 0}],
                 "sounds": [
                   {"id": "rain", "name": "My rain", "category": "mine", "generator": "rain"},
                   {"name": "Surf", "category": "mine", "generator": "ocean",
                    "trimDecibels": -3}]}
                """,
            tones: #"{"version": 1, "sounds": [{"name": "Gong", "generator": "bell"}]}"#)
        #expect(mine.problem == nil)
        let catalogue = mine.catalogue
        #expect(catalogue.noise(SoundID("rain"))?.name == "My rain")
        #expect(catalogue.noise(SoundID("rain"))?.variants == [])
        #expect(catalogue.noises.count == SoundCollection.builtIn.catalogue.noises.count + 1)
        #expect(catalogue.noises.last?.id == SoundID("surf"))
        #expect(catalogue.defaultSound == SoundID("surf"))
        #expect(catalogue.fades == NoiseFades(fadeOut: .seconds(9)))
        #expect(catalogue.tones.last?.id == SoundID("gong"))
        #expect(mine.recipes[SoundID("surf")]?.form.trimDecibels == -3)
        #expect(!catalogue.noises.contains { $0.isOwn })
    }

    @Test(
        "N2: a file with a mistake is refused whole, with file, place and reason, and the rest works",
        arguments: [
            (
                #"{"version": 1, "sounds": [{"name": "Good", "generator": "pink"}, {"name": "x", "generator": "rian"}]}"#,
                "sounds.json: sounds[1].generator there is none \"rian\"; there are white"
            ),
            (
                #"{"version": 1, "sounds": [{"name": "Bell", "generator": "pink"}]}"#,
                "sounds.json: sounds[0].id \"bell\" is another sound's"
            ),
            (
                #"{"version": 1, "sounds": [{"name": "Silence", "generator": "pink"}]}"#,
                "sounds.json: sounds[0].id \"silence\" is another sound's"
            ),
            (
                #"{"version": 1, "sounds": [{"name": "x", "generator": "pink", "category": "a"}]}"#,
                "sounds.json: sounds[0].category there is none \"a\"; there are ambient"
            ),
            (
                #"{"version": 1, "defaultSound": "x"}"#,
                "sounds.json: defaultSound there is no sound \"x\""
            ),
            ("{\n\"version\": 1,,\n}", "sounds.json is not JSON from byte 14 of its line 2"),
        ])
    func mistakes(text: String, part: String) throws {
        let mine = collection(
            sounds: text,
            tones: #"{"version": 1, "sounds": [{"name": "Gong", "generator": "bell"}]}"#)
        let problem = try #require(mine.problem)
        #expect(problem.hasPrefix(part), "\(problem)")
        #expect(mine.catalogue.noises == SoundCollection.builtIn.catalogue.noises)
        #expect(mine.catalogue.tones.last?.id == SoundID("gong"))
    }

    @Test("Alarms have no default sound and no fades of the catalogue, and a file says so")
    func tonesFile() {
        let mine = collection(tones: #"{"version": 1, "defaultSound": "bell"}"#)
        #expect(
            mine.problem?.hasPrefix("alarm-sounds.json: defaultSound belongs in sounds.json")
                == true)
    }

    @Test("A file that cannot be read is told of, and the built-in sounds work")
    func unreadable() {
        let mine = SoundCollection { name, _ in
            name == "sounds.json" ? .failure(TextFormError("it is a folder")) : .success(nil)
        }
        #expect(mine.problem == "sounds.json: it is a folder")
        #expect(mine.catalogue == SoundCollection.builtIn.catalogue)
    }

    @Test("What is wrong with a catalogue is told as health, and the clock plays on")
    func health() throws {
        let bench = try Bench(
            at: "2026-03-29T21:00:00Z",
            sounds: SoundCollection { _, _ in .success(Array("x".utf8)) })
        bench.run(for: .seconds(1))
        guard case .status(let status) = bench.ask(.status) else {
            Issue.record("no status")
            return
        }
        let problem = try #require(status.problems.first { $0.part == .catalogue }?.problem)
        #expect(problem.hasPrefix("sounds.json is not JSON from its byte 1 on"))
        bench.ask(.noise(.play(SoundID("rain"), volume: nil)))
        guard case .noise(let noise) = bench.ask(.noise(.show)) else {
            Issue.record("no noise")
            return
        }
        #expect(noise.isPlaying && noise.voices.map(\.name) == ["Rain"])
    }

    @Test("What no host can answer is refused, and not left open")
    func questions() throws {
        let bench = try Bench(at: "2026-03-29T21:00:00Z")
        for command in [SoundCommand.outputs, .importFile(name: "A")] {
            guard case .refused(.wrongState) = bench.ask(.sounds(command)) else {
                Issue.record("\(command) is not answered")
                continue
            }
        }
    }

    private func oldState(_ alarm: String) throws -> PersistentState {
        let json = """
            {"schema": 1, "boot": "b", "savedAt": {"wall": 1736830800000000000, "boot": 5},
             "trust": "trusted", "zone": "Europe/Berlin", "alarms": [\(alarm)]}
            """
        let payload = try JSONValue.parse(json.utf8, limit: 10_000, isOneLine: false)
        return try #require(PersistentState(payload: payload))
    }
}
