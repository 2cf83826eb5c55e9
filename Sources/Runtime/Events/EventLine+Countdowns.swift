import ClockCore
import ClockTime

// The lines that timers and the nap write.
extension EventLine {
    mutating func take(_ note: TimerNote) {
        switch note {
        case .scheduled, .removed: break
        case .started(let until), .resumed(let until), .snoozed(let until), .silenced(let until):
            self.until = RFC3339.format(until)
        case .paused(let left): leftSeconds = left.inSeconds
        case .extended(let until): self.until = until.map(RFC3339.format)
        case .fired(let lateness): lateSeconds = lateness.inSeconds
        case .rangAgain(let cause): reason = cause.rawValue
        case .stopped(let cause): reason = cause.rawValue
        case .missed(let due, let reason):
            scheduled = RFC3339.format(WallTime(due))
            self.reason = reason.rawValue
        }
    }

    mutating func take(_ note: NapNote) {
        switch note {
        case .started: break
        case .entered(let phase): self.phase = phase.rawValue
        case .resumed(let until), .snoozed(let until), .silenced(let until):
            self.until = RFC3339.format(until)
        case .paused(let left): leftSeconds = left.inSeconds
        case .fired(let cause, let lateness):
            reason = cause.rawValue
            lateSeconds = lateness.inSeconds
        case .rangAgain(let cause): reason = cause.rawValue
        case .ended(let cause): reason = cause.rawValue
        case .missed(let due, let reason):
            scheduled = RFC3339.format(WallTime(due))
            self.reason = reason.rawValue
        }
    }
}

extension TimerNote {
    var name: EventName {
        switch self {
        case .scheduled: .timerScheduled
        case .started: .timerStarted
        case .paused: .timerPaused
        case .resumed: .timerResumed
        case .extended: .timerExtended
        case .fired: .timerFired
        case .rangAgain: .timerRangAgain
        case .snoozed: .timerSnoozed
        case .silenced: .timerSilenced
        case .stopped: .timerStopped
        case .missed: .timerMissed
        case .removed: .timerRemoved
        }
    }
}

extension NapNote {
    var name: EventName {
        switch self {
        case .started: .napStarted
        case .entered: .napPhase
        case .paused: .napPaused
        case .resumed: .napResumed
        case .fired: .napFired
        case .rangAgain: .napRangAgain
        case .snoozed: .napSnoozed
        case .silenced: .napSilenced
        case .ended: .napEnded
        case .missed: .napMissed
        }
    }
}

extension SleepNote {
    var name: EventName {
        switch self {
        case .started: .sleepStarted
        case .paused: .sleepPaused
        case .resumed: .sleepResumed
        case .extended: .sleepExtended
        case .fading: .sleepFading
        case .ended: .sleepEnded
        case .cancelled: .sleepCancelled
        }
    }
}

extension EventLine {
    /// A length as the log writes it: no wake-up is known better.
    static func milliseconds(_ seconds: Double) -> String {
        "\(Int((seconds * 1_000).rounded()))ms"
    }
}
