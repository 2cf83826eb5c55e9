package import BoundedJSON

/// How the clock looks (product, S1). Stored whole; takes effect at once. What a panel cannot show stays stored.
package struct ClockStyle: DescribedRecord, Codable {
    package var hourFormat: HourFormat = .twentyFour
    /// Whether the 12-hour format shows 7:30 as 07:30.
    package var hasLeadingZero: Bool = true
    /// Whether the 12-hour format marks the afternoon.
    package var showsBadge: Bool = true
    package var colon: ColonStyle = .steady
    /// Whether the seconds are shown, as digits where the panel is wide enough, else as a bar (product, C3).
    package var showsSeconds: Bool = false
    /// Whether the date, and the battery's charge, have a page and a line. A low battery is named all the same.
    package var showsDate = true
    package var showsBattery = true
    package var brightness: BrightnessSetting = .automatic
    /// The automatic brightness never goes below this, nor above `ceiling` (product, S6).
    package var floor: Percent = Percent(clamping: 0)
    package var ceiling: Percent = Percent(clamping: 100)
    /// The colours, on panels that have them.
    package var digitColor: Tint = ClockStyle.warmWhite
    package var backgroundColor: Tint = .black
    /// Whether the digits take a new readable colour each minute.
    package var hasRandomColor: Bool = false
    /// How bright the digits are, relative to the display, on panels with levels.
    package var digitBrightness: Percent = Percent(clamping: 100)
    /// How bright everything else is, relative to the digits.
    package var overlayBrightness: Percent = Percent(clamping: 60)
    /// How much light surrounds what is lit, on panels with levels (product, S3).
    package var halo = Percent(clamping: 0)
    /// The family of a person's own font (product, C9); nil: the built-in fonts. They also serve while it is not there.
    package var fontFamily: String?
    package var fontDesign: FontDesign = .default
    package var fontWeight: FontWeight = .regular
    /// How large the time is (product, C8).
    package var size: FaceSize = .automatic
    /// How far the picture is turned, clockwise, besides the mounting in the board file (product, C6).
    package var rotation: FaceRotation = .upright
    /// The display sleeps if nothing has happened for this long (product, M2); nil: never.
    package var sleepAfter: Duration?
    /// Whether it stays awake in the face mode, and while noise plays.
    package var keepsAwake = true
    package var night = NightStyle()
    package var motion = MotionStyle()
    package var foreign = ForeignFields()

    package init() {}

    /// The bounds of the automatic brightness.
    var automaticRange: ClosedRange<Double> {
        Double(floor.value)...Double(max(floor, ceiling).value)
    }

    /// The default colour of the digits: warm, with little blue.
    package static let warmWhite = Tint(red: 255, green: 176, blue: 96)
    package static let sleepRange = Duration.seconds(10)...Duration.seconds(24 * 3600)

    package static let fields: [RecordField<ClockStyle>] = [
        RecordField("hours", stored: "hourFormat", \.hourFormat, .choice),
        RecordField("leadingZero", stored: "hasLeadingZero", \.hasLeadingZero, .bool),
        RecordField("badge", stored: "showsBadge", \.showsBadge, .bool),
        RecordField("colon", \.colon, .choice),
        RecordField("seconds", stored: "showsSeconds", \.showsSeconds, .bool),
        RecordField("date", stored: "showsDate", \.showsDate, .bool),
        RecordField("battery", stored: "showsBattery", \.showsBattery, .bool),
        RecordField("brightness", \.brightness, .brightness),
        RecordField("floor", \.floor, .percent),
        RecordField("ceiling", \.ceiling, .percent),
        RecordField("color", stored: "digitColor", \.digitColor, .tint),
        RecordField("background", stored: "backgroundColor", \.backgroundColor, .tint),
        RecordField("randomColor", stored: "hasRandomColor", \.hasRandomColor, .bool),
        RecordField("digitBrightness", \.digitBrightness, .percent),
        RecordField("overlayBrightness", \.overlayBrightness, .percent),
        RecordField("halo", \.halo, .percent),
        RecordField("family", stored: "fontFamily", optional: \.fontFamily, .text),
        RecordField("font", stored: "fontDesign", \.fontDesign, .choice),
        RecordField("weight", stored: "fontWeight", \.fontWeight, .choice),
        RecordField("size", \.size, .size),
        RecordField("rotation", \.rotation, .choice),
        RecordField(
            "sleepAfterSeconds", optional: \.sleepAfter, .seconds(in: ClockStyle.sleepRange)),
        RecordField("keepsAwake", \.keepsAwake, .bool),
        RecordField("night", record: \.night),
        RecordField("motion", record: \.motion),
    ]
}

/// When it is night for the display, and what it looks like then (product, S5).
package struct NightStyle: DescribedRecord {
    /// Every day between these times; nil: not by time.
    package var hours: QuietHours?
    /// Also, or only, while the room is dark.
    package var followsLight = false
    /// The brightness at night, if the light does not ask for less.
    package var brightness = Percent(clamping: 10)
    /// Whether the digits are red, on panels that have colours.
    package var isRed = true
    /// Whether everything but the time is hidden.
    package var hidesOverlays = true
    /// Whether the display is off; a key shows it for some seconds.
    package var isOff = false
    package var foreign = ForeignFields()

    package init() {}

    package static let fields: [RecordField<NightStyle>] = [
        RecordField("hours", optional: \.hours, .hours),
        RecordField("followsLight", \.followsLight, .bool),
        RecordField("brightness", \.brightness, .percent),
        RecordField("red", stored: "isRed", \.isRed, .bool),
        RecordField("hidesOverlays", \.hidesOverlays, .bool),
        RecordField("off", stored: "isOff", \.isOff, .bool),
    ]
}
