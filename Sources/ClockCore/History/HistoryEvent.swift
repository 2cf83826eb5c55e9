import ClockTime

/// What came to pass, as the history keeps it (law, 11).
///
/// Every case has a number in stored records (Runtime's `HistoryRecordCoding`), so a case may be added,
/// and none may change what it means.
package enum HistoryEvent: Hashable, Sendable {
    case booted(hadSavedState: Bool)
    /// Its times are whole seconds, and its lateness whole milliseconds.
    case alarm(OccurrenceID, Turn)
    case timer(TimerID, Turn.Word)
    case nap(Turn.Word)
    case alarmEdited(AlarmID, AlarmEdit)
    /// The ring was not noticed so far, and took the next rung of the ladder (law, 6.8).
    case rungTaken(RingRung, RungReason)

    case clockStepped(by: Duration, StepCause)
    /// The trust since then is the record's.
    case trustChanged
    /// The zone since then is the record's.
    case zoneChanged
    /// State or settings cannot be kept, or were lost.
    case storageFailed(StoragePart)
    case storageRecovered(StoragePart)
    /// So many of the stored alarms could not be read.
    case alarmsUnreadable(Int)
    /// A newer program wrote this, under a number that this one does not know.
    case unknown(kind: UInt16)
}

/// What of the storage is well or not.
package enum StoragePart: String, CaseIterable, Hashable, Sendable {
    /// Where the state is kept, and what was found there at the start.
    case storage, state
}

extension Turn {
    /// As the history keeps it; nil for what is none of its business.
    fileprivate var kept: Turn? {
        switch self {
        case .entered, .preAlert, .sunrise: nil
        case .fired(let scheduled, let lateness, let joined, let cause):
            .fired(
                scheduled: scheduled,
                lateness: .milliseconds(max(0, lateness.wholeNanoseconds) / 1_000_000),
                joined: joined, cause: cause)
        case .snoozed(let until): .snoozed(until: WallTime(until.instant))
        case .silenced(let until): .silenced(until: WallTime(until.instant))
        case .scheduled, .started, .paused, .resumed, .extended, .rangAgain, .stopped, .missed,
            .skipped, .passedOver, .superseded, .reopened, .cancelled:
            self
        }
    }
}

extension Turn.Word {
    /// Whether an occurrence ends so: each in exactly one way, unless it is reopened (law, 11).
    package var isEnd: Bool {
        switch self {
        case .stopped, .missed, .skipped, .passedOver, .superseded: true
        case .scheduled, .started, .entered, .paused, .resumed, .extended, .preAlert, .sunrise,
            .fired, .rangAgain, .snoozed, .silenced, .reopened, .cancelled:
            false
        }
    }

    /// Whether the subject is heard from then on.
    package var isRing: Bool { self == .fired || self == .rangAgain }
}

extension HistoryEvent {
    /// What the history keeps of a note; nil for what is none of its business.
    init?(_ note: Note) {
        switch note {
        case .booted(_, let hadSavedState): self = .booted(hadSavedState: hadSavedState)
        case .of(let subject, let turn):
            guard let turn = turn.kept else { return nil }
            switch subject {
            case .alarm(let id): self = .alarm(id, turn)
            case .timer(let id): self = .timer(id, turn.word)
            case .nap: self = .nap(turn.word)
            }
        case .alarmEdited(let id, let edit): self = .alarmEdited(id, edit)
        case .soundReplaced(let id, _): self = .alarmEdited(id, .soundReplaced)
        case .alarmsUnreadable(let count): self = .alarmsUnreadable(count)
        case .rungTaken(let rung, let reason): self = .rungTaken(rung, reason)
        case .cardTaken: self = .rungTaken(.otherCard, .noFrames)
        case .clockStepped(let delta, let cause): self = .clockStepped(by: delta, cause)
        case .trustChanged: self = .trustChanged
        case .zoneChanged: self = .zoneChanged
        case .healthChanged(let report):
            // That the history itself cannot be kept is nothing that it could keep.
            guard let part = StoragePart(rawValue: report.part.rawValue) else { return nil }
            self = report.problem == nil ? .storageRecovered(part) : .storageFailed(part)
        case .alarmsPaused, .alarmTested, .alarmTestEnded, .ringHeard, .rehearsed,
            .doNotDisturbChanged, .noiseChanged, .sleepTimer, .soundGone, .pageShown, .keyRefused,
            .faultRepaired:
            return nil
        }
    }

    /// The occurrence that it is about; nil where it is about none.
    package var occurrence: OccurrenceID? {
        if case .alarm(let id, _) = self { id } else { nil }
    }

    /// The alarm that it is about; nil where it is about none.
    package var alarm: AlarmID? {
        if case .alarmEdited(let id, _) = self { id } else { occurrence?.alarm }
    }

    package var name: EventName {
        switch self {
        case .alarm(_, let turn): .of(.alarm, turn.word)
        case .timer(_, let word): .of(.timer, word)
        case .nap(let word): .of(.nap, word)
        case .booted: .other(.booted)
        case .alarmEdited: .other(.alarmEdited)
        case .rungTaken: .other(.rungTaken)
        case .clockStepped: .other(.clockStepped)
        case .trustChanged: .other(.trustChanged)
        case .zoneChanged: .other(.zoneChanged)
        case .storageFailed: .other(.storageFailed)
        case .storageRecovered: .other(.storageRecovered)
        case .alarmsUnreadable: .other(.alarmsUnreadable)
        case .unknown: .other(.unknown)
        }
    }
}
