import SoundMeasuring

/// The greatest momentary loudness of samples at 48 kHz, in LU of any zero: K-weighted, 400 ms (EBU Tech 3341).
func momentaryLoudness(_ samples: [Float]) -> Double {
    var weighting = KWeighting()
    var sums = [0.0]
    sums.reserveCapacity(samples.count + 1)
    for sample in samples {
        let weighted = weighting.next(Double(sample))
        sums.append(sums[sums.count - 1] + weighted * weighted)
    }
    let window = 19_200
    let greatest = (window..<sums.count).reduce(0.0) { max($0, sums[$1] - sums[$1 - window]) }
    return decibels((greatest / Double(window)).squareRoot())
}
