/// One README, or another page in Markdown, as the tests read it: its fenced blocks, and the lines of commands in
/// those that are for a shell.
///
/// Theory of operation. Every Markdown file of the tree is found, so that a new one is checked like the others. A
/// line of a block counts with those that it goes on in. `parts` takes a line apart at pipes and lists, which is
/// enough to know the programs that it calls; whole lines are for a shell.
struct Readme: Sendable {
    /// From the repository's root, for example `board/README.md`.
    let path: String
    let lines: [Substring]
    let blocks: [Block]

    /// What stands between two fences.
    struct Block: Hashable, Sendable {
        /// Of its first fence, counted from 1.
        var line: Int
        /// The word behind the fence; empty where there is none.
        var language: String
        var lines: [String]
        /// The text before it back to the last empty line, without line ends.
        var before: String
        /// The same behind it.
        var after: String

        var text: String { lines.joined(separator: "\n") + "\n" }

        /// The file that the text before says this is, such as `.build/night.jsonl`.
        var file: String? {
            guard language == "json" else { return nil }
            return before.matches(of: #/`([\w.\/-]+\.jsonl?)`/#).last.map { String($0.output.1) }
        }

        /// What the text behind says that the last command prints.
        var output: String? {
            after.firstMatch(of: #/\bprints `([^`]+)`/#).map { String($0.output.1) }
        }
    }

    /// A line for a shell, with all that it goes on in.
    struct CommandLine: Hashable, Sendable {
        var line: Int
        var text: String

        /// Each command by itself, without prompt, `sudo` and assignments before its name.
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

    /// All that are in the tree, the first one first.
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

    /// The lines up to the next empty one, empty lines before them aside.
    private static func paragraph(
        _ lines: some Sequence<Substring>, isReversed: Bool = false
    ) -> String {
        let taken = lines.drop { $0.isEmpty }.prefix { !$0.isEmpty }
        return (isReversed ? taken.reversed() : Array(taken)).joined(separator: " ")
    }
}
