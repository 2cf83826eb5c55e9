package import BoundedJSON
package import ClockTime

/// What a good night does, besides showing the next ring and putting the face to night (product, B7).
package struct GoodNightSettings: DescribedRecord, Codable {
    /// How long the favourite plays; 0: none does.
    package var noise = Duration.minutes(30)
    /// Whether a light to breathe with begins, too.
    package var hasBreathing = false
    /// Whether two quick taps on snooze say good night, where no key does.
    package var hasDoublePress = false
    package var foreign = ForeignFields()

    package static let noiseRange: ClosedRange<Duration> = .zero ... .hours(12)

    package init() {}

    package static let fields: [RecordField<GoodNightSettings>] = [
        RecordField("noiseSeconds", \.noise, .seconds(in: GoodNightSettings.noiseRange)),
        RecordField("breathing", \.hasBreathing, .bool, isSparse: true),
        RecordField("doublePress", \.hasDoublePress, .bool),
    ]
}

package typealias GoodNightChange = FieldChange<GoodNightSettings>

package enum GoodNightCommand: Hashable, Sendable {
    case show
    case say
    case set([GoodNightChange])
}

/// The night as reported to clients.
package struct GoodNightReport: Hashable, Sendable, Codable {
    /// Until when the face stays as at night, unless an alarm rings before; nil: nobody has said good night.
    package var until: CivilTime?
    /// The alarm that rings next; nil: none.
    package var next: AlarmReport?
    /// Whether it will ring, as far as the clock knows.
    package var isArmed: Bool
    package var noise: NoiseReport
    package var settings: GoodNightSettings

    package init(
        until: CivilTime?, next: AlarmReport?, isArmed: Bool, noise: NoiseReport,
        settings: GoodNightSettings
    ) {
        self.until = until
        self.next = next
        self.isArmed = isArmed
        self.noise = noise
        self.settings = settings
    }
}
