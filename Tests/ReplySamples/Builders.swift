package import ClockTime

package func time(_ text: String) throws -> TimeOfDay { try read(text, TimeOfDay(text)) }

package func date(_ text: String) throws -> CivilDate { try read(text, CivilDate(text)) }

package func weekly(_ days: WeekdaySet, _ text: String) throws -> Schedule {
    try read(text, Schedule(time: time(text), kind: .weekly(days)))
}

/// A sample that is malformed. The kit is also built where there is no test library.
private struct BadSample: Error {
    var text: String
}

private func read<Value>(_ text: String, _ value: Value?) throws -> Value {
    guard let value else { throw BadSample(text: text) }
    return value
}

package func wall(_ text: String) throws -> WallTime { try RFC3339.parse(text) }

package func civil(_ day: String, _ time: String, second: Int = 0) throws -> CivilTime {
    var civil = CivilTime(date: try date(day), time: try ReplySamples.time(time))
    civil.secondOfDay += second
    return civil
}

/// Two zones, with the offsets that they have at the time of these tests.
package struct TestZones: ZoneReader {
    package static let berlin = Zone.fixed(name: "Europe/Berlin", offsetSeconds: 7200)

    package init() {}

    package func zone(named name: String) throws(TextFormError) -> Zone {
        switch name {
        case "UTC": return .utc
        case "Europe/Berlin": return TestZones.berlin
        case "Asia/Tokyo": return .fixed(name: name, offsetSeconds: 9 * 3600)
        case "America/New_York": return .fixed(name: name, offsetSeconds: -5 * 3600)
        default: throw TextFormError("the system has no time zone \(name)")
        }
    }
}
