package import ClockCore

/// Reads a bitmap font in the Glyph Bitmap Distribution Format, versions 2.1 and 2.2, and with shades.
///
/// Theory of operation. Most files that people have break the format somewhere, and every program shows them. So this
/// reader takes what FreeType takes, as FreeType takes it, and says what it ignored. It refuses only what is no BDF, or
/// not whole. A font may have all characters of Unicode, so what is not kept is passed over while reading: neither the
/// number of glyphs nor the size of the file matters.
///
/// Characters are those of Unicode. Family, weight, design and spacing are those of the properties, else those of the
/// font's long name (XLFD), else ordinary ones.
package struct BDFReader {
    private var lines: BDFLines
    private var properties: [String: BDFLine] = [:]
    private var longName: [String] = []
    /// Of the font's bounding box, for files without `FONT_ASCENT` and `FONT_DESCENT`.
    private var box: (ascent: Int, descent: Int)?
    private var defaultAdvance: Int?
    /// Bits of a pixel.
    private var depth = 1
    private var announced: BDFLine?
    private var glyphs = BDFGlyphs()
    private var glyphCount = 0
    private var ignored = BDFRemarks()
    private var unknownCount = 0

    /// A font, and what of its file was ignored or mended.
    package static func reading(
        _ bytes: [UInt8]
    ) throws(BDFError) -> (font: Font, remarks: [FontRemark]) {
        guard bytes.count <= BDFLimits.bytes else {
            throw BDFError(
                line: 1,
                reason:
                    "the file has \(bytes.count) bytes; at most \(BDFLimits.bytes) are allowed. "
                    + "Choose a font with fewer characters")
        }
        var reader = BDFReader(lines: BDFLines(bytes))
        let first = try reader.lines.line(expecting: "STARTFONT")
        guard first.has("STARTFONT") else { throw BDFError.foreign(bytes, at: first.number) }
        let font = try reader.read()
        return (font, reader.ignored.all)
    }

    /// - Throws: if it is no BDF, or not whole.
    package static func font(of bytes: [UInt8]) throws(BDFError) -> Font {
        try reading(bytes).font
    }

    private init(lines: BDFLines) {
        self.lines = lines
    }

    private mutating func read() throws(BDFError) -> Font {
        var line = try readHeader()
        let characterSet = BDFCharacterSet(
            registry: text("CHARSET_REGISTRY", namePart: 13),
            encoding: text("CHARSET_ENCODING", namePart: 14))
        while !line.begins(with: "ENDFONT") {
            if line.has("STARTCHAR") {
                glyphCount += 1
                try readGlyph(in: characterSet)
            } else {
                try ignoreUnknown(line)
            }
            line = try lines.line(expecting: "ENDFONT")
        }
        if let announced, announced.numbers(1)[0] != glyphCount {
            ignored.add(.wrongCount, at: announced)
        }
        ignored.add(.noRoom, count: glyphs.dropHighest(), at: line)
        return font(end: line)
    }

    /// Everything before the glyphs.
    /// - Returns: the line after it.
    private mutating func readHeader() throws(BDFError) -> BDFLine {
        while true {
            let line = try lines.line(expecting: "CHARS")
            if line.has("STARTCHAR") || line.begins(with: "ENDFONT") {
                if announced == nil { ignored.add(.wrongCount, at: line) }
                return line
            } else if line.has("FONT") {
                longName = line.rest.split(separator: "-", omittingEmptySubsequences: false)
                    .map(String.init)
            } else if line.has("FONTBOUNDINGBOX") {
                let values = line.numbers(4)
                box = (values[1] + values[3], -values[3])
            } else if line.has("SIZE") {
                depth = BDFReader.depth(line.numbers(4)[3])
            } else if line.has("DWIDTH") {
                defaultAdvance = max(0, min(line.numbers(1)[0], 0xFFFF))
            } else if line.has("STARTPROPERTIES") {
                try readProperties()
            } else if line.has("CHARS") {
                announced = line
            } else if !line.hasAny(of: [
                "CONTENTVERSION", "METRICSSET", "SWIDTH", "SWIDTH1", "DWIDTH1", "VVECTOR",
            ]) {
                try ignoreUnknown(line)
            }
        }
    }

    /// Bits of a pixel, where a file has shades.
    private static func depth(_ said: Int) -> Int {
        switch said {
        case ...1: 1
        case 2: 2
        case 3...4: 4
        default: 8
        }
    }

    private mutating func readProperties() throws(BDFError) {
        var stray: BDFLine?
        while true {
            let line: BDFLine
            do throws(BDFError) {
                line = try lines.line(expecting: "ENDPROPERTIES")
            } catch {
                guard let stray else { throw error }
                throw stray.problem(
                    "ENDPROPERTIES must come before \(stray.keyword). Get the whole file again")
            }
            if line.begins(with: "ENDPROPERTIES") { return }
            if stray == nil, line.has("STARTCHAR") || line.has("CHARS") { stray = line }
            // Files may have thousands of their own.
            let keyword = line.keyword
            if BDFReader.knownProperties.contains(keyword) { properties[keyword] = line }
        }
    }

    private static let knownProperties: Set<String> = [
        "FAMILY_NAME", "WEIGHT_NAME", "ADD_STYLE_NAME", "SPACING", "FONT_ASCENT", "FONT_DESCENT",
        "CHARSET_REGISTRY", "CHARSET_ENCODING",
    ]

    /// Reads up to `ENDCHAR`.
    private mutating func readGlyph(in characterSet: BDFCharacterSet) throws(BDFError) {
        var head = BDFGlyph.Head(defaultAdvance: defaultAdvance)
        var start: BDFLine?
        while start == nil, let line = try lines.lineOfGlyph() {
            if line.begins(with: "BITMAP") {
                start = line
            } else if !head.take(line) {
                try ignoreUnknown(line)
            } else if line.has("ENCODING"), let reason = reasonToSkip(head, in: characterSet) {
                // Most of a large file.
                return try skip(reason, line)
            }
        }
        // Without a bitmap, the character has no picture.
        guard let start else { return }
        guard let code = head.code.flatMap(characterSet.unicode) else {
            return try skip(.noCode, start)
        }
        guard head.box != nil else {
            throw start.problem(
                "BBX must come before BITMAP: it says how large the picture is. Mend the file in a "
                    + "font editor, or choose another")
        }
        var glyph = head.glyph()
        if try !glyph.readBitmap(from: &lines, after: start, depth: depth) {
            ignored.add(.wrongRows, at: start)
        }
        let (dropped, isRepeated) = glyphs.add(glyph, code: code)
        ignored.add(.noRoom, count: dropped, at: start)
        if isRepeated { ignored.add(.repeated, at: start) }
    }

    private mutating func ignoreUnknown(_ line: BDFLine) throws(BDFError) {
        ignored.add(.unknownLine, at: line)
        unknownCount += 1
        guard unknownCount <= BDFLimits.unknownLines else {
            throw line.problem(
                "more than \(BDFLimits.unknownLines) lines have a word that BDF doesn't know. "
                    + "Choose another file")
        }
    }

    /// Nil if the glyph is wanted.
    private func reasonToSkip(
        _ head: BDFGlyph.Head, in characterSet: BDFCharacterSet
    ) -> FontRemark.Kind? {
        guard let code = head.code else { return .noCode }
        guard let code = characterSet.unicode(code) else { return .otherCharacterSet }
        // No text has control characters.
        if code < 0x20 || (0x7F...0x9F).contains(code) { return .control }
        return glyphs.wants(code) ? nil : .noRoom
    }

    private mutating func skip(_ kind: FontRemark.Kind, _ start: BDFLine) throws(BDFError) {
        ignored.add(kind, at: start)
        repeat {
            lines.skip(toAny: BDFLines.startsOfEnds)
        } while try lines.lineOfGlyph() != nil
    }

    // MARK: - The font

    private mutating func font(end: BDFLine) -> Font {
        let onBaseLine = glyphs.characters
        let (ascent, descent) = lineHeight(of: onBaseLine, end: end)
        let spacing = text("SPACING", namePart: 11).uppercased()
        let isMonospaced = spacing == "M" || spacing == "C"
        return Font(
            family: family,
            design: FontDesign(
                xlfdStyle: text("ADD_STYLE_NAME", namePart: 6), isMonospaced: isMonospaced),
            weight: FontWeight(xlfdName: text("WEIGHT_NAME", namePart: 3)) ?? .regular,
            isMonospaced: isMonospaced, ascent: ascent, descent: descent,
            // Without ink, a place in the line means nothing.
            glyphs: onBaseLine.mapValues { $0.rows == 0 ? $0 : $0.moved(down: ascent) })
    }

    /// The rows above and below the base line. Many files say less than their figures need, as 0; a line has room for
    /// them.
    private mutating func lineHeight(
        of onBaseLine: [Character: Font.Glyph], end: BDFLine
    ) -> (ascent: Int, descent: Int) {
        var inked = Font.figures.compactMap { onBaseLine[$0] }.filter { $0.rows > 0 }
        if inked.isEmpty { inked = onBaseLine.values.filter { $0.rows > 0 } }
        let above = inked.map { -$0.top }.max() ?? 1
        let below = inked.map { $0.top + $0.rows }.max() ?? 0
        let said = (
            ascent: properties["FONT_ASCENT"]?.number16 ?? box?.ascent ?? above,
            descent: properties["FONT_DESCENT"]?.number16 ?? box?.descent ?? below
        )
        let ascent = max(above, min(said.ascent, BDFLimits.emptyRows))
        let descent = max(below, min(said.descent, BDFLimits.emptyRows))
        if (ascent, descent) != said {
            ignored.add(
                .lineHeight,
                at: properties["FONT_ASCENT"] ?? properties["FONT_DESCENT"] ?? end)
        }
        return (ascent, descent)
    }

    /// A short name of the font serves where there is no long one; in a long one, its maker's.
    private var family: String {
        let names = [properties["FAMILY_NAME"]?.text ?? "", namePart(2), namePart(1)]
        return names.first { !$0.isEmpty } ?? longName.joined(separator: " ")
    }

    /// A property's text, else that part of the font's long name.
    private func text(_ property: String, namePart: Int) -> String {
        properties[property]?.text ?? self.namePart(namePart)
    }

    /// Empty if the font has no long name: only such a one begins with a hyphen.
    private func namePart(_ part: Int) -> String {
        longName.first == "" && longName.indices.contains(part) ? longName[part] : ""
    }
}

/// What of a file was ignored, or taken otherwise than it says.
private struct BDFRemarks {
    private var byKind: [FontRemark.Kind: FontRemark] = [:]

    /// - Parameter line: where the first one is.
    mutating func add(_ kind: FontRemark.Kind, count: Int = 1, at line: BDFLine) {
        guard count > 0 else { return }
        byKind[kind, default: FontRemark(kind, count: 0, line: line.number)].count += count
    }

    var all: [FontRemark] { FontRemark.Kind.allCases.compactMap { byKind[$0] } }
}
