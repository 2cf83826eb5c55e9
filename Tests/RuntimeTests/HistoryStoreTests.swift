import BoundedJSON
import ClockCore
import ClockTime
import Foundation
import HAL
import SimulatedBoard
import Testing

@testable import Runtime

/// Sample records for tests.
enum HistorySamples {
    static func record(
        _ sequence: UInt64, _ event: HistoryEvent = .trustChanged
    ) -> HistoryRecord {
        HistoryRecord(
            sequence: sequence, instant: Instant(seconds: 1_736_834_400 + Int64(sequence % 4_096)),
            trust: .trusted, zoneOffset: 3_600, zone: 0x1234_5678, event: event)
    }

    static func records(_ range: ClosedRange<UInt64>) -> [HistoryRecord] {
        range.map { record($0) }
    }

    /// The outcomes of timers and naps that are recorded.
    private static let ofCountdowns: [SubjectEvent.Name] = [
        .started, .paused, .resumed, .extended, .fired, .snoozed, .rangAgain, .stopped, .silenced,
        .missed, .cancelled, .scheduled,
    ]

    /// Every kind of event, with every word that it can contain and extreme numbers. They are in
    /// `Tests/Golden/history-records.txt`, one per line.
    static let events: [HistoryEvent] = {
        let id = OccurrenceID(alarm: AlarmID(7), date: CivilDate(daysSinceEpoch: 20_102))
        let far = OccurrenceID(alarm: AlarmID(.max), date: CivilDate(daysSinceEpoch: -400_000))
        let then = Instant(seconds: 1_736_834_400)
        var events: [HistoryEvent] = [
            .booted(hadSavedState: true), .booted(hadSavedState: false),
            .alarm(id, .fired(scheduled: then, lateness: .zero)),
            .alarm(far, .fired(scheduled: Instant(seconds: -5), lateness: .hours(3), joined: true)),
            .alarm(id, .snoozed(until: WallTime(then))),
            .alarm(far, .silenced(until: WallTime(Instant(seconds: -9_000_000_000)))),
            .alarm(id, .passedOver), .alarm(far, .superseded),
            .alarm(id, .reopened), .trustChanged,
            .zoneChanged,
        ]
        events += RingCause.allCases.map { .alarm(id, .rangAgain($0)) }
        events += StopCause.allCases.map { .alarm(id, .stopped(by: $0)) }
        events += MissReason.allCases.map { .alarm(id, .missed(scheduled: then, $0, count: 31)) }
        events += SkipReason.allCases.map { .alarm(far, .skipped($0)) }
        events += AlarmEdit.allCases.map { .alarmEdited(AlarmID(1), $0) }
        events += StepCause.allCases.map { .clockStepped(by: .nanoseconds(Int64.min), $0) }
        events += StepCause.allCases.map { .clockStepped(by: .milliseconds(501), $0) }
        events += StoragePart.allCases.map { .storageFailed($0) }
        events += StoragePart.allCases.map { .storageRecovered($0) }
        events.append(.alarmsUnreadable(2))
        let rungs: [RingRung] = [
            .chosenSound, .builtInTone, .output(3), .buzzer, .motor, .flashingDisplay,
            .otherCard,
        ]
        for reason in RungReason.allCases { events += rungs.map { .rungTaken($0, reason) } }
        events += ofCountdowns.map { .timer(TimerID(2), $0) }
        events += ofCountdowns.map { .nap($0) }
        events += [.batteryLow, .alarm(id, .gotUp)]
        events += UpdateNews.allCases.map { .updateTold($0) }
        return events
    }()
}

@Suite("A record of the history in 64 bytes (law, 11 and 20)")
struct HistoryRecordCodingTests {
    @Test("Every kind of event comes back the same, by every trust and in every zone")
    func roundTrip() {
        for event in HistorySamples.events {
            for trust in [ClockTrust.trusted, .plausible, .unknown] {
                var record = HistorySamples.record(.max - 1, event)
                record.trust = trust
                record.zoneOffset = -12_600
                record.instant = Instant(seconds: -1)
                let bytes = HistoryRecordCoding.bytes(of: record)
                #expect(bytes.count == 64)
                #expect(HistoryRecordCoding.record(in: bytes[...]) == record, "\(event)")
            }
        }
    }

    @Test("Each word has one number")
    func numbers() {
        func check<Word: HistoryCoded>(_ words: Word.Type) {
            #expect(Word.numbered.count == Word.allCases.count, "\(words)")
            #expect(Set(Word.numbered).count == Word.allCases.count, "\(words)")
        }
        check(RingCause.self)
        check(StopCause.self)
        check(MissReason.self)
        check(SkipReason.self)
        check(AlarmEdit.self)
        check(StepCause.self)
        check(RungReason.self)
        check(StoragePart.self)
        check(RingRung.Kind.self)
        check(SubjectEvent.Name.self)
    }

    @Test("The form is what is written down: a ring that was stopped, byte by byte")
    func form() {
        let id = OccurrenceID(alarm: AlarmID(3), date: CivilDate(daysSinceEpoch: 20_102))
        let record = HistorySamples.record(258, .alarm(id, .stopped(by: .command)))
        let bytes = HistoryRecordCoding.bytes(of: record)
        let expected: [UInt8] = [
            2, 1, 0, 0, 0, 0, 0, 0, 98, 254, 133, 103, 0, 0, 0, 0, 6, 0, 2, 1, 0x78, 0x56, 0x34,
            0x12, 16, 14, 0, 0, 134, 78, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0,
        ]
        #expect(Array(bytes.prefix(40)) == expected)
        #expect(bytes[40..<60].allSatisfy { $0 == 0 })
    }

    /// The file predates the change that gave timers the same words as events.
    @Test("Each record of an old file reads as it did, and is written so again")
    func oldFile() throws {
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Golden/history-records.txt")
        let lines = try String(contentsOf: golden, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == HistorySamples.events.count)
        for (place, (line, event)) in zip(lines, HistorySamples.events).enumerated() {
            let record = HistorySamples.record(UInt64(place + 1), event)
            let bytes = HistoryRecordCoding.bytes(of: record)
            #expect(bytes.map(hexadecimal).joined() == line, "\(event)")
            #expect(HistoryRecordCoding.record(in: bytes[...]) == record, "\(event)")
        }
    }

    private func hexadecimal(_ byte: UInt8) -> String {
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }

    @Test("Every flipped bit of a record is noticed")
    func flipped() {
        for event in HistorySamples.events.prefix(8) {
            let bytes = HistoryRecordCoding.bytes(of: HistorySamples.record(9, event))
            for index in bytes.indices {
                for bit in 0..<8 {
                    var damaged = bytes
                    damaged[index] ^= 1 << bit
                    #expect(HistoryRecordCoding.record(in: damaged[...]) == nil)
                }
            }
        }
    }

    /// A record as a newer program would write it: some bytes changed, the checksum valid.
    private func rewritten(_ event: HistoryEvent, _ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes = Array(
            HistoryRecordCoding.bytes(of: HistorySamples.record(9, event)).dropLast(4))
        change(&bytes)
        var checksum = CRC32C()
        checksum.update(bytes[...])
        append(checksum.value, to: &bytes)
        return bytes
    }

    @Test("A kind or a word of a newer program is read as unknown")
    func newer() {
        let kind = rewritten(.trustChanged) {
            $0[16] = 0xE7; $0[17] = 3
        }
        #expect(HistoryRecordCoding.record(in: kind[...])?.event == .unknown(kind: 999))
        let id = OccurrenceID(alarm: AlarmID(3), date: CivilDate(daysSinceEpoch: 20_102))
        let word = rewritten(.alarm(id, .stopped(by: .button))) { $0[19] = 200 }
        #expect(HistoryRecordCoding.record(in: word[...])?.event == .unknown(kind: 6))
        let rung = rewritten(.rungTaken(.motor, .noFrames)) { $0[40] = 77 }
        #expect(HistoryRecordCoding.record(in: rung[...])?.event == .unknown(kind: 13))
        let trust = rewritten(.trustChanged) { $0[18] = 3 }
        #expect(HistoryRecordCoding.record(in: trust[...]) == nil)
    }
}

@Suite("The history's ring on the disk (law, 11 and 20)")
struct HistoryStoreTests {
    private let start = BootTime(nanoseconds: 0)

    private func store(_ storage: any RecordStorage) -> HistoryStore {
        HistoryStore(storage: storage, at: start)
    }

    @Test("What was written is there after a restart, and only after its own synchronisation")
    func keeps() {
        let storage = MemoryRecordStorage()
        var store = store(storage)
        #expect(store.nextWake == nil)
        store.add(HistorySamples.records(1...3))
        store.add(HistorySamples.records(4...5))
        #expect(self.store(storage).load().records.isEmpty)
        #expect(store.nextWake.map { $0 <= start } == true)
        #expect(store.write(at: start) == nil)
        #expect(storage.synchronisations == 1)
        #expect(store.nextWake == nil)
        #expect(self.store(storage).load().records == HistorySamples.records(1...5))
        #expect(self.store(storage).load().problem == nil)
    }

    @Test("The ring goes round: the newest thousand are found wherever they begin")
    func wraps() {
        let storage = MemoryRecordStorage(recordCount: 1_500)
        var store = store(storage)
        var next: UInt64 = 1
        for size in [UInt64(700), 700, 700, 1, 1_499, 333, 1_200] {
            store.add(HistorySamples.records(next...(next + size - 1)))
            next += size
            store.finish(at: start)
            let kept = min(1_024, next - 1)
            #expect(
                self.store(storage).load().records
                    == HistorySamples.records((next - kept)...(next - 1)), "\(next)")
        }
    }

    @Test("More than the ring holds at once leaves the newest")
    func tooMany() {
        let storage = MemoryRecordStorage(recordCount: 100)
        var store = store(storage)
        store.add(HistorySamples.records(1...250))
        store.finish(at: start)
        #expect(self.store(storage).load().records == HistorySamples.records(151...250))
    }

    @Test("Torn, changed and misplaced records are left out, and the rest is read")
    func damaged() {
        let storage = MemoryRecordStorage(recordCount: 64)
        var store = store(storage)
        store.add(HistorySamples.records(1...60))
        store.finish(at: start)
        storage.damage { bytes in
            bytes[10 * 64 + 5] ^= 1
            for index in (20 * 64 + 30)..<(21 * 64) { bytes[index] = 0xFF }
            bytes.replaceSubrange((63 * 64)..., with: bytes[(30 * 64)..<(31 * 64)])
        }
        let found = self.store(storage).load().records.map(\.sequence)
        #expect(found == Array(1...9) + Array(11...19) + Array(21...60))
    }

    @Test(
        "A failure is told once, tried again later with all that came meanwhile, and its end is told"
    )
    func failure() {
        let storage = MemoryRecordStorage()
        var store = store(storage)
        storage.fail(.full)
        store.add(HistorySamples.records(1...1))
        #expect(
            store.write(at: start)
                == HealthReport(
                    part: .history, problem: "the history can't be saved: the disk is full"))
        #expect(store.nextWake == start + HistoryStore.retryPause)
        store.add(HistorySamples.records(2...2))
        #expect(store.write(at: start + .seconds(1)) == nil)
        #expect(store.write(at: start + HistoryStore.retryPause) == nil)
        storage.fail(nil)
        #expect(
            store.write(at: start + .minutes(20)) == HealthReport(part: .history, problem: nil))
        #expect(self.store(storage).load().records == HistorySamples.records(1...2))
    }

    @Test("However long a disk failed, the end of that is told within one retry of 30 s")
    func repaired() {
        let storage = MemoryRecordStorage()
        var store = store(storage)
        storage.fail(.readOnly)
        store.add(HistorySamples.records(1...1))
        var now = start
        while now < start + .hours(24) {
            _ = store.write(at: now)
            now = store.nextWake ?? now + .hours(24)
        }
        storage.fail(nil)
        #expect(now < start + .hours(24) + .seconds(30))
        #expect(store.write(at: now) == HealthReport(part: .history, problem: nil))
    }

    @Test("A history that cannot be read is told, and none is no problem")
    func unreadable() {
        let storage = MemoryRecordStorage()
        storage.fail(.io(reason: "Input/output error"))
        #expect(
            store(storage).load().problem
                == "the history can't be read: the disk failed (Input/output error)")
        var none = HistoryStore(storage: nil, at: start)
        none.add(HistorySamples.records(1...1))
        #expect(none.nextWake == nil)
        #expect(none.load().records.isEmpty)
    }

    @Test("Something that happens each second for a day is written 144 times, and nothing is lost")
    func budget() {
        let storage = MemoryRecordStorage(recordCount: 100_000)
        var store = store(storage)
        for second in 1...86_400 {
            store.add([HistorySamples.record(UInt64(second))])
            _ = store.write(at: start + .seconds(second))
        }
        #expect((140...144).contains(storage.synchronisations))
        store.finish(at: start + .hours(24))
        #expect(self.store(storage).load().records.last?.sequence == 86_400)
    }
}
