package import BoundedJSON
package import ClockTime

// Times in JSON: "2026-03-29T00:59:50Z" for instants, the same with milliseconds for wall times, and
// "2026-03-29T02:59:50" for the time that the clock face shows.

extension JSONValue {
    static func wall(_ time: WallTime) -> JSONValue {
        .string(RFC3339.format(time))
    }

    package static func instant(_ instant: Instant) -> JSONValue {
        // A year has four digits. In a zone behind UTC, an alarm on the last evening of 9999 would
        // exceed them, so it is reported as the last second.
        let seconds = min(max(instant.seconds, firstSecond), lastSecond)
        return .string("\(CivilTime(secondsAsUTC: seconds))Z")
    }

    package static func local(_ time: CivilTime?) -> JSONValue {
        time.map { .string($0.description) } ?? .null
    }

    /// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
    private static let firstSecond: Int64 = -62_135_596_800
    private static let lastSecond: Int64 = 253_402_300_799
}

extension FieldForm where Value == WallTime {
    static var wall: FieldForm {
        FieldForm<String>.text.described("a time like \"2026-03-29T00:59:50.000Z\"")
            .map(to: { try? RFC3339.parse($0) }, from: { RFC3339.format($0) })
    }
}

extension FieldForm where Value == Instant {
    package static var instant: FieldForm {
        FieldForm(
            .described(.text, "a time like \"2026-03-29T00:59:50Z\""),
            read: { value in
                guard case .string(let text) = value, text.hasSuffix("Z") else { return nil }
                return CivilTime(String(text.dropLast())).map { Instant(seconds: $0.secondsAsUTC) }
            }, write: JSONValue.instant)
    }
}

extension FieldForm where Value == CivilTime {
    static var local: FieldForm {
        FieldForm<String>.text.described("a date and time like \"2026-03-29T02:59:50\"")
            .map(to: { CivilTime($0) }, from: \.description)
    }
}

extension WallTime: FormedValue {
    package var json: JSONValue { .wall(self) }
    package static var form: FieldForm<WallTime> { .wall }
}

extension Instant: FormedValue {
    package var json: JSONValue { .instant(self) }
    package static var form: FieldForm<Instant> { .instant }
}
