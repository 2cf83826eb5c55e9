import BoundedJSON
package import ClockCore
import ClockTime
import Control
import FoundationEssentials
package import HAL

/// Keeps the one payload that outlives the power, in two slots written in turn and a third that is renewed
/// once a week.
///
/// Theory of operation. The newest valid record counts. A save writes the other slot and is counted
/// only when the storage says that it is durable, so whatever moment the power goes, one whole record
/// remains. After a failed write that slot's content is unknown and nothing is retried on it; the next
/// save goes to the other one, whose record is then the older of two that are both worth less than the
/// one in memory. Reading takes what is valid; all slots bad is told to people, and the clock starts
/// from defaults, because a clock must still ring.
///
/// A new clock's first save goes to both slots. From then on an empty one is a damaged one, and never one that
/// was not written yet: what was saved next to it could be lost without anybody knowing.
///
/// The weekly copy is of use where both slots were lost in a way that no order of writing guards against:
/// a card that forgets, a program that wrote nonsense twice.
///
/// Other programs' records. A record of a newer form is read as far as this program knows it
/// (`PayloadReading`), and what it does not know or cannot read is written back with each save
/// (`ForeignContent`), so that the newer program finds it all. A whole record that this program cannot use
/// at all, or not keep whole, is *kept*: of these the newest is never written over, saves take turns in the
/// two other slots, and there is no weekly copy. Ours then say beside which one they were begun; a program
/// that can read it, when it comes back, takes it up with what people wished meanwhile.
package struct StateStore {
    private let storage: any SlotStorage
    private var sequence: UInt64 = 0
    /// The slots that are written in turn, the next one first.
    private var turn: [StorageSlot] = [.a, .b]
    /// Those that nothing was ever written to.
    private var blank: Set<StorageSlot> = []
    /// What the record that was taken up holds beside our own.
    private var foreign: ForeignContent?
    /// The sequence of a kept record that is newer than what this program began with.
    private var startedBeside: UInt64?
    /// When the weekly copy is due; nil where its slot is needed for the turns.
    private var weeklyDue: WallTime?

    /// More saves than there are between any two copies: a week has some thousand.
    private static let leap: UInt64 = 1 << 20
    /// Bytes in which a slot is looked through that begins with none.
    private static let pieceLength = 65_536
    static let weeklyInterval = Duration.hours(7 * 24)
    /// How long a weekly copy that failed is left alone.
    static let weeklyRetry = Duration.hours(24)

    package init(storage: any SlotStorage) {
        self.storage = storage
    }

    /// What was found at start.
    package struct Loaded {
        package var state: PersistentState?
        /// What people should know: a slot was bad, or all.
        package var problem: String?
    }

    /// A slot's record that can be used.
    private struct Found {
        var slot: StorageSlot
        var sequence: UInt64
        var payload: Data
        var reading: PayloadReading

        var state: PersistentState { reading.stored.state }
    }

    /// A record that may be taken up, and what of it is not in our form. Made once: the record is written for it.
    private struct Candidate {
        let record: Found
        let foreign: ForeignContent?
        /// All of it is in what is written of it.
        let isWhole: Bool

        init(_ record: Found) {
            self.record = record
            let comparison = ForeignContent.compare(record.reading, record.payload)
            foreign = ForeignContent(of: record.reading, comparison)
            if case .unclear = comparison {
                isWhole = false
            } else {
                isWhole = record.state.lostAlarms == 0
            }
        }
    }

    package mutating func load() -> Loaded {
        var found: [Found] = []
        var problems: [SlotProblem] = []
        var kept: (slot: StorageSlot, sequence: UInt64)?
        var isAnyUnreadable = false
        for slot in StorageSlot.allCases {
            do {
                let record = try read(slot)
                sequence = max(sequence, record.sequence)
                found.append(record)
            } catch .blank {
                blank.insert(slot)
                problems.append(SlotProblem(slot: slot, text: ReadFault.blank.text))
            } catch {
                // A record that cannot be used counts all the same, so that whoever can use it later
                // does not take it for newer than what is saved from now on.
                sequence = max(sequence, error.sequence ?? 0)
                if let foreign = error.sequence, kept.map({ foreign > $0.sequence }) ?? true {
                    kept = (slot, foreign)
                }
                problems.append(
                    SlotProblem(slot: slot, text: error.text, foreign: error.sequence))
                if case .unreadable = error { isAnyUnreadable = true }
            }
        }
        // The first save of all writes number 1 here and number 2 there, and may not have come so far.
        if sequence <= 1 { problems.removeAll { blank.contains($0.slot) } }
        // Who knows how far what cannot be read just now has counted: it must not win later.
        if isAnyUnreadable { sequence &+= StateStore.leap }
        // Of equals the first: a weekly copy is one of a slot.
        let newest = found.max { one, other in
            (one.sequence, other.slot.rank) < (other.sequence, one.slot.rank)
        }
        let left = found.first { $0.sequence == newest?.reading.stored.startedBeside }
        let candidate = newest.map(Candidate.init)
        // One that is taken up is kept until what was taken up is saved elsewhere.
        for record in [candidate?.isWhole == false ? newest : nil, left].compactMap({ $0 })
        where kept.map({ record.sequence > $0.sequence }) ?? true {
            kept = (record.slot, record.sequence)
        }
        let (state, leftOut) = takeUp(candidate, left, kept: kept?.sequence)
        plan(newest: newest, weekly: found.first { $0.slot == .weekly }, kept: kept?.slot)
        // A foreign record that is older than ours was told of when ours was not there yet.
        problems.removeAll { ($0.foreign ?? .max) < newest?.sequence ?? 0 }
        let texts = [
            SlotProblem.text(of: problems, using: newest?.slot),
            SlotProblem.text(ofLeavingOut: leftOut),
            startedBeside == nil ? nil : kept.map { SlotProblem.text(ofKeeping: $0.slot) },
        ].compactMap { $0 }
        return Loaded(
            state: state, problem: texts.isEmpty ? nil : texts.joined(separator: "; "))
    }

    /// The state to go on with, and where in its record stands what could not be used.
    ///
    /// - Parameters:
    ///   - left: what the start that wrote the newest record could not read, where this program can.
    ///   - kept: the newest record that is not to be lost.
    private mutating func takeUp(
        _ candidate: Candidate?, _ left: Found?, kept: UInt64?
    ) -> (state: PersistentState?, leftOut: [[StoredPlace]]) {
        guard let candidate else {
            startedBeside = kept
            return (nil, [])
        }
        let newest = candidate.record
        foreign = candidate.foreign
        if let kept, kept >= newest.sequence {
            startedBeside = kept
        } else if let beside = newest.reading.stored.startedBeside {
            if let left = left.map(Candidate.init), left.isWhole {
                foreign = left.foreign
                return (newest.state.takingUp(left.record.state), left.record.reading.leftOut)
            }
            if kept == beside { startedBeside = beside }
        }
        return (newest.state, newest.reading.leftOut)
    }

    /// Which slots are written from now on, and when the weekly copy.
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

    private enum ReadFault: Error {
        case blank
        case unreadable(StorageError)
        case bad(SlotRecord.Fault)
        /// With the record's sequence.
        case notAState(UInt64)
        case newerSchema(UInt64)

        /// That of a whole record which this program cannot use.
        var sequence: UInt64? {
            switch self {
            case .bad(.newerForm(let sequence)): sequence
            case .blank, .unreadable, .bad(.damaged): nil
            case .notAState(let sequence), .newerSchema(let sequence): sequence
            }
        }

        var text: String {
            switch self {
            case .blank: "is empty"
            case .unreadable(let error): "cannot be read: \(error.text)"
            case .bad(.newerForm), .newerSchema: "was written by a newer program"
            case .bad(.damaged): "is damaged"
            case .notAState: "holds something else"
            }
        }
    }

    /// The one field that every form has.
    private struct Form: Decodable {
        var schema: Int
    }

    private func bytes(
        of slot: StorageSlot, from offset: Int, count: Int
    ) throws(ReadFault) -> [UInt8] {
        do throws(StorageError) {
            return try storage.read(slot, from: offset, count: count)
        } catch {
            // Once more: alarms hang on it, and a card has its moments.
            do throws(StorageError) {
                return try storage.read(slot, from: offset, count: count)
            } catch {
                throw .unreadable(error)
            }
        }
    }

    /// Whether nothing stands in the slot from `offset` on.
    private func isBlank(_ slot: StorageSlot, from offset: Int) throws(ReadFault) -> Bool {
        for place in stride(from: offset, to: storage.slotSize, by: StateStore.pieceLength) {
            let piece = try bytes(of: slot, from: place, count: StateStore.pieceLength)
            if !SlotRecord.isBlank(piece) { return false }
            if piece.count < StateStore.pieceLength { return true }
        }
        return true
    }

    /// The record in the slot. No more is read than it takes, because a slot is far longer.
    private func record(in slot: StorageSlot) throws(ReadFault) -> SlotRecord {
        var record = try bytes(of: slot, from: 0, count: SlotRecord.headerLength)
        if SlotRecord.isBlank(record) {
            throw try isBlank(slot, from: record.count) ? .blank : .bad(.damaged)
        }
        if let length = SlotRecord.payloadLength(inHeader: record),
            length <= storage.slotSize - record.count
        {
            record += try bytes(of: slot, from: record.count, count: length)
        }
        do throws(SlotRecord.Fault) {
            return try SlotRecord(parsing: record)
        } catch {
            throw .bad(error)
        }
    }

    private func read(_ slot: StorageSlot) throws(ReadFault) -> Found {
        let record = try record(in: slot)
        // The checksum is right, but another program may have written it.
        guard (try? JSONSyntax.check(record.payload, limit: storage.slotSize)) != nil else {
            throw .notAState(record.sequence)
        }
        let payload = Data(record.payload)
        let decoder = JSONDecoder()
        guard let form = try? decoder.decode(Form.self, from: payload) else {
            throw .notAState(record.sequence)
        }
        guard let reading = PayloadReading(payload) else {
            throw form.schema > PersistentState.currentSchema
                ? .newerSchema(record.sequence) : .notAState(record.sequence)
        }
        return Found(
            slot: slot, sequence: record.sequence, payload: payload, reading: reading)
    }

    /// Makes `state` durable. Returns why it is not, in words for people, or nil.
    package mutating func save(_ state: PersistentState) -> String? {
        guard let payload = payload(of: state) else {
            return "the state cannot be written as JSON"
        }
        guard SlotRecord.headerLength + payload.count <= storage.slotSize else {
            return "the state is larger than its slot (\(storage.slotSize) bytes)"
        }
        var record: [UInt8]
        do throws(StorageError) {
            record = try writeNext(payload)
        } catch {
            return error.text
        }
        // It is durable by now, so this may fail.
        if blank.contains(turn[0]), let second = try? writeNext(payload) { record = second }
        renewWeekly(record, of: state)
        return nil
    }

    /// As it stands in a slot. What has no room without records of the history is still worth more than they.
    private func payload(of state: PersistentState) -> [UInt8]? {
        var stored = StoredState(state: state, startedBeside: startedBeside)
        let whole = encoded(stored)
        guard let whole, SlotRecord.headerLength + whole.count > storage.slotSize,
            !state.unwrittenRecords.isEmpty
        else { return whole }
        stored.state.unwrittenRecords = []
        return encoded(stored)
    }

    private func encoded(_ stored: StoredState) -> [UInt8]? {
        guard let ours = try? StoredState.encoder.encode(stored) else { return nil }
        return Array(foreign?.beside(ours) ?? ours)
    }

    /// Writes the slot whose turn it is; returns what it holds now.
    private mutating func writeNext(_ payload: [UInt8]) throws(StorageError) -> [UInt8] {
        // Taken whatever comes of it: a write that failed may have reached the card all the same, and two
        // records of one sequence could not be told apart.
        sequence &+= 1
        let record = SlotRecord(sequence: sequence, payload: payload).bytes
        let slot = turn[0]
        // Whatever comes of it, the slot after this one is the other: a slot whose write failed is
        // not written twice in a row.
        turn.reverse()
        var written = slot
        do throws(StorageError) {
            try storage.write(record, to: slot)
        } catch {
            // Where something else lies in the slot's place the other takes all, until a person has removed it:
            // a change must not wait for the next turn each second time.
            guard case .refused = error, (try? storage.write(record, to: turn[0])) != nil else {
                throw error
            }
            written = turn[0]
        }
        blank.remove(written)
        return record
    }

    /// The state is durable by now, so this may fail; it is tried again the day after.
    private mutating func renewWeekly(_ record: [UInt8], of state: PersistentState) {
        let wall = state.savedAt.wall
        // Not by a clock that may be a month ahead, but for the first time.
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
    /// The order in which equal records are preferred.
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
