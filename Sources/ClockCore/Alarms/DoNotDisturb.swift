package import BoundedJSON
package import ClockTime

/// When the clock keeps quiet: by quiet hours or by hand (product, A11). Do not disturb mutes chirps and notices and
/// dims the face. Alarms still ring, except those set to respect it.
package struct DoNotDisturb: DescribedRecord {
    /// Every day; nil: none.
    package var quietHours: QuietHours?
    package var byHand = ByHand.off
    /// Whether noise may play and be started meanwhile.
    package var allowsNoise = true

    package enum ByHand: Hashable, Sendable {
        case off
        case on
        /// On until this instant.
        case until(Instant)
    }

    package var foreign = ForeignFields()

    package init() {}

    /// The manual switch is stored as two fields, one of which is there.
    package static let fields: [RecordField<DoNotDisturb>] = [
        RecordField("quietHours", optional: \.quietHours, .hours),
        RecordField("allowsNoise", \.allowsNoise, .bool),
        RecordField("isOn", \.isOn, .bool, isSparse: true),
        RecordField("until", optional: \.until, .unixSeconds),
    ]

    private var isOn: Bool {
        get { byHand == .on }
        set { byHand = newValue ? .on : .off }
    }

    private var until: Instant? {
        get { if case .until(let end) = byHand { end } else { nil } }
        set { if let newValue { byHand = .until(newValue) } }
    }

    /// Whether it can become active with these settings.
    var canHold: Bool { quietHours != nil || byHand != .off }

    /// Whether it is active at an instant, which may lie ahead.
    package func holds(at instant: Instant, in zone: Zone) -> Bool {
        switch byHand {
        case .off: break
        case .on: return true
        case .until(let end): if instant < end { return true }
        }
        guard let quietHours else { return false }
        let civil = zone.civilTime(at: instant)
        return quietHours.contains(secondOfDay: civil.secondOfDay)
    }

    /// The next instant at which it may begin or end, for a new check; nil if none is ahead.
    ///
    /// Uses the current UTC offset. A clock change in between causes one extra check, or one an hour late.
    func nextChange(after now: Instant, in zone: Zone) -> Instant? {
        var next: Instant?
        if case .until(let end) = byHand, end > now { next = end }
        return earlier(next, quietHours?.nextChange(after: now, in: zone))
    }
}

/// From one time of day to another, past midnight if the second is earlier; never the whole day.
package struct QuietHours: Hashable, Sendable, Codable {
    package let from: TimeOfDay
    package let to: TimeOfDay

    /// Nil if both are the same.
    package init?(from: TimeOfDay, to: TimeOfDay) {
        guard from != to else { return nil }
        self.from = from
        self.to = to
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: CodingKeys.self)
        let from = try record.decode(TimeOfDay.self, forKey: .from)
        let to = try record.decode(TimeOfDay.self, forKey: .to)
        guard let hours = QuietHours(from: from, to: to) else {
            throw DecodingError.dataCorruptedError(
                forKey: .to, in: record, debugDescription: "quiet hours must end at another time")
        }
        self = hours
    }

    /// When they next begin or end, by the current UTC offset.
    func nextChange(after now: Instant, in zone: Zone) -> Instant? {
        let second = zone.civilTime(at: now).secondOfDay
        var next: Instant?
        for time in [from, to] {
            let ahead = time.minutesSinceMidnight * 60 - second
            let wait = ahead > 0 ? ahead : ahead + 86_400
            next = earlier(next, now.advanced(bySeconds: Int64(wait)))
        }
        return next
    }

    func contains(secondOfDay second: Int) -> Bool {
        let start = from.minutesSinceMidnight * 60
        let end = to.minutesSinceMidnight * 60
        return start < end
            ? start <= second && second < end : second >= start || second < end
    }
}
