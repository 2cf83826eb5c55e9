import Control
import TestKit
import ReplySamples
import Testing

@testable import noiseclock

@Suite("Words about updates, and the updater")
struct UpdateWordsTests {
    private func action(_ words: String...) throws -> ClientAction {
        try ClientAction.parse(words, zones: TestZones())
    }

    @Test("What the clock answers goes to the clock, and the rest to the updater")
    func words() throws {
        guard case .request(let check) = try action("update", "check", "--json") else {
            throw NothingThrown(instead: "no request")
        }
        #expect(check.outgoing == .checkUpdate && check.isJSON)
        #expect(
            try action("update", "status") == .update(.status, isJSON: false, socket: nil))
        #expect(
            try action("update", "--socket", "/s", "a file")
                == .update(.install(file: "a file"), isJSON: false, socket: "/s"))
        #expect(
            try action("update", "./check")
                == .update(.install(file: "./check"), isJSON: false, socket: nil))
    }

    @Test("Without a word and with one too many there is an answer that helps")
    func wrongWords() throws {
        for words in [["update"], ["update", ""]] {
            let error = try thrown(UsageError.self) {
                try ClientAction.parse(words, zones: TestZones())
            }
            #expect(error.message.contains("check, ready, status, or a file"))
            #expect(error.hint == "See: noiseclock update --help")
        }
        let error = try thrown(UsageError.self) {
            try ClientAction.parse(["update", "a", "b"], zones: TestZones())
        }
        #expect(error.message.contains("\"b\""), "\(error.message)")
    }

    @Test("The group's help tells of all, and what the file is")
    func help() throws {
        let text = try printed(["update", "--help"])
        for part in [
            "update check", "update ready", "update tell", "update status", "update FILE", "apt.",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 110 })
    }
}
