import ClockCore
import Testing

@testable import ClockFace

@Suite("BDF files")
struct BDFTests {
    /// A small font as other programs write it: with comments, Windows line ends and more properties.
    static let sample = """
        STARTFONT 2.1
        COMMENT made by hand
        FONT -misc-Tiny-Bold-R-Normal--8-80-75-75-C-60-ISO10646-1
        SIZE 8 75 75
        FONTBOUNDINGBOX 6 8 0 -2
        STARTPROPERTIES 6
        FAMILY_NAME "Tiny ""quoted"" name"
        WEIGHT_NAME "Demi Bold"
        ADD_STYLE_NAME "Sans Serif"
        SPACING "C"
        FONT_ASCENT 6
        FONT_DESCENT 2
        ENDPROPERTIES
        CHARS 3
        STARTCHAR one
        ENCODING 49
        SWIDTH 750 0
        DWIDTH 6 0
        BBX 5 4 0 -1
        BITMAP
        00
        20
        E0
        F8
        ENDCHAR
        STARTCHAR noname
        ENCODING -1
        DWIDTH 6 0
        BBX 1 1 0 0
        BITMAP
        80
        ENDCHAR
        STARTCHAR space
        ENCODING 32
        DWIDTH 6 0
        BBX 0 0 0 0
        BITMAP
        ENDCHAR
        ENDFONT
        """

    private static func problem(_ text: String) -> BDFError? {
        do {
            _ = try BDFReader.font(of: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test("A font is read with its names and its glyphs", arguments: ["\n", "\r\n"])
    func read(_ lineEnd: String) throws {
        let text = BDFTests.sample.split(separator: "\n").joined(separator: lineEnd)
        let font = try BDFReader.font(of: Array(text.utf8))
        #expect(font.family == "Tiny \"quoted\" name")
        #expect(font.weight == .semibold)
        #expect(font.design == .default)
        #expect(font.isMonospaced)
        #expect(font.ascent == 6 && font.descent == 2 && font.height == 8)
        #expect(font.glyphs.count == 2)
        let one = try #require(font.glyph("1"))
        #expect(one.advance == 6 && one.left == 0 && one.top == 4)
        #expect(one.columns == 5 && one.rows == 3)
        #expect(FontArt.draw("1", font) == "\n\n\n\n..#\n###\n#####\n")
        #expect(font.glyph(" ")?.columns == 0)
        #expect(font.figureTop == 4 && font.figureHeight == 3 && font.figureWidth == 5)
    }

    @Test("The long name of the font serves where properties are missing")
    func longName() throws {
        let lines = BDFTests.sample.split(separator: "\n").filter { line in
            !["FAMILY_NAME", "WEIGHT_NAME", "ADD_STYLE", "SPACING", "FONT_AS", "FONT_DES"]
                .contains { line.hasPrefix($0) }
        }
        let font = try BDFReader.font(of: Array(lines.joined(separator: "\n").utf8))
        #expect(font.family == "Tiny")
        #expect(font.weight == .bold)
        #expect(font.isMonospaced)
        #expect(font.design == .monospaced)
        #expect(font.ascent == 6 && font.descent == 2)
    }

    @Test("Every weight has a name that is read again")
    func weights() {
        for weight in FontWeight.allCases {
            #expect(FontWeight(xlfdName: weight.xlfdName) == weight)
        }
        for (name, weight) in [
            ("Hairline", .ultraLight), ("extra-light", .thin), ("NORMAL", .regular),
            ("Medium", .medium), ("DemiBold", .semibold), ("Extra Bold", .heavy),
        ] as [(String, FontWeight)] {
            #expect(FontWeight(xlfdName: name) == weight)
        }
        #expect(FontWeight(xlfdName: "Quaint") == nil)
    }

    @Test("A font that is written and read is the same font")
    func roundTrip() throws {
        var fonts = DrawnFonts.figures
        for design in FontDesign.allCases {
            for weight in [FontWeight.thin, .medium, .black] {
                fonts.append(FontLibrary.builtIn.text(rows: 21, design: design, weight: weight))
            }
        }
        fonts.append(FontLibrary.builtIn.text(rows: 79, design: .serif, weight: .heavy))
        for font in fonts {
            #expect(try BDFReader.font(of: Array(BDFWriter.file(of: font).utf8)) == font)
        }
    }

    /// A change to one line of the sample, and how its refusal begins.
    static let mistakes: [(line: Int, text: String, reason: String)] = [
        (1, "STARTFONT 3.0", "a BDF file begins with"),
        (5, "FONTBOUNDINGBOX 6 8", "FONTBOUNDINGBOX needs 4 whole numbers"),
        (5, "FONTBOUNDINGBOX 6 129 0 0", "the height of FONTBOUNDINGBOX is \"129\"; allowed is"),
        (5, "NONSENSE 1", "\"NONSENSE\" is no keyword of a font's head"),
        (11, "FONT_ASCENT six", "the number of rows of FONT_ASCENT is \"six\"; allowed is"),
        (13, "CHARS 3", "ENDPROPERTIES must come before CHARS"),
        (14, "CHARS 0", "the number of glyphs of CHARS is \"0\"; allowed is"),
        (14, "CHARS 4097", "the number of glyphs of CHARS is \"4097\"; allowed is"),
        (16, "ENCODING A", "the code of ENCODING is \"A\"; allowed is"),
        (16, "ENCODING 55296", "55296 is no character of Unicode"),
        (16, "COMMENT", "ENCODING must come before BITMAP"),
        (18, "DWIDTH -1 0", "the advance of DWIDTH is \"-1\"; allowed is"),
        (18, "COMMENT", "DWIDTH must come before BITMAP"),
        (19, "BBX 129 4 0 0", "the width of BBX is \"129\"; allowed is"),
        (19, "COMMENT", "BBX must come before BITMAP"),
        (22, "2", "a row of 5 columns is 2 hexadecimal digits, not \"2\""),
        (22, "2000", "a row of 5 columns is 2 hexadecimal digits, not \"2000\""),
        (22, "2G", "a row of 5 columns is 2 hexadecimal digits, not \"2G\""),
        (25, "00\nENDCHAR", "BBX announces 4 rows; ENDCHAR must follow them"),
        (21, "COMMENT", "BBX announces 4 rows; there are 3"),
        (34, "ENCODING 49", "the file has this glyph's code twice"),
        (26, "NONSENSE", "\"NONSENSE\" is no STARTCHAR and no ENDFONT"),
        (14, "CHARS 2", "CHARS announces 2 glyphs; this is one more"),
        (14, "CHARS 4", "CHARS announces 4 glyphs; there are 3"),
        (11, "FONT_ASCENT 127", "the line has 129 rows; 1 to 128 are allowed"),
        (11, "FONT_ASCENT -2", "the line has 0 rows; 1 to 128 are allowed"),
    ]

    @Test("A mistake is refused with its line and with what is allowed", arguments: mistakes)
    func refusal(_ mistake: (line: Int, text: String, reason: String)) throws {
        var lines = BDFTests.sample.split(separator: "\n").map(String.init)
        lines[mistake.line - 1] = mistake.text
        let problem = try #require(BDFTests.problem(lines.joined(separator: "\n")))
        #expect(problem.reason.hasPrefix(mistake.reason), "\(problem)")
        #expect((1...lines.count + 1).contains(problem.line))
        #expect(problem.description == "line \(problem.line): \(problem.reason)")
    }

    @Test("The line of a refusal is that of the mistake")
    func place() {
        #expect(BDFTests.problem("")?.line == 1)
        #expect(BDFTests.problem("STARTFONT 2.1\n\nCOMMENT\nFOO 1\n")?.line == 4)
        let row = BDFTests.sample.replacing("E0", with: "E")
        #expect(BDFTests.problem(row)?.line == 23)
    }

    @Test("A file without codes, and one that is too large, are refused")
    func limits() {
        let text = BDFTests.sample.replacing("ENCODING 49", with: "ENCODING -1")
            .replacing("ENCODING 32", with: "ENCODING -1")
        #expect(BDFTests.problem(text)?.reason.hasPrefix("no glyph has a code") == true)
        let large = BDFTests.sample + String(repeating: " ", count: BDFLimits.bytes)
        #expect(BDFTests.problem(large)?.reason.hasSuffix("at most 1048576 are allowed") == true)
    }

    @Test("A file that ends early is refused, wherever it ends")
    func truncated() {
        let lines = BDFTests.sample.split(separator: "\n")
        for count in 0..<lines.count {
            let text = lines.prefix(count).joined(separator: "\n")
            let problem = BDFTests.problem(text)
            #expect(problem != nil, "after \(count) lines")
            #expect(problem?.line == max(1, count))
        }
    }

    @Test("No broken file crashes: each is read or refused with a line and a reason")
    func broken() {
        let bytes = Array(BDFTests.sample.utf8)
        let lineCount = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        var state: UInt64 = 20
        func chance(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let fillings = Array("0129-AFZ \n\"%".utf8) + [0, 0x80, 0xFF]
        for _ in 0..<4000 {
            var broken = bytes
            for _ in 0...chance(4) {
                let place = chance(broken.count)
                switch chance(3) {
                case 0: broken[place] = fillings[chance(fillings.count)]
                case 1: broken.remove(at: place)
                default: broken.insert(fillings[chance(fillings.count)], at: place)
                }
            }
            do {
                let font = try BDFReader.font(of: broken)
                #expect(font.height >= 1 && font.height <= BDFLimits.pixels)
            } catch {
                #expect((1...lineCount + 5).contains(error.line))
                #expect(!error.reason.isEmpty)
            }
        }
    }
}
