import Glibc

// Whether somebody can tell digits from their background (product, S2).

extension Tint {
    package static let black = Tint(red: 0, green: 0, blue: 0)
    package static let white = Tint(red: 255, green: 255, blue: 255)

    /// The light of a primary, 0...1 (IEC 61966-2-1).
    package static func light(of primary: UInt8) -> Double {
        let encoded = Double(primary) / 255
        return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    }

    /// How bright the colour is beside white, 0...1.
    package var luminance: Double {
        0.2126 * Tint.light(of: red) + 0.7152 * Tint.light(of: green)
            + 0.0722 * Tint.light(of: blue)
    }

    /// 1...21.
    package func contrast(with other: Tint) -> Double {
        Contrast.ratio(luminance, other.luminance)
    }

    /// This colour, lightened or darkened by as little as tells it from another one.
    package func readable(with other: Tint) -> Tint { readable(besideLuminance: other.luminance) }

    /// The same beside the random colours of digits.
    package var readableWithRandomColors: Tint {
        readable(besideLuminance: Contrast.leastRandomLuminance)
    }

    private func readable(besideLuminance other: Double) -> Tint {
        for step in 0...255 {
            for end in [Tint.black, .white] {
                let shade = mixed(with: end, Double(step) / 255)
                if Contrast.ratio(shade.luminance, other) >= Contrast.least { return shade }
            }
        }
        // One of the two always has more than the least contrast.
        return Contrast.ratio(0, other) >= Contrast.least ? .black : .white
    }

    private func mixed(with other: Tint, _ share: Double) -> Tint {
        func mix(_ one: UInt8, _ other: UInt8) -> UInt8 {
            let (from, to) = (Double(one), Double(other))
            return UInt8((from + (to - from) * share).rounded())
        }
        return Tint(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }
}

/// The contrast of two lights, as WCAG 2.1 defines it.
package enum Contrast {
    /// What large text needs (section 1.4.3).
    package static let least = 3.0
    /// The light that random colours have at least (see `RandomColor` of the face).
    package static let leastRandomLuminance = 0.47

    static func ratio(_ one: Double, _ other: Double) -> Double {
        (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }
}

extension ClockStyle {
    /// Nobody can see a time in the colour of its background.
    /// - Parameter field: the field that made it so.
    func checkContrast(field: String) throws(CommandError) {
        guard !hasRandomColor else {
            let ratio = Contrast.ratio(Contrast.leastRandomLuminance, backgroundColor.luminance)
            guard ratio >= Contrast.least else {
                throw .invalid(field: field, .randomColorUnreadable(on: backgroundColor))
            }
            return
        }
        guard digitColor.contrast(with: backgroundColor) >= Contrast.least else {
            throw .invalid(field: field, .unreadable(digitColor, on: backgroundColor))
        }
    }
}
