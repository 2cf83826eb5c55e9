/// A preallocated place for records of one size, which keeps them through a power cut. What they mean,
/// and which of them is the newest, is the store's business, not the storage's.
package protocol RecordStorage: AnyObject, Sendable {
    /// Bytes of a record.
    var recordSize: Int { get }
    /// Records that there is room for.
    var recordCount: Int { get }

    /// All records, one after another. Where none was written yet there are zeros, or nothing if the
    /// file is missing or short.
    func read() throws(StorageError) -> [UInt8]

    /// Writes whole records from the place `index` on; they must fit before the end. Never allocates
    /// blocks. They may be lost until `synchronise` has returned.
    func write(_ bytes: [UInt8], at index: Int) throws(StorageError)

    /// Returns only when all that was written is durable. After an error nothing is known of it.
    func synchronise() throws(StorageError)
}
