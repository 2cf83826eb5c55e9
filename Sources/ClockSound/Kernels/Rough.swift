/// Approximate elementary functions for control values: a few multiplications each, accurate to five digits.
///
/// `Elementary` is exact to the last bits of a Double and costs ten divisions per call. A sound with hundreds of
/// drops per second, each with its own pitch, level and position, needs neither. These also give the same bits
/// everywhere.
enum Rough {
    /// 2 to the power of `x`, clamped to ±60.
    @_noLocks @inline(__always)
    static func exponential2(_ x: Float) -> Float {
        // Shifted above zero, where truncation rounds down.
        let moved = (x > 60 ? 60 : (x < -60 ? -60 : x)) + 64
        let whole = Int32(moved)
        let y = moved - Float(whole)
        // Minimax on 0 ... 1: within 2e-7.
        let high = 0.055_826_318 + y * (0.008_989_339_7 + y * 0.001_877_576_7)
        let sum = 0.999_999_94 + y * (0.693_153_08 + y * (0.240_153_61 + y * high))
        return sum * Float(bitPattern: UInt32(whole + 63) << 23)
    }

    /// The base-2 logarithm of a positive, normal `x`, within 2e-5.
    @_noLocks @inline(__always)
    static func logarithm2(_ x: Float) -> Float {
        let bits = x.bitPattern
        let exponent = Float(Int32(bits >> 23) - 127)
        let mantissa = Float(bitPattern: (bits & 0x7F_FFFF) | 0x3F80_0000)
        let s = (mantissa - 1) / (mantissa + 1)
        let square = s * s
        let sum = 1 + square * (0.333_333_33 + square * (0.2 + square * 0.142_857_14))
        return exponent + 2.885_390_1 * s * sum
    }

    /// The amplitude of a level in decibels: 0 dB is 1.
    @_noLocks @inline(__always)
    static func amplitude(decibels: Float) -> Float { exponential2(decibels * 0.166_096_4) }

    /// The tangent of 0 ... 1.4, with a relative error of 2e-4: a Padé approximant.
    @_noLocks @inline(__always)
    static func tangent(_ x: Float) -> Float {
        let square = x * x
        return x * (945 - square * (105 - square)) / (945 - square * (420 - 15 * square))
    }

    /// The sine and cosine of 0 ... 1.6 radians, within 1e-6.
    @_noLocks @inline(__always)
    static func sineAndCosine(_ x: Float) -> SIMD2<Float> {
        let z = x * x
        let sine = 1 - z / 6 * (1 - z / 20 * (1 - z / 42 * (1 - z / 72 * (1 - z / 110))))
        let cosine = 1 - z / 2 * (1 - z / 12 * (1 - z / 30 * (1 - z / 56 * (1 - z / 90))))
        return SIMD2(x * sine, cosine)
    }

    @_noLocks @inline(__always)
    static func squareRoot(_ x: Float) -> Float { Float(Hatch.squareRoot(Double(x))) }

    /// The gains that place a sound at `pan` (-1 left ... 1 right) with constant power.
    @_noLocks @inline(__always)
    static func panGains(_ pan: Float) -> SIMD2<Float> {
        SIMD2(squareRoot(0.5 - 0.5 * pan), squareRoot(0.5 + 0.5 * pan))
    }

    /// Nearly `x` up to 0.4, and never more than 0.7: Padé's approximant of the hyperbolic tangent. It rounds the
    /// rare peaks of what has loud blows over a soft bed.
    @_noLocks @inline(__always)
    static func rounded(_ x: Float) -> Float {
        let y = x / 0.7
        let held = y > 3 ? 3 : (y < -3 ? -3 : y)
        let square = held * held
        return 0.7 * held * (27 + square) / (27 + 9 * square)
    }
}
