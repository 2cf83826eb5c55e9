import ClockCore
import English

/// The mixer on the simulator's terminal: shows the mix, and changes it by keys.
///
/// Theory of operation. Like any client, the panel knows only what the clock reports (the noise report, the
/// list of sounds) and answers. It is a value: keys go in, requests and screen content come out
/// (`MixerPanel+Screen.swift`). The clock handles one request at a time. The others queue, and several
/// changes of one sound are merged, so a held key floods nobody. Until the answer arrives, the list shows the
/// requested state. The answer, done or refused, replaces it with the actual state.
struct MixerPanel {
    /// The search for a sound to add.
    struct Search {
        let query: String
        let found: [Sound]
        private(set) var place = 0

        init(_ query: String, in sounds: SoundCatalogue) {
            self.query = query
            let wanted = SoundQuery(words: query.split(separator: " ").map(String.init))
            let all = sounds.list(wanted).noises
            // Name matches come before matches in the description only.
            let names = all.map { Sound(id: $0.id, name: $0.name) }
            let named = Set(SoundCatalogue(noises: names, tones: []).list(wanted).noises.map(\.id))
            found = all.filter { named.contains($0.id) } + all.filter { !named.contains($0.id) }
        }

        /// The sound at the cursor.
        var chosen: Sound? { found.indices.contains(place) ? found[place] : nil }

        mutating func move(to wanted: Int) {
            place = max(0, min(wanted, found.count - 1))
        }
    }

    /// Nil before the clock's first report.
    private(set) var noise: NoiseReport?
    /// The noises of the clock's catalogue; empty before the clock reports them.
    private(set) var sounds = SoundCatalogue(noises: [], tones: [])
    /// Nil while the mix is shown.
    private(set) var search: Search?
    private(set) var note: SimulatorScreen.Mixer.Note?
    private var isRinging = false

    /// The sound at the cursor. If it is gone, the cursor selects whatever takes its place.
    private var chosen: SoundID?
    private(set) var place = 0
    /// The slider that keys move, of any sound that has it.
    private var wantedSlider: SliderID?

    /// If `isWaiting`, the clock is handling the first one.
    private var requests: [MixerRequest] = []
    private var isWaiting = false

    /// The volume step of a key press, the same as for a button of the clock.
    static let volumeStep = 5
    static let panStep = 10
    static let sliderStep = 10
    /// Rows that Page Up and Page Down move by.
    private static let page = 8
    /// Longer than any name worth searching for.
    private static let queryLength = 40
    /// Unmerged requests are single key presses: a clock that falls this far behind does not answer at all.
    static let mostRequests = 32

    /// Shows the mix, and requests the list of sounds again, because own sounds come and go.
    mutating func open() {
        search = nil
        note = nil
        ask(.listSounds)
    }

    // MARK: - Reports of the clock

    /// Updates the panel with the clock's current state.
    ///
    /// - Parameter isRinging: an alarm rings. Letters must then act as buttons, so any search ends.
    mutating func show(_ noise: NoiseReport, isRinging: Bool) {
        self.noise = noise
        self.isRinging = isRinging
        if isRinging { search = nil }
        settle()
    }

    /// The next request to send; nil while an answer is pending, or if there is nothing to request.
    mutating func nextRequest() -> MixerRequest? {
        guard !isWaiting, let first = requests.first else { return nil }
        isWaiting = true
        return first
    }

    /// Handles the answer to the last `nextRequest`.
    mutating func answered(_ reply: Reply) {
        guard isWaiting else { return }
        isWaiting = false
        let request = requests.removeFirst()
        switch reply {
        case .noise(let report):
            noise = report
            if case .add(let sound) = request { chosen = sound }
        case .sounds(let list):
            sounds = SoundCatalogue(
                noises: list.noises, tones: [], categories: list.categories)
            if let old = search {
                search = Search(old.query, in: sounds)
                search?.move(to: old.place)
            }
        case .refused(let error): report(error.message)
        default: break
        }
        settle()
    }

    /// The last `nextRequest` could not be sent.
    mutating func failed(_ reason: String) {
        guard isWaiting else { return }
        isWaiting = false
        requests.removeFirst()
        report(reason)
        settle()
    }

    private mutating func report(_ problem: String) {
        note = SimulatorScreen.Mixer.Note(problem, isProblem: true)
    }

    private mutating func ask(_ request: MixerRequest) {
        if let last = requests.indices.last, last > 0 || !isWaiting,
            let merged = requests[last].merged(with: request)
        {
            requests[last] = merged
        } else if requests.count < MixerPanel.mostRequests {
            requests.append(request)
        } else {
            report("The clock is too busy")
        }
    }

    // MARK: - Displayed state

    /// A sound of the mix, in its state after all pending requests.
    struct Voice: Hashable {
        var sound: SoundID
        var name: String
        var variant: VariantID?
        var variantName: String?
        var volume: Percent
        var pan: Pan
        var sliders = SliderPositions()
        /// The mix contains it, but the clock's catalogue does not.
        var isMissing = false
    }

    var voices: [Voice] {
        guard let noise else { return [] }
        var voices = noise.voices.map { report in
            Voice(
                sound: report.voice.sound, name: report.name, variant: report.voice.variant,
                variantName: report.variantName, volume: report.voice.volume, pan: report.voice.pan,
                sliders: report.voice.sliders)
        }
        voices += noise.missing.map {
            Voice(
                sound: $0, name: $0.name, volume: Percent(clamping: 0), pan: .middle,
                isMissing: true)
        }
        for request in requests {
            switch request {
            case .remove(let sound): voices.removeAll { $0.sound == sound }
            case .set(let sound, let changes):
                guard let index = voices.firstIndex(where: { $0.sound == sound }) else { continue }
                if let variant = changes.variant {
                    voices[index].variant = variant
                    voices[index].variantName = sounds.noise(sound)?.variant(variant)?.name
                }
                voices[index].volume = changes.volume ?? voices[index].volume
                voices[index].pan = changes.pan ?? voices[index].pan
                voices[index].sliders = voices[index].sliders.moved(changes.sliders)
            case .listSounds, .add, .setMaster, .toggle: break
            }
        }
        return voices
    }

    var isPlaying: Bool {
        let toggles = requests.filter { $0 == .toggle }.count
        return (noise?.isPlaying ?? false) != (toggles % 2 == 1)
    }

    var master: Percent? {
        for case .setMaster(let volume) in requests.reversed() { return volume }
        return noise?.volume
    }

    /// Moves the cursor to its sound, wherever that is now.
    private mutating func settle() {
        let voices = voices
        place =
            voices.firstIndex { $0.sound == chosen } ?? max(0, min(place, voices.count - 1))
        chosen = voices.indices.contains(place) ? voices[place].sound : nil
    }

    // MARK: - Keys

    enum Outcome: Hashable {
        case used
        /// The key has no meaning here.
        case passed
        case closed
    }

    mutating func handle(_ key: TerminalKey) -> Outcome {
        if case .control = key { return .passed }
        let old = note
        note = nil
        let outcome = search == nil ? handleInMix(key) : handleInSearch(key)
        if outcome == .passed { note = old }
        return outcome
    }

    private mutating func handleInMix(_ key: TerminalKey) -> Outcome {
        switch key {
        case .up: move(to: place - 1)
        case .down: move(to: place + 1)
        case .pageUp: move(to: place - MixerPanel.page)
        case .pageDown: move(to: place + MixerPanel.page)
        case .home: move(to: 0)
        case .end: move(to: voices.count - 1)
        case .left:
            change { $0.volume = Percent(clamping: $1.volume.value - MixerPanel.volumeStep) }
        case .right:
            change { $0.volume = Percent(clamping: $1.volume.value + MixerPanel.volumeStep) }
        case .character(","): change { $0.pan = Pan(clamping: $1.pan.value - MixerPanel.panStep) }
        case .character("."): change { $0.pan = Pan(clamping: $1.pan.value + MixerPanel.panStep) }
        case .character("v"): nextVariant()
        case .tab: nextSlider()
        case .character(";"): moveSlider(by: -MixerPanel.sliderStep)
        case .character(":"): moveSlider(by: MixerPanel.sliderStep)
        case .character("-"), .delete, .backspace: remove()
        case .character("+"), .character("="), .enter: beginSearch()
        case .character(" "): ask(.toggle)
        case .character("["): changeMaster(by: -MixerPanel.volumeStep)
        case .character("]"): changeMaster(by: MixerPanel.volumeStep)
        case .character("x"), .character("q"), .escape: return .closed
        default: return .passed
        }
        return .used
    }

    private mutating func move(to wanted: Int) {
        let voices = voices
        guard !voices.isEmpty else { return }
        place = max(0, min(wanted, voices.count - 1))
        chosen = voices[place].sound
    }

    /// The voice that keys act on. If there is none, reports why.
    private mutating func chosenVoice() -> Voice? {
        let voices = voices
        guard voices.indices.contains(place) else {
            report("The mix is empty; + adds a sound")
            return nil
        }
        guard !voices[place].isMissing else {
            report("This clock has no \(voices[place].name) any more; - takes it out of the mix")
            return nil
        }
        return voices[place]
    }

    private mutating func change(_ body: (inout VoiceChanges, Voice) -> Void) {
        guard let voice = chosenVoice() else { return }
        var changes = VoiceChanges()
        body(&changes, voice)
        // At the end of the scale there is nothing to request.
        guard changes.volume != voice.volume, changes.pan != voice.pan else { return }
        ask(.set(voice.sound, changes))
    }

    private mutating func nextVariant() {
        guard let voice = chosenVoice() else { return }
        let variants = sounds.noise(voice.sound)?.variants ?? []
        guard variants.count > 1 else { return report("\(voice.name) has only one variant") }
        let present = variants.firstIndex { $0.id == voice.variant } ?? 0
        let next = variants[(present + 1) % variants.count].id
        ask(.set(voice.sound, VoiceChanges(variant: next)))
    }

    /// The slider of this sound that keys move; nil if it has none.
    func slider(of sound: SoundID) -> Slider? {
        let sliders = sounds.noise(sound)?.sliders ?? []
        return sliders.first { $0.id == wantedSlider } ?? sliders.first
    }

    private mutating func nextSlider() {
        guard let voice = chosenVoice() else { return }
        let sliders = sounds.noise(voice.sound)?.sliders ?? []
        guard let present = sliders.firstIndex(where: { $0 == slider(of: voice.sound) }) else {
            return report("\(voice.name) has no sliders")
        }
        wantedSlider = sliders[(present + 1) % sliders.count].id
    }

    private mutating func moveSlider(by step: Int) {
        guard let voice = chosenVoice() else { return }
        guard let slider = slider(of: voice.sound)?.id else {
            return report("\(voice.name) has no sliders")
        }
        var moved = voice.sliders
        moved[slider] += step
        guard moved != voice.sliders else { return }
        ask(.set(voice.sound, VoiceChanges(sliders: [slider: moved[slider]])))
    }

    private mutating func remove() {
        let voices = voices
        guard voices.indices.contains(place) else { return report("The mix is empty") }
        ask(.remove(voices[place].sound))
        settle()
    }

    private mutating func changeMaster(by step: Int) {
        guard let master else { return }
        let changed = Percent(clamping: master.value + step)
        if changed != master { ask(.setMaster(changed)) }
    }

    private mutating func beginSearch() {
        guard !isRinging else { return report("An alarm rings; s and t answer it") }
        search = Search("", in: sounds)
        ask(.listSounds)
    }

    private mutating func handleInSearch(_ key: TerminalKey) -> Outcome {
        guard let search else { return .passed }
        switch key {
        case .up: self.search?.move(to: search.place - 1)
        case .down: self.search?.move(to: search.place + 1)
        case .pageUp: self.search?.move(to: search.place - MixerPanel.page)
        case .pageDown: self.search?.move(to: search.place + MixerPanel.page)
        case .home: self.search?.move(to: 0)
        case .end: self.search?.move(to: search.found.count - 1)
        case .backspace: self.search = Search(String(search.query.dropLast()), in: sounds)
        case .character(let character) where search.query.count < MixerPanel.queryLength:
            self.search = Search(search.query + String(character), in: sounds)
        case .enter:
            if let sound = search.chosen {
                ask(.add(sound.id))
                self.search = nil
            }
        case .escape: self.search = nil
        // A key without an effect here must not press a button of the clock.
        default: break
        }
        return .used
    }
}
