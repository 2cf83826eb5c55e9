import ClockCore
import Control
import Foundation
import ReplySamples
import Testing

@testable import noiseclock

/// A person who reads "noiseclock alarm list" anywhere will type it.
@Suite("Every command that a text of the product names is there")
struct PrintedCommandTests {
    // MARK: - Finding them

    /// The commands in a text: those in quotes, one at its end, and whole lines.
    private static func commands(in text: String) -> [String] {
        let quoted = #/\\?["“]noiseclock (?<command>[^"”\\]*(?:\\\([^)]*\)[^"”\\]*)*)\\?["”]/#
        let last = #/: noiseclock (?<command>[a-z][^"\n]*?)(?:\\n)?(?:\\?"|$)/#
            .anchorsMatchLineEndings()
        let line = #/^ *noiseclock (?<command>[a-z].*)$/#.anchorsMatchLineEndings()
        return text.matches(of: quoted).map { String($0.output.command) }
            + text.matches(of: last).map { String($0.output.command) }
            + text.matches(of: line).map { String($0.output.command) }
    }

    /// Beginnings of sentences about the program, and placeholders for any command.
    private static let others = ["is ", "talks ", "update ...", "COMMAND", "[COMMAND]", "\\("]

    /// Values for the placeholders in a command.
    private static let standIns = [
        "ALARM": "1", "TIMER": "1", "ID": "1", "FILE": "noiseclock.raucb", "SHELL": "bash",
        "DEVICE": "hw:CARD=DAC", "NAME": "Europe/Berlin", "PATH": "/run/c.sock", "TIME": "07:30",
        "YYYY-MM-DDTHH:MM": "2026-11-22T03:40",
    ]

    /// The words of a command as somebody would type it, up to the shell's own syntax.
    private static func words(_ command: String) throws -> [String] {
        let whole = command.replacing(#/\\\([^)]*\)/#, with: "1")
        let own = String(whole.prefix { !"|>)`".contains($0) })
        var words = try ClientWords.split(own.replacing("\\", with: ""))
        if let last = words.last, last.hasSuffix("."), !last.hasSuffix("...") {
            words[words.count - 1] = String(last.dropLast())
        }
        words = SpokenWords.meant(by: words.map { standIns[$0] ?? $0 })
        let named = NamedWord.all(in: words, of: ClientAction.vocabulary)
        return words.replacing(
            named, with: named.map { $0.kind == .zone ? "Europe/Berlin" : $0.standIn })
    }

    private func check(_ text: String, _ source: String) -> Int {
        let commands = PrintedCommandTests.commands(in: text)
        for command in commands {
            if PrintedCommandTests.others.contains(where: { command.hasPrefix($0) }) { continue }
            if command.contains(" COMMAND") { continue }
            do {
                let words = try PrintedCommandTests.words(command)
                // A sentence may give only a command's name and then explain its arguments.
                if CommandBook.all.contains(where: { $0.words == words }) { continue }
                _ = try action(words)
            } catch {
                Issue.record("\(source): noiseclock \(command): \(error)")
            }
        }
        return commands.count
    }

    // MARK: - Texts

    @Test("In replies, refusals and errors")
    func replies() throws {
        var count = 0
        for reply in try Samples.replies() { count += check(Presentation.text(reply), "\(reply)") }
        for error in try Samples.errors {
            count += check(Presentation.text(Refusal(error)), "\(error)")
        }
        #expect(count > 3)
    }

    @Test("In help, beside the usages")
    func help() throws {
        var count = 0
        let topics =
            CommandBook.all.map(\.words) + CommandBook.groups.map { [$0] }
            + [[], ["when"], ["setup"], ["completion"], ["manual"], ["free-days", "import"]]
        for words in topics {
            let lines = try printed(words + ["--help"]).split(separator: "\n")
            let others = lines.filter { !$0.hasPrefix("Usage: ") && !$0.hasPrefix("       ") }
            count += check(others.joined(separator: "\n"), words.joined(separator: " "))
        }
        #expect(count > 100)
    }

    // MARK: - Sources and documents

    private static let root: URL = {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        return folder
    }()

    private static func files(in folder: String, ending: [String]) -> [URL] {
        let url = root.appendingPathComponent(folder)
        guard let names = FileManager.default.enumerator(atPath: url.path) else { return [] }
        return names.compactMap { $0 as? String }.sorted()
            .filter { name in ending.contains { name.hasSuffix($0) } }
            .map { url.appendingPathComponent($0) }
    }

    @Test("In every sentence that a program's source has, findings and advice among them")
    func sources() throws {
        var count = 0
        for file in PrintedCommandTests.files(in: "Sources", ending: [".swift"]) {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            // Comments may name commands that nobody types.
            let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            count += check(code.joined(separator: "\n"), file.lastPathComponent)
        }
        #expect(count > 60)
    }

    @Test("In the documents")
    func documents() throws {
        var count = 0
        let files =
            [PrintedCommandTests.root.appendingPathComponent("README.md")]
            + ["Sources", "Tests", "systemd", "image", "board"].flatMap {
                PrintedCommandTests.files(in: $0, ending: [".md"])
            }
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            count += check(text, file.lastPathComponent)
            // Running text names commands without all their arguments.
            for name in text.matches(of: #/`noiseclock (?<command>[a-z][^`\n]*)`/#) {
                let command = String(name.output.command)
                let words = try PrintedCommandTests.words(command)
                if case .overview = ClientHelp.nearestTopic(to: words), words != ["complete"] {
                    Issue.record("\(file.lastPathComponent): noiseclock \(command) is no command")
                }
            }
        }
        #expect(count > 80)
    }
}
