/// Writes a font as a BDF file, version 2.1. Reading that file gives the same font.
package enum BDFWriter {
    package static func file(of font: Font) -> String {
        let glyphs = font.glyphs.compactMap { character, glyph -> (code: UInt32, Font.Glyph)? in
            let scalars = character.unicodeScalars
            return scalars.count == 1 ? scalars.first.map { ($0.value, glyph) } : nil
        }.sorted { $0.code < $1.code }
        let lines =
            head(of: font, box: box(of: glyphs.map(\.1), in: font))
            + ["CHARS \(glyphs.count)"]
            + glyphs.flatMap { self.lines(of: $0.1, code: $0.code, in: font) } + ["ENDFONT"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func head(of font: Font, box: String) -> [String] {
        let spacing = font.isMonospaced ? "M" : "P"
        let weight = font.weight.xlfdName
        let style = font.design.xlfdStyle
        let family = String(font.family.map { $0 == "-" ? " " : $0 })
        let advances = font.glyphs.values.map(\.advance)
        let average = advances.reduce(0, +) * 10 / max(1, advances.count)
        return [
            "STARTFONT 2.1",
            "FONT -NoiseClock-\(family)-\(weight)-R-Normal-\(style)-\(font.height)-"
                + "\(font.height * 10)-72-72-\(spacing)-\(average)-ISO10646-1",
            "SIZE \(font.height) 72 72", "FONTBOUNDINGBOX \(box)", "STARTPROPERTIES 8",
            "FAMILY_NAME \(quoted(font.family))", "WEIGHT_NAME \(quoted(weight))",
            "SETWIDTH_NAME \"Normal\"", "ADD_STYLE_NAME \(quoted(style))",
            "PIXEL_SIZE \(font.height)", "SPACING \"\(spacing)\"",
            "FONT_ASCENT \(font.ascent)", "FONT_DESCENT \(font.descent)", "ENDPROPERTIES",
        ]
    }

    /// The smallest box around all glyphs.
    private static func box(of glyphs: [Font.Glyph], in font: Font) -> String {
        let inked = glyphs.filter { $0.rows > 0 }
        let left = inked.map(\.left).min() ?? 0
        let right = inked.map { $0.left + $0.columns }.max() ?? 0
        let top = inked.map(\.top).min() ?? 0
        let bottom = inked.map { $0.top + $0.rows }.max() ?? 0
        return "\(right - left) \(bottom - top) \(left) \(font.ascent - bottom)"
    }

    private static func lines(of glyph: Font.Glyph, code: UInt32, in font: Font) -> [String] {
        let name = hexadecimal(code, digits: 4)
        let rise = glyph.rows == 0 ? 0 : font.ascent - glyph.top - glyph.rows
        let head = [
            "STARTCHAR U+\(name)", "ENCODING \(code)",
            "SWIDTH \(glyph.advance * 1000 / max(1, font.height)) 0",
            "DWIDTH \(glyph.advance) 0", "BBX \(glyph.columns) \(glyph.rows) \(glyph.left) \(rise)",
            "BITMAP",
        ]
        let stride = (glyph.columns + 7) / 8
        let rows = (0..<glyph.rows).map { row in
            glyph.bits[row * stride..<(row + 1) * stride]
                .map { hexadecimal(UInt32($0), digits: 2) }.joined()
        }
        return head + rows + ["ENDCHAR"]
    }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
    }
}
