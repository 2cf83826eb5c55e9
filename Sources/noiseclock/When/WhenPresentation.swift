import BoundedJSON
import ClockCore
import ClockTime
import Control
import English

// The answer to `when`, for people and for programs.

extension WhenAnswer {
    /// The question, and a line for each ring: the time on the clock, its offset from UTC, and a note if a change of
    /// the zone's offset affects it.
    var text: String {
        let question = "\(TimeText.schedule(schedule)), \(zone.name)\n"
        guard !occurrences.isEmpty else { return question + "  \(whyNone)\n" }
        let dates = occurrences.map { TimeText.date(local($0).date, withYear: true) }
        let width = dates.map(\.count).max() ?? 0
        return zip(occurrences, dates).reduce(into: question) { text, row in
            let (occurrence, date) = row
            let space = String(repeating: " ", count: width - date.count)
            let offset = OffsetText.format(zone.offset(at: occurrence.instant).seconds)
            text += "  \(date)\(space)  \(clock(occurrence))  UTC\(offset)"
            text += (note(occurrence).map { "  \($0)" } ?? "") + "\n"
        }
    }

    /// One line of JSON with its newline.
    var line: [UInt8] {
        var fields = Form<Schedule.Kind>.days.write(schedule.kind, "kind")
        fields["time"] = .string(schedule.time.description)
        fields["zone"] = .string(zone.name)
        fields["from"] = .instant(from)
        fields["armedAt"] = .instant(armedAt)
        fields["next"] = .list(
            occurrences.map { occurrence in
                let offset = zone.offset(at: occurrence.instant).seconds
                return .object([
                    "date": .string(occurrence.date.description),
                    "instant": .instant(occurrence.instant),
                    "local": .local(local(occurrence)),
                    "note": note(occurrence).map(JSONValue.string) ?? .null,
                    "offset": .string(OffsetText.format(offset)),
                    "placement": .string(occurrence.placement.rawValue),
                    "seconds": .integer(occurrence.instant.seconds),
                ])
            })
        return JSONValue.object(fields).line()
    }

    private func local(_ occurrence: Occurrence) -> CivilTime {
        zone.civilTime(at: occurrence.instant)
    }

    /// "07:30"; includes seconds if a zone's local mean time ended at an odd second.
    private func clock(_ occurrence: Occurrence) -> String {
        let local = local(occurrence)
        return local.second == 0 ? TimeText.clock(local) : TimeText.withSeconds(local)
    }

    /// How the law's 1.4 and 1.5 affect the ring; nil if they do not.
    private func note(_ occurrence: Occurrence) -> String? {
        switch occurrence.placement {
        case .movedByGap:
            let isOnItsDate = local(occurrence).date == occurrence.date
            let day = isOnItsDate ? "this day" : TimeText.date(occurrence.date)
            return "\(schedule.time) does not exist on \(day); rings at \(clock(occurrence))"
        case .secondPass: return "the second of two \(schedule.time)"
        case .exact:
            guard case .exact(_, second: .some) = zone.instants(of: occurrence.date, schedule.time)
            else { return nil }
            return "the first of two \(schedule.time)"
        }
    }

    private var whyNone: String {
        if case .dated(let date) = schedule.kind, !zone.has(date) {
            return "never: \(TimeText.date(date, withYear: true)) does not exist in this zone"
        }
        return "not any more: its only ring has passed"
    }
}
