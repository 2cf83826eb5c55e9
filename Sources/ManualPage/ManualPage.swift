/// A page of the system's manual, as `man` reads it.
///
/// Theory of operation. The programs print their own pages, made of what they know of their commands and
/// options; a package puts them where `man` finds them. This is the writer that they share: paragraphs, lists
/// and examples in, roff with the macros of man(7) out. It takes plain text and escapes it; what is bold or
/// slanted in a usage follows from how it is written (`usage(_:)`). Nothing in a page depends on when or where it
/// is made.
package struct ManualPage: Sendable {
    private var lines: [String]

    /// - Parameters:
    ///   - name: of the program.
    ///   - section: 1 for programs of people, 8 for those of the system.
    ///   - summary: what the program is for, in half a sentence.
    ///   - date: of this version of the page, "2026-03-01".
    ///   - version: of the program, with the product's name.
    package init(
        _ name: String, section: Int, summary: String, date: String, version: String
    ) {
        let escaped = ManualPage.escaped
        lines = [
            ".TH \(escaped(name.uppercased())) \(section) \(escaped(date)) "
                + "\"\(escaped(version))\" \"NoiseClock\"",
            // Ragged, and no word is taken apart: what a person copies must stand there as it is typed.
            ".ad l", ".nh",
            ".SH NAME", "\(escaped(name)) \\- \(escaped(summary))",
        ]
    }

    /// A section, such as "OPTIONS".
    package mutating func section(_ title: String) { lines.append(".SH \(quoted(title))") }

    /// A part of a section.
    package mutating func part(_ title: String) { lines.append(".SS \(quoted(title))") }

    /// The ways to call the program, each on a line of its own.
    package mutating func synopsis(_ usages: [String]) {
        for (index, usage) in usages.enumerated() {
            if index > 0 { lines.append(".br") }
            lines.append(ManualPage.guarded(ManualPage.usage(usage)))
        }
    }

    /// An explanation as help shows it: text in which a person's terminal chooses the lines, and below it, indented
    /// by two columns, what its words mean ("TIME  07:30 or 7pm"), or lines that stay as they are.
    package mutating func paragraph(_ explanation: String) {
        prose(explanation, first: ".PP", next: ".PP")
    }

    /// What is explained, and its explanation below it, or beside it where it is short.
    package mutating func entry(_ usage: String, _ explanation: String) {
        lines += [".TP", ManualPage.guarded(ManualPage.usage(usage))]
        prose(explanation, first: nil, next: ".IP")
    }

    /// The ways to say a command, each on a line of its own, and its explanation below them.
    package mutating func command(_ usages: [String], _ explanation: String) {
        for (index, usage) in usages.enumerated() {
            lines += [index == 0 ? ".TP" : ".TQ", ManualPage.guarded(ManualPage.usage(usage))]
        }
        lines.append(".br")
        prose(explanation, first: nil, next: ".IP")
    }

    /// What belongs to the entry before it, indented below it.
    package mutating func indented(_ body: (inout ManualPage) -> Void) {
        lines.append(".RS")
        body(&self)
        lines.append(".RE")
    }

    /// Lines that stay as they are.
    package mutating func verbatim(_ text: [String]) {
        lines += [".PP", ".RS 4", ".nf"]
        lines += text.map { ManualPage.guarded(ManualPage.escaped($0)) }
        lines += [".fi", ".RE"]
    }

    /// Commands for a shell. A long one continues on the next line, which begins with an option or a file.
    package mutating func examples(_ commands: [String]) {
        verbatim(commands.flatMap(ManualPage.folded))
    }

    /// "SEE ALSO", and the last of a page.
    package mutating func references(_ pages: [(name: String, section: Int)]) {
        section("SEE ALSO")
        for (index, page) in pages.enumerated() {
            let comma = index < pages.count - 1 ? "," : ""
            lines.append(".BR \(ManualPage.escaped(page.name)) (\(page.section))\(comma)")
        }
    }

    /// The page in roff.
    package var text: String { lines.joined(separator: "\n") + "\n" }

    private mutating func prose(_ text: String, first: String?, next: String) {
        var macro = first
        for block in ManualPage.blocks(of: text) {
            if block[0].hasPrefix("  ") {
                let inner = block.map { String($0.dropFirst(2)) }
                if let meanings = ManualPage.meanings(in: inner) {
                    indented { page in for meaning in meanings { page.entry(meaning.0, meaning.1) }
                    }
                } else {
                    verbatim(inner)
                }
            } else {
                if let macro { lines.append(macro) }
                lines.append(ManualPage.guarded(ManualPage.escaped(block.joined(separator: " "))))
            }
            macro = next
        }
    }

    /// Columns of an example, which stands within a command's explanation on a terminal of 80.
    private static let exampleWidth = 62

    private static func folded(_ command: String) -> [String] {
        // What stays together: a word and what follows it, up to the next option or file.
        var parts: [String] = []
        for word in command.split(separator: " ") {
            if parts.isEmpty || word.hasPrefix("--") || word == ">" {
                parts.append(String(word))
            } else {
                parts[parts.count - 1] += " \(word)"
            }
        }
        var lines: [String] = []
        for part in parts {
            if let line = lines.last, line.count + 1 + part.count + 2 <= exampleWidth {
                lines[lines.count - 1] += " \(part)"
            } else {
                if !lines.isEmpty { lines[lines.count - 1] += " \\" }
                lines.append(lines.isEmpty ? part : "    \(part)")
            }
        }
        return lines
    }

    /// Lines that belong together: between empty ones, and either all indented or none.
    static func blocks(of text: String) -> [[String]] {
        var blocks: [[String]] = []
        var isNew = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isIndented = line.hasPrefix("  ")
            if line.isEmpty {
                isNew = true
            } else if !isNew, blocks[blocks.count - 1][0].hasPrefix("  ") == isIndented {
                blocks[blocks.count - 1].append(String(line))
            } else {
                blocks.append([String(line)])
                isNew = false
            }
        }
        return blocks
    }

    /// "TIME  07:30 or 7pm", and what goes on below it, further in; nil where lines are no such list.
    static func meanings(in lines: [String]) -> [(String, String)]? {
        var meanings: [(String, String)] = []
        for line in lines {
            let text = line.drop { $0 == " " }
            if text.count < line.count {
                guard !meanings.isEmpty else { return nil }
                meanings[meanings.count - 1].1 += " \(text)"
            } else {
                guard let gap = line.firstRange(of: "  ") else { return nil }
                let meaning = line[gap.upperBound...].drop { $0 == " " }
                meanings.append((String(line[..<gap.lowerBound]), String(meaning)))
            }
        }
        return meanings
    }

    private func quoted(_ text: String) -> String { "\"\(ManualPage.escaped(text))\"" }
}

// MARK: - Roff

extension ManualPage {
    /// Text in which nothing means anything to roff. A hyphen is the one that a person types, so that what is
    /// copied from a page can be pasted into a shell; so are the quotes.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\(rs"
            case "-": escaped += "\\-"
            case "\"": escaped += "\\(dq"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                escaped += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count))
                escaped += digits + "]"
            }
        }
        return escaped
    }

    /// A line that is no request to roff: one would begin with a full stop, or with a quote, which is
    /// escaped by now.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") ? "\\&" + line : line
    }

    /// A usage such as "noise play [SOUND] --volume 0-100": what is typed as it stands is bold, and what a
    /// person puts something else for, in capitals, is slanted.
    package static func usage(_ usage: String) -> String {
        var styled = ""
        var word = ""
        func finish() {
            styled += ManualPage.styled(word)
            word = ""
        }
        for character in usage {
            if " []|=.,>".contains(character) {
                finish()
                styled += escaped(String(character))
            } else {
                word.append(character)
            }
        }
        finish()
        return styled
    }

    private static func styled(_ word: String) -> String {
        guard let first = word.first(where: { $0 != "-" }), !word.isEmpty else {
            return escaped(word)
        }
        let text = escaped(word)
        if first.isUppercase, word.allSatisfy({ $0.isUppercase || $0.isNumber || $0 == "_" }) {
            return "\\fI\(text)\\fR"
        }
        return first.isLetter ? "\\fB\(text)\\fR" : text
    }
}
