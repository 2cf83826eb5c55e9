import ClockCore
import ClockTime
import HAL

/// Reads the rules of the zones that the clock goes by, its own and those that alarms are pinned to, and
/// notices while it runs that the system has others: tzdata was brought up to date (law, 4.2), or damaged.
///
/// Theory of operation. Every few minutes each file's stamp is compared with the one before, which costs
/// one call of the kernel and reads nothing; only another stamp has the file read, and only other rules
/// are told of. A file is looked at by its name, not watched where it lies, because an update puts another
/// file in its place, or another folder in the place of all. What cannot be read changes nothing but the
/// health: the last good rules stay, at the start the last known offset takes their place (law, 18), and it
/// is tried again at each look. It runs on the thread that owns the disk.
struct ZoneWatch {
    /// Often enough: new rules come out days before they hold. And rare enough not to count among an idle
    /// clock's wake-ups.
    static let interval = Duration.minutes(10)
    /// Zones with a problem that one line about them can hold.
    private static let mostNamed = 3

    private let source: any ZoneSource
    private var localName: String
    private var pinnedNames: Set<String>
    /// By name; each is looked at once, whoever goes by it.
    private var watched: [String: WatchedZone] = [:]
    /// What the machine heard last of what is wrong.
    private var toldProblem: String?
    /// When to look next; nil for a source whose rules never change.
    private(set) var nextWake: BootTime?

    /// Reads all rules.
    ///
    /// - Parameters:
    ///   - local: the name of the zone that the clock stands in.
    ///   - pinned: the names of those that alarms are pinned to, in any number of each.
    ///   - offsets: what each added to UTC when it was known last, in seconds.
    init(
        _ source: any ZoneSource, local: String, pinned: [String], offsets: [String: Int],
        at now: BootTime
    ) {
        self.source = source
        localName = local
        pinnedNames = Set(pinned)
        for name in pinnedNames.union([local]) {
            watched[name] = WatchedZone(name, source, lastOffset: offsets[name])
        }
        toldProblem = problem
        if source.stamp(of: local) != .fixed { nextWake = now + ZoneWatch.interval }
    }

    /// The rules that the machine starts with: those of the clock's own zone, or what stands in for them.
    var local: Zone {
        // Under its own name, so that what is stored is not lost with the file.
        watched[localName]?.zone ?? .fixed(name: localName, offsetSeconds: 0)
    }

    /// Those of the zones that alarms are pinned to, where they are to be had or known by an offset.
    var pinned: [Zone] {
        pinnedNames.sorted().compactMap { watched[$0]?.zone }
    }

    /// What is wrong with them, for people; nil where all is well.
    var problem: String? {
        // That of the clock's own zone comes first.
        let names = watched.keys.filter { $0 != localName }.sorted()
        let problems = ([localName] + names).compactMap { name in
            watched[name]?.problem(isLocal: name == localName)
        }
        guard !problems.isEmpty else { return nil }
        let rest = problems.count - ZoneWatch.mostNamed
        return problems.prefix(ZoneWatch.mostNamed).joined(separator: "; ")
            + (rest > 0 ? "; and \(rest) more" : "")
    }

    /// A person may have chosen another zone, or set an alarm for one: what is kept says which there are.
    mutating func follow(_ state: PersistentState) {
        localName = state.zone
        pinnedNames = Set(state.alarms.compactMap(\.pinnedZone))
        let names = pinnedNames.union([localName])
        for name in names where watched[name] == nil {
            // Chosen a moment ago, so it was read a moment ago; if not, the next look tries.
            let offset = state.zoneOffsets[name]
            watched[name] = WatchedZone(name, source, lastOffset: offset)
        }
        watched = watched.filter { names.contains($0.key) }
    }

    /// Looks, where it is time to.
    ///
    /// - Returns: what the machine has to hear of, nearly always nothing; nil where it was not time.
    mutating func look(at now: BootTime) -> [Event]? {
        guard let wake = nextWake, wake <= now else { return nil }
        nextWake = now + ZoneWatch.interval
        var events: [Event] = []
        let source = source
        for name in watched.keys.sorted() {
            guard let read = watched[name]?.look(source) else { continue }
            if name == localName { events.append(.zoneChanged(read, by: .synchronised)) }
            // An alarm may be pinned to the clock's own zone, too.
            if pinnedNames.contains(name) { events.append(.pinnedZoneChanged(read)) }
        }
        if problem != toldProblem {
            toldProblem = problem
            events.append(.health(HealthReport(part: .zone, problem: problem)))
        }
        return events
    }
}

/// One zone, and how its file is.
private struct WatchedZone {
    private let name: String
    /// The rules that the machine goes by; nil where nothing at all is known of them.
    private(set) var zone: Zone?
    /// Of the file that they were read from; nil: read it at the next look, whatever its stamp.
    private var stamp: ZoneStamp?
    /// Why they cannot be read.
    private var failure: Failure?

    private struct Failure {
        var message: String
        var standIn: StandIn
    }

    private enum StandIn {
        /// The rules that were read before.
        case rules
        /// What the zone added to UTC last, in seconds.
        case offset(Int)
        case nothing
    }

    /// What a zone's file may say, in seconds.
    private static let offsets = -26 * 3600...26 * 3600

    init(_ name: String, _ source: any ZoneSource, lastOffset: Int?) {
        self.name = name
        // Before the file is read: if it is replaced in between, the next look finds another stamp.
        let stamp = source.stamp(of: name)
        switch source.zone(named: name) {
        case .success(let read):
            zone = read
            self.stamp = stamp
        case .failure(let problem):
            // What is stored is no better than the card that it lies on.
            let lastOffset = lastOffset.flatMap { WatchedZone.offsets.contains($0) ? $0 : nil }
            zone = lastOffset.map { .fixed(name: name, offsetSeconds: $0) }
            failure = Failure(
                message: problem.message, standIn: lastOffset.map(StandIn.offset) ?? .nothing)
        }
    }

    /// - Returns: other rules than before; nil where there are none.
    mutating func look(_ source: any ZoneSource) -> Zone? {
        let stamp = source.stamp(of: name)
        guard stamp != self.stamp else { return nil }
        switch source.zone(named: name) {
        case .success(let read):
            self.stamp = stamp
            failure = nil
            guard read != zone else { return nil }
            zone = read
            return read
        case .failure(let problem):
            self.stamp = nil
            // Told as it was first, so that a file which is damaged anew each time is no news.
            failure = failure ?? Failure(message: problem.message, standIn: .rules)
            return nil
        }
    }

    /// In words for people; nil where the rules were read.
    ///
    /// - Parameter isLocal: whether the clock itself goes by it, and not alarms alone.
    func problem(isLocal: Bool) -> String? {
        guard let failure else { return nil }
        let why = "(\(failure.message))"
        switch failure.standIn {
        case .rules:
            return "the rules of \(name) cannot be read any more \(why);"
                + " going on with those from before"
        case .offset(let seconds):
            return "the zone \(name) cannot be used \(why); going by its last known offset, "
                + WatchedZone.text(offset: seconds)
        case .nothing:
            return isLocal
                ? "the zone \(name) cannot be used \(why); showing UTC"
                : "the zone \(name) cannot be used \(why); alarms that are set for it ring by the"
                    + " clock's own"
        }
    }

    /// "UTC+05:45".
    private static func text(offset seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "UTC" + (seconds < 0 ? "-" : "+") + parts.joined(separator: ":")
    }
}
