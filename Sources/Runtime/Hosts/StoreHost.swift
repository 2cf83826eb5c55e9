import ClockCore
import ClockTime

/// Owns everything on the disk: the state first, then the history, a copy of the board file, and the checks of the
/// zone files and the folder. It also sets the wall clock.
///
/// Theory of operation. Somebody waits for a state to become durable, but nobody waits for a history record. So a
/// step saves the newest state first, and writes records only if nothing else has come. Both are on one card: while
/// it hangs, neither could be written anyway. No record is written before the state that came with it, and that state
/// contains the record too. So whenever the program ends, an action and its record both survive, or neither does. A
/// person who sets the clock waits too, and that takes only milliseconds, so it comes first.
struct StoreHost {
    private var state: StateStore
    private var history: HistoryStore
    private var zones: ZoneWatch
    private var folder: FolderWatch?
    private let wallClock: WallClockHost
    private var boardCopy: BoardCopy?
    /// Called once, when a late state is safe.
    private var lateState: (@Sendable () -> Void)?

    init(
        state: StateStore, history: HistoryStore, zones: ZoneWatch, folder: FolderWatch?,
        wallClock: WallClockHost, boardCopy: BoardCopy? = nil,
        lateState: (@Sendable () -> Void)? = nil
    ) {
        self.lateState = lateState
        self.folder = folder
        self.boardCopy = boardCopy
        self.state = state
        self.history = history
        self.zones = zones
        self.wallClock = wallClock
    }

    /// When `step` has something to do without a post.
    var nextWake: BootTime? {
        earlier(
            earlier(history.nextWake, boardCopy?.nextTry),
            earlier(zones.nextWake, folder?.nextWake))
    }

    /// Does the most urgent pending work.
    ///
    /// - Returns: events for the engine; nil if there was nothing to do.
    mutating func step(_ engine: EngineOutputs, at now: BootTime) -> [Event]? {
        // Taken before the state: each record is posted after its state, so none is written before it.
        takeRecords(engine.records)
        let orders = engine.clockOrders.drain()
        guard orders.isEmpty else { return orders.map(wallClock.carryOut) }
        if let request = engine.saves.take() {
            zones.follow(request.state)
            // Takes the records of earlier steps; the state already contains those of its own step.
            takeRecords(engine.records)
            var kept = request.state
            kept.unwrittenRecords = history.unwritten(beside: kept)
            return save(kept, revision: request.revision)
        }
        if let report = boardCopy?.step(at: now) { return [.health(report)] }
        guard let wake = history.nextWake, wake <= now else {
            let events = zones.look(at: now)
            guard let reports = folder?.look(at: now) else { return events }
            return (events ?? []) + reports.map(Event.health)
        }
        return history.write(at: now).map { [.health($0)] } ?? []
    }

    private mutating func save(_ kept: PersistentState, revision: Int) -> [Event] {
        let wasWaiting = state.isWaiting
        let failure = state.save(kept)
        let saved = Event.saved(revision: revision, failure: failure)
        guard state.hasLateState else {
            // It waited for a folder in which nothing was.
            guard wasWaiting, !state.isWaiting else { return [saved] }
            return [saved, .health(HealthReport(part: .state, problem: nil))]
        }
        if failure == nil {
            lateState?()
            lateState = nil
        }
        return [saved]
    }

    /// Ends the program: writes everything that waits, due or not.
    mutating func finish(_ records: Inbox<[HistoryRecord]>, at now: BootTime) {
        takeRecords(records)
        history.finish(at: now)
        _ = boardCopy?.step(at: now)
    }

    private mutating func takeRecords(_ records: Inbox<[HistoryRecord]>) {
        for batch in records.drain() { history.add(batch) }
    }
}
