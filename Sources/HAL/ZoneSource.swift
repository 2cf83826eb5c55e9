package import ClockTime

/// A source of time zone rules.
package protocol ZoneSource: Sendable {
    /// The rules of the named zone, or a human-readable reason why there are none.
    func zone(named name: String) -> Result<Zone, ZoneProblem>

    /// Identifies the current version of the rules, to detect changes. Cheap: called every few minutes.
    func stamp(of name: String) -> ZoneStamp

    /// The name of the system's zone, the default when none is stored; nil if unknown.
    var systemZoneName: String? { get }
}

package struct ZoneProblem: Error, Hashable, Sendable {
    package var message: String

    package init(_ message: String) {
        self.message = message
    }
}

/// Adapts a zone source for the readers of words and requests.
package struct SourceZones: ZoneReader {
    private let source: any ZoneSource

    package init(_ source: any ZoneSource) {
        self.source = source
    }

    package func zone(named name: String) throws(TextFormError) -> Zone {
        switch source.zone(named: name) {
        case .success(let zone): return zone
        case .failure(let problem): throw TextFormError(problem.message)
        }
    }
}

extension ZoneSource {
    /// The default suits most sources: those for tests and for reproducible runs.
    package func stamp(of name: String) -> ZoneStamp { .fixed }
}

/// Identifies one version of a zone's file.
package enum ZoneStamp: Hashable, Sendable {
    /// Rules that never change while the program runs.
    case fixed
    /// The file does not exist.
    case missing
    /// Numbers that identify the file's version: if the file changes, at least one of them changes.
    case file([Int64])
}
