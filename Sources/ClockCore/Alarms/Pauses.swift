package import ClockTime

/// The dates on which no alarm rings (product, A11a): ranges that neither overlap nor touch, earliest first.
package struct Pauses: Hashable, Sendable {
    /// More holidays and trips than anyone plans ahead. Each takes some 50 bytes of the state's slot.
    package static let capacity = 50

    package private(set) var ranges: [DateRange] = []

    package init() {}

    /// A stored range may be reversed, and then contains no date.
    package init(_ ranges: [DateRange]) {
        for range in ranges where range.first <= range.last { add(range) }
        self.ranges = Array(self.ranges.prefix(Pauses.capacity))
    }

    package func contains(_ date: CivilDate) -> Bool { range(with: date) != nil }

    package func range(with date: CivilDate) -> DateRange? {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].last < date { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(date) ? ranges[low] : nil
    }

    /// Adds a range, and joins it with those that it overlaps or touches.
    mutating func add(_ range: DateRange) {
        var joined = range
        for other in ranges where range.meets(other) {
            joined.first = min(joined.first, other.first)
            joined.last = max(joined.last, other.last)
        }
        ranges.removeAll { range.meets($0) }
        ranges.insert(joined, at: ranges.firstIndex { $0.first > joined.first } ?? ranges.count)
    }

    /// Removes the ranges that match and returns them.
    @discardableResult
    mutating func remove(where isRemoved: (DateRange) -> Bool) -> [DateRange] {
        defer { ranges.removeAll(where: isRemoved) }
        return ranges.filter(isRemoved)
    }
}

extension DateRange {
    /// Whether no date lies between the two.
    fileprivate func meets(_ other: DateRange) -> Bool {
        first <= other.last.adding(days: 1) && other.first <= last.adding(days: 1)
    }
}

/// What a command changed about the pauses.
package enum PauseChange: Hashable, Sendable {
    /// All of these dates were paused already, or none was.
    case unchanged
    case added(DateRange)
    case ended([DateRange])
}
