import ClockTime

/// What the history tells of one occurrence, and of what befell the clock around it.
///
/// It only finds records; what they mean for a person is said by `ClockMachine+ExplainPast`. Whatever it
/// does not find is not known, and never guessed: records can be lost with the power, and the oldest are
/// forgotten.
struct OccurrenceStory {
    let id: OccurrenceID
    /// What came of it, with the rungs that were taken while it rang, oldest first.
    let own: [HistoryRecord]
    /// All that is kept, oldest first.
    private let all: ArraySlice<HistoryRecord>
    /// The number that the next record will have.
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

    /// The first record that there is; nil in an empty history.
    var oldest: HistoryRecord? { all.first }

    /// Whether records that came after this one are missing.
    func hasGaps(after record: HistoryRecord) -> Bool {
        let kept = all.drop { $0.sequence < record.sequence }.count
        return UInt64(kept) != nextSequence &- record.sequence
    }

    /// The first change of the alarm itself after a record, whatever it changed.
    func edit(after record: HistoryRecord) -> HistoryRecord? {
        all.first {
            $0.sequence > record.sequence && $0.event == .alarmEdited(id.alarm, .edited)
        }
    }

    /// The first change of the alarm itself after an instant.
    func edit(after instant: Instant) -> HistoryRecord? {
        all.first { $0.instant > instant && $0.event == .alarmEdited(id.alarm, .edited) }
    }

    /// When a hand switched the alarm off that was off at `instant`; nil where none is known to have.
    func switchedOff(before instant: Instant) -> HistoryRecord? {
        let last = all.last { record in
            record.instant <= instant && OccurrenceStory.isOn(record, of: id.alarm) != nil
        }
        return last.flatMap { OccurrenceStory.isOn($0, of: id.alarm) == false ? $0 : nil }
    }

    /// When a hand switched the alarm on, which therefore was off at `instant`; nil where none is known to
    /// have.
    func switchedOn(after instant: Instant) -> HistoryRecord? {
        let first = all.first { record in
            record.instant > instant && OccurrenceStory.isOn(record, of: id.alarm) != nil
        }
        return first.flatMap { OccurrenceStory.isOn($0, of: id.alarm) == true ? $0 : nil }
    }

    /// Nil for a record that switches nothing.
    private static func isOn(_ record: HistoryRecord, of alarm: AlarmID) -> Bool? {
        switch record.event {
        case .alarmEdited(alarm, .enabled), .alarmEdited(alarm, .added): true
        case .alarmEdited(alarm, .disabled): false
        default: nil
        }
    }

    /// What befell the clock from a time on until a record was made, and so may be why it was late: a start,
    /// a step, another zone or another trust, oldest first. A step sets right what a wrong clock told before
    /// it, back to the clock's start.
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

    /// What befell the clock in the very step that a record was made in.
    func causesInStep(of record: HistoryRecord) -> [HistoryRecord] {
        all.filter { earlier in
            earlier.sequence < record.sequence && earlier.instant == record.instant
                && earlier.event.isAboutTime
        }
    }

    /// A verdict on several dates at once that this one may be among: the history names the last of them
    /// alone.
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
    /// Whether it says that the clock shows another time, or is believed otherwise.
    fileprivate var isAboutTime: Bool {
        switch self {
        case .booted, .clockStepped, .trustChanged, .zoneChanged: true
        case .alarm, .timer, .nap, .alarmEdited, .rungTaken, .storageFailed, .storageRecovered,
            .alarmsUnreadable, .unknown:
            false
        }
    }
}

extension History {
    /// The occurrence that the newest record is about, of one alarm or of any.
    func lastOccurrence(of alarm: AlarmID?) -> OccurrenceID? {
        for record in records.reversed() {
            guard let id = record.event.occurrence, id.alarm == alarm ?? id.alarm else { continue }
            return id
        }
        return nil
    }
}
