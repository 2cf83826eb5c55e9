import ClockCore
import ClockTime
import Control

extension Presentation {
    static func ringRules(_ rules: RingRules) -> String {
        let countdowns = rules.countdowns
        let length = DurationText.format(countdowns.ringLength)
        let again: String =
            switch countdowns.automaticRings {
            case 0: "then they were missed"
            case 1: "then once more"
            case let times: "then \(times) times more"
            }
        return grouped([
            (
                "Late",
                "what is up to \(DurationText.format(rules.grace)) late rings, the rest is missed"
            ),
            ("Countdowns", "timers and naps ring \(length) unanswered, \(again)"),
            ("Snooze", "theirs lasts \(DurationText.format(countdowns.snoozeLength))"),
        ])
    }
}
