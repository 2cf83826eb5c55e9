import HAL
import SimulatedBoard

/// The colours of a clock, computed once for each picture. With 256 colours, soft gradients would become patches of
/// different hues, so light is flat there.
struct ClockShades {
    /// A lit segment.
    let light: PictureColor
    /// An unlit segment or LED.
    let ghost: PictureColor
    let glow: Double
    let heat: Double
    /// How bright full light looks, 0...1.
    let seen: Double
    let isSoft: Bool
    private let tint: PictureColor

    init(_ display: SimulatorScreen.Display, _ capability: TerminalCapability) {
        let full = display.ownColor
        tint = full
        isSoft = capability == .trueColor
        // In a dark room the eye adapts, so the lowest duty appears dim but not murky.
        seen = display.lit.duty > 0 ? 0.22 + 0.78 * perceivedLightness(display.lit.duty) : 0
        light = PictureColor(0, 0, 0).mixed(with: full, share: seen)
        ghost =
            isSoft
            ? PictureColor(19, 18, 20).mixed(with: full, share: 0.075)
            : PictureColor(38, 38, 38)
        glow = isSoft ? 0.30 * seen : 0
        heat = isSoft ? 0.42 * seen * seen : 0
    }

    /// The smoked pane, slightly lighter at its upper edge.
    func glass(at share: Double) -> PictureColor {
        guard isSoft else { return PictureColor(8, 8, 8) }
        let shine = max(0, 1 - share * 2.2)
        return PictureColor(6, 6, 8).mixed(with: tint, share: 0.012)
            .adding(PictureColor(255, 255, 255), share: 0.022 * shine)
    }

    /// Plastic, lit from above.
    func caseColor(_ share: Double, depth: Double) -> PictureColor {
        guard isSoft else { return PictureColor(58, 58, 58) }
        let base = PictureColor(58, 60, 68).mixed(with: PictureColor(34, 35, 41), share: share)
        let edge = max(0, 1 - depth / 0.9) * max(0, 1 - share * 3)
        return base.adding(PictureColor(255, 255, 255), share: 0.13 * edge)
    }

    /// The colour of a point behind the glass of segments that are this high.
    func color(
        of sample: SegmentShapes.Sample, height: Double, on glass: PictureColor
    ) -> PictureColor {
        var result = glass.mixed(with: ghost, share: ClockCase.coverage(sample.ghost))
        guard sample.lit < height else { return result }
        let reach = max(0, sample.lit) / (height * 0.09)
        result = result.adding(light, share: glow / (1 + reach * reach))
        let depth = min(1, max(0, -sample.lit / (height * 0.075)))
        let lit = light.mixed(with: PictureColor(255, 236, 220), share: depth * heat)
        return result.mixed(with: lit, share: ClockCase.coverage(sample.lit))
    }
}

extension SimulatorScreen.Display {
    /// The colour of the whole panel; white if its pixels have colours of their own.
    fileprivate var ownColor: PictureColor {
        if case .pixels(let geometry) = geometry, geometry.color != .single {
            return PictureColor(255, 255, 255)
        }
        return PictureColor(color)
    }
}

/// The light of a panel's pixels, as the screen shows it.
struct PixelLights {
    private let picture: PixelPicture
    private let columns: Int
    private let rows: Int
    private let lights: [PictureColor?]

    init(_ display: SimulatorScreen.Display, _ geometry: PixelGeometry, _ shades: ClockShades) {
        (columns, rows) = (geometry.columns, geometry.rows)
        let lit = display.lit.isDark ? nil : display.lit.pixels
        picture = lit ?? PixelPicture(columns: columns, rows: rows)
        let black = PictureColor(0, 0, 0)
        let full = PictureColor(display.color)
        lights = picture.pixels.map { pixel in
            guard pixel != .black else { return nil }
            guard geometry.color != .single else {
                return black.mixed(
                    with: full, share: shades.seen * PixelLights.lightnesses[Int(pixel.level)])
            }
            let encoded = PixelLights.encoded
            return black.mixed(
                with: PictureColor(
                    encoded[Int(pixel.red)], encoded[Int(pixel.green)], encoded[Int(pixel.blue)]),
                share: shades.seen)
        }
    }

    /// nil for a dark pixel, and beside the panel.
    subscript(column: Int, row: Int) -> PictureColor? {
        guard (0..<columns).contains(column), (0..<rows).contains(row) else { return nil }
        return lights[row * columns + column]
    }

    /// How bright a pixel looks beside one of full light, 0...1.
    func lightness(_ column: Int, _ row: Int) -> Double {
        self[column, row] == nil ? 0 : PixelLights.lightnesses[Int(picture[column, row].level)]
    }

    private static let lightnesses = (0...255).map { perceivedLightness(Double($0) / 255) }
    private static let encoded = (0...255).map { 255 * encodedLight(Double($0) / 255) }
}
