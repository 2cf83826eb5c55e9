import ClockTime

/// An event as the history keeps it (law, 11).
///
/// Every case has a number in stored records (Runtime's `HistoryRecordCoding`). Cases may be added, but no case may
/// change its meaning.
package enum HistoryEvent: Hashable, Sendable {
    case booted(hadSavedState: Bool)
    /// Its times are in whole seconds, its lateness in whole milliseconds.
    case alarm(OccurrenceID, Turn)
    case timer(TimerID, Turn.Word)
    case nap(Turn.Word)
    case alarmEdited(AlarmID, AlarmEdit)
    /// The ring had not been noticed and took the next rung of the ladder (law, 6.8).
    case rungTaken(RingRung, RungReason)

    case clockStepped(by: Duration, StepCause)
    /// The record contains the new trust.
    case trustChanged
    /// The record contains the new zone.
    case zoneChanged
    /// State or settings cannot be saved, or were lost.
    case storageFailed(StoragePart)
    case storageRecovered(StoragePart)
    /// How many of the stored alarms could not be read.
    case alarmsUnreadable(Int)
    /// The battery may have been empty before the next alarm (product, O1).
    case batteryLow
    /// How an update ended.
    case updateTold(UpdateNews)
    /// A newer program wrote this, with a number unknown to this one.
    case unknown(kind: UInt16)
}

/// A part of the storage that can work or fail.
package enum StoragePart: String, CaseIterable, Hashable, Sendable {
    /// Where the state is kept, and what it held at the start.
    case storage, state
}

extension Turn {
    /// The turn in the form that the history keeps; nil if it does not keep it.
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
            .skipped, .gotUp, .passedOver, .superseded, .reopened, .cancelled:
            self
        }
    }
}

extension Turn.Word {
    /// Whether this ends an occurrence: each ends in exactly one way, unless it is reopened (law, 11).
    package var isEnd: Bool {
        switch self {
        case .stopped, .missed, .skipped, .gotUp, .passedOver, .superseded: true
        case .scheduled, .started, .entered, .paused, .resumed, .extended, .preAlert, .sunrise,
            .fired, .rangAgain, .snoozed, .silenced, .reopened, .cancelled:
            false
        }
    }

    /// Whether the subject is audible from then on.
    package var isRing: Bool { self == .fired || self == .rangAgain }
}

extension HistoryEvent {
    /// Converts a note to a history event; nil if the history does not keep it.
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
            if report.part == .batteryCharge, report.problem != nil {
                self = .batteryLow
                return
            }
            // The history cannot record its own failure.
            guard let part = StoragePart(rawValue: report.part.rawValue) else { return nil }
            self = report.problem == nil ? .storageRecovered(part) : .storageFailed(part)
        case .updateTold(let news):
            guard news.isEnd else { return nil }
            self = .updateTold(news)
        case .alarmsPaused, .pauseEnded, .alarmTested, .alarmTestEnded, .ringHeard, .rehearsed,
            .outlookChanged,
            .doNotDisturbChanged, .noiseChanged, .sleepTimer, .soundGone, .pageShown, .keyRefused,
            .faultRepaired:
            return nil
        }
    }

    /// The event's occurrence, if any.
    package var occurrence: OccurrenceID? {
        if case .alarm(let id, _) = self { id } else { nil }
    }

    /// The event's alarm, if any.
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
        case .batteryLow: .other(.batteryLow)
        case .updateTold: .other(.updateTold)
        case .unknown: .other(.unknown)
        }
    }
}
