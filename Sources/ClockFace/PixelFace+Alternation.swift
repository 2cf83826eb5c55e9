// Hours and minutes in turn, on panels that cannot hold both in figures that can be read.
extension PixelFace {
    /// While hours or minutes are set, they stand still.
    func drawAlternating(
        _ time: ClockText, _ hours: PixelLayout, _ minutes: PixelLayout,
        on canvas: inout PixelCanvas
    ) {
        show(
            page(time.hourDigits, hours, dots: time.colon, of: time),
            page(time.minuteDigits, minutes, dots: time.colon, of: time),
            time.edited == .hour ? .first : time.edited == .minute ? .second : .both, on: &canvas)
    }

    /// Time left: two digits, or four with a colon.
    func drawAlternating(
        _ digits: [Int?], _ hours: PixelLayout, _ minutes: PixelLayout,
        on canvas: inout PixelCanvas
    ) {
        let hasBoth = digits.count > 2
        let dots: Double = hasBoth ? 1 : 0
        show(
            page(Array(digits.prefix(2)), hours, dots: dots),
            page(Array(digits.suffix(2)), minutes, dots: dots), hasBoth ? .both : .second,
            on: &canvas)
    }

    /// - Parameters:
    ///   - dots: how bright they are beside the digits, 0...1.
    ///   - time: each page of it has the seconds and the marks, because whoever looks may see one page alone.
    private func page(
        _ digits: [Int?], _ layout: PixelLayout, dots: Double, of time: ClockText? = nil
    ) -> PixelCanvas {
        var page = PixelCanvas(columns: columns, rows: rows, background: inks.background)
        draw(digits, layout, on: &page)
        drawDots(of: layout, share: dots, on: &page)
        if let time {
            if let second = time.second { drawSeconds(second, layout, on: &page) }
            drawMarks(time, layout, on: &page)
        }
        return page
    }

    private enum Shown {
        case first, second, both
    }

    /// Figures that give their place to others do not move in any other way.
    private func show(
        _ first: PixelCanvas, _ second: PixelCanvas, _ shown: Shown, on canvas: inout PixelCanvas
    ) {
        canvas = shown == .second ? second : first
        if shown == .both { canvas.turn = second.picture }
        canvas.parts = MovingParts()
    }
}
