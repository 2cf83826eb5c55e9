import ClockCore

// Hours in figures and minutes in dots, on panels without room for more figures that can be read. Nothing there takes
// turns: whoever looks sees the whole time at once.
extension PixelFace {
    func drawWithFives(
        _ time: ClockText, _ layout: PixelLayout, on canvas: inout PixelCanvas
    ) {
        if time.edited == .minuteTens || time.edited == .minuteOnes {
            return drawAlone(time.minuteDigits, layout, on: &canvas)
        }
        // A dot between figures and dots that always stood there would only blur both. It is lit where it says something.
        let isSign = time.blinks || time.breathes || time.second != nil
        let time = time.withSecondsOnColon
        draw(time.hourDigits, layout, on: &canvas)
        if isSign { drawDots(of: layout, share: time.colon, on: &canvas) }
        if !time.breathes { canvas.parts.dots = [] }
        drawFives(of: time.minute, layout, on: &canvas)
        drawMarks(time, layout, on: &canvas)
    }

    /// Time left: a number and sixtieths of its unit, or seconds alone.
    func drawWithFives(
        _ digits: [Int?], _ layout: PixelLayout, on canvas: inout PixelCanvas
    ) {
        guard digits.count > 2 else { return drawAlone(digits, layout, on: &canvas) }
        draw(Array(digits.prefix(2)), layout, on: &canvas)
        let sixtieths = digits.dropFirst(2).prefix(2).reduce(0) { 10 * $0 + ($1 ?? 0) }
        drawFives(of: sixtieths, layout, on: &canvas)
    }

    private func drawFives(
        of minute: Int, _ layout: PixelLayout, on canvas: inout PixelCanvas
    ) {
        for dot in layout.fives.prefix(minute / 5) { canvas.fill(dot, inks.digits) }
    }

    /// Minutes or seconds in figures, below the colon's dot.
    private func drawAlone(
        _ digits: [Int?], _ layout: PixelLayout, on canvas: inout PixelCanvas
    ) {
        var layout = layout
        for place in layout.cells.indices {
            layout.cells[place].row = area.bottom - layout.font.figureHeight
        }
        for place in layout.dots.indices {
            layout.dots[place].row = area.bottom - layout.font.figureHeight - 1
        }
        draw(digits, layout, on: &canvas)
        drawDots(of: layout, share: 1, on: &canvas)
    }
}
