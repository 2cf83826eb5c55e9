import BoundedJSON
package import ClockCore

/// The reply of a watched query, as the connections that watch it get it.
package struct WatchedReply: Sendable {
    /// The same for replies between which only time has passed. Stable within one run of the program.
    package let likeness: Int
    private var fields: [String: JSONValue]

    package init(_ answer: Answer, query: String) {
        fields = ReplyLine.fields(of: answer)
        var compared = fields
        if let still = answer.reply.still {
            compared = ReplyLine.fields(of: Answer(still, notices: answer.notices))
        }
        var hasher = Hasher()
        WatchedReply.combine(.object(compared), into: &hasher)
        likeness = hasher.finalize()
        fields["query"] = .string(query)
    }

    /// The line with its newline.
    package func line(id: String, for audience: Audience = .local) -> [UInt8] {
        ReplyLine.line(id, fields, for: audience)
    }

    /// Moves with time, whatever is beside it.
    private static let moving: Set<String> = ["wall", "untilNextSeconds", "confirmedSecondsAgo"]
    /// Moves beside the instant at which it ends; a paused countdown has none.
    private static let countingDown: Set<String> = ["left", "leftSeconds", "maxLeftSeconds"]
    /// Instants that follow from a countdown: the wall clock's rate is corrected all the time, so their fractions move.
    private static let drifting: Set<String> = ["until", "startDate", "fireDate"]

    private static func combine(_ value: JSONValue, into hasher: inout Hasher) {
        switch value {
        case .object(let fields):
            for name in fields.keys.sorted() where !moves(name, in: fields) {
                hasher.combine(name)
                if drifting.contains(name), case .string(let instant)? = fields[name] {
                    hasher.combine(instant.prefix { $0 != "." })
                } else {
                    combine(fields[name] ?? .null, into: &hasher)
                }
            }
        case .list(let values):
            hasher.combine(values.count)
            for value in values { combine(value, into: &hasher) }
        case .null, .bool, .integer, .number, .string: hasher.combine(value)
        }
    }

    private static func moves(_ name: String, in fields: [String: JSONValue]) -> Bool {
        if moving.contains(name) { return true }
        if countingDown.contains(name) { return fields["until"] ?? .null != .null }
        // The local time of the clock, or of a place; elsewhere, it belongs to an instant.
        return name == "local" && (fields["wall"] != nil || fields["zone"] != nil)
    }
}

extension Reply {
    /// With sentences that count no time; nil if it has none that do.
    fileprivate var still: Reply? {
        switch self {
        case .status(var report):
            report.health = report.health?.still
            return .status(report)
        case .health(let summary): return .health(summary.still)
        default: return nil
        }
    }
}

extension HealthSummary {
    fileprivate var still: HealthSummary {
        var still = self
        for place in checks.indices { still.checks[place].finding = checks[place].finding.still }
        return still
    }
}

extension Finding {
    fileprivate var still: Finding {
        switch self {
        case .timeConfirmed: .timeConfirmed(ago: .zero)
        case .timerRings(let name, _): .timerRings(name, left: .zero)
        case .napRings: .napRings(left: .zero)
        case .nextAlarm(let name, let civil, _): .nextAlarm(name, at: civil, left: .zero)
        default: self
        }
    }
}
