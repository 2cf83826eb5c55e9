/// A kind of BDF file as other people have them: the font of `TestFont`, broken or unusual in one
/// way.
package struct FontKind: Sendable, CustomStringConvertible {
    /// Continues "a file with".
    package let what: String
    package let bytes: [UInt8]

    package var description: String { what }

    package init(what: String, text: String) {
        (self.what, bytes) = (what, Array(text.utf8))
    }

    init(_ what: String, _ text: String) {
        self.init(what: what, text: text)
    }

    init(_ what: String, bytes: [UInt8]) {
        (self.what, self.bytes) = (what, bytes)
    }

    /// The font with some lines in place of others.
    init(_ what: String, _ changes: KeyValuePairs<String, String>) {
        var text = FontKind.plain
        for (old, new) in changes { text = text.replacing(old, with: new, maxReplacements: 1) }
        self.init(what, text)
    }

    static let plain = TestFont.bdf()

    /// One more glyph, with a picture that no figure has.
    private static func glyph(_ code: some CustomStringConvertible, more: String = "") -> String {
        "STARTCHAR x\nENCODING \(code)\nDWIDTH 5 0\nBBX 4 5 0 0\n\(more)BITMAP\nF0\nF0\nF0\nF0\nF0\n"
            + "ENDCHAR\n"
    }

    private static func withGlyphs(_ what: String, _ glyphs: String) -> FontKind {
        let count = 12 + glyphs.split(separator: "\n").count { $0.hasPrefix("STARTCHAR") }
        return FontKind(
            what, ["CHARS 12\n": "CHARS \(count)\n", "ENDFONT\n": glyphs + "ENDFONT\n"])
    }

    /// The letter A, whose picture may break.
    private static let letter = "ENCODING 65\nDWIDTH 5 0\nBBX 4 5 0 0\nBITMAP\n60\n90\nF0\n90\n90\n"

    /// The picture of the figure 1.
    private static let one = "ENCODING 49\nDWIDTH 5 0\nBBX 4 5 0 0\nBITMAP\n10\n10\n10\n10\n10\n"

    /// Read, with the figures of the font.
    package static let read: [FontKind] = codes + heads + pictures + forms

    private static let codes: [FontKind] = [
        withGlyphs("characters that Unicode takes for the same", glyph(0x3B) + glyph(0x37E)),
        withGlyphs("10,000 characters", (0x4E00..<0x7510).map { glyph($0) }.joined()),
        withGlyphs("a figure twice", one.withFrame),
        withGlyphs("a character thrice", glyph(66) + glyph(66) + glyph(66)),
        withGlyphs("pictures without a code", glyph(-1) + glyph("-5") + glyph("x")),
        withGlyphs("codes beyond Unicode", glyph(0x110000) + glyph(0xD800)),
        withGlyphs("pictures of control characters", glyph(0) + glyph(31) + glyph(0x85)),
        FontKind("a code of its own after -1", ["ENCODING 49": "ENCODING -1 49"]),
        FontKind(
            "letters of another character set",
            [
                "STARTPROPERTIES 4": "STARTPROPERTIES 6\nCHARSET_REGISTRY \"KOI8\"\n"
                    + "CHARSET_ENCODING \"R\"", "CHARS 12": "CHARS 13",
                "ENDFONT\n": glyph(0xE1) + "ENDFONT\n",
            ]),
    ]

    private static let heads: [FontKind] = [
        FontKind("a wrong CHARS", ["CHARS 12": "CHARS 3"]),
        FontKind("a CHARS without a number", ["CHARS 12": "CHARS"]),
        FontKind("no CHARS", ["CHARS 12\n": ""]),
        FontKind(
            "an ascent of 0", ["FONT_ASCENT 6": "FONT_ASCENT 0", "DESCENT 1": "DESCENT 0"]),
        FontKind("an ascent that is none", ["FONT_ASCENT 6": "FONT_ASCENT six"]),
        FontKind("an ascent of 99,999", ["FONT_ASCENT 6": "FONT_ASCENT 99999"]),
        FontKind("a negative ascent", ["FONT_ASCENT 6": "FONT_ASCENT -6"]),
        FontKind(
            "no ascent and no box",
            ["FONT_ASCENT 6\nFONT_DESCENT 1\n": "", "FONTBOUNDINGBOX 4 5 0 0\n": ""]),
        FontKind("a large box", ["FONTBOUNDINGBOX 4 5 0 0": "FONTBOUNDINGBOX 400 500 0 0"]),
        FontKind("another version", ["STARTFONT 2.1": "STARTFONT 2.3"]),
        FontKind("no version", ["STARTFONT 2.1": "STARTFONT"]),
        FontKind("unknown words", ["SIZE 7 72 72": "SIZE 7 72 72\nNONSENSE 1"]),
        FontKind("more properties than it says", ["STARTPROPERTIES 4": "STARTPROPERTIES 1"]),
        FontKind("a short name in place of a family", ["FAMILY_NAME \"Open\"\n": ""]),
        FontKind(
            "a name of 50 letters",
            ["\"Open\"": "\"\(String(repeating: "Open ", count: 10))\""]),
    ]

    private static let pictures: [FontKind] = [
        FontKind("rows longer than the box", [one: one.replacing("10\n", with: "1FFF\n")]),
        FontKind("rows with ink beyond the box", [one: one.replacing("10\n", with: "1F\n")]),
        FontKind("rows of one digit", [one: one.replacing("10\n", with: "1\n")]),
        FontKind("more rows than the box", [one: one + "FF\nFF\n"]),
        FontKind("fewer rows than the box", [letter: letter.replacing("F0\n90\n90\n", with: "")]),
        FontKind("rows that are no digits", [letter: letter.replacing("F0\n", with: "G0\n")]),
        FontKind("a character without a picture", ["BITMAP\n60\n90\nF0\n90\n90\n": ""]),
        FontKind("a negative width", [one: one.replacing("DWIDTH 5", with: "DWIDTH -5")]),
        FontKind("a width of 70,000", [one: one.replacing("DWIDTH 5", with: "DWIDTH 70000")]),
        FontKind("no width", [one: one.replacing("DWIDTH 5 0\n", with: "")]),
        FontKind("a box of two numbers", [one: one.replacing("BBX 4 5 0 0", with: "BBX 4 5")]),
        withGlyphs("a large picture", glyph(66).replacing("BBX 4 5", with: "BBX 700 700")),
        withGlyphs("a picture far outside", glyph(66).replacing("5 0 0", with: "5 -400 -9000")),
        FontKind(
            "shades", plain.replacing("SIZE 7 72 72", with: "SIZE 7 72 72 8").shaded),
    ]

    private static let forms: [FontKind] = [
        FontKind("carriage returns", plain.replacing("\n", with: "\r")),
        FontKind("both line ends", plain.replacing("\n", with: "\r\n")),
        FontKind("no last line end", String(plain.dropLast())),
        FontKind("empty lines", plain.replacing("\n", with: "\n\n")),
        FontKind("lower-case digits", plain.replacing("\nF0\n", with: "\nf0\n")),
        FontKind(
            "comments", ["STARTFONT": "# by hand\nCOMMENT\nSTARTFONT", "\n60\n": "\nCOMMENT\n60\n"]),
        FontKind("a mark at its end", plain + "\u{1A}"),
        FontKind("a mark of Unicode at its beginning", "\u{FEFF}" + plain),
        FontKind("text after its end", plain + "STARTCHAR x\nENCODING 49\nnonsense"),
        FontKind(
            "a family in ISO 8859-1",
            bytes: Array(
                plain.replacing("Open", with: "Café").unicodeScalars.map {
                    UInt8(truncatingIfNeeded: $0.value)
                })),
    ]

    /// Refused.
    package static let refused: [FontKind] = [
        FontKind("a letter to a friend", "Dear friend,\n"), FontKind("nothing", ""),
        FontKind("a font in PCF", "\u{1}fcp\u{4}\u{0}\u{0}\u{0}"),
        FontKind("a compressed font", bytes: [0x1F, 0x8B, 8, 0, 0, 0]),
        FontKind("a packed font", "PK\u{3}\u{4}"),
        FontKind("a font of outlines", bytes: [0, 1, 0, 0, 0, 12]),
        FontKind("text in UTF-16", bytes: [0xFF, 0xFE] + Array("STARTFONT".utf8)),
        FontKind("half of a font", String(plain.prefix(plain.count / 2))),
        FontKind("no end", plain.replacing("ENDFONT\n", with: "")),
        FontKind("a character without its end", ["10\nENDCHAR\n": "10\n"]),
        FontKind("properties without their end", ["ENDPROPERTIES\n": ""]),
        FontKind("a picture without a size", [one: one.replacing("BBX 4 5 0 0\n", with: "")]),
        FontKind(
            "a picture of 2,000 x 2,000 pixels",
            [one: one.replacing("BBX 4 5", with: "BBX 2000 2000")]),
        FontKind("too few figures", TestFont.bdf(characters: "012345A")),
        FontKind("an empty figure", [one: one.replacing("10\n", with: "00\n")]),
        FontKind(
            "more than 16 MiB", plain + String(repeating: "COMMENT .......\n", count: 1 << 20)),
        FontKind("2,000 unknown words", ["SIZE 7": String(repeating: "A\n", count: 2000)]),
        FontKind("no name", TestFont.bdf(family: "")),
    ]
}

extension String {
    /// A glyph with these lines.
    fileprivate var withFrame: String { "STARTCHAR x\n\(self)ENDCHAR\n" }

    /// Rows of four pixels as bytes of shades: the stronger half of them is ink.
    fileprivate var shaded: String {
        split(separator: "\n").map { line -> String in
            guard line.count == 2, let row = UInt8(line, radix: 16) else { return String(line) }
            return (0..<4).map { row & (0x80 >> $0) != 0 ? "C0" : "3F" }.joined()
        }.joined(separator: "\n") + "\n"
    }
}
