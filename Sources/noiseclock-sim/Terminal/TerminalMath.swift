import Glibc

/// The base-10 logarithm of a positive number.
func logarithm(_ value: Double) -> Double {
    log10(value)
}

func powerOfTen(_ exponent: Double) -> Double {
    pow(10, exponent)
}

/// Perceived lightness, 0...1, of a fraction of full light (L* of CIE 1976, over 100).
func perceivedLightness(_ luminance: Double) -> Double {
    luminance > 0.008856 ? 1.16 * cbrt(luminance) - 0.16 : luminance * 9.033
}

/// An amplitude in dBFS; nil for silence, below -120.
func decibels(_ amplitude: Double) -> Double? {
    guard amplitude.isFinite, amplitude > 1e-6 else { return nil }
    return 20 * log10(amplitude)
}

/// What sRGB calls a fraction of full light, 0...1 (IEC 61966-2-1).
func encodedLight(_ light: Double) -> Double {
    light > 0.0031308 ? 1.055 * pow(light, 1 / 2.4) - 0.055 : light * 12.92
}
