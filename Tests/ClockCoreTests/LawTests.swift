import BoundedJSON
import ClockTime
import Testing

@testable import ClockCore

@Suite("Clauses of the law that no other suite is about")
struct LawTests {
    @Test("1.1: weekly, once and dated alarms ring at second 0 of their minute")
    func kinds() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let weekly = try night.add(
            try #require(
                Schedule(time: try timeOfDay("07:01"), kind: .weekly(WeekdaySet(.tuesday)))))
        let once = try night.once("07:02")
        let dated = try night.add(
            .dated(try civilDate("2025-01-14"), at: try timeOfDay("07:03")))
        try night.wait(until: "2025-01-14 07:04")
        #expect(
            night.story == [
                "2025-01-14 07:01:00 fired \(weekly)", "2025-01-14 07:02:00 fired \(once) joined",
                "2025-01-14 07:03:00 fired \(dated) joined",
            ])
        #expect(Schedule(time: try timeOfDay("07:00"), kind: .weekly([])) == nil)
    }

    @Test("3.5: a second that the clock shows twice, as at a leap second, rings nothing twice")
    func leapSecond() throws {
        var night = try Night("Europe/Berlin", at: "2017-01-01 00:59")
        let id = try night.daily("01:00")
        try night.wait(until: "2017-01-01 01:00")
        #expect(night.ringing == [id])
        // The kernel steps back over the inserted second; a smeared one is never a step.
        night.passUnevenly(wall: .zero, boot: .seconds(1))
        night.handle(.wake)
        night.wait(.minutes(1))
        #expect(night.story.filter { $0.contains("fired") }.count == 1)
    }

    @Test("10: all that the law names is in the record")
    func persisted() throws {
        var night = try Night(at: "2025-01-14 06:59")
        let berlin = try systemZone("Europe/Berlin")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0.zone = .pinned(berlin)
            $0.label = "Work"
            $0[\.snooze.limit] = .some(3)
        }
        night.ask(.timer(.add(.minutes(5), name: "eggs", starts: true)))
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        night.ask(.alarm(.skipNext(id, 2)))
        let json = try #require(night.durable).storedText
        for field in [
            "schema", "id", "revision", "kind", "time", "weekdays", "zone", "enabled", "label",
            "sound", "volume", "snooze", "limit", "ringSeconds", "automaticRings", "armedAt",
            "spent", "skipNext", "occurrence", "date", "phase",
            "snoozes", "silences", "wall", "boot", "timers", "total", "length", "end",
            "lastTrusted", "zoneNames",
        ] {
            #expect(json.contains("\"\(field)\""), "\(field)")
        }
        // Date, instant, and whether it is provisional.
        #expect(json.contains(#""spent":["2025-01-14 1736834400 rung"]"#))
    }
}
