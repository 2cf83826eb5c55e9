import Glibc

/// A file that could not be opened, read or written.
package enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A call failed; `operation` is a verb for the message ("open", "read").
    case failed(operation: String, path: String, errno: Int32)
    /// More than the reader is willing to take.
    case tooLarge(path: String, limit: Int)
    /// A folder, a device, a pipe: reading it might never end.
    case notAFile(path: String)

    package var description: String {
        switch self {
        case .failed(let operation, let path, let errno):
            "cannot \(operation) \(path): \(systemMessage(errno))"
        case .tooLarge(let path, let limit): "\(path) is larger than \(limit) bytes"
        case .notAFile(let path): "\(path) is not a file"
        }
    }
}

/// The system's words for an errno, such as "No such file or directory".
package func systemMessage(_ errno: Int32) -> String {
    guard let text = strerror(errno) else { return "error \(errno)" }
    return String(cString: text)
}
