import ClockCore
import HAL

/// The light of each part of a picture on one panel, in one style.
struct PixelInks: Hashable {
    var background = PixelLight.black
    var digits = PixelLight.white
    /// The digits that touch others, where another colour can tell them apart.
    var touchingDigits = PixelLight.white
    /// Texts, the bar of the seconds, and marks.
    var overlay = PixelLight.white
    /// The mark of a set alarm.
    var mark = PixelLight.white
    var halo: PixelHalo?
    /// Whether pixels have levels.
    private var hasLevels = true
    /// How a text may have a colour of its own.
    private var ownColors = PixelGeometry.ColorRange.single

    /// The night's red: no blue, and little enough green that it looks red on every panel.
    static let nightRed = Tint(red: 255, green: 42, blue: 0)

    /// - Parameters:
    ///   - isNight: whether the night's style holds.
    ///   - minute: the minutes since some midnight; it decides a random colour.
    ///   - ownTint: a colour of what is shown, in place of the style's.
    init(
        panel: PixelGeometry, style: ClockStyle, isNight: Bool, minute: Int, ownTint: Tint? = nil
    ) {
        hasLevels = panel.depth == .levels
        let isRed = isNight && style.night.isRed
        if !isRed { ownColors = panel.color }
        var tint =
            isRed
            ? PixelInks.nightRed
            : style.hasRandomColor ? RandomColor.tint(ofMinute: minute) : style.digitColor
        var back = isNight ? Tint.black : style.backgroundColor
        let isDarkOnLight = back.brightness > tint.brightness
        if isDarkOnLight, min(panel.columns, panel.rows) < PixelInks.rowsForDarkOnLight {
            (tint, back) = (back, Tint.black)
        }
        let glow = panel.depth == .levels ? Glow.share(style.motion.glow) : 0
        let hasShares = panel.depth == .levels || panel.color == .full
        let bright =
            hasShares ? PixelInks.light(ofPercent: style.digitBrightness) / (1 + glow) : 1
        let dimmer =
            hasShares ? bright * PixelInks.light(ofPercent: style.overlayBrightness) : 1
        switch panel.color {
        case .single:
            if back.brightness > tint.brightness {
                background = PixelLight(share: bright)
                digits = .black
                overlay = .black
                mark = .black
            } else {
                digits = PixelLight(share: bright)
                overlay = PixelLight(share: dimmer)
                mark = overlay
            }
        case .redGreen:
            digits = PixelLight(redAndGreenOf: tint)
            overlay = digits
            mark = isRed ? digits : PixelLight(redAndGreenOf: PixelInks.markColor)
        case .full:
            background = PixelLight(back, share: bright)
            digits = PixelLight(tint, share: bright)
            overlay = PixelLight(tint, share: dimmer)
            mark = isRed ? overlay : PixelInks.light(of: Self.markColor, notBrighterThan: overlay)
        }
        digits = digits(in: ownTint?.readable(with: back))
        switch panel.color {
        case .single: touchingDigits = digits
        case .redGreen:
            touchingDigits =
                isRed ? digits : digits == .redAndGreen ? .greenAlone : .redAndGreen
        case .full:
            // A red night has no second colour; there the second digits are dimmer.
            touchingDigits =
                isRed
                ? background.mixed(with: digits, 0.3)
                : PixelInks.second(to: digits, on: back)
        }
        halo = PixelHalo(style, isNight: isNight, on: panel, background)
    }

    /// Amber or ice, whichever differs more from the digits, and no brighter than they are.
    private static func second(to digits: PixelLight, on back: Tint) -> PixelLight {
        let candidates = [
            Tint(red: 255, green: 160, blue: 0), Tint(red: 90, green: 170, blue: 255),
        ]
        .map { light(of: $0.readable(with: back), notBrighterThan: digits) }
        return candidates.max { digits.distance(to: $0) < digits.distance(to: $1) } ?? digits
    }

    /// With fewer rows or columns, the light around figures of three pixels is stronger than their shape. There the
    /// colours of a dark face on a lit background change places.
    private static let rowsForDarkOnLight = 24

    /// A text's light in a colour of its own, where the panel and the night allow one.
    func overlay(in tint: Tint?) -> PixelLight { light(of: tint, insteadOf: overlay) }

    /// The same of a text that has the whole panel.
    func digits(in tint: Tint?) -> PixelLight { light(of: tint, insteadOf: digits) }

    private func light(of tint: Tint?, insteadOf light: PixelLight) -> PixelLight {
        guard let tint else { return light }
        switch ownColors {
        case .single: return light
        case .redGreen: return PixelLight(redAndGreenOf: tint)
        case .full: return PixelInks.light(of: tint, notBrighterThan: light)
        }
    }

    private static func light(of tint: Tint, notBrighterThan limit: PixelLight) -> PixelLight {
        guard limit != .black else { return .black }
        let full = PixelLight(tint, share: 1)
        return PixelLight(tint, share: min(1, limit.luminance / full.luminance))
    }

    /// The alarm's mark where there are colours: amber.
    private static let markColor = Tint(red: 255, green: 160, blue: 0)

    /// A day of the week.
    func day(isToday: Bool, isWeekend: Bool) -> PixelLight {
        let light = isWeekend ? touchingDigits : overlay
        return isToday ? light : background.mixed(with: light, 0.15)
    }

    /// The digits' light, dimmer by a share of it; nil for none at all.
    func digits(share: Double) -> PixelLight? {
        guard share > 0 else { return nil }
        guard hasLevels, share < 1 else { return share >= 0.5 ? digits : nil }
        return background.mixed(with: digits, share)
    }

    /// The share of full light that looks as bright as the percentage says.
    private static func light(ofPercent percent: Percent) -> Double {
        Brightness(percent: Double(percent.value)).luminance
    }
}

extension PixelLight {
    /// A grey of a share of full light; at least the least level that is not dark.
    fileprivate init(share: Double) {
        self.init(level: UInt8(min(255, max(1, (255 * share).rounded()))))
    }

    /// A colour as people name it, on a pixel that has a red and a green light which are on or off.
    fileprivate init(redAndGreenOf tint: Tint) {
        let light = PixelLight(tint, share: 1)
        let strongest = Int(max(light.red, light.green))
        self.init(
            red: 2 * Int(light.red) > strongest || strongest == 0 ? 255 : 0,
            green: 2 * Int(light.green) > strongest || strongest == 0 ? 255 : 0, blue: 0)
    }

    fileprivate static let greenAlone = PixelLight(red: 0, green: 255, blue: 0)
    fileprivate static let redAndGreen = PixelLight(red: 255, green: 255, blue: 0)

    /// The greatest difference between the shares of a primary.
    fileprivate func distance(to other: PixelLight) -> Int {
        zip([red, green, blue], [other.red, other.green, other.blue])
            .map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    /// How bright it looks, 0...1 (IEC 61966-2-1).
    var luminance: Double {
        (0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)) / 255
    }

    /// A colour as people name it, in linear light (IEC 61966-2-1).
    init(_ tint: Tint, share: Double) {
        func linear(_ value: UInt8) -> UInt8 {
            guard value > 0 else { return 0 }
            return UInt8(min(255, max(1, (255 * Tint.light(of: value) * share).rounded())))
        }
        self.init(red: linear(tint.red), green: linear(tint.green), blue: linear(tint.blue))
    }
}

extension Tint {
    /// A rough measure, to tell which of two colours is the brighter one.
    fileprivate var brightness: Int { 2 * Int(red) + 5 * Int(green) + Int(blue) }
}
