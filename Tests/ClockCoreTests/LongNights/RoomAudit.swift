import ClockTime

@testable import ClockCore

extension Night {
    /// A record of the history, and when it came.
    struct Told {
        /// The reading of the device's clocks, and the true time.
        var at: Moment
        var truth: WallTime
        var record: HistoryRecord
        /// What could be seen until then; nil in stories whose room nobody watches.
        var before: RoomAudit.Seen?
        /// What counts down on the screen from then on.
        var running: [Snapshot.Running] = []

        var event: HistoryEvent { record.event }
    }
}

/// Holds what is heard and seen in the room against the history, after every step. The alarm sounds, and the screen
/// shows a ring, exactly while something rings, but for the 0.3 s of 6.9; what is snoozed stands on the screen; and
/// noise comes back only where product line N9 lets it. Beside that it knows only what people asked for.
struct RoomAudit {
    /// What happened in the room, and what can be read, heard and seen after it.
    struct Look {
        var event: Event
        var at: Moment
        /// What the history says of it.
        var told: [HistoryEvent]
        var sound: SoundIntent
        var levels: OutputLevels
        var screen: Snapshot

        var isFlashing: Bool { screen.ring?.isFlashing ?? false }

        func begins(_ subject: Subject) -> Bool {
            told.contains { $0.ofSubject.map { $0.subject == subject && $0.name.isRing } ?? false }
        }

        fileprivate func tells(_ name: SubjectEvent.Name) -> Bool {
            told.contains { $0.ofSubject?.name == name }
        }
    }

    /// What the screen showed last of the time.
    struct Seen {
        var at: Moment
        /// The time is known to be right.
        var isConfirmed: Bool
        /// What the clock showed when that was last so.
        var confirmed: WallTime?
    }

    private(set) var problems: [String] = []
    private(set) var ladder: LadderAudit
    private(set) var tasks = TaskAudit()
    private(set) var last: Seen?
    /// What was asked of each alarm, and that the history says was done.
    private var wishes: [AlarmID: NightAudit.Wish] = [:]
    private var timerNames: [TimerID: String] = [:]
    /// What is asked of an alarm, and the name of a new timer.
    var asked: NightAudit.Wish?
    var askedTimer: String?
    /// What was asked last, if it was done.
    private var done: NightAudit.Wish?

    private var ringing: Set<Subject> = []
    /// When each snoozed or silenced alarm rings again; nil if it waits since before a start.
    private var resting: [OccurrenceID: BootTime?] = [:]
    /// Since when a ring has been silenced by stop, which is not final.
    private var hushedSince: BootTime?
    private var keysDown: Set<Button> = []
    private var screen: Snapshot?
    private var hasNoise = false

    init(_ equipment: Equipment) { ladder = LadderAudit(equipment) }

    /// After a power cut or a program's end: what rang must ring again, and be told of.
    mutating func restarted() {
        ladder.restarted()
        tasks.restarted()
        hushedSince = nil
        keysDown = []
        hasNoise = false
    }

    mutating func look(_ look: Look) {
        // A change that ends a ring ends it as it was.
        let endsNoise = look.told.contains(where: isEndOfNoise)
        let before = (ringing: ringing, isResting: isResting)
        for event in look.told {
            grant(event)
            take(event, look.at)
            if let event = event.ofSubject { take(event.subject, event.name) }
        }
        if case .button(let button, let isDown, _) = look.event {
            if isDown { keysDown.insert(button) } else { keysDown.remove(button) }
        }
        tasks.look(look, wishes)
        checkRing(look)
        checkRising(look)
        checkSnooze(look)
        checkPages(look)
        checkNoise(
            look, after: before.ringing, wasResting: before.isResting, endsNoise: endsNoise)
        ladder.look(look, ringing: ringing, isHushed: hushedSince != nil, wishes)
        screen = look.screen
        hasNoise = look.sound.noise != nil
        let isConfirmed = look.screen.isTimeConfirmed
        last = Seen(
            at: look.at, isConfirmed: isConfirmed,
            confirmed: isConfirmed ? look.at.wall : last?.confirmed)
    }

    /// Takes what was asked of an alarm, if the history says that it was done.
    mutating func takeDone() -> NightAudit.Wish? {
        defer { (asked, done) = (nil, nil) }
        return done
    }

    private mutating func report(_ look: Look, _ problem: String) {
        problems.append("\(RFC3339.format(look.at.wall)): \(problem), after \(look.event)")
    }

    // MARK: - The history

    private mutating func take(_ subject: Subject, _ word: SubjectEvent.Name) {
        switch word {
        case .fired, .rangAgain: ringing.insert(subject)
        case .snoozed, .silenced, .stopped, .missed, .superseded, .cancelled, .started:
            ringing.remove(subject)
        // A date that is due again may still ring by the wrong time.
        case .scheduled, .entered, .paused, .resumed, .extended, .preAlert, .sunrise, .skipped,
            .gotUp, .passedOver, .reopened:
            break
        }
    }

    private mutating func grant(_ event: HistoryEvent) {
        switch event {
        case .alarmEdited(let id, .added), .alarmEdited(let id, .edited):
            guard var wish = asked else { break }
            wish.alarm = id
            wishes[id] = wish
            (asked, done) = (nil, wish)
        case .timer(let id, .scheduled):
            timerNames[id] = askedTimer
            askedTimer = nil
        default: break
        }
    }

    private mutating func take(_ event: HistoryEvent, _ now: Moment) {
        switch event {
        case .booted:
            ringing = []
            for id in resting.keys { resting.updateValue(nil, forKey: id) }
        case .trustChanged:
            // A snooze may end by what a right clock had recorded (9.2).
            for id in resting.keys { resting.updateValue(nil, forKey: id) }
        case .alarm(let id, .snoozed(let until)), .alarm(let id, .silenced(let until)):
            resting.updateValue(now.boot + (until - now.wall), forKey: id)
        case .alarm(let id, .fired), .alarm(let id, .rangAgain), .alarm(let id, .stopped),
            .alarm(let id, .missed), .alarm(let id, .superseded):
            resting.removeValue(forKey: id)
        default: break
        }
    }

    private var isResting: Bool { !resting.isEmpty || screen?.snoozedCountdown != nil }

    // MARK: - The ring

    private mutating func checkRing(_ look: Look) {
        let (isHeard, shown) = (look.sound.alarm != nil, look.screen.ring)
        guard !ringing.isEmpty else {
            hushedSince = nil
            if isHeard { report(look, "6.1: an alarm is heard, and nothing rings") }
            if shown != nil { report(look, "6.1: a ring is shown, and nothing rings") }
            return
        }
        guard let shown else { return checkHush(look) }
        hushedSince = nil
        let names = ringing.compactMap(name)
        if names.count == ringing.count, names.sorted() != shown.subjects.map(\.text).sorted() {
            report(look, "6.1: \(names) ring, and \(shown.subjects) are shown")
        }
        guard let alarm = look.sound.alarm, names.count == ringing.count else { return }
        let loudest = ringing.map(volume).max()
        if alarm.volume != loudest {
            report(look, "6.7: \(names) ring at \(alarm.volume), not \(loudest as Any)")
        }
    }

    /// 6.11: what rises is heard in a countdown, and never in a ring.
    private mutating func checkRising(_ look: Look) {
        guard look.sound.rising != nil else { return }
        if !ringing.isEmpty { report(look, "6.11: a sound rises in a ring") }
        let counts = look.screen.running.contains {
            if case .alarm = $0.subject { true } else { false }
        }
        if !counts { report(look, "6.11: a sound rises, and no alarm counts down") }
    }

    /// 6.9: only a key that stops silences what rings, and only for 0.3 s.
    private mutating func checkHush(_ look: Look) {
        if look.sound.alarm != nil { report(look, "6.9: a ring that is not shown is heard") }
        guard let since = hushedSince else {
            hushedSince = look.at.boot
            if case .button(let key, isDown: true, _) = look.event, tasks.mayStop(key) { return }
            return report(look, "6.1: \(ringing) ring, and are not shown")
        }
        if look.at.boot - since > Hand.span + Night.longestDelay {
            report(look, "6.9: stop is not final after \(look.at.boot - since)")
        }
    }

    /// Nil if nobody asked for that.
    private func name(of subject: Subject) -> String? {
        switch subject {
        case .alarm(let id): wishes[id.alarm].map { "alarm \($0.label)" }
        case .timer(let id): timerNames[id].map { "timer \($0)" }
        case .nap: "nap"
        }
    }

    private func volume(of subject: Subject) -> Percent {
        switch subject {
        case .alarm(let id): wishes[id.alarm]?.volume ?? AlarmDefaults.volume
        case .timer, .nap: AlarmDefaults.volume
        }
    }

    // MARK: - Snoozes and pages

    private mutating func checkSnooze(_ look: Look) {
        guard let shown = look.screen.snoozed else {
            if !resting.isEmpty { report(look, "B3: \(resting.keys) rest, and none is shown") }
            return
        }
        if resting.isEmpty { report(look, "B3: a snooze is shown, and there is none") }
        let ends = resting.values.compactMap { $0 }
        guard ends.count == resting.count, let first = ends.min() else { return }
        let end = look.at.boot + (shown.until - look.at.wall)
        // The history keeps whole seconds.
        if !(-1...1).contains((end - first).inSeconds) {
            report(look, "B3: the snooze ends \(end - first) after what is shown")
        }
    }

    private mutating func checkPages(_ look: Look) {
        let (isButton, isCommand) =
            switch look.event {
            case .button: (true, false)
            case .command: (false, true)
            default: (false, false)
            }
        // Another key that is held to the same moment may have its say on the display, too.
        if look.tells(.gotUp), ringing.isEmpty, keysDown.count < 2, look.screen.page != .up {
            report(look, "6.10: somebody is up, and \(look.screen.page.name) is shown")
        }
        let isMissed = look.screen.missedAlarm != nil
        if look.tells(.missed), !isMissed, !isButton {
            report(look, "2.2: a ring was missed, and nothing shows it")
        }
        if screen?.missedAlarm != nil, !isMissed, !isButton, !isCommand, !look.tells(.reopened) {
            report(look, "2.2: the notice of a missed ring is gone")
        }
    }

    // MARK: - Noise

    /// N9, B3.
    private mutating func checkNoise(
        _ look: Look, after ringing: Set<Subject>, wasResting: Bool, endsNoise: Bool
    ) {
        let (wasRinging, wasNapping) = (!ringing.isEmpty, ringing.contains(.nap))
        let hasNoise = look.sound.noise != nil
        let isNapOver = wasNapping && look.told.contains(.nap(.stopped))
        if isNapOver || endsNoise {
            // Whoever holds the noise button hears some.
            if hasNoise, !keysDown.contains(.noise) {
                report(look, "N9: noise comes back after a ring that was stopped")
            }
            return
        }
        // A sleep timer may end while something rings.
        let sleeps = screen?.running.contains { $0.subject == .sleep } ?? false
        if self.hasNoise, !hasNoise, wasRinging, !sleeps, !isNoiseCommand(look.event) {
            report(look, "N9: noise does not come back after a ring")
        }
        guard hasNoise, !self.hasNoise else { return }
        switch look.event {
        case .started: break
        case .command: if !isNoiseCommand(look.event) { report(look, "N9: noise begins") }
        case .button(let button, let isDown, _):
            if wasRinging { report(look, "B3: \(button.rawValue) starts noise in a ring") }
            if button == .stop, !isDown, wasResting {
                report(look, "B3: stop starts noise while something is snoozed")
            }
        default: if keysDown.isEmpty { report(look, "N9: noise begins by itself") }
        }
    }

    private func isNoiseCommand(_ event: Event) -> Bool {
        if case .command(_, .noise) = event { true } else { false }
    }

    /// Whoever was woken gets up.
    private func isEndOfNoise(_ event: HistoryEvent) -> Bool {
        guard case .alarm(let id, .stopped) = event else { return false }
        return wishes[id.alarm].map { !$0.noiseAfter } ?? false
    }
}

extension HistoryEvent {
    /// What happened to whom, if that can ring.
    var ofSubject: (subject: Subject, name: SubjectEvent.Name)? {
        switch self {
        case .alarm(let id, let event): (.alarm(id), event.name)
        case .timer(let id, let word): (.timer(id), word)
        case .nap(let word): (.nap, word)
        case .booted, .alarmEdited, .rungTaken, .clockStepped, .trustChanged, .zoneChanged,
            .storageFailed, .storageRecovered, .alarmsUnreadable, .batteryLow, .updateTold,
            .unknown:
            nil
        }
    }
}

extension Snapshot.Ring.Subject {
    fileprivate var text: String {
        switch self {
        case .alarm(let label): "alarm \(label)"
        case .timer(let name): "timer \(name)"
        case .nap: "nap"
        }
    }
}
