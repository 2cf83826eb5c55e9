/// The greatest momentary loudness of samples at 48 kHz, in LU of any zero: K-weighted, 400 ms (ITU-R BS.1770, tables 1
/// and 2; EBU Tech 3341).
func momentaryLoudness(_ samples: [Float]) -> Double {
    var high = Biquad(
        b: (1.535_124_859_586_97, -2.691_696_189_406_38, 1.198_392_810_852_85),
        a: (-1.690_659_293_182_41, 0.732_480_774_215_85))
    var low = Biquad(b: (1, -2, 1), a: (-1.990_047_454_833_98, 0.990_072_250_366_21))
    var sums = [0.0]
    sums.reserveCapacity(samples.count + 1)
    for sample in samples {
        let weighted = low.next(high.next(Double(sample)))
        sums.append(sums[sums.count - 1] + weighted * weighted)
    }
    let window = 19_200
    let greatest = (window..<sums.count).reduce(0.0) { max($0, sums[$1] - sums[$1 - window]) }
    return decibels((greatest / Double(window)).squareRoot())
}

private struct Biquad {
    let b: (Double, Double, Double)
    let a: (Double, Double)
    private var one = 0.0
    private var two = 0.0

    init(b: (Double, Double, Double), a: (Double, Double)) {
        self.b = b
        self.a = a
    }

    mutating func next(_ x: Double) -> Double {
        let y = b.0 * x + one
        one = b.1 * x - a.0 * y + two
        two = b.2 * x - a.1 * y
        return y
    }
}
