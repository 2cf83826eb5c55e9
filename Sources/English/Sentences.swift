/// The English of the clock: its values in sentences for people, and what people type in values. This type turns
/// clauses into sentences.
///
/// Theory of operation. The machine (ClockCore) decides in values and knows no words. Whoever shows a value to people
/// asks this target for its words: Control for replies, the client for its text, the log and the screen for events. All
/// of it is pure: a value in, text out.
///
///     value ─── Sentences/ ──▶ text for people
///     value ◀── Typed/ ─────── a word for a time, days, a date, a length or a number
///     usage and explanation ─── Manual/ ──▶ a manual page, lines of `--help`
///
/// What stands in the way of a command (`Obstacle`) and what is wrong with a value (`Fault`) become clauses without a
/// full stop: "the display does not answer". They may follow a field's name or other words, and only the caller knows.
/// `Sentences` completes them. Reasons, findings, advice and hindrances to an update are whole sentences already. Each
/// kind of value has a file in `Sentences`. Dates, times and lengths have one form each (`TimeText`).
///
/// Sentences may end with a command that helps. That is why they are here, and the machine does without them.
///
/// `Typed` reads "7:30 pm", "mon-fri" and "yesterday". Where a word has no value but a plain meaning ("7.30", "10min"),
/// it offers a guess. It knows no commands: Control decides where such a word may stand.
package enum Sentences {
    /// Adds a capital and a full stop. A final command gets no full stop: users would copy it too.
    package static func sentence(_ clause: String) -> String {
        // A lone name is not a sentence.
        guard let last = clause.last, clause.contains(" ") else {
            return clause
        }
        let text = begun(clause)
        return ".!?".contains(last) || endsInCommand(clause) ? text : text + "."
    }

    /// Capitalises the first letter. Anything but a word, such as a file name, keeps its spelling.
    package static func begun(_ clause: String) -> String {
        let isWord = clause.prefix { $0 != " " }.dropLast().allSatisfy { $0.isLetter || $0 == "'" }
        return isWord ? clause.prefix(1).uppercased() + clause.dropFirst() : clause
    }

    /// "a, b and c".
    package static func enumeration(_ parts: [String]) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }

    package static func sentences(_ clauses: [String]) -> String {
        clauses.map(sentence).joined(separator: " ")
    }

    private static func endsInCommand(_ text: String) -> Bool {
        text.split(separator: ": ").last.map {
            text.count > $0.count && $0.hasPrefix("noiseclock ") && !$0.contains(". ")
        } ?? false
    }
}
