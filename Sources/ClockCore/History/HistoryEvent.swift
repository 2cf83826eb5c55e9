package import ClockTime

/// What came to pass, as the history keeps it (law, 11).
///
/// Every case has a number in stored records (Runtime's `HistoryRecordCoding`), so a case may be added,
/// and none may change what it means.
package enum HistoryEvent: Hashable, Sendable {
    case booted(hadSavedState: Bool)
    /// `lateness` is whole milliseconds, 0 for a ring on time.
    case fired(OccurrenceID, scheduled: Instant, lateness: Duration, joined: Bool)
    case rangAgain(OccurrenceID, RingCause)
    case snoozed(OccurrenceID, until: Instant)
    /// Nobody answered: silent until then.
    case silenced(OccurrenceID, until: Instant)
    case stopped(OccurrenceID, by: StopCause)
    /// `count` dates of the alarm, of which the named one is the latest.
    case missed(OccurrenceID, scheduled: Instant, MissReason, count: Int)
    case skipped(OccurrenceID, SkipReason)
    case passedOver(OccurrenceID)
    case superseded(OccurrenceID)
    /// Due again, because the clock went back (law, 3.2 and 5.5).
    case reopened(OccurrenceID)
    case edited(AlarmID, AlarmEdit)
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
    case countdown(CountdownName, CountdownEvent)
    /// A newer program wrote this, under a number that this one does not know.
    case unknown(kind: UInt16)
}

/// What of the storage is well or not.
package enum StoragePart: String, CaseIterable, Hashable, Sendable {
    /// Where the state is kept, and what was found there at the start.
    case storage, state
}

/// Which countdown a record is about.
package enum CountdownName: Hashable, Sendable {
    case timer(Int)
    case nap
}

package enum CountdownEvent: String, CaseIterable, Hashable, Sendable {
    case scheduled, started, paused, resumed, extended, alerted, snoozed
    /// Rings again.
    case repeated
    case stopped, silenced, missed, cancelled
}

/// How an occurrence ends: each in exactly one way, unless it is reopened (law, 11).
package enum OccurrenceEnd: Hashable, Sendable {
    case stopped, missed, skipped, passedOver, superseded, edited
}

extension HistoryEvent {
    /// The occurrence that it is about; nil where it is about none.
    package var occurrence: OccurrenceID? {
        switch self {
        case .fired(let id, _, _, _), .rangAgain(let id, _), .snoozed(let id, _),
            .silenced(let id, _), .stopped(let id, _), .missed(let id, _, _, _),
            .skipped(let id, _), .passedOver(let id), .superseded(let id), .reopened(let id):
            id
        case .booted, .edited, .rungTaken, .clockStepped, .trustChanged, .zoneChanged,
            .storageFailed, .storageRecovered, .alarmsUnreadable, .countdown, .unknown:
            nil
        }
    }

    /// The alarm that it is about; nil where it is about none.
    package var alarm: AlarmID? {
        if case .edited(let id, _) = self { return id }
        return occurrence?.alarm
    }

    /// How it ends its occurrence; nil where it does not.
    package var end: OccurrenceEnd? {
        switch self {
        case .stopped(_, .edited): .edited
        case .stopped(_, .button), .stopped(_, .command): .stopped
        case .missed: .missed
        case .skipped: .skipped
        case .passedOver: .passedOver
        case .superseded: .superseded
        case .booted, .fired, .rangAgain, .snoozed, .silenced, .reopened, .edited, .rungTaken,
            .clockStepped, .trustChanged, .zoneChanged, .storageFailed, .storageRecovered,
            .alarmsUnreadable, .countdown, .unknown:
            nil
        }
    }
}

extension HistoryEvent {
    /// What the history keeps of a note; nil for what is none of its business.
    package init?(_ note: Note) {
        switch note {
        case .booted(_, let hadSavedState): self = .booted(hadSavedState: hadSavedState)
        case .alarmFired(let id, let scheduled, let lateness, let joined):
            self = .fired(
                id, scheduled: scheduled,
                lateness: .milliseconds(max(0, lateness.wholeNanoseconds) / 1_000_000),
                joined: joined)
        case .alarmRangAgain(let id, let cause): self = .rangAgain(id, cause)
        case .alarmSnoozed(let id, let until): self = .snoozed(id, until: until.instant)
        case .alarmSilenced(let id, let until): self = .silenced(id, until: until.instant)
        case .alarmStopped(let id, let cause): self = .stopped(id, by: cause)
        case .alarmMissed(let id, let scheduled, let reason, let count):
            self = .missed(id, scheduled: scheduled, reason, count: count)
        case .alarmSkipped(let id, let reason): self = .skipped(id, reason)
        case .alarmPassedOver(let id): self = .passedOver(id)
        case .alarmSuperseded(let id): self = .superseded(id)
        case .alarmReopened(let id): self = .reopened(id)
        case .alarmEdited(let id, let edit): self = .edited(id, edit)
        case .clockStepped(let delta, let cause): self = .clockStepped(by: delta, cause)
        case .trustChanged: self = .trustChanged
        case .zoneChanged: self = .zoneChanged
        case .healthChanged(let report):
            let part: StoragePart
            switch report.part {
            case .storage: part = .storage
            case .state: part = .state
            // That the history itself cannot be kept is nothing that it could keep.
            case .history, .display, .bus, .buttons, .keys, .outputs, .sound, .fallbackSound,
                .light, .alarms, .board, .zone, .realTimePriority, .catalogue, .volumeControl,
                .stateFolder, .program:
                return nil
            }
            self = report.problem == nil ? .storageRecovered(part) : .storageFailed(part)
        case .alarmsUnreadable(let count): self = .alarmsUnreadable(count)
        case .soundReplaced(let id, _): self = .edited(id, .soundReplaced)
        case .rungTaken(let rung, let reason): self = .rungTaken(rung, reason)
        case .cardTaken: self = .rungTaken(.otherCard, .noFrames)
        case .timer(let id, let note):
            self = .countdown(.timer(id.number), CountdownEvent(note))
        case .nap(let note):
            guard let event = CountdownEvent(note) else { return nil }
            self = .countdown(.nap, event)
        case .alarmsPaused, .alarmPreAlert, .sunriseBegan, .alarmTested, .alarmTestEnded,
            .ringHeard, .rehearsed, .doNotDisturbChanged, .noiseChanged, .sleepTimer, .soundGone,
            .pageShown, .keyRefused, .faultRepaired:
            return nil
        }
    }
}

extension CountdownEvent {
    init(_ note: TimerNote) {
        switch note {
        case .scheduled: self = .scheduled
        case .started: self = .started
        case .paused: self = .paused
        case .resumed: self = .resumed
        case .extended: self = .extended
        case .fired: self = .alerted
        case .rangAgain: self = .repeated
        case .snoozed: self = .snoozed
        case .silenced: self = .silenced
        case .stopped: self = .stopped
        case .missed: self = .missed
        case .removed: self = .cancelled
        }
    }

    /// Nil for a phase of the nap: its finger's business.
    init?(_ note: NapNote) {
        switch note {
        case .started: self = .started
        case .entered: return nil
        case .paused: self = .paused
        case .resumed: self = .resumed
        case .fired: self = .alerted
        case .rangAgain: self = .repeated
        case .snoozed: self = .snoozed
        case .silenced: self = .silenced
        case .ended: self = .stopped
        case .missed: self = .missed
        }
    }
}
