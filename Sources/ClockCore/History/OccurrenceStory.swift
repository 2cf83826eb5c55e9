import ClockTime

/// What the history tells about one occurrence, and about the clock around that time.
///
/// This only finds records; `Explainer` says what they mean. Anything it does not find is unknown and
/// never guessed: a power cut can lose records, and the oldest are dropped.
struct OccurrenceStory {
    let id: OccurrenceID
    /// The occurrence's records, including rungs taken while it rang, oldest first.
    let own: [HistoryRecord]
    /// All records, oldest first.
    private let all: ArraySlice<HistoryRecord>
    /// The next record's number.
    private let nextSequence: UInt64

    init(of id: OccurrenceID, in history: History) {
        self.id = id
        all = history.records
        nextSequence = history.nextSequence
        own =
            history.report(
                HistoryQuery(alarm: id.alarm, date: id.date, count: History.capacity)
            ).records
    }

    /// The oldest record; nil if the history is empty.
    var oldest: HistoryRecord? { all.first }

    /// Whether records after this one are missing.
    func hasGaps(after record: HistoryRecord) -> Bool {
        let kept = all.drop { $0.sequence < record.sequence }.count
        return UInt64(kept) != nextSequence &- record.sequence
    }

    /// The first edit of the alarm after a record, whatever it changed.
    func edit(after record: HistoryRecord) -> HistoryRecord? {
        all.first {
            $0.sequence > record.sequence && $0.event == .alarmEdited(id.alarm, .edited)
        }
    }

    /// The first edit of the alarm after an instant.
    func edit(after instant: Instant) -> HistoryRecord? {
        all.first { $0.instant > instant && $0.event == .alarmEdited(id.alarm, .edited) }
    }

    /// When a user switched the alarm off, if it was off at `instant`; nil if no such record is known.
    func switchedOff(before instant: Instant) -> HistoryRecord? {
        let last = all.last { record in
            record.instant <= instant && OccurrenceStory.isOn(record, of: id.alarm) != nil
        }
        return last.flatMap { OccurrenceStory.isOn($0, of: id.alarm) == false ? $0 : nil }
    }

    /// When a user switched the alarm on after `instant`, which means that it was off then; nil if no such record is
    /// known.
    func switchedOn(after instant: Instant) -> HistoryRecord? {
        let first = all.first { record in
            record.instant > instant && OccurrenceStory.isOn(record, of: id.alarm) != nil
        }
        return first.flatMap { OccurrenceStory.isOn($0, of: id.alarm) == true ? $0 : nil }
    }

    /// Nil if the record switches nothing.
    private static func isOn(_ record: HistoryRecord, of alarm: AlarmID) -> Bool? {
        switch record.event {
        case .alarmEdited(alarm, .enabled), .alarmEdited(alarm, .added): true
        case .alarmEdited(alarm, .disabled): false
        default: nil
        }
    }

    /// The clock changes between a time and a record, oldest first: starts, steps, zone and trust changes. They may be
    /// why the occurrence was late. A step also explains what the wrong clock reported before it, back to the clock's
    /// start.
    func causes(of record: HistoryRecord, since scheduled: Instant) -> [HistoryRecord] {
        var causes: [HistoryRecord] = []
        var correction = Duration.zero
        for earlier in all.reversed() where earlier.sequence < record.sequence {
            let isSince = WallTime(earlier.instant) + correction >= WallTime(scheduled)
            if isSince, earlier.event.isAboutTime { causes.append(earlier) }
            switch earlier.event {
            case .clockStepped(let delta, _): correction += delta
            case .booted: correction = .zero
            default: break
            }
        }
        return causes.reversed()
    }

    /// The clock changes in the same step as a record.
    func causesInStep(of record: HistoryRecord) -> [HistoryRecord] {
        all.filter { earlier in
            earlier.sequence < record.sequence && earlier.instant == record.instant
                && earlier.event.isAboutTime
        }
    }

    /// A verdict on several dates at once that may include this one: the history names only the last of them.
    var verdictOnSeveral: HistoryRecord? {
        all.first { record in
            guard case .alarm(let latest, .missed(_, .late, let count)) = record.event else {
                return false
            }
            return latest.alarm == id.alarm && count > 1 && latest.date > id.date
                && latest.date <= id.date.adding(days: Int(LookBack.seconds / 86_400))
        }
    }
}

extension HistoryEvent {
    /// Whether the record says that the clock's time or trust changed.
    fileprivate var isAboutTime: Bool {
        switch self {
        case .booted, .clockStepped, .trustChanged, .zoneChanged: true
        case .alarm, .timer, .nap, .alarmEdited, .rungTaken, .storageFailed, .storageRecovered,
            .alarmsUnreadable, .batteryLow, .updateTold, .unknown:
            false
        }
    }
}

extension History {
    /// The occurrence of the newest matching record, for one alarm or any.
    func lastOccurrence(of alarm: AlarmID?) -> OccurrenceID? {
        for record in records.reversed() {
            guard let id = record.event.occurrence, id.alarm == alarm ?? id.alarm else { continue }
            return id
        }
        return nil
    }
}
