import ClockTime
import Foundation

@testable import ClockCore

/// Finds when an alarm's time comes by letting a clock tick through the zone's offsets: slow, plain, and
/// independent of the clock's own arithmetic.
struct TickingReckoner {
    let zone: Zone

    /// Offsets are under 27 hours, so a date's times lie within 27 hours of the same time in UTC.
    private static let hours: ClosedRange<Int64> = -27...27

    /// Every instant at which the clock shows that time; if it never does, the first at which it shows a later
    /// one. None if the date does not exist (law, 1.3, 1.4, 1.6).
    func candidates(of date: CivilDate, _ time: TimeOfDay) -> [Instant] {
        let wanted = CivilTime(date: date, time: time)
        let local = wanted.secondsAsUTC
        var offsets: Set<Int64> = []
        for hour in TickingReckoner.hours {
            offsets.insert(offset(at: local + hour * 3_600))
        }
        let exact = offsets.filter { offset(at: local - $0) == $0 }.map { local - $0 }.sorted()
        if !exact.isEmpty { return exact.map { Instant(seconds: $0) } }
        var first: Instant?
        var isDate = false
        for minute
            in (TickingReckoner.hours.lowerBound * 60)...(TickingReckoner.hours.upperBound * 60)
        {
            let instant = Instant(seconds: local + minute * 60)
            let shown = CivilTime(secondsAsUTC: instant.seconds + offset(at: instant.seconds))
            if shown.date == date { isDate = true }
            if first == nil, shown >= wanted { first = instant }
        }
        return isDate ? [first].compactMap { $0 } : []
    }

    private func offset(at seconds: Int64) -> Int64 {
        Int64(zone.offset(at: Instant(seconds: seconds)).seconds)
    }

    /// The dates of an alarm whose instant lies in (`start`, `end`], in order of their dates (law, 1.5,
    /// 1.7, 2.1).
    func due(
        _ schedule: Schedule, armedAt: Instant, after start: Instant, through end: Instant
    ) -> [(date: CivilDate, instant: Instant)] {
        let from = max(start, armedAt)
        guard from < end else { return [] }
        var found: [(CivilDate, Instant)] = []
        for date in dates(of: schedule, armedAt: armedAt, after: from, through: end) {
            if let instant = candidates(of: date, schedule.time).first(where: { $0 > armedAt }),
                from < instant, instant <= end
            {
                found.append((date, instant))
            }
        }
        return found
    }

    /// The dates that could be among them.
    private func dates(
        of schedule: Schedule, armedAt: Instant, after start: Instant, through end: Instant
    ) -> [CivilDate] {
        func date(at instant: Instant, plus days: Int) -> CivilDate {
            zone.civilTime(at: instant).date.adding(days: days)
        }
        switch schedule.kind {
        case .dated(let only): return [only]
        case .once:
            let first = (-1...4).map { date(at: armedAt, plus: $0) }.first { date in
                candidates(of: date, schedule.time).contains { $0 > armedAt }
            }
            return [first].compactMap { $0 }
        case .weekly(let days):
            var all: [CivilDate] = []
            var next = date(at: start, plus: -1)
            while next <= date(at: end, plus: 1) {
                if days.contains(next.weekday) { all.append(next) }
                next = next.adding(days: 1)
            }
            return all
        }
    }
}

/// Every zone of the system's tzdata.
enum AllZones {
    static let names: [String] = {
        let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        return (files ?? []).filter { name in
            guard !name.hasPrefix("posix/"), !name.hasPrefix("right/"), ZoneName.isValid(name),
                let file = FileHandle(forReadingAtPath: "\(folder)/\(name)")
            else { return false }
            return (try? file.read(upToCount: 4)) == Data("TZif".utf8)
        }.sorted()
    }()
    /// As the history names them.
    static let byChecksum = Dictionary(
        names.map { (HistoryRecord.checksum(ofZone: $0), $0) }, uniquingKeysWith: { $1 })
}
