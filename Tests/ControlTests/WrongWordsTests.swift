import ClockCore
import ReplySamples
import TestKit
import Testing

@testable import Control

@Suite("What wrong words are answered with")
struct WrongWordsTests {
    private func message(_ line: String) throws -> String {
        try thrown(UsageError.self) { try request(line) }.message
    }

    @Test("A date that the calendar lacks is called so, wherever it stands")
    func dates() throws {
        let expected = "There is no \"2026-02-29\" in the calendar."
        for line in [
            "alarm add 07:30 2026-02-29", "alarm pause 2026-02-29 2026-03-01",
            "free-days set 2026-02-29=Leap", "explain 1 --date 2026-02-29",
        ] {
            #expect(try message(line) == expected, "\(line)")
        }
        #expect(try message("alarm add 07:30 2026-2-29").contains("I don't know \"2026-2-29\"."))
    }

    @Test("A number with a plus is refused rather than taken without it")
    func plus() throws {
        for line in [
            "noise play pink --volume +10", "alarm show +3", "alarm add 7:30 --volume +10",
            "alarm skip 3 +2", "timer stop +1", "mix set rain --pan +30", "style set --hours +12",
            "mix set rain --slider drops=+30",
            "history --count +5", "nap set --pulse +60", "alarm add 7:30 --vibration heartbeat:+70",
            "alarm add 7:30 --snooze-limit +3", "timer add +5m", "noise volume +",
            "noise volume +200",
            "noise volume +-5",
        ] {
            #expect(try message(line).contains("+"), "\(line)")
        }
    }

    @Test("Half a range of days is named whole")
    func halfRange() throws {
        #expect(try message("alarm add 07:30 mon-").hasPrefix("I don't know \"mon-\"."))
        #expect(try message("alarm add 07:30 -- -fri").contains("\"-fri\""))
    }

    @Test("An unknown option is answered with those of this command alone")
    func options() throws {
        #expect(
            try message("alarm enable 3 --bogus")
                == "There is no option \"--bogus\". Try one of --category, --json, --socket.")
        #expect(try message("--bogus").hasSuffix("Try one of --json, --socket."))
    }

    @Test("What only the client does is unknown in a script")
    func clientsOwn() throws {
        for (line, part) in [
            (
                "update status",
                "There is no command \"update status\". Try one of check, ready, tell."
            ),
            ("free-days import a.ics", "There is no command \"free-days import\""),
            ("when 7:30", "There is no command \"when\""), ("help", "There is no command \"help\""),
            ("status --help", "There is no option \"--help\""), ("", "There is no command"),
        ] {
            #expect(try message(line).hasPrefix(part), "\(line)")
        }
    }

    @Test("Random words end in a command or a clear error")
    func randomWords() throws {
        var generator = SeededGenerator(seed: 3)
        let vocabulary =
            CommandBook.all.flatMap(\.words)
            + Vocabulary.commands.options.keys.sorted().map { "--\($0)" }
            + ["07:30", "7pm", "mon-fri", "once", "2026-03-29", "3", "-1", "", "--", "=", "am"]
            + ["\u{301}"]
        for _ in 0..<5000 {
            let words = (0..<Int.random(in: 0...7, using: &generator)).compactMap { _ in
                vocabulary.randomElement(using: &generator)
            }
            do {
                let request = try request(words)
                // If it means a ring without naming it, the client adds the name before it sends the request.
                guard !request.command.meansWhatRings else { continue }
                let line = RequestLine.encode(request.outgoing, id: "1")
                #expect(try decoded(line).command == request.command)
            } catch let error as UsageError {
                #expect(!error.message.isEmpty)
            }
        }
    }
}
