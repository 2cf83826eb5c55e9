import ClockCore
import ClockTime

/// What can be wrong with the state's folder as a whole, asked at the start and every few minutes. Each check returns a
/// problem in words, or nil.
package struct FolderChecks: Sendable {
    /// Whether others can write to it.
    package var rights: @Sendable () -> String?
    /// Whether its disk is full. The state itself needs no new room, but own sounds, fonts and updates do.
    package var space: @Sendable () -> String?

    package init(
        rights: @escaping @Sendable () -> String?, space: @escaping @Sendable () -> String?
    ) {
        self.rights = rights
        self.space = space
    }
}

/// Reports what changes about the state's folder. It runs on the thread that owns the disk, at the times at which that
/// thread looks after the zone files, so it costs no wake-up.
struct FolderWatch {
    private let checks: FolderChecks
    private var reported: [HealthPart: String] = [:]
    /// When to look next.
    private(set) var nextWake: BootTime

    init(_ checks: FolderChecks, at now: BootTime) {
        self.checks = checks
        nextWake = now
    }

    /// What is new since the last look; nil if it is not time for one.
    mutating func look(at now: BootTime) -> [HealthReport]? {
        guard nextWake <= now else { return nil }
        nextWake = now + ZoneWatch.interval
        return news
    }

    private var news: [HealthReport] {
        mutating get {
            [(HealthPart.stateFolder, checks.rights()), (.space, checks.space())].compactMap {
                (part, problem) in
                guard problem != reported[part] else { return nil }
                reported[part] = problem
                return HealthReport(part: part, problem: problem)
            }
        }
    }
}
