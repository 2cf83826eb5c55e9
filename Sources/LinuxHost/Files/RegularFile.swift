import Glibc

/// Why what lies at a path is not opened, though the kernel would.
package enum FileRefusal: Hashable, Sendable {
    /// A symbolic link: whoever made it would say which of our files is read, or written over.
    case isLink
    /// A folder, a device, a pipe, a socket: reading it might never end.
    case isNotRegular
    case isTooLarge(limit: Int)

    /// What follows the path in a sentence: what is there, and what is allowed.
    package var words: String {
        switch self {
        case .isLink: "is a symbolic link; only a regular file is allowed here"
        case .isNotRegular: "is not a regular file; nothing else is allowed here"
        case .isTooLarge(let limit): "is larger than the \(limit) bytes that are allowed here"
        }
    }
}

/// What an open file is.
package struct FileStatus: Hashable, Sendable {
    package var isRegular: Bool
    package var size: Int

    package init(isRegular: Bool, size: Int) {
        self.isRegular = isRegular
        self.size = size
    }
}

extension FileCalls {
    /// Opens a file in a place where other hands may have put something else: a link is not followed, a pipe
    /// is not waited for, and nothing but a regular file of bounded size is accepted. Every file that the clock
    /// keeps, or that a person puts in its way, is opened here.
    ///
    /// - Parameters:
    ///   - flags: as of open(2).
    ///   - largest: bytes that it may have.
    /// - Returns: a descriptor, to be given to `close`.
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
            // A folder, or a socket or pipe without another end, that was to be written.
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
