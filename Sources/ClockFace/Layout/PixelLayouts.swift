import ClockCore
import HAL

/// The layouts that were last used, the fonts of texts and the last colours, because making them takes longer than
/// drawing.
struct PixelLayouts: Sendable {
    private let fonts: FontLibrary
    private var textFonts: [TextChoice: Font] = [:]
    private var known: [PixelLayout.Request: PixelLayout?] = [:]
    private var knownInks: (request: InkRequest, inks: PixelInks)?
    private static let capacity = 8
    /// More than the sizes that one text tries.
    private static let textCapacity = 32

    private struct TextChoice: Hashable {
        var rows: Int
        var family: String?
        var design = FontDesign.default
        var weight = FontWeight.regular
    }

    private struct InkRequest: Equatable {
        var style: ClockStyle
        var isNight: Bool
        var ownTint: Tint?
        /// Nil where chance decides nothing.
        var minute: Int?
    }

    init(_ fonts: FontLibrary = .builtIn) {
        self.fonts = fonts
    }

    /// - Parameter panel: always the same one.
    mutating func inks(
        of panel: PixelGeometry, _ style: ClockStyle, isNight: Bool, minute: Int, ownTint: Tint?
    ) -> PixelInks {
        let request = InkRequest(
            style: style, isNight: isNight, ownTint: ownTint,
            minute: style.hasRandomColor ? minute : nil)
        if let knownInks, knownInks.request == request { return knownInks.inks }
        let inks = PixelInks(
            panel: panel, style: style, isNight: isNight, minute: minute, ownTint: ownTint)
        knownInks = (request, inks)
        return inks
    }

    mutating func layout(for request: PixelLayout.Request) -> PixelLayout? {
        if let layout = known[request] { return layout }
        if known.count >= PixelLayouts.capacity { known = [:] }
        let layout = PixelLayout(request, fonts: fonts)
        known[request] = .some(layout)
        return layout
    }

    /// The font of a line beside the time, which is the same for every style.
    mutating func lineFont(rows: Int) -> Font { textFont(TextChoice(rows: rows)) }

    /// The font for a line of text of so many rows: of the style's own family, else the built-in one, which is the same
    /// for every style.
    mutating func textFont(rows: Int, _ style: ClockStyle) -> Font {
        var choice = TextChoice(rows: rows)
        if let family = style.fontFamily, fonts.has(family) {
            choice = TextChoice(
                rows: rows, family: family, design: style.fontDesign, weight: style.fontWeight)
        }
        return textFont(choice)
    }

    private mutating func textFont(_ choice: TextChoice) -> Font {
        if let font = textFonts[choice] { return font }
        if textFonts.count >= PixelLayouts.textCapacity { textFonts = [:] }
        let font = fonts.text(
            rows: choice.rows, family: choice.family, design: choice.design, weight: choice.weight)
        textFonts[choice] = font
        return font
    }
}
