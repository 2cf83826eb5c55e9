import Glibc

/// A file between the network and the clock: it has no name, and is gone when nobody has it open any more.
final class UnnamedFile: Sendable {
    let descriptor: Int32

    /// Makes an empty one; nil if the folder cannot hold it.
    init?(in folder: String) {
        var path = Array("\(folder)/noiseclock-upload-XXXXXX".utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(path)
    }

    deinit { close(descriptor) }

    /// Adds bytes at the end.
    ///
    /// - Returns: false if the disk takes no more.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(
                descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Its bytes.
    var size: UInt64 { UInt64(max(0, lseek(descriptor, 0, SEEK_END))) }

    /// Makes the clock read it from its beginning.
    func rewind() {
        lseek(descriptor, 0, SEEK_SET)
    }
}
