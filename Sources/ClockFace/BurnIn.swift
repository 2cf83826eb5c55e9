import HAL

/// Moves the pictures of panels whose pixels grow dim with use, such as OLEDs: a colon that stands still for years
/// would stay visible as a shadow.
///
/// The picture goes round its place, by one pixel every ten minutes, into a margin that the layout keeps free. So
/// nobody sees it move, nothing is cut off, and each edge of a stroke is spread over three pixels.
enum BurnIn {
    static let margin = 1
    private static let minutesPerStep = 10
    private static let path = [
        (0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1),
    ]

    /// How far the picture is from its place at a minute, counted from any midnight.
    static func offset(ofMinute minute: Int) -> (columns: Int, rows: Int) {
        let step = Int((Double(minute) / Double(minutesPerStep)).rounded(.down)) % path.count
        return path[step < 0 ? step + path.count : step]
    }
}

extension PixelArea {
    /// Where a face may draw: inside the safe area, with the margin in which the picture moves.
    static func face(on panel: PixelGeometry) -> PixelArea {
        let area = safe(on: panel)
        let margin = panel.burnsIn ? BurnIn.margin : 0
        guard area.columns > 2 * margin, area.rows > 2 * margin else { return area }
        return PixelArea(
            column: area.column + margin, row: area.row + margin,
            columns: area.columns - 2 * margin, rows: area.rows - 2 * margin)
    }
}

extension PixelPicture {
    /// The picture moved to the right and down, with `background` where nothing was.
    func moved(columns: Int, rows: Int, background: PixelLight) -> PixelPicture {
        guard columns != 0 || rows != 0 else { return self }
        var moved = PixelPicture(
            columns: self.columns, rows: self.rows, filledWith: background)
        let whole = PixelArea(column: 0, row: 0, columns: self.columns, rows: self.rows)
        moved.place(self, column: columns, row: rows, in: whole)
        return moved
    }
}
