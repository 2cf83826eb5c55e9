import Glibc

/// The audio file, by its descriptor: read at places, so that the descriptor's own position, which somebody
/// else may share, does not matter.
///
/// A class, because libsndfile calls back with a pointer to it.
final class InputFile {
    private let descriptor: Int32
    private let size: Int
    private var position = 0
    /// Of the first read that failed.
    private(set) var failure: Int32?

    init(_ descriptor: Int32) throws(ImportProblem) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ImportProblem(
                code: .notAFile, message: "descriptor \(descriptor), the input, is not a file")
        }
        self.descriptor = descriptor
        size = Int(status.st_size)
    }

    var length: Int { size }
    var place: Int { position }

    /// As lseek(2), within the file.
    func seek(_ offset: Int, _ whence: Int32) -> Int {
        let base =
            switch whence {
            case SEEK_CUR: position
            case SEEK_END: size
            default: 0
            }
        let (place, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, place >= 0 else { return -1 }
        position = place
        return place
    }

    /// - Returns: bytes read; fewer than asked for only at the end, or after a failure.
    func read(_ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
        var done = 0
        while done < count {
            let result = pread(descriptor, buffer + done, count - done, position)
            if result < 0, errno == EINTR { continue }
            if result < 0 { failure = failure ?? errno }
            guard result > 0 else { break }
            done += result
            position += result
        }
        return done
    }

    /// The first bytes, or fewer where there are no more.
    func beginning(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        _ = seek(0, SEEK_SET)
        let done = bytes.withUnsafeMutableBytes { buffer in
            buffer.baseAddress.map { read($0, count) } ?? 0
        }
        return Array(bytes[..<done])
    }
}
