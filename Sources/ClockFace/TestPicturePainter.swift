import ClockCore
import HAL

/// Draws the test pictures of people who build a clock.
struct TestPicturePainter {
    var test: Snapshot.Test

    // MARK: - Segments

    func segments(on panel: SegmentGeometry) -> SegmentPicture {
        let blank = Array(repeating: Segments.blank, count: panel.digits)
        let all: Segments =
            panel.shape == .seven
            ? [.a, .b, .c, .d, .e, .f, .g, .point] : Segments(rawValue: 0x7FFF)
        switch test.picture.content {
        case .all:
            return SegmentPicture(digits: blank.map { _ in all }, colon: true, lamps: panel.lamps)
        case .digit(let digit):
            var digits = blank
            if digits.indices.contains(digit - 1) { digits[digit - 1] = all }
            return SegmentPicture(digits: digits)
        case .letter(let letter):
            let segment = TestPicturePainter.segments[letter] ?? .blank
            return SegmentPicture(digits: blank.map { _ in segment })
        case .text(let text):
            return SegmentFace(panel: panel).text(String(text.prefix(panel.digits)))
        case .rows, .columns, .row, .column, .pixel: return SegmentPicture(digits: blank)
        }
    }

    private static let segments: [String: Segments] = [
        "a": .a, "b": .b, "c": .c, "d": .d, "e": .e, "f": .f, "g": .g, "g1": .g1, "g2": .g2,
        "h": .h, "i": .i, "j": .j, "k": .k, "l": .l, "m": .m, "dp": .point,
    ]

    // MARK: - Pixels

    /// The whole panel, even what a bezel hides.
    func pixels(on panel: PixelGeometry, _ layouts: inout PixelLayouts) -> PixelPicture {
        let light = test.picture.color.map { PixelLight($0, share: 1) } ?? .white
        var canvas = PixelCanvas(columns: panel.columns, rows: panel.rows, background: .black)
        func row(_ row: Int) -> PixelArea {
            PixelArea(column: 0, row: row, columns: panel.columns, rows: 1)
        }
        func column(_ column: Int) -> PixelArea {
            PixelArea(column: column, row: 0, columns: 1, rows: panel.rows)
        }
        switch test.picture.content {
        case .all:
            canvas.fill(
                PixelArea(column: 0, row: 0, columns: panel.columns, rows: panel.rows), light)
        case .rows: canvas.fill(row(test.step % max(1, panel.rows)), light)
        case .columns: canvas.fill(column(test.step % max(1, panel.columns)), light)
        case .row(let place): canvas.fill(row(place), light)
        case .column(let place): canvas.fill(column(place), light)
        case .pixel(let column, let row): canvas.dot(column, row, light)
        case .digit(let digit):
            let request = PixelLayout.Request(
                area: .face(on: panel), design: .default, weight: .regular, size: .automatic,
                showsSeconds: false, hasOverlays: false, hasLevels: panel.depth == .levels,
                hasTwoColors: panel.color != .single)
            guard let layout = layouts.layout(for: request) else { break }
            // Dots for five minutes stand for the minutes' digits: the first half hour, and the second one.
            let half = layout.fives.count / 2
            let fives = [layout.fives.prefix(half), layout.fives.dropFirst(half)].map(Array.init)
            let digits =
                layout.cells.map { cell in
                    [
                        PixelArea(
                            column: cell.column, row: cell.row, columns: layout.font.figureWidth,
                            rows: layout.font.figureHeight)
                    ]
                } + (half > 0 ? fives : [])
            guard digits.indices.contains(digit - 1) else { break }
            for area in digits[digit - 1] { canvas.fill(area, light) }
        case .letter: break
        case .text(let text):
            let font = FontLibrary.builtIn.text(rows: min(panel.rows, 8))
            canvas.draw(
                text, in: font, pen: 0, line: max(0, (panel.rows - font.height) / 2),
                upTo: panel.columns, light)
        }
        return canvas.picture
    }
}
