import HAL
import SimulatedBoard

/// The colours of a clock, computed once for each picture.
struct ClockShades {
    static let glass = PictureColor(8, 8, 8)
    /// A lit segment.
    let light: PictureColor
    /// An unlit segment or LED.
    let ghost: PictureColor
    /// How bright full light looks, 0...1.
    let seen: Double

    init(_ display: SimulatorScreen.Display) {
        var full = PictureColor(display.color)
        if case .pixels(let geometry) = display.geometry, geometry.color != .single {
            // Its pixels have colours of their own.
            full = PictureColor(255, 255, 255)
        }
        // In a dark room the eye adapts, so the lowest duty appears dim but not murky.
        seen = display.lit.duty > 0 ? 0.22 + 0.78 * perceivedLightness(display.lit.duty) : 0
        light = PictureColor(0, 0, 0).mixed(with: full, share: seen)
        ghost = PictureColor(19, 18, 20).mixed(with: full, share: 0.075)
    }

    func color(of spot: ClockSpot) -> PictureColor {
        let unlit = ClockShades.glass.mixed(with: ghost, share: spot.ghost)
        // What hardly glows is still no darker than what is unlit.
        return unlit.mixed(with: (spot.light ?? light).brighter(unlit), share: spot.lit)
    }
}

/// What shows at a point of the picture.
struct ClockSpot {
    /// How much of it an unlit part and a lit one cover, 0...1.
    var ghost = 0.0
    var lit = 0.0
    /// The lit part's colour; nil for that of all.
    var light: PictureColor?
    /// How bright it looks beside full light, without colours: 0 for what is not lit.
    var lightness = 0.0

    /// The fraction of a sample's square that lies within a shape.
    static func coverage(_ distance: Double) -> Double {
        min(1, max(0, 0.5 - distance / 0.55))
    }
}

/// The light of a panel's pixels, as the screen shows it.
struct PixelLights {
    private let picture: PixelPicture
    private let lights: [PictureColor?]

    init(_ display: SimulatorScreen.Display, _ geometry: PixelGeometry, _ shades: ClockShades) {
        let lit = display.lit.isDark ? nil : display.lit.pixels
        picture = lit ?? PixelPicture(columns: geometry.columns, rows: geometry.rows)
        let full = PictureColor(display.color)
        let encoded = PixelLights.encoded
        lights = picture.pixels.map { pixel in
            guard pixel != .black else { return nil }
            let isSingle = geometry.color == .single
            let own = PictureColor(
                encoded[Int(pixel.red)], encoded[Int(pixel.green)], encoded[Int(pixel.blue)])
            return PictureColor(0, 0, 0).mixed(
                with: isSingle ? full : own,
                share: shades.seen * (isSingle ? PixelLights.lightnesses[Int(pixel.level)] : 1))
        }
    }

    /// nil for a dark pixel, and beside the panel.
    subscript(column: Int, row: Int) -> PictureColor? {
        guard (0..<picture.columns).contains(column), (0..<picture.rows).contains(row)
        else { return nil }
        return lights[row * picture.columns + column]
    }

    /// How bright a pixel looks beside one of full light, 0...1.
    func lightness(_ column: Int, _ row: Int) -> Double {
        self[column, row] == nil ? 0 : PixelLights.lightnesses[Int(picture[column, row].level)]
    }

    private static let lightnesses = (0...255).map { perceivedLightness(Double($0) / 255) }
    private static let encoded = (0...255).map { 255 * encodedLight(Double($0) / 255) }
}
