package import BoundedJSON

/// A bitmap font of a person's own, without its pictures (product, C9). Fonts of one family differ in design, weight or
/// height; the style chooses the family.
package struct OwnFont: Hashable, Sendable, Codable {
    package var family: String
    package var design: FontDesign
    package var weight: FontWeight
    /// The height of its figures.
    package var rows: Int
    /// The width of its widest figure.
    package var columns: Int
    /// Whether this clock's display has room for a time in it, with lines for texts and without seconds.
    package var fits: Bool

    package init(
        family: String, design: FontDesign, weight: FontWeight, rows: Int, columns: Int, fits: Bool
    ) {
        self.family = family
        self.design = design
        self.weight = weight
        self.rows = rows
        self.columns = columns
        self.fits = fits
    }

    /// A family's longest name; as long as a line of `style status` has room for.
    package static let names = TextLimits(1...40, bytes: 160, needsInk: true)
    /// The word for the fonts of every clock, which no family can be named by.
    package static let builtInName = "built-in"

    /// Checks the name of a family.
    package static func check(name: String) throws(CommandError) {
        try LabelRule.check(name, field: "name", names)
        guard name.lowercased() != builtInName else {
            throw .invalid(field: "name", .builtInFontName)
        }
    }
}

/// What an import of a font ignored in its file, or took otherwise than the file says.
package struct FontRemark: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Characters beyond those that a font of the clock keeps.
        case noRoom
        /// Pictures without a code of Unicode.
        case noCode
        /// Pictures of control characters, which no text has.
        case control
        /// Characters of another character set than Unicode.
        case otherCharacterSet
        /// Pictures of a character that came again.
        case repeated
        /// Pictures with other rows than they announce.
        case wrongRows
        /// The number of pictures is another one than the file announces, or it announces none.
        case wrongCount
        /// The height of the line is another one, so that the figures have room.
        case lineHeight
        /// Lines with unknown words.
        case unknownLine
    }

    package var kind: Kind
    /// How many times.
    package var count: Int
    /// The line of the file where it is first.
    package var line: Int

    package init(_ kind: Kind, count: Int, line: Int) {
        self.kind = kind
        self.count = count
        self.line = line
    }
}

/// The own fonts that a clock knows.
package struct FontReport: Hashable, Sendable, Codable {
    package var fonts: [OwnFont]
    /// The family that the style names; nil: the built-in fonts.
    package var chosen: String?

    package init(fonts: [OwnFont], chosen: String?) {
        self.fonts = fonts
        self.chosen = chosen
    }

    /// The families, each once.
    package var families: [String] {
        var families: [String] = []
        for font in fonts where !families.contains(font.family) { families.append(font.family) }
        return families
    }
}
