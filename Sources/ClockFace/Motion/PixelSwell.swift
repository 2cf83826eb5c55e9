import HAL

/// A figure that grows into its place like a spring: it comes from a little above, and swings over its height and
/// back. Its neighbours stand too close for more width.
struct PixelSwell {
    let area: PixelArea
    /// The free rows at each end, by which it may be higher than in the end.
    let spare: Int
    let background: PixelLight

    /// Its size at the beginning.
    private static let least = 0.6
    /// How far it comes from above, as a share of its height. It fits into its area there.
    private static let way = 0.15

    /// - Parameter isSmooth: whether a picture may stand between pixels, which then share its light.
    func draw(on picture: inout PixelPicture, progress: Double, isSmooth: Bool) {
        let room = PixelArea(
            column: area.column, row: area.row - spare, columns: area.columns,
            rows: area.rows + 2 * spare)
        let after = picture.cut(room)
        let swing = MotionCurve.spring.value(progress)
        let height = height(swing)
        let width = min(1, height)
        let offset = Double(area.rows) * Self.way * min(0, swing - 1)
        let (middle, centre) = (Double(room.columns - 1) / 2, Double(room.rows - 1) / 2)
        let columns = (0..<room.columns).map { (Double($0) - middle) / width + middle }
        let nearest = columns.map { Int($0.rounded()) }
        for row in 0..<room.rows {
            let y = (Double(row) - centre - offset) / height + centre
            let source = Int(y.rounded())
            for column in 0..<room.columns {
                let light =
                    isSmooth
                    ? after.light(at: columns[column], y, background)
                    : after.pixel(nearest[column], source, or: background)
                picture[room.column + column, room.row + row] = light
            }
        }
    }

    /// The share of its height in the end.
    private func height(_ swing: Double) -> Double {
        guard swing > 1 else { return Self.least + (1 - Self.least) * max(0, swing) }
        let most = 2 * Double(spare) / Double(area.rows)
        return 1 + (swing - 1) / MotionCurve.overshoot * most
    }
}
