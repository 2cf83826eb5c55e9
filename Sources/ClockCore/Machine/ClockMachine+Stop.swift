import ClockTime

// What stop does while nothing rings (product, B3; law, 6.10 and 6.11).
extension ClockMachine {
    // MARK: - Tapped

    /// Whoever taps stop while something is snoozed or rises before a ring wants silence, and never noise (product, B3).
    mutating func tapStop(_ step: inout Step) {
        // It falls silent slowly, so many tap again.
        let isSilenced = silencesRising(&step) || showsSilenced(&step)
        if breathing.end != nil {
            breathing.stop()
        } else if playing.isHeard {
            stopNoise(&step)
        } else if !ringing.hasSnooze, !isSilenced, !isStopTooMany,
            startsNoise(with: .stop, &step)
        {
            playing.resume(countdownContext, &step.notes)
            showPlaying(&step)
        }
        if ringing.hasSnooze { show(.snooze, &step) }
    }

    /// Stop leads out of a ring and out of the menu, and a sleepy hand presses it once more.
    private var isStopTooMany: Bool {
        editingKeys.areDead
            || showing.leftMenu.map { now.boot - $0 < ClockMachine.afterMenu } ?? false
    }

    private static let afterMenu = Duration.seconds(1)

    /// Silences what rises before a ring, and shows how long it is until then (law, 6.11). Returns whether anything did.
    mutating func silencesRising(_ step: inout Step) -> Bool {
        guard let alarm = ringing.silenceRising(ringingContext) else { return false }
        showCountdown(of: alarm, &step)
        return true
    }

    private mutating func showsSilenced(_ step: inout Step) -> Bool {
        guard let alarm = ringing.silencedAlarm(ringingContext) else { return false }
        showCountdown(of: alarm, &step)
        return true
    }

    private mutating func showCountdown(of alarm: Alarm, _ step: inout Step) {
        if let index = runningCountdowns.firstIndex(where: { $0.subject == .alarm(alarm.label) }) {
            show(.countdown(index), &step)
        }
    }

    // MARK: - Held

    /// Handles a long press of stop: ends the nap that is on the display, or else all snoozes, or else the nap, or else the
    /// next ring that is counted down to, or else switches the display's mode. It says what it ended.
    mutating func endWhatIsSilent(_ step: inout Step) throws(CommandError) {
        if ringing.hasSnooze, !isNapShown {
            let ways = stopWays
            let free = ringing.alarms.snoozed.filter { ways[.alarm($0.occurrence)] == nil }
            ringing.alarms.stop(free, by: .button, &step.ringing.alarms)
            ringing.timers.stopSnoozed(by: .button, &step.ringing.countdowns)
            if ringing.nap.state.phase == .snoozed { try stopNap(&step) }
            // Its task is not done yet.
            if ringing.hasSnooze { show(.snooze, &step) } else { say("Snooze off", &step) }
        } else if ringing.nap.state != .idle {
            try stopNap(&step)
            say("Nap off", &step)
        } else if settings.holdToStop, canGetUp(afterHoldOf: GestureMachine.longPress) {
            // Who does not trust a sleepy hand with a ring does not trust it before one.
            keys[.stop].ask(toHoldFor: Settings.holdToStopLength)
        } else if !getUp(afterHoldOf: GestureMachine.longPress, &step) {
            switchDisplayMode(&step)
        }
    }

    private var isNapShown: Bool {
        guard case .countdown(let index) = showing.face.page else { return false }
        let running = runningCountdowns
        return running.indices.contains(index) && running[index].subject.isNap
    }

    /// Says for a moment what a key has ended.
    mutating func say(_ words: String, _ step: inout Step) {
        guard equipment.hasDisplay else { return }
        let length = max(FaceMachine.shortDuration, textRoom.length(of: words))
        showing.face.showMessage(
            words, until: now.boot + length, isAnswer: true, at: now.boot)
        step.notes.append(.pageShown(.message))
    }

    private mutating func stopNap(_ step: inout Step) throws(CommandError) {
        try ringing.nap.perform(
            .stop, by: .button, settings.nap, countdownContext, &step.ringing.countdowns)
    }

    private func canGetUp(afterHoldOf length: Duration) -> Bool {
        !ringing.alarms.countedDown(since: now.wall - length, alarmContext).isEmpty
    }

    /// "I am up": ends the next ring that is counted down to, before it comes (law, 6.10). Returns whether there was
    /// one.
    @discardableResult
    mutating func getUp(afterHoldOf length: Duration, _ step: inout Step) -> Bool {
        guard ringing.alarms.getUp(since: now.wall - length, alarmContext, &step.ringing.alarms)
        else { return false }
        show(.up, &step)
        return true
    }

    /// From the face alone to the face with everything else, and back (product, M1).
    private mutating func switchDisplayMode(_ step: inout Step) {
        guard equipment.hasDisplay else { return }
        switch settings.displayMode {
        case .normal:
            settings.displayMode = .face
            show(.hint, &step)
        case .face: settings.displayMode = .normal
        }
    }
}
