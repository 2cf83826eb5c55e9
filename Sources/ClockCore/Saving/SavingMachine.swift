import ClockTime

/// Decides when the state is saved, and what a reply may say about it (law, 9.2 to 9.4).
///
/// Theory of operation. Each save has a revision, one higher than the last. The store reports which revision is durable;
/// all older ones then are, too. A reply to a change waits until its revision is durable, or for `patience`, and then
/// says whether it is. Nothing that rings waits.
///
/// Changes are for the parent to find, by comparing the state with `handedOut`. This machine asks for a save of unchanged
/// state only: when the times on record grow old, and when a save has failed.
struct SavingMachine: Hashable, Sendable {
    /// How long a reply waits for the disk before it says "armed, not saved".
    static let patience = Duration.seconds(2)
    /// How many replies can wait at once (32 for each of 16 connections); a further one says that it may not be saved.
    static let capacity = 512
    /// The longest interval between records of the trusted time. It keeps the floor after a power cut recent, and costs
    /// 96 writes a day of the budget of 200.
    static let heartbeat = Duration.minutes(15)
    /// The same while an untrusted clock counts down or snoozes: only the record tells how much was left (law, 9.2).
    static let untrustedHeartbeat = SavedMoment.untrustedHeartbeat
    /// How soon a failed save is retried.
    static let retry = Duration.seconds(30)

    /// The revision of the newest save.
    private(set) var revision = 0
    /// The newest revision known to be durable.
    private var durable = 0
    /// What the state contained when it was last handed out to be saved; nil only before the start.
    private(set) var handedOut: OnHeap<KeptState>?
    /// When that was.
    private var savedLast: BootTime
    private var heartbeatDue: BootTime
    /// A repeating key changed stored state and is still down. One save follows when it is released.
    var isAdjusting = false
    private var waiting: [WaitingReply] = []

    /// A reply that waits until its revision is durable.
    private struct WaitingReply: Hashable, Sendable {
        var request: RequestID
        var answer: Answer
        var revision: Int
        var until: BootTime
    }

    init(at now: BootTime) {
        savedLast = now
        heartbeatDue = now + SavingMachine.heartbeat
    }

    /// Begins with what the store holds.
    mutating func begin(with kept: KeptState) {
        handedOut = OnHeap(wrappedValue: kept)
    }

    // MARK: - Time

    /// When to save again while something counts down by an untrusted clock.
    var untrustedHeartbeatDue: BootTime { savedLast + SavingMachine.untrustedHeartbeat }

    func nextWake(countsUntrusted: Bool) -> BootTime {
        var next = countsUntrusted ? min(heartbeatDue, untrustedHeartbeatDue) : heartbeatDue
        for reply in waiting { next = min(next, reply.until) }
        return next
    }

    /// Returns whether the times must be recorded again.
    mutating func advance(to now: BootTime, countsUntrusted: Bool) -> Bool {
        guard heartbeatDue <= now else { return countsUntrusted && untrustedHeartbeatDue <= now }
        heartbeatDue = now + SavingMachine.heartbeat
        return true
    }

    // MARK: - Saves

    /// Whether everything handed out is known to be durable.
    var isDurable: Bool { durable >= revision }

    /// The state is handed out to be saved. Returns its revision.
    mutating func handOut(_ kept: KeptState, at now: BootTime) -> Int {
        revision += 1
        savedLast = now
        handedOut = OnHeap(wrappedValue: kept)
        return revision
    }

    /// The store has finished a save. Returns the answers that waited for it.
    mutating func stored(
        _ revision: Int, _ failure: String?, at now: BootTime
    ) -> [(RequestID, Answer)] {
        if failure == nil {
            durable = max(durable, revision)
        } else {
            heartbeatDue = min(heartbeatDue, now + SavingMachine.retry)
        }
        let durability = failure.map(Durability.notSaved) ?? .saved
        return takeWaiting(durability) { $0.revision <= revision }
    }

    // MARK: - Replies

    /// Returns those of a step's answers, and of those that wait, that can be given now.
    mutating func release(
        _ answers: [(RequestID, Answer, awaitsSave: Bool)], at now: BootTime
    ) -> [(RequestID, Answer)] {
        var released: [(RequestID, Answer)] = []
        for (request, answer, awaitsSave) in answers {
            if !awaitsSave || isDurable {
                released.append((request, answer))
            } else if waiting.count < SavingMachine.capacity {
                waiting.append(
                    WaitingReply(
                        request: request, answer: answer, revision: revision,
                        until: now + SavingMachine.patience))
            } else {
                released.append((request, answer.with(.notSaved("the store is busy"))))
            }
        }
        released += takeWaiting(.notSaved("the store has not answered yet")) { $0.until <= now }
        return released
    }

    private mutating func takeWaiting(
        _ durability: Durability, where isOver: (WaitingReply) -> Bool
    ) -> [(RequestID, Answer)] {
        let taken = waiting.filter(isOver)
        guard !taken.isEmpty else { return [] }
        waiting.removeAll(where: isOver)
        return taken.map { ($0.request, $0.answer.with(durability)) }
    }
}
