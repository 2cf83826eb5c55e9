import ClockCore
import HAL

/// A steady halo: what is lit shines a little on the pixels around it (product, S3).
///
/// It comes onto the finished picture, so that it goes with whatever moves. A pixel takes the brightest of its neighbours
/// and never their sum; otherwise the counters of small figures, which have light on all sides, would close. At its most
/// a halo has a fifth of the light beside it, which is far below the contrast that people read by.
struct PixelHalo: Hashable, Sendable {
    /// The share of the light beside it that a pixel takes, and of the light at a corner.
    let beside: Double
    let corner: Double

    /// Nil: there is none. At night there is as little light as possible, and a lit background outshines a halo.
    init?(_ style: ClockStyle, isNight: Bool, on panel: PixelGeometry, _ background: PixelLight) {
        guard style.halo.value > 0, !isNight, panel.depth == .levels, background == .black else {
            return nil
        }
        beside = 0.2 * Brightness(percent: Double(style.halo.value)).luminance
        corner = beside / 2
    }

    func draw(on picture: inout PixelPicture) {
        let lit = picture
        for row in 0..<lit.rows {
            for column in 0..<lit.columns where lit[column, row] == .black {
                var most = PixelLight.black
                for (right, down) in PixelHalo.neighbours
                where lit.contains(column + right, row + down) {
                    let share = right == 0 || down == 0 ? beside : corner
                    let light = lit[column + right, row + down].scaled(by: share, from: .black)
                    if light.luminance > most.luminance { most = light }
                }
                picture[column, row] = most
            }
        }
    }

    private static let neighbours = (-1...1).flatMap { right in
        (-1...1).map { (right, $0) }
    }.filter { $0 != (0, 0) }
}
