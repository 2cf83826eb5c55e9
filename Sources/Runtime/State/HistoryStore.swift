package import ClockCore
package import ClockTime
package import HAL

/// Keeps the history in a ring of records on the disk.
///
/// Theory of operation. The record with sequence number n is at index n modulo the record count, so no pointer to the
/// ring's start is stored. At start all records are read; those that are torn, changed or in a wrong place are
/// dropped, and the sequence numbers give the order. New records are collected and written together with one
/// synchronisation. The write budget says when, because trouble that comes and goes all night must not wear out a
/// card. A failed write is retried in full later, because its outcome is unknown.
///
/// A kill in between loses no record: until a record is durable here, each saved state contains it (`unwritten`), and
/// the next start takes from the state what is missing here (`complete`).
package struct HistoryStore {
    private let storage: (any RecordStorage)?
    /// Not yet durable, oldest first.
    private var waiting: [HistoryRecord] = []
    private var budget: WriteBudget
    /// After a failure, the earliest time of the next try.
    private var retry: BootTime?
    private var isFailing = false

    /// Records in the ring: four times what the law asks for (11).
    package static let recordCount = 4_096
    /// The size of a record in bytes.
    package static let recordSize = HistoryRecordCoding.length
    /// How long to leave a failed disk alone.
    static let retryPause = Duration.seconds(30)

    /// - Parameter storage: nil if nothing is kept.
    package init(storage: (any RecordStorage)?, at now: BootTime) {
        self.storage = storage
        budget = WriteBudget(at: now)
    }

    /// The records found at start, oldest first.
    package struct Loaded {
        package var records: [HistoryRecord]
        /// A problem that people should know of.
        package var problem: String?
    }

    package func load() -> Loaded {
        guard let storage else { return Loaded(records: [], problem: nil) }
        let bytes: [UInt8]
        do {
            bytes = try storage.read()
        } catch {
            return Loaded(records: [], problem: "the history can't be read: \(error.text)")
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

    /// Adds the records that only the state kept. They are written with the next new records.
    ///
    /// - Returns: all known records, and what people should know of any that are lost.
    package mutating func complete(_ loaded: Loaded, from state: PersistentState) -> Loaded {
        guard let storage else { return loaded }
        let known = Set(loaded.records.map(\.sequence))
        let newest = max(
            loaded.records.last?.sequence ?? 0, state.unwrittenRecords.last?.sequence ?? 0)
        // An old state may hold records older than the ring has room for.
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

    /// Reports records that the state has counted but that are neither in it nor in the file.
    private static func problem(
        of complete: Loaded, file: Loaded, _ state: PersistentState
    ) -> String? {
        let oldest = complete.records.first?.sequence ?? state.nextHistorySequence
        if file.records.isEmpty, oldest > 1 {
            return "the history is lost: its file is empty"
        }
        let newest = complete.records.last?.sequence ?? 0
        let next = state.nextHistorySequence
        return newest < next && newest + 1 < next
            ? "the newest records of the history are lost" : nil
    }

    /// The records that `state` must keep: its own, and earlier ones that still wait here.
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
        // The queue forgets its oldest records once it is longer than the ring, as the ring would.
        if waiting.count > storage.recordCount {
            waiting.removeFirst(waiting.count - storage.recordCount)
        }
    }

    /// When `write` has something to do; nil for never.
    package var nextWake: BootTime? {
        guard !waiting.isEmpty else { return nil }
        // Only successful writes wear a card, so retries do not wait for the budget.
        return retry ?? budget.nextWrite
    }

    /// Writes what waits, if it is due.
    ///
    /// - Returns: a report if the history's health changed.
    package mutating func write(at now: BootTime) -> HealthReport? {
        guard let wake = nextWake, wake <= now else { return nil }
        let report = writeAll(at: now)
        if retry == nil { budget.spend(at: now) }
        return report
    }

    /// Writes what waits at the end of the program, due or not.
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
                part: .history, problem: "the history can't be saved: \(error.text)")
        }
    }

    private func write(to storage: any RecordStorage) throws(StorageError) {
        var rest = waiting[...]
        // At most two runs, because the ring wraps once.
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

/// Limits how often something is written: at once on an ordinary day, but in the long run at most once per interval.
struct WriteBudget {
    /// 96 a day.
    static let interval = Duration.minutes(15)
    /// Writes that may follow each other at once after a quiet day.
    static let burst = 48

    /// When the whole budget is available again.
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
