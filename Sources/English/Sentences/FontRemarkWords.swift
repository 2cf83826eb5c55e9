package import ClockCore

extension FontRemark {
    /// A line with what was ignored in a font's file; empty if nothing was.
    package static func text(_ remarks: [FontRemark]) -> String {
        guard !remarks.isEmpty else { return "" }
        let words = remarks.map { remark in
            let first = remark.count == 1 ? "line" : "first in line"
            return "\(remark.words) (\(first) \(remark.line))"
        }
        return "Ignored in the file: \(words.joined(separator: "; ")).\n"
    }

    private var words: String {
        switch kind {
        case .noRoom: "\(counted("character")) for which a font of the clock has no room"
        case .noCode: "\(counted("picture")) without a code of Unicode"
        case .control: "\(counted("picture")) of control characters"
        case .otherCharacterSet: "\(counted("character")) of another character set than Unicode"
        case .repeated: "\(counted("picture")) of a character that comes again; the last one counts"
        case .wrongRows: "\(counted("picture")) with more or less than BBX says, cut or filled up"
        case .wrongCount: "CHARS, which is missing or has another number"
        case .lineHeight: "FONT_ASCENT and FONT_DESCENT, which leave no room for the figures"
        case .unknownLine: "\(counted("line")) with an unknown word"
        }
    }

    private func counted(_ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
