package import ClockCore
import ClockTime

// What keeps an update from beginning, in words.

extension UpdateHindrance {
    /// Without a full stop.
    package var text: String {
        switch self {
        case .ringing: "something rings; stop it first"
        case .snoozed: "something is snoozed and rings again; stop it first"
        case .napping: "somebody naps; the nap has to end first"
        case .timeUnknown:
            "the time is not known, so nobody knows how near the next alarm is; set it first: "
                + TimeReport.howToSet
        case .ringSoon(let barrier, let left):
            "\(barrier.text) in \(DurationText.format(left)); no update begins in the last hour before"
        case .told(_, let text): text
        }
    }
}

extension UpdateHindrance.Barrier {
    fileprivate var text: String {
        switch self {
        case .timer(let id): "timer \(id) rings"
        case .alarm(let id): "alarm \(id) rings"
        case .sunrise(let id): "the sunrise of alarm \(id) begins"
        case .countdown(let id): "the countdown of alarm \(id) begins"
        }
    }
}
