import HAL

/// How the light of a panel's pixels looks on the screen.
struct PixelLights {
    typealias Light = SIMD4<Double>

    private let color: Light
    private let isSingle: Bool
    private let seen: Double

    init(_ geometry: PixelGeometry, _ display: SimulatorScreen.Display, _ shades: ClockShades) {
        color = PixelLights.light(PictureColor(display.color))
        isSingle = geometry.color == .single
        seen = shades.seen
    }

    static func light(_ color: PictureColor) -> Light {
        Light(color.red, color.green, color.blue, 0)
    }

    static func color(_ light: Light) -> PictureColor {
        PictureColor(light.x, light.y, light.z)
    }

    /// The colour of a lit pixel: sRGB components, 0...255; zero if it is off.
    func light(_ pixel: PixelLight) -> Light {
        guard pixel != .black else { return .zero }
        guard !isSingle else { return color * (seen * PixelLights.lightness(pixel)) }
        let values = PixelLights.encoded
        return Light(
            values[Int(pixel.red)], values[Int(pixel.green)], values[Int(pixel.blue)], 0) * seen
    }

    /// How bright a pixel looks beside one of full light, 0...1.
    static func lightness(_ pixel: PixelLight) -> Double { lightnesses[Int(pixel.level)] }

    private static let lightnesses = (0...255).map { perceivedLightness(Double($0) / 255) }
    private static let encoded = (0...255).map { 255 * encodedLight(Double($0) / 255) }
}
