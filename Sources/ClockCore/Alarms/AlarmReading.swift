/// Whether an alarm of a record can be read, and what is in the way where it cannot.
package struct AlarmReading: Decodable {
    /// Nil: it can be.
    package let failure: DecodingError?

    package init(from decoder: any Decoder) throws {
        do {
            _ = try Alarm(from: decoder)
            failure = nil
        } catch let error as DecodingError {
            failure = (try? OldAlarm(from: decoder)) == nil ? error : nil
        }
    }

    /// Without these nobody knows when it rings: an alarm that cannot be read for one of them does not, and
    /// whatever else it cannot be read for is left out of its ring.
    package static let essentialFields: Set<String> = ["id", "schedule", "enabled", "zone"]
}
