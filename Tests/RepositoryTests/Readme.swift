/// A README or another Markdown page as the tests read it: its fenced blocks, and the command lines in its shell
/// blocks.
///
/// Theory of operation. Every Markdown file of the tree is found, so that new ones are checked, too. A line of a
/// block includes its continuation lines. `parts` splits a line at pipes and list operators, which is enough to find
/// the programs that it calls. Only a shell runs whole lines.
struct Readme: Sendable {
    /// Relative to the repository's root, for example `board/README.md`.
    let path: String
    let lines: [Substring]
    let blocks: [Block]

    /// The content between two fences.
    struct Block: Hashable, Sendable {
        /// The line of its first fence, counted from 1.
        var line: Int
        /// The word after the fence; empty if there is none.
        var language: String
        var lines: [String]
        /// The text before it, back to the previous empty line, without line ends.
        var before: String
        /// The text after it, up to the next empty line.
        var after: String

        var text: String { lines.joined(separator: "\n") + "\n" }

        /// The file that the text before it names, such as `.build/night.jsonl`.
        var file: String? {
            guard language == "json" else { return nil }
            return before.matches(of: #/`([\w.\/-]+\.jsonl?)`/#).last.map { String($0.output.1) }
        }

        /// What the last command prints, according to the text after it.
        var output: String? {
            after.firstMatch(of: #/\bprints `([^`]+)`/#).map { String($0.output.1) }
        }
    }

    /// A shell line with its continuation lines.
    struct CommandLine: Hashable, Sendable {
        var line: Int
        var text: String

        /// Each command on its own, without prompt, `sudo` and leading assignments.
        var parts: [[Substring]] {
            text.split(separator: #/\|\|?|&&|;|&$/#).compactMap { part in
                var words = part.split(whereSeparator: { $0 == " " || $0 == "\n" })[...]
                while let word = words.first,
                    word == "$" || word == "sudo" || word.contains(#/^[A-Z_]+=/#)
                { words.removeFirst() }
                if let end = words.firstIndex(where: { $0.hasPrefix("#") }) {
                    words = words[..<end]
                }
                return words.isEmpty ? nil : Array(words)
            }
        }
    }

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        blocks = Readme.blocks(in: lines)
    }

    /// All READMEs of the tree, the top-level one first.
    static let all: [Readme] = {
        let below = Repository.names(in: "").filter { !$0.hasPrefix(".") }
            .flatMap { Repository.files(below: $0) }.filter { $0.hasSuffix(".md") }
        return (["README.md"] + below).compactMap { path in
            (try? Repository.text(path)).map { Readme(path: path, text: $0) }
        }
    }()

    static func commandLines(in block: Block) -> [CommandLine] {
        guard block.language == "sh" || block.language == "bash" else { return [] }
        var found: [CommandLine] = []
        var isContinued = false
        for (index, line) in block.lines.enumerated() {
            defer { isContinued = line.hasSuffix("\\") }
            if isContinued {
                found[found.count - 1].text += "\n" + line
            } else if !line.isEmpty, !line.hasPrefix("#") {
                found.append(CommandLine(line: block.line + 1 + index, text: line))
            }
        }
        return found
    }

    private static func blocks(in lines: [Substring]) -> [Block] {
        var found: [Block] = []
        var isOpen = false
        var indent = 0
        for (index, line) in lines.enumerated() {
            let bare = line.drop { $0 == " " }
            if bare.hasPrefix("```"), isOpen {
                found[found.count - 1].after = paragraph(lines[(index + 1)...])
                isOpen = false
            } else if bare.hasPrefix("```") {
                indent = line.count - bare.count
                found.append(
                    Block(
                        line: index + 1, language: String(bare.dropFirst(3)), lines: [],
                        before: paragraph(lines[..<index].reversed(), isReversed: true), after: ""))
                isOpen = true
            } else if isOpen {
                let margin = min(indent, line.prefix { $0 == " " }.count)
                found[found.count - 1].lines.append(String(line.dropFirst(margin)))
            }
        }
        return found
    }

    /// The lines up to the next empty one, after any leading empty lines.
    private static func paragraph(
        _ lines: some Sequence<Substring>, isReversed: Bool = false
    ) -> String {
        let taken = lines.drop { $0.isEmpty }.prefix { !$0.isEmpty }
        return (isReversed ? taken.reversed() : Array(taken)).joined(separator: " ")
    }
}
