package import BoundedJSON
import ClockCore
package import ClockTime

// Times in JSON: "2026-03-29T00:59:50Z" for instants, the same with milliseconds for wall times, and
// "2026-03-29T02:59:50" for the time that the clock face shows.

extension JSONValue {
    static func wall(_ time: WallTime) -> JSONValue {
        .string(RFC3339.format(time))
    }

    package static func local(_ time: CivilTime?) -> JSONValue {
        time.map { .string($0.description) } ?? .null
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
