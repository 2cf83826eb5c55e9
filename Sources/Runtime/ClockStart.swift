import ClockCore
import ClockTime
import HAL

/// The state, zone and machine that a clock starts with, read once before any host runs.
struct ClockStart {
    var machine: ClockMachine
    var store: StoreHost
    var problems: [HealthReport]

    init(_ parts: ClockParts, at now: Moment) {
        var store = StateStore(storage: parts.storage)
        let loaded = store.load()
        let historyStore = HistoryStore(storage: parts.history, at: now.boot)
        let history = historyStore.load()
        var problems = parts.problems
        if let problem = loaded.problem {
            problems.append(HealthReport(part: .state, problem: problem))
        }
        if let problem = history.problem {
            problems.append(HealthReport(part: .history, problem: problem))
        }
        if let problem = parts.sounds.problem {
            problems.append(HealthReport(part: .catalogue, problem: problem))
        }
        let (zone, zoneProblem) = ClockStart.zone(parts, stored: loaded.state?.zone)
        let (pinned, pinnedProblem) = ClockStart.pinnedZones(parts, loaded.state)
        let zoneProblems = [zoneProblem, pinnedProblem].compactMap { $0 }
        if !zoneProblems.isEmpty {
            let problem = zoneProblems.joined(separator: "; ")
            problems.append(HealthReport(part: .zone, problem: problem))
        }
        self.store = StoreHost(
            state: store, history: historyStore,
            zones: ZoneWatch(
                parts.zones, zone: zone, hasProblem: zoneProblem != nil, at: now.boot))
        self.problems = problems
        machine = ClockMachine(
            restoring: loaded.state, zone: zone, pinned: pinned,
            trust: ClockStart.trust(parts, loaded.state, at: now),
            boot: parts.boot, catalogue: parts.sounds.catalogue, equipment: parts.equipment,
            history: history.records, at: now)
    }

    /// A service that saves the time for the next boot does so each minute (law, 17), and our last record may
    /// be younger than that: a clock which is behind by no more goes on from there, and is no wrong one.
    private static let savedTimeLag = Duration.minutes(2)

    /// How far the wall clock is believed (law, 5.1). A clock that was right in this boot still is, although
    /// the kernel has forgotten it: nothing but a person or the network sets it.
    private static func trust(
        _ parts: ClockParts, _ state: PersistentState?, at now: Moment
    ) -> ClockTrust {
        guard parts.trust != .trusted, let madeAt = parts.madeAt else { return parts.trust }
        if let state, state.boot == parts.boot, state.trust == .trusted { return .trusted }
        let known = [state?.lastTrusted, state?.savedAt.wall.instant].compactMap { $0 }
        let recorded = known.max().map { WallTime($0) - savedTimeLag }
        let isBelow = now.wall.instant < madeAt || recorded.map { now.wall < $0 } ?? false
        return isBelow ? .unknown : parts.trust
    }

    /// The zone asked for, else the stored one, else the system's, else UTC; and what is wrong with
    /// the one that should have been it.
    private static func zone(_ parts: ClockParts, stored: String?) -> (Zone, String?) {
        let name = parts.zoneOverride ?? stored ?? parts.zones.systemZoneName ?? Zone.utc.name
        switch parts.zones.zone(named: name) {
        case .success(let zone): return (zone, nil)
        case .failure(let problem):
            // Under its own name, so that what is stored is not lost with the file.
            let zone = Zone.fixed(name: name, offsetSeconds: 0)
            return (zone, "the zone \(name) cannot be used (\(problem.message)); showing UTC")
        }
    }

    /// The zones that stored alarms are pinned to, each read once; and what is wrong with those that
    /// cannot be had, by name. Their alarms go by the clock's own zone meanwhile.
    private static func pinnedZones(
        _ parts: ClockParts, _ state: PersistentState?
    ) -> ([Zone], String?) {
        var zones: [Zone] = []
        var missing: [String] = []
        for name in Set(state?.alarms.compactMap(\.pinnedZone) ?? []).sorted() {
            switch parts.zones.zone(named: name) {
            case .success(let zone): zones.append(zone)
            case .failure(let problem): missing.append("\(name) (\(problem.message))")
            }
        }
        guard !missing.isEmpty else { return (zones, nil) }
        let named = missing.prefix(mostNamed).joined(separator: ", ")
        let rest = missing.count > mostNamed ? " and \(missing.count - mostNamed) more" : ""
        return (
            zones,
            "alarms are set for zones that cannot be used, and ring by the clock's own: \(named)\(rest)"
        )
    }

    /// Zones that one line about them can hold.
    private static let mostNamed = 3
}
