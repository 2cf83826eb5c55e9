package import BoundedJSON

/// How bright the lamp is, and what it does by itself (product, B8).
package struct LampSettings: DescribedRecord, Codable {
    /// How bright it is when a person switches it on; as it was last.
    package var level = Percent(clamping: 50)
    /// How bright it is by itself in the hours of the style's night; 0: it stays off.
    package var nightLight = Percent(clamping: 0)
    /// Whether it dims with the sleep timer, down to nothing at its end.
    package var hasDusk = true
    package var foreign = ForeignFields()

    package init() {}

    package static let fields: [RecordField<LampSettings>] = [
        RecordField("level", \.level, .percent),
        RecordField("nightLight", \.nightLight, .percent),
        RecordField("dusk", \.hasDusk, .bool),
    ]
}

package typealias LampChange = FieldChange<LampSettings>

package enum LampCommand: Hashable, Sendable {
    case show
    /// Nil: as bright as it was last.
    case on(Percent?)
    case off
    case set([LampChange])
}

/// The lamp as reported to clients.
package struct LampReport: Hashable, Sendable, Codable {
    /// Perceived brightness, now.
    package var light: Percent
    package var cause: LampMachine.Cause
    package var settings: LampSettings

    package init(light: Percent, cause: LampMachine.Cause, settings: LampSettings) {
        (self.light, self.cause, self.settings) = (light, cause, settings)
    }
}
