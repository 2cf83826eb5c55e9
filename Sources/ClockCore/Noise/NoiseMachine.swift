import ClockTime

/// The noise that a person falls asleep to: on or off, which sounds, how loud.
///
/// Theory of operation. The machine holds the wish; how it is faded, and that it ducks while an alarm
/// rings, is the sound host's business. Off keeps mix and volume, so that the next press brings back
/// what was. What plays survives a power cut, because someone sleeps to it.
///
/// | state   | play    | pause  | stop ¹ | toggle  | volume | next ²             | add     | the last removed | clear  |
/// | ------- | ------- | ------ | ------ | ------- | ------ | ------------------ | ------- | ---------------- | ------ |
/// | silent  | playing | -      | -      | playing | -      | playing            | playing | -                | -      |
/// | playing | -       | silent | silent | silent  | -      | the one after this | -       | silent           | silent |
///
/// ¹ ends the sleep timer too (`SleepTimer`); a pause lets it run. ² the next favourite, where there are any, else
/// the next sound of the catalogue (product, B3); in silence what played last.
///
/// A sound is chosen alone, which ends the others, or added to the mix (product, N5). Its volume, variant and
/// place are remembered with the sound, also while it is not in the mix; the master volume is the whole's.
/// What the catalogue lacks is not heard, and stays in the mix: a catalogue that cannot be read today may be
/// well tomorrow.
///
/// A mix has a seed, from which the sound host generates: the same seed and the same sounds are the same to the
/// last sample (product, N11a). A new mix gets one from the moment at which it was put together; adding to it and
/// taking from it leave it as it is, or what plays on would begin anew.
package struct NoiseState: Hashable, Sendable {
    package internal(set) var isPlaying = false
    /// Each once, in the order in which they were added.
    package internal(set) var mix: [SoundID] = []
    /// The master volume.
    package internal(set) var volume = Percent(clamping: 30)
    /// At most 32 bits, so that it fits a short code.
    package internal(set) var seed: UInt64 = 0
    /// What is remembered of sounds, the one that was changed last at the end.
    package internal(set) var memory: [NoiseVoice] = []
    package internal(set) var favourites = Favourites()
    package internal(set) var unknown = UnknownFields()

    package init() {}

    /// Sounds at once (product, N4).
    package static let mixCapacity = 16
    /// Sounds that are remembered: half of what a catalogue can hold, and more than anybody has touched.
    static let memoryCapacity = 256
    /// A key press moves the volume by this much.
    static let volumeStep = 5
}

// MARK: - What is heard

extension NoiseState {
    /// The sound as it is heard in a mix: as remembered, else as the catalogue has it.
    func voice(of sound: Sound) -> NoiseVoice {
        var voice =
            memory.last { $0.sound == sound.id }
            ?? NoiseVoice(sound: sound.id, volume: sound.defaultVolume)
        if voice.variant.flatMap(sound.variant) == nil { voice.variant = sound.defaultVariant }
        return voice
    }

    /// The mix, without what the catalogue lacks.
    func voices(_ catalogue: SoundCatalogue) -> [NoiseVoice] {
        mix.compactMap(catalogue.noise).map(voice)
    }

    /// Whether anything of it is heard.
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
    /// What chooses of a catalogue needs: it, and a seed for a mix that is new.
    struct Choice {
        var catalogue: SoundCatalogue
        var seed: UInt64
    }

    /// Plays one sound alone; nil: what played last.
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
                throw .invalid(field: "variant", "needs a sound beside it")
            }
            resume(choice)
        }
        self.volume = volume ?? self.volume
    }

    /// Plays what played last; where nothing of that is left, the default sound.
    mutating func resume(_ choice: Choice) {
        isPlaying = true
        guard !isHeard(choice.catalogue) else { return }
        let usual = choice.catalogue.noise(choice.catalogue.defaultSound)
        if let sound = usual ?? choice.catalogue.noises.first { select(sound.id, choice) }
        isPlaying = isHeard(choice.catalogue)
    }

    /// Falls silent, and keeps what played.
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
            take(next)
        } else if let next = nextSound(choice.catalogue) {
            select(next, choice)
        }
    }

    /// The sound of the catalogue behind the one that plays; the present one where nothing plays. Nil: there
    /// are none.
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

    /// One sound alone.
    mutating func select(_ sound: SoundID, _ choice: Choice) {
        guard mix != [sound] else { return }
        mix = [sound]
        seed = choice.seed
        favourites.present = nil
    }

    /// What the catalogue had and has no longer is no wish any more; returns what of the mix that is.
    mutating func leaveOut(_ isGone: (SoundID) -> Bool) -> [SoundID] {
        let gone = mix.filter(isGone)
        mix.removeAll(where: isGone)
        memory.removeAll { isGone($0.sound) }
        if mix.isEmpty { isPlaying = false }
        return gone
    }
}

extension NoiseState.Choice {
    /// A new mix gets its seed from the moment, so that it is not each night's, and the same events give the
    /// same one.
    init(catalogue: SoundCatalogue, chance: UInt64, at now: WallTime) {
        self.catalogue = catalogue
        // SplitMix64's finisher: near moments give far seeds.
        var bits = UInt64(bitPattern: now.nanoseconds)
        bits ^= chance &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
        seed = (bits ^ bits >> 31) & MixCode.seedMask
    }
}
