import ClockCore
import ClockTime
import Foundation
import LinuxHost
@testable import Runtime
import Testing

@Suite("New tzdata while the clock runs (law, 4.2 and 18; T14)")
struct ZoneWatchTests {
    private let folder: ZoneFolder
    private let seven: Schedule

    init() throws {
        folder = try ZoneFolder()
        seven = .daily(at: try #require(TimeOfDay(hour: 7, minute: 0)))
    }

    /// A clock at one o'clock on a winter's night in Berlin, by rules that lie in the folder.
    private func bench() throws -> Bench {
        try folder.put(rulesOf: "Europe/Berlin")
        let bench = try Bench(at: "2026-01-10T00:00:00Z", zones: folder, zone: ZoneFolder.name)
        bench.ask(.addAlarm(seven, AlarmChanges()))
        bench.run(for: .minutes(15))
        return bench
    }

    /// When the alarm next rings.
    private func ring(_ bench: Bench) throws -> WallTime {
        guard case .alarms(let reports) = bench.ask(.listAlarms) else {
            return WallTime(nanoseconds: 0)
        }
        return WallTime(try #require(reports.first?.next).instant)
    }

    private func problems(_ bench: Bench) -> [String?] {
        bench.lines(.healthChanged).filter { $0.part == "zone" }.map(\.problem)
    }

    @Test("4.2: other rules count within minutes and without a restart; equal ones are no news")
    func swapped() throws {
        let bench = try bench()
        #expect(try ring(bench) == RFC3339.parse("2026-01-10T06:00:00Z"))
        try folder.put(rulesOf: "Europe/Paris", as: "Test/Other")
        try folder.put(rulesOf: "Europe/Berlin")
        bench.run(for: .minutes(15))
        #expect(bench.lines(.zoneChanged).isEmpty)
        try folder.put(rulesOf: "America/New_York")
        bench.run(for: .minutes(11))
        #expect(bench.lines(.zoneChanged).count == 1)
        #expect(try ring(bench) == RFC3339.parse("2026-01-10T12:00:00Z"))
        #expect(bench.stepped.snapshot?.zoneOffset == -5 * 3600)
        bench.run(for: .hours(12))
        #expect(bench.lines(.alarmFired).map(\.wall) == ["2026-01-10T12:00:00.000Z"])
        #expect(bench.lines(.zoneChanged).count == 1 && problems(bench).isEmpty)
    }

    @Test(
        "T14: what cannot be read leaves the last good rules, says so once, and is read when it can be",
        arguments: ["empty", "cut", "damaged", "oversized", "missing", "folder"])
    func damaged(how: String) throws {
        let bench = try bench()
        try folder.damage(how)
        bench.run(for: .minutes(35))
        #expect(try ring(bench) == RFC3339.parse("2026-01-10T06:00:00Z"))
        let first: String? = problems(bench).first ?? nil
        let problem = try #require(first)
        #expect(problem.hasPrefix("the rules of Test/Home cannot be read any more ("))
        #expect(problems(bench).count == 1)
        try folder.put(rulesOf: "Europe/Berlin")
        bench.run(for: .minutes(11))
        #expect(problems(bench).count == 2 && problems(bench).last == .some(nil))
        #expect(bench.lines(.zoneChanged).isEmpty)
        bench.run(for: .hours(6))
        #expect(bench.lines(.alarmFired).map(\.wall) == ["2026-01-10T06:00:00.000Z"])
    }

    @Test("T14: a clock that starts without its rules takes them up when they are there")
    func absentAtStart() throws {
        try folder.damage("cut")
        let bench = try Bench(at: "2026-01-10T00:00:00Z", zones: folder, zone: ZoneFolder.name)
        bench.ask(.addAlarm(seven, AlarmChanges()))
        bench.run(for: .minutes(25))
        #expect(problems(bench).count == 1)
        try folder.put(rulesOf: "Europe/Berlin")
        bench.run(for: .minutes(11))
        #expect(problems(bench).count == 2 && problems(bench).last == .some(nil))
        #expect(try ring(bench) == RFC3339.parse("2026-01-10T06:00:00Z"))
    }

    @Test("A source whose rules never change is not looked at; another one is, six times an hour")
    func interval() throws {
        let start = BootTime(nanoseconds: 0)
        let fixed = ZoneWatch(FixedZones(), zone: .utc, hasProblem: false, at: start)
        #expect(fixed.nextWake == nil)
        try folder.put(rulesOf: "Europe/Berlin")
        let zone = try folder.zone(named: ZoneFolder.name).get()
        var watch = ZoneWatch(folder, zone: zone, hasProblem: false, at: start)
        #expect(watch.look(at: start + .minutes(9)) == nil)
        #expect(watch.look(at: start + .minutes(10)) == [])
        #expect(watch.nextWake == start + .minutes(20))
    }

    @Test("Another zone that a person chose is looked at from then on")
    func chosen() throws {
        let start = BootTime(nanoseconds: 0)
        try folder.put(rulesOf: "Europe/Berlin")
        try folder.put(rulesOf: "America/New_York", as: "Test/Away")
        let home = try folder.zone(named: ZoneFolder.name).get()
        var watch = ZoneWatch(folder, zone: home, hasProblem: false, at: start)
        let now = Moment(wall: WallTime(nanoseconds: 0), boot: start)
        watch.follow(
            PersistentState(
                boot: BootID("1"), savedAt: now, trust: .trusted, zone: "Test/Away"), at: start)
        try folder.put(rulesOf: "Asia/Tokyo")
        #expect(watch.look(at: start + .minutes(10)) == [])
        try folder.put(rulesOf: "Asia/Tokyo", as: "Test/Away")
        let away = try folder.zone(named: "Test/Away").get()
        #expect(watch.look(at: start + .minutes(20)) == [.zoneChanged(away, by: .synchronised)])
    }
}

/// A folder of zone files with one zone in it, put there and replaced as a package manager does.
private final class ZoneFolder: ZoneSource {
    static let name = "Test/Home"
    private let root: URL
    private var file: URL { root.appending(path: ZoneFolder.name) }

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID())")
        try FileManager.default.createDirectory(
            at: root.appending(path: "Test"), withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    var systemZoneName: String? { ZoneFolder.name }

    func zone(named name: String) -> Result<Zone, ZoneProblem> {
        do {
            return .success(try ZoneFiles(folder: root.path).zone(named: name))
        } catch {
            return .failure(ZoneProblem(error.description))
        }
    }

    func stamp(of name: String) -> ZoneStamp {
        ZoneFiles(folder: root.path).stamp(of: name).map(ZoneStamp.file) ?? .missing
    }

    /// Puts another file in the zone's place, or beside it under another name.
    func put(rulesOf zone: String, as other: String? = nil) throws {
        try replace(try ZoneFiles().bytes(of: zone), at: other.map { root.appending(path: $0) })
    }

    func damage(_ how: String) throws {
        var bytes = try ZoneFiles().bytes(of: "Europe/Berlin")
        switch how {
        case "empty": bytes = []
        case "cut": bytes.removeLast(bytes.count / 3)
        case "damaged": bytes.replaceSubrange(24..<44, with: repeatElement(0xFF, count: 20))
        case "oversized": bytes += [UInt8](repeating: 0, count: Zone.largestFile)
        case "missing", "folder":
            try FileManager.default.removeItem(at: file)
            if how == "folder" {
                try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
            }
            return
        default: Issue.record("nobody knows how to make it \(how)")
        }
        try replace(bytes, at: nil)
    }

    private func replace(_ bytes: [UInt8], at place: URL?) throws {
        let place = place ?? file
        if (try? place.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
            try FileManager.default.removeItem(at: place)
        }
        try Data(bytes).write(to: place, options: .atomic)
    }
}
