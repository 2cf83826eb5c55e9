/// When an alarm rings: a time of day, and on which dates (law, 1.1).
///
/// Coded as `{"time": "07:30", "kind": "weekly", "weekdays": [1, 2, 3]}`,
/// `{"time": "07:30", "kind": "once"}` or
/// `{"time": "07:30", "kind": "dated", "date": "2026-03-29"}`.
package struct Schedule: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Every week on these days; at least one.
        case weekly(WeekdaySet)
        /// The next time the clock shows the time.
        case once
        /// On one date.
        case dated(CivilDate)
    }

    package let time: TimeOfDay
    package let kind: Kind

    /// Nil for a weekly schedule without days.
    package init?(time: TimeOfDay, kind: Kind) {
        if case .weekly(let days) = kind, days.isEmpty { return nil }
        self.time = time
        self.kind = kind
    }

    private init(unchecked kind: Kind, at time: TimeOfDay) {
        self.time = time
        self.kind = kind
    }

    package static func once(at time: TimeOfDay) -> Schedule {
        Schedule(unchecked: .once, at: time)
    }

    package static func dated(_ date: CivilDate, at time: TimeOfDay) -> Schedule {
        Schedule(unchecked: .dated(date), at: time)
    }

    package static func daily(at time: TimeOfDay) -> Schedule {
        Schedule(unchecked: .weekly(.daily), at: time)
    }
}

extension Schedule: Codable {
    private enum CodingKeys: String, CodingKey {
        case time, kind, weekdays, date
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let time = try container.decode(TimeOfDay.self, forKey: .time)
        switch try container.decode(String.self, forKey: .kind) {
        case "weekly":
            let days = try container.decode(WeekdaySet.self, forKey: .weekdays)
            guard let schedule = Schedule(time: time, kind: .weekly(days)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .weekdays, in: container,
                    debugDescription: "A weekly alarm needs at least one weekday.")
            }
            self = schedule
        case "once":
            self = .once(at: time)
        case "dated":
            self = .dated(try container.decode(CivilDate.self, forKey: .date), at: time)
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .kind, in: container,
                debugDescription: "The kind of an alarm is weekly, once or dated.")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(time, forKey: .time)
        switch kind {
        case .weekly(let days):
            try container.encode("weekly", forKey: .kind)
            try container.encode(days, forKey: .weekdays)
        case .once:
            try container.encode("once", forKey: .kind)
        case .dated(let date):
            try container.encode("dated", forKey: .kind)
            try container.encode(date, forKey: .date)
        }
    }
}
