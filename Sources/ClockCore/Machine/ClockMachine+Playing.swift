import ClockTime

// What the parent does about noise and sounds: it tells the playing machine what it needs to know, and asks hosts.
extension ClockMachine {
    var playingContext: PlayingMachine.Context {
        PlayingMachine.Context(
            countdown: countdownContext, zone: zone, fades: fades, mayStart: mayStartNoise,
            isRinging: isRinging, device: soundDevice)
    }

    private var soundDevice: PlayingMachine.DeviceState {
        PlayingMachine.DeviceState(
            isThere: equipment.canSound, works: equipment.canSound && health[.sound] == nil)
    }

    var fades: NoiseFades { settings.noise.fades.over(playing.catalogue.fades) }

    /// Everything that should be heard.
    var soundIntent: SoundIntent {
        let fades = fades
        return SoundIntent(
            noise: playing.intent(fades), rising: ringing.risingIntent(ringingContext),
            alarm: ringing.ring.intent,
            noiseFadeOut: playing.fadeOut(fades),
            fadeShape: fades.shape, chirp: pressFeedback.chirp, isHushed: ringing.ring.isHushed)
    }

    var noiseReport: NoiseReport { playing.report(soundDevice) }

    mutating func stopNoise(_ step: inout Step) { playing.stop(countdownContext, &step.notes) }

    /// Whoever was woken gets up: noise does not come back after an alarm or a nap that a person stopped, unless that
    /// asks for it (product, N9). It does after a timer, a snooze, and a ring that nobody answered.
    mutating func endNoiseAfterRing(_ step: inout Step) {
        let isNapOver = step.ringing.countdowns.stoppedNapRing && !settings.nap.noiseAfter
        if step.ringing.alarms.endsNoise || isNapOver, playing.noise.isPlaying { stopNoise(&step) }
    }

    mutating func answer(
        _ command: NoiseCommand, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        if command == .stop || command == .pause {
            _ = ringing.silenceRising(ringingContext)
        }
        guard case .setFades(let changes) = command else {
            return try playing.answer(command, playingContext, &step.notes)
        }
        // Without changes it only shows them.
        guard !changes.isEmpty else { return .now(.fades(fades)) }
        try changes.check()
        settings.noise.fades.apply(changes)
        return .saved(.fades(fades))
    }

    // MARK: - Sounds and outputs

    mutating func answer(
        _ command: SoundCommand, _ request: RequestID, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .list(let query): return .now(try playing.list(query))
        case .show(let id): return .now(.sound(try playing.report(of: id)))
        case .rename(let id, let name):
            try playing.refuseBuiltIn(id)
            try PlayingMachine.checkName(name)
            step.questions.append((request, .files(.sound(.rename(id, name)))))
        case .delete(let id):
            try playing.refuseBuiltIn(id)
            step.questions.append((request, .files(.sound(.delete(id)))))
        case .importFile(let name):
            try PlayingMachine.checkName(name)
            step.questions.append((request, .files(.sound(.importFile(name: name)))))
        case .outputs: step.questions.append((request, .listOutputs))
        case .setOutputs(let changes):
            try settings.soundOutput.apply(changes)
            // What was tried may have been another device, in another order.
            ringing.ring.forgetTrials()
            planRetrial()
            guard equipment.listsOutputs else {
                return .saved(.outputSettings(settings.soundOutput))
            }
            outputChanges.insert(request)
            step.questions.append((request, .listOutputs))
        }
        return .hosts
    }

    /// Passes a host's answer on. To a change of the outputs it adds which of the chosen devices are not there.
    mutating func hostAnswered(_ request: RequestID, _ reply: Reply, _ step: inout Step) {
        guard outputChanges.remove(request) != nil, case .outputs(let devices, let chosen) = reply
        else { return step.reply(to: request, with: reply) }
        let missing = devices.filter { !$0.isPresent && chosen.names.contains($0.id) }
        step.reply(
            to: request, with: .outputSettings(chosen), awaitsSave: true,
            notices: missing.map { .outputMissing($0.id) })
    }

    /// The sounds of the alarms and their pre-alerts, those that are switched off too.
    package var alarmSounds: [SoundID] { ringing.alarms.book.alarms.flatMap(\.sounds) }

    /// Whether the catalogue has every alarm's sound (product, A12, H1).
    var alarmSoundsCheck: HealthCheck {
        if isSafe { return HealthCheck(.alarmSounds, .notice, .builtInToneAlone) }
        let missing = ringing.alarms.book.sounds.keys.filter {
            $0 != .silence && playing.catalogue[$0] == nil
        }
        let problem = health[.catalogue]
        guard problem != nil || !missing.isEmpty else {
            return HealthCheck(.alarmSounds, .good, .everySoundThere)
        }
        let alarms = missing.isEmpty ? [] : ringing.alarms.book.alarms
        let unknownSounds = alarms.filter { missing.contains($0.sound) }
        guard problem != nil || !unknownSounds.isEmpty else {
            let silent = alarms.filter { $0.preAlertSound.map(missing.contains) ?? false }
            return HealthCheck(
                .alarmSounds, .notice, .preAlertSoundsMissing(of: silent), .chooseSound)
        }
        return HealthCheck(
            .alarmSounds, .notice, .soundsMissing(of: unknownSounds, problem: problem),
            unknownSounds.isEmpty ? .mendCatalogue : .chooseSound)
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

    func check() throws(CommandError) {
        for (fade, field) in [(fadeIn, "fadeIn"), (fadeOut, "fadeOut")] {
            if let fade, !NoiseFades.range.contains(fade) {
                throw .invalid(field: field, .length(allowed: NoiseFades.range))
            }
        }
        if let sleepFade, !NoiseFades.sleepRange.contains(sleepFade) {
            throw .invalid(field: "sleepFade", .length(allowed: NoiseFades.sleepRange))
        }
    }

    mutating func apply(_ changes: FadeChanges) {
        fadeIn = changes.fadeIn ?? fadeIn
        fadeOut = changes.fadeOut ?? fadeOut
        shape = changes.shape ?? shape
        sleepFade = changes.sleepFade ?? sleepFade
    }
}
