import ClockCore
import ClockSound
import Control

/// The one place that checks a catalogue's recipes against the code that makes the sounds.
enum RecipeCheck {
    struct Problem: Error, Hashable {
        /// "generator", or "parameters.rate".
        var field: String
        var reason: String
    }

    /// The problem with a generator's name or its parameters; nil if the sound can be made.
    static func problem(
        of generator: String, _ form: SoundRecipe.Form, _ kind: SoundCollection.Kind
    ) -> Problem? {
        do throws(Problem) {
            _ = try making(of: generator, form, kind)
            return nil
        } catch {
            return error
        }
    }

    /// How to make a sound with this generator.
    static func making(
        of generator: String, _ form: SoundRecipe.Form, _ kind: SoundCollection.Kind
    ) throws(Problem) -> SoundShelf.Making {
        switch kind {
        case .noises:
            guard let known = Generator(rawValue: generator) else {
                throw unknown(generator, among: Generator.allCases.map(\.rawValue))
            }
            return .made(
                try recipe(known, form), trim: Loudness.gain(decibels: Float(form.trimDecibels)))
        case .tones:
            guard let known = ToneSound.allCases.first(where: { $0.name == generator }) else {
                throw unknown(generator, among: ToneSound.allCases.map(\.name))
            }
            guard form.parameters.isEmpty else {
                throw Problem(field: "parameters", reason: "are not for tones, which have none")
            }
            return .tone(known)
        }
    }

    /// What a listener may move of a sound that is made like this.
    static func sliders(of recipe: SoundRecipe, _ kind: SoundCollection.Kind) -> [Slider] {
        guard kind == .noises, case .generator(let name) = recipe.source else { return [] }
        return Generator(rawValue: name)?.sliders.map {
            Slider(id: SliderID($0.name), meaning: $0.meaning)
        } ?? []
    }

    private static func recipe(
        _ generator: Generator, _ form: SoundRecipe.Form
    ) throws(Problem) -> Recipe {
        do throws(Recipe.Problem) {
            return try Recipe(generator, form.parameters.mapValues { Float($0) })
        } catch {
            switch error {
            case .unknownParameter(let name, let known):
                let names =
                    known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"
                throw Problem(
                    field: "parameters.\(name)",
                    reason: "is no parameter of \(generator.rawValue); \(names)")
            case .outOfRange(let parameter, let value):
                throw Problem(
                    field: "parameters.\(parameter.name)",
                    reason: "is \(value); \(parameter.range.lowerBound) to "
                        + "\(parameter.range.upperBound) is allowed (\(parameter.meaning))")
            }
        }
    }

    private static func unknown(_ name: String, among known: [String]) -> Problem {
        Problem(
            field: "generator",
            reason: "there is none \"\(name)\"; there are \(known.joined(separator: ", "))")
    }
}

extension SoundShelf {
    /// All sounds of a collection. Those that cannot be made are skipped: the collection was already checked.
    ///
    /// - Parameter own: the sounds that are stored as files.
    package init(_ collection: SoundCollection, own: [OwnSound] = []) {
        self.init()
        var levels: [String: OwnSoundLoudness] = [:]
        for sound in own { levels[sound.id] = sound.loudness }
        let catalogue = collection.catalogue
        for (sounds, kind) in [
            (catalogue.noises, SoundCollection.Kind.noises), (catalogue.tones, .tones),
        ] {
            for sound in sounds {
                guard let recipe = collection.recipes[sound.id] else { continue }
                for variant in [nil] + sound.variants.map({ Optional($0.id) }) {
                    // Without a variant the first one plays.
                    let form = recipe.form(of: variant ?? sound.defaultVariant)
                    guard let making = SoundShelf.making(recipe.source, form, kind, levels) else {
                        continue
                    }
                    put(making, for: sound.id, variant)
                }
            }
        }
        for tone in ToneSound.allCases where making(of: SoundID(tone.name)) == nil {
            put(.tone(tone), for: SoundID(tone.name))
        }
    }

    private static func making(
        _ source: SoundRecipe.Source, _ form: SoundRecipe.Form, _ kind: SoundCollection.Kind,
        _ levels: [String: OwnSoundLoudness]
    ) -> Making? {
        switch source {
        case .generator(let name): try? RecipeCheck.making(of: name, form, kind)
        case .file(let name): .file(SoundFile(name: name, loudness: levels[name]))
        }
    }
}
