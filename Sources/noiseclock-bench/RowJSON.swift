extension Row {
    /// The row as one line of JSON, without the line's end: `figure`, `peer` (null for ours), `unit`,
    /// `build`, `remark`, and either `median`, `min`, `max`, `runs`, `ratio` (null for ours), `bar` (of a
    /// peer: on the ratio) and
    /// `held` (null where there is none) or `skipped` or `failed` with the reason.
    func jsonLine(isDebugBuild: Bool) -> String {
        var fields = [
            ("figure", Row.json(name)), ("peer", peer.map(Row.json) ?? "null"),
            ("unit", Row.json(unit.name)), ("build", isDebugBuild ? "\"debug\"" : "\"release\""),
        ]
        switch outcome {
        case .measured(let statistics):
            fields += [
                ("median", Row.json(statistics.median)), ("min", Row.json(statistics.least)),
                ("max", Row.json(statistics.greatest)), ("runs", String(statistics.runs)),
                ("ratio", ratio.map(Row.json) ?? "null"),
                ("bar", (bar ?? leastRatio).map(Row.json) ?? "null"),
                ("held", holdsBar.map { "\($0)" } ?? "null"),
            ]
        case .skipped(let reason): fields.append(("skipped", Row.json(reason)))
        case .failed(let reason): fields.append(("failed", Row.json(reason)))
        }
        fields.append(("remark", Row.json(remark)))
        return "{" + fields.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
    }

    private static func json(_ number: Double) -> String {
        number.isFinite ? String(number) : "null"
    }

    private static func json(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
