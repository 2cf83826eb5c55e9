package import ClockTime
import Control

/// Where zone rules come from.
package protocol ZoneSource: Sendable {
    /// The rules of the zone of that name, or why there are none, in words for people.
    func zone(named name: String) -> Result<Zone, ZoneProblem>

    /// Tells whether the rules may have changed since they were read. Cheap: asked of every few minutes.
    func stamp(of name: String) -> ZoneStamp

    /// The name of the system's own zone, taken when none is stored; nil where it is not known.
    var systemZoneName: String? { get }
}

package struct ZoneProblem: Error, Hashable, Sendable {
    package var message: String

    package init(_ message: String) {
        self.message = message
    }
}

/// Such a source, as those ask it who read words and requests.
struct SourceZones: ZoneReader {
    private let source: any ZoneSource

    init(_ source: any ZoneSource) {
        self.source = source
    }

    func zone(named name: String) throws(TextFormError) -> Zone {
        switch source.zone(named: name) {
        case .success(let zone): return zone
        case .failure(let problem): throw TextFormError(problem.message)
        }
    }
}
