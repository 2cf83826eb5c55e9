import Testing

@Suite("The README")
struct ReadmeTests {
    /// Programs of the system that its examples may call.
    static let tools: Set<String> = [
        "apt", "apt-get", "cat", "cd", "cp", "diff", "echo", "git", "grep", "head", "journalctl",
        "jq", "less", "mkdir", "ssh", "sudo", "swift", "systemctl", "systemd-analyze", "tail",
        "tee", "tr", "usermod",
    ]

    /// The others are for whoever builds a clock, for whoever runs it as a service, and for whoever makes
    /// what is installed.
    static let documents = [
        "README.md", "board/README.md", "systemd/README.md", "image/README.md",
    ]

    /// These tell of rules and tests, and show no command.
    static let others = [
        "Tests/README.md", "Sources/ClockCore/README.md", "Sources/ClockSound/README.md",
    ]

    /// One line of a ```sh block.
    struct Command {
        var line: Int
        var words: [Substring]
    }

    @Test(
        "Every command in it is a script, a program or a folder of this repository, or a known tool",
        arguments: documents)
    func commandsExist(document: String) throws {
        let commands = ReadmeTests.commands(in: try Repository.text(document))
        #expect(!commands.isEmpty, "\(document): shows no command in a ```sh block")
        for command in commands {
            guard let word = command.words.first else { continue }
            let name = word.split(separator: "/").last.map(String.init) ?? ""
            let isProgram = ImportTable.programs.contains(name)
            if word.hasPrefix(".build/") {
                if !isProgram {
                    report(document, line: command.line, "no program \(name) is built")
                }
            } else if word.contains("/") {
                if !Repository.exists(String(word)) {
                    report(document, line: command.line, "there is no \(word)")
                }
            } else if !isProgram, !ReadmeTests.tools.contains(String(word)) {
                report(
                    document, line: command.line,
                    "\(word) is neither a program of this package nor one of "
                        + ReadmeTests.tools.sorted().joined(separator: ", "))
            }
        }
    }

    @Test("It shows the two commands that a newcomer needs")
    func newcomersCommands() throws {
        let commands = ReadmeTests.commands(in: try Repository.text("README.md"))
        for path in ["board/simulate", "board/test"] {
            #expect(
                commands.contains { $0.words.first == path[...] }, "README.md: shows no \(path)")
        }
    }

    @Test("Its map names every target")
    func mapNamesTargets() throws {
        let text = try Repository.text("README.md")
        for target in ImportTable.targets.keys.sorted() where !text.contains(target) {
            report("README.md", "does not name the target \(target)")
        }
    }

    @Test("Every file that it links to is there", arguments: documents + others)
    func linksLead(document: String) throws {
        let text = try Repository.text(document)
        let folder = document.dropLast("README.md".count)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            for match in line.matches(of: #/\]\(([^)#\s]+)[^)]*\)/#) {
                let path = String(match.output.1)
                if !path.contains("://"), !Repository.exists(folder + path) {
                    report(document, line: index + 1, "there is no \(path)")
                }
            }
        }
    }

    @Test("Commands are found whatever stands around them")
    func findsCommands() {
        let text = """
            board/no
            ```sh
            # why
            $ sudo apt install x
            NAME=1 board/test --filter A | grep b && noiseclock status \\
                --json
            ```
            ```text
            not/this
            ```
            """
        let found = ReadmeTests.commands(in: text)
        #expect(found.map(\.line) == [4, 5, 5, 5])
        #expect(found.compactMap(\.words.first) == ["apt", "board/test", "grep", "noiseclock"])
    }

    /// The commands of all ```sh blocks: each part of a pipe or list by itself, without prompt,
    /// `sudo` and assignments before the name.
    static func commands(in text: String) -> [Command] {
        var found: [Command] = []
        var isShell = false
        var isFenced = false
        var isContinued = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let bare = line.drop { $0 == " " }
            if bare.hasPrefix("```") {
                isShell = !isFenced && (bare == "```sh" || bare == "```bash")
                isFenced.toggle()
                continue
            }
            guard isShell else { continue }
            defer { isContinued = bare.hasSuffix("\\") }
            if isContinued || bare.hasPrefix("#") { continue }
            for part in bare.split(separator: #/\|\|?|&&|;|&$/#) {
                var words = part.split(separator: " ")[...]
                while let word = words.first,
                    word == "$" || word == "sudo" || word.contains(#/^[A-Z_]+=/#)
                { words.removeFirst() }
                if !words.isEmpty { found.append(Command(line: index + 1, words: Array(words))) }
            }
        }
        return found
    }
}
