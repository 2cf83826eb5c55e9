package import ClockCore

// Why an update cannot start, in words.

extension UpdateHindrance {
    /// In sentences; a helpful command comes last.
    package var text: String {
        switch self {
        case .ringing: "Something is ringing. Stop it first."
        case .snoozed: "Something is snoozed and will ring again. Stop it first."
        case .napping: "Somebody is napping. Wait until the nap ends."
        case .timeUnknown:
            "The clock doesn't know the time, so it can't tell how near the next alarm is. "
                + "Set it first: \(TimeReport.howToSet)"
        case .ringSoon(let barrier, let left):
            "\(barrier.text) in \(TimeText.interval(left)). No update starts in the hour before."
        case .inWords(_, let text): text
        }
    }
}

extension UpdateHindrance.Barrier {
    fileprivate var text: String {
        switch self {
        case .timer(let id): "Timer \(id) rings"
        case .alarm(let alarm): "\(alarm.begun) rings"
        case .sunrise(let alarm): "The sunrise of \(alarm.text) begins"
        case .countdown(let alarm): "The countdown of \(alarm.text) begins"
        }
    }
}
