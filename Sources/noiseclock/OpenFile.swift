import Glibc

/// A file open for reading, closed when its last owner releases it.
final class OpenFile {
    let number: Int32

    private init(_ number: Int32) {
        self.number = number
    }

    /// Nil, with `errno`, if it cannot be opened.
    static func at(_ path: String) -> OpenFile? {
        // Non-blocking, because opening a pipe without a writer would hang.
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        return number < 0 ? nil : OpenFile(number)
    }

    deinit { close(number) }
}
