import ClockTime

/// An event as the history keeps it (law, 11).
///
/// A kind has its case, and its name and details in both directions here. Its number in stored records is in Runtime's
/// `HistoryLayout`. Cases may be added, but no case may change its meaning.
package enum HistoryEvent: Hashable, Sendable {
    case booted(hadSavedState: Bool)
    /// Its times are in whole seconds, its lateness in whole milliseconds.
    case alarm(OccurrenceID, SubjectEvent)
    case timer(TimerID, SubjectEvent.Name)
    case nap(SubjectEvent.Name)
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

extension SubjectEvent {
    /// The event in the form that the history keeps; nil if it does not keep it.
    fileprivate var kept: SubjectEvent? {
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

extension SubjectEvent.Name {
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
        case .of(let subject, let event):
            guard let event = event.kept else { return nil }
            switch subject {
            case .alarm(let id): self = .alarm(id, event)
            case .timer(let id): self = .timer(id, event.name)
            case .nap: self = .nap(event.name)
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
            .doNotDisturbChanged, .noiseChanged, .sleepTimer, .soundMissing, .pageShown,
            .keyRefused, .devicePaired, .deviceRemoved, .faultRepaired:
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
}

// MARK: - Its name and details

extension HistoryEvent {
    /// Its name and what there is to say about it, for the history's file and its replies.
    package var entry: (name: EventName, details: EventDetails) {
        switch self {
        case .booted(let hadSavedState):
            (.other(.booted), EventDetails { $0.restored = hadSavedState })
        case .alarm(let id, let event): (.of(.alarm, event.name), EventDetails(.alarm(id), event))
        case .timer(let id, let word): (.of(.timer, word), EventDetails(.timer(id)))
        case .nap(let word): (.of(.nap, word), EventDetails())
        case .alarmEdited(let id, let edit): Note.alarmEdited(id, edit).entry
        case .rungTaken(let rung, let reason): Note.rungTaken(rung, reason).entry
        case .clockStepped(let delta, let cause): Note.clockStepped(by: delta, cause).entry
        case .trustChanged: (.other(.trustChanged), EventDetails())
        case .zoneChanged: (.other(.zoneChanged), EventDetails())
        case .storageFailed(let part):
            (.other(.storageFailed), EventDetails { $0.part = part.rawValue })
        case .storageRecovered(let part):
            (.other(.storageRecovered), EventDetails { $0.part = part.rawValue })
        case .alarmsUnreadable(let count): Note.alarmsUnreadable(count).entry
        case .batteryLow: (.other(.batteryLow), EventDetails())
        case .updateTold(let news): Note.updateTold(news).entry
        case .unknown(let kind): (.other(.unknown), EventDetails { $0.kind = Int(kind) })
        }
    }

    package var name: EventName { entry.name }

    /// The event with this name and these details; nil if this program does not know it, or a word in it.
    package init?(_ name: EventName, _ details: EventDetails) {
        let event: HistoryEvent? =
            switch name {
            case .of(.alarm, let word):
                details.occurrence.flatMap { id in
                    SubjectEvent(word, of: details).map { .alarm(id, $0) }
                }
            case .of(.timer, let word): details.timer.map { .timer($0, word) }
            case .of(.nap, let word): .nap(word)
            case .sleepTimer: nil
            case .other(let other): HistoryEvent(other, details)
            }
        guard let event else { return nil }
        self = event
    }

    private init?(_ name: EventName.Other, _ details: EventDetails) {
        let event: HistoryEvent? =
            switch name {
            case .booted: details.restored.map { .booted(hadSavedState: $0) }
            case .alarmEdited:
                details.alarm.flatMap { id in details.word().map { .alarmEdited(id, $0) } }
            case .rungTaken:
                details.ringRung.flatMap { rung in details.word().map { .rungTaken(rung, $0) } }
            case .clockStepped:
                details.step.flatMap { step in details.word().map { .clockStepped(by: step, $0) } }
            case .trustChanged: .trustChanged
            case .zoneChanged: .zoneChanged
            case .storageFailed:
                details.part.flatMap(StoragePart.init).map(HistoryEvent.storageFailed)
            case .storageRecovered:
                details.part.flatMap(StoragePart.init).map(HistoryEvent.storageRecovered)
            case .alarmsUnreadable: details.count.map(HistoryEvent.alarmsUnreadable)
            case .batteryLow: .batteryLow
            case .updateTold: details.word().map(HistoryEvent.updateTold)
            case .unknown: .unknown(kind: details.kind.flatMap { UInt16(exactly: $0) } ?? 0)
            case .alarmsPaused, .pauseEnded, .alarmTested, .alarmTestEnded, .soundReplaced,
                .ringHeard, .doNotDisturbChanged, .rehearsed, .noiseChanged, .soundMissing,
                .soundStarted, .soundStopped, .outputStarted, .outputStopped, .healthChanged,
                .outlookChanged, .pageShown, .keyRefused, .devicePaired, .deviceRemoved,
                .faultRepaired:
                nil
            }
        guard let event else { return nil }
        self = event
    }
}
