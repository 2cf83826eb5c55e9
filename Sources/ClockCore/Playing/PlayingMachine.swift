import ClockTime

/// What the clock plays besides rings: noise, previews of sounds, and the sleep timer that ends the noise.
///
/// Theory of operation. It composes three small machines, which do not know each other: the noise that a person chose
/// (`NoiseState`), a preview on top of it (`PreviewMachine`), and the timer (`SleepTimer`). It decides what a choice
/// means for all three. It knows nothing of rings, keys or the face: `ClockMachine` tells it in a context whether noise
/// may start, and asks it what should be heard.
package struct PlayingMachine: Hashable, Sendable {
    package internal(set) var noise: NoiseState
    var preview = PreviewMachine()
    package internal(set) var sleep = SleepTimer()
    @OnHeap package internal(set) var catalogue: SoundCatalogue
    /// Together with the moment, the source of all randomness: the seeds of new mixes.
    private let chance: UInt64

    init(_ noise: NoiseState, _ catalogue: SoundCatalogue, chance: UInt64) {
        self.noise = noise
        self.catalogue = catalogue
        self.chance = chance
    }

    /// What a command needs to know of the rest of the clock.
    struct Context {
        var countdown: CountdownContext
        var zone: Zone
        /// The person's settings, over those of the catalogue.
        var fades: NoiseFades
        /// Whether do not disturb lets noise start.
        var mayStart: Bool
        var isRinging: Bool
        var device: DeviceState

        var now: Moment { countdown.now }
    }

    /// Whether the clock has a sound device, and whether it works.
    struct DeviceState {
        var isThere = true
        var works = true
    }

    // MARK: - What is heard

    /// The noise that is audible now, including previews and the sleep timer's fade.
    func intent(_ fades: NoiseFades) -> NoiseIntent? {
        if let voice = preview.voice {
            return NoiseIntent(
                voices: [voice], master: noise.volume, fadeIn: PreviewMachine.fade,
                seed: noise.seed)
        }
        guard !sleep.isFading else { return nil }
        return noise.intent(fadeIn: preview.shortFade ?? fades.fadeIn, catalogue)
    }

    func fadeOut(_ fades: NoiseFades) -> Duration {
        let standard = sleep.isFading ? sleep.fadeLength(fade: fades.sleepFade) : fades.fadeOut
        return preview.shortFade ?? standard
    }

    /// Whether there is noise that a key could stop.
    var isHeard: Bool { preview.voice != nil || noise.isHeard(catalogue) }

    // MARK: - Reports

    /// - Parameter device: matters only to a client.
    func report(_ device: DeviceState = DeviceState()) -> NoiseReport {
        NoiseReport(
            isPlaying: noise.isHeard(catalogue),
            voices: noise.voices(catalogue).map { VoiceReport($0, catalogue) },
            missing: noise.mix.filter { catalogue.noise($0) == nil }, volume: noise.volume,
            seed: noise.seed, favourite: noise.favourites.present, preview: preview.sound,
            previewName: preview.sound.map(name(of:)),
            hasWorkingSound: device.works, hasSoundDevice: device.isThere)
    }

    func reportWithSleep(_ context: Context) -> NoiseReport {
        var report = report(context.device)
        report.sleep = sleep.report(context.countdown)
        return report
    }

    /// The face's text about what plays; nil if nothing plays.
    var text: PlayingText? {
        if let previewed = preview.sound {
            return PlayingText(titles: name(of: previewed))
        }
        return report().textOnFace
    }

    /// A sound missing from the catalogue shows its id.
    private func name(of sound: SoundID) -> String { catalogue[sound]?.name ?? sound.name }

    // MARK: - What choices mean

    /// What a choice of sounds needs.
    func choice(at now: Moment) -> NoiseState.Choice {
        NoiseState.Choice(catalogue: catalogue, chance: chance, at: now.wall)
    }

    /// The user wants to hear something: ends a preview, and cancels a sleep fade that began too early.
    mutating func chosen(_ context: CountdownContext, _ notes: inout [Note]) {
        preview.giveWay()
        if sleep.isFading { endSleep(context, &notes) }
    }

    /// The user wants silence.
    mutating func stop(_ context: CountdownContext, _ notes: inout [Note]) {
        noise.stop()
        preview.giveWay()
        if sleep.state != .idle { endSleep(context, &notes) }
    }

    private mutating func endSleep(_ context: CountdownContext, _ notes: inout [Note]) {
        noteSleep(.cancelled, context, &notes)
        sleep.end()
    }

    func noteSleep(_ note: SleepNote, _ context: CountdownContext, _ notes: inout [Note]) {
        let left = sleep.report(context)?.left ?? .zero
        notes.append(.sleepTimer(note, left: left))
    }

    // MARK: - Time

    func nextWake(_ fades: NoiseFades) -> BootTime? {
        earlier(preview.nextWake, sleep.nextWake(fade: fades.sleepFade))
    }

    mutating func advance(
        _ fades: NoiseFades, _ context: CountdownContext, _ notes: inout [Note]
    ) {
        preview.advance(to: context.now.boot)
        while let change = sleep.advance(fade: fades.sleepFade, to: context.now.boot) {
            switch change {
            case .fades:
                if preview.voice == nil { preview.giveWay() }
                noteSleep(.fading, context, &notes)
            case .ends:
                noise.stop()
                notes.append(.sleepTimer(.ended, left: .zero))
            }
        }
    }

    // MARK: - The catalogue

    /// Adopts a catalogue after own sounds were added or removed. A playing sound that is gone leaves the mix, with a
    /// note. An alarm keeps its sound's name, and the sound host plays the built-in tone.
    mutating func adopt(
        _ new: SoundCatalogue, _ context: CountdownContext, _ notes: inout [Note]
    ) {
        let old = catalogue
        catalogue = new
        let wasPlaying = noise.isPlaying
        let gone = noise.leaveOut { old.noise($0) != nil && new.noise($0) == nil }
        for id in gone { notes.append(.soundMissing(id)) }
        if wasPlaying, !noise.isPlaying { stop(context, &notes) }
        if let previewed = preview.sound, new[previewed] == nil { preview.end() }
    }
}
