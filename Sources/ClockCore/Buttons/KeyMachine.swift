import ClockTime

/// Reads gestures from all keys, and finds those that are stuck or chatter.
///
/// A key is judged by when it moved, not by when the machine heard of that: so a clock that is held up does not take
/// a tap for a hold. A key that is stuck down or chatters is ignored and reported as a problem; the other keys keep
/// working. `ClockMachine+Buttons` decides what a gesture does.
struct KeyMachine: Hashable, Sendable {
    private var gestures = Button.allCases.map { GestureMachine($0.grammar) }
    private var chatter = Button.allCases.map { _ in ChatterWatch() }
    /// Until when a late edge is waited for; see `endOfGestures`.
    private var awaitedUntil: BootTime?
    /// When it is told which keys were down at the start: one after the other they are heard of.
    private var problemDue: BootTime?

    /// A wake that is later than this means that the thread of the keys may be late, too; and how long the
    /// machine waits for it then.
    private static let patience = Duration.milliseconds(50)
    /// An edge with an older time than this counts as of now: such a time cannot be right.
    private static let oldestTime = Duration.seconds(5)
    /// How long all lines take at the start until each has said whether its key is down.
    private static let start = Duration.milliseconds(500)

    /// When the key of an event moved; nil of any other event.
    static func time(of event: Event, at now: Moment) -> BootTime? {
        guard case .button(_, _, let time) = event else { return nil }
        guard let time, time <= now.boot, now.boot - time <= oldestTime else { return now.boot }
        return time
    }

    // MARK: - Edges and time

    /// - Returns: stuck, too, where a key begins to chatter.
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

    /// When a key means something by time alone.
    var nextWake: BootTime? {
        let gesture = gestures.compactMap(\.nextWake).min().map { max($0, awaitedUntil ?? $0) }
        return earlier(earlier(gesture, chatter.compactMap(\.nextWake).min()), problemDue)
    }

    /// Lets rest what chattered. Returns whether `problem` is to be told.
    mutating func advance(to now: BootTime) -> Bool {
        var isToBeTold = problemDue.map { $0 <= now } ?? false
        for place in chatter.indices where chatter[place].isChattering {
            chatter[place].advance(to: now)
            if !chatter[place].isChattering { isToBeTold = true }
        }
        return isToBeTold
    }

    /// Up to when gestures are judged by time alone. A machine that wakes late for one may have been held up as a
    /// whole, with a release still to arrive: it waits for that, and is to judge none now.
    mutating func endOfGestures(at now: BootTime) -> BootTime? {
        if let due = gestures.compactMap(\.nextWake).min(), due <= now {
            if now - due > KeyMachine.patience {
                awaitedUntil = awaitedUntil ?? now + KeyMachine.patience
            }
            if let awaitedUntil, now < awaitedUntil { return nil }
        }
        awaitedUntil = nil
        return now
    }

    /// What time alone has brought, key by key; called until it brings nothing more.
    mutating func next(
        until end: BootTime
    ) -> (button: Button, gesture: GestureMachine.Gesture)? {
        for (place, button) in Button.allCases.enumerated() {
            if let gesture = gestures[place].advance(to: end) { return (button, gesture) }
        }
        return nil
    }

    mutating func heldAtStart(_ button: Button, at now: BootTime) {
        gestures[KeyMachine.place(of: button)].wasDownAtStart()
        problemDue = problemDue ?? now + KeyMachine.start
    }

    // MARK: - What the parent makes of a press

    /// The press was for something else: nothing more comes of it.
    mutating func spend(_ button: Button, at now: BootTime) {
        gestures[KeyMachine.place(of: button)].spend(at: now)
    }

    /// The same for all that are down.
    mutating func spendAll(at now: BootTime) {
        for place in gestures.indices { gestures[place].spend(at: now) }
    }

    /// The press counts only if it lasts for `length`.
    mutating func ask(_ button: Button, toHoldFor length: Duration) {
        gestures[KeyMachine.place(of: button)].ask(toHoldFor: length)
    }

    /// The key goes down now, whatever it did before.
    mutating func begin(_ button: Button, at now: BootTime) {
        gestures[KeyMachine.place(of: button)].begin(at: now)
    }

    // MARK: - Keys that mean nothing

    func isIgnored(_ button: Button) -> Bool {
        let place = KeyMachine.place(of: button)
        return gestures[place].isStuck || chatter[place].isChattering
    }

    /// Those that have been down without a break since then.
    func down(since time: BootTime) -> [Button] {
        zip(Button.allCases, gestures).filter { $1.isDown(since: time) }.map(\.0)
    }

    /// Which keys are ignored, for people; nil: none. It counts as told from now on.
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

    private static func place(of button: Button) -> Int {
        Button.allCases.firstIndex(of: button) ?? 0
    }
}

extension Button {
    fileprivate var grammar: KeyGrammar {
        switch self {
        case .snooze: .hold
        case .stop, .noise, .menu: .tap
        case .plus, .minus: .repeating
        }
    }
}
