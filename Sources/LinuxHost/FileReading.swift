import Glibc

/// Reading small files whole.
package enum FileReading {
    /// As `bytes`, but nil where there is no such file.
    package static func bytesIfPresent(
        at path: String, limit: Int
    ) throws(FileError) -> [UInt8]? {
        do throws(FileError) {
            return try bytes(at: path, limit: limit)
        } catch .failed(_, _, ENOENT) {
            return nil
        }
    }

    /// All bytes of a file, `limit` at most.
    ///
    /// Only regular files are read, because anything else may block or never end; those of /proc and
    /// /sys, which say they are empty, are.
    package static func bytes(at path: String, limit: Int) throws(FileError) -> [UInt8] {
        // Non-blocking, or opening a pipe that nobody writes to would hang.
        let number = retryingInterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard number >= 0 else { throw .failed(operation: "open", path: path, errno: errno) }
        defer { _ = close(number) }
        var status = stat()
        guard fstat(number, &status) == 0 else {
            throw .failed(operation: "read", path: path, errno: errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        guard status.st_size <= limit else { throw .tooLarge(path: path, limit: limit) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: min(limit + 1, 65_536))
        while true {
            let count = retryingInterrupted { read(number, &block, block.count) }
            guard count >= 0 else { throw .failed(operation: "read", path: path, errno: errno) }
            if count == 0 { return bytes }
            // It may have grown since its size was asked.
            guard bytes.count + count <= limit else { throw .tooLarge(path: path, limit: limit) }
            bytes.append(contentsOf: block[..<count])
        }
    }
}
