import ClockCore
package import ClockTime

/// Which words may stand for a date, and which date each means. They depend on the day on which they are said, and only
/// the clock knows its own, so a client resolves them as it resolves names.
package enum DayUse: CaseIterable, Hashable, Sendable {
    /// "tomorrow", "fri", "31 dec": from today on.
    case ahead
    /// "yesterday", "fri", "31 dec": up to today.
    case back
    /// Only "today", "tomorrow" and "31 dec", because a weekday means something else there.
    case near

    /// - Parameter today: the clock's date.
    /// - Returns: nil for any other word.
    package func date(_ word: String, today: CivilDate) -> CivilDate? {
        if let date = DayUse.spoken(word, isAhead: self != .back, today: today) { return date }
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

    /// "31 dec", "dec 31", "31 December 2026": without a year, the next one or the last one.
    private static func spoken(_ word: String, isAhead: Bool, today: CivilDate) -> CivilDate? {
        var parts = word.lowercased().split(separator: " ").map(String.init)
        guard (2...3).contains(parts.count) else { return nil }
        if month(parts[0]) != nil { parts.swapAt(0, 1) }
        guard let day = WholeNumber.read(parts[0]), let month = month(parts[1]) else { return nil }
        if parts.count == 3 {
            guard parts[2].count == 4, let year = WholeNumber.read(parts[2]) else { return nil }
            return CivilDate(year: year, month: month, day: day)
        }
        // Eight years have a 29 February at least.
        let year = today.components.year
        let years = isAhead ? Array(year...year + 8) : Array((year - 8...year).reversed())
        return years.lazy.compactMap { CivilDate(year: $0, month: month, day: day) }
            .first { isAhead ? $0 >= today : $0 <= today }
    }

    /// The month with this name, or whose name begins with these three letters or more.
    private static func month(_ word: String) -> Int? {
        guard word.count >= 3 else { return nil }
        return (1...12).first { DateWords.nameOfMonth($0).lowercased().hasPrefix(word) }
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

    /// A date before or after all others, so that a pair of them is in order, whichever is still a word. The later one
    /// can be an instant, too: "time set today 8:00".
    package var standIn: String { self == .near ? "2262-01-01" : "0001-01-01" }
}
