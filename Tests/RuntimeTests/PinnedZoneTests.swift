import ClockCore
import ClockTime
import HAL
import Runtime
import SimulatedBoard
import Synchronization
import Testing

/// Zone files that a test can add and remove.
private final class ChangingZones: ZoneSource {
    private let offsets: Mutex<[String: Int]>

    init(_ offsets: [String: Int]) {
        self.offsets = Mutex(offsets)
    }

    var systemZoneName: String? { "UTC" }

    func zone(named name: String) -> Result<Zone, ZoneProblem> {
        if name == "UTC" { return .success(.utc) }
        guard let offset = offsets.withLock({ $0[name] }) else {
            return .failure(ZoneProblem("its file is gone"))
        }
        return .success(.fixed(name: name, offsetSeconds: offset))
    }

    func remove(_ name: String) { offsets.withLock { $0[name] = nil } }
}

@Suite("Alarms pinned to a zone")
struct PinnedZoneTests {
    private let zones = ChangingZones(["Asia/Tokyo": 9 * 3600])

    /// A clock in UTC with a daily alarm for 07:00 in Tokyo, which is 22:00 UTC.
    private func bench() throws -> Bench {
        let bench = try Bench(at: "2026-01-10T21:58:00Z", zones: zones)
        var changes = AlarmChanges()
        changes.zone = .pinned(try zones.zone(named: "Asia/Tokyo").get())
        let seven = Schedule.daily(at: try #require(TimeOfDay(hour: 7, minute: 0)))
        bench.ask(.alarm(.add(seven, changes)))
        return bench
    }

    @Test("1.2: they ring by that zone's rules, which are read again at the start")
    func restart() throws {
        let bench = try bench()
        try bench.kill()
        bench.run(for: .seconds(121))
        let seven = try RFC3339.parse("2026-01-10T22:00:00Z").instant
        #expect(bench.lines(.of(.alarm, .fired)).map(\.scheduled) == [seven])
        #expect(bench.stepped.snapshot?.problems == [])
    }

    @Test(
        "18: a zone that cannot be read at the start is named, and its alarms ring by its last offset"
    )
    func unreadable() throws {
        let bench = try bench()
        zones.remove("Asia/Tokyo")
        try bench.kill()
        let problem = try #require(bench.stepped.snapshot?.problems.first)
        #expect(problem.part == .zone)
        #expect(
            problem.problem
                == "the time zone Asia/Tokyo can't be used (its file is gone). "
                + "The clock uses its last offset, UTC+09:00")
        bench.run(for: .seconds(121))
        let seven = try RFC3339.parse("2026-01-10T22:00:00Z").instant
        #expect(bench.lines(.of(.alarm, .fired)).map(\.scheduled) == [seven])
    }

    @Test(
        "4.1: a start that is told another zone goes on by the old one's rules, and then takes it")
    func startElsewhere() throws {
        let bench = try Bench(at: "2026-01-10T21:58:00Z", zones: zones)
        let eleven = Schedule.daily(at: try #require(TimeOfDay(hour: 23, minute: 0)))
        bench.ask(.alarm(.add(eleven, AlarmChanges())))
        bench.zoneName = "Asia/Tokyo"
        try bench.kill()
        // 23:00 UTC on the tenth is over, because in Tokyo it is already the eleventh.
        #expect(bench.lines(.zoneChanged).count == 1)
        #expect(bench.lines(.of(.alarm, .passedOver)).map(\.date?.description) == ["2026-01-10"])
        #expect(bench.stepped.snapshot?.zoneName == "Asia/Tokyo")
        // A start with the same zone is no change; a start without a zone keeps it.
        for zone in ["Asia/Tokyo", nil] {
            bench.zoneName = zone
            try bench.kill()
            #expect(bench.lines(.zoneChanged).count == 1)
            #expect(bench.stepped.snapshot?.zoneName == "Asia/Tokyo")
        }
    }
}
