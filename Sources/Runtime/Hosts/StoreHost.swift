import ClockCore
import ClockTime

/// Owns what is kept on the disk: the state first, the history after it, a copy of the board file, and the look at
/// the zones' files; and what keeps the time.
///
/// Theory of operation. Somebody waits for a state to be durable and nobody for a record of the history, so
/// a step saves the newest state there is and only then, where nothing else came meanwhile, writes records.
/// Both lie on one card: while that hangs, neither could be written anyway. No record is written before the
/// state that came with it, and that state has it, too: whatever moment the program ends, what was done is
/// known and told of, or neither. A person who sets the clock waits, too, and that takes milliseconds: it
/// comes first.
struct StoreHost {
    private var state: StateStore
    private var history: HistoryStore
    private var zones: ZoneWatch
    private let wallClock: WallClockHost
    private var boardCopy: BoardCopy?

    init(
        state: StateStore, history: HistoryStore, zones: ZoneWatch, wallClock: WallClockHost,
        boardCopy: BoardCopy? = nil
    ) {
        self.boardCopy = boardCopy
        self.state = state
        self.history = history
        self.zones = zones
        self.wallClock = wallClock
    }

    /// When `step` has something to do, though nothing was posted.
    var nextWake: BootTime? {
        earlier(earlier(history.nextWake, boardCopy?.nextTry), zones.nextWake)
    }

    /// Does what there is to do.
    ///
    /// - Returns: what the engine should hear of it; nil where there was nothing to do.
    mutating func step(_ engine: EngineOutputs, at now: BootTime) -> [Event]? {
        // Before the state is taken, because each record is posted after its state: none is written first.
        takeRecords(engine.records)
        let orders = engine.clockOrders.drain()
        guard orders.isEmpty else { return orders.map(wallClock.carryOut) }
        if let request = engine.saves.take() {
            zones.follow(request.state)
            // Those of the steps before it; its own it has itself.
            takeRecords(engine.records)
            var kept = request.state
            kept.unwrittenRecords = history.unwritten(beside: kept)
            return [.saved(revision: request.revision, failure: state.save(kept))]
        }
        if let report = boardCopy?.step(at: now) { return [.health(report)] }
        guard let wake = history.nextWake, wake <= now else { return zones.look(at: now) }
        return history.write(at: now).map { [.health($0)] } ?? []
    }

    /// The end of the program: what waits is written, whether it is time or not.
    mutating func finish(_ records: Inbox<[HistoryRecord]>, at now: BootTime) {
        takeRecords(records)
        history.finish(at: now)
        _ = boardCopy?.step(at: now)
    }

    private mutating func takeRecords(_ records: Inbox<[HistoryRecord]>) {
        for batch in records.drain() { history.add(batch) }
    }
}
