import ClockTime

// The noise in the clock: what is audible, and the commands for noise, sleep timer and catalogue.
extension ClockMachine {
    /// Everything that should be heard.
    var soundIntent: SoundIntent {
        SoundIntent(
            noise: noiseIntent, alarm: ring.intent, noiseFadeOut: noiseFadeOut,
            fadeShape: fades.shape, chirp: pressFeedback.chirp, isHushed: ring.isHushed)
    }

    // MARK: - Audible noise

    var fades: NoiseFades { settings.noise.fades.over(catalogue.fades) }

    /// The noise that is audible now, including previews and the sleep timer's fade.
    var noiseIntent: NoiseIntent? {
        if let voice = preview.voice {
            return NoiseIntent(
                voices: [voice], master: noise.volume, fadeIn: PreviewMachine.fade,
                seed: noise.seed)
        }
        guard !sleep.isFading else { return nil }
        return noise.intent(fadeIn: preview.shortFade ?? fades.fadeIn, catalogue)
    }

    var noiseFadeOut: Duration {
        let standard = sleep.isFading ? sleep.fadeLength(fade: fades.sleepFade) : fades.fadeOut
        return preview.shortFade ?? standard
    }

    /// Whether there is noise that a key could stop.
    var isNoiseHeard: Bool { preview.voice != nil || noise.isHeard(catalogue) }

    var noiseReport: NoiseReport {
        NoiseReport(
            isPlaying: noise.isHeard(catalogue),
            voices: noise.voices(catalogue).map { VoiceReport($0, catalogue) },
            missing: noise.mix.filter { catalogue.noise($0) == nil }, volume: noise.volume,
            seed: noise.seed, favourite: noise.favourites.present, preview: preview.sound,
            previewName: preview.sound.map(name(of:)),
            hasWorkingSound: equipment.canSound && health[.sound] == nil,
            hasSoundDevice: equipment.canSound)
    }

    /// The face's text about what plays; nil if nothing plays.
    var playingText: PlayingText? {
        if let previewed = preview.sound {
            let name = name(of: previewed)
            return PlayingText(titles: name, name: name)
        }
        return noiseReport.textOnFace
    }

    /// A sound missing from the catalogue shows its id.
    func name(of sound: SoundID) -> String { catalogue[sound]?.name ?? sound.name }

    var noiseReportWithSleep: NoiseReport {
        var report = noiseReport
        report.sleep = sleep.report(countdownContext)
        return report
    }

    /// The current selection.
    var choice: NoiseState.Choice {
        NoiseState.Choice(catalogue: catalogue, chance: chance, at: now.wall)
    }

    // MARK: - Effects of a choice

    /// The user wants to hear something: ends a preview, and cancels a sleep fade that began too early.
    mutating func noiseChosen(_ step: inout Step) {
        preview.giveWay()
        if sleep.isFading { endSleep(.cancelled, &step) }
    }

    /// The user wants silence.
    mutating func noiseStopped(_ step: inout Step) {
        noise.stop()
        preview.giveWay()
        if sleep.state != .idle { endSleep(.cancelled, &step) }
    }

    /// Whoever was woken gets up: noise does not come back after an alarm or a nap that a person stopped, unless that
    /// asks for it (product, N9). It does after a timer, a snooze, and a ring that nobody answered.
    mutating func endNoiseAfterRing(_ step: inout Step) {
        let isNapOver = step.countdowns.stoppedNapRing && !settings.nap.noiseAfter
        if step.alarms.endsNoise || isNapOver, noise.isPlaying { noiseStopped(&step) }
    }

    private mutating func endSleep(_ note: SleepNote, _ step: inout Step) {
        noteSleep(note, &step)
        sleep.end()
    }

    private func noteSleep(_ note: SleepNote, _ step: inout Step) {
        let left = sleep.report(countdownContext)?.left ?? .zero
        step.notes.append(.sleepTimer(note, left: left))
    }

    /// When the sleep timer needs a step.
    var nextSleepWake: BootTime? { sleep.nextWake(fade: fades.sleepFade) }

    mutating func advanceSleep(_ step: inout Step) {
        while let change = sleep.advance(fade: fades.sleepFade, to: now.boot) {
            switch change {
            case .fades:
                if preview.voice == nil { preview.giveWay() }
                noteSleep(.fading, &step)
            case .ends:
                noise.stop()
                step.notes.append(.sleepTimer(.ended, left: .zero))
            }
        }
    }

    // MARK: - Noise commands

    mutating func answer(
        _ command: NoiseCommand, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .show: break
        case .play(let sound, let variant, let volume):
            try refuseNoiseWhileQuiet()
            try noise.play(sound, variant: variant, volume: volume, choice)
            noiseChosen(&step)
        case .pause:
            noise.stop()
            preview.giveWay()
        case .stop: noiseStopped(&step)
        case .toggle: try toggleNoise(&step)
        case .next:
            try refuseNoiseWhileQuiet()
            noise.playNext(choice)
            noiseChosen(&step)
        case .setVolume(let volume):
            noise.volume = volume
        case .changeVolume(let step):
            noise.volume = Percent(clamping: noise.volume.value + step)
        case .preview(let sound, let variant):
            guard !isRinging else { throw .wrongState(.somethingRings) }
            try refuseNoiseWhileQuiet()
            try beginPreview(of: sound, variant)
        case .endPreview: preview.end()
        case .setFades(let changes):
            try changes.check()
            settings.noise.fades.apply(changes)
            return .saved(.fades(fades))
        case .setSleep(let change): try self.change(change, &step)
        }
        return .now(.noise(noiseReportWithSleep))
    }

    private mutating func toggleNoise(_ step: inout Step) throws(CommandError) {
        if noise.isHeard(catalogue) {
            noise.stop()
            preview.giveWay()
        } else {
            try refuseNoiseWhileQuiet()
            noise.resume(choice)
            noiseChosen(&step)
        }
    }

    mutating func beginPreview(
        of id: SoundID, _ variant: VariantID? = nil
    ) throws(CommandError) {
        guard let sound = catalogue[id] else {
            throw .unknownSound(id, among: catalogue.alarmSounds)
        }
        try sound.check(variant)
        var voice = noise.voice(of: sound)
        voice.variant = variant ?? voice.variant
        preview.play(voice, at: now.boot)
    }

    private func refuseNoiseWhileQuiet() throws(CommandError) {
        guard mayStartNoise else {
            throw .wrongState(.quiet)
        }
    }

    private mutating func change(_ change: SleepChange, _ step: inout Step) throws(CommandError) {
        let context = countdownContext
        let note: SleepNote
        switch change {
        case .start(let end, let plays):
            let length = try self.length(until: end)
            if !noise.isHeard(catalogue) {
                guard plays else {
                    throw .wrongState(.nothingPlays)
                }
                try refuseNoiseWhileQuiet()
            }
            try sleep.start(length, context)
            noise.resume(choice)
            preview.giveWay()
            note = .started
        case .pause:
            try sleep.pause(context)
            note = .paused
        case .resume:
            try sleep.resume(context)
            note = .resumed
        case .extend(let more):
            try sleep.extend(by: more, context)
            note = .extended
        case .off:
            try sleep.cancel()
            note = .cancelled
        }
        noteSleep(note, &step)
        // If the timer is so short that its fade is already due, the fade begins now.
        advanceSleep(&step)
    }

    private func length(until end: SleepEnd) throws(CommandError) -> Duration {
        switch end {
        case .after(let length): return length
        case .at(let time): return WallTime(try nextInstant(showing: time)) - now.wall
        }
    }

    // MARK: - Mix commands

    mutating func answer(
        _ command: MixCommand, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .list:
            let favourites = noise.favourites.all.map { FavouriteReport($0, catalogue) }
            return .now(.mixes(MixList(present: noiseReportWithSleep, favourites: favourites)))
        case .share(let name): return .now(.shared(try noise.code(of: name, catalogue)))
        case .save(let name):
            let former = noise.favourites[name]
            let saved = try noise.save(as: name, catalogue)
            var report = FavouriteReport(saved, catalogue)
            report.isInPlaceOfAnother = former.map { $0.voices != saved.voices } ?? false
            return .saved(.favourite(report))
        case .rename(let name, let other):
            let renamed = try noise.favourites.rename(name, to: other)
            return .saved(.favourite(FavouriteReport(renamed, catalogue)))
        case .delete(let name):
            return .saved(.favouriteRemoved(try noise.favourites.delete(name)))
        case .add(let sound, let changes):
            try refuseNoiseWhileQuiet()
            try noise.add(sound, changes, choice)
            noiseChosen(&step)
        case .set(let sound, let changes):
            try noise.set(sound, changes, catalogue)
        case .remove(let sound):
            try noise.remove(sound)
            if !noise.isPlaying { noiseStopped(&step) }
        case .clear:
            noise.clearMix()
            noiseStopped(&step)
        case .load(let text):
            try refuseNoiseWhileQuiet()
            try noise.load(text, catalogue)
            noiseChosen(&step)
        }
        return .now(.noise(noiseReportWithSleep))
    }
}

extension FadeChanges {
    /// Fields not set here keep the defaults. Stored values outside the bounds are clamped.
    func over(_ defaults: NoiseFades) -> NoiseFades {
        NoiseFades(
            fadeIn: (fadeIn ?? defaults.fadeIn).held(in: NoiseFades.range),
            fadeOut: (fadeOut ?? defaults.fadeOut).held(in: NoiseFades.range),
            shape: shape ?? defaults.shape,
            sleepFade: (sleepFade ?? defaults.sleepFade).held(in: NoiseFades.sleepRange))
    }
}
