import ClockTime
import Testing

@testable import ClockCore

@Suite("Skipped dates that a setting of the clock or of the zone passes over (law, 3.4, 4.1 and 7)")
struct PassedSkipTests {
    private static func skipping(at text: String, _ count: Int = 1) throws -> Night {
        var night = try Night(at: text)
        let id = try night.daily("07:00")
        night.ask(.alarm(.skipNext(id, count)))
        return night
    }

    @Test("7, 3.4: a date that was to be skipped is skipped when a person sets the clock beyond it")
    func userSet() throws {
        var night = try PassedSkipTests.skipping(at: "2025-01-14 06:00")
        night.step(by: .hours(2), .user)
        #expect(night.story == ["2025-01-14 08:00:00 skipped 1 of 2025-01-14 skipNext"])
        #expect(try night.next(AlarmID(1)) == "2025-01-15 07:00:00")
        // It stays passed (3.2).
        night.step(by: .hours(-2), .user)
        #expect(try night.next(AlarmID(1)) == "2025-01-15 07:00:00")
        #expect(Ledger.problems(of: night) == [])
    }

    @Test("7, 4.1: the same where the new zone has the date behind it")
    func zoneEastwards() throws {
        var night = try PassedSkipTests.skipping(at: "2025-01-13 23:30", 2)
        try night.changeZone("Asia/Tokyo")
        #expect(night.clock == "2025-01-14 07:30:00")
        #expect(try night.next(AlarmID(1)) == "2025-01-16 07:00:00")
        #expect(night.story == ["2025-01-14 07:30:00 skipped 1 of 2025-01-14 skipNext"])
    }

    @Test("7, 4.1: a date that the new zone still has ahead is still skipped")
    func zoneWestwards() throws {
        var night = try PassedSkipTests.skipping(at: "2025-01-14 06:30")
        try night.changeZone("America/New_York")
        #expect(try night.next(AlarmID(1)) == "2025-01-15 07:00:00")
        try night.wait(until: "2025-01-14 08:00")
        #expect(night.story == ["2025-01-14 07:00:00 skipped 1 of 2025-01-14 skipNext"])
    }
}
