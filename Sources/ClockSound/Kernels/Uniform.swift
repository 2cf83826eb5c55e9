/// Words to evenly spread samples.
enum Uniform {
    /// The root mean square of samples spread evenly over -1 ... 1: 1 / sqrt(3).
    static var rootMeanSquare: Double {
        @_noLocks get { 0.5773502691896258 }
    }

    /// Samples of -scale ..< scale from `count` words.
    @_noLocks @inline(__always)
    static func convert(
        _ words: UnsafePointer<UInt32>, into samples: UnsafeMutablePointer<Float>, count: Int,
        scale: Float
    ) {
        let unit = scale * 0x1p-31
        for index in 0..<count {
            samples[index] = Float(Int32(bitPattern: words[index])) * unit
        }
    }

    /// The same from the words' lower halves, which have nothing to do with what `convert` mostly makes of
    /// them, the upper ones: a second stream, for a shift. In steps of 2^-15, which a sum of random samples
    /// hides; the lowest bit that counts is followed by half of it, so that the mean is zero.
    @_noLocks @inline(__always)
    static func convertLower(
        _ words: UnsafePointer<UInt32>, into samples: UnsafeMutablePointer<Float>, count: Int,
        scale: Float
    ) {
        let unit = scale * 0x1p-31
        for index in 0..<count {
            let half = words[index] &<< 16 | 0x8000
            samples[index] = Float(Int32(bitPattern: half)) * unit
        }
    }
}
