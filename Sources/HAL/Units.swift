/// Illuminance.
package struct Lux: Hashable, Comparable, Sendable {
    package var value: Double

    /// Clamps negative and non-finite values, which do not occur in nature, to 0.
    package init(_ value: Double) {
        self.value = value.isFinite ? max(0, value) : 0
    }

    package static func < (one: Lux, other: Lux) -> Bool { one.value < other.value }
}

/// Perceived brightness, from 0 (the panel's minimum, not dark) to 100 per cent, in steps uniform to the eye. It
/// is the lightness L* of CIE 1976; drivers convert it to light.
package struct Brightness: Hashable, Comparable, Sendable {
    package let percent: Double

    /// Clamped to 0...100.
    package init(percent: Double) {
        self.percent = percent.isFinite ? min(100, max(0, percent)) : 0
    }

    package static let minimum = Brightness(percent: 0)
    package static let maximum = Brightness(percent: 100)

    package static func < (one: Brightness, other: Brightness) -> Bool {
        one.percent < other.percent
    }

    /// The fraction of full light, 0...1, that looks this bright (CIE 15:2004, 8.2.1).
    package var luminance: Double {
        guard percent > 8 else { return percent / 903.3 }
        let root = (percent + 16) / 116
        return root * root * root
    }
}
