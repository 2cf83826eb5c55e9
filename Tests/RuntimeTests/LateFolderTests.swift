import ClockCore
import ClockTime
import Glibc
import LinuxHost
import Testing

@testable import Runtime

@Suite("A state that cannot be read at the start, and can be later (law, 9.4)")
struct LateFolderTests {
    /// A clock with the alarm "old" at 07:00, which then starts and cannot use its folder.
    private func start(_ errno: Int32) throws -> DiskBench {
        let clock = try DiskBench(SimulatedDisk(), at: "2026-01-10T20:00:00Z")
        try add("old", at: "07:00", clock)
        clock.disk.fail(1...Int.max, errno)
        try clock.powerUp(after: .minutes(5), seed: 1)
        return clock
    }

    private func add(_ label: String, at time: String, _ clock: DiskBench) throws {
        var changes = AlarmChanges()
        changes.label = label
        let time = try #require(TimeOfDay(time))
        clock.bench.ask(.alarm(.add(.daily(at: time), changes)))
    }

    @Test(
        "It runs, says so and keeps alarms in memory; once the folder can be used, a start has both",
        arguments: [EACCES, EIO, EROFS, ENOTDIR])
    func takesBoth(errno: Int32) throws {
        let clock = try start(errno)
        #expect(clock.labels == [])
        #expect(clock.problems.contains(.state))
        try add("new", at: "06:30", clock)
        #expect(clock.problems.contains(.storage))
        clock.bench.run(for: .minutes(10))
        #expect(clock.bench.lateStates.values.isEmpty)
        clock.disk.mend()
        clock.bench.run(for: .minutes(1))
        #expect(clock.bench.lateStates.values.count == 1)
        #expect(clock.labels == ["new"])
        #expect(!clock.problems.contains(.storage))
        // More changes do not damage what the next start takes up.
        for label in ["a", "b", "c"] { try add(label, at: "08:00", clock) }
        try clock.powerUp(after: .seconds(2), seed: 2)
        #expect(Set(clock.labels) == ["old", "new", "a", "b", "c"])
        #expect(clock.problems == [])
        // The two became one state.
        try add("d", at: "09:00", clock)
        try clock.powerUp(after: .seconds(2), seed: 3)
        #expect(Set(clock.labels) == ["old", "new", "a", "b", "c", "d"])
    }

    @Test("A folder that was always empty is simply used")
    func emptyFolder() throws {
        let disk = SimulatedDisk()
        disk.fail(1...Int.max, EACCES)
        let clock = try DiskBench(disk, at: "2026-01-10T20:00:00Z")
        try add("new", at: "06:30", clock)
        disk.mend()
        clock.bench.run(for: .minutes(1))
        #expect(clock.bench.lateStates.values.isEmpty)
        #expect(clock.problems == [])
        try clock.powerUp(after: .seconds(2), seed: 1)
        #expect(clock.labels == ["new"])
        #expect(clock.problems == [])
    }
}
