import Glibc
package import HAL

/// Reads files that other processes opened, whatever they are.
package struct PassedFileReading: PassedFileReader {
    package init() {}

    package func bytes(of file: PassedFile, limit: Int) throws(PassedFileError) -> [UInt8] {
        do throws(CallFailure) {
            let status = try KernelFileCalls().status(file.number)
            guard status.isRegular else {
                throw CallFailure(errno: EINVAL, refusal: .isNotRegular)
            }
            guard status.size <= limit else {
                throw CallFailure(errno: EFBIG, refusal: .isTooLarge(limit: limit))
            }
            return try PassedFileReading.bytes(of: file.number, size: status.size)
        } catch {
            throw PassedFileError(
                error.refusal?.words ?? systemMessage(error.errno),
                isTooLarge: error.errno == EFBIG)
        }
    }

    /// Reads so many bytes from the beginning, wherever the other process has read to; fewer if the file has shrunk.
    private static func bytes(of file: Int32, size: Int) throws(CallFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        var done = 0
        while done < size {
            let start = done
            let count = bytes.withUnsafeMutableBytes { buffer in
                retryingInterrupted {
                    pread(
                        file, buffer.baseAddress.map { $0 + start }, size - start, off_t(start))
                }
            }
            guard count >= 0 else { throw CallFailure(errno: errno) }
            if count == 0 { break }
            done += count
        }
        // A copy of a large file would take its memory twice.
        bytes.removeLast(size - done)
        return bytes
    }
}
