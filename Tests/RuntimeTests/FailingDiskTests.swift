import ClockCore
import ClockTime
import Glibc
import HAL
import LinuxHost
import SimulatedBoard
import Testing

@testable import Runtime

@Suite("A disk of which the N-th operation fails, for every N (law, 20: T6; 9.4)")
struct FailingDiskTests {
    private static let errors: [Int32] = [EIO, ENOSPC, EROFS, EACCES]

    /// The errors in turn: each operation fails with one of them, and its neighbours with the others.
    private static func error(of operation: Int) -> Int32 { errors[operation % errors.count] }

    /// An evening, a morning whose alarm is snoozed and stopped, and a restart in between.
    ///
    /// - Returns: the number of disk operations.
    @discardableResult
    private func story(_ disk: SimulatedDisk, _ what: String) throws -> Int {
        let start = disk.operations
        let clock = try DiskBench(disk, at: "2026-01-10T06:55:00Z")
        let seven = try #require(TimeOfDay("07:00"))
        let reply = clock.bench.ask(.alarm(.add(.daily(at: seven), AlarmChanges())))
        check(reply, clock, what)
        check(clock.bench.ask(.style(.set([.set(\.hourFormat, .twelve)]))), clock, what)
        clock.bench.run(for: .seconds(301))
        #expect(clock.bench.stepped.snapshot?.ring != nil, "\(what): it must ring")
        #expect(clock.bench.sink.isOpen, "\(what): it must be heard")
        clock.bench.tap(.snooze)
        clock.bench.run(for: .minutes(9))
        #expect(clock.bench.stepped.snapshot?.ring != nil, "\(what): it must ring again")
        clock.bench.tap(.stop)
        #expect(clock.bench.stepped.snapshot?.ring == nil, "\(what)")
        check(clock.bench.ask(.settings(.setHoldToStop(false))), clock, what)
        clock.bench.run(for: .minutes(2))
        return disk.operations - start
    }

    /// Checks that the change was saved, or that both the answer and a banner say why not.
    private func check(_ reply: Reply?, _ clock: DiskBench, _ what: String) {
        switch clock.bench.durability {
        case .saved: break
        case .notSaved: #expect(clock.problems.contains(.storage), "\(what): a banner must say so")
        case .dryRun, nil: Issue.record("\(what): no answer, \(String(describing: reply))")
        }
    }

    @Test(
        "Whichever operation fails, once or from then on, it rings, answers and says what is wrong")
    func everyOperation() throws {
        let count = try story(SimulatedDisk(), "nothing fails")
        #expect(count > 40)
        for number in 1...count {
            let once = SimulatedDisk()
            let errno = FailingDiskTests.error(of: number)
            once.fail(number...number, errno)
            try story(once, "operation \(number) of \(count) fails with \(errno)")
            let forGood = SimulatedDisk()
            let lasting = FailingDiskTests.error(of: number + 1)
            forGood.fail(number...Int.max, lasting)
            try story(forGood, "all from \(number) of \(count) on fail with \(lasting)")
        }
    }

    @Test("A restart of which any one operation fails has its alarms, and rings")
    func everyOperationOfARestart() throws {
        var number = 1
        var last = 0
        repeat {
            let disk = SimulatedDisk()
            let clock = try DiskBench(disk, at: "2026-01-10T06:55:00Z")
            let seven = try #require(TimeOfDay("07:00"))
            clock.bench.ask(.alarm(.add(.daily(at: seven), AlarmChanges())))
            clock.bench.ask(.style(.set([.set(\.hourFormat, .twelve)])))
            let start = disk.operations
            let errno = FailingDiskTests.error(of: number)
            disk.fail(number...number, errno)
            try clock.powerUp(after: .seconds(20), seed: UInt64(number))
            last = disk.operations - start
            #expect(clock.labels == [""], "operation \(number) fails with \(errno)")
            clock.bench.run(for: .seconds(301))
            #expect(
                clock.bench.stepped.snapshot?.ring != nil,
                "operation \(number) fails with \(errno): it must ring")
            number += 1
        } while number <= last
        #expect(last > 15)
    }

    @Test("Storage that failed for good and is mended saves again, and the banner goes")
    func mended() throws {
        let disk = SimulatedDisk()
        let clock = try DiskBench(disk, at: "2026-01-10T12:00:00Z")
        disk.fail(1...Int.max, EIO)
        let seven = try #require(TimeOfDay("07:00"))
        clock.bench.ask(.alarm(.add(.daily(at: seven), AlarmChanges())))
        #expect(clock.bench.durability == .notSaved("the disk failed (Input/output error)"))
        clock.bench.run(for: .minutes(20))
        #expect(clock.problems == [.storage, .history].sorted())
        disk.mend()
        clock.bench.run(for: .minutes(40))
        #expect(clock.problems == [])
        try clock.powerUp(after: .seconds(20), seed: 1)
        #expect(clock.labels == [""])
        guard case .history(let report)? = clock.bench.ask(.history(HistoryQuery())) else { return }
        let events = report.records.map(\.event)
        #expect(events.contains(.storageFailed(.storage)))
        #expect(events.contains(.storageRecovered(.storage)))
    }
}
