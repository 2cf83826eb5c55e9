package import BoundedJSON
package import ClockCore
import ClockTime
import English

/// The file of a backup (product, X6): one JSON object.
///
///     {"format": "noiseclock-backup", "version": 1, "program": "1.4.0", "made": "2026-03-29T21:57:43Z",
///      "counts": {"alarms": 3, …}, "state": {…}, "checksum": "1c2d3e4f"}
///
/// `state` has what the store has, as far as `Carriage` lets it pass. `checksum` is the CRC-32C of the object without it,
/// on one line with sorted names, so that blanks and line ends do not matter. A file whose checksum is wrong, or whose
/// counts differ from what is in it, is refused whole.
package enum BackupFile {
    package static let format = "noiseclock-backup"
    /// Raised when an older program could misread a file.
    package static let version = 1
    /// Bytes of a file: four times the largest state, because people may have laid it out in lines.
    package static let limit = 16 << 20

    private static let checksum = "checksum"

    package static func json(of backup: Backup) -> JSONValue {
        var object: [String: JSONValue] = [
            "format": .string(format), "version": .integer(Int64(version)),
            "program": .string(Product.version),
            "made": backup.madeAt.map(JSONValue.instant) ?? .null,
            "counts": JSONValue(encoding: backup.counts), "state": .object(backup.content),
        ]
        object[checksum] = .string(sum(of: object))
        return .object(object)
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
            let backup = try Backup(reading: content, madeAt: madeAt)
            guard backup.counts == counts else {
                throw FieldError("counts", "has other numbers than the file has things")
            }
            try check(backup)
            return backup
        } catch {
            throw BackupFileError("can't be taken up: \(error.message)")
        }
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

    init(_ reason: String) { self.reason = reason }
}
