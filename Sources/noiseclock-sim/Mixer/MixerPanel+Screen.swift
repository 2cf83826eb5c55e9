import ClockCore

// The mixer's part of the screen.
extension MixerPanel {
    /// - Parameter silence: why nothing is audible; nil if it is.
    func screen(silence: String? = nil) -> SimulatorScreen.Mixer {
        search.map(searchScreen) ?? mixScreen(silence)
    }

    private func mixScreen(_ silence: String?) -> SimulatorScreen.Mixer {
        let voices = voices
        var screen = SimulatorScreen.Mixer(
            page: .mix, state: mixState(isEmpty: voices.isEmpty, silence))
        screen.rows = voices.map { voice in
            guard !voice.isMissing else { return .missing(name: voice.name) }
            let variant = voice.variantName.map { " (\($0))" } ?? ""
            return .voice(
                name: voice.name + variant, volume: voice.volume.value, pan: voice.pan.value,
                about: sounds.noise(voice.sound)?.description ?? "")
        }
        screen.chosen = voices.isEmpty ? nil : place
        screen.emptyText = noise == nil ? "" : "The mix is empty; + adds a sound"
        screen.note = note ?? chosenNote(voices)
        return screen
    }

    /// The sliders and variants of the selected sound, each with its key.
    private func chosenNote(_ voices: [Voice]) -> SimulatorScreen.Mixer.Note? {
        guard voices.indices.contains(place), let sound = sounds.noise(voices[place].sound) else {
            return nil
        }
        var parts: [String] = []
        let moved = slider(of: sound.id)
        let sliders = sound.sliders.map { slider in
            let text = "\(slider.id) \(voices[place].sliders[slider.id])"
            return slider == moved ? "[\(text)]" : text
        }
        if !sliders.isEmpty { parts.append("Tab: " + sliders.joined(separator: ", ")) }
        let variants = sound.variants.map(\.name)
        if variants.count > 1 { parts.append("v: " + variants.joined(separator: ", ")) }
        guard !parts.isEmpty else { return nil }
        return SimulatorScreen.Mixer.Note(parts.joined(separator: "; "))
    }

    private func mixState(isEmpty: Bool, _ silence: String?) -> String {
        guard let noise, let master else { return "The clock has not answered yet" }
        let state =
            noise.preview.map { "preview of \(sounds[$0]?.name ?? $0.name)" }
            ?? (isPlaying
                ? silence == nil ? "playing" : "not heard" : isEmpty ? "silent" : "paused")
        let favourite = noise.favourite.map { "\"\($0)\", " } ?? ""
        return "\(favourite)\(state), master \(master.value) %"
    }

    private func searchScreen(_ search: Search) -> SimulatorScreen.Mixer {
        let inMix = Set(voices.map(\.sound))
        let hint = "letters search by name, kind and description"
        var screen = SimulatorScreen.Mixer(
            page: .sounds, state: search.query.isEmpty ? hint : "\(search.query)_")
        screen.rows = search.found.map { sound in
            .sound(
                name: sound.name,
                category: sound.category.flatMap { sounds.category($0)?.name } ?? "",
                isInMix: inMix.contains(sound.id))
        }
        screen.chosen = search.chosen == nil ? nil : search.place
        screen.emptyText =
            sounds.noises.isEmpty
            ? "The clock has not told its sounds yet"
            : "No sound has \"\(search.query)\"; Backspace takes a letter back"
        screen.note = note
        if note == nil, let description = search.chosen?.description, !description.isEmpty {
            screen.note = SimulatorScreen.Mixer.Note(description)
        }
        return screen
    }
}
