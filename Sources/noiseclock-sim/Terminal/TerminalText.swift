import ClockTime

/// Measures and sanitises text for a terminal.
///
/// People write labels, which may contain any Unicode. A control character would be a command to the terminal, a
/// direction mark would reverse the line, and a character of misjudged width shifts everything after it. So each
/// character is converted to one of known width.
enum TerminalText {
    /// A character that occupies `width` (1 or 2) cells.
    struct Glyph: Hashable {
        var character: Character
        var width: Int
    }

    /// The marks kept on a base letter. No language needs more; they would pile up above the line.
    private static let maximumMarks = 2

    static func glyphs(of text: String) -> [Glyph] {
        text.compactMap(glyph)
    }

    static func width(of text: String) -> Int {
        glyphs(of: text).reduce(0) { $0 + $1.width }
    }

    /// `text` truncated to `columns`, with an ellipsis where it was cut.
    static func fitted(_ text: String, to columns: Int) -> String {
        guard columns > 0 else { return "" }
        let all = glyphs(of: text)
        guard all.reduce(0, { $0 + $1.width }) > columns else { return text }
        var result = ""
        var used = 0
        for glyph in all {
            guard used + glyph.width <= columns - 1 else { break }
            result.append(glyph.character)
            used += glyph.width
        }
        return result + "…"
    }

    /// The words on lines of at most `columns`. A longer word gets its own line.
    static func wrapped(_ text: String, to columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, width(of: line) + 1 + width(of: String(word)) > columns {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Nil for characters without width: format characters, and marks without a base.
    private static func glyph(of character: Character) -> Glyph? {
        guard let base = character.unicodeScalars.first else { return nil }
        switch base.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator:
            return Glyph(character: " ", width: 1)
        case .surrogate, .privateUse, .unassigned:
            return Glyph(character: "\u{FFFD}", width: 1)
        case .format, .nonspacingMark, .enclosingMark:
            return nil
        default:
            break
        }
        var kept = String.UnicodeScalarView()
        kept.append(base)
        // Terminals disagree about the width of joined and modified emoji, so keep only the first.
        for scalar in character.unicodeScalars.dropFirst().prefix(maximumMarks) {
            guard scalar.properties.generalCategory == .nonspacingMark,
                !scalar.properties.isVariationSelector
            else { break }
            kept.append(scalar)
        }
        return Glyph(character: Character(String(kept)), width: base.isWide ? 2 : 1)
    }
}
