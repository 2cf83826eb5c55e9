import ClockCore
import ClockTime
import Control
import ReplySamples
import Testing

@Suite("A pause in words")
struct PauseWordsTests {
    private func pause(_ words: String) throws -> ClockCore.Command {
        try ClientWords.command("alarm pause \(words)", zones: TestZones())
    }

    private func range(_ first: String, _ last: String) throws -> ClockCore.Command {
        .alarm(.pauseAll(DateRange(first: try date(first), last: try date(last))))
    }

    @Test("A pause of one day, of some, and up to the first such weekday")
    func pauses() throws {
        #expect(try pause("2026-03-29") == range("2026-03-29", "2026-03-29"))
        #expect(try pause("2026-03-29 2026-04-02") == range("2026-03-29", "2026-04-02"))
        #expect(try pause("2026-03-29 fri") == range("2026-03-29", "2026-04-03"))
        #expect(try pause("2026-03-29 sunday") == range("2026-03-29", "2026-03-29"))
    }

    @Test("Pauses are listed and ended, and free days come and go, in words and as requests")
    func requests() throws {
        let day = try date("2026-12-26")
        let forms: [(words: String, command: ClockCore.Command, fields: String)] = [
            ("alarm pause", .alarm(.pauses), #""command":"alarm.pause""#),
            (
                "alarm pause off 2026-12-26", .alarm(.endPause(on: day)),
                #""command":"alarm.pause","date":"2026-12-26","dates":null"#
            ),
            (
                "free-days remove 2026-12-26", .quiet(.removeFreeDays([day])),
                #""command":"free-days.remove","dates":["2026-12-26"]"#
            ),
            (
                "free-days add 2026-12-26", .quiet(.addFreeDays([FreeDay(date: day, name: "")])),
                #""command":"free-days.add","days":[{"date":"2026-12-26","name":""}]"#
            ),
        ]
        for (words, command, fields) in forms {
            #expect(try ClientWords.command(words, zones: TestZones()) == command)
            let line = Array("{\"id\":\"1\",\(fields)}".utf8)
            #expect(try decoded(line).command == command)
        }
    }
}
