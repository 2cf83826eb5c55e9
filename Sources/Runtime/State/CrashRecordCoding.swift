import BoundedJSON
package import ClockCore
import FoundationEssentials

/// Encodes the crash record as JSON for its file.
extension CrashRecord {
    /// An upper bound on a record's size in bytes.
    package static let largestSize = 4096

    /// Nil for bytes that are not a record: they count as no record.
    package init?(reading bytes: [UInt8]) {
        guard (try? JSONSyntax.check(bytes, limit: CrashRecord.largestSize)) != nil,
            let record = try? JSONDecoder().decode(CrashRecord.self, from: Data(bytes))
        else { return nil }
        self = record
    }

    package var bytes: [UInt8] {
        // Encoding numbers and a name cannot fail.
        (try? JSONEncoder().encode(self)).map(Array.init) ?? []
    }
}
