package import BoundedJSON

/// A style with a name (product, S4).
package struct StylePreset: DescribedRecord {
    package var name = ""
    package var style = ClockStyle()
    package var foreign = ForeignFields()

    package init() {}

    init(name: String, style: ClockStyle) {
        self.name = name
        self.style = style
    }

    package static let fields: [RecordField<StylePreset>] = [
        RecordField("name", \.name, .name), RecordField("style", record: \.style),
    ]
    package static let required = ["name"]

    /// How many a person can save; more would be a long list on a small clock.
    package static let capacity = 20
    package static let names = TextLimits(1...30)

    /// The presets of every clock, by name. They change colours only, so that a chosen font stays.
    package static let builtIn: [(name: String, changes: [StyleChange])] = [
        ("Night", colors("#ffb060", on: "#000000")),
        ("Day", colors("#000000", on: "#fff0dc")),
        ("Red night", colors("#ff2a00", on: "#000000")),
        ("Amber", colors("#ffa000", on: "#000000")),
        ("Ice", colors("#a0d8ff", on: "#000000")),
    ]

    private static func colors(_ digits: String, on background: String) -> [StyleChange] {
        [
            .set(\.hasRandomColor, false),
            .set(\.digitColor, Tint(digits) ?? ClockStyle.warmWhite),
            .set(\.backgroundColor, Tint(background) ?? .black),
        ]
    }
}

/// The presets that the clock knows.
package struct PresetReport: Hashable, Sendable {
    package var builtIn: [String]
    package var saved: [String]

    package init(builtIn: [String], saved: [String]) {
        self.builtIn = builtIn
        self.saved = saved
    }
}

/// The display and what it is doing.
package struct DisplayReport: Hashable, Sendable {
    /// Nil if its size is not known.
    package var shape: DisplayShape?
    package var mode: DisplayMode
    /// The perceived brightness now, 0...100.
    package var brightness: Double
    package var isNight: Bool
    /// Dark until a key is pressed.
    package var isAsleep: Bool
    /// Whether it shows a test picture.
    package var isTested: Bool
    /// Somebody's words that it shows; nil if none.
    package var message: String?
    /// The room's light in lux, as last measured, without the display's own; nil without a sensor.
    package var lux: Double?

    package init(
        shape: DisplayShape?, mode: DisplayMode, brightness: Double, isNight: Bool,
        isAsleep: Bool, isTested: Bool, message: String? = nil,
        lux: Double? = nil
    ) {
        self.shape = shape
        self.mode = mode
        self.brightness = brightness
        self.isNight = isNight
        self.isAsleep = isAsleep
        self.isTested = isTested
        self.message = message
        self.lux = lux
    }
}
