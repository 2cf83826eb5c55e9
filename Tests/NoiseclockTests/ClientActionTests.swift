import ClockCore
import Control
import TestKit
import Testing

@testable import noiseclock

@Suite("What the client makes of words")
struct ClientActionTests {
    private func message(_ words: String...) throws -> String {
        try thrown(UsageError.self) { try action(words) }.message
    }

    @Test("An unknown option is answered with those that go with the words, and the client's own")
    func options() throws {
        #expect(
            try message("alarm", "enable", "3", "--bogus")
                == "There is no option \"--bogus\". Try one of --category, --json, --socket, --help, --version."
        )
        #expect(
            try message("when", "7:30", "--bogus").hasSuffix(
                "Try one of --zone, --from, --armed-at, --count, --batch, --json, --help, --version."
            )
        )
        #expect(try message("--bogus").hasSuffix("Try one of --json, --socket, --help, --version."))
    }

    @Test("A word that is no day may be a label, but only where the command takes one")
    func labels() throws {
        let hint = " A label goes after --label."
        #expect(try message("alarm", "add", "7:30", "Gym").hasSuffix(hint))
        #expect(try message("alarm", "edit", "3", "Gym").hasSuffix(hint))
        #expect(try !message("when", "7:30", "Gym").contains("label"))
    }

    @Test("An unknown word is answered with the commands, and what the client does by itself")
    func words() throws {
        #expect(try message("frobnicate").hasSuffix("\"noiseclock help\" shows all."))
        #expect(try message("volume", "30").hasSuffix("Did you mean noise volume?"))
        #expect(try message("wen", "7:30").hasSuffix("Did you mean when?"))
        #expect(try message("free-days", "imprt").hasSuffix("Did you mean free-days import?"))
        #expect(try message("free-days", "import").hasPrefix("Which file?"))
        #expect(try message("free-days", "import", "a", "b").contains("one word too many"))
        let help = try thrown(UsageError.self) { try action(["help", "alarm", "ad"]) }
        #expect(help.message.hasSuffix("Did you mean alarm add?") && help.topic == ["alarm"])
    }

    @Test("JSON is asked for before two dashes")
    func json() {
        #expect(ClientAction.asksForJSON(["alarm", "add", "--json"]))
        #expect(!ClientAction.asksForJSON(["noise", "play", "--", "--json"]))
    }

    @Test("The answer to an import says what was left out")
    func importLine() {
        let reply = ReplyLine.encode(id: "1", .freeDays([]), .saved).dropLast()
        let line = FreeDaysImportLine.encode(
            Array(reply), leftOut: 1, timedEvents: 2, cancelledEvents: 3)
        #expect(
            text(line)
                == #"{"freeDays":[],"id":"1","import":{"cancelledEvents":3,"leftOut":1,"oddLines":[],"#
                + #""olderEvents":0,"timedEvents":2,"unwantedDays":0},"#
                + #""ok":true,"reply":"freeDays","saved":true}"# + "\n")
    }

    @Test("Random words end in an action or a clear error")
    func randomWords() throws {
        var generator = SeededGenerator(seed: 3)
        let vocabulary =
            CommandBook.all.flatMap(\.words)
            + ClientAction.vocabulary.options.keys.sorted().map { "--\($0)" }
            + ["when", "setup", "check", "help", "import", "status", "completion", "complete"]
            + ["07:30", "7pm", "mon-fri", "once", "2026-03-29", "3", "-1", "", "--", "=", "am"]
        for _ in 0..<5000 {
            let words = (0..<Int.random(in: 0...7, using: &generator)).compactMap { _ in
                vocabulary.randomElement(using: &generator)
            }
            do {
                if case .text(let text) = try action(words) { #expect(!text.isEmpty) }
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
    }
}
