import ClockTime

extension ClockMachine {
    /// Handles a press in a ring, and what the same hand presses right after its snooze. Returns whether it did.
    mutating func takesInHand(_ button: Button, _ step: inout Step) -> Bool {
        let time = step.keyTime ?? now.boot
        let hand = keys.hand.flatMap { $0.isOver(at: time) ? nil : $0 }
        guard isRinging else {
            if hand != nil {
                keys.hold(button, at: time)
                keys[button].spend(at: now.boot)
            }
            return hand != nil
        }
        keys.hold(button, at: time)
        let stopped = stopped(by: button)
        if var hand, hand.isMore(than: button) {
            hand.join(button)
            keys.hand = hand
            keys.spendAll(at: now.boot)
            snooze(with: button, &step)
        } else if button != .stop, stopped.isEmpty {
            keys.hand = Hand(button, at: time)
            snooze(with: button, &step)
        } else if button == .stop, settings.holdToStop, !stopped.isEmpty {
            keys.hand = Hand(.stop, at: time)
            keys[.stop].ask(toHoldFor: Settings.holdToStopLength)
            return true
        } else {
            keys.hand = Hand(button, stopping: stopped, at: time)
            if !stopped.isEmpty {
                ringing.ring.hush()
            } else {
                soundAgain(&step)
                noteUselessStop(&step)
            }
        }
        keys[button].spend(at: now.boot)
        return true
    }

    private mutating func snooze(with button: Button, _ step: inout Step) {
        do throws(CommandError) {
            _ = try ringing.snoozeRing(ringingContext, &step.ringing)
        } catch {
            // If snoozing is not allowed, the key does nothing. Above all, it does not stop the ring (law, 6.3).
            soundAgain(&step)
            step.notes.append(.keyRefused(button, error.code))
        }
    }

    /// What rings on is heard again, unless it was due to fall silent meanwhile.
    private mutating func soundAgain(_ step: inout Step) {
        ringing.ring.soundAgain(at: now.boot)
        ringing.advance(ringingContext, &step.ringing)
    }

    /// Stops what stop has silenced, once no other key can make a snooze of that.
    mutating func finishStop(at time: BootTime, _ step: inout Step) {
        let stopped = keys.hand?.takeStop(at: time) ?? []
        guard !stopped.isEmpty else { return }
        // A command may have answered some of it meanwhile.
        let names = ringing.ringNames.filter { stopped.contains($0) }
        // What rings can be stopped: nothing refuses here.
        _ = try? ringing.answer(
            names, with: .stop, by: .button, ringingContext, &step.ringing)
        // Those with another task ring on (6.12).
        if isRinging { soundAgain(&step) }
    }
}

extension ClockMachine {
    /// Tells that a press was taken. A press that only wakes the display, or that the clock ignores, gets no feedback.
    /// Nor does the answer to a ring, which is feedback enough, or any press in quiet hours.
    mutating func confirmPress() {
        guard !holdsQuiet, !isRinging else { return }
        pressFeedback.begin(settings.keyFeedback, volume: playing.noise.volume, at: now.boot)
    }

    /// - Throws: if the board cannot give this feedback.
    mutating func setKeyFeedback(_ feedback: KeyFeedback) throws(CommandError) {
        switch feedback {
        case .off: break
        case .chirp:
            guard equipment.soundOutputs > 0 else {
                throw .invalid(field: "feedback", .chirpWithoutSoundOutput)
            }
        case .vibration:
            guard equipment.hasMotor else {
                throw .invalid(field: "feedback", .vibrationWithoutMotor)
            }
        }
        settings.keyFeedback = feedback
    }
}
