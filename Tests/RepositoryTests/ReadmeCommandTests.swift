import Foundation
import TestKit
import Testing

@Suite("Commands in the READMEs")
struct ReadmeCommandTests {
    @Test("Each is run here, or it is known who runs it", arguments: Readme.all.map(\.path))
    func commandsRun(path: String) throws {
        let readme = try #require(Readme.all.first { $0.path == path })
        var folder: ReadmeFolder?
        for block in readme.blocks {
            if let file = block.file, let folder { try folder.bench.write(block.text, to: file) }
            var output = ""
            for line in Readme.commandLines(in: block) where try isRun(line, in: readme) {
                let place = try folder ?? ReadmeFolder(with: readme.blocks)
                folder = place
                let run = try place.run(line.text)
                let words = line.parts.last ?? []
                let allowed =
                    ReadmeRuns.longestKey(of: words, in: ReadmeRuns.statuses.keys)
                    .flatMap { ReadmeRuns.statuses[$0] } ?? [0]
                if !allowed.contains(run.status) {
                    report(
                        path, line: line.line, "\(line.text) ends with \(run.status): \(run.said)")
                }
                output = run.output
            }
            if let told = block.output, output.split(separator: "\n").last != told[...] {
                report(path, line: block.line, "prints \(output), and not \(told)")
            }
        }
    }

    @Test("Every block of JSON can be read", arguments: Readme.all.map(\.path))
    func blocksAreJSON(path: String) throws {
        let readme = try #require(Readme.all.first { $0.path == path })
        for block in readme.blocks where block.language == "json" {
            // A whole text, one per line, or members of an object.
            let whole = [[block.text], block.lines, ["{\(block.text)}"]]
            let isReadable = whole.contains { texts in
                texts.allSatisfy { text in
                    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil
                }
            }
            if !isReadable { report(path, line: block.line, "is not JSON") }
        }
    }

    @Test("Whoever is said to run a command is there, and every such command is shown")
    func runnersAreThere() throws {
        let ci = try Repository.text(".ci/run")
        let longCI = try Repository.text(".ci/long")
        let shown = Readme.all.flatMap(\.blocks).flatMap(Readme.commandLines).flatMap(\.parts)
        let keys = Set(
            shown.compactMap { ReadmeRuns.longestKey(of: $0, in: ReadmeRuns.elsewhere.keys) })
        for (command, runner) in ReadmeRuns.elsewhere {
            #expect(keys.contains(command), "no README shows \(command)")
            switch runner {
            case .ci(let words): #expect(ci.contains(words), "\(command): .ci/run has no \(words)")
            case .longCI(let words):
                #expect(longCI.contains(words), "\(command): .ci/long has no \(words)")
            case .tests(let path): #expect(Repository.exists(path), "\(command): \(path)")
            case .script(let path):
                #expect(ScriptTests.commands.contains(path), "\(command): \(path)")
            case .person(let reason): #expect(!reason.isEmpty)
            }
        }
    }

    @Test("The options that a script is shown with are those that its help tells of")
    func optionsAreKnown() throws {
        var helps: [String: String] = [:]
        for readme in Readme.all {
            for line in readme.blocks.flatMap(Readme.commandLines) {
                for words in line.parts {
                    guard let name = words.first.map(String.init),
                        ScriptTests.commands.contains(name), name != "board/simulate"
                    else { continue }
                    let help = try helps[name] ?? Shell.run(name, "--help").output
                    helps[name] = help
                    for option in words where option.hasPrefix("--") && !help.contains(option) {
                        report(
                            readme.path, line: line.line, "\(name) --help has no \(option)")
                    }
                }
            }
        }
        #expect(helps.count > 10)
    }

    @Test("A line is taken apart into its commands, with all that it goes on in")
    func findsCommands() {
        let text = """
            Save it as `x/a.jsonl`:

              ```json
              {"at": 1}
              ```

            ```sh
            # why
            $ sudo apt install x   # what for
            NAME=1 board/test --filter A | grep b && noiseclock status \\
                --json
            ```

            It prints `{"a":1}`.

            ```text
            not/this
            ```
            """
        let readme = Readme(path: "README.md", text: text)
        let lines = readme.blocks.flatMap(Readme.commandLines)
        #expect(lines.map(\.line) == [9, 10])
        #expect(
            lines.flatMap(\.parts).map { $0.joined(separator: " ") } == [
                "apt install x", "board/test --filter A", "grep b", "noiseclock status \\ --json",
            ])
        #expect(readme.blocks.map(\.file) == ["x/a.jsonl", nil, nil])
        #expect(readme.blocks.first?.lines == ["{\"at\": 1}"])
        #expect(readme.blocks.map(\.output) == [nil, "{\"a\":1}", nil])
        #expect(
            ReadmeRuns.longestKey(of: ["board/test", "--vm"], in: ReadmeRuns.elsewhere.keys)
                == "board/test --vm")
        #expect(ReadmeRuns.runner(of: ["noiseclock", "status"]) == nil)
    }

    /// Whether this suite runs the line. Reports a line that nobody runs.
    private func isRun(_ line: Readme.CommandLine, in readme: Readme) throws -> Bool {
        let others = line.parts.filter { ReadmeRuns.runner(of: $0) == nil }
        // A command that depends on one that is not run cannot work.
        guard others.count == line.parts.count else { return false }
        for words in others {
            let name = String(words.first ?? "")
            let program = name.split(separator: "/").last.map(String.init) ?? ""
            let isProgram = ImportTable.programs.contains(program) && name.hasPrefix(".build/")
            if !isProgram, !ReadmeRuns.runnable.contains(name) {
                report(readme.path, line: line.line, "nobody runs \(words.joined(separator: " "))")
                return false
            }
            // It is not built without the libraries of a Pi.
            if program == "noiseclockd", (try? BuiltPrograms.path(program)) == nil { return false }
        }
        return !line.parts.isEmpty
    }
}
