import Foundation
import TestKit
import Testing

/// The whole way of a backup, as a person goes it: the client, its file, and another clock (product, X6).
@Suite("A backup of one clock, taken up by another")
struct BackupTests {
    private static let queries = [
        ["alarm", "list", "--json"], ["style", "--json"], ["mix", "list", "--json"],
        ["free-days", "list", "--json"], ["dnd", "--json"], ["nap", "--json"],
        ["timer", "list", "--json"],
    ]

    private func workspace(with file: String? = nil) throws -> Workspace {
        let workspace = try Workspace()
        if let file { try workspace.write(file, to: "clock.json") }
        return workspace
    }

    private func read(_ name: String, in workspace: Workspace) throws -> String {
        try String(contentsOfFile: workspace.file(name), encoding: .utf8)
    }

    @Test("answers alike there, and damage changes nothing")
    func wholeWay() throws {
        let start = "2026-01-10T12:00:00Z"
        let first = try workspace()
        let old = try LiveClock(at: start, in: first)
        for words in [
            "alarm add 07:00 mon-fri --label Work", "style set --seconds on",
            "free-days set 2026-12-25=Christmas", "timer add 5m Tea", "timer stop 1",
            "nap set --nap 31m",
        ] {
            let result = try old.ask(words.split(separator: " ").map(String.init))
            #expect(result.exitCode == 0, "\(words): \(result.error)")
        }
        let saved = try old.ask(["backup", "clock.json"])
        #expect(saved.output.contains("Saved 1 alarm, 1 timer, 1 free day"), "\(saved.error)")
        let wanted = try Self.queries.map { try old.ask($0).output }
        #expect(try old.ask(["diagnose", "report.json"]).exitCode == 0)
        let report = try read("report.json", in: first)
        #expect(!report.contains("Christmas") && report.contains("noiseclock-report"))

        let file = try read("clock.json", in: first)
        let second = try workspace(with: file)
        let new = try LiveClock(at: start, in: second)
        try second.write(String(file.dropLast(200)), to: "cut.json")
        let refused = try new.ask(["restore", "cut.json"])
        #expect(refused.exitCode == 1)
        #expect(refused.error.contains("\"cut.json\": is no backup of a clock"), "\(refused.error)")
        #expect(try new.ask(["alarm"]).output.hasPrefix("No alarm is set."))
        let trial = try new.ask(["restore", "clock.json", "--dry-run"])
        #expect(trial.output.contains("1 alarm, 1 timer"), "\(trial.error)")
        #expect(try new.ask(["alarm"]).output.hasPrefix("No alarm is set."))
        let restored = try new.ask(["restore", "clock.json"])
        #expect(restored.exitCode == 0, "\(restored.error)")
        #expect(restored.output.contains("Next alarm: 1 (Work)"))
        for (words, answer) in zip(Self.queries, wanted) {
            let told = try new.ask(words).output
            #expect(Self.still(told) == Self.still(answer), "\(words)")
        }
        let undone = try new.ask(["undo"])
        #expect(undone.output.contains("Took the alarm 1, 07:00 Work away again."), "\(undone)")
        #expect(try new.ask(["alarm"]).output.hasPrefix("No alarm is set."))
    }

    @Test("takes own sounds and fonts with it, if somebody wants them")
    func ownFiles() throws {
        let start = "2026-01-10T12:00:00Z"
        let first = try workspace()
        try OwnSoundTests.write(1000, to: "beep.wav", in: first)
        let old = try LiveClock(at: start, in: first)
        #expect(try old.ask(["sound", "import", "beep.wav", "--name", "Beep"]).exitCode == 0)
        #expect(try old.ask(["noise", "play", "own-beep"]).exitCode == 0)
        let nameless = try old.ask(["backup", "--own-files"])
        #expect(nameless.exitCode == 64 && nameless.error.contains("Give its path"), "\(nameless)")
        let saved = try old.ask(["backup", "all.backup", "--own-files"])
        #expect(saved.output.contains("1 own sound and all settings"), "\(saved)")
        let sound = "state/own-sounds/own-beep.wav"

        let second = try workspace()
        try Data(try first.bytes("all.backup")).write(to: URL(filePath: second.file("all.backup")))
        let new = try LiveClock(at: start, in: second)
        let restored = try new.ask(["restore", "all.backup"])
        #expect(restored.output.contains("1 own sound, and all settings"), "\(restored)")
        #expect(!restored.output.contains("doesn't have"), "\(restored.output)")
        #expect(try second.bytes(sound) == first.bytes(sound))
        let listed = try new.ask(["sound", "list", "beep"]).output
        #expect(listed.contains("own-beep"), "\(listed)")
        #expect(try new.ask(["noise", "play", "own-beep"]).exitCode == 0)
        let again = try new.ask(["restore", "all.backup"])
        #expect(again.output.contains("of the same name: Beep"), "\(again.output)")
    }

    /// Without what moves with time and the request's own id.
    private static func still(_ line: String) -> String {
        line.replacing(/"(id|untilNextSeconds)":("[^"]*"|[0-9.]+)/, with: "")
    }
}
