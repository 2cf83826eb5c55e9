import Glibc

/// A call that the kernel, or we, refused.
package struct CallFailure: Error, Hashable, Sendable {
    package let errno: Int32
    /// Why we refused it.
    package let refusal: FileRefusal?

    package init(errno: Int32, refusal: FileRefusal? = nil) {
        self.errno = errno
        self.refusal = refusal
    }
}

/// The system calls that stored state depends on, so that a test can substitute a disk that fails, fills up or loses
/// what was not synchronised.
package protocol FileCalls: Sendable {
    /// Makes one folder.
    func makeFolder(_ path: String, mode: UInt32) throws(CallFailure)
    /// - Returns: a descriptor for the caller to `close`.
    func open(_ path: String, flags: Int32, mode: UInt32) throws(CallFailure) -> Int32
    /// The status of an open file.
    func status(_ file: Int32) throws(CallFailure) -> FileStatus
    /// Allocates blocks for the first `size` bytes of the file.
    func allocate(_ file: Int32, size: Int) throws(CallFailure)
    /// - Returns: the number of bytes read; 0 at the end.
    func read(
        _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(CallFailure) -> Int
    /// - Returns: the number of bytes written; more than 0.
    func write(
        _ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(CallFailure) -> Int
    /// Returns when the data, and the metadata to find them, are durable (fdatasync(2)).
    func synchroniseData(_ file: Int32) throws(CallFailure)
    /// Returns when everything about a file or folder is durable (fsync(2)).
    func synchronise(_ file: Int32) throws(CallFailure)
    /// Locks a file, or fails with EWOULDBLOCK (flock(2)).
    func lock(_ file: Int32) throws(CallFailure)
    func close(_ file: Int32)
}

extension FileCalls {
    /// Writes all bytes from an offset on.
    func writeAll(_ bytes: [UInt8], to file: Int32, at offset: Int) throws(CallFailure) {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(CallFailure) in
                var done = 0
                while done < buffer.count {
                    let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
                    done += try write(file, rest, at: offset + done)
                }
            }
        }
        try result.get()
    }

    /// Reads so many bytes from an offset on; fewer where the file ends.
    func bytes(of file: Int32, at offset: Int, count: Int) throws(CallFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(CallFailure) in
                var done = 0
                while done < buffer.count {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
                    let count = try read(file, into: rest, at: offset + done)
                    guard count > 0 else { break }
                    done += count
                }
                return done
            }
        }
        // A copy of a large file would take its memory twice.
        bytes.removeLast(count - (try result.get()))
        return bytes
    }
}

/// The kernel's own calls.
package struct KernelFileCalls: FileCalls {
    package init() {}

    package func makeFolder(_ path: String, mode: UInt32) throws(CallFailure) {
        guard mkdir(path, mode) == 0 else { throw CallFailure(errno: errno) }
    }

    package func open(_ path: String, flags: Int32, mode: UInt32) throws(CallFailure) -> Int32 {
        let file = retryingInterrupted { Glibc.open(path, flags | O_CLOEXEC, mode) }
        guard file >= 0 else { throw CallFailure(errno: errno) }
        return file
    }

    package func status(_ file: Int32) throws(CallFailure) -> FileStatus {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw CallFailure(errno: errno) }
        return FileStatus(
            isRegular: status.st_mode & S_IFMT == S_IFREG, size: Int(status.st_size))
    }

    package func allocate(_ file: Int32, size: Int) throws(CallFailure) {
        // Unlike the others it returns its errno.
        var result = posix_fallocate(file, 0, size)
        while result == EINTR { result = posix_fallocate(file, 0, size) }
        guard result == 0 else { throw CallFailure(errno: result) }
    }

    package func read(
        _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(CallFailure) -> Int {
        let count = retryingInterrupted { pread(file, buffer.baseAddress, buffer.count, offset) }
        guard count >= 0 else { throw CallFailure(errno: errno) }
        return count
    }

    package func write(
        _ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(CallFailure) -> Int {
        let count = retryingInterrupted { pwrite(file, bytes.baseAddress, bytes.count, offset) }
        guard count > 0 else { throw CallFailure(errno: count == 0 ? EIO : errno) }
        return count
    }

    package func synchroniseData(_ file: Int32) throws(CallFailure) {
        guard retryingInterrupted({ fdatasync(file) }) == 0 else {
            throw CallFailure(errno: errno)
        }
    }

    package func synchronise(_ file: Int32) throws(CallFailure) {
        guard retryingInterrupted({ fsync(file) }) == 0 else { throw CallFailure(errno: errno) }
    }

    package func lock(_ file: Int32) throws(CallFailure) {
        guard retryingInterrupted({ flock(file, LOCK_EX | LOCK_NB) }) == 0 else {
            throw CallFailure(errno: errno)
        }
    }

    package func close(_ file: Int32) {
        _ = Glibc.close(file)
    }
}

/// Makes a folder that only we may enter, and its missing parents, each durable before the next. Does nothing if it
/// exists.
func makePrivateFolder(_ path: String, with calls: some FileCalls) throws(CallFailure) {
    do {
        try calls.makeFolder(path, mode: 0o700)
    } catch {
        switch error.errno {
        case EEXIST: return
        case ENOENT:
            // The kernel bounds the recursion: a path has at most 4096 bytes.
            let parent = parentFolder(of: path)
            guard parent != path else { throw error }
            try makePrivateFolder(parent, with: calls)
            try calls.makeFolder(path, mode: 0o700)
        default: throw error
        }
    }
    let parent = try calls.open(parentFolder(of: path), flags: O_RDONLY | O_DIRECTORY, mode: 0)
    defer { calls.close(parent) }
    try calls.synchronise(parent)
}

/// The parent folder of `path`: "." for a bare name, "/" for an entry of the root.
func parentFolder(of path: String) -> String {
    var rest = Substring(path)
    while rest.count > 1, rest.last == "/" { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/") else { return "." }
    let parent = rest[..<slash]
    return parent.isEmpty ? "/" : String(parent)
}
