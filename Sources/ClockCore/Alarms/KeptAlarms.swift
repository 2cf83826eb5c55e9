import BoundedJSON

/// Stored alarms that this program cannot read: a newer one wrote them, or they are damaged. They do not ring, and the
/// clock says so. They are kept and written back unchanged, so that a program that can read them finds them (product,
/// A10).
package struct KeptAlarms: Hashable, Sendable {
    private(set) var records: [JSONValue] = []
    /// A user has acknowledged that these do not ring.
    package internal(set) var isAcknowledged = false
    private var bytes = 0

    /// The space for all of them in a state slot, in bytes of JSON.
    private static let capacity = 100_000

    package init() {}

    package var count: Int { records.count }

    /// - Returns: false if there is no room for it.
    mutating func keep(_ record: JSONValue) -> Bool {
        // Some older programs wrote such an alarm both here and into the list of alarms.
        guard !records.contains(record) else { return true }
        let more = bytes + record.storedBytes
        guard more <= KeptAlarms.capacity else { return false }
        bytes = more
        records.append(record)
        return true
    }
}
