// The mix and its favourites (product, N4 and N5).
extension NoiseState {
    /// Adds a sound to the mix, or changes it if the mix already has it, and plays.
    mutating func add(
        _ id: SoundID, _ changes: VoiceChanges, _ choice: Choice
    ) throws(CommandError) {
        let sound = try choice.catalogue.noise(named: id)
        try sound.check(changes)
        if !mix.contains(id) {
            guard mix.count < NoiseState.mixCapacity else { throw .mixFull(id) }
            if mix.isEmpty { seed = choice.seed }
            mix.append(id)
            favourites.present = nil
        }
        remember(sound, changes)
        isPlaying = true
    }

    /// Changes how a sound is played, now in the mix or whenever it is added.
    mutating func set(
        _ id: SoundID, _ changes: VoiceChanges, _ catalogue: SoundCatalogue
    ) throws(CommandError) {
        let sound = try catalogue.noise(named: id)
        guard !changes.isEmpty else {
            throw .invalid(field: "changes", .noChange)
        }
        try sound.check(changes)
        remember(sound, changes)
    }

    /// Removes a sound; removing the last one stops the noise.
    mutating func remove(_ id: SoundID) throws(CommandError) {
        guard mix.contains(id) else {
            throw .invalid(field: "sound", .sound(.notInMix(id, among: mix)))
        }
        mix.removeAll { $0 == id }
        favourites.present = nil
        if mix.isEmpty { isPlaying = false }
    }

    mutating func clearMix() {
        mix = []
        favourites.present = nil
        isPlaying = false
    }

    mutating func remember(_ sound: Sound, _ changes: VoiceChanges) {
        guard !changes.isEmpty else { return }
        var voice = voice(of: sound)
        voice.variant = changes.variant ?? voice.variant
        voice.volume = changes.volume ?? voice.volume
        voice.pan = changes.pan ?? voice.pan
        voice.sliders = voice.sliders.moved(changes.sliders)
        remember(voice)
    }

    private mutating func remember(_ voice: NoiseVoice) {
        memory.removeAll { $0.sound == voice.sound }
        memory.append(voice)
        if memory.count > NoiseState.memoryCapacity { memory.removeFirst() }
    }

    // MARK: - Favourites and codes

    /// Saves the mix under a name; replaces a favourite with the same name.
    mutating func save(
        as name: String, _ catalogue: SoundCatalogue
    ) throws(CommandError) -> Favourite {
        let voices = voices(catalogue)
        guard !voices.isEmpty else { throw .wrongState(.mixEmpty) }
        let favourite = Favourite(name: name, voices: voices, seed: seed)
        try favourites.save(favourite)
        return favourite
    }

    /// Plays the favourite with that name, or the mix in a code.
    mutating func load(_ text: String, _ catalogue: SoundCatalogue) throws(CommandError) {
        if let favourite = favourites[text] {
            guard favourite.voices.contains(where: { catalogue.noise($0.sound) != nil }) else {
                throw .wrongState(
                    .favouriteWithoutSounds(favourite.name, sounds: favourite.voices.map(\.sound)))
            }
            adopt(favourite)
        } else {
            adopt(try shared(text, catalogue))
        }
    }

    mutating func adopt(_ favourite: Favourite) {
        mix = favourite.voices.map(\.sound)
        for voice in favourite.voices { remember(voice) }
        seed = favourite.seed
        favourites.present = favourites[favourite.name]?.name
        isPlaying = true
    }

    /// The mix in a code, as an unnamed favourite.
    private func shared(
        _ text: String, _ catalogue: SoundCatalogue
    ) throws(CommandError) -> Favourite {
        let mix: SharedMix
        do {
            mix = try MixCode.decode(text)
        } catch {
            // Short words are names; a text as long as a code was meant as a code.
            throw error == .foreign || error == .tooShort
                ? .notFoundMix(text)
                : .invalid(field: "mix", .sound(.badCode(error)))
        }
        var voices: [NoiseVoice] = []
        var missing: [SoundFault.MissingSound] = []
        for voice in mix.voices {
            guard let sound = catalogue.noise(voice.sound) else {
                missing.append(SoundFault.MissingSound(sound: voice.sound))
                continue
            }
            if let variant = voice.variant, sound.variant(variant) == nil {
                missing.append(SoundFault.MissingSound(sound: voice.sound, variant: variant))
            }
            for (slider, _) in voice.sliders.inOrder where sound.slider(slider) == nil {
                missing.append(SoundFault.MissingSound(sound: voice.sound, slider: slider))
            }
            voices.append(voice)
        }
        guard missing.isEmpty else {
            throw .invalid(field: "mix", .sound(.missing(missing)))
        }
        return Favourite(name: "", voices: voices, seed: mix.seed)
    }

    /// The code of the mix or of a favourite.
    func code(of name: String?, _ catalogue: SoundCatalogue) throws(CommandError) -> SharedCode {
        var favourite = Favourite(name: "", voices: voices(catalogue), seed: seed)
        if let name {
            guard let kept = favourites[name] else { throw .notFoundMix(name) }
            favourite = kept
        }
        guard !favourite.voices.isEmpty else {
            throw .wrongState(.mixEmpty)
        }
        let mix = SharedMix(seed: favourite.seed, voices: favourite.voices)
        return SharedCode(
            name: favourite.name.isEmpty ? nil : favourite.name, code: MixCode.encode(mix))
    }
}

extension SoundCatalogue {
    func noise(named id: SoundID) throws(CommandError) -> Sound {
        guard let sound = noise(id) else { throw .unknownSound(id, among: noises.map(\.id)) }
        return sound
    }
}

extension Sound {
    /// Throws if the sound does not have what is to change.
    func check(_ changes: VoiceChanges) throws(CommandError) {
        try check(changes.variant)
        for slider in changes.sliders.keys.sorted() where self.slider(slider) == nil {
            throw .invalid(
                field: "sliders", .sound(.noSlider(slider, of: id, among: sliders.map(\.id))))
        }
    }

    /// Throws if the sound does not have the variant.
    func check(_ wanted: VariantID?) throws(CommandError) {
        guard let wanted, variant(wanted) == nil else { return }
        throw .invalid(
            field: "variant", .sound(.noVariant(wanted, of: id, among: variants.map(\.id))))
    }
}
