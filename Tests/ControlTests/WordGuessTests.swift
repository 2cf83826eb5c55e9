import ClockCore
import ClockTime
import ReplySamples
import TestKit
import Testing

@testable import Control

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
            ("font delete Terminus", "Did you mean font remove?", "font"),
            ("alarm schedule 3", "Did you mean alarm enable?", "alarm"),
            ("alarm cancel 3", "Did you mean alarm disable?", "alarm"),
            ("alarm countdown 3", "Did you mean alarm snooze?", "alarm"),
            ("display format 12", "Did you mean style set --hours?", "display"),
            ("display brightness 30", "Did you mean style set --brightness?", "display"),
            ("sound search rain", "Did you mean sound list?", "sound"),
            ("alarm add 7:30 on monday", "Try the day alone, such as mon.", "alarm add"),
            ("alarm add at 7:30", "Try the time alone, such as 07:30.", "alarm add"),
            ("set 7:30", "Try one of free-days set, ", ""),
            ("alarm add 12", "Did you mean 00:00 or 12:00?", "alarm add"),
            ("alarm add 21", "Did you mean 21:00?", "alarm add"),
            ("alarm add 9h mon-fri", "Did you mean 09:00 or 21:00?", "alarm add"),
            ("alarm add 7:00 2026-11-27 mon", "A date goes alone.", "alarm add"),
            ("alarm rm 3", "Did you mean alarm remove?", "alarm"),
            ("alarm rename 3", "Did you mean alarm edit?", "alarm"),
            ("timer cancel 3", "Did you mean timer stop?", "timer"),
            ("timer extend 3", "Did you mean timer add-minute?", "timer"),
            ("timer add 10min", "Did you mean 10m?", "timer add"),
            ("timer add 90seconds", "Did you mean 90s?", "timer add"),
            ("noise sleep 30", "Did you mean noise sleep 30m?", "noise sleep"),
            ("noise sleep 2hours", "Did you mean noise sleep 2h?", "noise sleep"),
            ("noise rain", "Did you mean noise play rain?", "noise"),
            ("noise 30", "Did you mean noise volume 30?", "noise"),
            ("noise 45m", "Did you mean noise sleep 45m?", "noise"),
            ("noise louder", "Did you mean noise volume up?", "noise"),
            ("noise on", "Did you mean noise play?", "noise"),
            ("noise sleep until 22:00", "Did you mean noise sleep 22:00?", "noise sleep"),
            ("noise sleep for 45min", "Did you mean noise sleep 45m?", "noise sleep"),
            ("dnd on until 7:00", "Did you mean dnd on --until 7:00?", "dnd on"),
            ("dnd on 7:00", "Did you mean dnd on --until 7:00?", "dnd on"),
            ("dnd on until dawn", "\"until\" is one word too many.", "dnd on"),
            ("timer 10m", "Did you mean timer add 10m?", "timer"),
            ("timer 10", "Did you mean timer add 10m?", "timer"),
            ("nap 20m", "Did you mean nap start 20m?", "nap"),
            ("alarm add 20m", "To count it down: noiseclock timer add", "alarm add"),
            ("alarm add 7:00 Gym", "I don't know \"Gym\". Give days such as", "alarm add"),
            ("alarm add 7:00 Gym", "2026-03-29. A label goes after --label.", "alarm add"),
            (
                "alarm add 7:00 sat --label Sleep in", "A label of several words needs quotes.",
                "alarm add"
            ),
        ] as [(String, String, String)])
    func guesses(line: String, message: String, topic: String) {
        do throws(UsageError) {
            let taken = try request(line.split(separator: " ").map(String.init))
            Issue.record("taken as \(taken)")
        } catch {
            #expect(error.message.contains(message))
            #expect(error.topic.joined(separator: " ") == topic)
        }
    }

    @Test("A guess can be typed as it stands, also with a name of several words")
    func typed() throws {
        let words = [
            "rain", "Pink noise", "50", "-10", "45m", "22:00", "up", "quieter", "off", "x'y",
        ]
        for (group, word) in words.map({ ("noise", $0) }) + [
            ("timer", "10"), ("timer", "90s"), ("alarm", "7pm"), ("nap", "20m"),
        ] {
            let error = try thrown(UsageError.self) { try request([group, word]) }
            let parts = error.message.split(separator: "Did you mean ")
            let guess = String(try #require(parts.last).dropLast())
            let line = try ClientWords.split(guess)
            _ = try request(line)
        }
        let volume = try request(["noise", "volume", "Down"])
        #expect(volume.command == .noise(.changeVolume(-10)))
    }

    @Test("The word of most groups alone shows what there is")
    func groups() throws {
        #expect(try request(["alarm"]).command == .alarm(.list))
        #expect(try request(["timer", "--json"]).command == .timer(.list))
    }

    @Test("An operation that the clock always refuses is neither listed nor guessed")
    func unlisted() throws {
        for word in ["resumee", "nonsense"] {
            let error = try thrown(UsageError.self) { try request(["alarm", word]) }
            #expect(error.message.contains("remove") && !error.message.contains("resume,"))
            #expect(!error.message.contains("Did you mean"), "\(error.message)")
        }
    }

    @Test("A timer's name may precede its length, and a time may have its half of the day apart")
    func otherOrders() throws {
        let command = try ClientWords.command(["timer", "add", "Pasta", "10m"], zones: TestZones())
        #expect(command == .timer(.add(.minutes(10), name: "Pasta", starts: true)))
        let alarm = try ClientWords.command(["alarm", "add", "7:30 pm"], zones: TestZones())
        let evening = try time("19:30")
        #expect(alarm == .alarm(.add(.once(at: evening), AlarmChanges())))
    }

    @Test("A colour may be given by its name, or without its sign, which a shell needs quotes for")
    func colors() throws {
        for (word, color) in [
            ("amber", "#ffbf00"), ("Red", "#ff0000"), ("ff8800", "#ff8800"), ("#ff8800", "#ff8800"),
            ("black", "#000000"), ("#f80", "#ff8800"), ("0aF", "#00aaff"),
        ] {
            let command = try request(["style", "set", "--color", word]).command
            let tint = try #require(Tint(color))
            #expect(command == .style(.set([.set(\.digitColor, tint)])), "\(word)")
        }
    }
}
