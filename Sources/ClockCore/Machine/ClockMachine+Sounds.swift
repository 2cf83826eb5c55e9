// The sound catalogue, the user's own sounds, and the sound outputs. Questions that need files or devices go to the
// host that owns them, and its answer is passed on.
extension ClockMachine {
    mutating func answer(
        _ command: SoundCommand, _ request: RequestID, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .list(let query):
            guard query.words.count <= SoundQuery.mostWords else {
                throw .invalid(field: "words", .tooMany(of: .words, most: SoundQuery.mostWords))
            }
            if let category = query.category, catalogue.category(category) == nil {
                throw .invalid(
                    field: "category",
                    .sound(.noCategory(category, among: catalogue.categories.map(\.id))))
            }
            return .now(.sounds(catalogue.list(query)))
        case .show(let id): return .now(.sound(try report(of: id)))
        case .rename(let id, let name):
            try refuseBuiltIn(id)
            try checkSoundName(name)
            step.questions.append((request, .renameSound(id, name)))
        case .delete(let id):
            try refuseBuiltIn(id)
            step.questions.append((request, .deleteSound(id)))
        case .importFile(let name):
            try checkSoundName(name)
            step.questions.append((request, .importSound(name: name)))
        case .outputs: step.questions.append((request, .listOutputs))
        case .setOutputs(let changes):
            try settings.soundOutput.apply(changes)
            // What was tried may have been another device, in another order.
            ring.forgetTrials()
            planRetrial()
            guard equipment.listsOutputs else {
                return .saved(.outputSettings(settings.soundOutput))
            }
            outputChanges.insert(request)
            step.questions.append((request, .listOutputs))
        }
        return .hosts
    }

    private func report(of id: SoundID) throws(CommandError) -> SoundReport {
        guard let sound = catalogue[id] else {
            throw .unknownSound(id, among: catalogue.alarmSounds)
        }
        return SoundReport(
            sound: sound, isTone: catalogue.tone(id) != nil,
            categoryName: sound.category.flatMap { catalogue.category($0)?.name },
            voice: noise.voice(of: sound))
    }

    private func refuseBuiltIn(_ id: SoundID) throws(CommandError) {
        guard let sound = catalogue[id] else {
            let own = (catalogue.noises + catalogue.tones).filter(\.isOwn).map(\.id)
            guard !own.isEmpty else {
                throw .invalid(field: "sound", .sound(.noOwn))
            }
            throw .unknownSound(id, among: own)
        }
        guard sound.isOwn else {
            throw .wrongState(.soundBuiltIn(id))
        }
    }

    private func checkSoundName(_ name: String) throws(CommandError) {
        guard name.contains(where: { !$0.isWhitespace }) else {
            throw .invalid(field: "name", .empty)
        }
        try LabelRule.check(
            name, field: "name", length: SoundLimits.nameLength, bytes: SoundLimits.nameBytes)
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

    // MARK: - Catalogue changes

    /// Takes over a catalogue after own sounds were added or removed. A playing sound that is gone leaves the mix, with
    /// a note. An alarm keeps its sound's name, and the sound host plays the built-in tone.
    mutating func adopt(_ new: SoundCatalogue, _ step: inout Step) {
        let old = catalogue
        catalogue = new
        let wasPlaying = noise.isPlaying
        let gone = noise.leaveOut { old.noise($0) != nil && new.noise($0) == nil }
        for id in gone { step.notes.append(.soundMissing(id)) }
        if wasPlaying, !noise.isPlaying { noiseStopped(&step) }
        if let previewed = preview.sound, new[previewed] == nil { preview.end() }
    }

    /// The sounds of the alarms, those that are switched off too.
    package var alarmSounds: [SoundID] { alarms.book.alarms.map(\.sound) }

    /// Whether the catalogue has every alarm's sound (product, A12, H1).
    var alarmSoundsCheck: HealthCheck {
        if isSafe { return HealthCheck(.alarmSounds, .notice, .builtInToneAlone) }
        let known = Set(catalogue.alarmSounds + [.silence])
        let unknownSounds = alarms.book.alarms.filter { !known.contains($0.sound) }
        let problem = health[.catalogue]
        guard problem != nil || !unknownSounds.isEmpty else {
            return HealthCheck(.alarmSounds, .good, .everySoundThere)
        }
        return HealthCheck(
            .alarmSounds, .notice, .soundsMissing(of: unknownSounds, problem: problem),
            unknownSounds.isEmpty ? .mendCatalogue : .chooseSound)
    }
}

extension FadeChanges {
    func check() throws(CommandError) {
        guard !isEmpty else {
            throw .invalid(field: "changes", .noChange)
        }
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
