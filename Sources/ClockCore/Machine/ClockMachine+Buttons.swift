import ClockTime

// What each key does, and when (product, B2 and B3).
//
// | key          | ringing, on the press | else, short (on release)      | else, long                    |
// | ------------ | --------------------- | ----------------------------- | ----------------------------- |
// | snooze       | snooze                | next page ³                   | a nap, for as long as held ³  |
// | stop         | stop ¹                | play or stop the noise ⁴      | ends a snooze or nap ⁵        |
// | noise        | snooze                | next noise; the previewed one | preview; 15 min more ⁶        |
// | plus, minus  | snooze                | volume, or brightness ²       | repeats                       |
// | menu         | snooze                | opens the menu ²              | -                             |
// | lamp         | snooze                | lamp on or off                | -                             |
// | goodNight    | snooze                | good night                    | -                             |
//
// Snooze and stop that are held together for 0.6 s open the menu, too. What the keys do in it, `MenuMachine` says. Held
// for 3 s, they show a code that pairs a device. Any key ends that code.
//
// ¹ if so configured, only after a hold of 2 s; a shorter press does nothing. An alarm with a task is stopped by that
// alone (`ClockMachine+StopTasks`). ² on the press.
// ³ a press after a release, before the nap begins, holds the bar again; in a nap it only shows the time left.
// The pages begin with what is wrong, and with the snooze of an alarm.
// ⁴ while something is snoozed, it only stops the noise, and the face shows for 3 s when it rings again: a user who
// taps stop means that; nor does it start noise before a ring whose pre-alert is silenced.
// ⁵ of which the display says a word; else ends the next ring that an alarm counts down to (law, 6.10), else switches between the
// face alone and everything else. ⁶ while noise plays, of the sleep timer.
//
// Keys that one hand presses together in a ring snooze it (`Hand`).
//
// Any key ends a test picture, and wakes a display that sleeps; that press does nothing else, but that snooze and stop
// silence what rises before a ring, and lamp and goodNight do what they always do. A tap on snooze or stop silences at any
// other time, too (law, 6.11).
//
// No key waits for a second press, which would delay the first. Two quick taps on snooze say good night, if somebody wants
// that: the first shows the next page meanwhile, or wakes the display. Any key acknowledges a missed alarm's notice, and
// that press does nothing else. Editing keys (all but snooze and stop) are ignored until 10 s after a ring.
extension ClockMachine {
    /// How far one key press moves the brightness, in per cent.
    static let brightnessStep = 10

    mutating func edge(of button: Button, isDown: Bool, _ step: inout Step) {
        // Also needed after a ring took the press for itself: the release ends the nap's bar.
        if button == .snooze, !isDown {
            ringing.nap.barReleased(settings.nap, countdownContext, &step.ringing.countdowns)
        }
        if !isDown { keys.released(button) }
        let time = step.keyTime ?? now.boot
        guard let gesture = keys.edge(of: button, isDown: isDown, at: time) else { return }
        if isDown, gesture != .stuck, let began = ringing.ring.session?.began, time < began {
            return keys[button].spend(at: time)
        }
        act(on: gesture, of: button, &step)
    }

    /// Advances the keys by time alone. When a key edge arrives, the keys are evaluated at the time of that edge.
    mutating func advanceKeys(_ step: inout Step) {
        if keys.advance(to: now.boot) { reportStuckKeys(&step) }
        let task = nextTaskEnd
        guard let end = step.keyTime ?? keys.endOfGestures(at: now.boot, task) else { return }
        finishStop(at: end, &step)
        finishTasks(at: end, &step)
        while let (button, gesture) = keys.next(until: end) { act(on: gesture, of: button, &step) }
    }

    private mutating func act(
        on gesture: GestureMachine.Gesture, of button: Button, _ step: inout Step
    ) {
        switch gesture {
        case .pressed:
            guard !takesPress(of: button, &step) else { return }
            if showing.menu == nil { keys.hold(button, at: step.keyTime ?? now.boot) }
            if !takesForMenu(button, &step) { press(of: button, &step) }
        case .pressedAgain:
            // The key's release was lost. An answer to a ring must still get through.
            guard isRinging else { return }
            keys[button].begin(at: step.keyTime ?? now.boot)
            reportStuckKeys(&step)
            _ = takesPress(of: button, &step)
        case .shortPress:
            if showing.menu != nil {
                tapInMenu(button, &step)
            } else {
                shortPress(of: button, &step)
            }
        case .longPress:
            if showing.menu != nil {
                holdInMenu(button, &step)
            } else if !isTask(holding: button) {
                longPress(of: button, &step)
            }
        case .repeated:
            if showing.menu != nil {
                repeatInMenu(button, &step)
            } else if !isTask(holding: button) {
                press(of: button, &step)
            }
        case .holdEnded: saving.isAdjusting = false
        case .requestMet: holdIsLongEnough(button, &step)
        case .requestGivenUp:
            if isRinging { step.notes.append(.keyRefused(button, "holdToStop")) }
        case .stuck:
            saving.isAdjusting = false
            reportStuckKeys(&step)
        case .freed: reportStuckKeys(&step)
        }
    }

    /// Handles the hold that was asked for: of stop in a ring or a pre-alert, or of snooze and stop together.
    private mutating func holdIsLongEnough(_ button: Button, _ step: inout Step) {
        if isRinging {
            // What rings can be stopped: nothing refuses here.
            _ = try? ringing.answer(
                stopped(by: .stop), with: .stop, by: .button, ringingContext, &step.ringing)
        } else if button == .stop,
            keys[.stop].isDown(since: now.boot - Settings.holdToStopLength)
        {
            getUp(afterHoldOf: Settings.holdToStopLength, &step)
        } else {
            bothWereHeld(&step)
        }
    }

    /// Handles what cannot wait for the release: answering a ring. Returns whether it consumed the press.
    private mutating func takesPress(of button: Button, _ step: inout Step) -> Bool {
        if button == .snooze { keys.snoozeGoesDown(at: step.keyTime ?? now.boot) }
        let onlyWakes = showing.noteUse(showingContext)
        if takesInHand(button, &step) { return true }
        if showing.face.test != nil {
            showing.face.endTest()
            confirmPress()
        } else if missedInstant != nil {
            _ = ringing.acknowledgeNotices()
            confirmPress()
        } else if showing.face.page == .code {
            withdrawCode(&step)
            confirmPress()
        } else if showing.face.page == .message, !showing.face.isAnswer {
            showTime(&step)
            confirmPress()
        } else if !onlyWakes || button == .lamp || button == .goodNight {
            // Whoever wants light, or the night, in front of a dark display gets it at the first press.
            switch button {
            case .snooze, .stop:
                confirmPress()
                return false
            case .noise, .menu, .plus, .minus, .lamp, .goodNight:
                if !editingKeys.areDead {
                    confirmPress()
                    return false
                }
            }
        } else if button == .snooze || button == .stop {
            _ = silencesRising(&step)
        }
        keys[button].spend(at: now.boot)
        return true
    }

    /// Handles a key press on the way down, and each repeat.
    private mutating func press(of button: Button, _ step: inout Step) {
        switch button {
        case .plus: adjust(by: 1, &step)
        case .minus: adjust(by: -1, &step)
        case .snooze:
            ringing.nap.barPressed(settings.nap, countdownContext, &step.ringing.countdowns)
        case .stop, .noise, .menu, .lamp, .goodNight: break
        }
    }

    private mutating func shortPress(of button: Button, _ step: inout Step) {
        switch button {
        case .snooze: shortPressOfBar(&step)
        case .stop: tapStop(&step)
        case .noise:
            guard startsNoise(with: button, &step) else { return }
            playing.playNext(countdownContext, &step.notes)
            showPlaying(&step)
        case .lamp: tapLamp(&step)
        case .goodNight: sayGoodNight(&step)
        case .menu, .plus, .minus: break
        }
    }

    private mutating func longPress(of button: Button, _ step: inout Step) {
        do throws(CommandError) {
            switch button {
            case .stop: try endWhatIsSilent(&step)
            case .noise:
                if playing.preview.sound == nil, playing.isHeard { return try playLonger(&step) }
                guard startsNoise(with: button, &step) else { return }
                if try playing.previewNext(at: now) { showPlaying(&step) }
            case .snooze: holdBar(&step)
            case .menu, .plus, .minus, .lamp, .goodNight: break
            }
        } catch {
            step.notes.append(.keyRefused(button, error.code))
        }
    }

    /// How much longer the noise plays with each hold of its button.
    private static let moreNoise = Duration.minutes(15)

    /// Gives the sleep timer more time, or starts it, and shows when it ends (product, B4).
    private mutating func playLonger(_ step: inout Step) throws(CommandError) {
        let more = ClockMachine.moreNoise
        let isIdle = playing.sleep.state == .idle
        try run(
            .noise(.setSleep(isIdle ? .start(.after(more), plays: false) : .extend(more))), &step)
        guard let index = runningCountdowns.firstIndex(where: { $0.subject == .sleep }) else {
            return
        }
        show(.countdown(index), &step)
    }

    // MARK: - The nap's bar

    private mutating func holdBar(_ step: inout Step) {
        switch ringing.nap.state.phase {
        case .idle, .holding, .releasing:
            ringing.nap.barHeld(
                at: now.boot, settings.nap, countdownContext, &step.ringing.countdowns)
        case .napping, .paused, .snoozed, .alert: break
        }
        showNap(&step)
    }

    private mutating func shortPressOfBar(_ step: inout Step) {
        guard !silencesRising(&step) else { return }
        if isDoubleTap(&step) { return sayGoodNight(&step) }
        switch ringing.nap.state.phase {
        case .holding, .releasing, .napping, .paused, .snoozed: showNap(&step)
        case .idle, .alert: show(showing.face.next(in: turnOfPages), &step)
        }
    }

    /// The pages that have something to show.
    private var turnOfPages: [FacePage] {
        var pages = warnings.indices.map(FacePage.warning)
        // Until the snooze is over, nothing else rings sooner.
        if ringing.alarms.hasSnoozed { pages.append(.snooze) }
        pages += runningCountdowns.indices.map(FacePage.countdown)
        if playing.text != nil { pages.append(.nowPlaying) }
        pages.append(.nextAlarm)
        if nextAlarm != nil, !ringing.alarms.hasSnoozed { pages.append(.sleepLeft) }
        if style.showsDate { pages.append(.date) }
        if style.showsSeconds { pages.append(.seconds) }
        pages += settings.worldClocks.indices.map(FacePage.world)
        if showing.battery.state != nil, style.showsBattery { pages.append(.battery) }
        return pages
    }

    /// What a page says in words that may be too long for the display.
    func words(of page: FacePage) -> String {
        switch page {
        case .warning(let index): return warningText(warnings[index])
        case .countdown(let index): return runningCountdowns[index].title
        case .world(let index): return settings.worldClocks[index].label
        // Digits show its numbers.
        case .date: return equipment.hasPixels ? civil.map { DateWords.text($0.date) } ?? "" : ""
        default: return page.words.map { equipment.hasPixels ? $0.pixels : $0.digits } ?? ""
        }
    }

    /// Shows how long the nap still takes.
    private mutating func showNap(_ step: inout Step) {
        guard let index = runningCountdowns.firstIndex(where: \.subject.isNap) else { return }
        show(.countdown(index), &step)
    }

    mutating func show(_ page: FacePage, _ step: inout Step) {
        guard page != .nowPlaying else { return showPlaying(&step) }
        showing.face.show(page, words: words(of: page), in: textRoom, at: now.boot)
        step.notes.append(.pageShown(page))
    }

    /// Shows what a key just selected; the user has no other way to know.
    mutating func showPlaying(_ step: inout Step) {
        guard let text = playing.text else { return }
        showing.face.show(text, in: textRoom, at: now.boot)
        step.notes.append(.pageShown(showing.face.page))
    }

    var textRoom: TextRoom { TextRoom(equipment.display, style.rotation) }

    /// Whether a key may start noise now; notes a refusal.
    func startsNoise(with button: Button, _ step: inout Step) -> Bool {
        if !mayStartNoise { step.notes.append(.keyRefused(button, "doNotDisturb")) }
        return mayStartNoise
    }

    /// Plus and minus adjust the volume, or the brightness when nothing plays. Automatic brightness stays automatic,
    /// with this offset until the clock restarts.
    private mutating func adjust(by steps: Int, _ step: inout Step) {
        if playing.isHeard {
            playing.noise.changeVolume(by: steps)
            saving.isAdjusting = true
            show(.volume, &step)
            return
        }
        let change = steps * ClockMachine.brightnessStep
        switch settings.style.brightness {
        case .automatic:
            let brightness = showing.brightness(showingContext)
            let shifted = Percent(clamping: Int((brightness + Double(change)).rounded()))
            showing.roomLight.shift += Double(shifted.value) - brightness
        case .fixed(let percent):
            settings.style.brightness = .fixed(Percent(clamping: percent.value + change))
            saving.isAdjusting = true
        }
    }

    private mutating func reportStuckKeys(_ step: inout Step) {
        keys.noteIgnored(at: now.boot)
        receive(HealthReport(part: .keys, problem: keys.takeProblem()), &step)
    }
}
