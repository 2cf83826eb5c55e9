/// Elementary functions from additions and multiplications alone.
///
/// The C library's are opaque to the `@_noLocks` check, and their last bit varies between versions and machines.
/// These give the same bits everywhere, which makes "the same seed, the same samples" true beyond one computer.
enum Elementary {
    static var pi: Double { 3.141592653589793 }
    private static var naturalLogarithmOfTwo: Double { 0.6931471805599453 }
    /// Octaves per decibel of amplitude: log2(10) / 20.
    static var octavesPerDecibel: Double {
        @_noLocks get { 0.16609640474436813 }
    }

    /// 2 to the power of `x`, clamped to ±1000. Relative error below 1e-15.
    @_noLocks
    static func exponential2(_ x: Double) -> Double {
        let bounded = x > 1000 ? 1000 : (x < -1000 ? -1000 : x)
        let whole = Int(bounded + (bounded < 0 ? -0.5 : 0.5))
        let y = (bounded - Double(whole)) * naturalLogarithmOfTwo
        // Taylor, |y| <= 0.347: the first omitted term is 0.347^14 / 14! = 4e-18.
        var sum = 1.0
        var term = 13.0
        while term >= 1 {
            sum = 1 + sum * y / term
            term -= 1
        }
        return sum * Double(bitPattern: UInt64(whole + 1023) << 52)
    }

    /// The base-2 logarithm; 0 for arguments without one (zero, negative, not normal).
    @_noLocks
    static func logarithm2(_ x: Double) -> Double {
        let bits = x.bitPattern
        let biased = Int(bits >> 52)
        guard biased > 0, biased < 2047 else { return 0 }
        var exponent = biased - 1023
        var mantissa = Double(bitPattern: (bits & 0xF_FFFF_FFFF_FFFF) | 0x3FF0_0000_0000_0000)
        if mantissa > 1.4142135623730951 {
            mantissa *= 0.5
            exponent += 1
        }
        // ln m = 2 artanh((m - 1) / (m + 1)), |s| <= 0.172: the first omitted term is 1e-18.
        let s = (mantissa - 1) / (mantissa + 1)
        let square = s * s
        var sum = 0.0
        var odd = 21.0
        while odd >= 1 {
            sum = sum * square + 1 / odd
            odd -= 2
        }
        return Double(exponent) + 2 * s * sum / naturalLogarithmOfTwo
    }

    /// The sine of `turns` full turns, for 0 ... 1e9 turns. Error below 1e-14 for small arguments.
    @_noLocks
    static func sine(turns: Double) -> Double {
        var angle = turns - Double(Int(turns))
        if angle > 0.75 {
            angle -= 1
        } else if angle > 0.25 {
            angle = 0.5 - angle
        }
        let x = angle * 2 * pi
        // Taylor, |x| <= pi / 2: the first omitted term is 1e-17.
        var sum = 1.0
        var order = 20.0
        while order >= 2 {
            sum = 1 - sum * x * x / (order * (order + 1))
            order -= 2
        }
        return x * sum
    }

    /// The amplitude of a level in decibels: 0 dB is 1.
    @_noLocks
    static func amplitude(decibels: Double) -> Double {
        exponential2(decibels * octavesPerDecibel)
    }
}
