import ClockTime

// When rehearsals begin, what they try, and what their results mean for the other parts (product, H1a).
extension ClockMachine {
    mutating func advanceRehearsal(_ step: inout Step) {
        let isDue = rehearsal.advance(
            to: now, isRinging: isRinging, dailyAt: rehearsalTime, in: zone)
        if isDue { beginRehearsal(&step) }
    }

    /// When a rehearsal takes place each day; nil: none does.
    private var rehearsalTime: TimeOfDay? { trust == .unknown ? nil : settings.rehearsal }

    mutating func planRehearsal() {
        rehearsal.plan(dailyAt: rehearsalTime, in: zone, after: now.wall.instant)
    }

    /// Plans the rehearsal before the next ring at the end of each step, and begins it if it is due. It takes place even
    /// if the user switched the evening's off: that one answers before sleep, this one is the last chance to find a
    /// fault.
    mutating func rehearseBeforeRing(_ step: inout Step) {
        if rehearsal.plan(before: nextRing, isRinging: isRinging, at: now.boot) {
            beginRehearsal(&step)
        }
    }

    /// When an alarm, a timer or the nap rings next, a snooze aside; nil: nothing does.
    private var nextRing: BootTime? {
        let context = countdownContext
        let alarm = nextAlarm.map { now.boot + (WallTime($0.occurrence.instant) - now.wall) }
        return earlier(alarm, earlier(timers.nextEnd(context), nap.nextEnd(context)))
    }

    /// Outputs that stalled in a ring, or since, may work again, and nobody should see an outdated warning. No retrial
    /// runs if the user switched rehearsals off.
    mutating func planRetrial() {
        if settings.rehearsal != nil { rehearsal.planRetrial(at: now.boot) }
    }

    /// Reports the result once all parts have answered or time is up.
    mutating func concludeRehearsal(_ step: inout Step) {
        guard let (result, unanswered) = rehearsal.takeResult(at: now, keysDown: keysDown) else {
            return
        }
        for case .sound(let output) in unanswered {
            ring.triedSound(on: output, areMoving: false)
        }
        step.notes.append(.rehearsed(result))
    }

    /// The shortest press that counts as held down; a key in normal use is no fault.
    private static let heldKey = Duration.seconds(2)

    /// The keys that have been down since the rehearsal began, for longer than normal use takes.
    private var keysDown: [Button] {
        guard let began = rehearsal.began else { return [] }
        let since = min(began, now.boot - ClockMachine.heldKey)
        return keys.down(since: since)
    }

    mutating func beginRehearsal(_ step: inout Step) {
        var parts: Set<RehearsalPart> = [.storage]
        for output in 0..<equipment.soundOutputs { parts.insert(.sound(output: output)) }
        if equipment.hasDisplay { parts.insert(.display) }
        guard rehearsal.begin(parts, at: now.boot) else { return }
        step.startsRehearsal = true
    }
}
