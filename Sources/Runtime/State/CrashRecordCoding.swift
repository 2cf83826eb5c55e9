import BoundedJSON
package import ClockCore
import Control
import FoundationEssentials

/// The record of crashes as it stands in its file, in JSON.
extension CrashRecord {
    /// More than a record takes.
    package static let largestSize = 4096

    /// Nil for bytes that are no record: they count as none.
    package init?(reading bytes: [UInt8]) {
        guard (try? JSONSyntax.check(bytes, limit: CrashRecord.largestSize)) != nil,
            let record = try? JSONDecoder().decode(CrashRecord.self, from: Data(bytes))
        else { return nil }
        self = record
    }

    package var bytes: [UInt8] {
        // A record of numbers and a name can always be written.
        (try? JSONEncoder().encode(self)).map(Array.init) ?? []
    }
}
