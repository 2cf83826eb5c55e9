/// A time given by a user or a program to set a clock.
package enum GivenTime: Hashable, Sendable {
    /// The clock's new local time, in its own zone.
    case local(CivilTime)
    /// An instant, whatever the zone.
    case instant(WallTime)
}

extension GivenTime: LosslessStringConvertible {
    /// The accepted forms, for messages.
    package static let allowed =
        "a date and time like 2026-11-22T03:40 or 2026-11-22T03:40:00, as the clock is to show it,"
        + " or with Z or an offset such as +01:00 behind it"

    /// Longer texts are refused unread; a fraction of a second needs nine digits.
    private static let longest = 64
    /// The lengths of "2026-11-22T03:40" and "2026-11-22T03:40:00".
    private static let (toMinutes, toSeconds) = (16, 19)

    /// Parses the local times "2026-11-22T03:40" and "2026-11-22T03:40:00", and both followed by "Z" or an offset as
    /// instants. An instant may have a fraction of a second. Nil for anything else.
    package init?(_ text: String) {
        var bytes = Array(text.utf8.prefix(GivenTime.longest + 1))
        guard bytes.count <= GivenTime.longest, bytes.count >= GivenTime.toMinutes else {
            return nil
        }
        if bytes.count == GivenTime.toMinutes || bytes[GivenTime.toMinutes] != UInt8(ascii: ":") {
            bytes.insert(contentsOf: Array(":00".utf8), at: GivenTime.toMinutes)
        }
        let whole = String(decoding: bytes, as: UTF8.self)
        if let instant = try? RFC3339.parse(whole) {
            self = .instant(instant)
        } else if bytes.count == GivenTime.toSeconds, let local = try? RFC3339.parse(whole + "Z") {
            self = .local(CivilTime(secondsAsUTC: local.instant.seconds))
        } else {
            return nil
        }
    }

    /// "2026-11-22T03:40:00" for a local time, "2026-11-22T02:40:00.000Z" for an instant.
    package var description: String {
        switch self {
        case .local(let civil): civil.description
        case .instant(let wall): RFC3339.format(wall)
        }
    }
}
