import BoundedJSON
import ClockCore
import ClockTime

// How late a ring may be, and how timers and naps ring: in JSON, in words and as text.

extension RingRuleChanges {
    var fields: [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        fields["graceSeconds"] = grace.map(JSONValue.seconds)
        fields["ringSeconds"] = ringLength.map(JSONValue.seconds)
        fields["snoozeSeconds"] = snoozeLength.map(JSONValue.seconds)
        fields["rings"] = automaticRings.map { .integer(Int64($0)) }
        return fields
    }
}

extension RingRules {
    var fields: [String: JSONValue] {
        var changes = RingRuleChanges()
        changes.grace = grace
        changes.ringLength = countdowns.ringLength
        changes.snoozeLength = countdowns.snoozeLength
        changes.automaticRings = countdowns.automaticRings
        return changes.fields
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        var countdowns = CountdownRings()
        countdowns.ringLength = try reader.required("ringSeconds", .reported)
        countdowns.snoozeLength = try reader.required("snoozeSeconds", .reported)
        countdowns.automaticRings = try reader.required("rings", .count)
        self.init(grace: try reader.required("graceSeconds", .reported), countdowns: countdowns)
    }
}

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
