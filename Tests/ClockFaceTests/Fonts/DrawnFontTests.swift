import ClockCore
import TestKit
import Testing

@testable import ClockFace

@Suite("The fonts that are drawn by hand")
struct DrawnFontTests {
    @Test("Every file can be read")
    func files() throws {
        for file in DrawnFonts.files {
            do {
                _ = try BDFReader.font(of: file.bytes)
            } catch {
                Issue.record("\(file.name): \(error)")
            }
        }
        #expect(DrawnFonts.figures.count == DrawnFonts.files.count)
    }

    @Test("C7: every figure fills the same rows and is in a cell of the same width")
    func cells() throws {
        for font in DrawnFonts.figures {
            let glyphs = try Font.figures.map { try #require(font.glyph($0)) }
            #expect(Set(glyphs.map(\.advance)) == [font.figureWidth + 1])
            #expect(glyphs.allSatisfy { $0.rows == font.figureHeight })
            #expect(glyphs.allSatisfy { $0.top == font.figureTop })
            #expect(Set(glyphs).count == 10)
        }
    }

    @Test("Counters are open")
    func counters() throws {
        for font in DrawnFonts.figures {
            for (figure, count) in [("0", 1), ("6", 1), ("8", 2), ("9", 1)] as [(Character, Int)] {
                let glyph = try #require(font.glyph(figure))
                // In four rows there is no room for two.
                let wanted = font.figureHeight == 4 ? 1 : count
                #expect(glyph.counters == wanted, "\(FontArt.draw(String(figure), font))")
            }
        }
    }

    @Test("A face can show an unknown time with every one")
    func signs() throws {
        for font in DrawnFonts.figures {
            for sign in ":-. " { #expect(font.glyph(sign) != nil) }
            #expect(try #require(font.glyph("-")).columns == font.figureWidth)
        }
    }

    @Test(
        "The text fonts have all of ASCII, each character its own but for the letter O"
    )
    func ascii() throws {
        let texts = DrawnFonts.texts.filter { $0.height >= 7 }
        #expect(texts.map(\.height).sorted() == [7, 8])
        for font in texts {
            var seen: Set<Font.Glyph> = []
            for code in UInt8(ascii: "!")...UInt8(ascii: "~") {
                let character = Character(Unicode.Scalar(code))
                let glyph = try #require(font.glyphs[character], "\(character)")
                #expect(
                    seen.insert(glyph).inserted || character == "O",
                    "\(character) looks like another")
                #expect(glyph.top >= 0 && glyph.top + glyph.rows <= font.height)
            }
            #expect(font.glyph(" ")?.rows == 0)
        }
    }

    @Test("They look as they were approved")
    func goldens() throws {
        var text = ""
        for (file, font) in zip(DrawnFonts.files, DrawnFonts.figures) {
            text += "\(file.name)\n\(FontArt.draw("0123456789:-.", font))\n\n"
            guard font.glyph("A") != nil else { continue }
            for line in ["ABCDEFGHIJKLM", "NOPQRSTUVWXYZ"] {
                text += FontArt.draw(line, font) + "\n\n"
            }
            guard font.glyphs["a"] != nil else { continue }
            for line in [
                "abcdefghijklm", "nopqrstuvwxyz", "!\"#$%&'()*+,-./", ":;<=>?@[\\]^_`{|}~°",
            ] {
                text += FontArt.draw(line, font) + "\n\n"
            }
        }
        try Golden.expect(text, "Fonts/drawn.txt")
    }
}
