/// Caches the last clock it painted, because the clock changes a few times a minute and the volume meter beside
/// it thirty times a second. When the clock changes, it keeps what the change leaves as it was: of pixels, which may
/// move as often, all cells around the unchanged ones, and of segments that fade, their shapes.
struct ClockPainter: Sendable {
    private struct Painted: Hashable {
        var picture: ClockPicture
        var capability: TerminalCapability
    }

    private var painted: Painted?
    private var cells: [TerminalCell] = []
    private var segments: SegmentPainting?
    private var pixels: PixelPainting?

    init() {}

    mutating func draw(_ picture: ClockPicture, on canvas: inout Canvas, left: Int, top: Int) {
        let wanted = Painted(picture: picture, capability: canvas.capability)
        if painted != wanted {
            paint(picture, canvas.capability)
            painted = wanted
        }
        let columns = picture.size.columns
        for row in 0..<picture.size.rows {
            for column in 0..<columns {
                canvas.set(cells[row * columns + column], left + column, top + row)
            }
        }
        picture.body.draw(
            on: &canvas, left: left, top: top, ClockShades(picture.display, canvas.capability))
    }

    private mutating func paint(_ picture: ClockPicture, _ capability: TerminalCapability) {
        switch picture.content {
        case .segments(let shapes):
            let place = SegmentPainting.Place(
                shapes: shapes, body: picture.body, isPlain: capability == .plain)
            var painting =
                segments.flatMap { $0.place == place ? $0 : nil } ?? SegmentPainting(place)
            cells = painting.cells(picture.display, capability)
            segments = painting
        case .pixels(let grid):
            let place = PixelPainting.Place(
                grid: grid, body: picture.body, capability: capability,
                color: picture.display.color)
            var painting =
                pixels.flatMap { $0.place == place ? $0 : nil }
                ?? PixelPainting(place, picture.display)
            // No copies, or the painting would copy itself before it changes.
            pixels = nil
            cells = []
            painting.show(picture.display)
            cells = painting.cells
            pixels = painting
        }
    }
}
