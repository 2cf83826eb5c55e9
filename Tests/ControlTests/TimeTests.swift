import ClockCore
import ClockTime
import ReplySamples
import TestKit
import Testing

@testable import Control

@Suite("What time it is, and setting it")
struct TimeTests {

    @Test("A request bears the time as it was given: local, or an instant")
    func requests() throws {
        #expect(
            text(try line("time set 2026-11-22T03:40:05"))
                == #"{"command":"time.set","id":"1","time":"2026-11-22T03:40:05"}"# + "\n")
        #expect(
            text(try line("time set 2026-11-22T02:40:05.250Z"))
                == #"{"command":"time.set","id":"1","time":"2026-11-22T02:40:05.250Z"}"# + "\n")
        #expect(
            text(try line("time zone Europe/Berlin"))
                == #"{"command":"time.zone","id":"1","zone":"Europe/Berlin"}"# + "\n")
        let short = try decoded(
            bytes(#"{"id":"1","command":"time.set","time":"2026-11-22T03:40"}"#))
        #expect(try short.command == .time(.set(.local(civil("2026-11-22", "03:40")))))
    }

    @Test("A zone that there is not is refused, and says which field it was")
    func unknownZone() throws {
        for zone in [#""Mars/Olympus""#, "7", "null"] {
            let line = #"{"id":"1","command":"time.zone","zone":\#(zone)}"#
            let error = try thrown(RequestError.self) { try decoded(bytes(line)) }
            #expect(error.refusal.field == "zone")
        }
    }

    @Test("The clock is set once for a request that comes twice, and asking changes nothing")
    func changes() throws {
        for (words, isChange) in [
            ("time", false), ("time set 2026-11-22T03:40", true), ("time zone UTC", true),
        ] {
            #expect(try request(words).outgoing.isChange == isChange)
        }
    }

    @Test(
        "What is no time is refused with what is allowed, in words and in JSON",
        arguments: [
            "25:40", "2026-11-22", "2026-11-22 3", "2026-11-22T25:00", "2026-02-30T03:40",
            "2026-11-22T03:40:00.5", "2026-11-22T03:4", "2026-11-22T03:40+25:00",
            "tomorrow-at-seven",
            "2026-11-22T03:40:0012345678901234567890123456789012345678901234567",
        ])
    func wrong(word: String) throws {
        let usage = try thrown(UsageError.self) { try request(["time", "set", word]) }
        #expect(usage.message.hasPrefix("The time can't be \""))
        #expect(usage.message.hasSuffix("or a date and time such as 2026-11-22 03:40."))
        #expect(usage.topic == ["time", "set"])
        let line = #"{"id":"1","command":"time.set","time":"\#(word)"}"#
        let refusal = try thrown(RequestError.self) { try decoded(bytes(line)) }.refusal
        #expect(refusal.field == "time" && refusal.code == "invalid")
        #expect(refusal.message.contains("it must be a date and time like 2026-11-22T03:40"))
    }

    @Test("A time that is missing is asked for")
    func missing() throws {
        let usage = try thrown(UsageError.self) { try request(["time", "set"]) }
        #expect(
            usage.message.hasPrefix("Which time? Give one such as 03:40, or a date and time"))
        let line = bytes(#"{"id":"1","command":"time.set"}"#)
        let refusal = try thrown(RequestError.self) { try decoded(line) }.refusal
        #expect(refusal.message.hasPrefix("time: is missing"))
    }

    @Test("The reply in JSON has what a program needs")
    func json() throws {
        var report = try TimeSamples.setWithWords()
        report.hardwareClock = .failed("error 5")
        #expect(
            text(ReplyLine.encode(id: "1", .timeSet(report)))
                == #"{"id":"1","ok":true,"reply":"timeSet","timeSet":{"hardwareClock":"failed","nextAlarm":null,"#
                + #""secondPass":"2026-10-25T01:30:00Z","time":{"confirmedSecondsAgo":27136,"#
                + #""local":"2026-03-29T23:57:43","offsetSeconds":7200,"trust":"trusted","#
                + #""wall":"2026-03-29T21:57:43.750Z","zone":"Europe/Berlin"},"warning":"error 5"}}"#
                + "\n")
    }
}
