import English
import Testing

@Suite("Guesses at lengths")
struct LengthWordsTests {
    @Test(
        "A length in other words is guessed in the form that can be typed",
        arguments: [
            ("10min", "10m"), ("90 Seconds", "90s"), ("2hours", "2h"), ("10", "10m"),
        ])
    func meant(word: String, expected: String) {
        #expect(LengthWords.meant(by: word) == expected)
    }

    @Test("Nothing is guessed from what is no length")
    func nothing() {
        for word in ["", "min", "10 days", "-5", "1234567"] {
            #expect(LengthWords.meant(by: word) == nil, "\(word)")
        }
    }

    @Test("A number alone is seconds where minutes are not allowed")
    func short() {
        let range: ClosedRange<Duration> = .seconds(0)...(.seconds(60))
        #expect(LengthWords.meant(by: "30", in: range) == "30s")
        #expect(LengthWords.meant(by: "1", in: range) == "1m")
        #expect(LengthWords.meant(by: "90", in: range) == nil)
    }
}
