import ClockCore
import ClockTime
import Control
import HAL

/// What connections watch.
///
/// Theory of operation. A watched query is asked of the engine like any other, however many connections watch it: once
/// it is new to one of them, and whenever the engine or the panel says that something changed, at most ten times a
/// second. Its reply goes to the connections that got an unlike one before. A connection with unsent bytes gets none;
/// it is asked for again when they have gone out, so a slow peer misses states that are over, and costs the clock one
/// reply.
struct Watches {
    /// The shortest time between two answers to a query.
    static let interval = Duration.milliseconds(100)
    /// How many may watch from each side. They keep their places, so enough places remain for others.
    private static func capacity(fromNetwork: Bool) -> Int { fromNetwork ? 16 : 8 }

    private struct Query {
        var command: Command
        /// Its reply may differ from the last one.
        var isStale = true
        /// Asks the engine for it.
        var request: RequestID?
        var earliest: BootTime?

        /// Whether what the panel shows makes it stale, or what the machine answers.
        var isOfPicture: Bool { command == .display(.picture) }

        func isDue(at now: BootTime) -> Bool {
            isStale && request == nil && earliest.map { $0 <= now } ?? true
        }
    }

    private struct Watcher {
        var id: String
        var audience: Audience
        var queries: [String]
        /// The likeness of what was sent last, by query.
        var sent: [String: Int] = [:]
        /// It missed a reply because its last one had yet to go out.
        var isBehind = false
    }

    private var queries: [String: Query] = [:]
    /// Those that ask for queries that nobody watches any more.
    private var dropped: Set<RequestID> = []
    private var watchers: [ConnectionID: Watcher] = [:]

    /// Whether somebody watches the picture, or anything else.
    func awaits(picture: Bool) -> Bool { queries.values.contains { $0.isOfPicture == picture } }

    /// Returns false, and watches nothing, when enough connections watch already. What the connection watched before,
    /// it watches no longer.
    mutating func begin(
        _ watch: WatchRequest, for connection: ConnectionID, to audience: Audience = .local
    ) -> Bool {
        let isFromNetwork = audience != .local
        let beside = watchers.values.count { ($0.audience != .local) == isFromNetwork }
        guard
            watchers[connection] != nil || beside < Watches.capacity(fromNetwork: isFromNetwork)
        else { return false }
        watchers[connection] = Watcher(
            id: watch.id, audience: audience, queries: watch.queries.map(\.name))
        for query in watch.queries {
            queries[query.name, default: Query(command: query.command)].isStale = true
            queries[query.name]?.earliest = nil
        }
        dropUnwatched()
        return true
    }

    /// Those that watch for such an audience.
    func connections(where isWanted: (Audience) -> Bool) -> [ConnectionID] {
        watchers.filter { isWanted($0.value.audience) }.map(\.key)
    }

    func areBegun(for connection: ConnectionID) -> Bool { watchers[connection] != nil }

    mutating func forget(_ connection: ConnectionID) {
        if watchers.removeValue(forKey: connection) != nil { dropUnwatched() }
    }

    private mutating func dropUnwatched() {
        let watched = Set(watchers.values.flatMap(\.queries))
        dropped.formUnion(queries.filter { !watched.contains($0.key) }.values.compactMap(\.request))
        queries = queries.filter { watched.contains($0.key) }
    }

    /// The picture changed, or anything else.
    mutating func changed(picture: Bool) {
        for name in queries.keys where queries[name]?.isOfPicture == picture {
            queries[name]?.isStale = true
        }
    }

    /// All bytes for this connection have gone out.
    mutating func caughtUp(_ connection: ConnectionID) {
        guard let watcher = watchers[connection], watcher.isBehind else { return }
        watchers[connection]?.isBehind = false
        for name in watcher.queries { queries[name]?.isStale = true }
    }

    /// The queries to ask now, in order.
    ///
    /// - Parameter nextNumber: of the next request.
    mutating func ask(at now: BootTime, _ nextNumber: inout UInt64) -> [Event] {
        var commands: [Event] = []
        for name in queries.keys.sorted() {
            guard let query = queries[name], query.isDue(at: now) else { continue }
            let request = RequestID(nextNumber)
            nextNumber += 1
            queries[name]?.isStale = false
            queries[name]?.request = request
            queries[name]?.earliest = now + Watches.interval
            commands.append(.command(request, query.command))
        }
        return commands
    }

    /// When `ask` has something to ask; nil: not before something changes.
    var nextWake: BootTime? {
        queries.values.filter { $0.isStale && $0.request == nil }
            .map { $0.earliest ?? BootTime(nanoseconds: .min) }.min()
    }

    /// The lines that an answer makes.
    ///
    /// - Parameter mayGet: whether all earlier bytes for a connection have gone out.
    /// - Returns: nil if no watched query asked.
    mutating func lines(
        for answered: AnsweredRequest, mayGet: (ConnectionID) -> Bool
    ) -> [(ConnectionID, [UInt8])]? {
        if dropped.remove(answered.request) != nil { return [] }
        guard let name = queries.first(where: { $0.value.request == answered.request })?.key else {
            return nil
        }
        queries[name]?.request = nil
        let reply = WatchedReply(answered.answer, query: name)
        var lines: [(ConnectionID, [UInt8])] = []
        for (connection, watcher) in watchers
        where watcher.queries.contains(name) && watcher.sent[name] != reply.likeness {
            guard mayGet(connection) else {
                watchers[connection]?.isBehind = true
                continue
            }
            watchers[connection]?.sent[name] = reply.likeness
            lines.append((connection, reply.line(id: watcher.id, for: watcher.audience)))
        }
        return lines
    }
}
