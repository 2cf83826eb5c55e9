import ClockCore
import ClockTime
import Control
import English
import HAL

/// The state, zone and machine that a clock starts with; loaded once before any host runs.
struct ClockStart {
    var machine: ClockMachine
    var store: StoreHost
    var problems: [HealthReport]

    init(_ parts: ClockParts, at now: Moment) {
        var store = StateStore(storage: parts.storage)
        let loaded = store.load()
        var historyStore = HistoryStore(storage: parts.history, at: now.boot)
        var history = historyStore.load()
        if let state = loaded.state { history = historyStore.complete(history, from: state) }
        var problems = parts.problems
        if let problem = loaded.problem ?? ClockStart.loss(of: loaded.state, history) {
            problems.append(HealthReport(part: .state, problem: problem))
        }
        if let problem = history.problem {
            problems.append(HealthReport(part: .history, problem: problem))
        }
        if let problem = parts.sounds.problem {
            problems.append(HealthReport(part: .catalogue, problem: problem))
        }
        for notice in parts.ownSounds?.library.notices ?? [] {
            problems.append(HealthReport(part: .catalogue, problem: notice))
        }
        let state = loaded.state
        // The requested zone, else the stored one, else the system's, else UTC.
        let zones = ZoneWatch(
            parts.zones,
            local: parts.zoneOverride ?? state?.zone ?? parts.zones.systemZoneName
                ?? Zone.utc.name,
            pinned: state?.otherZones ?? [],
            offsets: state?.zoneOffsets ?? [:], at: now.boot)
        if let problem = zones.problem {
            problems.append(HealthReport(part: .zone, problem: problem))
        }
        var folder = parts.folder.map { FolderWatch($0, at: now.boot) }
        problems += folder?.look(at: now.boot) ?? []
        self.store = StoreHost(
            state: store, history: historyStore, zones: zones, folder: folder,
            wallClock: WallClockHost(clock: parts.wallClock), boardCopy: parts.boardCopy,
            lateState: parts.lateState)
        self.problems = problems
        machine = ClockMachine(
            restoring: state, zone: zones.local,
            leftZone: ClockStart.leftZone(parts, state, at: now), pinned: zones.pinned,
            trust: ClockStart.trust(parts, state, at: now),
            boot: parts.boot, catalogue: parts.allSounds.catalogue, equipment: parts.equipment,
            safeMode: parts.isSafe ? SafeModeWords.problem : nil, history: history.records,
            chance: parts.seed,
            madeAt: parts.madeAt,
            floor: ClockStart.floor(parts, state), startTimes: ClockStart.startTimes(parts, state),
            at: now)
        machine.offerInMenu(
            MenuZones.names.compactMap { try? parts.zones.zone(named: $0).get() },
            datesFrom: parts.madeAt ?? now.wall.instant)
    }

    /// Reports a start without state: a clock that has a history is not a new one.
    private static func loss(
        of state: PersistentState?, _ history: HistoryStore.Loaded
    ) -> String? {
        guard state == nil, !history.records.isEmpty else { return nil }
        return "alarms and settings are lost (all copies are empty, but the history isn't)"
    }

    /// The clock's previous zone, if this start asks for another.
    private static func leftZone(
        _ parts: ClockParts, _ state: PersistentState?, at now: Moment
    ) -> Zone? {
        guard let state, let asked = parts.zoneOverride, asked != state.zone else { return nil }
        return ZoneWatch(
            parts.zones, local: state.zone, pinned: [], offsets: state.zoneOffsets, at: now.boot
        ).local
    }

    /// The earliest time that a correct clock can show (law, 5.1), from the build time and the recorded times. Nil if
    /// the caller itself says how far to trust the clock.
    private static func floor(_ parts: ClockParts, _ state: PersistentState?) -> WallTime? {
        guard let madeAt = parts.madeAt else { return nil }
        let known = [state?.lastTrusted, state?.savedAt.wall.instant].compactMap { $0 }
        let recorded = known.max().map { WallTime($0) - TimeKeeper.recordTolerance }
        return [WallTime(madeAt), recorded].compactMap { $0 }.max()
    }

    /// How long the kernel and the system take until they have lifted a clock that knows no time to their own date.
    private static let startLength = Duration.minutes(5)
    /// A clock that knew no time may be saved by the system, and goes on from there at its next start. That may be this
    /// much later than our own record, which is made every 15 min.
    private static let savingDelay = Duration.minutes(20)
    /// The system lifts the clock some seconds after the kernel has started.
    private static let lead = Duration.minutes(1)

    /// What a clock that knows nothing may have shown when the kernel started (law, 5.1).
    private static func startTimes(
        _ parts: ClockParts, _ state: PersistentState?
    ) -> [ClosedRange<WallTime>] {
        let lifted = parts.systemDates.map(WallTime.init).map { $0 - lead...$0 + startLength }
        guard let saved = state?.savedAt, state?.trust == .unknown else { return lifted }
        let began = saved.wall - (saved.boot - BootTime(nanoseconds: 0))
        return lifted + [min(began, saved.wall) - lead...saved.wall + savingDelay]
    }

    /// How far to trust the wall clock before the floor check. A clock that was right in this boot still is, even if
    /// the kernel has forgotten it, unless somebody has set it since.
    private static func trust(
        _ parts: ClockParts, _ state: PersistentState?, at now: Moment
    ) -> ClockTrust {
        guard parts.madeAt != nil, let state, state.boot == parts.boot else { return parts.trust }
        let saved = Moment(wall: state.savedAt.wall, boot: state.savedAt.boot)
        let wasSet = TimeKeeper.wallStep(from: saved, to: now) != nil
        return state.trust == .trusted && !wasSet ? .trusted : parts.trust
    }
}

/// The zones that the menu on the display offers: at least one city for each offset that many people live with, and for
/// each rule of summer time there. The network and the client know all zones.
private enum MenuZones {
    static let names = [
        "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Phoenix",
        "America/Denver", "America/Mexico_City", "America/Chicago", "America/Bogota",
        "America/New_York", "America/Santiago", "America/Halifax", "America/Sao_Paulo", "UTC",
        "Europe/London", "Africa/Lagos", "Europe/Berlin", "Africa/Cairo", "Africa/Johannesburg",
        "Europe/Helsinki", "Europe/Istanbul", "Africa/Nairobi", "Asia/Tehran", "Asia/Dubai",
        "Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok", "Asia/Shanghai",
        "Australia/Perth", "Asia/Tokyo", "Australia/Brisbane", "Australia/Sydney",
        "Pacific/Auckland",
    ]
}
