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
        (1, "START 3.0", "a BDF file begins with"),
        (13, "CHARS 3", "ENDPROPERTIES must come before CHARS"),
        (19, "COMMENT", "BBX must come before BITMAP"),
        (19, "BBX 2000 2000 0 0", "BBX says 2000 x 2000 pixels; a picture has 65535 bytes at most"),
        (25, "COMMENT", "ENDCHAR must come before STARTCHAR"),
        (38, "COMMENT", "ENDCHAR must come before ENDFONT"),
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

    @Test("The line of a refusal is that of the mistake, whatever ends the lines")
    func place() {
        #expect(BDFTests.problem("")?.line == 1)
        #expect(BDFTests.problem("\n\nCOMMENT\nFOO 1\n")?.line == 4)
        #expect(BDFTests.problem("STARTFONT 2.1\n")?.line == 2)
        let box = BDFTests.sample.replacing("BBX 5 4 0 -1", with: "")
        for lineEnd in ["\n", "\r", "\r\n"] {
            #expect(BDFTests.problem(box.replacing("\n", with: lineEnd))?.line == 20)
        }
    }

    /// A change to one line of the sample, what of the file is said to be ignored, and the first line of it.
    static let remarks: [(line: Int, text: String, what: FontRemark.Kind, place: Int)] = [
        (4, "NONSENSE 1", .unknownLine, 4), (17, "NONSENSE", .unknownLine, 17),
        (26, "NONSENSE\nSTARTCHAR noname", .unknownLine, 26), (14, "CHARS 2", .wrongCount, 14),
        (14, "CHARS", .wrongCount, 14), (14, "COMMENT", .wrongCount, 15),
        (22, "2000", .wrongRows, 20), (22, "2", .wrongRows, 20), (22, "2G", .wrongRows, 20),
        (22, "COMMENT", .wrongRows, 20), (22, "20\n20", .wrongRows, 20),
        (34, "ENCODING 49", .repeated, 37), (34, "ENCODING 7", .control, 34),
        (11, "FONT_ASCENT 0", .lineHeight, 11), (11, "FONT_ASCENT 600", .lineHeight, 11),
        (27, "ENCODING 55296", .noCode, 27),
    ]

    @Test("What is ignored is said, with its line", arguments: remarks)
    func remark(_ remark: (line: Int, text: String, what: FontRemark.Kind, place: Int)) throws {
        var lines = BDFTests.sample.split(separator: "\n").map(String.init)
        lines[remark.line - 1] = remark.text
        let text = lines.joined(separator: "\n")
        let found = try BDFReader.reading(Array(text.utf8)).remarks
        let expected = FontRemark(remark.what, count: 1, line: remark.place)
        #expect(found.contains(expected), "\(found)")
        let others = found.filter { $0.kind != remark.what && $0.kind != .noCode }
        #expect(others.isEmpty)
    }

    @Test("A file that is too large is refused")
    func limits() {
        let large = BDFTests.sample + String(repeating: " ", count: BDFLimits.bytes)
        let reason = BDFTests.problem(large)?.reason ?? ""
        #expect(reason.contains("at most 16777216 are allowed"), "\(reason)")
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
                #expect(font.height >= 1)
            } catch {
                #expect((1...lineCount + 5).contains(error.line))
                #expect(!error.reason.isEmpty)
            }
        }
    }
}
