import ClockCore
package import ClockTime
import English

// Times and days among the words of a command.
extension WordReader {
    /// Reads the remaining words as a time and days, in any order.
    package mutating func schedule() throws(UsageError) -> (TimeOfDay?, Schedule.Kind?) {
        var time: TimeOfDay?
        var days: [String] = []
        while var word = next() {
            guard ScheduleWords.looksLikeTime(word) else {
                days.append(word)
                continue
            }
            // People write "7:30 pm" as two words as often as one.
            if let half = peek, ["am", "pm"].contains(half.lowercased()) {
                word += half
                _ = next()
            }
            guard time == nil else {
                throw error("\(Spelling.quoted(word)) is a second time. Give one.")
            }
            time = try timeOfDay(word)
        }
        guard !days.isEmpty else { return (time, nil) }
        do {
            return (time, try ScheduleWords.kind(days))
        } catch {
            let isCut = options["label"] != nil && !wordsAfterValues.isDisjoint(with: days)
            let hint =
                isCut
                ? " A label of several words needs quotes."
                : isLabelMeant(by: error) ? " A label goes after --label." : ""
            throw self.error(error.message + hint)
        }
    }

    /// Whether a word that resembles no day may be a label, where the command takes one.
    private func isLabelMeant(by error: TextFormError) -> Bool {
        let command = CommandBook[topic.joined(separator: ".")]
        return options["label"] == nil && error.message.contains(ScheduleWords.allowedDays)
            && command?.options.contains { $0.option == "label" } == true
    }

    func date(_ word: String) throws(UsageError) -> CivilDate {
        guard let date = CivilDate(word) else {
            if ScheduleWords.looksLikeDate(word) { throw error(ScheduleWords.noSuchDate(word)) }
            throw error(
                "The date", word, "a date such as 2026-03-29, or a day such as tomorrow or fri")
        }
        return date
    }

    func timeOfDay(_ word: String) throws(UsageError) -> TimeOfDay {
        guard let time = ScheduleWords.time(word) else {
            let meant = ScheduleWords.timesMeant(by: word)
            if !meant.isEmpty {
                let list = meant.map { "\($0)" }.joined(separator: " or ")
                throw error("The time can't be \(Spelling.quoted(word)). Did you mean \(list)?")
            }
            if (try? DurationText.parse(word.lowercased())) != nil {
                throw error(
                    "\(Spelling.quoted(word)) is a length, not a time. To count it down: "
                        + "noiseclock timer add")
            }
            throw error("The time", word, "a time such as 07:30 or 7:30pm")
        }
        return time
    }
}
