import Testing

@testable import ClockFace

@Suite("The icon of an alarm that rings (product, A4a)")
struct AlarmIconTests {
    @Test("Names of people and of phones have their pictures, and other words have none")
    func names() {
        let names: [String: AlarmIcon] = [
            "sun": .sun, "sun.max.fill": .sun, "Moon": .moon, "briefcase.fill": .work,
            "cup-and-saucer": .cup, "house": .home, "alarm": .bell,
        ]
        for (name, icon) in names { #expect(AlarmIcon(named: name) == icon, "\(name)") }
        for name in ["", "unsung", "😀", "\u{E000}"] { #expect(AlarmIcon(named: name) == nil) }
    }

    @Test("A picture is as high as the figures beside it, and no two are alike")
    func pictures() throws {
        for rows in [7, 8, 16, 30] {
            let font = FontLibrary.builtIn.text(rows: rows)
            let glyphs = try AlarmIcon.allCases.map { icon in
                try #require(font.glyph(icon.character), "\(icon)")
            }
            #expect(Set(glyphs).count == glyphs.count)
            for glyph in glyphs {
                #expect(glyph.rows <= font.figureHeight && glyph.top >= font.figureTop)
                #expect(glyph.top + glyph.rows <= font.figureTop + font.figureHeight)
            }
        }
        #expect(FontLibrary.builtIn.text(rows: 5).glyph(AlarmIcon.sun.character) == nil)
    }
}
