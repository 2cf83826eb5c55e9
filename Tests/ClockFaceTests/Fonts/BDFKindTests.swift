import ClockCore
import TestKit
import Testing

@testable import ClockFace

@Suite("BDF files of other people")
struct BDFKindTests {
    private static let plain = try? BDFReader.font(of: Array(TestFont.bdf().utf8))

    private static func pictures(_ font: Font) -> [String] {
        Font.figures.map { figure in
            guard let glyph = font.glyphs[figure] else { return "" }
            let rows = (0..<glyph.rows).map { row in
                String((0..<glyph.columns).map { glyph.isSet(column: $0, row: row) ? "#" : "." })
            }
            return "\(figure) \(glyph.left) \(font.ascent - glyph.top) "
                + rows.joined(separator: "/")
        }
    }

    @Test("A file that FreeType shows has the same figures here", arguments: FontKind.read)
    func read(_ kind: FontKind) throws {
        let font = try BDFReader.font(of: kind.bytes)
        let plain = try #require(BDFKindTests.plain)
        #expect(BDFKindTests.pictures(font) == BDFKindTests.pictures(plain))
        #expect(font.figureTop >= 0)
        #expect(font.figureTop + font.figureHeight <= font.height)
        let again = try BDFReader.font(of: Array(BDFWriter.file(of: font).utf8))
        #expect(again == font)
    }

    @Test("Each of two characters that Unicode takes for the same has its own picture")
    func canonicalEquivalence() throws {
        let file = TestFont.bdf().replacing("ENCODING 65", with: "ENCODING 59")
            .replacing("ENCODING 77", with: "ENCODING 894")
        let font = try BDFReader.font(of: Array(file.utf8))
        let letters = try BDFReader.font(of: Array(TestFont.bdf().utf8))
        #expect(font.glyph(";") == letters.glyph("A"))
        let other = file.replacing("ENCODING 59", with: "ENCODING 66")
        let alone = try BDFReader.font(of: Array(other.utf8))
        #expect(alone.glyph(";") == letters.glyph("M"))
    }

    @Test("Of two pictures with one code, the last counts")
    func repeated() throws {
        let file = TestFont.bdf().replacing("ENCODING 77", with: "ENCODING 65")
        let (font, remarks) = try BDFReader.reading(Array(file.utf8))
        let letters = try BDFReader.font(of: Array(TestFont.bdf().utf8))
        #expect(font.glyph("A") == letters.glyph("M"))
        #expect(remarks.map(\.kind) == [.repeated])
        #expect(remarks.map(\.count) == [1])
    }

    @Test("A font keeps the figures and the characters with the lowest codes")
    func manyCharacters() throws {
        let codes = Array(0x100..<0x100 + 3 * BDFLimits.glyphs).reversed()
        let more = codes.map { code in
            "STARTCHAR x\nENCODING \(code)\nDWIDTH 4 0\nBBX 0 0 0 0\nBITMAP\nENDCHAR\n"
        }
        let file = TestFont.bdf().replacing("CHARS 12\n", with: "CHARS 12300\n" + more.joined())
        let (font, remarks) = try BDFReader.reading(Array(file.utf8))
        // Some of these codes are the same characters.
        #expect((BDFLimits.glyphs - 10...BDFLimits.glyphs).contains(font.glyphs.count))
        #expect(font.missingFigures.isEmpty)
        #expect(font.glyph("M") != nil)
        #expect(font.glyphs["\u{100}"] != nil)
        #expect(font.glyphs["\u{2100}"] == nil)
        #expect(remarks.map(\.kind) == [.noRoom])
        #expect(remarks.map(\.count) == [12 + 3 * BDFLimits.glyphs - BDFLimits.glyphs])
    }

    @Test("Large pictures of other characters leave the figures their room")
    func largePictures() throws {
        let row = String(repeating: "FF", count: 80) + "\n"
        let rows = String(repeating: row, count: 640)
        let more = (0x21...0x80).filter { !(0x30...0x3A).contains($0) }.map { code in
            "STARTCHAR x\nENCODING \(code)\nDWIDTH 4 0\nBBX 640 640 0 0\nBITMAP\n\(rows)ENDCHAR\n"
        }
        let file = TestFont.bdf().replacing("CHARS 12\n", with: more.joined())
        let (font, remarks) = try BDFReader.reading(Array(file.utf8))
        #expect(font.missingFigures.isEmpty)
        let bytes = font.glyphs.values.reduce(0) { $0 + $1.bits.count }
        #expect(bytes <= BDFLimits.pictures)
        #expect(font.glyph("!")?.columns == 640)
        #expect(remarks.contains { $0.kind == .noRoom })
    }

    @Test(
        "Letters of another character set are left to the built-in font",
        arguments: [
            ("KOI8", "R", nil), ("ISO8859", "2", nil), ("ISO8859", "1", "\u{E4}"),
            ("ISO10646", "1", "\u{E4}"), ("ISO8859", "15", "\u{E4}"), ("Nobody", "0", "\u{E4}"),
        ] as [(String, String, Character?)])
    func characterSet(_ registry: String, _ encoding: String, _ letter: Character?) throws {
        let file = TestFont.bdf().replacing("ENCODING 77", with: "ENCODING 228")
        let properties = "CHARSET_REGISTRY \"\(registry)\"\nCHARSET_ENCODING \"\(encoding)\"\n"
        let inProperties = file.replacing("WEIGHT_NAME", with: properties + "WEIGHT_NAME")
        let inName = file.replacing(
            "FONT open",
            with: "FONT -self-Open-Medium-R-Normal--7-70-72-72-C-50-\(registry)-\(encoding)")
        for text in [inProperties, inName] {
            let (font, remarks) = try BDFReader.reading(Array(text.utf8))
            #expect((font.glyphs["\u{E4}"] != nil) == (letter != nil))
            #expect(remarks.map(\.kind) == (letter == nil ? [.otherCharacterSet] : []))
        }
    }

    @Test("The euro of ISO 8859-15 is a euro")
    func euro() throws {
        let file = TestFont.bdf().replacing("ENCODING 77", with: "ENCODING 164")
            .replacing(
                "FONT open", with: "FONT -self-Open-Medium-R-Normal--7-70-72-72-C-50-ISO8859-15")
        let font = try BDFReader.font(of: Array(file.utf8))
        #expect(font.glyph("€") != nil)
        #expect(font.glyphs["\u{A4}"] == nil)
    }

    @Test("A file of 16 MiB is read; what it has too much is passed over")
    func largest() throws {
        let rows = String(repeating: "FFFFFFFF\n", count: 32)
        let glyph =
            "STARTCHAR x\nENCODING 19968\nDWIDTH 32 0\nBBX 32 32 0 0\nBITMAP\n\(rows)ENDCHAR\n"
        let start = TestFont.bdf().replacing("ENDFONT\n", with: "")
        let count = (BDFLimits.bytes - start.utf8.count - 8) / glyph.utf8.count
        let file = start + String(repeating: glyph, count: count) + "ENDFONT\n"
        let (font, remarks) = try BDFReader.reading(Array(file.utf8))
        #expect(font.glyphs.count == 13)
        #expect(remarks.first { $0.kind == .repeated }?.count == count - 1)
    }
}
