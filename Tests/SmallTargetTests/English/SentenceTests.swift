import English
import Testing

@Suite("Sentences of clauses")
struct SentenceTests {
    @Test(
        "A clause becomes a sentence; a command at its end and a file's name stay as they are",
        arguments: [
            ("the display does not answer", "The display does not answer."),
            ("It is one.", "It is one."), ("", ""),
            ("sounds.json, line 3: a comma", "sounds.json, line 3: a comma."),
            ("see why: noiseclock explain", "See why: noiseclock explain"),
            ("try noiseclock explain", "Try noiseclock explain."),
        ])
    func sentences(clause: String, sentence: String) {
        #expect(Sentences.sentence(clause) == sentence)
    }
}
