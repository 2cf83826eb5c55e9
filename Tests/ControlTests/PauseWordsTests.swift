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
}
