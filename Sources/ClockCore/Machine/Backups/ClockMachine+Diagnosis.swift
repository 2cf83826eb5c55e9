import BoundedJSON

// A report for whoever looks for a fault (product, X6).
extension ClockMachine {
    /// The newest events that a report has.
    private static let events = 300

    /// What is asked for a report: everything that shows the state, and can be answered here at once.
    private static let questions: [Command] = [
        .status, .time(.show), .alarm(.list), .timer(.list), .nap(.show), .settings(.ringRules),
        .health(.show), .health(.explain(.next(nil))), .update(.check), .noise(.show), .mix(.list),
        .quiet(.freeDays), .quiet(.doNotDisturb), .style(.show), .preset(.list), .font(.list),
        .display(.show), .world(.list), .settings(.keyFeedback), .settings(.page), .lamp(.show),
        .goodNight(.show), .breathing(.show), .pairing(.devices),
        .history(HistoryQuery(count: events)),
    ]

    var diagnosis: Diagnosis {
        var (copy, step) = (self, Step())
        var replies: [Reply] = []
        for question in ClockMachine.questions {
            guard case .now(let reply)? = try? copy.answer(question, .menu, &step) else { continue }
            replies.append(reply)
        }
        return Diagnosis(replies: replies, equipment: told(equipment))
    }

    private func told(_ equipment: Equipment) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [
            "soundOutputs": .integer(Int64(equipment.soundOutputs)),
            "soundDevice": .bool(equipment.hasSoundDevice), "motor": .bool(equipment.hasMotor),
            "buzzer": .bool(equipment.hasBuzzer), "lamp": .bool(equipment.hasLight),
            "display": .bool(equipment.hasDisplay), "colors": .bool(equipment.hasColors),
            "levels": .bool(equipment.hasLevels), "safeMode": .bool(isSafe),
        ]
        fields["keys"] = .list(equipment.keys.map(\.rawValue).sorted().map(JSONValue.string))
        fields["durable"] = .bool(saving.isDurable)
        return fields
    }
}
