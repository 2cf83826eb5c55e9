/// What is said to a person begins with a capital and ends with a full stop, wherever it comes from.
enum Sentence {
    static func made(of text: String) -> String {
        let whole = begun(text)
        let isEnded = whole.last.map { ".?!".contains($0) } ?? false
        return isEnded || whole.isEmpty ? whole : whole + "."
    }

    static func begun(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
