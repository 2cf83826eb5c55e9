/// A manual page, as `man` reads it.
///
/// Theory of operation. The programs generate their own pages from the definitions of their commands and options.
/// A package installs the pages where `man` finds them. This shared writer takes paragraphs, lists and examples,
/// and emits roff with man(7) macros. It takes plain text and escapes it. The form of a usage determines which
/// parts are bold or italic (`usage(_:)`). Nothing in a page depends on when or where it is generated.
package struct ManualPage: Sendable {
    private var lines: [String]

    /// - Parameters:
    ///   - name: the name of the program.
    ///   - section: 1 for user commands, 8 for system programs.
    ///   - summary: what the program is for, in half a sentence.
    ///   - version: the version of the program, with the product's name.
    package init(
        _ name: String, section: Int, summary: String, version: String
    ) {
        let escaped = ManualPage.escaped
        lines = [
            ".TH \(escaped(name.uppercased())) \(section) \"\" \"\(escaped(version))\" \"NoiseClock\"",
            // Left-aligned, without hyphenation, so that what users copy is exactly what they must type.
            ".ad l", ".nh",
            ".SH NAME", "\(escaped(name)) \\- \(escaped(summary))",
        ]
    }

    /// A section, such as "OPTIONS".
    package mutating func section(_ title: String) { lines.append(".SH \(quoted(title))") }

    /// A subsection.
    package mutating func part(_ title: String) { lines.append(".SS \(quoted(title))") }

    /// The ways to call the program, one per line.
    package mutating func synopsis(_ usages: [String]) {
        for (index, usage) in usages.enumerated() {
            if index > 0 { lines.append(".br") }
            lines.append(ManualPage.guarded(ManualPage.usage(usage)))
        }
    }

    /// An explanation in the form that help uses: text that may be wrapped, followed by lines indented by two columns.
    /// These give the meanings of its words ("TIME  07:30 or 7pm"), or stay unchanged.
    package mutating func paragraph(_ explanation: String) {
        prose(explanation, first: ".PP", next: ".PP")
    }

    /// A term, and its explanation below it, or beside it if the term is short.
    package mutating func entry(_ usage: String, _ explanation: String) {
        lines += [".TP", ManualPage.guarded(ManualPage.usage(usage))]
        prose(explanation, first: nil, next: ".IP")
    }

    /// The forms of a command, one per line, with its explanation below.
    package mutating func command(_ usages: [String], _ explanation: String) {
        for (index, usage) in usages.enumerated() {
            lines += [index == 0 ? ".TP" : ".TQ", ManualPage.guarded(ManualPage.usage(usage))]
        }
        lines.append(".br")
        prose(explanation, first: nil, next: ".IP")
    }

    /// Content of the previous entry, indented below it.
    package mutating func indented(_ body: (inout ManualPage) -> Void) {
        lines.append(".RS")
        body(&self)
        lines.append(".RE")
    }

    /// Lines that stay unchanged.
    package mutating func verbatim(_ text: [String]) {
        lines += [".PP", ".RS 4", ".nf"]
        lines += text.map { ManualPage.guarded(ManualPage.escaped($0)) }
        lines += [".fi", ".RE"]
    }

    /// Shell commands. A long one continues on the next line, which starts with an option or a file.
    package mutating func examples(_ commands: [String]) {
        verbatim(commands.flatMap(ManualPage.folded))
    }

    /// "SEE ALSO", which comes last in a page.
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

    /// Columns of an example, which appears within a command's explanation on an 80-column terminal.
    private static let exampleWidth = 62

    private static func folded(_ command: String) -> [String] {
        // Units that must not be split: a word and what follows it, up to the next option or file.
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

    /// Blocks of lines: separated by empty lines, and either all indented or all not.
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

    /// "TIME  07:30 or 7pm", with continuation lines indented further; nil if the lines are not such a list.
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
    /// Escapes all roff syntax in a text. Hyphens and quotes stay the ASCII characters that a user types, so that
    /// text copied from a page can be pasted into a shell.
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

    /// Prevents roff from reading a line as a request. A request starts with a full stop or a quote, and
    /// quotes are already escaped.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") ? "\\&" + line : line
    }

    /// A usage such as "noise play [SOUND] --volume 0-100". Literal text is bold. Placeholders, in
    /// capitals, are italic.
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
