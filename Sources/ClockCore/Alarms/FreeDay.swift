package import BoundedJSON
package import ClockTime

/// A day off; alarms that observe free days do not ring on it (product, A11a).
package struct FreeDay: Hashable, Sendable, Codable {
    package var date: CivilDate
    /// The day's name: "Christmas Day".
    package var name: String

    package init(date: CivilDate, name: String) {
        self.date = date
        self.name = name
    }
}

/// The days off that the clock knows, one entry per date, earliest first.
package struct FreeDays: Hashable, Sendable {
    /// The maximum number of days: some five years of school holidays. Each takes about 80 bytes of the state's slot.
    package static let capacity = 500
    /// In UTF-8.
    package static let nameBytes = 80
    package static let names = TextLimits(0...nameBytes, bytes: nameBytes)

    package private(set) var days: [FreeDay] = []

    package init() {}

    /// Of two entries for one date, the first stays.
    package init(_ days: [FreeDay]) {
        var known: Set<CivilDate> = []
        self.days = days.filter { known.insert($0.date).inserted }.sorted { $0.date < $1.date }
    }

    package func contains(_ date: CivilDate) -> Bool { self[date] != nil }

    package subscript(date: CivilDate) -> FreeDay? {
        var low = 0
        var high = days.count
        while low < high {
            let middle = (low + high) / 2
            if days[middle].date < date { low = middle + 1 } else { high = middle }
        }
        return low < days.count && days[low].date == date ? days[low] : nil
    }
}

/// What a command changed about the free days; both are empty if it was nothing.
package struct FreeDaysChange: Hashable, Sendable, Codable {
    /// New days, and those with a new name.
    package var added: [FreeDay]
    /// Days that were free before, without those that are over.
    package var dropped: [FreeDay]

    package init(added: [FreeDay], dropped: [FreeDay]) {
        self.added = added
        self.dropped = dropped
    }
}
