import BoundedJSON
import ClockCore
import ClockTime
import Control

/// What happens to rings, as events for rules: from the records of the clock's history, each once, and from the status for
/// a test, which the history does not keep.
struct RingEvents {
    enum Kind: String, CaseIterable {
        case rang, snoozed, stopped, missed, unanswered, test
    }

    /// The number of the newest record that was looked at; nil: none yet.
    private var newest: UInt64?
    private var tested: AlarmID?

    /// More than ever happen between two replies.
    static let most = 16

    /// - Returns: the payloads of the new events, oldest first. What was there before the first reply is old.
    mutating func take(_ report: HistoryReport) -> [JSONValue] {
        let last = report.records.last?.sequence
        defer { if let last { newest = last } else { newest = newest ?? 0 } }
        guard let newest, last.map({ $0 >= newest }) ?? false else { return [] }
        let new = report.records.filter { $0.sequence > newest }.suffix(RingEvents.most)
        return new.compactMap { RingEvents.payload($0, report) }
    }

    mutating func take(_ status: StatusReport) -> [JSONValue] {
        defer { tested = status.tested }
        guard let alarm = status.testedAlarm, alarm.id != tested else { return [] }
        return [
            .object([
                "event_type": .string(Kind.test.rawValue), "kind": .string("alarm"),
                "alarm": .integer(Int64(alarm.id.number)), "label": .string(alarm.label),
                "at": .instant(status.wall.instant), "local": .local(status.civil),
            ])
        ]
    }

    private static func payload(_ record: HistoryRecord, _ report: HistoryReport) -> JSONValue? {
        var fields: [String: JSONValue]
        let event: SubjectEvent.Name
        switch record.event {
        case .alarm(let occurrence, let what):
            event = what.name
            fields = occurrence.fields
            fields["kind"] = .string("alarm")
            fields["label"] = .string(report.alarmLabels[occurrence.alarm] ?? "")
        case .timer(let id, let what):
            event = what
            fields = ["kind": .string("timer"), "timer": .integer(Int64(id.number))]
            fields["label"] = .string(report.timerNames[id] ?? "")
        case .nap(let what):
            event = what
            fields = ["kind": .string("nap"), "label": .string("")]
        default: return nil
        }
        guard let kind = Kind(event) else { return nil }
        fields["event_type"] = .string(kind.rawValue)
        fields["at"] = .instant(record.instant)
        fields["local"] = .local(record.civil)
        return .object(fields)
    }
}

extension RingEvents.Kind {
    fileprivate init?(_ event: SubjectEvent.Name) {
        switch event {
        case .fired, .rangAgain: self = .rang
        case .snoozed: self = .snoozed
        case .stopped: self = .stopped
        case .missed: self = .missed
        case .silenced: self = .unanswered
        default: return nil
        }
    }
}
