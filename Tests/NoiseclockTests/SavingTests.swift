import BoundedJSON
import ClockCore
import ClockTime
import Control
import Foundation
import ReplySamples
import Testing

@testable import noiseclock

@Suite("Files of backups and reports (product, X6)")
struct SavingTests {
    private func client() -> Client {
        Client(environment: [:], uid: 1000, timeout: .seconds(5))
    }

    private func clock(_ reply: Reply) throws -> ScriptedClock {
        try ScriptedClock([.read, .write(ReplyLine.encode(id: "1", reply))])
    }

    private func content(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }

    @Test("A backup is written as a file of one's own, which a restore can read")
    func saves() throws {
        let backup = try BackupSamples.backup()
        let clock = try clock(.backup(backup))
        let path = clock.folder + "/clock.json"
        let result = client().run(["backup", path, "--socket", clock.path])
        #expect(result.status == .done)
        #expect(result.output == "Saved 1 alarm and all settings in \(Spelling.quoted(path)).\n")
        #expect(try BackupFile.backup(from: try content(path)) == backup)
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(rights as? Int == 0o600)
        #expect(clock.received() == [#"{"command":"backup","id":"1"}"# + "\n"])
        let left = try FileManager.default.contentsOfDirectory(atPath: clock.folder)
        #expect(Set(left) == ["c.sock", "clock.json"])
    }

    @Test("Without a file it is printed, and another program can read it from there")
    func prints() throws {
        for words in [["backup"], ["backup", "-"]] {
            let clock = try clock(.backup(try BackupSamples.backup()))
            let result = client().run(words + ["--socket", clock.path])
            let backup = try BackupFile.backup(from: Array(result.output.utf8))
            let wanted = try BackupSamples.backup()
            #expect(backup == wanted)
        }
    }

    @Test("A person is asked before a file is replaced; a script replaces its own")
    func replaces() throws {
        for (isPerson, options, says, isReplaced) in [
            (true, [], false, false), (true, [], true, true), (true, ["--yes"], false, true),
            (false, [], false, true),
        ] {
            let clock = try clock(.diagnosis(BackupSamples.diagnosis))
            let path = clock.folder + "/report.json"
            try Data("mine".utf8).write(to: URL(filePath: path))
            var client = client()
            if isPerson { client.asksPerson = { _ in says } }
            let result = client.run(["diagnose", path, "--socket", clock.path] + options)
            #expect(try (content(path) != Array("mine".utf8)) == isReplaced)
            #expect(result.status == (isReplaced ? .done : .refused))
        }
    }

    @Test("A file that cannot be written is said, and nothing is left behind")
    func unwritable() throws {
        let clock = try clock(.backup(try BackupSamples.backup()))
        let path = clock.folder + "/no/clock.json"
        let result = client().run(["backup", path, "--socket", clock.path])
        #expect(result.status == .outputFailed)
        #expect(result.error.contains("No such file"))
    }

    @Test("A program gets the place of the file in JSON, and not its content twice")
    func forPrograms() throws {
        let clock = try clock(.backup(try BackupSamples.backup()))
        let path = clock.folder + "/clock.json"
        let result = client().run(["backup", path, "--json", "--socket", clock.path])
        #expect(
            result.output == #"{"file":"\#(path)","id":"1","ok":true,"reply":"backup"}"# + "\n")
    }

    // MARK: - Restoring

    /// The result of a restore at a terminal, what the person was asked, and what the clock got.
    private func restore(
        _ options: [String], says isSure: Bool?, asksClock steps: [ScriptedClock.Step]
    ) throws -> (Client.Result, String?, [String]) {
        let clock = try ScriptedClock(steps)
        let path = clock.folder + "/clock.json"
        try Data("{}".utf8).write(to: URL(filePath: path))
        var client = client()
        var asked: String?
        if let isSure {
            client.asksPerson = { question in
                asked = question
                return isSure
            }
        }
        let result = client.run(["restore", path, "--socket", clock.path] + options)
        return (result, asked, clock.received())
    }

    private func steps(_ id: String, _ reply: Reply) -> [ScriptedClock.Step] {
        [.readFile, .write(ReplyLine.encode(id: id, reply)), .hangUp]
    }

    private func hours(_ id: String) -> [ScriptedClock.Step] {
        [.read, .write(ReplyLine.encode(id: id, .style(ClockStyle()))), .hangUp]
    }

    @Test("A person sees what a restore would take, and nothing but a yes takes it")
    func asks() throws {
        let reply = Reply.restored(try BackupSamples.restored())
        // The answer has a time, whose form is the clock's.
        let first = steps("1-asks", reply) + hours("1-asks-hours")
        let (kept, question, lines) = try restore([], says: false, asksClock: first)
        #expect(kept.error == "noiseclock: Nothing was changed.\n")
        #expect(question?.contains("3 alarms, 1 timer, 2 favourites") == true)
        #expect(
            lines.prefix(2) == [
                #"{"command":"restore","dryRun":true,"id":"1-asks"}"# + "\n", "{}",
            ])
        let both = first + steps("1", reply) + hours("1-hours")
        let (taken, _, all) = try restore([], says: true, asksClock: both)
        #expect(taken.status == .done)
        #expect(all.count == 6 && all[3] == #"{"command":"restore","id":"1"}"# + "\n")
    }

    @Test("A script, and whoever says --yes, is not asked")
    func unasked() throws {
        let reply = Reply.restored(try BackupSamples.lacking())
        for (options, isSure) in [([], nil), (["--yes"], false)] as [([String], Bool?)] {
            let (result, question, lines) = try restore(
                options, says: isSure, asksClock: steps("1", reply))
            #expect(question == nil && lines.count == 2)
            #expect(
                result.output == """
                    From the backup: no alarms, 1 preset, 1 world clock, and all settings.
                    Alarms 1, 2 are off: their dates are over.
                    This clock doesn't have these sounds: own-grandma-sings.
                    This clock doesn't have these fonts: Terminus.
                    Left out, because only another version knows it: settings.radio.
                    No alarm rings next.

                    """)
        }
    }

    @Test("A file that is not there is said before any clock is asked")
    func missing() {
        let result = client().run(["restore", "/nowhere/clock.json", "--socket", "/nowhere/c"])
        #expect(result.status == .noInput)
    }

    // MARK: - Undo

    @Test("An undo names what it took back")
    func undone() throws {
        let text = Presentation.text(.undone(try BackupSamples.undone()))
        #expect(text.hasPrefix("Put the alarm 3, 07:30 Work back.\n"), "\(text)")
        #expect(text.contains("Took the alarm 4, 09:00 away again.\n"))
        #expect(text.contains("Made the alarm 7, 07:30 Early as it was.\n"))
        #expect(text.contains("Next alarm: 3 (Work)"))
    }

    @Test("Each setting that can be taken back has its words")
    func words() {
        let others = ["zone", "pauses", "freeDays", "favourites", "mix"]
        #expect(
            Set(Presentation.partsInWords.keys) == Set(Settings.fields.map(\.storedName) + others))
    }
}
