/// Commands about how the clock looks (product, S1 to S5).
package enum StyleCommand: Hashable, Sendable {
    case show
    case set([StyleChange])
    /// Back to the style of a new clock.
    case reset
}

/// Commands about saved styles (product, S4).
package enum PresetCommand: Hashable, Sendable {
    case list
    case load(String)
    /// Saves the current style; replaces a saved preset of that name.
    case save(String)
    case delete(String)
}

/// Commands about a person's own fonts (product, C9).
package enum FontCommand: Hashable, Sendable {
    case list
    /// Imports a BDF file, which arrives open with the request.
    ///
    /// - Parameter name: of the family; nil: as the file says.
    case importFile(name: String?)
    /// Deletes all fonts of a family.
    case delete(String)
}

/// Commands about the display itself.
package enum DisplayCommand: Hashable, Sendable {
    case show
    case setMode(DisplayMode)
    /// Shows a test picture for this long.
    case test(TestPicture, for: Duration)
    case endTest
    /// Shows these words for this long, over and over if they are long.
    case text(String, for: Duration)
}

/// One change of the style.
package enum StyleChange: Hashable, Sendable {
    case hourFormat(HourFormat)
    case leadingZero(Bool)
    case badge(Bool)
    case colon(ColonStyle)
    case seconds(Bool)
    case brightness(BrightnessSetting)
    case floor(Percent)
    case ceiling(Percent)
    case digitColor(Tint)
    case backgroundColor(Tint)
    case randomColor(Bool)
    case digitBrightness(Percent)
    case overlayBrightness(Percent)
    /// Nil: the built-in fonts.
    case fontFamily(String?)
    case fontDesign(FontDesign)
    case fontWeight(FontWeight)
    case size(FaceSize)
    case rotation(FaceRotation)
    /// Nil: the display never sleeps.
    case sleepAfter(Duration?)
    case keepsAwake(Bool)
    /// Nil: no night by time.
    case nightHours(QuietHours?)
    case nightByLight(Bool)
    case nightBrightness(Percent)
    case nightIsRed(Bool)
    case nightHidesOverlays(Bool)
    case nightIsOff(Bool)
    case digitChange(DigitChange)
    case rolls(Bool)
    case glow(Percent)
    case transition(FaceTransition)
    case reducedMotion(Bool)

    package func apply(to style: inout ClockStyle) {
        switch self {
        case .hourFormat(let value): style.hourFormat = value
        case .leadingZero(let value): style.hasLeadingZero = value
        case .badge(let value): style.showsBadge = value
        case .colon(let value): style.colon = value
        case .seconds(let value): style.showsSeconds = value
        case .brightness(let value): style.brightness = value
        case .floor(let value): style.floor = value
        case .ceiling(let value): style.ceiling = value
        case .digitColor(let value): style.digitColor = value
        case .backgroundColor(let value): style.backgroundColor = value
        case .randomColor(let value): style.hasRandomColor = value
        case .digitBrightness(let value): style.digitBrightness = value
        case .overlayBrightness(let value): style.overlayBrightness = value
        case .fontFamily(let value): style.fontFamily = value
        case .fontDesign(let value): style.fontDesign = value
        case .fontWeight(let value): style.fontWeight = value
        case .size(let value): style.size = value
        case .rotation(let value): style.rotation = value
        case .sleepAfter(let value): style.sleepAfter = value
        case .keepsAwake(let value): style.keepsAwake = value
        case .nightHours(let value): style.night.hours = value
        case .nightByLight(let value): style.night.followsLight = value
        case .nightBrightness(let value): style.night.brightness = value
        case .nightIsRed(let value): style.night.isRed = value
        case .nightHidesOverlays(let value): style.night.hidesOverlays = value
        case .nightIsOff(let value): style.night.isOff = value
        case .digitChange(let value): style.motion.digitChange = value
        case .rolls(let value): style.motion.rolls = value
        case .glow(let value): style.motion.glow = value
        case .transition(let value): style.motion.transition = value
        case .reducedMotion(let value): style.motion.isReduced = value
        }
    }
}

/// What the whole panel is used for (product, M1).
package enum DisplayMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// The time with everything else around it.
    case normal
    /// The time alone, as large as the panel allows.
    case face
}

/// A picture for people who build a clock: which lamp is where. Columns and rows count from 0 at the top left, digits
/// from 1 at the left, all as the viewer sees them.
package struct TestPicture: Hashable, Sendable {
    package var content: Content
    /// Nil: the colour of the style.
    package var color: Tint?

    package enum Content: Hashable, Sendable {
        /// Everything lit.
        case all
        /// One row after the other.
        case rows
        case columns
        case row(Int)
        case column(Int)
        case pixel(column: Int, row: Int)
        case digit(Int)
        /// One segment of all digits: a to g, g1, g2, h to m, or the decimal point, "dp".
        case letter(String)
        case text(String)
    }

    package init(_ content: Content, color: Tint? = nil) {
        self.content = content
        self.color = color
    }
}

/// How large a display is, for checks of what is asked of it.
package enum DisplayShape: Hashable, Sendable {
    /// Characters of segments.
    case digits(Int)
    case pixels(columns: Int, rows: Int)
}
