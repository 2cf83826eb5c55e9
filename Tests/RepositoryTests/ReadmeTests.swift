import Testing

@Suite("The READMEs")
struct ReadmeTests {
    private static let paths = Readme.all.map(\.path)

    /// New readers read it whole, or not at all.
    private static let mostLines = 250

    @Test("The first one can be read at a go")
    func firstIsShort() throws {
        // What follows the last line break is not a line.
        let count =
            try Repository.text("README.md").split(
                separator: "\n", omittingEmptySubsequences: false
            ).count - 1
        #expect(
            count <= ReadmeTests.mostLines,
            "README.md has \(count) lines; move what only some readers want to the folder it is about"
        )
    }

    @Test("The first one shows the two commands that a newcomer needs")
    func newcomersCommands() throws {
        let readme = try #require(Readme.all.first { $0.path == "README.md" })
        let names = readme.blocks.flatMap(Readme.commandLines).flatMap(\.parts).map(\.first)
        for path in ["board/simulate", "board/test"] {
            #expect(names.contains(path[...]), "README.md: shows no \(path)")
        }
    }

    @Test("Each program that somebody starts has one, and so has each folder at the top")
    func programsHaveOne() {
        let folders = ["Sources", "Tests", "board", "image", "systemd"]
        let programs = ImportTable.programs.filter { $0 != "noiseclock-import" }
        for folder in folders + programs.map({ "Sources/\($0)" }) {
            #expect(ReadmeTests.paths.contains("\(folder)/README.md"), "\(folder) has no README")
        }
    }

    @Test("The map names every target")
    func mapNamesTargets() throws {
        let text = try Repository.text("Sources/README.md")
        for target in ImportTable.targets.keys.sorted() where !text.contains(target) {
            report("Sources/README.md", "does not name the target \(target)")
        }
    }

    @Test("Every file and heading that one links to is there", arguments: paths)
    func linksLead(path: String) throws {
        let readme = try #require(Readme.all.first { $0.path == path })
        let folder = path.prefix(
            upTo: path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)
        for (index, line) in readme.lines.enumerated() {
            for match in line.matches(of: #/\]\(([^)#\s]*)(?:#([^)\s]+))?[^)]*\)/#) {
                let target = String(match.output.1)
                guard !target.contains("://") else { continue }
                let file = target.isEmpty ? path : ReadmeTests.plain(folder + target)
                if !Repository.exists(file) {
                    report(path, line: index + 1, "there is no \(target)")
                } else if let heading = match.output.2,
                    !ReadmeTests.anchors(in: try Repository.text(file)).contains(String(heading))
                {
                    report(path, line: index + 1, "\(file) has no heading #\(heading)")
                }
            }
        }
    }

    @Test("A heading's anchor is its words in small letters, with hyphens")
    func anchorsOfHeadings() {
        let text = "# What works\n## 0.56\" display, `--nights`\n```sh\n# no heading\n```\n"
        #expect(ReadmeTests.anchors(in: text) == ["what-works", "056-display---nights"])
        #expect(ReadmeTests.plain("board/../image/x") == "image/x")
    }

    /// The path with `..` resolved.
    private static func plain(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") {
            if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    /// The link targets that web pages give to the headings of the text.
    private static func anchors(in text: String) -> Set<String> {
        var found: Set<String> = []
        var isFenced = false
        for line in text.split(separator: "\n") {
            if line.drop(while: { $0 == " " }).hasPrefix("```") { isFenced.toggle() }
            guard !isFenced, line.hasPrefix("#") else { continue }
            let words = line.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
            found.insert(
                String(
                    words.compactMap { (character: Character) -> Character? in
                        switch character {
                        case " ": "-"
                        case "-", "_": character
                        default: character.isLetter || character.isNumber ? character : nil
                        }
                    }))
        }
        return found
    }
}
