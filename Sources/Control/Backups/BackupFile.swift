package import BoundedJSON
package import ClockCore
import ClockTime
import English

/// The file of a backup (product, X6): one JSON object, and behind it own sounds and fonts, if somebody wants them.
///
///     {"format": "noiseclock-backup", "version": 1, "program": "1.4.0", "made": "2026-03-29T21:57:43Z",
///      "counts": {"alarms": 3, …}, "state": {…}, "checksum": "1c2d3e4f"}
///
/// `state` has what the store has, as far as `Carriage` lets it pass. `checksum` is the CRC-32C of the object without it,
/// on one line with sorted names, so that blanks and line ends do not matter. A file whose checksum is wrong, or whose
/// counts differ from what is in it, is refused whole.
///
/// With own sounds and fonts the object is one line, and has them as `files`, each with its size and the CRC-32C of its
/// content. After the line end come their contents, in that order and with nothing between them: WAV files as the clock
/// plays them, and BDF files.
package enum BackupFile {
    package static let format = "noiseclock-backup"
    /// Raised when an older program could misread a file.
    package static let version = 1
    /// Bytes of a file: four times the largest state, because people may have laid it out in lines.
    package static let limit = 16 << 20
    /// Own sounds and own fonts in a file.
    private static let mostFiles = 512
    /// Bytes of all of them together.
    package static let mostContent = 2 << 30

    private static let checksum = "checksum"

    package static func json(of backup: Backup) -> JSONValue {
        var object: [String: JSONValue] = [
            "format": .string(format), "version": .integer(Int64(version)),
            "program": .string(Product.version),
            "made": backup.madeAt.map(JSONValue.instant) ?? .null,
            "counts": JSONValue(encoding: backup.counts), "state": .object(backup.content),
        ]
        if !backup.files.isEmpty {
            object["files"] = .list(backup.files.map { JSONValue(encoding: $0) })
        }
        object[checksum] = .string(sum(of: object))
        return .object(object)
    }

    /// Reads the text at the beginning of a file, and no more of it than that.
    ///
    /// - Parameters:
    ///   - size: of the whole file.
    ///   - bytes: returns so many bytes from a place on.
    /// - Returns: the backup, and where the contents of own sounds and fonts begin.
    /// - Throws: a reason that follows "the file".
    package static func read(
        ofSize size: Int,
        _ bytes: (_ place: Int, _ count: Int) throws(BackupFileError) -> [UInt8]
    ) throws(BackupFileError) -> (backup: Backup, contents: Int) {
        let longest = min(size, limit)
        var text: [UInt8] = []
        var hasLine = false
        while text.count < longest {
            let start = text.count
            text += try bytes(start, min(block, longest - start))
            guard start < text.count else { break }
            guard !hasLine, let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) else {
                continue
            }
            hasLine = true
            // An object in several lines has nothing behind it.
            guard end > 0, text[end - 1] == UInt8(ascii: "}"), end + 1 < size else { continue }
            let backup = try backup(from: Array(text[..<end]))
            guard !backup.files.isEmpty else { continue }
            try checkSize(of: backup, contents: size - end - 1)
            return (backup, end + 1)
        }
        guard text.count == size else { throw BackupFileError("is no backup of a clock") }
        let backup = try backup(from: text)
        try checkSize(of: backup, contents: 0)
        return (backup, size)
    }

    /// Bytes of a file that are read at once.
    private static let block = 64 << 10

    private static func checkSize(
        of backup: Backup, contents: Int
    ) throws(BackupFileError) {
        let named = backup.files.reduce(0) { $0 + $1.bytes }
        guard contents != named else { return }
        throw BackupFileError(
            "is damaged: it has \(contents) of \(named) bytes of own sounds and fonts. Take another "
                + "backup")
    }

    /// Reads a file, or the clock's reply that has one as its `backup`.
    ///
    /// - Throws: a reason that follows "the file".
    package static func backup(from bytes: [UInt8]) throws(BackupFileError) -> Backup {
        let value: JSONValue
        do {
            value = try JSONValue.parse(bytes, limit: limit, isOneLine: false)
        } catch {
            throw BackupFileError("is no backup of a clock: it \(error.explanation)")
        }
        guard case .object(let object) = value else {
            throw BackupFileError("is no backup of a clock")
        }
        if object["format"] == nil, let inner = object[ReplyKind.backup.rawValue] {
            return try backup(from: inner)
        }
        return try backup(from: value)
    }

    package static func backup(from value: JSONValue) throws(BackupFileError) -> Backup {
        guard case .object(let object) = value, object["format"] == .string(format),
            case .integer(let version)? = object["version"]
        else { throw BackupFileError("is no backup of a clock") }
        guard version <= Self.version else {
            throw BackupFileError(
                "comes from a newer clock: it is a backup of version \(version), and this clock reads "
                    + "version \(Self.version). Update this clock first")
        }
        guard version == Self.version, object[checksum] == .string(sum(of: object)) else {
            throw BackupFileError(
                "is damaged, or somebody changed it: its checksum is wrong. Take another backup")
        }
        do throws(FieldError) {
            var reader = FieldReader(object, isLenient: true)
            let madeAt: Instant? = try reader.decoded("made")
            let counts: BackupCounts = try reader.decoded("counts")
            guard case .object(let content)? = object["state"] else {
                throw FieldError("state", "is missing")
            }
            var backup = try Backup(reading: content, madeAt: madeAt)
            backup.files = try files(&reader)
            guard backup.counts == counts else {
                throw FieldError("counts", "has other numbers than the file has things")
            }
            try check(backup)
            return backup
        } catch {
            throw BackupFileError("can't be taken up: \(error.message)")
        }
    }

    private static func files(_ reader: inout FieldReader) throws(FieldError) -> [OwnFile] {
        let files: [OwnFile]? = try reader.decoded("files")
        guard let files else { return [] }
        guard files.count <= mostFiles else {
            throw FieldError("files", "has \(files.count) files; \(mostFiles) are allowed")
        }
        var seen: Set<String> = []
        var room = mostContent
        for (place, file) in files.enumerated() {
            guard file.bytes >= 1, file.bytes <= room else {
                throw FieldError(
                    "files[\(place)].bytes",
                    "\(file.bytes) is not allowed; all may have \(mostContent) together")
            }
            room -= file.bytes
            guard seen.insert("\(file.kind.rawValue) \(file.id)").inserted else {
                throw FieldError("files[\(place)].id", "is there twice")
            }
        }
        return files
    }

    private static func check(_ backup: Backup) throws(FieldError) {
        do throws(CommandError) {
            try backup.check()
        } catch {
            // The message names the field.
            throw FieldError("", error.message)
        }
    }

    private static func sum(of object: [String: JSONValue]) -> String {
        var object = object
        object[checksum] = nil
        var sum = CRC32C()
        sum.update(JSONValue.object(object).line()[...])
        let digits = String(sum.value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

/// Why a file cannot be taken up: a clause without a full stop that follows "the file".
package struct BackupFileError: Error, Hashable, Sendable {
    package var reason: String

    package init(_ reason: String) { self.reason = reason }
}
