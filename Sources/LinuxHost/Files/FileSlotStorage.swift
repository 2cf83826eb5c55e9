import Glibc
package import HAL
import Synchronization

/// Why the state directory cannot be used.
package enum SlotStorageOpenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process holds it.
    case inUse(directory: String, by: LockHolder?)
    /// Something in the place of one of its files is not ours.
    case refused(path: String, FileRefusal)
    /// It cannot exist there, or we may not use it.
    case failed(directory: String, errno: Int32)

    package var description: String {
        switch self {
        case .inUse(let directory, let holder):
            "another clock uses the folder \(directory)" + (holder.map { ": \($0)" } ?? "")
        case .refused(let path, let refusal): "\(path) \(refusal.words)"
        case .failed(let directory, let errno):
            "can't use the folder \(directory): \(systemMessage(errno))"
        }
    }
}

/// Files of fixed size in a directory of our own: state.a, state.b and state.weekly, and the history.
///
/// They are preallocated, so a write works on a full disk, and a power cut can damage only the slot being written.
/// The lock on one more file keeps a second process out; it ends with the process, however that ends.
///
/// A disk that is full, read-only or failing does not keep the clock from starting (law, 9.4), and if the caller waits
/// for the folder, nor does one that belongs to somebody else. What can be read is read. Each write first retries the
/// missing setup, then reports what is wrong.
package final class FileSlotStorage: SlotStorage {
    /// The size of a slot in bytes: law, section 20.
    package static let defaultSlotSize = 4 << 20

    package let slotSize: Int
    private let directory: String
    private let calls: any FileCalls
    private let files: (a: PreallocatedFile, b: PreallocatedFile, weekly: PreallocatedFile)
    /// Nil: the folder could not be used so far.
    private let lock: Mutex<ProcessLock?>

    /// - Parameter waits: whether a folder that cannot be used is waited for, and only another clock in it is an error.
    package init(
        directory: String, slotSize: Int = defaultSlotSize, waits: Bool = false,
        calls: any FileCalls = KernelFileCalls()
    ) throws(SlotStorageOpenError) {
        self.slotSize = slotSize
        self.directory = directory
        self.calls = calls
        // Before any other file is touched.
        let lock: ProcessLock?
        do throws(SlotStorageOpenError) {
            lock = try FileSlotStorage.lock(directory, with: calls)
        } catch {
            if case .inUse = error { throw error }
            guard waits else { throw error }
            lock = nil
        }
        self.lock = Mutex(lock)
        let file = { (slot: StorageSlot) in
            PreallocatedFile(
                "state.\(slot.rawValue)", in: directory, size: slotSize, calls: calls)
        }
        files = (file(.a), file(.b), file(.weekly))
    }

    /// Locks the state directory, and makes it if it is missing.
    private static func lock(
        _ directory: String, with calls: any FileCalls
    ) throws(SlotStorageOpenError) -> ProcessLock {
        do throws(CallFailure) {
            try makePrivateFolder(directory, with: calls)
        } catch {
            switch error.errno {
            case ENOSPC, EDQUOT, EROFS, EIO: break
            default: throw .failed(directory: directory, errno: error.errno)
            }
        }
        do throws(ProcessLockError) {
            return try ProcessLock("lock", in: directory, calls: calls)
        } catch {
            switch error {
            case .held(let holder): throw .inUse(directory: directory, by: holder)
            case .refused(let refusal): throw .refused(path: "\(directory)/lock", refusal)
            case .failed(let errno): throw .failed(directory: directory, errno: errno)
            }
        }
    }

    /// Makes the history beside the slots, under the same lock: valid only while this object exists.
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
        try takeFolder()
        try file(slot).write(bytes, at: 0)
        try file(slot).synchronise()
    }

    /// Locks the folder if that was not possible before.
    private func takeFolder() throws(StorageError) {
        let failure = lock.withLock { lock -> SlotStorageOpenError? in
            guard lock == nil else { return nil }
            do throws(SlotStorageOpenError) {
                lock = try FileSlotStorage.lock(directory, with: calls)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw .refused(reason: failure.description) }
    }
}
