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
            "ENCODING -1\n", "DWIDTH 128 0\n", "DWIDTH 0 0\n", "BBX 0 0 0 0\n",
            "BBX 128 128 -128 128\n", "BITMAP\n", "CHARS 4096\n", "FONT_ASCENT -128\n",
            "FONT_DESCENT 128\n", "STARTPROPERTIES 1\n", "ENDPROPERTIES\n", "FAMILY_NAME \"\"\n",
            "FFFF\n", "\r\n",
        ]
    ) {
        let panels = [
            PixelGeometry(columns: 32, rows: 8, depth: .levels),
            PixelGeometry(columns: 128, rows: 64, depth: .one),
        ]
        return { bytes in
            let lines = 1 + bytes.filter { $0 == 0x0a }.count
            let font: Font
            do throws(BDFError) {
                font = try BDFReader.font(of: bytes)
            } catch {
                try expect((1...lines).contains(error.line), "the error names no line: \(error)")
                try expect(!error.reason.isEmpty, "refused without a word")
                return .refused
            }
            try expect((1...BDFLimits.pixels).contains(font.height), "\(font.height) rows")
            // It may be one that the reader does not take; the clock then refuses the font.
            let written = Array(BDFWriter.file(of: font).utf8)
            if let again = try? BDFReader.font(of: written) {
                try expect(
                    again.glyphs.count == font.glyphs.count, "written, it has other characters")
            }
            let own = FontLibrary(own: [font])
            _ = own.text(rows: 64, family: font.family)
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
