import ClockCore

/// Reads a bitmap font in the Glyph Bitmap Distribution Format, versions 2.1 and 2.2.
///
/// Characters are those of Unicode; glyphs that have no code (-1) are left out. Family, weight, design and spacing are
/// those of the properties, else those of the font's long name (XLFD), else ordinary ones.
package struct BDFReader {
    private var lines: BDFLines
    private var properties: [String: BDFLine] = [:]
    private var name: [String] = []
    /// Of the font's bounding box, for files without `FONT_ASCENT` and `FONT_DESCENT`.
    private var box: (ascent: Int, descent: Int)?
    private var defaultAdvance: Int?
    private var glyphs: [Character: BDFGlyph] = [:]
    private var glyphCount = 0

    /// - Throws: at the first mistake.
    package static func font(of bytes: [UInt8]) throws(BDFError) -> Font {
        var reader = BDFReader(lines: try BDFLines(bytes))
        return try reader.read()
    }

    private init(lines: BDFLines) {
        self.lines = lines
    }

    private mutating func read() throws(BDFError) -> Font {
        let first = try lines.line(expecting: "STARTFONT")
        guard first.keyword == "STARTFONT", ["2.1", "2.2"].contains(first.rest) else {
            throw first.problem("a BDF file begins with \"STARTFONT 2.1\" or \"STARTFONT 2.2\"")
        }
        let announced = try readHeader()
        while true {
            let line = try lines.line(expecting: "ENDFONT")
            switch line.keyword {
            case "STARTCHAR":
                guard glyphCount < announced else {
                    throw line.problem("CHARS announces \(announced) glyphs; this is one more")
                }
                glyphCount += 1
                let glyph = try BDFGlyph(
                    reading: &lines, after: line, defaultAdvance: defaultAdvance)
                guard let character = glyph.character else { continue }
                guard glyphs.updateValue(glyph, forKey: character) == nil else {
                    throw line.problem("the file has this glyph's code twice; once is allowed")
                }
            case "ENDFONT":
                guard glyphCount == announced else {
                    throw line.problem(
                        "CHARS announces \(announced) glyphs; there are \(glyphCount)")
                }
                return try font(end: line)
            default:
                throw line.problem("\"\(line.keyword)\" is no STARTCHAR and no ENDFONT")
            }
        }
    }

    /// Everything before the glyphs.
    /// - Returns: how many glyphs there are.
    private mutating func readHeader() throws(BDFError) -> Int {
        let pixels = BDFLimits.pixels
        while true {
            let line = try lines.line(expecting: "CHARS")
            switch line.keyword {
            case "FONT":
                name = line.rest.split(separator: "-", omittingEmptySubsequences: false)
                    .map(String.init)
            case "FONTBOUNDINGBOX":
                let values = try line.numbers([
                    ("the width", 0...pixels), ("the height", 0...pixels),
                    ("the column", -pixels...pixels), ("the row", -pixels...pixels),
                ])
                box = (values[1] + values[3], -values[3])
            case "DWIDTH":
                defaultAdvance = try line.numbers([("the advance", 0...pixels)])[0]
            case "STARTPROPERTIES": try readProperties()
            case "CHARS":
                return try line.numbers([("the number of glyphs", 1...BDFLimits.glyphs)])[0]
            case "SIZE", "CONTENTVERSION", "METRICSSET", "SWIDTH", "SWIDTH1", "DWIDTH1", "VVECTOR":
                continue
            default: throw line.problem("\"\(line.keyword)\" is no keyword of a font's head")
            }
        }
    }

    private mutating func readProperties() throws(BDFError) {
        while true {
            let line = try lines.line(expecting: "ENDPROPERTIES")
            if line.keyword == "ENDPROPERTIES" { return }
            guard line.keyword != "STARTCHAR", line.keyword != "CHARS" else {
                throw line.problem("ENDPROPERTIES must come before \(line.keyword)")
            }
            properties[line.keyword] = line
        }
    }

    private func font(end: BDFLine) throws(BDFError) -> Font {
        guard !glyphs.isEmpty else {
            throw end.problem("no glyph has a code; at least one is needed")
        }
        let ascent = try rows("FONT_ASCENT") ?? box?.ascent
        let descent = try rows("FONT_DESCENT") ?? box?.descent
        guard let ascent, let descent else {
            throw end.problem("FONT_ASCENT and FONT_DESCENT, or FONTBOUNDINGBOX, are missing")
        }
        guard (1...BDFLimits.pixels).contains(ascent + descent) else {
            throw end.problem(
                "the line has \(ascent + descent) rows; 1 to \(BDFLimits.pixels) are allowed")
        }
        let spacing = text("SPACING", namePart: 11).uppercased()
        let isMonospaced = spacing == "M" || spacing == "C"
        return Font(
            family: text("FAMILY_NAME", namePart: 2),
            design: FontDesign(
                xlfdStyle: text("ADD_STYLE_NAME", namePart: 6), isMonospaced: isMonospaced),
            weight: FontWeight(xlfdName: text("WEIGHT_NAME", namePart: 3)) ?? .regular,
            isMonospaced: isMonospaced, ascent: ascent, descent: descent,
            glyphs: glyphs.mapValues { $0.placed(ascent: ascent) })
    }

    private func rows(_ property: String) throws(BDFError) -> Int? {
        guard let line = properties[property] else { return nil }
        return try line.numbers([("the number of rows", -BDFLimits.pixels...BDFLimits.pixels)])[0]
    }

    /// A property's text, else that part of the font's long name.
    private func text(_ property: String, namePart: Int) -> String {
        if let line = properties[property] { return line.text }
        return name.indices.contains(namePart) ? name[namePart] : ""
    }
}

/// Why a BDF file is refused: where, and what is allowed there. In words for the person who wrote or chose the file.
package struct BDFError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package let line: Int
    package let reason: String

    package var description: String { "line \(line): \(reason)" }
}

/// What a BDF file may have at most. A font of a clock needs far less; a broken file must not take all memory.
package enum BDFLimits {
    package static let bytes = 1_048_576
    package static let glyphs = 4096
    /// Rows, and columns, of the line and of each character.
    package static let pixels = 128
}
