package import HAL

/// Records in one file of fixed size, `history`, in the state directory.
package final class FileRecordStorage: RecordStorage {
    package let recordSize: Int
    package let recordCount: Int
    private let file: PreallocatedFile

    /// The first write reports a disk that is full, read-only or failing. The directory exists, and `FileSlotStorage`
    /// has locked it.
    init(directory: String, recordSize: Int, recordCount: Int, calls: any FileCalls) {
        self.recordSize = recordSize
        self.recordCount = recordCount
        file = PreallocatedFile(
            "history", in: directory, size: recordSize * recordCount, calls: calls)
    }

    package func read() throws(StorageError) -> [UInt8] {
        try file.read(from: 0, count: recordSize * recordCount)
    }

    package func write(_ bytes: [UInt8], at index: Int) throws(StorageError) {
        try file.write(bytes, at: index * recordSize)
    }

    package func synchronise() throws(StorageError) { try file.synchronise() }
}
