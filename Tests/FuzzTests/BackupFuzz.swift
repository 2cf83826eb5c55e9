import BoundedJSON
import ClockCore
import Control
import FuzzKit

extension FuzzParser {
    /// Most inputs get a right checksum; otherwise it would keep nearly all of them from the reader.
    static let backup = FuzzParser(
        "backup",
        dictionary: jsonWords + [
            "\"format\"", "\"noiseclock-backup\"", "\"version\"", "\"counts\"", "\"state\"",
            "\"alarms\"", "\"settings\"", "\"noise\"", "\"countdowns\"", "\"zone\"", "\"made\"",
            "\"files\"", "\"sound\"", "\"font\"", "\"bytes\"", "\"loudness\"",
        ]
    ) {
        { bytes in
            let given = bytes.count % 16 == 0 ? bytes : signed(bytes)
            let backup: Backup
            do throws(BackupFileError) {
                backup = try BackupFile.read(ofSize: given.count) { place, count in
                    Array(given[place..<place + count])
                }.backup
            } catch {
                try expect(!error.reason.isEmpty, "refused without a word")
                return .refused
            }
            guard let again = try? BackupFile.backup(from: BackupFile.json(of: backup)) else {
                throw FuzzFinding("written again, it cannot be read")
            }
            try expect(
                again.content == backup.content && again.counts == backup.counts
                    && again.files == backup.files,
                "written again, it reads otherwise")
            return .accepted
        }
    }

    /// With own sounds and fonts behind its first line, if that is an object.
    private static func signed(_ bytes: [UInt8]) -> [UInt8] {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard line.last == UInt8(ascii: "}"), line.count < bytes.count else {
            return signed(text: bytes)
        }
        return signed(text: Array(line)) + bytes.dropFirst(line.count + 1)
    }

    private static func signed(text bytes: [UInt8]) -> [UInt8] {
        guard let value = try? JSONValue.parse(bytes, limit: BackupFile.limit, isOneLine: false),
            case .object(var object) = value
        else { return bytes }
        object["checksum"] = nil
        var sum = CRC32C()
        sum.update(JSONValue.object(object).line()[...])
        let digits = String(sum.value, radix: 16)
        object["checksum"] = .string(String(repeating: "0", count: 8 - digits.count) + digits)
        return JSONValue.object(object).line()
    }
}
