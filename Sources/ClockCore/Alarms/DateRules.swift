package import ClockTime

/// What decides about an alarm's dates besides the alarm itself: the zones' rules, and what keeps alarms
/// from ringing (law, 1.2 and 7).
package struct DateRules: Hashable, Sendable {
    /// The zone that the clock stands in.
    package var local: Zone
    /// The zones that alarms are pinned to, by name.
    package var pinned: [String: Zone] = [:]
    /// No alarm rings from the first through the last of these dates.
    package var pause: DateRange?
    package var freeDays = FreeDays()
    package var doNotDisturb = DoNotDisturb()

    package init(_ local: Zone) {
        self.local = local
    }

    /// The rules by which an alarm is reckoned: the clock's own where those of its zone are not to be had,
    /// because an alarm that rings an hour off is better than none.
    package func zone(of timing: AlarmTiming) -> Zone {
        timing.pinnedZone.flatMap { pinned[$0] } ?? local
    }
}

/// Some dates in a row, both ends included.
package struct DateRange: Hashable, Sendable, Codable {
    package var first: CivilDate
    package var last: CivilDate

    package init(first: CivilDate, last: CivilDate) {
        self.first = first
        self.last = last
    }

    /// Not by a range of the library: a stored one may be upside down, and then holds no date.
    package func contains(_ date: CivilDate) -> Bool { first <= date && date <= last }
}

package enum SkipReason: String, Hashable, Sendable, Codable, CaseIterable {
    case skipNext, paused, freeDay, doNotDisturb
}

/// A date on which an alarm would ring and will not.
package struct SkippedDate: Hashable, Sendable, Codable {
    package var date: CivilDate
    package var reason: SkipReason
    /// What the free day is called; nil where it is none.
    package var freeDay: String?

    /// How many of them are told, the next first: a pause can cover years, and lists hold many alarms.
    package static let mostTold = 7

    package init(date: CivilDate, reason: SkipReason, freeDay: String? = nil) {
        self.date = date
        self.reason = reason
        self.freeDay = freeDay
    }
}

/// The skipped dates beyond those that are told one by one.
package struct FurtherSkips: Hashable, Sendable, Codable {
    /// How many there are, 1 or more; if they are not all, how many were looked at.
    package var count = 0
    package var last: CivilDate
    /// Why, each reason once, in the order of the dates.
    package var reasons: [SkipReason] = []
    /// False where they go on for longer than anybody looks ahead.
    package var isAll: Bool

    private enum CodingKeys: String, CodingKey {
        case count, last, reasons, isAll = "all"
    }

    package init(count: Int, last: CivilDate, reasons: [SkipReason], isAll: Bool) {
        self.count = count
        self.last = last
        self.reasons = reasons
        self.isAll = isAll
    }
}
