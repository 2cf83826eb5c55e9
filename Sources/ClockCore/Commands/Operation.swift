/// The operations on anything that rings or counts down (law, 13; product, A6).
package enum Operation: String, CaseIterable, Hashable, Sendable {
    case schedule, cancel, countdown, pause, resume, stop, snooze
    /// A ringing timer restarts with its full length.
    case `repeat`
    /// Adds a minute.
    case add
}

extension Operation {
    /// Why the operation does nothing to an alarm in the reported state.
    func refusal(by report: AlarmReport) -> CommandError {
        let alarm = "alarm \(report.alarm.id)"
        let state =
            switch report.state {
            case .off: "\(alarm) is off"
            case .scheduled: "\(alarm) isn't ringing"
            case .alert: "\(alarm) rings"
            case .countdown:
                report.snoozedUntil == nil
                    ? "\(alarm) counts down and does not ring yet" : "\(alarm) is snoozed"
            }
        switch self {
        case .schedule: return .wrongState("\(alarm) is on already")
        case .cancel: return .wrongState("\(alarm) is off already")
        case .repeat, .add:
            return .wrongState("alarms can't do this, only timers")
        case .pause, .resume: return .notPausable
        case .countdown, .snooze, .stop: return .wrongState(state)
        }
    }
}
