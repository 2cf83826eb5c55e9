/// How the clock looks (product, S1). Stored whole; takes effect at once. What a panel cannot show stays stored.
package struct ClockStyle: Hashable, Sendable, Codable {
    package var hourFormat: HourFormat = .twentyFour
    /// Whether the 12-hour format shows 7:30 as 07:30.
    package var hasLeadingZero: Bool = true
    /// Whether the 12-hour format marks the afternoon.
    package var showsBadge: Bool = true
    package var colon: ColonStyle = .steady
    /// Whether the seconds are shown, as digits where the panel is wide enough, else as a bar (product, C3).
    package var showsSeconds: Bool = false
    package var brightness: BrightnessSetting = .automatic
    /// The automatic brightness never goes below this, nor above `ceiling` (product, S6).
    package var floor: Percent = Percent(clamping: 0)
    package var ceiling: Percent = Percent(clamping: 100)
    /// The colours, on panels that have them.
    package var digitColor: Tint = ClockStyle.warmWhite
    package var backgroundColor: Tint = ClockStyle.black
    /// Whether the digits take a new readable colour each minute.
    package var hasRandomColor: Bool = false
    /// How bright the digits are, relative to the display, on panels with levels.
    package var digitBrightness: Percent = Percent(clamping: 100)
    /// How bright everything else is, relative to the digits.
    package var overlayBrightness: Percent = Percent(clamping: 60)
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
    package var unknown = UnknownFields()

    package init() {}

    /// The default colour of the digits: warm, with little blue.
    package static let warmWhite = Tint(red: 255, green: 176, blue: 96)
    package static let black = Tint(red: 0, green: 0, blue: 0)
    package static let sleepRange = Duration.seconds(10)...Duration.seconds(24 * 3600)

    private enum Key: String, CodingKey {
        case hourFormat, hasLeadingZero, showsBadge, colon, showsSeconds, brightness, floor
        case ceiling, digitColor, backgroundColor, hasRandomColor, digitBrightness
        case overlayBrightness, fontFamily, fontDesign, fontWeight, size, rotation
        case sleepAfterSeconds, keepsAwake, night, motion
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        try record.take(&hourFormat, .hourFormat)
        try record.take(&hasLeadingZero, .hasLeadingZero)
        try record.take(&showsBadge, .showsBadge)
        try record.take(&colon, .colon)
        try record.take(&showsSeconds, .showsSeconds)
        try record.take(&brightness, .brightness)
        try record.take(&floor, .floor)
        try record.take(&ceiling, .ceiling)
        try record.take(&digitColor, .digitColor)
        try record.take(&backgroundColor, .backgroundColor)
        try record.take(&hasRandomColor, .hasRandomColor)
        try record.take(&digitBrightness, .digitBrightness)
        try record.take(&overlayBrightness, .overlayBrightness)
        fontFamily = try record.decodeIfPresent(String.self, forKey: .fontFamily)
        try record.take(&fontDesign, .fontDesign)
        try record.take(&fontWeight, .fontWeight)
        try record.take(&size, .size)
        try record.take(&rotation, .rotation)
        sleepAfter = try record.decodeSecondsIfPresent(forKey: .sleepAfterSeconds)
            .map { $0.held(in: ClockStyle.sleepRange) }
        try record.take(&keepsAwake, .keepsAwake)
        try record.take(&night, .night)
        try record.take(&motion, .motion)
        unknown = try UnknownFields(in: decoder, besides: Key.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(hourFormat, forKey: .hourFormat)
        try record.encode(hasLeadingZero, forKey: .hasLeadingZero)
        try record.encode(showsBadge, forKey: .showsBadge)
        try record.encode(colon, forKey: .colon)
        try record.encode(showsSeconds, forKey: .showsSeconds)
        try record.encode(brightness, forKey: .brightness)
        try record.encode(floor, forKey: .floor)
        try record.encode(ceiling, forKey: .ceiling)
        try record.encode(digitColor, forKey: .digitColor)
        try record.encode(backgroundColor, forKey: .backgroundColor)
        try record.encode(hasRandomColor, forKey: .hasRandomColor)
        try record.encode(digitBrightness, forKey: .digitBrightness)
        try record.encode(overlayBrightness, forKey: .overlayBrightness)
        try record.encodeIfPresent(fontFamily, forKey: .fontFamily)
        try record.encode(fontDesign, forKey: .fontDesign)
        try record.encode(fontWeight, forKey: .fontWeight)
        try record.encode(size, forKey: .size)
        try record.encode(rotation, forKey: .rotation)
        if let sleepAfter { try record.encodeSeconds(sleepAfter, forKey: .sleepAfterSeconds) }
        try record.encode(keepsAwake, forKey: .keepsAwake)
        try record.encode(night, forKey: .night)
        try record.encode(motion, forKey: .motion)
        try unknown.encode(to: encoder)
    }
}

/// When it is night for the display, and what it looks like then (product, S5).
package struct NightStyle: Hashable, Sendable, Codable {
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
    package var unknown = UnknownFields()

    package init() {}

    private enum Key: String, CodingKey {
        case hours, followsLight, brightness, isRed, hidesOverlays, isOff
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        hours = try record.decodeIfPresent(QuietHours.self, forKey: .hours)
        try record.take(&followsLight, .followsLight)
        try record.take(&brightness, .brightness)
        try record.take(&isRed, .isRed)
        try record.take(&hidesOverlays, .hidesOverlays)
        try record.take(&isOff, .isOff)
        unknown = try UnknownFields(in: decoder, besides: Key.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encodeIfPresent(hours, forKey: .hours)
        try record.encode(followsLight, forKey: .followsLight)
        try record.encode(brightness, forKey: .brightness)
        try record.encode(isRed, forKey: .isRed)
        try record.encode(hidesOverlays, forKey: .hidesOverlays)
        try record.encode(isOff, forKey: .isOff)
        try unknown.encode(to: encoder)
    }
}

extension KeyedDecodingContainer {
    /// Reads a field if it is there; otherwise `value` keeps its default.
    func take<Value: Decodable>(_ value: inout Value, _ key: Key) throws {
        value = try decodeIfPresent(Value.self, forKey: key) ?? value
    }
}
