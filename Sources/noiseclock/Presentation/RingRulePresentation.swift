import ClockCore
import English

extension Presentation {
    static func ringRules(_ rules: RingRules) -> String {
        let countdowns = rules.countdowns
        let length = TimeText.length(countdowns.ringLength)
        let again: String =
            switch countdowns.automaticRings {
            case 0: "Then they count as missed."
            case 1: "Then they ring once more before they count as missed."
            case let times: "Then they ring \(times) times more before they count as missed."
            }
        return grouped([
            (
                "Late",
                "Rings up to \(TimeText.length(rules.grace)) late. After that it counts as missed."
            ),
            ("Unanswered", "Timers and naps ring for \(length). \(again)"),
            ("Snooze", "Timers and naps snooze for \(TimeText.length(countdowns.snoozeLength))."),
        ])
    }
}
