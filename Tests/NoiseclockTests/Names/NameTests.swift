import ClockCore
import ClockTime
import Control
import ReplySamples
import TestKit
import Testing

@testable import noiseclock

@Suite("Names in the place of numbers and ids")
struct NameTests {
    private func found(_ arguments: String...) -> [String] {
        NamedWord.all(in: arguments, of: ClientAction.vocabulary).map { named in
            if case .day(let use) = named.kind {
                "day(\(use)) \(named.word)"
            } else {
                "\(named.kind) \(named.word)"
            }
        }
    }

    @Test("A word may be a name where a number or an id belongs, in words and options")
    func places() {
        #expect(found("alarm", "show", "Work") == ["alarm Work"])
        #expect(found("alarm", "skip", "Work", "5") == ["alarm Work"])
        #expect(found("alarm", "edit", "Early train", "07:45") == ["alarm Early train"])
        #expect(found("--socket", "/x", "timer", "stop", "Pizza") == ["timer Pizza"])
        #expect(found("alarm", "add", "7:30", "--sound=Pink noise") == ["sound Pink noise"])
        #expect(found("history", "--alarm", "Work", "--json") == ["pastAlarm Work"])
        #expect(found("time", "zone", "Berlin") == ["zone Berlin"])
        #expect(found("when", "7:30", "--zone", "Berlin") == ["zone Berlin"])
        #expect(found("alarm", "show", "--", "Work") == ["alarm Work"])
    }

    @Test("So may a word for a date, which is about the future, the past or the next days")
    func days() {
        #expect(
            found("alarm", "pause", "Fri", "tomorrow") == ["day(ahead) Fri", "day(near) tomorrow"])
        #expect(
            found("free-days", "set", "today", "mon=Fête") == [
                "day(ahead) today", "day(ahead) mon",
            ])
        #expect(found("explain", "3", "--date", "mon") == ["day(back) mon"])
        #expect(
            found("alarm", "edit", "Gym", "7:00", "tomorrow") == [
                "alarm Gym", "day(near) tomorrow",
            ])
        // These are every week.
        #expect(found("alarm", "add", "7:30", "fri").isEmpty)
        #expect(found("alarm", "add", "7:30", "--label", "tomorrow").isEmpty)
        #expect(found("alarm", "pause", "off").isEmpty)
    }

    @Test("Numbers, dates and words of other kinds are none")
    func others() {
        #expect(found("alarm", "show", "3").isEmpty)
        #expect(found("alarm", "pause", "2026-07-20", "2026-08-02").isEmpty)
        #expect(found("alarm", "add", "7:30", "mon-fri", "--label", "Work").isEmpty)
        #expect(found("mix", "load", "Storm").isEmpty)
        #expect(found("help", "alarm", "show").isEmpty)
        #expect(found().isEmpty)
    }

    @Test("The word in its place is replaced, and nothing else")
    func replaced() {
        let arguments = ["alarm", "edit", "Work", "--label", "Work", "--sound=Rain"]
        let named = NamedWord.all(in: arguments, of: ClientAction.vocabulary)
        #expect(
            arguments.replacing(named, with: ["3", "rain"])
                == ["alarm", "edit", "3", "--label", "Work", "--sound=rain"])
        let days = ["free-days", "set", "tomorrow=Fête"]
        let day = NamedWord.all(in: days, of: ClientAction.vocabulary)
        #expect(
            days.replacing(day, with: ["2026-12-25"]) == ["free-days", "set", "2026-12-25=Fête"])
    }
}

@Suite("A client that asks the clock for names")
struct NameResolvingTests {
    private let client = Client(environment: [:], uid: 1000, timeout: .seconds(5))

    @Test("The clock is asked which timer has the name, then which run it is, and gets numbers")
    func timer() throws {
        let timers = ReplyLine.encode(id: "1-names", .timers([try CountdownSamples.pizza(.alert)]))
        let asked = ReplyLine.encode(id: "1-asks", .timers([try CountdownSamples.pizza(.alert)]))
        let reply = ReplyLine.encode(id: "1", .timer(try CountdownSamples.pizza()))
        let clock = try ScriptedClock([
            .read, .write(timers), .hangUp, .read, .write(asked), .hangUp, .read, .write(reply),
        ])
        let result = client.run(["timer", "stop", "pizza", "--socket", clock.path])
        #expect(result.status == .done, "\(result.error)")
        #expect(
            clock.received() == [
                #"{"command":"timer.list","id":"1-names"}"# + "\n",
                #"{"command":"timer.list","id":"1-asks"}"# + "\n",
                #"{"command":"timer.stop","id":"1","run":3,"timer":2}"# + "\n",
            ])
    }

    @Test("The clock is asked which day it has, and gets a date")
    func day() throws {
        let time = ReplyLine.encode(id: "1-names", .time(try TimeSamples.confirmed()))
        let first = try date("2026-03-30")
        let paused = ReplyLine.encode(id: "1", .paused([DateRange(first: first, last: first)]))
        let clock = try ScriptedClock([.read, .write(time), .hangUp, .read, .write(paused)])
        let result = client.run(["alarm", "pause", "tomorrow", "--socket", clock.path])
        #expect(result.output == "No alarm rings on Mon 30 Mar 2026.\n", "\(result.error)")
        #expect(
            clock.received() == [
                #"{"command":"time.status","id":"1-names"}"# + "\n",
                #"{"command":"alarm.pause","dates":{"first":"2026-03-30","last":"2026-03-30"},"id":"1"}"#
                    + "\n",
            ])
        // Nobody knows what day tomorrow is.
        let unknown = ReplyLine.encode(id: "1-names", .time(try TimeSamples.unknown()))
        let other = try ScriptedClock([.read, .write(unknown)])
        let refused = client.run(["alarm", "pause", "tomorrow", "--socket", other.path])
        #expect(refused.status == .refused)
        #expect(refused.error.contains("The clock doesn't know the time"))
    }

    @Test("A name that is not there ends with 1, in words and in JSON, and changes nothing")
    func notThere() throws {
        let alarms = ReplyLine.encode(id: "1-names", .alarms([try Samples.work()]))
        for options in [[], ["--json"]] {
            let clock = try ScriptedClock([.read, .write(alarms)])
            let result = client.run(
                ["alarm", "remove", "Wrok", "--socket", clock.path] + options)
            #expect(result.status == .refused)
            #expect(clock.received().count == 1)
            if options.isEmpty {
                #expect(
                    result.error
                        == "noiseclock: There is no alarm \"Wrok\". Did you mean Work?\n")
            } else {
                #expect(result.output.contains(#""code":"notFound","field":"alarm""#))
            }
        }
    }

    @Test("Wrong words with a name never reach for the clock")
    func wrongWords() {
        let result = client.run(["alarm", "show", "Work", "now", "--socket", "/nowhere/c.sock"])
        #expect(result.status == .usageError)
        #expect(client.run(["alarm", "show", "Work", "--help"]).status == .done)
    }
}
