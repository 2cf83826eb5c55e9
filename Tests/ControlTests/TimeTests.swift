import ClockCore
import ClockTime
import TestKit
import Testing

@testable import Control

/// What time it is, and setting it.
enum TimeSamples {

    static func words() throws -> [(String, Command)] {
        let local = GivenTime.local(try civil("2026-11-22", "03:40"))
        let instant = GivenTime.instant(try wall("2026-11-22T02:40:00Z"))
        return [
            ("time", .time(.show)), ("time status", .time(.show)),
            ("time set 2026-11-22T03:40", .time(.set(local))),
            ("time set 2026-11-22T03:40:00", .time(.set(local))),
            ("time set 2026-11-22T02:40Z", .time(.set(instant))),
            ("time set 2026-11-22T03:40:00+01:00", .time(.set(instant))),
            ("time zone Europe/Berlin", .time(.setZone(TestZones.berlin))),
        ]
    }

    static func confirmed() throws -> TimeReport {
        TimeReport(
            wall: try wall("2026-03-29T21:57:43.750Z"), zone: "Europe/Berlin",
            civil: try civil("2026-03-29", "23:57", second: 43), offset: 7200, trust: .trusted,
            confirmedAgo: .seconds(27_136))
    }

    static func unknown() throws -> TimeReport {
        var report = try confirmed()
        report.civil = nil
        report.trust = .unknown
        report.confirmedAgo = nil
        return report
    }

    static func plausible() throws -> TimeReport {
        var report = try confirmed()
        report.trust = .plausible
        report.confirmedAgo = nil
        return report
    }

    static func set() throws -> TimeSetReport {
        TimeSetReport(
            time: try confirmed(), nextAlarm: try Samples.work(), secondPass: nil,
            hardwareClock: .set)
    }

    /// Where a set clock is something to talk about.
    static func setWithWords() throws -> TimeSetReport {
        TimeSetReport(
            time: try confirmed(), nextAlarm: nil,
            secondPass: try wall("2026-10-25T01:30:00Z").instant,
            hardwareClock: .failed("the clock's program may not open it"))
    }

    static func replies() throws -> [Reply] {
        var plain = try set()
        plain.hardwareClock = .absent
        return [
            .time(try confirmed()), .time(try plausible()), .time(try unknown()),
            .timeSet(try set()), .timeSet(plain), .timeSet(try setWithWords()),
            .zoneSet(ZoneSetReport(time: try confirmed(), nextAlarm: try Samples.work())),
            .zoneSet(
                ZoneSetReport(time: try unknown(), nextAlarm: nil)),
            .ringRules(
                RingRules(grace: .minutes(7), countdowns: CountdownRings())),
        ]
    }
}

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
            "03:40", "2026-11-22", "2026-11-22 03:40", "2026-11-22T25:00", "2026-02-30T03:40",
            "2026-11-22T03:40:00.5", "2026-11-22T03:4", "2026-11-22T03:40+25:00",
            "tomorrow-at-seven",
            "2026-11-22T03:40:0012345678901234567890123456789012345678901234567",
        ])
    func wrong(word: String) throws {
        let usage = try thrown(UsageError.self) { try request(["time", "set", word]) }
        #expect(usage.message.contains("\" is not allowed; it must be a date and time like"))
        #expect(usage.topic == ["time", "set"])
        let line = #"{"id":"1","command":"time.set","time":"\#(word)"}"#
        let refusal = try thrown(RequestError.self) { try decoded(bytes(line)) }.refusal
        #expect(refusal.field == "time" && refusal.code == "invalid")
        #expect(refusal.message.contains("it must be a date and time like 2026-11-22T03:40"))
    }

    @Test("A time that is missing is asked for")
    func missing() throws {
        let usage = try thrown(UsageError.self) { try request(["time", "set"]) }
        #expect(usage.message.hasPrefix("which time? Give a date and time like 2026-11-22T03:40"))
        let line = bytes(#"{"id":"1","command":"time.set"}"#)
        let refusal = try thrown(RequestError.self) { try decoded(line) }.refusal
        #expect(refusal.message.hasPrefix("time: is missing"))
    }

    @Test("The time is told with its zone, its offset, and how far it is believed")
    func status() throws {
        #expect(
            Presentation.text(.time(try TimeSamples.confirmed())) == """
                Time        23:57:43, Sun 29 Mar 2026
                Zone        Europe/Berlin, UTC+02:00
                Confirmed   7 h 32 min ago

                """)
        #expect(
            Presentation.text(.time(try TimeSamples.plausible())) == """
                Time        23:57:43, Sun 29 Mar 2026
                Zone        Europe/Berlin, UTC+02:00
                Confirmed   no; alarms ring by it; set it: "noiseclock time set YYYY-MM-DDTHH:MM"

                """)
        #expect(
            Presentation.text(.time(try TimeSamples.unknown())) == """
                Time        not known; set it: "noiseclock time set YYYY-MM-DDTHH:MM"
                Zone        Europe/Berlin
                Confirmed   no; no alarm rings

                """)
    }

    @Test("Who set the clock hears what it shows, what rings next, and what needs a word")
    func set() throws {
        #expect(
            Presentation.text(.timeSet(try TimeSamples.set())) == """
                The clock shows 23:57:43, Sun 29 Mar 2026, Europe/Berlin.
                The next alarm is 3 (Work), Mon 30 Mar 07:30, in 7 h 32 min.

                """)
        #expect(
            Presentation.text(.timeSet(try TimeSamples.setWithWords())) == """
                The clock shows 23:57:43, Sun 29 Mar 2026, Europe/Berlin.
                That time comes twice, and this is the first; for the second: noiseclock time set 2026-10-25T01:30:00Z
                No alarm is set.
                The hardware clock was not set: the clock's program may not open it. The time is gone with the power.

                """)
    }

    @Test(
        "Who chose another zone hears what the clock shows, what rings next, and if it is not saved"
    )
    func zone() throws {
        let report = ZoneSetReport(time: try TimeSamples.confirmed(), nextAlarm: nil)
        #expect(
            Presentation.text(Answer(.zoneSet(report), .notSaved("the disk is full"))) == """
                The clock shows 23:57:43, Sun 29 Mar 2026, Europe/Berlin.
                No alarm is set.
                Not saved: the disk is full. It holds until the power goes.

                """)
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
