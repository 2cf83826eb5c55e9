import Control
import Testing

/// What the client guesses from words that are no command.
@Suite("Guesses at what somebody meant")
struct WordGuessTests {
    @Test(
        "A word that people try gets the command, or the way to write it",
        arguments: [
            ("7:30", "There is no command \"7:30\". Did you mean alarm add 7:30?", ""),
            ("time zon", "Did you mean time zone?", "time"),
            ("list", "Did you mean alarm list?", ""),
            ("alarm 7:30", "Did you mean alarm add 7:30?", "alarm"),
            ("alarm set 7:30", "Did you mean alarm add?", "alarm"),
            ("alarm delete 3", "Did you mean alarm remove?", "alarm"),
            ("mix remov", "Did you mean mix remove?", "mix"),
            ("alarm add 7:30 on monday", "Try the day alone, such as mon.", "alarm add"),
            ("alarm add at 7:30", "Try the time alone, such as 07:30.", "alarm add"),
            ("set 7:30", "Try one of free-days set, ", ""),
            ("alarm add 12", "Did you mean 00:00 or 12:00?", "alarm add"),
            ("alarm add 21", "Did you mean 21:00?", "alarm add"),
            ("alarm add 9h mon-fri", "Did you mean 09:00 or 21:00?", "alarm add"),
        ])
    func guesses(line: String, message: String, topic: String) {
        do throws(UsageError) {
            let taken = try request(line.split(separator: " ").map(String.init))
            Issue.record("taken as \(taken)")
        } catch {
            #expect(error.message.contains(message))
            #expect(error.topic.joined(separator: " ") == topic)
        }
    }
}
