import BoundedJSON
package import ClockCore
import ClockTime
import Control
package import HAL

/// Keeps the one payload that survives a power cut, in two slots written in turn and a third that is renewed once a
/// week.
///
/// Theory of operation. The newest valid record counts. A save writes the other slot, and counts only when the
/// storage says that it is durable. So one whole record remains whenever the power fails. After a failed write the
/// slot's content is unknown, and the write is not retried there. The next save goes to the other slot: its record is
/// the older of two that are both worth less than the state in memory. Reading takes what is valid. If all slots are
/// bad, people are told, and the clock starts from defaults, because a clock must still ring.
///
/// A new clock's first save goes to both slots. From then on an empty slot is a damaged one, never one not yet
/// written; otherwise the save next to it could be lost unnoticed.
///
/// The weekly copy helps where both slots were lost in a way that no write order prevents: a card that forgets, a
/// program that wrote nonsense twice.
///
/// Other programs' records. A record of a newer form is read as far as this program knows it (`DescribedRecord`). Each
/// save writes back what it does not know or cannot read, so that the newer program finds it all.
/// A whole record that this program cannot use at all, or cannot preserve whole, is *kept*: the newest of these is
/// never overwritten, saves alternate between the other two slots, and there is no weekly copy. Our records then name
/// that kept record (`keptSequence`). When a program that can read it comes back, it merges it with what people
/// changed meanwhile.
///
/// Slots that cannot be read yet. The folder may belong to somebody else, or its disk may fail for a while. The clock
/// runs all the same, and each save first looks into these slots again. What turns up there is kept in the same way.
package struct StateStore {
    let storage: any SlotStorage
    private var sequence: UInt64 = 0
    /// The slots to write in turn, the next one first.
    private var turn: [StorageSlot] = [.a, .b]
    /// Slots that were never written.
    private var blank: Set<StorageSlot> = []
    /// The sequence of a kept record that is newer than the one this program started from.
    private var keptSequence: UInt64?
    /// When the weekly copy is due; nil if its slot takes part in the turns.
    private var weeklyDue: WallTime?
    /// The slots that could not be read so far. They may hold anything.
    private var unread: Set<StorageSlot> = []
    /// No slot could be read so far.
    var isWaiting: Bool { unread.count == StorageSlot.allCases.count }
    /// The sequence of the record that was taken up.
    private var takenUp: UInt64 = 0
    /// A slot that could not be read at the start turned out to hold a newer state than the one that was taken up. It
    /// is kept, and the next start merges both.
    package private(set) var hasLateState = false

    /// More saves than lie between any two copies: a week has some thousand.
    private static let leap: UInt64 = 1 << 20
    static let weeklyInterval = Duration.hours(7 * 24)
    /// How long to wait after a failed weekly copy.
    static let weeklyRetry = Duration.hours(24)

    package init(storage: any SlotStorage) {
        self.storage = storage
    }

    /// The result of loading at start.
    package struct Loaded {
        package var state: PersistentState?
        /// What people should know: one slot was bad, or all were.
        package var problem: String?
    }

    package mutating func load() -> Loaded {
        var found: [Found] = []
        var problems: [SlotProblem] = []
        var kept: (slot: StorageSlot, sequence: UInt64)?
        for slot in StorageSlot.allCases {
            do {
                let record = try read(slot)
                sequence = max(sequence, record.sequence)
                found.append(record)
            } catch .blank {
                blank.insert(slot)
                problems.append(SlotProblem(slot: slot, text: ReadFault.blank.text))
            } catch {
                // An unusable record's sequence counts too. Otherwise a program that can use it later would take it
                // for newer than what is saved from now on.
                sequence = max(sequence, error.sequence ?? 0)
                if let foreign = error.sequence, kept.map({ foreign > $0.sequence }) ?? true {
                    kept = (slot, foreign)
                }
                problems.append(
                    SlotProblem(slot: slot, text: error.text, foreign: error.sequence))
                if case .unreadable = error { unread.insert(slot) }
            }
        }
        // The very first save writes number 1 to one slot and number 2 to the other, and may have been interrupted.
        if sequence <= 1 { problems.removeAll { blank.contains($0.slot) } }
        // An unreadable slot may hold any higher sequence, which must not win later.
        if !unread.isEmpty { sequence &+= StateStore.leap }
        // The first of equals wins: a weekly copy duplicates a slot.
        let newest = found.max { one, other in
            (one.sequence, other.slot.rank) < (other.sequence, one.slot.rank)
        }
        let left = found.first { $0.sequence == newest?.stored.keptSequence }
        takenUp = newest?.sequence ?? 0
        // A record that is taken up stays kept until its content is saved elsewhere.
        for record in [newest?.isWhole == false ? newest : nil, left].compactMap({ $0 })
        where kept.map({ record.sequence > $0.sequence }) ?? true {
            kept = (record.slot, record.sequence)
        }
        let (state, unreadable) = takeUp(newest, left, kept: kept?.sequence)
        plan(newest: newest, weekly: found.first { $0.slot == .weekly }, kept: kept?.slot)
        // A foreign record older than ours was already reported before ours existed.
        problems.removeAll { ($0.foreign ?? .max) < newest?.sequence ?? 0 }
        let texts = [
            SlotProblem.text(
                of: problems, using: newest?.slot, isWaiting: !unread.isEmpty),
            SlotProblem.text(ofUnreadable: unreadable),
            keptSequence == nil ? nil : kept.map { SlotProblem.text(ofKeeping: $0.slot) },
        ].compactMap { $0 }
        return Loaded(
            state: state, problem: texts.isEmpty ? nil : texts.joined(separator: "; "))
    }

    /// The state to go on with, and the paths of what could not be read in its record.
    ///
    /// - Parameters:
    ///   - left: the record that the writer of the newest one could not read, if this program can.
    ///   - kept: the sequence of the newest record that must not be lost.
    private mutating func takeUp(
        _ newest: Found?, _ left: Found?, kept: UInt64?
    ) -> (state: PersistentState?, unreadable: [[String]]) {
        guard let newest else {
            keptSequence = kept
            return (nil, [])
        }
        if let kept, kept >= newest.sequence {
            keptSequence = kept
        } else if let beside = newest.stored.keptSequence {
            if let left, left.isWhole {
                return (newest.state.takingUp(left.state), left.state.unreadablePaths)
            }
            if kept == beside { keptSequence = beside }
        }
        return (newest.state, newest.state.unreadablePaths)
    }

    /// Plans which slots to write from now on, and when to renew the weekly copy.
    private mutating func plan(newest: Found?, weekly: Found?, kept: StorageSlot?) {
        let isWeeklyFree = kept == nil
        turn = StorageSlot.allCases.filter { $0 != kept && !($0 == .weekly && isWeeklyFree) }
        if let newest, turn.first == newest.slot { turn.reverse() }
        guard isWeeklyFree else {
            weeklyDue = nil
            return
        }
        let last = weekly.map { $0.state.savedAt.wall + StateStore.weeklyInterval }
        weeklyDue = last ?? WallTime(nanoseconds: .min)
    }

    /// Looks again into the slots that could not be read, before one of them is written.
    private mutating func lookAgain() {
        var late: Found?
        for slot in unread {
            do {
                let record = try read(slot)
                if record.sequence > late?.sequence ?? takenUp { late = record }
                sequence = max(sequence, record.sequence)
            } catch .unreadable {
                continue
            } catch .blank {
                blank.insert(slot)
            } catch {
                sequence = max(sequence, error.sequence ?? 0)
            }
            unread.remove(slot)
        }
        guard let late, keptSequence == nil else { return }
        (keptSequence, hasLateState) = (late.sequence, true)
        plan(newest: nil, weekly: nil, kept: late.slot)
    }

    /// Makes `state` durable. Returns the reason for a failure in words for people, or nil.
    package mutating func save(_ state: PersistentState) -> String? {
        if !unread.isEmpty { lookAgain() }
        let payload = payload(of: state)
        guard SlotRecord.headerLength + payload.count <= storage.slotSize else {
            return "the state needs more than its \(storage.slotSize) bytes"
        }
        var record: [UInt8]
        do throws(StorageError) {
            record = try writeNext(payload)
        } catch {
            return error.text
        }
        // The state is durable by now, so this may fail.
        if blank.contains(turn[0]), let second = try? writeNext(payload) { record = second }
        renewWeekly(record, of: state)
        return nil
    }

    /// Encodes the payload. If it is too large for the slot, it drops the history records, which matter less.
    private func payload(of state: PersistentState) -> [UInt8] {
        var stored = StoredState(state: state, keptSequence: keptSequence)
        let whole = encoded(stored)
        guard SlotRecord.headerLength + whole.count > storage.slotSize,
            !state.unwrittenRecords.isEmpty
        else { return whole }
        stored.state.unwrittenRecords = []
        return encoded(stored)
    }

    private func encoded(_ stored: StoredState) -> [UInt8] {
        stored.payload.line().dropLast()
    }

    /// Writes the slot whose turn it is; returns its new content.
    private mutating func writeNext(_ payload: [UInt8]) throws(StorageError) -> [UInt8] {
        // Used up even if the write fails: it may have reached the card, and two records with one sequence could not
        // be told apart.
        sequence &+= 1
        let record = SlotRecord(sequence: sequence, payload: payload).bytes
        let slot = turn[0]
        // The other slot is next even if this write fails, so that a failed slot is not written twice in a row.
        turn.reverse()
        var written = slot
        do throws(StorageError) {
            try storage.write(record, to: slot)
        } catch {
            // If something else blocks the slot's file, the other slot takes all saves until a person removes it.
            // Otherwise every second change would wait for the next turn.
            guard case .refused = error, (try? storage.write(record, to: turn[0])) != nil else {
                throw error
            }
            written = turn[0]
        }
        blank.remove(written)
        return record
    }

    /// The state is durable by now, so this may fail; it is retried a day later.
    private mutating func renewWeekly(_ record: [UInt8], of state: PersistentState) {
        let wall = state.savedAt.wall
        // Except for the first copy, the clock must be trusted: an untrusted one may be a month ahead.
        guard let due = weeklyDue, due <= wall,
            state.trust == .trusted || due == WallTime(nanoseconds: .min)
        else { return }
        do throws(StorageError) {
            try storage.write(record, to: .weekly)
            weeklyDue = wall + StateStore.weeklyInterval
        } catch {
            weeklyDue = wall + StateStore.weeklyRetry
        }
    }
}

extension StorageSlot {
    /// The order of preference among equal records.
    fileprivate var rank: Int {
        switch self {
        case .a: 0
        case .b: 1
        case .weekly: 2
        }
    }
}

extension StorageError {
    var text: String {
        switch self {
        case .full: "the disk is full"
        case .readOnly: "the disk is read-only"
        case .io(let reason): "the disk failed (\(reason))"
        case .refused(let reason): reason
        }
    }
}
