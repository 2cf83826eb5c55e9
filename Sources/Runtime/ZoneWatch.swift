import ClockCore
import ClockTime

/// Notices while the clock runs that the system's rules for its zone are others than before: tzdata was
/// brought up to date (law, 4.2), or damaged.
///
/// Theory of operation. Every few minutes each file's stamp is compared with the one before, which costs
/// one call of the kernel and reads nothing; only another stamp has the file read, and only other rules
/// are told of. A file is looked at by its name, not watched where it lies, because an update puts another
/// file in its place, or another folder in the place of all. What cannot be read changes nothing but the
/// health: the last good rules stay, and it is tried again at each look. It runs on the thread that
/// owns the disk.
struct ZoneWatch {
    /// Often enough: new rules come out days before they hold. And rare enough not to count among an idle
    /// clock's wake-ups.
    static let interval = Duration.minutes(10)

    private let source: any ZoneSource
    /// The rules that the machine goes by.
    private var zone: Zone
    /// Of the file that they were read from; nil: read it at the next look, whatever its stamp.
    private var stamp: ZoneStamp?
    private var hasProblem: Bool
    /// When to look next; nil for a source whose rules never change.
    private(set) var nextWake: BootTime?

    /// - Parameters:
    ///   - zone: the rules that the machine starts with.
    ///   - hasProblem: whether they stand in for rules that could not be read.
    init(_ source: any ZoneSource, zone: Zone, hasProblem: Bool, at now: BootTime) {
        self.source = source
        self.zone = zone
        self.hasProblem = hasProblem
        if source.stamp(of: zone.name) != .fixed { nextWake = now + ZoneWatch.interval }
    }

    /// A person may have chosen another zone: what is kept says which.
    mutating func follow(_ state: PersistentState, at now: BootTime) {
        guard state.zone != zone.name else { return }
        let stamp = source.stamp(of: state.zone)
        // Chosen a moment ago, so it was read a moment ago; if not, the next look tries.
        guard case .success(let chosen) = source.zone(named: state.zone) else { return }
        (zone, hasProblem, self.stamp) = (chosen, false, stamp)
        nextWake = stamp == .fixed ? nil : now + ZoneWatch.interval
    }

    /// Looks, where it is time to.
    ///
    /// - Returns: what the machine has to hear of, nearly always nothing; nil where it was not time.
    mutating func look(at now: BootTime) -> [Event]? {
        guard let wake = nextWake, wake <= now else { return nil }
        nextWake = now + ZoneWatch.interval
        // Before the file is read: if it is replaced in between, the next look finds another stamp.
        let stamp = source.stamp(of: zone.name)
        guard stamp != self.stamp else { return [] }
        switch source.zone(named: zone.name) {
        case .success(let read):
            self.stamp = stamp
            var events: [Event] = []
            if read != zone {
                zone = read
                events.append(.zoneChanged(read, by: .synchronised))
            }
            if hasProblem { events.append(.health(HealthReport(part: .zone, problem: nil))) }
            hasProblem = false
            return events
        case .failure(let problem):
            self.stamp = nil
            guard !hasProblem else { return [] }
            hasProblem = true
            let words =
                "the rules of \(zone.name) cannot be read any more (\(problem.message));"
                + " going on with those from before"
            return [.health(HealthReport(part: .zone, problem: words))]
        }
    }
}

/// Tells one state of a zone's file from another.
package enum ZoneStamp: Hashable, Sendable {
    /// Rules that never change while the program runs.
    case fixed
    /// There is no such file.
    case missing
    /// Numbers of which one at least is another when the file is.
    case file([Int64])
}

extension ZoneSource {
    /// Most sources are made for a test, or for a run that has to be the same twice.
    package func stamp(of name: String) -> ZoneStamp { .fixed }
}
