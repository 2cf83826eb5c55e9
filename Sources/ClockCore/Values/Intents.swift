package struct NoiseIntent: Hashable, Sendable {
    package typealias Voice = NoiseVoice

    /// 1 to 16 voices, each sound once. A preview may also contain a tone.
    package var voices: [Voice]
    package var master: Percent
    /// The fade-in of starting noise, and of sounds that join the mix.
    package var fadeIn: Duration
    /// The same seed and recipe give the same sound (product, N11a); at most 32 bits.
    package var seed: UInt64

    package init(voices: [Voice], master: Percent, fadeIn: Duration, seed: UInt64) {
        self.voices = voices
        self.master = master
        self.fadeIn = fadeIn
        self.seed = seed
    }
}

package struct AlarmIntent: Hashable, Sendable {
    /// A tone, or any noise of the catalogue; the built-in tone if the catalogue no longer has it.
    package var sound: SoundID
    package var volume: Percent
    package var ramp: Duration
    /// How many sound outputs play it, in their order: 1 means only the first.
    package var outputs: Int
    /// Gain above its volume, up to full volume: for alarms that must wake (law, 6.8).
    package var boostDecibels: Int
    /// A new number means a new ring: tone and ramp restart.
    package var serial: UInt32
}

/// What rises before a ring, beside any noise (law, 6.11).
package struct RisingIntent: Hashable, Sendable {
    /// A noise or a tone. Nothing plays if the catalogue no longer has it.
    package var sound: SoundID
    /// That of the ring.
    package var volume: Percent
    /// 0...100, evenly in decibels.
    package var level: Int

    /// How far below its volume it begins, in decibels: no bedroom is so quiet that it is heard at first.
    package static let range = 50
    /// How far below the ring it ends, in decibels, so that the ring is still something new.
    package static let softness: Float = 6

    package init(sound: SoundID, volume: Percent, level: Int) {
        self.sound = sound
        self.volume = volume
        self.level = level
    }
}

/// The complete sound to play. The newest intent wins, so losing an older one does no harm.
package struct SoundIntent: Hashable, Sendable {
    package var noise: NoiseIntent?
    package var rising: RisingIntent?
    package var alarm: AlarmIntent?
    /// The fade-out of the noise when `noise` is nil, and of sounds that leave the mix.
    package var noiseFadeOut: Duration
    /// The shape of all noise fades.
    package var fadeShape: FadeShape
    /// The newest chirp; each serial is played once.
    package var chirp: ChirpIntent?
    /// Whether the noise is lowered for a ring: also while a ring is silent that may sound again at once (law, 6.9).
    package var ducksNoise: Bool

    package init(
        noise: NoiseIntent?, rising: RisingIntent? = nil, alarm: AlarmIntent?,
        noiseFadeOut: Duration,
        fadeShape: FadeShape = .equalPower, chirp: ChirpIntent? = nil, isHushed: Bool = false
    ) {
        ducksNoise = alarm != nil || isHushed
        self.chirp = chirp
        self.noise = noise
        self.rising = rising
        self.alarm = alarm
        self.noiseFadeOut = noiseFadeOut
        self.fadeShape = fadeShape
    }

    package static let silence = SoundIntent(noise: nil, alarm: nil, noiseFadeOut: .zero)
}

/// A short tone that answers a key.
package struct ChirpIntent: Hashable, Sendable {
    /// Counts from 1, and again from 1 when the program starts.
    package var serial: UInt32
    package var volume: Percent

    package init(serial: UInt32, volume: Percent) {
        self.serial = serial
        self.volume = volume
    }
}
