import FuzzKit
import HAL

@testable import ClockCore
@testable import ClockFace

extension FuzzParser {
    /// A font that is read is written and read again, and lays the time out on two panels.
    static let bdf = FuzzParser(
        "bdf",
        dictionary: [
            "STARTFONT 2.1\n", "ENDFONT\n", "STARTCHAR a\n", "ENDCHAR\n", "ENCODING 48\n",
            "ENCODING -1\n", "ENCODING -1 49\n", "ENCODING 894\n", "DWIDTH 65535 0\n",
            "DWIDTH -1 0\n", "BBX 0 0 0 0\n", "BBX 700 700 -32767 32767\n", "BBX 65535 1 0 0\n",
            "BITMAP\n", "CHARS 4096\n", "FONT_ASCENT -32767\n", "FONT_DESCENT 32767\n",
            "SIZE 5 75 75 8\n", "STARTPROPERTIES 1\n", "ENDPROPERTIES\n", "FAMILY_NAME \"\"\n",
            "CHARSET_REGISTRY \"KOI8\"\n", "FFFF\n", "F\n", "\r\n", "\r", "#",
        ]
    ) {
        let panels = [
            PixelGeometry(columns: 32, rows: 8, depth: .levels),
            PixelGeometry(columns: 128, rows: 64, depth: .one),
        ]
        return { bytes in
            let lines = 1 + bytes.filter { $0 == 0x0a || $0 == 0x0d }.count
            let font: Font
            let remarks: [FontRemark]
            do throws(BDFError) {
                (font, remarks) = try BDFReader.reading(bytes)
            } catch {
                try expect((1...lines).contains(error.line), "the error names no line: \(error)")
                try expect(!error.reason.isEmpty, "refused without a word")
                return .refused
            }
            for remark in remarks {
                try expect(remark.count > 0, "nothing was ignored: \(remark)")
                try expect((1...lines).contains(remark.line), "no such line: \(remark)")
            }
            try expect(font.height >= 1, "\(font.height) rows")
            try expect(font.glyphs.count <= BDFLimits.glyphs, "\(font.glyphs.count) characters")
            try expect(
                font.glyphs.values.reduce(0) { $0 + $1.bits.count } <= BDFLimits.pictures,
                "the pictures are too large")
            // It may be one that the reader does not take; the clock then refuses the font.
            let written = Array(BDFWriter.file(of: font).utf8)
            if let again = try? BDFReader.font(of: written) {
                try expect(
                    again.glyphs.count == font.glyphs.count, "written, it has other characters")
            }
            let own = FontLibrary(own: [font])
            // The letters that the font lacks are drawn for each height, which takes longer than all else: of high
            // ones in some inputs only.
            _ = own.text(rows: bytes.count.isMultiple(of: 16) ? 64 : 8, family: font.family)
            for panel in panels { try checkLayout(of: font, in: own, on: panel) }
            return .accepted
        }
    }

    private static func checkLayout(
        of font: Font, in fonts: FontLibrary, on panel: PixelGeometry
    ) throws {
        let request = PixelLayout.Request(
            area: .face(on: panel), design: .default, weight: .regular, size: .automatic,
            showsSeconds: true, hasOverlays: false, hasLevels: panel.depth == .levels,
            hasTwoColors: false, family: font.family)
        guard let layout = PixelLayout(request, fonts: fonts) else {
            throw FuzzFinding("there is no face")
        }
        for cell in layout.cells {
            let figure = PixelArea(
                column: cell.column, row: cell.row, columns: layout.font.figureWidth,
                rows: layout.font.figureHeight)
            try expect(request.area.contains(figure), "a figure leaves the panel")
        }
    }
}
