import ClockCore
import ClockTime
import HAL

/// Reads the rules of the zones in use, the clock's own, those that alarms are pinned to and those of world clocks. While it runs it notices
/// that the system's rules have changed, because tzdata was updated (law, 4.2) or damaged.
///
/// Theory of operation. Every few minutes each file's stamp is compared with the previous one, which costs one system
/// call and reads nothing. A file is read only if its stamp has changed, and reported only if its rules have. Files
/// are looked up by name instead of watched, because an update replaces the file or the whole folder. An unreadable
/// file changes only the health: the last good rules stay. At the start the last known offset stands in for them
/// (law, 18), and each check tries again. It runs on the thread that owns the disk.
struct ZoneWatch {
    /// Often enough, because new rules are published days before they apply; rare enough not to matter among an idle
    /// clock's wake-ups.
    static let interval = Duration.minutes(10)
    /// The most zones with problems to name in one line.
    private static let mostNamed = 3

    private let source: any ZoneSource
    private var localName: String
    private var pinnedNames: Set<String>
    /// By name; each zone is checked once, however many use it.
    private var watched: [String: WatchedZone] = [:]
    /// The problem that the machine was last told.
    private var reportedProblem: String?
    /// When to check next; nil for a source whose rules never change.
    private(set) var nextWake: BootTime?

    /// Reads all rules.
    ///
    /// - Parameters:
    ///   - local: the name of the clock's own zone.
    ///   - pinned: the names of the other zones; may repeat.
    ///   - offsets: the last known offset of each from UTC, in seconds.
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
        reportedProblem = problem
        if source.stamp(of: local) != .fixed { nextWake = now + ZoneWatch.interval }
    }

    /// The rules that the machine starts with: those of the clock's own zone, or a stand-in.
    var local: Zone {
        // The stand-in keeps the zone's name, so that the stored name is not lost with the file.
        watched[localName]?.zone ?? .fixed(name: localName, offsetSeconds: 0)
    }

    /// The other zones, if readable or known by an offset.
    var pinned: [Zone] {
        pinnedNames.sorted().compactMap { watched[$0]?.zone }
    }

    /// The problem with the zones, for people; nil if all is well.
    var problem: String? {
        // The clock's own zone comes first.
        let names = watched.keys.filter { $0 != localName }.sorted()
        let problems = ([localName] + names).compactMap { name in
            watched[name]?.problem(isLocal: name == localName)
        }
        guard !problems.isEmpty else { return nil }
        let rest = problems.count - ZoneWatch.mostNamed
        return problems.prefix(ZoneWatch.mostNamed).joined(separator: "; ")
            + (rest > 0 ? "; and \(rest) more" : "")
    }

    /// Follows the saved state: a person may have chosen another zone, or set an alarm for one.
    mutating func follow(_ state: PersistentState) {
        localName = state.zone
        pinnedNames = Set(state.otherZones)
        let names = pinnedNames.union([localName])
        for name in names where watched[name] == nil {
            // Just chosen, so it was just read; if not, the next check tries again.
            let offset = state.zoneOffsets[name]
            watched[name] = WatchedZone(name, source, lastOffset: offset)
        }
        watched = watched.filter { names.contains($0.key) }
    }

    /// Checks the zones, if it is time.
    ///
    /// - Returns: events for the machine, nearly always none; nil if it was not time.
    mutating func look(at now: BootTime) -> [Event]? {
        guard let wake = nextWake, wake <= now else { return nil }
        nextWake = now + ZoneWatch.interval
        var events: [Event] = []
        let source = source
        for name in watched.keys.sorted() {
            guard let read = watched[name]?.look(source) else { continue }
            if name == localName { events.append(.zoneChanged(read, by: .synchronised)) }
            // The clock's own zone may be among the others, too.
            if pinnedNames.contains(name) { events.append(.pinnedZoneChanged(read)) }
        }
        if problem != reportedProblem {
            reportedProblem = problem
            events.append(.health(HealthReport(part: .zone, problem: problem)))
        }
        return events
    }
}

/// One zone, and the state of its file.
private struct WatchedZone {
    private let name: String
    /// The rules that the machine uses; nil if nothing is known of them.
    private(set) var zone: Zone?
    /// The stamp of the file that they were read from; nil: read it at the next check, whatever its stamp.
    private var stamp: ZoneStamp?
    /// Why the rules cannot be read.
    private var failure: Failure?

    private struct Failure {
        var message: String
        var standIn: StandIn
    }

    private enum StandIn {
        /// The previously read rules.
        case rules
        /// The zone's last offset from UTC, in seconds.
        case offset(Int)
        case nothing
    }

    /// The offsets that a zone's file may hold, in seconds.
    private static let offsets = -26 * 3600...26 * 3600

    init(_ name: String, _ source: any ZoneSource, lastOffset: Int?) {
        self.name = name
        // Taken before the read: if the file is replaced in between, the next check finds another stamp.
        let stamp = source.stamp(of: name)
        switch source.zone(named: name) {
        case .success(let read):
            zone = read
            self.stamp = stamp
        case .failure(let problem):
            // A stored offset is no more reliable than the card it is on.
            let lastOffset = lastOffset.flatMap { WatchedZone.offsets.contains($0) ? $0 : nil }
            zone = lastOffset.map { .fixed(name: name, offsetSeconds: $0) }
            failure = Failure(
                message: problem.message, standIn: lastOffset.map(StandIn.offset) ?? .nothing)
        }
    }

    /// - Returns: the new rules; nil if they have not changed.
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
            // The first message stays, so that a file damaged differently each time is not news.
            failure = failure ?? Failure(message: problem.message, standIn: .rules)
            return nil
        }
    }

    /// The problem in words for people; nil if the rules were read.
    ///
    /// - Parameter isLocal: whether it is the clock's own zone, not only one of alarms.
    func problem(isLocal: Bool) -> String? {
        guard let failure else { return nil }
        let why = "(\(failure.message))"
        switch failure.standIn {
        case .rules:
            return "the rules of the time zone \(name) can't be read any more \(why)."
                + " The clock keeps the last ones"
        case .offset(let seconds):
            return "the time zone \(name) can't be used \(why). The clock uses its last offset, "
                + WatchedZone.text(offset: seconds)
        case .nothing:
            return isLocal
                ? "the time zone \(name) can't be used \(why). The clock shows UTC"
                : "the time zone \(name) can't be used \(why). Its alarms ring by the clock's own"
                    + " zone, and its world clock shows no time"
        }
    }

    /// "UTC+05:45".
    private static func text(offset seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "UTC" + (seconds < 0 ? "-" : "+") + parts.joined(separator: ":")
    }
}
