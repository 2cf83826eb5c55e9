import ClockCore
import ClockTime
import Foundation
import HAL
import LinuxHost
@testable import Runtime
import Testing

@Suite("New tzdata while the clock runs (law, 4.2, 18 and 20: T14)")
struct ZoneWatchTests {
    private let folder: ZoneFolder
    private let seven: Schedule

    init() throws {
        folder = try ZoneFolder()
        seven = .daily(at: try #require(TimeOfDay(hour: 7, minute: 0)))
    }

    /// A clock at one o'clock on a winter night in Berlin, with the rules from the folder.
    private func bench() throws -> Bench {
        try folder.put(rulesOf: "Europe/Berlin")
        let bench = try Bench(
            at: "2026-01-10T00:00:00Z", zones: folder, zone: ZoneFolder.name, hasLight: false)
        bench.ask(.alarm(.add(seven, AlarmChanges())))
        bench.run(for: .minutes(15))
        return bench
    }

    /// When the alarm rings next.
    private func ring(_ bench: Bench) throws -> WallTime {
        guard case .alarms(let reports, _) = bench.ask(.alarm(.list)) else {
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
        #expect(bench.lines(.of(.alarm, .fired)).map(\.wall) == ["2026-01-10T12:00:00.000Z"])
        #expect(bench.lines(.zoneChanged).count == 1 && problems(bench).isEmpty)
    }

    @Test(
        "What cannot be read leaves the last good rules, says so once, and is read when it can be",
        arguments: ["empty", "cut", "damaged", "oversized", "missing", "folder"])
    func damaged(how: String) throws {
        let bench = try bench()
        try folder.damage(how)
        bench.run(for: .minutes(35))
        #expect(try ring(bench) == RFC3339.parse("2026-01-10T06:00:00Z"))
        let first: String? = problems(bench).first ?? nil
        let problem = try #require(first)
        #expect(problem.hasPrefix("the rules of the time zone Test/Home can't be read any more ("))
        #expect(problems(bench).count == 1)
        try folder.put(rulesOf: "Europe/Berlin")
        bench.run(for: .minutes(11))
        #expect(problems(bench).count == 2 && problems(bench).last == .some(nil))
        #expect(bench.lines(.zoneChanged).isEmpty)
        bench.run(for: .hours(6))
        #expect(bench.lines(.of(.alarm, .fired)).map(\.wall) == ["2026-01-10T06:00:00.000Z"])
    }

    @Test("A clock that starts without its rules takes them up when they are there")
    func absentAtStart() throws {
        try folder.damage("cut")
        let bench = try Bench(
            at: "2026-01-10T00:00:00Z", zones: folder, zone: ZoneFolder.name, hasLight: false)
        bench.ask(.alarm(.add(seven, AlarmChanges())))
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
        let fixed = ZoneWatch(FixedZones(), local: "UTC", pinned: [], offsets: [:], at: start)
        #expect(fixed.nextWake == nil)
        try folder.put(rulesOf: "Europe/Berlin")
        var watch = watch(at: start)
        #expect(watch.look(at: start + .minutes(9)) == nil)
        #expect(watch.look(at: start + .minutes(10)) == [])
        #expect(watch.nextWake == start + .minutes(20))
    }

    private func watch(
        pinned: [String] = [], offsets: [String: Int] = [:], at start: BootTime
    ) -> ZoneWatch {
        ZoneWatch(folder, local: ZoneFolder.name, pinned: pinned, offsets: offsets, at: start)
    }

    private func state(in zone: String, pinned: [String] = []) -> PersistentState {
        let now = Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))
        var state = PersistentState(
            boot: BootID("1"), savedAt: now, trust: .trusted, zone: zone)
        state.alarms = pinned.enumerated().map { place, name in
            var alarm = Alarm(
                id: AlarmID(place + 1), schedule: seven, createdAt: Instant(seconds: 0))
            alarm.pinnedZone = name
            return alarm
        }
        return state
    }

    @Test("4.2: new rules of a zone that an alarm is pinned to count as soon, and only for it")
    func pinned() throws {
        try folder.put(rulesOf: "America/New_York", as: "Test/Away")
        let bench = try bench()
        var changes = AlarmChanges()
        changes.zone = .pinned(try folder.zone(named: "Test/Away").get())
        bench.ask(.alarm(.add(seven, changes)))
        func rings() throws -> [WallTime] {
            guard case .alarms(let reports, _) = bench.ask(.alarm(.list)) else { return [] }
            return reports.compactMap { $0.next.map { WallTime($0.instant) } }
        }
        let home = try RFC3339.parse("2026-01-10T06:00:00Z")
        #expect(try rings() == [home, RFC3339.parse("2026-01-10T12:00:00Z")])
        try folder.put(rulesOf: "Asia/Tokyo", as: "Test/Away")
        bench.run(for: .minutes(11))
        #expect(try rings() == [home, RFC3339.parse("2026-01-10T22:00:00Z")])
        #expect(bench.lines(.zoneChanged).isEmpty && problems(bench).isEmpty)
        try folder.damage("cut", "Test/Away")
        bench.run(for: .minutes(21))
        #expect(try rings() == [home, RFC3339.parse("2026-01-10T22:00:00Z")])
        #expect(
            problems(bench).map { $0?.prefix(58) }
                == ["the rules of the time zone Test/Away can't be read any more"].map {
                    $0.prefix(58)
                })
        // With the last alarm that is set for it the damage is nobody's business.
        bench.ask(.alarm(.remove(AlarmID(2))))
        bench.run(for: .minutes(11))
        #expect(problems(bench).count == 2 && problems(bench).last == .some(nil))
    }

    @Test("A zone that is both the clock's own and an alarm's is told of for both")
    func both() throws {
        let start = BootTime(nanoseconds: 0)
        try folder.put(rulesOf: "Europe/Berlin")
        var watch = watch(at: start)
        watch.follow(state(in: ZoneFolder.name, pinned: [ZoneFolder.name]))
        try folder.put(rulesOf: "Asia/Tokyo")
        let read = try folder.zone(named: ZoneFolder.name).get()
        #expect(
            watch.look(at: start + .minutes(10)) == [
                .zoneChanged(read, by: .synchronised), .pinnedZoneChanged(read),
            ])
    }

    @Test(
        "18: rules that cannot be read at the start give way to the last known offset, and say so")
    func lastOffset() throws {
        try folder.damage("cut")
        let start = BootTime(nanoseconds: 0)
        let known = [ZoneFolder.name: -16_200, "Test/Away": 20_700]
        let watch = watch(pinned: ["Test/Away", "Test/Other"], offsets: known, at: start)
        #expect(watch.local == .fixed(name: ZoneFolder.name, offsetSeconds: -16_200))
        #expect(watch.pinned == [.fixed(name: "Test/Away", offsetSeconds: 20_700)])
        let problem = try #require(watch.problem)
        #expect(problem.contains(". The clock uses its last offset, UTC-04:30; "))
        #expect(problem.contains(". The clock uses its last offset, UTC+05:45; "))
        #expect(
            problem.hasSuffix(
                "Its alarms ring by the clock's own zone, and its world clock shows no time"))
        // What a damaged card makes of a number is no offset.
        let absurd = self.watch(offsets: [ZoneFolder.name: .min], at: start)
        #expect(absurd.local == .fixed(name: ZoneFolder.name, offsetSeconds: 0))
        #expect(absurd.problem?.hasSuffix("The clock shows UTC") == true)
    }

    @Test(
        "18: the offset is kept with the state, so a clock that restarts without its rules is right"
    )
    func restart() throws {
        let bench = try bench()
        try folder.damage("cut")
        try bench.kill()
        #expect(bench.stepped.snapshot?.zoneOffset == 3600)
        let problem: String? = problems(bench).last ?? nil
        #expect(problem?.hasSuffix(". The clock uses its last offset, UTC+01:00") == true)
        #expect(try ring(bench) == RFC3339.parse("2026-01-10T06:00:00Z"))
        bench.run(for: .hours(6))
        #expect(bench.lines(.of(.alarm, .fired)).map(\.wall) == ["2026-01-10T06:00:00.000Z"])
    }

    @Test("Another zone that a person chose is looked at from then on")
    func chosen() throws {
        let start = BootTime(nanoseconds: 0)
        try folder.put(rulesOf: "Europe/Berlin")
        try folder.put(rulesOf: "America/New_York", as: "Test/Away")
        var watch = watch(at: start)
        watch.follow(state(in: "Test/Away"))
        try folder.put(rulesOf: "Asia/Tokyo")
        #expect(watch.look(at: start + .minutes(10)) == [])
        try folder.put(rulesOf: "Asia/Tokyo", as: "Test/Away")
        let away = try folder.zone(named: "Test/Away").get()
        #expect(watch.look(at: start + .minutes(20)) == [.zoneChanged(away, by: .synchronised)])
    }
}

/// A folder with one zone file, which is written and replaced as a package manager does it.
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

    /// Replaces the zone's file, or puts another one beside it under another name.
    func put(rulesOf zone: String, as other: String? = nil) throws {
        try replace(try ZoneFiles().bytes(of: zone), at: other.map { root.appending(path: $0) })
    }

    func damage(_ how: String, _ name: String = ZoneFolder.name) throws {
        let file = root.appending(path: name)
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
        try replace(bytes, at: file)
    }

    private func replace(_ bytes: [UInt8], at place: URL?) throws {
        let place = place ?? file
        if (try? place.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
            try FileManager.default.removeItem(at: place)
        }
        try Data(bytes).write(to: place, options: .atomic)
    }
}
