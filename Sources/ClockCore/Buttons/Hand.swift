import ClockTime

/// The keys that one hand presses together while something rings: they are one press, and it snoozes (law, 6.9).
///
/// Theory of operation. Nobody knows yet whether a key is alone when it goes down. Snoozing waits for nothing, because
/// it is the answer of every hand. Stop silences the ring at once, too, but it is final only when no other key can
/// belong to it any more:
///
/// | a press in a ring | none in the last 0.3 s | after another key        | 0.3 s later            |
/// | ----------------- | ---------------------- | ------------------------ | ---------------------- |
/// | stop              | the ring is silent     | snoozes                  | what it silenced stops |
/// | another key       | snoozes                | snoozes; stop is no more | -                      |
///
/// What the hand presses after it has snoozed does nothing, however long it is held. A hand whose snooze is refused
/// stops nothing either: the ring goes on.
struct Hand: Hashable, Sendable {
    /// How far apart the keys of one hand go down.
    static let span = Duration.milliseconds(300)

    private let began: BootTime
    private var keys: Set<Button>
    /// What stop has silenced, until that is final.
    private var stopping: [RingName]

    init(_ key: Button, stopping: [RingName] = [], at now: BootTime) {
        began = now
        keys = [key]
        self.stopping = stopping
    }

    private var end: BootTime { began + Hand.span }

    /// When stop is final; nil: it silenced nothing.
    var nextWake: BootTime? { stopping.isEmpty ? nil : end }

    func isOver(at time: BootTime) -> Bool { end <= time }

    /// Whether this is more than the one key.
    func isMore(than key: Button) -> Bool { keys != [key] }

    /// Another key makes a snooze of it.
    mutating func join(_ key: Button) {
        keys.insert(key)
        stopping = []
    }

    /// Returns what stops now for good.
    mutating func takeStop(at time: BootTime) -> [RingName] {
        guard isOver(at: time) else { return [] }
        defer { stopping = [] }
        return stopping
    }
}

extension ClockMachine {
    /// Handles a press in a ring, and what the same hand presses right after its snooze. Returns whether it did.
    mutating func takesInHand(_ button: Button, _ step: inout Step) -> Bool {
        let time = step.keyTime ?? now.boot
        let hand = keys.hand.flatMap { $0.isOver(at: time) ? nil : $0 }
        guard isRinging else {
            if hand != nil { keys[button].spend(at: now.boot) }
            return hand != nil
        }
        if var hand, hand.isMore(than: button) {
            hand.join(button)
            keys.hand = hand
            keys.spendAll(at: now.boot)
            snooze(with: button, &step)
        } else if button != .stop {
            keys.hand = Hand(button, at: time)
            snooze(with: button, &step)
        } else if settings.holdToStop {
            keys.hand = Hand(.stop, at: time)
            keys[.stop].ask(toHoldFor: Settings.holdToStopLength)
            return true
        } else {
            keys.hand = Hand(.stop, stopping: ringNames, at: time)
            ring.hush()
        }
        keys[button].spend(at: now.boot)
        return true
    }

    private mutating func snooze(with button: Button, _ step: inout Step) {
        do throws(CommandError) {
            _ = try snoozeRing(&step)
        } catch {
            // If snoozing is not allowed, the key does nothing. Above all, it does not stop the ring (law, 6.3).
            ring.goOn(at: now.boot)
            step.notes.append(.keyRefused(button, error.code))
        }
    }

    /// Stops what stop has silenced, once no other key can make a snooze of that.
    mutating func finishStop(at time: BootTime, _ step: inout Step) {
        let stopped = keys.hand?.takeStop(at: time) ?? []
        // A command may have answered some of it meanwhile.
        let names = ringNames.filter { stopped.contains($0) }
        guard !names.isEmpty else { return }
        // What rings can be stopped: nothing refuses here.
        _ = try? answer(names, with: .stop, by: .button, &step)
    }
}
