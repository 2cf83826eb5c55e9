import ClockTime

/// A zone's offset from UTC, for people and programs.
package enum OffsetText {
    /// "+02:00"; includes seconds if local mean time has them.
    package static func format(_ seconds: Int) -> String {
        let length = CivilTime(secondsAsUTC: Int64(seconds.magnitude)).description
        let clock = String(length.suffix(8))
        return (seconds < 0 ? "-" : "+")
            + (clock.hasSuffix(":00") ? String(clock.dropLast(3)) : clock)
    }
}
