import ClockCore
import SimulatedBoard

// What the screen shows of the mixer.
extension MixerPanel {
    var screen: SimulatorScreen.Mixer { search.map(searchScreen) ?? mixScreen }

    private var mixScreen: SimulatorScreen.Mixer {
        let voices = voices
        var screen = SimulatorScreen.Mixer(page: .mix, state: mixState(isEmpty: voices.isEmpty))
        screen.rows = voices.map { voice in
            guard !voice.isMissing else { return .missing(name: voice.name) }
            let variant = voice.variantName.map { " (\($0))" } ?? ""
            return .voice(
                name: voice.name + variant, volume: voice.volume.value, pan: voice.pan.value)
        }
        screen.chosen = voices.isEmpty ? nil : place
        screen.emptyText = noise == nil ? "" : "nothing yet; + adds a sound"
        screen.note = note
        return screen
    }

    private func mixState(isEmpty: Bool) -> String {
        guard let noise, let master else { return "the clock has not answered yet" }
        let state =
            noise.preview.map { "a preview of \($0)" }
            ?? (isPlaying ? "playing" : isEmpty ? "silent" : "paused")
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
            ? "the clock has not told its sounds yet"
            : "no sound has \"\(search.query)\"; Backspace takes a letter back"
        screen.note = note
        if note == nil, let description = search.chosen?.description, !description.isEmpty {
            screen.note = SimulatorScreen.Mixer.Note(description)
        }
        return screen
    }
}
