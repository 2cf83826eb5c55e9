import Glibc
import HAL

/// A small file of /sys.
enum KernelAttribute {
    /// The kernel gives at most a page.
    private static let largest = 4096

    /// The text up to the first space or line break; nil if there is no such file.
    static func firstWord(of path: String) throws(SensorError) -> String? {
        do throws(FileError) {
            // The folders are links, which the refusal of links does not concern.
            guard let bytes = try FileReading.bytesIfPresent(at: path, limit: largest) else {
                return nil
            }
            return String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
        } catch {
            switch error {
            case .failed(_, _, let errno): throw .unreadable(errno: errno)
            case .tooLarge, .notAFile, .isLink: throw .unreadable(errno: EINVAL)
            }
        }
    }
}
