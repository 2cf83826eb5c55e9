/// Alarms of a record that this program cannot read: a newer one wrote them, or they are damaged. They do
/// not ring, which people are told, and are carried along and written back as they stand, so that a program
/// that can read them finds them (product, A10).
package struct KeptAlarms: Hashable, Sendable {
    private(set) var records: [StoredValue] = []
    /// Somebody knows that these do not ring.
    package internal(set) var isAcknowledged = false
    private var bytes = 0

    /// What all of them may take of a state slot, in bytes of JSON.
    private static let capacity = 100_000

    package init() {}

    package var count: Int { records.count }

    /// - Returns: false where they would take more than there is room for.
    mutating func keep(_ record: StoredValue) -> Bool {
        let more = bytes + record.storedBytes
        guard more <= KeptAlarms.capacity else { return false }
        bytes = more
        records.append(record)
        return true
    }
}
