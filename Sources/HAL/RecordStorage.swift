/// Preallocated storage for fixed-size records that survives a power cut. The meaning of the records, and which
/// is the newest, is up to the store.
package protocol RecordStorage: AnyObject, Sendable {
    /// Size of a record in bytes.
    var recordSize: Int { get }
    /// Capacity in records.
    var recordCount: Int { get }

    /// All records in order. Unwritten records are zeros, or absent if the file is missing or short.
    func read() throws(StorageError) -> [UInt8]

    /// Writes whole records starting at `index`; they must fit before the end. Never allocates blocks. Records
    /// may be lost until `synchronise` returns.
    func write(_ bytes: [UInt8], at index: Int) throws(StorageError)

    /// Returns only when everything written is durable. After an error, nothing is certain about it.
    func synchronise() throws(StorageError)
}
