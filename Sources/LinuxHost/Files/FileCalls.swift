import Glibc

/// What the kernel said no to, or we did.
package struct CallFailure: Error, Hashable, Sendable {
    package let errno: Int32
    /// Why we did.
    package let refusal: FileRefusal?

    package init(errno: Int32, refusal: FileRefusal? = nil) {
        self.errno = errno
        self.refusal = refusal
    }
}

/// The kernel's calls that stored state stands on, so that a test can put a disk beneath that fails,
/// fills up or loses what was not synchronised.
package protocol FileCalls: Sendable {
    /// Makes one folder.
    func makeFolder(_ path: String, mode: UInt32) throws(CallFailure)
    /// - Returns: a descriptor, to be given to `close`.
    func open(_ path: String, flags: Int32, mode: UInt32) throws(CallFailure) -> Int32
    /// What was opened.
    func status(_ file: Int32) throws(CallFailure) -> FileStatus
    /// Gives the first `size` bytes of the file blocks of its own.
    func allocate(_ file: Int32, size: Int) throws(CallFailure)
    /// - Returns: how many bytes were read; 0 at the end.
    func read(
        _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(CallFailure) -> Int
    /// - Returns: how many bytes were written; more than 0.
    func write(
        _ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(CallFailure) -> Int
    /// Returns when data, and what is needed to find them, are durable (fdatasync(2)).
    func synchroniseData(_ file: Int32) throws(CallFailure)
    /// Returns when everything about a file or folder is durable (fsync(2)).
    func synchronise(_ file: Int32) throws(CallFailure)
    /// Takes the lock of a file, or fails with EWOULDBLOCK (flock(2)).
    func lock(_ file: Int32) throws(CallFailure)
    func close(_ file: Int32)
}

/// The calls as the kernel has them.
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

/// Makes a folder that only we may enter, and the ones above it that are missing, each durable before
/// the next. Does nothing where it is there.
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

/// The folder that holds `path`: "." for a bare name, "/" for what lies in the root.
func parentFolder(of path: String) -> String {
    var rest = Substring(path)
    while rest.count > 1, rest.last == "/" { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/") else { return "." }
    let parent = rest[..<slash]
    return parent.isEmpty ? "/" : String(parent)
}
