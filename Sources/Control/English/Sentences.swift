/// Turns clauses into sentences. Parts report problems as clauses: "the display does not answer".
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

    package static func sentences(_ clauses: [String]) -> String {
        clauses.map(sentence).joined(separator: " ")
    }

    private static func endsInCommand(_ text: String) -> Bool {
        text.split(separator: ": ").last.map {
            text.count > $0.count && $0.hasPrefix("noiseclock ") && !$0.contains(". ")
        } ?? false
    }
}
