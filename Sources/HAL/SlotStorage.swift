/// A failed read or write of stored state.
package enum StorageError: Error, Hashable, Sendable {
    case full
    case readOnly
    /// Any other error; the system's text, such as "Input/output error".
    case io(reason: String)
    /// Something else occupies the file's place. It is neither read nor written; `reason` says where and what it
    /// is.
    case refused(reason: String)
}

/// Preallocated slots of a fixed size that survive a power cut. The meaning of the bytes (sequence numbers,
/// checksums, which slot to trust) is up to the store.
package protocol SlotStorage: AnyObject, Sendable {
    /// Size of a slot in bytes.
    var slotSize: Int { get }

    /// Reads `count` bytes of the slot from `offset`. Returns fewer at the slot's end, if the slot was never
    /// written, or if its file is missing or short.
    ///
    /// The read is piecewise because a slot is far larger than its usual content, and any memory that start-up
    /// allocates stays locked while the clock runs.
    func read(
        _ slot: StorageSlot, from offset: Int, count: Int
    ) throws(StorageError) -> [UInt8]

    /// Writes `bytes` at the slot's beginning and returns only when they are durable. Never allocates blocks, so
    /// it works on a full disk. After an error the slot's content is undefined.
    func write(_ bytes: [UInt8], to slot: StorageSlot) throws(StorageError)
}

package enum StorageSlot: String, CaseIterable, Sendable {
    /// Written alternately.
    case a, b
    /// Rewritten once a week.
    case weekly
}
