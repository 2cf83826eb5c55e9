import ClockTime

// What each key means, and when (product, B2 and B3).
//
// | key          | ringing, on the press | snoozed  | else, short (on release)     | else, long     |
// | ------------ | --------------------- | -------- | ---------------------------- | -------------- |
// | snooze       | snooze                | as else  | next page                    | -              |
// | stop         | stop                  | as else  | play or stop the noise       | ends a snooze  |
// | noise        | snooze                | as else  | next noise                   | -              |
// | plus, minus  | snooze                | as else  | volume, or brightness        | -              |
// | menu         | snooze                | as else  | -                            | -              |
//
// A missed alarm's notice is acknowledged by any key, and that press does nothing else. Keys that
// edit (all but snooze and stop) are dead until 10 s after a ring.
extension ClockMachine {
    static let editingPause = Duration.seconds(10)
    /// A key press moves the brightness by this many per cent.
    static let brightnessStep = 10

    mutating func edge(of button: Button, isDown: Bool, _ step: inout Step) {
        guard let place = Button.allCases.firstIndex(of: button),
            let gesture = gestures[place].edge(isDown: isDown, at: now.boot)
        else { return }
        switch gesture {
        case .pressed:
            if takesPress(of: button, &step) { gestures[place].spend() }
        case .shortPress: shortPress(of: button, &step)
        case .longPress: longPress(of: button, &step)
        }
    }

    /// A key that was down before the ring meant something else, and that is over: what answers a ring
    /// is a press that began in it (law, 13).
    mutating func spendHeldKeys() {
        for place in gestures.indices { gestures[place].spend() }
    }

    mutating func advanceGesture(of button: Button, _ step: inout Step) {
        guard let place = Button.allCases.firstIndex(of: button),
            let gesture = gestures[place].advance(to: now.boot)
        else { return }
        switch gesture {
        case .pressed, .shortPress: break
        case .longPress: longPress(of: button, &step)
        }
    }

    /// What cannot wait for the release: answering a ring. Returns whether the press is used up.
    private mutating func takesPress(of button: Button, _ step: inout Step) -> Bool {
        if alarms.session != nil {
            answerRing(with: button, &step)
            return true
        }
        if !alarms.notices.isEmpty {
            alarms.acknowledgeNotices(&step.alarms)
            return true
        }
        switch button {
        case .snooze, .stop: return false
        case .noise, .menu, .plus, .minus: return editingKeysDeadUntil != nil
        }
    }

    private mutating func answerRing(with button: Button, _ step: inout Step) {
        do throws(CommandError) {
            switch button {
            case .stop:
                try alarms.stop(.current, by: .button, &step.alarms)
            case .snooze, .noise, .menu, .plus, .minus:
                _ = try alarms.snooze(.current, context(), &step.alarms)
            }
        } catch {
            // A key that may not snooze does nothing, and above all does not stop (law, 6.3).
            step.notes.append(.keyRefused(button, error.code))
        }
    }

    private mutating func shortPress(of button: Button, _ step: inout Step) {
        switch button {
        case .snooze:
            face.showNext(at: now.boot)
            step.notes.append(.pageShown(face.page))
        case .stop:
            if noise.isPlaying { noise.stop() } else { noise.playNext(in: catalogue) }
            step.mustSave = true
        case .noise:
            noise.playNext(in: catalogue)
            step.mustSave = true
        case .plus: adjust(by: 1, &step)
        case .minus: adjust(by: -1, &step)
        case .menu: break
        }
    }

    private mutating func longPress(of button: Button, _ step: inout Step) {
        switch button {
        case .stop:
            guard !alarms.snoozed.isEmpty else { return }
            do throws(CommandError) {
                try alarms.stop(.current, by: .button, &step.alarms)
            } catch {
                step.notes.append(.keyRefused(button, error.code))
            }
        case .snooze, .noise, .menu, .plus, .minus: break
        }
    }

    /// Plus and minus: the volume, or the brightness when nothing plays. What follows the light goes on
    /// following it, by that much brighter or darker until the clock starts anew.
    private mutating func adjust(by steps: Int, _ step: inout Step) {
        if noise.isPlaying {
            noise.changeVolume(by: steps)
            step.mustSave = true
            return
        }
        let change = steps * ClockMachine.brightnessStep
        switch settings.style.brightness {
        case .automatic:
            let shifted = Percent(clamping: Int((brightness + Double(change)).rounded()))
            brightnessShift += Double(shifted.value) - brightness
        case .fixed(let percent):
            settings.style.brightness = .fixed(Percent(clamping: percent.value + change))
            step.mustSave = true
        }
    }
}
