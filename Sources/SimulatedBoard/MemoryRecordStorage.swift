package import HAL
import Synchronization

/// A ring of records in memory. It outlives the store that uses it, as a file outlives a process, and can fail as
/// files do.
package final class MemoryRecordStorage: RecordStorage {
    private struct State {
        var bytes: [UInt8]
        var failure: StorageError?
        var synchronisations = 0
    }

    package let recordSize: Int
    package let recordCount: Int
    private let state: Mutex<State>

    package init(recordSize: Int = 64, recordCount: Int = 4_096) {
        self.recordSize = recordSize
        self.recordCount = recordCount
        state = Mutex(State(bytes: [UInt8](repeating: 0, count: recordSize * recordCount)))
    }

    package func read() throws(StorageError) -> [UInt8] {
        let result = state.withLock { state -> Result<[UInt8], StorageError> in
            state.failure.map(Result.failure) ?? .success(state.bytes)
        }
        return try result.get()
    }

    /// Refuses what does not fit as `.full`.
    package func write(_ bytes: [UInt8], at index: Int) throws(StorageError) {
        let start = index * recordSize
        let failure = state.withLock { state -> StorageError? in
            if let failure = state.failure { return failure }
            guard start >= 0, bytes.count <= state.bytes.count - start else { return .full }
            state.bytes.replaceSubrange(start..<(start + bytes.count), with: bytes)
            return nil
        }
        if let failure { throw failure }
    }

    package func synchronise() throws(StorageError) {
        let failure = state.withLock { state -> StorageError? in
            if state.failure == nil { state.synchronisations += 1 }
            return state.failure
        }
        if let failure { throw failure }
    }
}

// MARK: - The outside world

extension MemoryRecordStorage {
    /// Makes every operation fail from now on; nil ends that.
    package func fail(_ error: StorageError?) {
        state.withLock { $0.failure = error }
    }

    /// Changes bytes without the store's knowledge.
    package func damage(_ change: (inout [UInt8]) -> Void) {
        state.withLock { change(&$0.bytes) }
    }

    package var bytes: [UInt8] { state.withLock { $0.bytes } }

    /// How many times writes were made durable.
    package var synchronisations: Int { state.withLock { $0.synchronisations } }
}
