import ClockCore

/// The layouts that were last used, and the fonts of texts, because making one takes longer than drawing it.
struct PixelLayouts: Sendable {
    private let fonts: FontLibrary
    private var textFonts: [TextChoice: Font] = [:]
    private var known: [PixelLayout.Request: PixelLayout?] = [:]
    private static let capacity = 8
    /// More than the sizes that one text tries.
    private static let textCapacity = 32

    private struct TextChoice: Hashable {
        var rows: Int
        var family: String?
        var design = FontDesign.default
        var weight = FontWeight.regular
    }

    init(_ fonts: FontLibrary = .builtIn) {
        self.fonts = fonts
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
