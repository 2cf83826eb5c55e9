import Glibc

/// A file that is open for reading, until the last of its holders goes.
final class OpenFile {
    let number: Int32

    private init(_ number: Int32) {
        self.number = number
    }

    /// Nil, with `errno`, where it cannot be opened.
    static func at(_ path: String) -> OpenFile? {
        // Non-blocking, or opening a pipe that nobody writes to would hang.
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        return number < 0 ? nil : OpenFile(number)
    }

    deinit { close(number) }
}
