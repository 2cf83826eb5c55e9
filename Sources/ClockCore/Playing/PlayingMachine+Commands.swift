import ClockTime

// The commands for noise, mixes and the sleep timer, and what the noise button does.
extension PlayingMachine {
    mutating func answer(
        _ command: NoiseCommand, _ context: Context, _ notes: inout [Note]
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .show: break
        case .play(let sound, let variant, let volume):
            try refuseWhileQuiet(context)
            try noise.play(sound, variant: variant, volume: volume, choice(at: context.now))
            chosen(context.countdown, &notes)
        case .pause: pause()
        case .stop: stop(context.countdown, &notes)
        case .toggle:
            if noise.isHeard(catalogue) {
                pause()
            } else {
                try refuseWhileQuiet(context)
                resume(context.countdown, &notes)
            }
        case .next:
            try refuseWhileQuiet(context)
            noise.playNext(choice(at: context.now))
            chosen(context.countdown, &notes)
        case .setVolume(let volume): noise.volume = volume
        case .changeVolume(let step):
            noise.volume = Percent(clamping: noise.volume.value + step)
        case .preview(let sound, let variant):
            guard !context.isRinging else { throw .wrongState(.somethingRings) }
            try refuseWhileQuiet(context)
            try beginPreview(of: sound, variant, at: context.now)
        case .endPreview: preview.end()
        case .setSleep(let change): try self.change(change, context, &notes)
        // Settings have another owner.
        case .setFades: break
        }
        return .now(.noise(reportWithSleep(context)))
    }

    private mutating func pause() {
        noise.stop()
        preview.giveWay()
    }

    mutating func beginPreview(
        of id: SoundID, _ variant: VariantID? = nil, at now: Moment
    ) throws(CommandError) {
        guard let sound = catalogue[id] else {
            throw .unknownSound(id, among: catalogue.alarmSounds)
        }
        try sound.check(variant)
        var voice = noise.voice(of: sound)
        voice.variant = variant ?? voice.variant
        preview.play(voice, at: now.boot)
    }

    private func refuseWhileQuiet(_ context: Context) throws(CommandError) {
        guard context.mayStart else { throw .wrongState(.quiet) }
    }

    private mutating func change(
        _ change: SleepChange, _ context: Context, _ notes: inout [Note]
    ) throws(CommandError) {
        let note: SleepNote
        switch change {
        case .start(let end, let plays):
            let length = try self.length(until: end, context)
            if !noise.isHeard(catalogue) {
                guard plays else { throw .wrongState(.nothingPlays) }
                try refuseWhileQuiet(context)
            }
            try sleep.start(length, context.countdown)
            noise.resume(choice(at: context.now))
            preview.giveWay()
            note = .started
        case .pause:
            try sleep.pause(context.countdown)
            note = .paused
        case .resume:
            try sleep.resume(context.countdown)
            note = .resumed
        case .extend(let more):
            try sleep.extend(by: more, context.countdown)
            note = .extended
        case .off:
            try sleep.cancel()
            note = .cancelled
        }
        noteSleep(note, context.countdown, &notes)
        // If the timer is so short that its fade is already due, the fade begins now.
        advance(context.fades, context.countdown, &notes)
    }

    private func length(
        until end: SleepEnd, _ context: Context
    ) throws(CommandError) -> Duration {
        switch end {
        case .after(let length): return length
        case .at(let time):
            let instant = try context.countdown.nextInstant(showing: time, in: context.zone)
            return WallTime(instant) - context.now.wall
        }
    }

    // MARK: - Mixes

    mutating func answer(
        _ command: MixCommand, _ context: Context, _ notes: inout [Note]
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .list:
            let favourites = noise.favourites.all.map { FavouriteReport($0, catalogue) }
            let list = MixList(present: reportWithSleep(context), favourites: favourites)
            return .now(.mixes(list))
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
            try refuseWhileQuiet(context)
            try noise.add(sound, changes, choice(at: context.now))
            chosen(context.countdown, &notes)
        case .set(let sound, let changes): try noise.set(sound, changes, catalogue)
        case .remove(let sound):
            try noise.remove(sound)
            if !noise.isPlaying { stop(context.countdown, &notes) }
        case .clear:
            noise.clearMix()
            stop(context.countdown, &notes)
        case .load(let text):
            try refuseWhileQuiet(context)
            try noise.load(text, catalogue)
            chosen(context.countdown, &notes)
        }
        return .now(.noise(reportWithSleep(context)))
    }

    // MARK: - Keys

    /// The noise button was pressed for the next sound: keeps what is previewed, else plays the next one.
    mutating func playNext(_ context: CountdownContext, _ notes: inout [Note]) {
        let choice = choice(at: context.now)
        if let previewed = preview.sound, catalogue.noise(previewed) != nil {
            noise.select(previewed, choice)
            noise.resume(choice)
        } else {
            noise.playNext(choice)
        }
        chosen(context, &notes)
    }

    /// The favourite that was chosen last, else the first; without favourites, what played last.
    mutating func playFavourite(_ context: CountdownContext, _ notes: inout [Note]) {
        let all = noise.favourites.all
        let wanted = all.first { $0.name == noise.favourites.present } ?? all.first
        let isLoaded = wanted.map { (try? noise.load($0.name, catalogue)) != nil } ?? false
        if isLoaded { chosen(context, &notes) } else { resume(context, &notes) }
    }

    mutating func resume(_ context: CountdownContext, _ notes: inout [Note]) {
        noise.resume(choice(at: context.now))
        chosen(context, &notes)
    }

    /// The noise button was held. During a preview, takes the sound after the previewed one, so that the user can step
    /// through the catalogue. False if there is no sound.
    mutating func previewNext(at now: Moment) throws(CommandError) -> Bool {
        guard let next = noise.nextSound(catalogue, after: preview.sound) else { return false }
        try beginPreview(of: next, at: now)
        return true
    }
}
