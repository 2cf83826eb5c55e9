import ClockTime
import Foundation
import Synchronization
import Testing

/// The zones that were read, because thousands of stories begin with the same few.
private let readZones = Mutex<[String: Zone]>([:])

/// A zone from the system's compiled files.
func systemZone(_ name: String) throws -> Zone {
    if let zone = readZones.withLock({ $0[name] }) { return zone }
    let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
    let zone = try Zone(name: name, tzif: [UInt8](bytes))
    readZones.withLock { $0[name] = zone }
    return zone
}

func timeOfDay(_ text: String) throws -> TimeOfDay {
    try #require(TimeOfDay(text), "not a time of day: \(text)")
}

func civilDate(_ text: String) throws -> CivilDate {
    try #require(CivilDate(text), "not a date: \(text)")
}

/// The civil time in "2025-01-14 07:00" or "2025-01-14 07:00:30".
func civil(_ text: String) throws -> CivilTime {
    let parts = text.split(separator: " ").map(String.init)
    try #require(parts.count == 2, "not a date and a time: \(text)")
    var time = CivilTime(
        date: try civilDate(parts[0]), time: try timeOfDay(String(parts[1].prefix(5))))
    time.secondOfDay += parts[1].count > 5 ? Int(parts[1].suffix(2)) ?? 0 : 0
    return time
}

func instant(_ text: String) throws -> Instant {
    try RFC3339.parse(text).instant
}

extension Zone {
    /// The instant at which a clock in this zone first shows "2025-01-14 07:00" or
    /// "2025-01-14 07:00:30".
    func instant(showing text: String) throws -> Instant {
        let shown = try civil(text)
        let time = try #require(TimeOfDay(hour: shown.hour, minute: shown.minute))
        switch instants(of: shown.date, time) {
        case .exact(let first, _), .gap(let first):
            return first.advanced(bySeconds: Int64(shown.second))
        case .skippedDate:
            Issue.record("\(name) leaves out \(text)")
            return Instant(seconds: 0)
        }
    }

    /// The time that a clock in this zone shows, as "2025-01-14 07:00:00".
    func text(at instant: Instant) -> String {
        let civil = civilTime(at: instant)
        let digits = [civil.hour, civil.minute, civil.second].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(civil.date) " + digits.joined(separator: ":")
    }
}
