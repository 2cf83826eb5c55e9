/// A failed read or write of stored state.
package enum StorageError: Error, Hashable, Sendable {
    case full
    case readOnly
    /// Anything else; what the system calls it, such as "Input/output error".
    case io(reason: String)
    /// Something else lies in the file's place, which is neither read nor written; says where and what.
    case refused(reason: String)
}

/// Preallocated places of a fixed size that keep bytes through a power cut. What the bytes mean
/// (sequence numbers, checksums, which slot to trust) is the store's business, not the storage's.
package protocol SlotStorage: AnyObject, Sendable {
    /// Bytes that a slot holds.
    var slotSize: Int { get }

    /// `count` bytes of the slot from `offset` on. A slot that was never written, or whose file is
    /// missing or short, gives what there is, and so does its end.
    ///
    /// Piecewise, because a slot is far larger than what mostly stands in it, and memory that a start once
    /// took is locked for as long as the clock runs.
    func read(
        _ slot: StorageSlot, from offset: Int, count: Int
    ) throws(StorageError) -> [UInt8]

    /// Writes `bytes` at the slot's beginning and returns only when they are durable. Never
    /// allocates blocks: works on a full disk. After an error the slot's content is undefined.
    func write(_ bytes: [UInt8], to slot: StorageSlot) throws(StorageError)
}

package enum StorageSlot: String, CaseIterable, Sendable {
    /// Written in turn.
    case a, b
    /// Renewed once a week.
    case weekly
}
