import Glibc
package import HAL
import Synchronization

/// Why the state directory cannot be used.
package enum SlotStorageOpenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process has it.
    case inUse(directory: String)
    /// It cannot be there, or we may not use it.
    case failed(directory: String, errno: Int32)

    package var description: String {
        switch self {
        case .inUse(let directory): "another clock is using the state directory \(directory)"
        case .failed(let directory, let errno):
            "cannot use the state directory \(directory): \(systemMessage(errno))"
        }
    }
}

/// Two files of fixed size in a directory of our own: state.a and state.b.
///
/// The files get all their blocks when they are made, and a write goes over what is there and no
/// further, so it works on a full disk, and a power cut can hurt nothing but the slot being written.
/// The lock of a third file keeps a second process away; it goes with the process, however that ends.
///
/// A disk that is full, read-only or failing does not keep the clock from starting (law, 9.4): what
/// can be read is read, and each write says what is wrong, after trying again what was missing.
package final class FileSlotStorage: SlotStorage {
    /// Bytes of a slot: law, section 20.
    package static let usualSlotSize = 4 << 20

    package let slotSize: Int
    private let directory: String
    private let calls: any FileCalls
    private let state = Mutex(State())

    private struct State {
        /// Open and wholly allocated, so fit to be written.
        var files: [StorageSlot: Int32] = [:]
        var lock: Int32?
    }

    package init(
        directory: String, slotSize: Int = usualSlotSize, calls: any FileCalls = KernelFileCalls()
    ) throws(SlotStorageOpenError) {
        self.directory = directory
        self.slotSize = slotSize
        self.calls = calls
        do throws(CallFailure) {
            try makePrivateFolder(directory, with: calls)
            let lock = try calls.open(
                directory + "/lock", flags: O_RDWR | O_CREAT, mode: 0o600)
            state.withLock { $0.lock = lock }
            try calls.lock(lock)
        } catch {
            switch error.errno {
            case EWOULDBLOCK: throw .inUse(directory: directory)
            // Where nothing can be written there is nothing to protect either.
            case ENOSPC, EDQUOT, EROFS, EIO: break
            default: throw .failed(directory: directory, errno: error.errno)
            }
        }
        for slot in StorageSlot.allCases {
            // A slot that cannot be prepared now is tried again at its first write, which reports it.
            state.withLock { state in _ = try? prepared(slot, &state) }
        }
    }

    deinit {
        state.withLock { state in
            for file in state.files.values { calls.close(file) }
            if let lock = state.lock { calls.close(lock) }
        }
    }

    private func path(of slot: StorageSlot) -> String {
        "\(directory)/state.\(slot.rawValue)"
    }

    package func read(_ slot: StorageSlot) throws(StorageError) -> [UInt8] {
        do throws(CallFailure) {
            // A descriptor of its own, which may exist where none for writing can be had.
            let file = try calls.open(path(of: slot), flags: O_RDONLY, mode: 0)
            defer { calls.close(file) }
            return try contents(of: file)
        } catch {
            guard error.errno != ENOENT else { return [] }
            throw StorageError(error)
        }
    }

    private func contents(of file: Int32) throws(CallFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: slotSize)
        var done = 0
        while done < slotSize {
            var failure: CallFailure?
            let count = bytes.withUnsafeMutableBytes { buffer -> Int in
                do throws(CallFailure) {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
                    return try calls.read(file, into: rest, at: done)
                } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
            if count == 0 { break }
            done += count
        }
        bytes.removeSubrange(done...)
        return bytes
    }

    package func write(_ bytes: [UInt8], to slot: StorageSlot) throws(StorageError) {
        guard bytes.count <= slotSize else { throw .full }
        let result = state.withLock { state -> Result<Void, CallFailure> in
            do throws(CallFailure) {
                let file = try prepared(slot, &state)
                try write(bytes, to: file)
                try calls.synchroniseData(file)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        if case .failure(let failure) = result { throw StorageError(failure) }
    }

    private func write(_ bytes: [UInt8], to file: Int32) throws(CallFailure) {
        var done = 0
        while done < bytes.count {
            var failure: CallFailure?
            done += bytes.withUnsafeBytes { buffer -> Int in
                do throws(CallFailure) {
                    let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
                    return try calls.write(file, rest, at: done)
                } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
        }
    }

    /// The slot's file with all its blocks, durable itself and in its folder.
    private func prepared(_ slot: StorageSlot, _ state: inout State) throws(CallFailure) -> Int32 {
        if let file = state.files[slot] { return file }
        let file = try calls.open(path(of: slot), flags: O_RDWR | O_CREAT, mode: 0o600)
        do throws(CallFailure) {
            try calls.allocate(file, size: slotSize)
            try calls.synchronise(file)
            let folder = try calls.open(directory, flags: O_RDONLY | O_DIRECTORY, mode: 0)
            defer { calls.close(folder) }
            try calls.synchronise(folder)
        } catch {
            calls.close(file)
            throw error
        }
        state.files[slot] = file
        return file
    }
}

extension StorageError {
    fileprivate init(_ failure: CallFailure) {
        switch failure.errno {
        case ENOSPC, EDQUOT: self = .full
        case EROFS: self = .readOnly
        default: self = .io(errno: failure.errno)
        }
    }
}
