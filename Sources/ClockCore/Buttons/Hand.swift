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
