import HAL
import SimulatedBoard

/// The colours that a terminal supports.
enum TerminalCapability: Hashable, Sendable, CaseIterable {
    case trueColor, colors256
    /// No colours or other attributes: only the glyphs distinguish lit from unlit.
    case plain

    /// Detects the capability from the environment. A non-empty `NO_COLOR` takes precedence (no-color.org), then
    /// COLORTERM, then TERM. The kernel's console accepts xterm's 256 colours and uses the nearest of its
    /// sixteen.
    static func detected(in environment: [String: String]) -> TerminalCapability {
        if let refusal = environment["NO_COLOR"], !refusal.isEmpty { return .plain }
        let terminal = environment["TERM"] ?? ""
        if terminal.isEmpty || terminal == "dumb" || terminal.hasPrefix("vt") { return .plain }
        if let color = environment["COLORTERM"], color == "truecolor" || color == "24bit" {
            return .trueColor
        }
        return terminal.hasSuffix("-direct") ? .trueColor : .colors256
    }

    /// The closest colour that the terminal can show.
    func resolve(_ color: PictureColor) -> TerminalColor {
        switch self {
        case .plain: .standard
        case .trueColor:
            .rgb(
                PictureColor.byte(color.red), PictureColor.byte(color.green),
                PictureColor.byte(color.blue))
        case .colors256: .indexed(TerminalCapability.nearestIndex(color))
        }
    }

    /// xterm's palette: a cube of six levels per component from 16, a grey ramp from 232. The first sixteen are
    /// not used, because people customise them.
    private static func nearestIndex(_ color: PictureColor) -> UInt8 {
        let levels: [Double] = [0, 95, 135, 175, 215, 255]
        func nearestLevel(_ value: Double) -> Int {
            levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
        }
        let (red, green, blue) = (
            nearestLevel(color.red), nearestLevel(color.green), nearestLevel(color.blue)
        )
        let cube = PictureColor(levels[red], levels[green], levels[blue])
        let mean = (color.red + color.green + color.blue) / 3
        let step = min(23, max(0, Int(((mean - 8) / 10).rounded())))
        let level = Double(8 + 10 * step)
        let grey = PictureColor(level, level, level)
        return grey.distance(to: color) < cube.distance(to: color)
            ? UInt8(232 + step) : UInt8(16 + 36 * red + 6 * green + blue)
    }
}

/// A colour for calculations: sRGB components, 0...255.
struct PictureColor: Hashable {
    var red: Double
    var green: Double
    var blue: Double

    init(_ red: Double, _ green: Double, _ blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// A display's full light.
    init(_ light: BoardDescription.Display.Color) {
        (red, green, blue) = light.atFullLight
    }

    static func byte(_ component: Double) -> UInt8 {
        UInt8(min(255, max(0, component.rounded())))
    }

    func mixed(with other: PictureColor, share: Double) -> PictureColor {
        PictureColor(
            red + (other.red - red) * share, green + (other.green - green) * share,
            blue + (other.blue - blue) * share)
    }

    /// Of each component the greater.
    func brighter(_ other: PictureColor) -> PictureColor {
        PictureColor(max(red, other.red), max(green, other.green), max(blue, other.blue))
    }

    static func mean(_ colors: [PictureColor]) -> PictureColor {
        let share = 1 / Double(max(1, colors.count))
        return colors.reduce(PictureColor(0, 0, 0)) {
            PictureColor(
                $0.red + $1.red * share, $0.green + $1.green * share, $0.blue + $1.blue * share)
        }
    }

    /// The squared distance, with green weighted most, as in the eye.
    func distance(to other: PictureColor) -> Double {
        let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
        return 2 * r * r + 4 * g * g + 3 * b * b
    }

    /// ITU-R BT.709 weights.
    var luma: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}
