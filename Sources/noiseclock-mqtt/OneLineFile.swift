import Glibc

/// Files of one line.
enum OneLineFile {
    /// The first line without blanks at its end; nil if there is no such file, or it is no short text.
    static func text(_ path: String, upTo limit: Int) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var room = [UInt8](repeating: 0, count: limit + 1)
        let count = read(file, &room, room.count)
        guard count >= 0, count <= limit else { return nil }
        let line = room[..<count].prefix { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
        let text = String(decoding: line, as: UTF8.self)
        return text.utf8.elementsEqual(line) ? text : nil
    }

    /// Writes a file that only this user may read, whole or not at all.
    static func write(_ text: String, to path: String) -> Bool {
        let new = path + ".new"
        let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        let bytes = Array(text.utf8)
        let isWritten =
            Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
        guard close(file) == 0, isWritten else { return false }
        return rename(new, path) == 0
    }

    /// Whether it begins with anything but blanks.
    static func hasContent(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var room = [UInt8](repeating: 0, count: 64)
        let count = read(file, &room, room.count)
        return room.prefix(max(0, count)).contains { $0 > 0x20 }
    }
}
