// Hours and minutes in turn, on panels that cannot hold both in figures that can be read.
extension PixelFace {
    /// Each has the marks, because whoever looks may see one alone. While one of them is set, it stands still.
    func drawInTurn(
        _ time: ClockText, _ hours: PixelLayout, _ minutes: PixelLayout,
        on canvas: inout PixelCanvas
    ) {
        func page(_ digits: [Int?], _ layout: PixelLayout) -> PixelCanvas {
            var page = PixelCanvas(columns: columns, rows: rows, background: inks.background)
            draw(digits, layout, on: &page)
            drawDots(of: layout, share: time.colon, on: &page)
            if let second = time.second { drawSeconds(second, layout, on: &page) }
            drawMarks(time, layout, on: &page)
            return page
        }
        show(
            page(time.hourDigits, hours), page(time.minuteDigits, minutes),
            time.edited == .hour ? .first : time.edited == .minute ? .second : .both, on: &canvas)
    }

    /// Time left: two digits, or four with a colon.
    func drawInTurn(
        _ digits: [Int?], _ hours: PixelLayout, _ minutes: PixelLayout,
        on canvas: inout PixelCanvas
    ) {
        func page(_ digits: [Int?], _ layout: PixelLayout, hasDots: Bool) -> PixelCanvas {
            var page = PixelCanvas(columns: columns, rows: rows, background: inks.background)
            draw(digits, layout, on: &page)
            if hasDots { drawDots(of: layout, share: 1, on: &page) }
            return page
        }
        let hasBoth = digits.count > 2
        show(
            page(Array(digits.prefix(2)), hours, hasDots: hasBoth),
            page(Array(digits.suffix(2)), minutes, hasDots: hasBoth), hasBoth ? .both : .second,
            on: &canvas)
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
