import Glibc

/// A file that could not be opened, read or written.
package enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A call failed; `operation` is a verb for the message ("open", "read").
    case failed(operation: String, path: String, errno: Int32)
    /// Larger than the reader's limit.
    case tooLarge(path: String, limit: Int)
    /// A folder, a device, a pipe: reading it might never end.
    case notAFile(path: String)
    /// A symbolic link where links are not followed.
    case isLink(path: String)

    package var description: String {
        switch self {
        case .failed(let operation, let path, let errno):
            "cannot \(operation) \(path): \(systemMessage(errno))"
        case .tooLarge(let path, let limit):
            "\(path) \(FileRefusal.isTooLarge(limit: limit).words)"
        case .notAFile(let path): "\(path) \(FileRefusal.isNotRegular.words)"
        case .isLink(let path): "\(path) \(FileRefusal.isLink.words)"
        }
    }

    init(_ failure: CallFailure, operation: String, path: String) {
        self =
            switch failure.refusal {
            case nil: .failed(operation: operation, path: path, errno: failure.errno)
            case .isLink: .isLink(path: path)
            case .isNotRegular: .notAFile(path: path)
            case .isTooLarge(let limit): .tooLarge(path: path, limit: limit)
            }
    }
}

/// The system's message for an errno, such as "No such file or directory".
package func systemMessage(_ errno: Int32) -> String {
    guard let text = strerror(errno) else { return "error \(errno)" }
    return String(cString: text)
}
