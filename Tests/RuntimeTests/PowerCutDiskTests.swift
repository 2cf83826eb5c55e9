import ClockCore
import ClockTime
import HAL
import LinuxHost
import Testing

@testable import Runtime

@Suite("A thousand power cuts on a disk that forgets what was not synchronised (law, 20: T5)")
struct PowerCutDiskTests {
    /// What the clock had acknowledged, and what was in progress, when the power failed.
    private struct Story {
        let disk = SimulatedDisk()
        let clock: DiskBench
        var chance: Chance
        /// Labels of the alarms that must exist, by number.
        var acknowledged: [AlarmID: String] = [:]
        /// The labels as the last command would have left them if it had been answered.
        var attempted: [AlarmID: String] = [:]
        var history: [HistoryRecord] = []

        init(seed: UInt64) throws {
            chance = Chance(seed: seed)
            clock = try DiskBench(disk, at: "2026-01-10T06:50:00Z")
            attempted = acknowledged
        }

        /// One action of a person: a change that is answered, or waiting.
        mutating func act() throws {
            attempted = acknowledged
            let ids = acknowledged.keys.sorted()
            var reply: Reply?
            switch ids.count >= 8 ? 2 : chance.number(0...5) {
            case 0, 1:
                var changes = AlarmChanges()
                changes.label = "label \(chance.number(0...999))"
                let time = try #require(TimeOfDay(hour: 12, minute: chance.number(0...59)))
                reply = clock.bench.ask(.alarm(.add(.daily(at: time), changes)))
                if case .alarm(let report) = reply {
                    attempted[report.alarm.id] = changes.label
                }
            case 2 where !ids.isEmpty:
                let id = chance.pick(ids)
                attempted[id] = nil
                reply = clock.bench.ask(.alarm(.remove(id)))
            case 3 where !ids.isEmpty:
                let id = chance.pick(ids)
                var changes = AlarmChanges()
                changes.label = "new \(chance.number(0...999))"
                attempted[id] = changes.label
                reply = clock.bench.ask(.alarm(.edit(id, changes)))
            default:
                clock.bench.run(for: .seconds(chance.number(1...90)))
            }
            if reply != nil, clock.bench.durability == .saved { acknowledged = attempted }
        }
    }

    private func labels(_ clock: DiskBench) -> [AlarmID: String] {
        guard case .alarms(let reports, _)? = clock.bench.ask(.alarm(.list)) else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: reports.map { ($0.alarm.id, $0.alarm.label) })
    }

    @Test("No change that was answered \"saved\" is lost, and every state is readable")
    func acknowledgedChanges() throws {
        for seed in UInt64(1)...1_000 {
            var story = try Story(seed: seed)
            // Most cuts hit in the middle, some after everything is reported, some before anything is.
            story.disk.cutPower(after: story.chance.number(1...90))
            var steps = 0
            while !story.disk.isOff, steps < 40 {
                try story.act()
                steps += 1
            }
            let durable = durableHistory(story.disk)
            try story.clock.powerUp(after: .seconds(20), seed: seed)
            checkNotice(story, seed: seed)
            let found = labels(story.clock)
            // The operation in progress when the power failed may or may not have taken effect.
            #expect(
                found == story.acknowledged || found == story.attempted,
                "seed \(seed): \(found), not \(story.acknowledged) or \(story.attempted)")
            try checkHistory(story.clock, durable, seed: seed)
        }
    }

    /// A torn slot must be reported. A total loss may be reported only if nothing was saved yet.
    private func checkNotice(_ story: Story, seed: UInt64) {
        let problems = (story.clock.bench.stepped.snapshot?.problems ?? []).compactMap(\.problem)
        let torn = "is damaged. The other copy is in use; the last change may be lost"
        for problem in problems where !problem.hasSuffix(torn) {
            #expect(problem.hasPrefix("alarms and settings are lost"), "seed \(seed)")
            #expect(story.acknowledged.isEmpty, "seed \(seed): \(problem)")
        }
    }

    /// The numbers of the records that no cut may lose, read from the ring as it was when the power failed. Data that
    /// was not synchronised may be missing, so this is only an upper bound.
    private func durableHistory(_ disk: SimulatedDisk) -> Set<UInt64> {
        let bytes = disk.durableContent(of: DiskBench.folder + "/history") ?? []
        var found: Set<UInt64> = []
        for start in stride(from: 0, to: bytes.count - 63, by: 64) {
            if let record = HistoryRecordCoding.record(in: bytes[start..<(start + 64)]) {
                found.insert(record.sequence)
            }
        }
        return found
    }

    private func checkHistory(
        _ clock: DiskBench, _ durable: Set<UInt64>, seed: UInt64
    ) throws {
        guard case .history(let report)? = clock.bench.ask(.history(HistoryQuery(count: 1_000)))
        else {
            Issue.record("no history, seed \(seed)")
            return
        }
        let found = report.records.map(\.sequence)
        #expect(durable.subtracting(found).isEmpty, "seed \(seed)")
        // Each record is either in its file or in the state that was saved with it.
        #expect(found == Array(1...UInt64(found.count)), "seed \(seed)")
        #expect(
            report.records.contains { $0.event == .booted(hadSavedState: true) }
                || report.records.last?.event == .booted(hadSavedState: false), "seed \(seed)")
    }

    @Test("A ring goes on within ten seconds of the start, and a snooze ends in its time")
    func rings() throws {
        for seed in UInt64(1)...200 {
            let disk = SimulatedDisk()
            var chance = Chance(seed: seed)
            let clock = try DiskBench(disk, at: "2026-01-10T06:59:00Z")
            let seven = try #require(TimeOfDay("07:00"))
            clock.bench.ask(.alarm(.add(.daily(at: seven), AlarmChanges())))
            #expect(clock.bench.durability == .saved)
            clock.bench.run(for: .seconds(70))
            #expect(clock.bench.stepped.snapshot?.ring != nil)
            // During the writes of a snooze, or after them.
            let isSnoozed = chance.number(0...1) == 0
            disk.cutPower(after: chance.number(1...6))
            if isSnoozed { clock.bench.tap(.snooze) }
            let ringsBefore = clock.bench.lines(.of(.alarm, .rangAgain)).count
            try clock.powerUp(after: .seconds(20), seed: seed)
            clock.bench.run(for: .seconds(10))
            let isRinging = clock.bench.stepped.snapshot?.ring != nil
            if !isSnoozed {
                #expect(isRinging, "seed \(seed)")
                #expect(clock.bench.lines(.of(.alarm, .rangAgain)).count == ringsBefore + 1)
                continue
            }
            // A cut during the write may repeat a ring, but must never lose one (9.3).
            if !isRinging { clock.bench.run(for: .minutes(9)) }
            #expect(clock.bench.stepped.snapshot?.ring != nil, "seed \(seed)")
        }
    }
}
