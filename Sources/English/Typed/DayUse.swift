package import ClockTime

/// Which words may stand for a date, and which date each means. They depend on the day on which they are said, and only
/// the clock knows its own, so a client resolves them as it resolves names.
package enum DayUse: CaseIterable, Hashable, Sendable {
    /// "tomorrow", "fri": from today on.
    case ahead
    /// "yesterday", "fri": up to today.
    case back
    /// Only "today" and "tomorrow", because a weekday means something else there.
    case near

    /// - Parameter today: the clock's date.
    /// - Returns: nil for any other word.
    package func date(_ word: String, today: CivilDate) -> CivilDate? {
        switch (self, word.lowercased()) {
        case (_, "today"): return today
        case (.ahead, "tomorrow"), (.near, "tomorrow"): return today.adding(days: 1)
        case (.back, "yesterday"): return today.adding(days: -1)
        case (.near, _): return nil
        case (.ahead, let word): return DayUse.first(word, from: today)
        case (.back, let word): return DayUse.first(word, from: today.adding(days: -6))
        }
    }

    package func isWord(_ word: String) -> Bool {
        date(word, today: CivilDate(daysSinceEpoch: 0)) != nil
    }

    /// The first day with this name, on that date or after it.
    package static func first(_ word: String, from start: CivilDate) -> CivilDate? {
        guard let day = ScheduleWords.day(word) else { return nil }
        return (0..<7).map { start.adding(days: $0) }.first { $0.weekday == day }
    }

    /// What a shell offers.
    package var offered: [String] {
        switch self {
        case .ahead: ["today", "tomorrow", "mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        case .back: ["today", "yesterday", "mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        case .near: ["today", "tomorrow"]
        }
    }

    /// A date before or after all others, so that a pair of them is in order, whichever is still a word.
    package var standIn: String { self == .near ? "9999-12-31" : "0001-01-01" }
}
