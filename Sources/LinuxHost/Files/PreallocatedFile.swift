import Glibc
import HAL
import Synchronization

/// A file that gets all its blocks, durably, when it is made, and is only overwritten afterwards. So it works on a
/// full disk, and a power cut can damage only what is being written.
///
/// It is opened for writing at the first write that succeeds in doing so; it can be read before.
final class PreallocatedFile: Sendable {
    private let folder: String
    private let path: String
    private let size: Int
    private let calls: any FileCalls
    /// Open and fully allocated, so ready to be written.
    private let file = Mutex<Int32?>(nil)

    init(_ name: String, in folder: String, size: Int, calls: any FileCalls) {
        self.folder = folder
        path = "\(folder)/\(name)"
        self.size = size
        self.calls = calls
        // What cannot be prepared now is retried at the first write, which reports it.
        file.withLock { file in
            do throws(CallFailure) { file = try prepare() } catch { file = nil }
        }
    }

    deinit {
        file.withLock { file in
            if let file { calls.close(file) }
        }
    }

    /// Reads `count` bytes from `offset`, or those before the end.
    func read(from offset: Int, count: Int) throws(StorageError) -> [UInt8] {
        do throws(CallFailure) {
            // A separate descriptor, which may work where one for writing does not.
            let file = try calls.openRegular(path, flags: O_RDONLY, largest: size)
            defer { calls.close(file) }
            let most = max(0, min(count, size - offset))
            return try calls.bytes(of: file, at: offset, count: most)
        } catch {
            guard error.errno != ENOENT else { return [] }
            throw StorageError(error, at: path)
        }
    }

    /// Overwrites bytes at `offset`; throws `.full` if they do not fit.
    func write(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
        guard offset >= 0, bytes.count <= size - offset else { throw .full }
        try use { file throws(CallFailure) in
            try self.calls.writeAll(bytes, to: file, at: offset)
        }
    }

    func synchronise() throws(StorageError) {
        try use { file throws(CallFailure) in try self.calls.synchroniseData(file) }
    }

    private func use(
        _ body: (Int32) throws(CallFailure) -> Void
    ) throws(StorageError) {
        let failure = file.withLock { file -> CallFailure? in
            do throws(CallFailure) {
                let ready: Int32
                if let file { ready = file } else { ready = try prepare() }
                file = ready
                try body(ready)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw StorageError(failure, at: path) }
    }

    /// Opens the file with all its blocks; the file and its folder entry are durable.
    private func prepare() throws(CallFailure) -> Int32 {
        let file = try calls.openRegular(
            path, flags: O_RDWR | O_CREAT, mode: 0o600, largest: size)
        do throws(CallFailure) {
            try calls.allocate(file, size: size)
            try calls.synchronise(file)
            let folder = try calls.open(folder, flags: O_RDONLY | O_DIRECTORY, mode: 0)
            defer { calls.close(folder) }
            try calls.synchronise(folder)
        } catch {
            calls.close(file)
            throw error
        }
        return file
    }
}

extension StorageError {
    fileprivate init(_ failure: CallFailure, at path: String) {
        if let refusal = failure.refusal {
            self = .refused(reason: "\(path) \(refusal.words)")
            return
        }
        switch failure.errno {
        case ENOSPC, EDQUOT: self = .full
        case EROFS: self = .readOnly
        default: self = .io(reason: String(cString: strerror(failure.errno)))
        }
    }
}
