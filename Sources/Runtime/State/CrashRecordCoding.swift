import BoundedJSON
package import ClockCore

/// Encodes the crash record as JSON for its file.
extension CrashRecord {
    /// An upper bound on a record's size in bytes.
    package static let largestSize = 4096

    /// Nil for bytes that are not a record: they count as no record.
    package init?(reading bytes: [UInt8]) {
        guard let record = try? CrashRecord(storedText: bytes, limit: CrashRecord.largestSize)
        else {
            return nil
        }
        self = record
    }

    package var bytes: [UInt8] { JSONValue(storing: self).line() }
}
