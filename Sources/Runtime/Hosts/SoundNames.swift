package import ClockCore
package import ClockSound

extension NoiseSound {
    /// The name in the catalogue.
    package var id: SoundID {
        switch self {
        case .white: SoundID("white")
        case .pink: SoundID("pink")
        }
    }

    init?(id: SoundID) {
        guard let sound = NoiseSound.allCases.first(where: { $0.id == id }) else { return nil }
        self = sound
    }
}

extension ToneSound {
    package var id: SoundID {
        switch self {
        case .digital: SoundID("digital")
        case .classic: SoundID("classic")
        case .beep: SoundID("beep")
        case .siren: SoundID("siren")
        case .buzzing: SoundID("buzzing")
        case .bell: SoundID("bell")
        case .chimes: SoundID("chimes")
        case .ding: SoundID("ding")
        case .glass: SoundID("glass")
        case .dawn: SoundID("dawn")
        case .harp: SoundID("harp")
        }
    }

    init?(id: SoundID) {
        guard let tone = ToneSound.allCases.first(where: { $0.id == id }) else { return nil }
        self = tone
    }
}
