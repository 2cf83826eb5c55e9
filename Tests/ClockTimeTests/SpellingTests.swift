import Testing

@testable import ClockTime

@Suite("Spelling")
struct SpellingTests {
    @Test(
        "suggests the name that was probably meant, and none for what is far from all",
        arguments: [
            ("snoze", "snooze"), ("STOP", "stop"), ("sotp", "stop"), ("meno", "menu"),
            ("--heedless", "--headless"), ("snooozee", "snooze"), ("me", nil), ("x", nil),
            ("", nil), ("xylophone", nil), (String(repeating: "s", count: 10_000), nil),
        ])
    func suggestions(word: String, name: String?) {
        let names = ["snooze", "stop", "menu", "--headless"]
        #expect(Spelling.suggestion(for: word, among: names) == name)
        #expect(Spelling.suggestion(for: word, among: []) == nil)
    }

    @Test("shows what was typed on one line of bounded length")
    func quotes() {
        #expect(Spelling.quoted("a\nb\u{1B}[2J\u{2028}") == "\"a\u{FFFD}b\u{FFFD}[2J\u{FFFD}\"")
        #expect(Spelling.quoted("abcdef", longest: 3) == "\"abc…\"")
        #expect(Spelling.quoted("abc", longest: 3) == "\"abc\"")
        #expect(Spelling.quoted("") == "\"\"")
        let tower = "a" + String(repeating: "\u{301}", count: 10_000)
        #expect(Spelling.quoted(tower).unicodeScalars.count == 63)
    }
}
