import ClockCore
import Foundation
import Testing

@testable import Control
@testable import noiseclock

@Suite("Words about updates, and the updater")
struct UpdateWordsTests {
    private func action(_ words: String...) throws -> ClientAction {
        try ClientWords.parse(words, zones: TestZones())
    }

    @Test("What the clock answers goes to the clock, and the rest to the updater")
    func words() throws {
        #expect(
            try action("update", "check", "--json")
                == .request(
                    ClientRequest(outgoing: .update(.check), command: .update(.check), isJSON: true)
                ))
        #expect(
            try action("update", "status") == .update(.status, isJSON: false, socket: nil))
        #expect(
            try action("update", "--socket", "/s", "a file")
                == .update(.install(file: "a file"), isJSON: false, socket: "/s"))
        #expect(
            try action("update", "./check")
                == .update(.install(file: "./check"), isJSON: false, socket: nil))
    }

    @Test("Without a word, with one too many and in a script there is an answer that helps")
    func wrongWords() throws {
        for words in [["update"], ["update", ""]] {
            let error = try thrown(UsageError.self) {
                try ClientWords.parse(words, zones: TestZones())
            }
            #expect(error.message.contains("check, ready, status, or a file"))
            #expect(error.hint == "See: noiseclock update --help")
        }
        let error = try thrown(UsageError.self) {
            try ClientWords.parse(["update", "a", "b"], zones: TestZones())
        }
        #expect(error.message.contains("\"b\""), "\(error.message)")
        let script = try thrown(UsageError.self) {
            try ClientWords.command("update status", zones: TestZones())
        }
        #expect(script.message.contains("is not a command to the clock"))
    }

    @Test("The group's help tells of all four, and what the file is")
    func help() throws {
        guard case .text(let text) = try action("update", "--help") else {
            Issue.record("no text")
            return
        }
        for part in ["update check", "update ready", "update status", "update FILE", "apt."] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 110 })
    }

    @Test("The answers are sentences")
    func texts() {
        #expect(Presentation.text(.updateCheck(nil)) == "An update may begin now.\n")
        #expect(
            Presentation.text(.updateCheck(.told(.napping, "somebody naps")))
                == "No update may begin now: somebody naps.\n")
        #expect(
            Presentation.text(.updateReadiness(CountdownSamples.readiness(isGood: false))) == """
                ok  armed: a finding
                ok  display: a finding
                no  sound: a finding
                ok  state: a finding

                """)
        #expect(!Reply.updateCheck(nil).isNo)
        #expect(!Reply.updateReadiness(CountdownSamples.readiness(isGood: true)).isNo)
        #expect(Reply.updateReadiness(UpdateReadiness(checks: [])).isNo)
    }
}
