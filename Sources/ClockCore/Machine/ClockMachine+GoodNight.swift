import ClockTime

// Good night in one press (product, B7): the favourite with its sleep timer, the face as at night, and then what
// somebody wants to know before they close their eyes.
extension ClockMachine {
    /// How long the face stays as at night if neither a ring nor the hours of the night end that.
    private static let longestNight = Duration.hours(12)

    mutating func answer(
        _ command: GoodNightCommand, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .show: return .now(.goodNight(goodNightReport))
        case .say:
            guard !isRinging else { throw .wrongState(.somethingRings) }
            sayGoodNight(&step)
        case .set(let changes): changes.apply(to: &settings.goodNight)
        }
        return .saved(.goodNight(goodNightReport))
    }

    mutating func sayGoodNight(_ step: inout Step) {
        playForTheNight(&step)
        if settings.goodNight.hasBreathing { breathe() }
        showing.nightUntil = endOfNight.instant
        // A lamp that is on dims with the sleep timer, if it has one to dim with.
        if !settings.lamp.hasDusk || playing.sleep.state == .idle { lamp.switchOff(lampContext) }
        guard equipment.hasDisplay else { return }
        show(.nextAlarm, &step)
        guard nextAlarm != nil else { return }
        showing.face.follow(with: [(.sleepLeft, words(of: .sleepLeft)), lastWord], in: textRoom)
    }

    /// What keeps the next alarm from ringing, or else that nothing does.
    private var lastWord: (page: FacePage, words: String) {
        let page = warnings.isEmpty ? FacePage.armed : .warning(0)
        return (page, words(of: page))
    }

    /// Noise that plays goes on. Where none may start, none does.
    private mutating func playForTheNight(_ step: inout Step) {
        let length = settings.goodNight.noise
        guard length > .zero, equipment.canSound else { return }
        if !playing.isHeard {
            guard startsNoise(with: .goodNight, &step) else { return }
            playing.playFavourite(countdownContext, &step.notes)
        }
        guard playing.sleep.state == .idle else { return }
        _ = try? playing.answer(
            .setSleep(.start(.after(length), plays: false)), playingContext, &step.notes)
    }

    /// At the next ring, when the hours of the night end, or after twelve hours.
    private var endOfNight: WallTime {
        let ring = ringing.nextAlarmInstant(ringingContext).map { WallTime($0) }
        return ring.map { min($0, endOfThisNight) } ?? endOfThisNight
    }

    /// The same without the ring.
    var endOfThisNight: WallTime {
        let latest = now.wall + ClockMachine.longestNight
        return showing.endOfNightHours(showingContext).map { min($0, latest) } ?? latest
    }

    private var goodNightReport: GoodNightReport {
        GoodNightReport(
            until: showing.goodNightEnd(showingContext).map { zone.civilTime(at: $0.instant) },
            next: nextAlarmReport,
            isArmed: nextAlarm != nil && !mayNotRing,
            noise: playing.reportWithSleep(playingContext), settings: settings.goodNight)
    }

    // MARK: - Bedtime

    /// A chirp, and a word on the display for a minute (law, 6.13). On a clock without sound, the word alone.
    mutating func remindOfBedtime(_ alarms: [Alarm], _ step: inout Step) {
        guard let volume = alarms.map(\.volume).max(), !holdsQuiet, !isRinging,
            showing.goodNightEnd(showingContext) == nil
        else { return }
        if equipment.canSound { pressFeedback.begin(.chirp, volume: volume, at: now.boot) }
        guard equipment.hasDisplay, showing.menu == nil else { return }
        showing.face.endTest()
        showing.face.showMessage("Bedtime", until: now.boot + Announcements.length, at: now.boot)
        step.notes.append(.pageShown(.message))
    }

    // MARK: - Keys

    mutating func tapLamp(_ step: inout Step) {
        guard equipment.hasLight else { return step.notes.append(.keyRefused(.lamp, "noLamp")) }
        guard breathing.end == nil else { return breathing.stop() }
        let report = lampReport
        switch report.cause {
        case .person: lamp.switchOff(lampContext)
        case .sunrise where report.light.value > 0: lamp.switchOff(lampContext)
        case .ring, .menu, .nap, .breath, .sunrise, .night, .off:
            lamp.switchOn(settings.lamp.level, at: now.boot)
        }
    }

    /// Whether this tap on snooze is the second of two, if two say good night. Nothing waits for the second one: the first
    /// shows a page, which does no harm.
    mutating func isDoubleTap(_ step: inout Step) -> Bool {
        guard settings.goodNight.hasDoublePress, keys.takeDoubleTap() else { return false }
        return !ringing.hasSnooze && ringing.nap.state == .idle
            && ringing.silencedAlarm(ringingContext) == nil
    }
}
