import Glibc
package import HAL

/// Why the state directory cannot be used.
package enum SlotStorageOpenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process has it.
    case inUse(directory: String)
    /// What lies in the place of one of its files is none of ours.
    case refused(path: String, FileRefusal)
    /// It cannot be there, or we may not use it.
    case failed(directory: String, errno: Int32)

    package var description: String {
        switch self {
        case .inUse(let directory): "another clock is using the state directory \(directory)"
        case .refused(let path, let refusal): "\(path) \(refusal.words)"
        case .failed(let directory, let errno):
            "cannot use the state directory \(directory): \(systemMessage(errno))"
        }
    }
}

/// Files of fixed size in a directory of our own: state.a, state.b and state.weekly, and the history.
///
/// They are preallocated, so a write works on a full disk, and a power cut can hurt nothing but the slot
/// being written. The lock of one more file keeps a second process away; it goes with the process, however that ends.
///
/// A disk that is full, read-only or failing does not keep the clock from starting (law, 9.4): what
/// can be read is read, and each write says what is wrong, after trying again what was missing.
package final class FileSlotStorage: SlotStorage {
    /// Bytes of a slot: law, section 20.
    package static let usualSlotSize = 4 << 20

    package let slotSize: Int
    private let directory: String
    private let calls: any FileCalls
    private let files: (a: PreallocatedFile, b: PreallocatedFile, weekly: PreallocatedFile)
    private let lock: LockFile

    package init(
        directory: String, slotSize: Int = usualSlotSize, calls: any FileCalls = KernelFileCalls()
    ) throws(SlotStorageOpenError) {
        self.slotSize = slotSize
        self.directory = directory
        self.calls = calls
        // Before any other file is touched.
        lock = try LockFile(in: directory, calls: calls)
        let file = { (slot: StorageSlot) in
            PreallocatedFile(
                "state.\(slot.rawValue)", in: directory, size: slotSize, calls: calls)
        }
        files = (file(.a), file(.b), file(.weekly))
    }

    /// The history beside the slots, under the same lock: only while this is there.
    package func makeHistory(recordSize: Int, recordCount: Int) -> FileRecordStorage {
        FileRecordStorage(
            directory: directory, recordSize: recordSize, recordCount: recordCount, calls: calls)
    }

    private func file(_ slot: StorageSlot) -> PreallocatedFile {
        switch slot {
        case .a: files.a
        case .b: files.b
        case .weekly: files.weekly
        }
    }

    package func read(
        _ slot: StorageSlot, from offset: Int, count: Int
    ) throws(StorageError) -> [UInt8] {
        try file(slot).read(from: offset, count: count)
    }

    package func write(_ bytes: [UInt8], to slot: StorageSlot) throws(StorageError) {
        try file(slot).write(bytes, at: 0)
        try file(slot).synchronise()
    }
}

/// The lock on the state directory, which is made where it is missing.
private final class LockFile: Sendable {
    private let file: Int32?
    private let calls: any FileCalls
    /// Far more than who holds it could write there.
    private static let largestSize = 4096

    init(in directory: String, calls: any FileCalls) throws(SlotStorageOpenError) {
        self.calls = calls
        let path = directory + "/lock"
        var file: Int32?
        do throws(CallFailure) {
            try makePrivateFolder(directory, with: calls)
            let opened = try calls.openRegular(
                path, flags: O_RDWR | O_CREAT, mode: 0o600, largest: LockFile.largestSize)
            file = opened
            try calls.lock(opened)
        } catch {
            switch error.errno {
            // Where nothing can be written there is nothing to protect either.
            case ENOSPC, EDQUOT, EROFS, EIO: break
            default:
                if let file { calls.close(file) }
                if let refusal = error.refusal { throw .refused(path: path, refusal) }
                throw error.errno == EWOULDBLOCK
                    ? .inUse(directory: directory)
                    : .failed(directory: directory, errno: error.errno)
            }
        }
        self.file = file
    }

    deinit {
        if let file { calls.close(file) }
    }
}
