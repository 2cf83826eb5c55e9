import ClockCore
import English
import Runtime

/// The mixer on the simulator's terminal: shows the mix, and changes it by keys.
///
/// Theory of operation. Like any client, it knows only what `mix list` and `sound list` tell, and asks in the
/// client's words. A key changes the list at once and asks the clock for the same. What the clock says counts again
/// once it has answered everything, done or refused: an earlier answer does not know the later keys.
struct MixerPanel {
    private(set) var isOpen = false
    /// Nil before the clock's first report.
    private var noise: NoiseReport?
    /// The noises of the clock's catalogue; empty before the clock tells them.
    private var sounds = SoundCatalogue(noises: [], tones: [])
    /// The words of the search for a sound to add; nil while the mix is shown.
    private var query: String?
    private var problem: String?
    /// The cursor in the list that is shown.
    private var place = 0
    /// The slider that keys move, of any sound that has it.
    private var wantedSlider: SliderID?
    private var unsent: [String] = []
    private var unanswered: [RequestID] = []

    private static let listSounds = "sound list"
    /// How far keys move the cursor.
    private static let moves: [TerminalKey: Int] = [
        .up: -1, .down: 1, .pageUp: -8, .pageDown: 8, .home: -1000, .end: 1000,
    ]
    /// How far keys move a setting of the chosen sound.
    private static let steps: [TerminalKey: Int] = [
        .left: -5, .right: 5, .character(","): -10, .character("."): 10, .character(";"): -10,
        .character(":"): 10, .character("v"): 1, .tab: 1,
    ]

    // MARK: - The clock

    /// Shows the mix, and asks for the list of sounds again, because own sounds come and go.
    mutating func open() {
        (isOpen, query, problem) = (true, nil, nil)
        unsent.append(MixerPanel.listSounds)
    }

    /// Takes over the clock's state, and sends what keys asked for, also before they closed the mixer.
    ///
    /// - Parameter record: receives the words of each change.
    mutating func step(with clock: some RunningClock, record: (String) -> Void) {
        if unanswered.isEmpty, unsent.isEmpty, let snapshot = clock.snapshot {
            noise = snapshot.noise
            // Letters must act as buttons.
            if snapshot.ring != nil { query = nil }
            move(by: 0)
        }
        for words in unsent {
            if words != MixerPanel.listSounds { record(words) }
            if let request = try? clock.request(words) { unanswered.append(request) }
        }
        unsent = []
    }

    /// Returns whether the answer was for the mixer.
    mutating func handle(_ answer: AnsweredRequest) -> Bool {
        guard let index = unanswered.firstIndex(of: answer.request) else { return false }
        unanswered.remove(at: index)
        switch answer.answer.reply {
        case .sounds(let list):
            sounds = SoundCatalogue(noises: list.noises, tones: [], categories: list.categories)
        case .noise(let report) where unanswered.isEmpty && unsent.isEmpty:
            noise = report
            move(by: 0)
        default: break
        }
        problem = answer.refusal ?? problem
        return true
    }

    // MARK: - Keys

    /// The sounds of the mix, those last that the clock has no more.
    private var mix: [SoundID] { noise.map { $0.voices.map(\.voice.sound) + $0.missing } ?? [] }

    /// What the search finds, first what has its words in the id.
    private var found: [Sound] {
        let words = query?.lowercased().split(separator: " ").map(String.init) ?? []
        let all = sounds.list(SoundQuery(words: words)).noises
        let isNamed = { (sound: Sound) in words.allSatisfy { sound.id.name.contains($0) } }
        return all.filter(isNamed) + all.filter { !isNamed($0) }
    }

    /// Returns whether the key has a meaning here.
    mutating func handle(_ key: TerminalKey) -> Bool {
        if case .control = key { return false }
        problem = nil
        if let step = MixerPanel.moves[key] {
            move(by: step)
        } else if let query {
            search(key, query)
        } else if let step = MixerPanel.steps[key] {
            changeSound(by: key, step)
        } else {
            return changeMix(by: key)
        }
        return true
    }

    private mutating func move(by step: Int) {
        place = max(0, min(place + step, (query == nil ? mix.count : found.count) - 1))
    }

    private mutating func search(_ key: TerminalKey, _ typed: String) {
        switch key {
        case .backspace: (query, place) = (String(typed.dropLast()), 0)
        case .character(let character): (query, place) = (typed + String(character), 0)
        case .enter:
            guard let sound = found.dropFirst(place).first?.id else { return }
            // The new one will be the last.
            (query, place) = (nil, 1000)
            unsent.append("mix add \(sound)")
        case .escape: (query, place) = (nil, 0)
        // A key without an effect here must not press a button of the clock.
        default: break
        }
    }

    private mutating func changeMix(by key: TerminalKey) -> Bool {
        switch key {
        case .character("-"), .delete, .backspace:
            guard let sound = mix.dropFirst(place).first else { break }
            noise?.voices.removeAll { $0.voice.sound == sound }
            move(by: 0)
            unsent.append("mix remove \(sound)")
        case .character("+"), .character("="), .enter:
            (query, place) = ("", 0)
            unsent.append(MixerPanel.listSounds)
        case .character(" "): unsent.append("noise toggle")
        case .character("["): unsent.append("noise volume -5")
        case .character("]"): unsent.append("noise volume +5")
        case .character("x"), .character("q"), .escape: isOpen = false
        default: return false
        }
        return true
    }

    private mutating func changeSound(by key: TerminalKey, _ step: Int) {
        guard let old = noise?.voices.dropFirst(place).first,
            let sound = sounds.noise(old.voice.sound)
        else { return }
        var voice = old.voice
        var option = ""
        switch key {
        case .left, .right:
            voice.volume = Percent(clamping: voice.volume.value + step)
            option = "volume \(voice.volume.value)"
        case .character("v"):
            guard let present = sound.variants.firstIndex(where: { $0.id == voice.variant })
            else { return }
            let next = sound.variants[(present + step) % sound.variants.count]
            voice.variant = next.id
            noise?.voices[place].variantName = next.name
            option = "variant \(next.id)"
        case .character(","), .character("."):
            voice.pan = Pan(clamping: voice.pan.value + step)
            option = "pan \(voice.pan.value)"
        default:
            guard let slider = slider(of: sound), let present = sound.sliders.firstIndex(of: slider)
            else { return }
            if key == .tab {
                wantedSlider = sound.sliders[(present + step) % sound.sliders.count].id
            } else {
                voice.sliders[slider.id] += step
                option = "slider \(slider.id)=\(voice.sliders[slider.id])"
            }
        }
        // At the end of the scale there is nothing to ask for.
        guard voice != old.voice else { return }
        noise?.voices[place].voice = voice
        unsent.append("mix set \(voice.sound) --\(option)")
    }

    /// The slider of this sound that keys move; nil if it has none.
    private func slider(of sound: Sound) -> Slider? {
        sound.sliders.first { $0.id == wantedSlider } ?? sound.sliders.first
    }

    // MARK: - The screen

    var screen: SimulatorScreen.Mixer {
        var screen = query.map(searchScreen) ?? mixScreen
        if let last = screen.rows.indices.last {
            screen.chosen = min(place, last)
            screen.state += ", \(min(place, last) + 1) of \(last + 1)"
        }
        if let problem { screen.note = "! \(problem)" }
        return screen
    }

    private var mixScreen: SimulatorScreen.Mixer {
        guard let noise else { return .init(page: .mix, state: "The clock has not answered yet") }
        return .init(
            page: .mix, state: "master \(noise.volume.value) %",
            rows: noise.voices.map { .init(text: $0.text, volume: $0.voice.volume.value) }
                + noise.missing.map { .init(text: "\($0) is not there; - takes it out") },
            note: mix.isEmpty
                ? "The mix is empty; + adds a sound"
                : noise.voices.dropFirst(place).first.map(settings) ?? "")
    }

    /// The sliders and variants of a sound, each with its key.
    private func settings(of report: VoiceReport) -> String {
        guard let sound = sounds.noise(report.voice.sound) else { return "" }
        let sliders = sound.sliders.map { slider in
            let text = "\(slider.id) \(report.voice.sliders[slider.id])"
            return slider == self.slider(of: sound) ? "[\(text)]" : text
        }
        return [("Tab", sliders), ("v", sound.variants.map(\.name))].filter { !$0.1.isEmpty }
            .map { "\($0): \($1.joined(separator: ", "))" }.joined(separator: "; ")
    }

    private func searchScreen(_ query: String) -> SimulatorScreen.Mixer {
        let found = found
        return .init(
            page: .sounds,
            state: query.isEmpty ? "letters search by name, kind and description" : "\(query)_",
            rows: found.map { sound in
                let kind = sound.category.flatMap { sounds.category($0)?.name }
                let texts = [sound.name, kind, mix.contains(sound.id) ? "in the mix" : nil]
                return .init(text: texts.compactMap { $0 }.joined(separator: ", "))
            },
            note: found.dropFirst(place).first?.description
                ?? "No sound has \"\(query)\"; Backspace takes a letter back")
    }
}
