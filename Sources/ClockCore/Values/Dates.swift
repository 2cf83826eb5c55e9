package import ClockTime

/// A range of dates, both ends included.
package struct DateRange: Hashable, Sendable, Codable {
    package var first: CivilDate
    package var last: CivilDate

    package init(first: CivilDate, last: CivilDate) {
        self.first = first
        self.last = last
    }

    /// Not a `ClosedRange`: a range that somebody asks for or has stored may be reversed.
    package func contains(_ date: CivilDate) -> Bool { first <= date && date <= last }
}

package enum SkipReason: String, Hashable, Sendable, Codable, CaseIterable {
    case skipNext, paused, freeDay, doNotDisturb
}

/// A date on which an alarm would ring, but will not.
package struct SkippedDate: Hashable, Sendable, Codable {
    package var date: CivilDate
    package var reason: SkipReason
    /// The free day's name; nil if the reason is not a free day.
    package var freeDay: String?

    /// How many of them are listed, the earliest first: a pause can cover years, and lists hold many alarms.
    package static let mostReported = 7

    package init(date: CivilDate, reason: SkipReason, freeDay: String? = nil) {
        self.date = date
        self.reason = reason
        self.freeDay = freeDay
    }
}

/// The skipped dates beyond those listed individually.
package struct FurtherSkips: Hashable, Sendable, Codable {
    /// How many there are, 1 or more; if `isAll` is false, how many were examined.
    package var count = 0
    package var last: CivilDate
    /// The reasons, each once, in the order of the dates.
    package var reasons: [SkipReason] = []
    /// False if they continue beyond the search limit.
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
