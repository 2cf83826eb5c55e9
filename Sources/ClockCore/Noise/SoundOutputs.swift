package import BoundedJSON
import ClockTime

/// The user's choice of sound outputs (product, N10). The host that knows the devices names them: on the Pi by ALSA
/// card id, never by number (N11b).
package struct SoundOutputSettings: DescribedRecord, Codable {
    /// The preferred device; nil: the board's own order.
    package var device: String?
    /// Used in this order while the device is absent.
    package var fallbacks: [String] = []
    /// The alarms' preferred device; nil: the same as for noise.
    package var alarm: String?
    package var foreign = ForeignFields()

    package static let mostFallbacks = 8

    package init() {}

    /// All configured devices.
    var names: [String] { [device, alarm].compactMap { $0 } + fallbacks }

    package init(device: String?, fallbacks: [String], alarm: String?) {
        self.device = device
        self.fallbacks = fallbacks
        self.alarm = alarm
    }

    package static let fields: [RecordField<SoundOutputSettings>] = [
        RecordField("device", optional: \.device, .text),
        RecordField("fallbacks", \.fallbacks, .texts),
        RecordField("alarm", optional: \.alarm, .text),
    ]
}

package typealias OutputChange = FieldChange<SoundOutputSettings>

extension SoundOutputSettings {
    /// Applies the changes. If one is not allowed, throws and changes nothing.
    mutating func apply(_ changes: [OutputChange]) throws(CommandError) {
        guard !changes.isEmpty else { throw .invalid(field: "changes", .noChange) }
        try SoundOutputSettings.check(changes.value(of: \.device) ?? nil, field: "device")
        try SoundOutputSettings.check(changes.value(of: \.alarm) ?? nil, field: "alarm")
        let fallbacks = changes.value(of: \.fallbacks) ?? []
        for name in fallbacks { try SoundOutputSettings.check(name, field: "fallbacks") }
        let most = SoundOutputSettings.mostFallbacks
        guard fallbacks.count <= most else {
            throw .invalid(field: "fallbacks", .tooMany(of: .devices, most: most))
        }
        changes.apply(to: &self)
    }

    private static func check(_ name: String?, field: String) throws(CommandError) {
        guard let problem = name.flatMap(SoundDeviceName.problem) else { return }
        throw .invalid(field: field, .inWords(problem))
    }
}

/// A sound device as reported by its host.
package struct SoundDevice: Hashable, Sendable, Codable {
    package var id: String
    /// The device's name for people.
    package var description: String
    /// Whether it is connected now; a chosen device may be gone.
    package var isPresent: Bool
    /// Whether the settings name it, for noise or for alarms.
    package var isChosen: Bool
    /// How often the sound was interrupted since the start because it was generated too late; nil if nothing plays on
    /// it now.
    package var underruns: Int?

    private enum CodingKeys: String, CodingKey {
        case id = "device", description, isPresent = "present", isChosen = "chosen", underruns
    }

    package init(
        id: String, description: String, isPresent: Bool, isChosen: Bool, underruns: Int? = nil
    ) {
        self.id = id
        self.description = description
        self.isPresent = isPresent
        self.isChosen = isChosen
        self.underruns = underruns
    }
}
