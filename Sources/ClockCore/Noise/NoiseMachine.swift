package import BoundedJSON
import ClockTime

/// The noise that the user falls asleep to: on or off, which sounds, how loud.
///
/// Theory of operation. The machine holds the user's choice. The sound host does the fading, and ducks the
/// noise while an alarm rings. Off keeps mix and volume, so that the next press restores them. Playing noise
/// survives a power cut, because someone sleeps to it.
///
/// | state   | play    | pause  | stop ¹ | toggle  | volume | next ²             | add     | the last removed | clear  |
/// | ------- | ------- | ------ | ------ | ------- | ------ | ------------------ | ------- | ---------------- | ------ |
/// | silent  | playing | -      | -      | playing | -      | playing            | playing | -                | -      |
/// | playing | -       | silent | silent | silent  | -      | the one after this | -       | silent           | silent |
///
/// ¹ ends the sleep timer too (`SleepTimer`); a pause lets it run. ² the next favourite, if there are any, else
/// the next sound of the catalogue (product, B3); in silence, what played last.
///
/// A sound is selected alone, which ends the others, or added to the mix (product, N5). The machine remembers
/// each sound's volume, variant, pan and sliders, even while it is not in the mix; the master volume applies to the
/// whole mix. Sounds that the catalogue lacks are not played, but stay in the mix: a catalogue that is
/// unreadable today may be readable tomorrow.
///
/// The sound host generates a mix from its seed: the same seed and sounds are identical to the last sample
/// (product, N11a). A new mix gets its seed from the moment of its creation. Adding or removing sounds keeps
/// the seed; otherwise the sounds that keep playing would restart.
package struct NoiseState: DescribedRecord {
    package internal(set) var isPlaying = false
    /// Each sound once, in the order in which they were added.
    package internal(set) var mix: [SoundID] = []
    /// The master volume.
    package internal(set) var volume = Percent(clamping: 30)
    /// At most 32 bits, so that it fits a short code.
    package internal(set) var seed: UInt64 = 0
    /// Remembered settings of sounds, the most recently changed last.
    package internal(set) var memory: [NoiseVoice] = []
    package internal(set) var favourites = Favourites()
    package var foreign = ForeignFields()

    package init() {}

    /// The maximum number of sounds in the mix (product, N4).
    package static let mixCapacity = 16
    /// How many sounds are remembered: half a catalogue's maximum, and more than anyone has adjusted.
    static let memoryCapacity = 256
    /// How far one key press moves the volume.
    static let volumeStep = 5
}

// MARK: - Audible noise

extension NoiseState {
    /// The sound's settings in a mix: as remembered, else the catalogue's.
    func voice(of sound: Sound) -> NoiseVoice {
        var voice =
            memory.last { $0.sound == sound.id }
            ?? NoiseVoice(sound: sound.id, volume: sound.defaultVolume)
        if voice.variant.flatMap(sound.variant) == nil { voice.variant = sound.defaultVariant }
        voice.sliders = voice.sliders.of(sound)
        return voice
    }

    /// The mix without sounds that the catalogue lacks.
    func voices(_ catalogue: SoundCatalogue) -> [NoiseVoice] {
        mix.compactMap(catalogue.noise).map(voice)
    }

    /// Whether any of it is audible.
    func isHeard(_ catalogue: SoundCatalogue) -> Bool {
        isPlaying && mix.contains { catalogue.noise($0) != nil }
    }

    func intent(fadeIn: Duration, _ catalogue: SoundCatalogue) -> NoiseIntent? {
        guard isHeard(catalogue) else { return nil }
        return NoiseIntent(
            voices: voices(catalogue), master: volume, fadeIn: fadeIn, seed: seed)
    }
}

// MARK: - On and off

extension NoiseState {
    /// What a selection from the catalogue needs: the catalogue, and a seed for a new mix.
    struct Choice {
        var catalogue: SoundCatalogue
        var seed: UInt64
    }

    /// Plays a single sound; nil: what played last.
    mutating func play(
        _ wanted: SoundID?, variant: VariantID? = nil, volume: Percent? = nil, _ choice: Choice
    ) throws(CommandError) {
        if let wanted {
            let sound = try choice.catalogue.noise(named: wanted)
            try sound.check(variant)
            select(wanted, choice)
            if let variant { remember(sound, VoiceChanges(variant: variant)) }
            isPlaying = true
        } else {
            guard variant == nil else {
                throw .invalid(field: "variant", .sound(.variantAlone))
            }
            resume(choice)
        }
        self.volume = volume ?? self.volume
    }

    /// Plays what played last, or the default sound if none of that is left.
    mutating func resume(_ choice: Choice) {
        isPlaying = true
        guard !isHeard(choice.catalogue) else { return }
        let standard = choice.catalogue.noise(choice.catalogue.defaultSound)
        if let sound = standard ?? choice.catalogue.noises.first { select(sound.id, choice) }
        isPlaying = isHeard(choice.catalogue)
    }

    /// Stops, but keeps the mix.
    mutating func stop() {
        isPlaying = false
    }

    mutating func toggle(_ choice: Choice) {
        if isHeard(choice.catalogue) { stop() } else { resume(choice) }
    }

    mutating func changeVolume(by steps: Int) {
        volume = Percent(clamping: volume.value + steps * NoiseState.volumeStep)
    }

    mutating func playNext(_ choice: Choice) {
        guard isHeard(choice.catalogue) else {
            resume(choice)
            return
        }
        let playable = favourites.all.filter { favourite in
            favourite.voices.contains { choice.catalogue.noise($0.sound) != nil }
        }
        if let next = favourites.next(among: playable) {
            adopt(next)
        } else if let next = nextSound(choice.catalogue) {
            select(next, choice)
        }
    }

    /// The catalogue's sound after the one that plays; the current one if nothing plays. Nil: the catalogue is empty.
    func nextSound(
        _ catalogue: SoundCatalogue, after previewed: SoundID? = nil
    ) -> SoundID? {
        let present = previewed ?? mix.first { catalogue.noise($0) != nil }
        guard let place = catalogue.noises.firstIndex(where: { $0.id == present }) else {
            return (catalogue.noise(catalogue.defaultSound) ?? catalogue.noises.first)?.id
        }
        let isHeard = previewed != nil || isHeard(catalogue)
        return catalogue.noises[(isHeard ? place + 1 : place) % catalogue.noises.count].id
    }

    /// Selects a single sound.
    mutating func select(_ sound: SoundID, _ choice: Choice) {
        guard mix != [sound] else { return }
        mix = [sound]
        seed = choice.seed
        favourites.present = nil
    }

    /// Removes sounds that the catalogue no longer has, and returns those that were in the mix.
    mutating func leaveOut(_ isGone: (SoundID) -> Bool) -> [SoundID] {
        let gone = mix.filter(isGone)
        mix.removeAll(where: isGone)
        memory.removeAll { isGone($0.sound) }
        if mix.isEmpty { isPlaying = false }
        return gone
    }
}

extension NoiseState.Choice {
    /// A new mix gets its seed from the moment, so that it differs every night, while the same events give the same
    /// seed.
    init(catalogue: SoundCatalogue, chance: UInt64, at now: WallTime) {
        self.catalogue = catalogue
        // SplitMix64's finisher: nearby moments give unrelated seeds.
        var bits = UInt64(bitPattern: now.nanoseconds)
        bits ^= chance &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
        seed = (bits ^ bits >> 31) & MixCode.seedMask
    }
}
