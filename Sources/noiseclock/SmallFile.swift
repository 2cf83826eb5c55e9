import Glibc

/// Reads files of bounded size.
enum SmallFile {
    /// The first bytes of a file, at most `count`; nil if it cannot be read.
    static func beginning(of path: String, count: Int) -> [UInt8]? {
        // `bytes` reads at most one byte beyond its limit.
        bytes(at: path, limit: count - 1)
    }

    /// The bytes of a file, at most `limit` + 1, so that the caller can detect a file that is too long. Nil,
    /// with `errno`, if it cannot be read.
    static func bytes(at path: String, limit: Int) -> [UInt8]? {
        // Non-blocking, because opening a pipe without a writer would hang.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var filled = 0
        var reason: Int32 = 0
        while filled <= limit, reason == 0 {
            let count = bytes.withUnsafeMutableBytes {
                read(file, $0.baseAddress?.advanced(by: filled), limit + 1 - filled)
            }
            if count == 0 { break }
            if count > 0 { filled += count } else if errno != EINTR { reason = errno }
        }
        close(file)
        errno = reason
        return reason == 0 ? Array(bytes[..<filled]) : nil
    }
}
