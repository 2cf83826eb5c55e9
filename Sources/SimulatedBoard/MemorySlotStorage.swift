package import HAL
import Synchronization

/// Slots in memory. They outlive the store that uses them, as files outlive a process, and can fail as files do.
package final class MemorySlotStorage: SlotStorage {
    /// How a write fails.
    package enum Fault: Hashable, Sendable {
        /// Power fails halfway: the first bytes are new and the rest old. The call throws, for any caller that
        /// survives.
        case tear(afterBytes: Int)
        /// The write is refused; the slot keeps its content.
        case refuse(StorageError)
        /// The disk reports success but writes nothing.
        case lose
    }

    private struct State {
        var slots: [StorageSlot: [UInt8]] = [:]
        var fault: (fault: Fault, writes: Int?)?
        var readError: StorageError?
        var writes = 0
    }

    package let slotSize: Int
    private let state = Mutex(State())

    package init(slotSize: Int = 65_536) {
        self.slotSize = slotSize
    }

    package func read(
        _ slot: StorageSlot, from offset: Int, count: Int
    ) throws(StorageError) -> [UInt8] {
        let result = state.withLock { state -> Result<[UInt8], StorageError> in
            if let error = state.readError { return .failure(error) }
            let bytes = state.slots[slot] ?? []
            return .success(Array(bytes.dropFirst(offset).prefix(count)))
        }
        return try result.get()
    }

    /// Refuses more bytes than a slot holds as `.full`.
    package func write(_ bytes: [UInt8], to slot: StorageSlot) throws(StorageError) {
        let error = state.withLock { Self.write(bytes, to: slot, of: slotSize, in: &$0) }
        if let error { throw error }
    }

    private static func write(
        _ bytes: [UInt8], to slot: StorageSlot, of size: Int, in state: inout State
    ) -> StorageError? {
        state.writes += 1
        guard bytes.count <= size else { return .full }
        let old = state.slots[slot] ?? []
        switch takeFault(from: &state) {
        case nil:
            state.slots[slot] = bytes + old.dropFirst(bytes.count)
            return nil
        case .tear(let count):
            let new = Array(bytes.prefix(max(0, count)))
            state.slots[slot] = new + old.dropFirst(new.count)
            return .io(reason: inputOutputError)
        case .refuse(let error):
            return error
        case .lose:
            return nil
        }
    }

    private static func takeFault(from state: inout State) -> Fault? {
        guard let (fault, writes) = state.fault else { return nil }
        if let writes {
            state.fault = writes > 1 ? (fault, writes - 1) : nil
        }
        return fault
    }

    /// EIO.
    private static let inputOutputError = "Input/output error"
}

// MARK: - The outside world

extension MemorySlotStorage {
    /// Makes the next `count` writes fail, at least one; nil means all until `clearFaults`. Replaces an earlier
    /// fault.
    package func failWrites(_ fault: Fault, count: Int? = 1) {
        state.withLock { $0.fault = (fault, count) }
    }

    /// Makes all reads fail until `clearFaults`.
    package func failReads(_ error: StorageError) {
        state.withLock { $0.readError = error }
    }

    package func clearFaults() {
        state.withLock {
            $0.fault = nil
            $0.readError = nil
        }
    }

    /// The entire content of a slot.
    package func read(_ slot: StorageSlot) throws(StorageError) -> [UInt8] {
        try read(slot, from: 0, count: slotSize)
    }

    /// Replaces a slot's content without the store's knowledge, truncated to the slot's size: a foreign or
    /// damaged file.
    package func replace(_ slot: StorageSlot, with bytes: [UInt8]) {
        state.withLock { $0.slots[slot] = Array(bytes.prefix(slotSize)) }
    }

    /// Attempted writes so far, including failed ones.
    package var writes: Int {
        state.withLock { $0.writes }
    }
}
