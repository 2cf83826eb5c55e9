import ClockCore
import ClockTime
import Testing

@testable import Control

@Suite("Words of test pictures, for a program without a clock")
struct TestPictureWordsTests {
    @Test("They are those of the command, with its options and lengths")
    func words() throws {
        let pixel = try TestPictureWords(["pixel", "3", "0", "--for", "30s"])
        #expect(pixel.picture == TestPicture(.pixel(column: 3, row: 0)))
        #expect(pixel.length == .seconds(30))
        let text = try TestPictureWords(["text", "Good", "night", "--color", "#ff0000"])
        let red = Tint(red: 255, green: 0, blue: 0)
        #expect(text.picture == TestPicture(.text("Good night"), color: red))
        #expect(text.length == .seconds(10))
        let dashes = try TestPictureWords(["--for=1m", "text", "--", "--", "x"])
        #expect(dashes.picture == TestPicture(.text("-- x")))
        let off = try TestPictureWords(["off"])
        #expect(off.picture == nil && off.length == .zero)
    }

    @Test("What is wrong with them is said as the client says it")
    func refusals() {
        let wrong = [
            ([], "Which picture?"), (["row"], "Which row? Give a number."),
            (["all", "--json"], "Without a clock there is no reply."),
            (["all", "--for", "1h"], "1s to 10m"), (["all", "--volume", "3"], "--volume"),
        ]
        for (words, expected) in wrong {
            do throws(UsageError) {
                let taken = try TestPictureWords(words)
                Issue.record("taken as \(taken)")
            } catch {
                #expect(error.message.contains(expected), "\(error.message)")
            }
        }
    }
}
