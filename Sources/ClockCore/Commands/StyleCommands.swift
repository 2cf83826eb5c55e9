package import BoundedJSON

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
    /// What the display lights now, cell by cell.
    case picture
    case setMode(DisplayMode)
    /// Dark until a key is pressed, or lit again.
    case setLit(Bool)
    /// Shows a test picture for this long.
    case test(TestPicture, for: Duration)
    case endTest
    /// Shows these words for this long, over and over if they are long.
    case text(String, for: Duration)
}

/// One change of the style.
package typealias StyleChange = FieldChange<ClockStyle>

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
