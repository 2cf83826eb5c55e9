package import BoundedJSON

/// Whether a stored alarm can be decoded, and if not, why.
package struct AlarmReading: Decodable {
    /// Nil: it can.
    package let failure: FieldError?

    package init(from decoder: any Decoder) throws {
        do {
            _ = try Alarm(from: decoder)
            failure = nil
        } catch {
            let place = (error as? DecodingError)?.field.joined(separator: ".") ?? ""
            let failure = error as? FieldError ?? FieldError(place, "\(error)")
            self.failure = (try? OldAlarm(from: decoder)) == nil ? failure : nil
        }
    }

    /// Without these fields nobody knows when it rings, so an alarm with one of them unreadable does not ring. An alarm
    /// with any other field unreadable rings without that field.
    package static let essentialFields: Set<String> = ["id", "schedule", "enabled", "zone"]
}
