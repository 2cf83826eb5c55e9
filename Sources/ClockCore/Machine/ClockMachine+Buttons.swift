import ClockTime

// What each key means, and when (product, B2 and B3).
//
// | key          | ringing, on the press | else, short (on release)      | else, long                    |
// | ------------ | --------------------- | ----------------------------- | ----------------------------- |
// | snooze       | snooze                | next page ³                   | a nap, for as long as held ³  |
// | stop         | stop ¹                | play or stop the noise        | ends a snooze, else a nap     |
// | noise        | snooze                | next noise; the previewed one | preview                       |
// | plus, minus  | snooze                | volume, or brightness ²       | repeats                       |
// | menu         | snooze                | -                             | -                             |
//
// ¹ where the setting says so, once it was held for 2 s; a shorter press does nothing. ² on the press.
// ³ pressed while a nap is about to begin, the bar is held again; in a nap it only shows the time left.
//
// No key means something by a double press; snooze and stop never may, because waiting for a second press
// makes the first late. A missed alarm's notice is acknowledged by any key, and that press does nothing
// else. A key is judged by when it moved, not by when that was heard of: a clock that is held up makes no
// hold of a tap. Keys that edit (all but snooze and stop) are dead until 10 s after a ring. A stuck key is told of
// as a problem and means nothing; the others go on.
extension ClockMachine {
    static let editingPause = Duration.seconds(10)
    /// A key press moves the brightness by this many per cent.
    static let brightnessStep = 10

    static func grammar(of button: Button) -> KeyGrammar {
        switch button {
        case .snooze: .hold
        case .stop, .noise, .menu: .tap
        case .plus, .minus: .repeating
        }
    }

    mutating func edge(of button: Button, isDown: Bool, _ step: inout Step) {
        // Also after a ring took the press for itself: a hand that lets go has let go of the nap's bar.
        if button == .snooze, !isDown {
            nap.barReleased(settings.nap, countdownContext, &step.countdowns)
        }
        guard let place = Button.allCases.firstIndex(of: button) else { return }
        let time = step.keyTime ?? now.boot
        let chattered = chatter[place].isChattering
        chatter[place].edge(at: time)
        guard !chatter[place].isChattering else {
            if !chattered {
                gestures[place] = GestureMachine(ClockMachine.grammar(of: button))
                hasUnsavedAdjustment = false
                reportStuckKeys(&step)
            }
            return
        }
        guard let gesture = gestures[place].edge(isDown: isDown, at: time) else { return }
        if isDown, let began = ring.session?.began, time < began {
            return gestures[place].spend(at: time)
        }
        act(on: gesture, of: button, at: place, &step)
    }

    /// When a key means something by time alone.
    var nextKeyWake: BootTime? {
        let gesture = gestures.compactMap(\.nextWake).min()
            .map { max($0, keysAwaitedUntil ?? $0) }
        return earlier(earlier(gesture, chatter.compactMap(\.nextWake).min()), stuckKeysDue)
    }

    /// A wake that is later than this means that the thread of the keys may be late, too; and how long the
    /// machine waits for it then.
    static let keyPatience = Duration.milliseconds(50)
    /// An edge with an older time than this counts as of now: such a time cannot be right.
    private static let oldestKeyTime = Duration.seconds(5)

    /// When the key of an event moved; nil of any other event.
    static func keyTime(of event: Event, at now: Moment) -> BootTime? {
        guard case .button(_, _, let time) = event else { return nil }
        guard let time, time <= now.boot, now.boot - time <= oldestKeyTime else { return now.boot }
        return time
    }

    /// Advances the keys by time alone. When an edge arrives, they are judged at the time of that edge. A machine
    /// that wakes late for a gesture may have been held up as a whole, with a release still to arrive: it waits
    /// `keyPatience` for it.
    mutating func advanceKeys(_ step: inout Step) {
        if let due = stuckKeysDue, due <= now.boot { reportStuckKeys(&step) }
        for place in chatter.indices {
            let chattered = chatter[place].isChattering
            chatter[place].advance(to: now.boot)
            if chatter[place].isChattering != chattered { reportStuckKeys(&step) }
        }
        guard let end = step.keyTime ?? endOfGestures() else { return }
        for (place, button) in Button.allCases.enumerated() {
            // Two at the most: a long press or a repetition, and stuck.
            while let gesture = gestures[place].advance(to: end) {
                act(on: gesture, of: button, at: place, &step)
            }
        }
    }

    private mutating func endOfGestures() -> BootTime? {
        if let due = gestures.compactMap(\.nextWake).min(), due <= now.boot {
            if now.boot - due > ClockMachine.keyPatience {
                keysAwaitedUntil = keysAwaitedUntil ?? now.boot + ClockMachine.keyPatience
            }
            if let keysAwaitedUntil, now.boot < keysAwaitedUntil { return nil }
        }
        keysAwaitedUntil = nil
        return now.boot
    }

    /// How long all lines take at the start until each has said whether its key is down.
    private static let startOfKeys = Duration.milliseconds(500)

    mutating func heldAtStart(_ button: Button, _ step: inout Step) {
        guard let place = Button.allCases.firstIndex(of: button) else { return }
        gestures[place].wasDownAtStart()
        stuckKeysDue = stuckKeysDue ?? now.boot + ClockMachine.startOfKeys
    }

    /// A key that was down before the ring meant something else, and that is over: what answers a ring
    /// is a press that began in it (law, 13).
    mutating func spendHeldKeys() {
        for place in gestures.indices { gestures[place].spend(at: now.boot) }
    }

    private mutating func act(
        on gesture: GestureMachine.Gesture, of button: Button, at place: Int, _ step: inout Step
    ) {
        switch gesture {
        case .pressed:
            if !takesPress(of: button, at: place, &step) { press(of: button, &step) }
        case .pressedAgain:
            // The key's release was lost. Whatever else is lost with it, an answer to a ring is not.
            guard isRinging else { return }
            gestures[place].begin(at: step.keyTime ?? now.boot)
            reportStuckKeys(&step)
            _ = takesPress(of: button, at: place, &step)
        case .shortPress: shortPress(of: button, &step)
        case .longPress: longPress(of: button, &step)
        case .repeated: press(of: button, &step)
        case .holdEnded: hasUnsavedAdjustment = false
        case .requestMet:
            if isRinging { answerRing(with: button, &step) }
        case .requestGivenUp:
            if isRinging { step.notes.append(.keyRefused(button, "holdToStop")) }
        case .stuck:
            hasUnsavedAdjustment = false
            reportStuckKeys(&step)
        case .freed: reportStuckKeys(&step)
        }
    }

    /// What cannot wait for the release: answering a ring. Returns whether the press is used up.
    private mutating func takesPress(
        of button: Button, at place: Int, _ step: inout Step
    ) -> Bool {
        if isRinging {
            if button == .stop, settings.holdToStop {
                gestures[place].ask(toHoldFor: Settings.holdToStopLength)
                return true
            }
            answerRing(with: button, &step)
        } else if missedInstant != nil {
            _ = acknowledgeNotices()
        } else {
            switch button {
            case .snooze, .stop: return false
            case .noise, .menu, .plus, .minus:
                if editingKeysDeadUntil == nil { return false }
            }
        }
        gestures[place].spend(at: now.boot)
        return true
    }

    /// Somebody saw the notices of what was missed. Returns how many there were.
    mutating func acknowledgeNotices() -> Int {
        let count = alarms.notices.count + timers.notices.count + nap.notices.count
        alarms.notices = []
        timers.notices = []
        nap.notices = []
        return count
    }

    private mutating func answerRing(with button: Button, _ step: inout Step) {
        do throws(CommandError) {
            switch button {
            case .stop:
                try stopRing(by: .button, &step)
            case .snooze, .noise, .menu, .plus, .minus:
                _ = try snoozeRing(&step)
            }
        } catch {
            // A key that may not snooze does nothing, and above all does not stop (law, 6.3).
            step.notes.append(.keyRefused(button, error.code))
        }
    }

    /// What a key does the moment it goes down, and again while it repeats.
    private mutating func press(of button: Button, _ step: inout Step) {
        switch button {
        case .plus: adjust(by: 1, &step)
        case .minus: adjust(by: -1, &step)
        case .snooze: nap.barPressed(settings.nap, countdownContext, &step.countdowns)
        case .stop, .noise, .menu: break
        }
    }

    private mutating func shortPress(of button: Button, _ step: inout Step) {
        switch button {
        case .snooze: shortPressOfBar(&step)
        case .stop:
            guard isNoiseHeard || startsNoise(with: button, &step) else { return }
            if isNoiseHeard {
                noiseStopped(&step)
            } else {
                noise.resume(choice)
                noiseChosen(&step)
                showPlaying(&step)
            }
        case .noise:
            guard startsNoise(with: button, &step) else { return }
            if let previewed = preview.sound, catalogue.noise(previewed) != nil {
                noise.select(previewed, choice)
                noise.resume(choice)
            } else {
                noise.playNext(choice)
            }
            noiseChosen(&step)
            showPlaying(&step)
        case .menu, .plus, .minus: break
        }
    }

    private mutating func longPress(of button: Button, _ step: inout Step) {
        do throws(CommandError) {
            switch button {
            case .stop: try endWhatIsSilent(&step)
            case .noise:
                guard startsNoise(with: button, &step) else { return }
                // During a preview the one after it, so that the catalogue can be heard through.
                if let next = noise.nextSound(catalogue, after: preview.sound) {
                    try beginPreview(of: next)
                    showPlaying(&step)
                }
            case .snooze: holdBar(&step)
            case .menu, .plus, .minus: break
            }
        } catch {
            step.notes.append(.keyRefused(button, error.code))
        }
    }

    /// Stop, held: what is snoozed, else the nap.
    private mutating func endWhatIsSilent(_ step: inout Step) throws(CommandError) {
        if !alarms.snoozed.isEmpty {
            try alarms.stop(.current, by: .button, &step.alarms)
        } else if nap.state != .idle {
            try nap.perform(
                .stop, by: .button, settings.nap, countdownContext, &step.countdowns)
        }
    }

    // MARK: - The nap's bar

    private mutating func holdBar(_ step: inout Step) {
        switch nap.state.phase {
        case .idle, .holding, .releasing:
            nap.barHeld(at: now.boot, settings.nap, countdownContext, &step.countdowns)
        case .napping, .paused, .snoozed, .alert: break
        }
        showCountdown(&step)
    }

    private mutating func shortPressOfBar(_ step: inout Step) {
        switch nap.state.phase {
        case .holding, .releasing, .napping, .paused, .snoozed: showCountdown(&step)
        case .idle, .alert:
            face.showNext(
                hasCountdown: !runningCountdowns.isEmpty, playing: playingText, at: now.boot)
            step.notes.append(.pageShown(face.page))
        }
    }

    private mutating func showCountdown(_ step: inout Step) {
        face.showCountdown(at: now.boot)
        step.notes.append(.pageShown(face.page))
    }

    /// What was just chosen by a key, which nobody could know otherwise.
    private mutating func showPlaying(_ step: inout Step) {
        guard let text = playingText else { return }
        show(text, &step)
    }

    private mutating func show(_ text: String, _ step: inout Step) {
        face.showPlaying(text, at: now.boot)
        step.notes.append(.pageShown(face.page))
    }

    /// Whether a key may start noise now; refused, it is told of.
    private func startsNoise(with button: Button, _ step: inout Step) -> Bool {
        if !mayStartNoise { step.notes.append(.keyRefused(button, "doNotDisturb")) }
        return mayStartNoise
    }

    /// Plus and minus: the volume, or the brightness when nothing plays. What follows the light goes on
    /// following it, by that much brighter or darker until the clock starts anew.
    private mutating func adjust(by steps: Int, _ step: inout Step) {
        if isNoiseHeard {
            noise.changeVolume(by: steps)
            hasUnsavedAdjustment = true
            show(ClockMachine.text(of: noise.volume), &step)
            return
        }
        let change = steps * ClockMachine.brightnessStep
        switch settings.style.brightness {
        case .automatic:
            let shifted = Percent(clamping: Int((brightness + Double(change)).rounded()))
            brightnessShift += Double(shifted.value) - brightness
        case .fixed(let percent):
            settings.style.brightness = .fixed(Percent(clamping: percent.value + change))
            hasUnsavedAdjustment = true
        }
    }

    private mutating func reportStuckKeys(_ step: inout Step) {
        stuckKeysDue = nil
        let stuck = zip(Button.allCases, gestures).filter { $1.isStuck }.map { $0.0.rawValue }
        let loose = zip(Button.allCases, chatter).filter { $1.isChattering }.map { $0.0.rawValue }
        let problems = [
            ClockMachine.sentence(stuck, "is stuck down", "are stuck down", "comes up", "come up"),
            ClockMachine.sentence(loose, "chatters", "chatter", "rests", "rest"),
        ].compactMap { $0 }
        let problem = problems.isEmpty ? nil : problems.joined(separator: "; ")
        take(HealthReport(part: .keys, problem: problem), &step)
    }

    /// What is wrong with some keys, and until when they are ignored; each said of one and of several.
    private static func sentence(
        _ keys: [String], _ does: String, _ theyDo: String, _ ends: String, _ theyEnd: String
    ) -> String? {
        switch keys.count {
        case 0: nil
        case 1: "the \(keys[0]) button \(does); it is ignored until it \(ends)"
        default:
            "the buttons \(keys.joined(separator: ", ")) \(theyDo); "
                + "they are ignored until they \(theyEnd)"
        }
    }
}
