import Glibc

/// Why we refuse to open a path that the kernel would open.
package enum FileRefusal: Hashable, Sendable {
    /// A symbolic link: whoever made it could choose which of our files is read or overwritten.
    case isLink
    /// A folder, a device, a pipe, a socket: reading it might never end.
    case isNotRegular
    case isTooLarge(limit: Int)

    /// Follows the path in a sentence: what is there, and what is allowed.
    package var words: String {
        switch self {
        case .isLink: "is a symbolic link. Only a regular file is allowed"
        case .isNotRegular: "isn't a regular file"
        case .isTooLarge(let limit): "is larger than the allowed \(limit) bytes"
        }
    }
}

/// The status of an open file.
package struct FileStatus: Hashable, Sendable {
    package var isRegular: Bool
    package var size: Int

    package init(isRegular: Bool, size: Int) {
        self.isRegular = isRegular
        self.size = size
    }
}

extension FileCalls {
    /// Opens a file in a place where others may have put something else. It does not follow a link or wait for a
    /// pipe, and accepts only a regular file of bounded size. Every file that the clock stores, or that a person
    /// supplies, is opened here.
    ///
    /// - Parameters:
    ///   - flags: those of open(2).
    ///   - largest: the largest allowed size in bytes.
    /// - Returns: a descriptor for the caller to `close`.
    func openRegular(
        _ path: String, flags: Int32, mode: UInt32 = 0, largest: Int
    ) throws(CallFailure) -> Int32 {
        let file: Int32
        do throws(CallFailure) {
            file = try open(
                path, flags: flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode: mode)
        } catch {
            switch error.errno {
            case ELOOP: throw CallFailure(errno: ELOOP, refusal: .isLink)
            // A folder opened for writing, or a socket or a pipe without another end.
            case EISDIR, ENXIO: throw CallFailure(errno: error.errno, refusal: .isNotRegular)
            default: throw error
            }
        }
        do throws(CallFailure) {
            let status = try status(file)
            guard status.isRegular else {
                throw CallFailure(errno: EINVAL, refusal: .isNotRegular)
            }
            guard status.size <= largest else {
                throw CallFailure(errno: EFBIG, refusal: .isTooLarge(limit: largest))
            }
        } catch {
            close(file)
            throw error
        }
        return file
    }
}
