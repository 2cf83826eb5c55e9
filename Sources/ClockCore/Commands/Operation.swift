extension Operation {
    /// Why the operation does nothing to an alarm in the reported state.
    func refusal(by report: AlarmReport) -> CommandError {
        let condition: AlarmCondition
        switch self {
        case .pause, .resume: return .notPausable
        case .repeat, .add: return .wrongState(.alarmsCannot)
        case .schedule: condition = .onAlready
        case .cancel: condition = .offAlready
        case .countdown, .snooze, .stop:
            switch report.state {
            case .off: condition = .off
            case .scheduled: condition = .notRinging
            case .alert: condition = .ringing
            case .countdown: condition = report.snoozedUntil == nil ? .leading : .snoozed
            }
        }
        return .wrongState(.alarm(report.alarm.name, condition))
    }
}
