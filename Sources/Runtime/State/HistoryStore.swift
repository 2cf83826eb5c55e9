package import ClockCore
package import ClockTime
package import HAL

/// Keeps the history in a ring of records on the disk.
///
/// Theory of operation. The record of sequence number n stands at place n modulo their count, so nothing
/// but the records themselves says where the ring begins: the start reads all of them, drops what is
/// torn, changed or in a wrong place, and has the newest by their numbers. New ones are collected and
/// written together, all that wait with one synchronisation, and the storage's budget says when: a
/// trouble that comes and goes all night must not wear out a card. What could not be written is tried again
/// later, whole, because nothing is known of a write that failed.
///
/// No record is lost with a kill in between: until it is known to be durable here it stands in each state that
/// is saved (`unwritten`), and the next start takes from there what is missing here (`complete`).
package struct HistoryStore {
    private let storage: (any RecordStorage)?
    /// Not yet durable, oldest first.
    private var waiting: [HistoryRecord] = []
    private var budget: WriteBudget
    /// After a failure: not before then.
    private var retry: BootTime?
    private var isFailing = false

    /// Records in the ring: what the law asks for (11), four times.
    package static let recordCount = 4_096
    /// Bytes of a record.
    package static let recordSize = HistoryRecordCoding.length
    /// How long a disk that failed is left alone.
    static let retryPause = Duration.seconds(30)

    /// - Parameter storage: nil: nothing is kept.
    package init(storage: (any RecordStorage)?, at now: BootTime) {
        self.storage = storage
        budget = WriteBudget(at: now)
    }

    /// What was found at start, oldest first.
    package struct Loaded {
        package var records: [HistoryRecord]
        /// What people should know.
        package var problem: String?
    }

    package func load() -> Loaded {
        guard let storage else { return Loaded(records: [], problem: nil) }
        let bytes: [UInt8]
        do {
            bytes = try storage.read()
        } catch {
            return Loaded(records: [], problem: "the history cannot be read: \(error.text)")
        }
        var records: [HistoryRecord] = []
        let size = HistoryRecordCoding.length
        for index in 0..<min(bytes.count / size, storage.recordCount) {
            let place = bytes[(index * size)..<((index + 1) * size)]
            guard let record = HistoryRecordCoding.record(in: place),
                self.index(of: record, among: storage.recordCount) == index
            else { continue }
            records.append(record)
        }
        records.sort { $0.sequence < $1.sequence }
        return Loaded(records: records.suffix(History.capacity), problem: nil)
    }

    /// Adds to what the file holds what the state kept of it, which is written with the first records that come.
    ///
    /// - Returns: all that there is, and what people should know of what there is not.
    package mutating func complete(_ loaded: Loaded, from state: PersistentState) -> Loaded {
        guard let storage else { return loaded }
        let known = Set(loaded.records.map(\.sequence))
        let newest = max(
            loaded.records.last?.sequence ?? 0, state.unwrittenRecords.last?.sequence ?? 0)
        // An old state's may be older than all that the ring has room for.
        let span = UInt64(min(History.capacity, storage.recordCount))
        let missing = state.unwrittenRecords.filter { record in
            !known.contains(record.sequence) && newest - record.sequence < span
        }
        add(missing)
        var complete = loaded
        complete.records = (loaded.records + missing).sorted { $0.sequence < $1.sequence }
        complete.problem = loaded.problem ?? HistoryStore.problem(of: complete, file: loaded, state)
        return complete
    }

    /// A state counts no record that is neither in it nor in the file.
    private static func problem(
        of complete: Loaded, file: Loaded, _ state: PersistentState
    ) -> String? {
        let oldest = complete.records.first?.sequence ?? state.nextHistorySequence
        if file.records.isEmpty, oldest > 1 {
            return "what happened before was lost: the history is empty"
        }
        let newest = complete.records.last?.sequence ?? 0
        let next = state.nextHistorySequence
        return newest < next && newest + 1 < next
            ? "the newest records of the history were lost" : nil
    }

    /// The records that `state` has to keep: its own, and those before them that wait here.
    package func unwritten(beside state: PersistentState) -> [HistoryRecord] {
        guard storage != nil else { return [] }
        let own = state.unwrittenRecords
        let next = own.first?.sequence ?? state.nextHistorySequence
        return (waiting.filter { $0.sequence < next } + own).suffix(History.capacity)
    }

    private func index(of record: HistoryRecord, among count: Int) -> Int {
        Int(record.sequence % UInt64(count))
    }

    package mutating func add(_ records: [HistoryRecord]) {
        guard let storage else { return }
        waiting += records
        // A ring that is written once around forgets the oldest, here as there.
        if waiting.count > storage.recordCount {
            waiting.removeFirst(waiting.count - storage.recordCount)
        }
    }

    /// When `write` has something to do; nil for never.
    package var nextWake: BootTime? {
        guard !waiting.isEmpty else { return nil }
        // What wears a card is what it takes: a disk that takes nothing is tried as often as it is worth.
        return retry ?? budget.nextWrite
    }

    /// Writes what waits, if it is time.
    ///
    /// - Returns: where that changed: what is wrong with the history, or that it is well again.
    package mutating func write(at now: BootTime) -> HealthReport? {
        guard let wake = nextWake, wake <= now else { return nil }
        let report = writeAll(at: now)
        if retry == nil { budget.spend(at: now) }
        return report
    }

    /// Writes what waits, whether it is time or not: the program ends.
    package mutating func finish(at now: BootTime) {
        guard !waiting.isEmpty else { return }
        _ = writeAll(at: now)
    }

    private mutating func writeAll(at now: BootTime) -> HealthReport? {
        guard let storage else { return nil }
        do throws(StorageError) {
            try write(to: storage)
            waiting = []
            retry = nil
            guard isFailing else { return nil }
            isFailing = false
            return HealthReport(part: .history, problem: nil)
        } catch {
            retry = now + HistoryStore.retryPause
            guard !isFailing else { return nil }
            isFailing = true
            return HealthReport(
                part: .history, problem: "what happens is not kept: \(error.text)")
        }
    }

    private func write(to storage: any RecordStorage) throws(StorageError) {
        var rest = waiting[...]
        // Twice at the most, as the ring has one end.
        while let first = rest.first {
            let begin = index(of: first, among: storage.recordCount)
            var count = 1
            while count < rest.count, begin + count < storage.recordCount,
                rest[rest.startIndex + count].sequence == first.sequence + UInt64(count)
            {
                count += 1
            }
            try storage.write(rest.prefix(count).flatMap(HistoryRecordCoding.bytes), at: begin)
            rest = rest.dropFirst(count)
        }
        try storage.synchronise()
    }
}

/// How often something may be written: as soon as wanted on an ordinary day, and at length no more than once
/// in so many minutes.
struct WriteBudget {
    /// 96 a day.
    static let interval = Duration.minutes(15)
    /// Writes that may come at once after a quiet day.
    static let burst = 48

    /// When all that was spent is earned again.
    private var earned: BootTime

    init(at now: BootTime) {
        earned = now
    }

    var nextWrite: BootTime {
        earned - WriteBudget.interval * (WriteBudget.burst - 1)
    }

    mutating func spend(at now: BootTime) {
        earned = max(earned, now) + WriteBudget.interval
    }
}
