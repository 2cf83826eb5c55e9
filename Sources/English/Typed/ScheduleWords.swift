package import ClockTime

/// Times of day and days as people type them.
package enum ScheduleWords {
    package static let allowedDays =
        "days such as mon-fri, daily, weekdays, weekends or once, or a date such as 2026-03-29"

    /// Times with a name.
    private static let named = [
        "noon": TimeOfDay(hour: 12, minute: 0), "midday": TimeOfDay(hour: 12, minute: 0),
        "midnight": TimeOfDay(hour: 0, minute: 0),
    ]

    /// Whether a word looks like a time, valid or not: "7:30", "25:00", "7pm", "noon". A date does not.
    package static func looksLikeTime(_ word: String) -> Bool {
        if named[word.lowercased()] != nil { return true }
        guard let first = word.first, first.isASCII, first.isNumber || first == "-" else {
            return false
        }
        return word.contains(":") || !word.dropFirst().contains("-")
    }

    /// Whether a word looks like a date: "2026-02-29".
    package static func looksLikeDate(_ word: String) -> Bool {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.count) == [4, 2, 2]
            && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
    }

    /// The message for a word that looks like a date but is not a valid one.
    package static func noSuchDate(_ word: String) -> String {
        "There is no \(Spelling.quoted(word)) in the calendar."
    }

    /// "07:30", "7:30", "7:30am", "7:30 pm", "7pm", "12am" (midnight), "noon"; nil for anything else.
    package static func time(_ word: String) -> TimeOfDay? {
        let word = word.lowercased().replacing(" ", with: "")
        if let time = named[word] { return time }
        guard word.hasSuffix("am") || word.hasSuffix("pm") else { return TimeOfDay(word) }
        var digits = String(word.dropLast(2))
        if !digits.contains(":") { digits += ":00" }
        guard let time = TimeOfDay(digits), (1...12).contains(time.hour) else { return nil }
        let hour = time.hour % 12 + (word.hasSuffix("pm") ? 12 : 0)
        return TimeOfDay(hour: hour, minute: time.minute)
    }

    /// The time that "7.30", "730" or "7h30" probably means, or the two of "7"; none if it is not a time at all.
    package static func timesMeant(by word: String) -> [TimeOfDay] {
        let digits = word.filter { $0.isASCII && $0.isNumber }
        let others = word.lowercased().filter { !($0.isASCII && $0.isNumber) }
        if (1...2).contains(digits.count), ["", "h"].contains(others), let hour = Int(digits) {
            // Before noon and after, as on a clock face.
            let hours = (1...12).contains(hour) ? [hour % 12, hour % 12 + 12] : [hour]
            return hours.compactMap { TimeOfDay(hour: $0, minute: 0) }
        }
        guard (3...4).contains(digits.count), ["", ".", "h", ",", "am", "pm"].contains(others)
        else {
            return []
        }
        let half = others.hasSuffix("m") ? others : ""
        return [time("\(digits.dropLast(2)):\(digits.suffix(2))\(half)")].compactMap { $0 }
    }

    /// Days as several words, joined by commas, or one word for all.
    package static func kind(_ words: [String]) throws(TextFormError) -> Schedule.Kind {
        let words = withoutEvery(words)
        if words.count == 1, let word = words.first?.lowercased() {
            if word == "once" { return .once }
            if let date = CivilDate(word) { return .dated(date) }
            if looksLikeDate(word) { throw TextFormError(noSuchDate(word)) }
            if word.first?.isNumber == true { throw refusal(word) }
        }
        // The date may stand for "tomorrow", so it is not quoted.
        guard !words.contains(where: looksLikeDate) else {
            throw TextFormError("A date goes alone. Leave out the other days.")
        }
        var days = WeekdaySet()
        for word in words {
            for part in word.split(separator: ",") {
                days.formUnion(try weekdays(String(part)))
            }
        }
        guard !days.isEmpty else { throw refusal(words.joined(separator: " ")) }
        return .weekly(days)
    }

    /// "every day" as "daily", and "every monday" as "monday".
    private static func withoutEvery(_ words: [String]) -> [String] {
        guard words.count > 1, words[0].lowercased() == "every" else { return words }
        return words[1].lowercased() == "day"
            ? ["daily"] + words.dropFirst(2) : Array(words.dropFirst())
    }

    private static let sets: [String: WeekdaySet] = [
        "daily": .daily, "everyday": .daily, "weekdays": .weekdays, "weekends": .weekends,
        "weekday": .weekdays, "weekend": .weekends,
    ]

    private static func weekdays(_ word: String) throws(TextFormError) -> WeekdaySet {
        if let set = sets[word.lowercased()] { return set }
        let ends = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(ends.count), !ends.contains("") else { throw refusal(word) }
        guard let first = weekly(ends[0]) else { throw refusal(ends[0]) }
        guard let last = weekly(ends[ends.count - 1]) else { throw refusal(ends[1]) }
        // A range may cross the end of the week: fri-mon is four days.
        var set = WeekdaySet(first)
        var number = first.rawValue
        while number != last.rawValue {
            number = number % 7 + 1
            if let day = Weekday(rawValue: number) { set.insert(WeekdaySet(day)) }
        }
        return set
    }

    private static let names: [(name: String, day: Weekday)] = [
        ("monday", .monday), ("tuesday", .tuesday), ("wednesday", .wednesday),
        ("thursday", .thursday), ("friday", .friday), ("saturday", .saturday),
        ("sunday", .sunday),
    ]

    /// An English day name, or at least its first two letters.
    static func day(_ word: String) -> Weekday? {
        let word = word.lowercased()
        guard word.count >= 2 else { return nil }
        return names.first { $0.name.hasPrefix(word) }?.day
    }

    /// A day, also as people say that it comes every week: "Mondays".
    private static func weekly(_ word: String) -> Weekday? {
        day(word) ?? names.first { $0.name + "s" == word.lowercased() }?.day
    }

    /// Phrases that a clock cannot interpret, or for which it has another word.
    private static let others = [
        "today": "once, or a date such as 2026-03-29",
        "tomorrow": "once, or a date such as 2026-03-29", "every": "daily",
        "on": "the day alone, such as mon", "at": "the time alone, such as 07:30",
        "to": "a range such as mon-fri", "till": "a range such as mon-fri",
        "and": "days with commas, such as mon,wed,fri",
    ]

    private static func refusal(_ word: String) -> TextFormError {
        let known = names.flatMap { [$0.name, String($0.name.prefix(3))] }
        let words = sets.keys.sorted() + known + ["once"] + others.keys.sorted()
        let near =
            others[word.lowercased()].map { _ in word.lowercased() }
            ?? Spelling.suggestion(for: word, among: words)
        let hint =
            near.map { near in
                let isDay = near != word.lowercased() && DayUse.near.isWord(near)
                return others[near].flatMap { isDay ? nil : "Try \($0)." }
                    ?? "Did you mean \(near)?"
            }
            ?? "Give \(allowedDays)."
        return TextFormError("I don't know \(Spelling.quoted(word)). \(hint)")
    }
}
