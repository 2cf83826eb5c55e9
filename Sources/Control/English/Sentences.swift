/// Clauses as sentences. Parts tell their problems as clauses, "the display does not answer".
package enum Sentences {
    /// With a capital and a full stop. What ends in a command has none: it would be copied along.
    package static func sentence(_ clause: String) -> String {
        // A name alone is no sentence.
        guard let last = clause.last, clause.contains(" ") else {
            return clause
        }
        let text = begun(clause)
        return ".!?".contains(last) || endsInCommand(clause) ? text : text + "."
    }

    /// With a capital. What is no word, a file's name say, stays as it is spelt.
    package static func begun(_ clause: String) -> String {
        let isWord = clause.prefix { $0 != " " }.dropLast().allSatisfy { $0.isLetter || $0 == "'" }
        return isWord ? clause.prefix(1).uppercased() + clause.dropFirst() : clause
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
