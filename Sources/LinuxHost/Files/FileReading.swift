import Glibc

/// Reads small files whole.
package enum FileReading {
    /// Like `bytes`, but nil if there is no such file.
    package static func bytesIfPresent(
        at path: String, limit: Int, links: Links = .refused
    ) throws(FileError) -> [UInt8]? {
        do throws(FileError) {
            return try bytes(at: path, limit: limit, links: links)
        } catch .failed(_, _, ENOENT) {
            return nil
        }
    }

    /// How to treat a path that ends in a symbolic link.
    package enum Links {
        /// For folders that other programs of a person may write to, such as the clock's own.
        case refused
        /// For links of the system's packages, such as zones with two names.
        case followed
    }

    /// Reads all bytes of a file, at most `limit`.
    ///
    /// Only regular files are read, because anything else may block or never end. This includes those of /proc and
    /// /sys, which report a size of 0.
    package static func bytes(
        at path: String, limit: Int, links: Links = .refused
    ) throws(FileError) -> [UInt8] {
        let calls = KernelFileCalls()
        let number: Int32
        do throws(CallFailure) {
            number = try calls.openRegular(
                try target(of: path, links), flags: O_RDONLY, largest: limit)
        } catch {
            throw FileError(error, operation: "open", path: path)
        }
        defer { calls.close(number) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: min(limit + 1, 65_536))
        while true {
            let count = retryingInterrupted { read(number, &block, block.count) }
            guard count >= 0 else { throw .failed(operation: "read", path: path, errno: errno) }
            if count == 0 { return bytes }
            // The file may have grown since its size was read.
            guard bytes.count + count <= limit else { throw .tooLarge(path: path, limit: limit) }
            bytes.append(contentsOf: block[..<count])
        }
    }

    /// The first bytes of a file, at most `count`; nil if it cannot be read. A large file takes no more memory than
    /// that.
    package static func beginning(of path: String, count: Int) -> [UInt8]? {
        let calls = KernelFileCalls()
        guard let real = try? target(of: path, .followed),
            let number = try? calls.openRegular(real, flags: O_RDONLY, largest: Int(Int32.max))
        else { return nil }
        defer { calls.close(number) }
        var bytes = [UInt8](repeating: 0, count: count)
        let filled = retryingInterrupted { read(number, &bytes, count) }
        return filled < 0 ? nil : Array(bytes[..<filled])
    }

    /// Resolves a path.
    private static func target(of path: String, _ links: Links) throws(CallFailure) -> String {
        guard links == .followed else { return path }
        guard let real = realpath(path, nil) else { throw CallFailure(errno: errno) }
        defer { free(real) }
        return String(cString: real)
    }
}
