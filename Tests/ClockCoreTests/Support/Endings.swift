import ClockTime

@testable import ClockCore

/// Checks the history: every occurrence ends in exactly one way unless it is reopened, nothing happens
/// to one that has ended, and record numbers have no gap (law, 11).
struct Endings {
    private var problems: [String] = []
    private var ended: [OccurrenceID: SubjectEvent.Name] = [:]
    private var open: Set<OccurrenceID> = []
    /// Reopened, or armed again, while they rang or were snoozed: that ring ends separately.
    private var stale: Set<OccurrenceID> = []

    static func problems(of records: [HistoryRecord]) -> [String] {
        var endings = Endings()
        for (before, record) in zip(records, records.dropFirst())
        where record.sequence != before.sequence + 1 {
            endings.problems.append("\(before.sequence) is followed by \(record.sequence)")
        }
        for record in records { endings.read(record) }
        return endings.problems
    }

    private mutating func read(_ record: HistoryRecord) {
        switch record.event {
        case .alarmEdited(let alarm, let edit):
            ended = ended.filter { $0.key.alarm != alarm }
            // An alarm that is switched on while it rings is armed again (6.7): a step back makes its date due.
            if edit == .enabled { stale.formUnion(open.filter { $0.alarm == alarm }) }
        case .alarm(let id, .reopened):
            ended[id] = nil
            if open.contains(id) { stale.insert(id) }
        case .alarm(let id, let event):
            // A date that a person passed over by setting the clock is not spent: set back, it is due again.
            if let end = ended[id], end != .passedOver {
                problems.append("\(record.sequence): \(record.event) after \(end)")
            }
            let end = event.name
            if end == .fired { open.insert(id) }
            guard end.isEnd else { return }
            // When a date is due again and passed over, the ring of it that was too early has not ended.
            if end == .passedOver || end == .skipped, stale.contains(id) { return }
            open.remove(id)
            if stale.remove(id) == nil { ended[id] = end }
        case .booted, .timer, .nap, .rungTaken, .clockStepped, .trustChanged, .zoneChanged,
            .storageFailed, .storageRecovered, .alarmsUnreadable, .batteryLow, .updateTold,
            .unknown:
            break
        }
    }
}
