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
