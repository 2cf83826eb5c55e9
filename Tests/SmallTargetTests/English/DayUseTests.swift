import ClockTime
import English
import Testing

@Suite("Words for a date")
struct DayUseTests {
    /// A Sunday.
    private let today = CivilDate(year: 2026, month: 3, day: 29)

    @Test(
        "A day ahead, a day back, and the days beside the words of the week",
        arguments: [
            (DayUse.ahead, "today", "2026-03-29"), (.ahead, "Tomorrow", "2026-03-30"),
            (.ahead, "sun", "2026-03-29"), (.ahead, "Monday", "2026-03-30"),
            (.ahead, "sat", "2026-04-04"), (.back, "today", "2026-03-29"),
            (.back, "yesterday", "2026-03-28"), (.back, "sun", "2026-03-29"),
            (.back, "mon", "2026-03-23"), (.back, "SAT", "2026-03-28"),
            (.near, "today", "2026-03-29"), (.near, "tomorrow", "2026-03-30"),
        ])
    func meaning(use: DayUse, word: String, expected: String) throws {
        #expect(use.date(word, today: try #require(today))?.description == expected)
        #expect(use.isWord(word))
    }

    @Test("Anything else is no such word")
    func others() {
        for word in ["", "m", "mon-fri", "daily", "2026-03-29", "soon", "yesterday"] {
            #expect(!DayUse.ahead.isWord(word), "\(word)")
        }
        for word in ["tomorrow", "off"] { #expect(!DayUse.back.isWord(word), "\(word)") }
        for word in ["mon", "yesterday"] { #expect(!DayUse.near.isWord(word), "\(word)") }
    }

    @Test("What is offered is understood")
    func offered() {
        for use in DayUse.allCases { #expect(use.offered.allSatisfy(use.isWord)) }
    }
}
