import ClockCore
import TestKit
import Testing

@testable import Control

@Suite("What wrong words are answered with")
struct WrongWordsTests {
    private func message(_ line: String) throws -> String {
        try thrown(UsageError.self) { try action(ClientWords.split(line)) }.message
    }

    @Test("A date that the calendar lacks is called so, wherever it stands")
    func dates() throws {
        let expected = "there is no \"2026-02-29\" in the calendar"
        for line in [
            "alarm add 07:30 2026-02-29", "alarm pause 2026-02-29 2026-03-01",
            "free-days set 2026-02-29=Leap", "explain 1 --date 2026-02-29",
        ] {
            #expect(try message(line) == expected, "\(line)")
        }
        #expect(try message("alarm add 07:30 2026-2-29").contains("names no days"))
    }

    @Test("Half a range of days is named whole")
    func halfRange() throws {
        #expect(try message("alarm add 07:30 mon-").hasPrefix("\"mon-\" names no days;"))
        #expect(try message("alarm add 07:30 -- -fri").contains("\"-fri\""))
    }

    @Test("An unknown option is answered with those of this command alone")
    func options() throws {
        #expect(
            try message("alarm enable 3 --bogus")
                == "there is no option \"--bogus\"; there are --category, --json, --socket, --help, --version"
        )
        #expect(
            try message("when 7:30 --bogus").hasSuffix(
                "there are --zone, --from, --armed-at, --count, --batch, --json, --help, --version")
        )
        #expect(try message("--bogus").hasSuffix("there are --json, --socket, --help, --version"))
    }

    @Test("JSON is asked for before two dashes")
    func json() {
        #expect(ClientWords.asksForJSON(["alarm", "add", "--json"]))
        #expect(!ClientWords.asksForJSON(["noise", "play", "--", "--json"]))
    }

    @Test("The answer to an import says what was left out")
    func importLine() {
        let reply = ReplyLine.encode(id: "1", .freeDays([]), .saved).dropLast()
        let line = FreeDaysImportLine.encode(
            Array(reply), leftOut: 1, timedEvents: 2, cancelledEvents: 3)
        #expect(
            text(line)
                == #"{"freeDays":[],"id":"1","import":{"cancelledEvents":3,"leftOut":1,"timedEvents":2},"#
                + #""ok":true,"reply":"freeDays","saved":true}"# + "\n")
    }

    @Test("Random words end in a command or a clear error")
    func randomWords() throws {
        var generator = SeededGenerator(seed: 3)
        let vocabulary =
            CommandBook.all.flatMap(\.words) + ClientWords.options.keys.sorted().map { "--\($0)" }
            + ["07:30", "7pm", "mon-fri", "once", "2026-03-29", "3", "-1", "", "--", "=", "am"]
            + ["\u{301}"]
        for _ in 0..<5000 {
            let words = (0..<Int.random(in: 0...7, using: &generator)).compactMap { _ in
                vocabulary.randomElement(using: &generator)
            }
            do {
                guard case .request(let request) = try action(words) else { continue }
                // What means a ring by no name is named before it is sent.
                guard request.namingQuestion == nil else { continue }
                let line = RequestLine.encode(request.outgoing, id: "1")
                #expect(try decoded(line).command == request.command)
            } catch let error as UsageError {
                #expect(!error.message.isEmpty)
            }
        }
    }
}
