import ClockTime

/// Recognises gestures on all keys, and detects keys that are stuck or chatter.
///
/// Gestures are timed by when the key moved, not by when the machine learned of it, so a delayed clock does not mistake
/// a tap for a hold. A stuck or chattering key is ignored and reported as a problem; the other keys keep working.
/// `ClockMachine+Buttons` decides what a gesture does.
struct KeyMachine: Hashable, Sendable {
    private var gestures = Button.allCases.map { GestureMachine($0.grammar) }
    private var chatter = Button.allCases.map { _ in ChatterWatch() }
    /// How long to wait for a late edge; see `endOfGestures`.
    private var awaitedUntil: BootTime?
    /// The keys that last answered a ring.
    var hand: Hand?
    /// What is held in a ring or a snooze, perhaps to do an alarm's task.
    private(set) var held: HeldKeys?
    /// The keys that are ignored, and when that last changed.
    private var ignored: Set<Button> = []
    private(set) var ignoredSince: BootTime?
    /// When snooze and stop have been held together long enough for a code; nil: they are not.
    private(set) var codeDue: BootTime?
    /// When snooze went down, if another press may make that two.
    private var snoozeDown: BootTime?
    private var isSecondTap = false
    /// When to report the keys that were down at the start: their reports arrive one by one.
    private var problemDue: BootTime?

    /// A wake-up later than this means that the keys' thread may be late, too. The machine then waits this long for it.
    private static let patience = Duration.milliseconds(50)
    /// An edge with an older timestamp counts as of now: such a timestamp cannot be right.
    private static let oldestTime = Duration.seconds(5)
    /// How long it takes at the start until every line has reported whether its key is down.
    private static let start = Duration.milliseconds(500)

    /// When the event's key moved; nil for any other event.
    static func time(of event: Event, at now: Moment) -> BootTime? {
        guard case .button(_, _, let time) = event else { return nil }
        guard let time, time <= now.boot, now.boot - time <= oldestTime else { return now.boot }
        return time
    }

    // MARK: - Edges and time

    /// - Returns: `stuck` also if a key begins to chatter.
    mutating func edge(
        of button: Button, isDown: Bool, at time: BootTime
    ) -> GestureMachine.Gesture? {
        let place = KeyMachine.place(of: button)
        let chattered = chatter[place].isChattering
        chatter[place].edge(at: time)
        guard chatter[place].isChattering else {
            return gestures[place].edge(isDown: isDown, at: time)
        }
        guard !chattered else { return nil }
        gestures[place] = GestureMachine(button.grammar)
        return .stuck
    }

    /// When time alone next triggers a gesture or report.
    ///
    /// - Parameter task: when an alarm's task is done.
    func nextWake(_ task: BootTime?) -> BootTime? {
        let gesture = earlier(nextGesture, task).map { max($0, awaitedUntil ?? $0) }
        return earlier(earlier(gesture, chatter.compactMap(\.nextWake).min()), problemDue)
    }

    private var nextGesture: BootTime? {
        earlier(gestures.compactMap(\.nextWake).min(), hand?.nextWake)
    }

    /// Clears keys that have stopped chattering. Returns whether `problem` must be reported.
    mutating func advance(to now: BootTime) -> Bool {
        var mustReport = problemDue.map { $0 <= now } ?? false
        for place in chatter.indices where chatter[place].isChattering {
            chatter[place].advance(to: now)
            if !chatter[place].isChattering { mustReport = true }
        }
        return mustReport
    }

    /// The time up to which time alone may trigger gestures. If the machine wakes late for one, everything may have
    /// been delayed, and a release may still be on its way. It then waits for that: nil means that no gesture may be
    /// triggered now.
    mutating func endOfGestures(at now: BootTime, _ task: BootTime?) -> BootTime? {
        if let due = earlier(nextGesture, task), due <= now {
            if now - due > KeyMachine.patience {
                awaitedUntil = awaitedUntil ?? now + KeyMachine.patience
            }
            if let awaitedUntil, now < awaitedUntil { return nil }
        }
        awaitedUntil = nil
        return now
    }

    /// Returns the next gesture that time alone triggers, key by key; call it until it returns nil.
    mutating func next(
        until end: BootTime
    ) -> (button: Button, gesture: GestureMachine.Gesture)? {
        for (place, button) in Button.allCases.enumerated() {
            if let gesture = gestures[place].advance(to: end) { return (button, gesture) }
        }
        return nil
    }

    mutating func heldAtStart(_ button: Button, at now: BootTime) {
        self[button].wasDownAtStart()
        noteIgnored(at: now)
        problemDue = problemDue ?? now + KeyMachine.start
    }

    /// The key's gestures, about which the parent decides.
    subscript(button: Button) -> GestureMachine {
        get { gestures[KeyMachine.place(of: button)] }
        set { gestures[KeyMachine.place(of: button)] = newValue }
    }

    // MARK: - Both held

    /// How long snooze and stop are held together for a code that pairs a device (product, X4).
    static let holdForCode = Duration.seconds(3)

    /// Snooze and stop have opened the menu together, `GestureMachine.longPress` after they went down.
    mutating func bothOpenedMenu(at now: BootTime) {
        codeDue = now + (KeyMachine.holdForCode - GestureMachine.longPress)
    }

    mutating func released(_ button: Button) {
        if held?.keys.contains(button) == true { held = nil }
        if button == .snooze || button == .stop { codeDue = nil }
    }

    mutating func codeIsShown() { codeDue = nil }

    /// The presses of all keys that are down served another purpose.
    mutating func spendAll(at now: BootTime) {
        for place in gestures.indices { gestures[place].spend(at: now) }
    }

    // MARK: - Two taps of snooze

    /// How soon the second of two taps follows the first.
    private static let doubleTap = Duration.milliseconds(500)

    mutating func snoozeGoesDown(at time: BootTime) {
        isSecondTap = snoozeDown.map { time - $0 <= KeyMachine.doubleTap } ?? false
        snoozeDown = isSecondTap ? nil : time
    }

    /// Whether the newest press of snooze was the second of two quick ones. True once.
    mutating func takeDoubleTap() -> Bool {
        defer { isSecondTap = false }
        return isSecondTap
    }

    // MARK: - An alarm's task

    /// The key counts among those that are held from now on.
    mutating func hold(_ button: Button, at time: BootTime) {
        // One that is stuck since then does not spoil the hold of the others.
        let others = (held?.keys ?? []).filter { !isIgnored($0) }
        held = HeldKeys(keys: others.union([button]), since: time)
    }

    /// A hold from before that time meant something else.
    mutating func forgetHold(before time: BootTime) {
        if let held, held.since < time { self.held = nil }
    }

    // MARK: - Ignored keys

    /// Notes when the keys that are ignored change.
    mutating func noteIgnored(at now: BootTime) {
        let found = Set(Button.allCases.filter(isIgnored))
        guard found != ignored else { return }
        (ignored, ignoredSince) = (found, now)
    }

    func isIgnored(_ button: Button) -> Bool {
        let place = KeyMachine.place(of: button)
        return gestures[place].isStuck || chatter[place].isChattering
    }

    /// The keys that have been down without a break since then.
    func down(since time: BootTime) -> [Button] {
        zip(Button.allCases, gestures).filter { $1.isDown(since: time) }.map(\.0)
    }

    /// Which keys are ignored, for people; nil: none. Marks the problem as reported.
    mutating func takeProblem() -> String? {
        problemDue = nil
        let stuck = zip(Button.allCases, gestures).filter { $1.isStuck }.map { $0.0.rawValue }
        let loose = zip(Button.allCases, chatter).filter { $1.isChattering }.map { $0.0.rawValue }
        let problems = [
            KeyMachine.sentence(stuck, "is stuck down", "are stuck down", "comes up", "come up"),
            KeyMachine.sentence(loose, "chatters", "chatter", "rests", "rest"),
        ].compactMap { $0 }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// The problem of some keys, and until when they are ignored, in singular and plural.
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

    private static func place(of button: Button) -> Int {
        Button.allCases.firstIndex(of: button) ?? 0
    }
}

extension Button {
    fileprivate var grammar: KeyGrammar {
        switch self {
        case .snooze: .hold
        case .stop, .noise, .menu, .lamp, .goodNight: .tap
        case .plus, .minus: .repeating
        }
    }
}
