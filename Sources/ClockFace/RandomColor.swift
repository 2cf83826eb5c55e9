import ClockCore
import Glibc

/// A readable colour for each minute (product, S2). The minute decides it, so that the same night looks the same again.
///
/// Lightness and chroma are fixed in OKLCH (Ottosson, 2020), which keeps all hues equally readable. Successive hues are
/// 97.5 to 177.5 degrees apart: the golden angle, and up to 40 degrees more or less by chance.
enum RandomColor {
    private static let lightness = 0.8
    /// The most that all hues of that lightness have in sRGB, nearly.
    private static let chroma = 0.12
    private static let goldenAngle = 137.5

    static func tint(ofMinute minute: Int) -> Tint {
        let hue = hue(ofMinute: minute) * .pi / 180
        let (a, b) = (chroma * cos(hue), chroma * sin(hue))
        func cubed(_ value: Double) -> Double { value * value * value }
        let long = cubed(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let medium = cubed(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let short = cubed(lightness - 0.0894841775 * a - 1.2914855480 * b)
        return Tint(
            red: encoded(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
            green: encoded(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
            blue: encoded(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short))
    }

    /// In degrees.
    static func hue(ofMinute minute: Int) -> Double {
        // A small hash (Knuth's multiplicative one): 0 to 39 degrees.
        let chance = Double((UInt32(truncatingIfNeeded: minute) &* 2_654_435_761) >> 16 % 40)
        return (Double(minute) * goldenAngle + chance).truncatingRemainder(dividingBy: 360)
    }

    /// Linear light as an sRGB value.
    private static func encoded(_ light: Double) -> UInt8 {
        let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8(min(255, max(0, (255 * value).rounded())))
    }
}
