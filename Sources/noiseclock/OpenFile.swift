import ClockTime
import Control
import Glibc

/// An open file, closed when its last owner releases it.
final class OpenFile {
    let number: Int32

    /// Takes over a descriptor, and closes it.
    init(owning number: Int32) {
        self.number = number
    }

    /// Nil, with `errno`, if it cannot be opened.
    static func at(_ path: String) -> OpenFile? {
        // Non-blocking, because opening a pipe without a writer would hang.
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        return number < 0 ? nil : OpenFile(owning: number)
    }

    deinit { close(number) }
}

extension Refusal {
    /// The same, with a file's name in place of the field's: the clock got the open file alone.
    func naming(_ path: String) -> Refusal {
        let field = "file: "
        guard self.field == "file" else { return self }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let isNamed = message.lowercased().hasPrefix(field)
        var named = self
        named.message =
            "\(Spelling.quoted(name)): \(isNamed ? String(message.dropFirst(field.count)) : message)"
        return named
    }
}
