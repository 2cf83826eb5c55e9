package import ClockTime

/// What this program calls itself.
package enum Product {
    package static let version = "0.1.0"
    /// The day of that version, in UTC: no clock that shows an earlier time is right (law, 5.1). Raised with
    /// the version, and no build's own time, so that the same sources give the same program.
    package static let madeAt = Instant(seconds: 1_772_323_200)  // 2026-03-01
    /// The same as a date.
    package static var madeOn: CivilDate { Zone.utc.civilTime(at: madeAt).date }
}
