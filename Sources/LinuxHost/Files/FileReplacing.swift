import Glibc

/// Writes small files whole.
package enum FileReplacing {
    /// Replaces the file's content with `bytes`: after a power cut it holds either the old bytes or the new ones.
    /// Makes its folder if it is missing.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        try replace(path, with: bytes, calls: KernelFileCalls())
    }

    static func replace(
        _ path: String, with bytes: [UInt8], calls: some FileCalls
    ) throws(FileError) {
        let temporary = path + ".new"
        do throws(CallFailure) {
            try makePrivateFolder(parentFolder(of: path), with: calls)
            do throws(CallFailure) {
                try write(bytes, to: temporary, calls)
                guard rename(temporary, path) == 0 else { throw CallFailure(errno: errno) }
            } catch {
                // Frees the space, which a full disk needs.
                unlink(temporary)
                throw error
            }
            let folder = try calls.open(
                parentFolder(of: path), flags: O_RDONLY | O_DIRECTORY, mode: 0)
            defer { calls.close(folder) }
            try calls.synchronise(folder)
        } catch {
            throw FileError(error, operation: "write", path: path)
        }
    }

    private static func write(
        _ bytes: [UInt8], to path: String, _ calls: some FileCalls
    ) throws(CallFailure) {
        // Removes the leftover of an interrupted write, or a link that others made: neither must be written to.
        guard unlink(path) == 0 || errno == ENOENT else { throw CallFailure(errno: errno) }
        let file = try calls.openRegular(
            path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600, largest: 0)
        defer { calls.close(file) }
        try calls.writeAll(bytes, to: file, at: 0)
        try calls.synchronise(file)
    }
}
