/// Converts words to uniformly distributed samples.
enum Uniform {
    /// The RMS of samples distributed uniformly over -1 ... 1: 1 / sqrt(3).
    static var rootMeanSquare: Double {
        @_noLocks get { 0.5773502691896258 }
    }

    /// Converts `count` words to samples of -scale ..< scale.
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

    /// The same from the words' lower halves: by a shift, a second stream that is independent of the upper
    /// halves, from which `convert` mostly draws. Steps of 2^-15 are hidden in a sum of random samples. Half of
    /// the lowest used bit is added, so that the mean is zero.
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
