import ClockCore
import Control
import ReplySamples
import Testing

@testable import noiseclock

@Suite("Deleting several alarms")
struct AlarmRemovingTests {
    /// The result, and what the clock was asked.
    private func run(_ options: [String], says isSure: Bool) throws -> (Client.Result, [String]) {
        let list = ReplyLine.encode(id: "1-asks", .alarms([try Samples.work()]))
        let gone = ReplyLine.encode(
            id: "1-3", .removed(AlarmID(3), was: try Samples.work().alarm))
        let clock = try ScriptedClock([.read, .write(list), .hangUp, .read, .write(gone)])
        var client = Client(environment: [:], uid: 1000, timeout: .seconds(5))
        client.asksPerson = { question in
            #expect(question == "Delete the only alarm? [y/N] ")
            return isSure
        }
        let result = client.run(["alarm", "remove", "all", "--socket", clock.path] + options)
        // Only what was asked is waited for.
        guard result.status == .done else { return (result, []) }
        return (result, clock.received())
    }

    @Test("A person is asked first, and nothing but a yes deletes them")
    func asks() throws {
        let (kept, _) = try run([], says: false)
        #expect(kept.status == .refused && kept.error == "noiseclock: Nothing was deleted.\n")
        for (options, isSure) in [([], true), (["--yes"], false)] {
            let (result, lines) = try run(options, says: isSure)
            #expect(result.output.hasPrefix("Alarm 3 (Work, 07:30) removed."), "\(result)")
            #expect(
                lines == [
                    #"{"command":"alarm.list","id":"1-asks"}"# + "\n",
                    #"{"alarm":3,"command":"alarm.remove","id":"1-3"}"# + "\n",
                ])
        }
    }

    /// What a person is asked of three alarms, if there is a terminal; and the refusal where nobody says yes.
    private func question(_ words: [String], onTerminal: Bool) throws -> (String?, Client.Result) {
        let alarms = [try Samples.work(), try Samples.off(), try Samples.moved()]
        let list = ReplyLine.encode(id: "1-asks", .alarms(alarms))
        let clock = try ScriptedClock([.read, .write(list), .hangUp])
        var client = Client(environment: [:], uid: 1000, timeout: .seconds(5))
        var asked: String?
        if onTerminal {
            client.asksPerson = { question in
                asked = question
                return false
            }
        }
        let result = client.run(["alarm", "remove", "--socket", clock.path] + words)
        return (asked, result)
    }

    @Test("A person is asked before several alarms go, by their numbers")
    func several() throws {
        let questions = [
            (["3", "12"], "Delete alarms 3, 12? [y/N] "), (["3-4"], "Delete alarms 3, 4? [y/N] "),
            (["12-"], "Delete alarm 12? [y/N] "), (["3-99"], "Delete all 3 alarms? [y/N] "),
        ]
        for (words, expected) in questions {
            let (asked, result) = try question(words, onTerminal: true)
            #expect(asked == expected)
            #expect(result.error == "noiseclock: Nothing was deleted.\n")
        }
    }

    @Test("Without a terminal, a range that takes all, or all from a number on, needs --yes")
    func script() throws {
        for words in ["12-", "3-99"] {
            let (_, result) = try question([words], onTerminal: false)
            #expect(result.status == .refused && result.error.contains("add --yes."))
        }
    }

    @Test("A program is never asked")
    func program() throws {
        let (result, _) = try run(["--json"], says: true)
        #expect(result.status == .refused && result.output.contains("add --yes."))
    }
}
