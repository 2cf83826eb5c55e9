package import ClockTime

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

extension ZoneSource {
    /// Most sources are made for a test, or for a run that has to be the same twice.
    package func stamp(of name: String) -> ZoneStamp { .fixed }
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
