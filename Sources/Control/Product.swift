package import ClockTime

/// The product's name and version.
package enum Product {
    package static let version = "0.1.0"
    /// The release date of that version, in UTC. A clock that shows an earlier time is wrong (law, 5.1). Bump it with
    /// the version. It is not the build time, so that the same sources produce the same program.
    package static let madeAt = Instant(seconds: 1_772_323_200)  // 2026-03-01
    /// The same as a date.
    package static var madeOn: CivilDate { Zone.utc.civilTime(at: madeAt).date }
}
