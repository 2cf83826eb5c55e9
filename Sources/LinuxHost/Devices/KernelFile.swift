import Glibc
import HAL

/// A file of a kernel driver that holds one whole number.
enum KernelFile {
    /// nil where the file holds something else.
    static func number(in path: String) throws(LineError) -> Int? {
        do throws(FileError) {
            let bytes = try FileReading.bytes(at: path, limit: 32)
            return Int(String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self))
        } catch {
            switch error {
            case .failed(_, _, let errno): throw LineError(opening: errno)
            case .tooLarge, .notAFile, .isLink: throw .io(errno: EINVAL)
            }
        }
    }

    static func write(_ number: Int, to path: String) throws(LineError) {
        let file = retryingInterrupted { open(path, O_WRONLY | O_CLOEXEC | O_TRUNC) }
        guard file >= 0 else { throw LineError(opening: errno) }
        defer { _ = close(file) }
        let text = Array("\(number)\n".utf8)
        guard retryingInterrupted({ Glibc.write(file, text, text.count) }) == text.count else {
            throw LineError(opening: errno)
        }
    }
}

extension LineError {
    fileprivate init(opening errno: Int32) {
        switch errno {
        case ENOENT, ENODEV: self = .gone
        case EBUSY: self = .taken
        default: self = .io(errno: errno)
        }
    }
}
