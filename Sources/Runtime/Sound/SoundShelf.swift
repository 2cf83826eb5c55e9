package import ClockCore
package import ClockSound

/// How each sound of the catalogue is made: what the machine's names and words do not say.
package struct SoundShelf: Sendable {
    package enum Making: Hashable, Sendable {
        /// - Parameter trim: what makes it as loud as all others.
        case made(Recipe, trim: Float)
        case tone(ToneSound)
        case file(SoundFile)
    }

    /// An own sound, as the library of them knows it.
    package struct SoundFile: Hashable, Sendable {
        package var name: String
        /// Nil where nobody measured it, as of those that older clocks imported.
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

    /// - Parameter variant: nil for how the sound is made where none is chosen.
    package mutating func put(_ making: Making, for sound: SoundID, _ variant: VariantID? = nil) {
        makings[Key(sound: sound, variant: variant)] = making
    }

    /// Nil for a sound that nobody knows. A variant that is not known is as none.
    package func making(of sound: SoundID, _ variant: VariantID? = nil) -> Making? {
        makings[Key(sound: sound, variant: variant)] ?? makings[Key(sound: sound, variant: nil)]
    }

    /// What there is without any file: pink noise and the tones.
    package static let least: SoundShelf = {
        var shelf = SoundShelf()
        shelf.put(.made(Recipe(default: .pink), trim: 1), for: SoundID(Generator.pink.rawValue))
        for tone in ToneSound.allCases { shelf.put(.tone(tone), for: SoundID(tone.name)) }
        return shelf
    }()
}
