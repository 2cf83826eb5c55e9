package import ClockCore
package import ClockSound

/// How to make each sound of the catalogue, which the machine's names do not say.
package struct SoundShelf: Sendable {
    package enum Making: Hashable, Sendable {
        /// - Parameter trim: the gain that makes it as loud as all others.
        case made(Recipe, trim: Float)
        case tone(ToneSound)
        case file(SoundFile)
    }

    /// An own sound, as its library knows it.
    package struct SoundFile: Hashable, Sendable {
        package var name: String
        /// Nil if it was never measured, like those that older clocks imported.
        package var loudness: OwnSoundLoudness?

        package init(name: String, loudness: OwnSoundLoudness?) {
            self.name = name
            self.loudness = loudness
        }
    }

    private struct Key: Hashable {
        var sound: SoundID
        var variant: VariantID?
    }

    private var makings: [Key: Making] = [:]

    package init() {}

    /// - Parameter variant: nil for the default of the sound.
    package mutating func put(_ making: Making, for sound: SoundID, _ variant: VariantID? = nil) {
        makings[Key(sound: sound, variant: variant)] = making
    }

    /// Nil for an unknown sound. An unknown variant counts as none.
    package func making(of sound: SoundID, _ variant: VariantID? = nil) -> Making? {
        makings[Key(sound: sound, variant: variant)] ?? makings[Key(sound: sound, variant: nil)]
    }

    /// The sounds that need no file: pink noise and the tones.
    package static let least: SoundShelf = {
        var shelf = SoundShelf()
        shelf.put(.made(Recipe(default: .pink), trim: 1), for: SoundID(Generator.pink.rawValue))
        for tone in ToneSound.allCases { shelf.put(.tone(tone), for: SoundID(tone.name)) }
        return shelf
    }()
}

extension SoundShelf.Making {
    /// With sliders in other places. Names that its generator lacks are those of another clock and move nothing, and
    /// nothing moves a tone or a file.
    func moved(_ sliders: SliderPositions) -> SoundShelf.Making {
        guard case .made(let recipe, let trim) = self, !sliders.isEmpty else { return self }
        var positions: [String: Int] = [:]
        for (slider, position) in sliders.inOrder { positions[slider.name] = position }
        return .made(recipe.moved(positions), trim: trim)
    }

    /// Root mean square at gain 1, dBFS, as used for alarms.
    var level: Float {
        switch self {
        case .made(_, let trim): SoundDirector.typicalLevel - Loudness.decibels(Double(trim))
        case .tone(let tone): Loudness.decibels(tone.rootMeanSquare)
        case .file(let file): file.loudness?.alarmLevel ?? SoundDirector.typicalLevel
        }
    }

    /// The gain that makes it as loud as the noises.
    var trim: Float {
        switch self {
        case .made(_, let trim): trim
        case .tone: Loudness.gain(decibels: SoundDirector.typicalLevel - level)
        case .file(let file): Loudness.gain(decibels: file.loudness?.noiseGain ?? 0)
        }
    }
}
