import BoundedJSON
import ClockCore

// Replies about all that a person chose, together.
extension Reply {
    var reportedWhole: (kind: ReplyKind?, fields: [String: JSONValue]) {
        switch self {
        case .backup(let backup): (.backup, ["backup": BackupFile.json(of: backup)])
        case .restored(let report): (.restored, ["restored": JSONValue(encoding: report)])
        case .diagnosis(let diagnosis): (.diagnosis, ["diagnosis": diagnosis.json])
        case .undone(let report): (.undone, ["undone": JSONValue(encoding: report)])
        default: (nil, [:])
        }
    }

    init(ofWhole kind: ReplyKind, _ line: inout FieldReader) throws(FieldError) {
        switch kind {
        case .restored: self = .restored(try line.decoded("restored"))
        case .undone: self = .undone(try line.decoded("undone"))
        case .diagnosis: self = .diagnosis(try line.formed("diagnosis"))
        default:
            do throws(BackupFileError) {
                self = .backup(try BackupFile.backup(from: line.raw("backup") ?? .null))
            } catch {
                throw FieldError("backup", error.reason)
            }
        }
    }
}
