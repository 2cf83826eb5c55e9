import Foundation

/// A power spectrum from averaged Hann-windowed transforms, for measuring noises.
struct Spectrum {
    let rate: Double
    let length: Int
    let segments: Int
    private(set) var power: [Double]

    init(_ samples: [Float], rate: Int, length: Int = 8192) {
        self.rate = Double(rate)
        self.length = length
        segments = samples.count / length
        power = Array(repeating: 0, count: length / 2)
        let window = (0..<length).map {
            0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(length))
        }
        var real = [Double](repeating: 0, count: length)
        var imaginary = real
        let turns = (0..<length / 2).map { 2 * Double.pi * Double($0) / Double(length) }
        let cosines = turns.map { cos($0) }
        let sines = turns.map { sin($0) }
        for segment in 0..<segments {
            for index in 0..<length {
                real[index] = Double(samples[segment * length + index]) * window[index]
                imaginary[index] = 0
            }
            Spectrum.transform(&real, &imaginary, cosines, sines)
            for index in power.indices {
                power[index] += real[index] * real[index] + imaginary[index] * imaginary[index]
            }
        }
    }

    /// The mean power per bin of the third octave around `centre`, and its random standard
    /// deviation in decibels. A Hann window makes neighbouring bins dependent, so two thirds of
    /// them count.
    func thirdOctave(_ centre: Double, weight: (Double) -> Double) -> (
        decibels: Double, deviation: Double
    ) {
        let low = Int((centre * pow(2, -1.0 / 6) / rate * Double(length)).rounded(.up))
        let high = Int(centre * pow(2, 1.0 / 6) / rate * Double(length))
        var sum = 0.0
        for bin in low...high { sum += power[bin] * weight(Double(bin) * rate / Double(length)) }
        let bins = high - low + 1
        let freedom = Double(segments * bins) / 1.5
        return (10 * log10(sum / Double(bins)), 10 / log(10) / freedom.squareRoot())
    }

    /// The power between two frequencies, in no unit.
    func sum(_ low: Double, _ high: Double) -> Double {
        let width = rate / Double(length)
        return power[Int(low / width)...Int(high / width)].reduce(0, +)
    }

    /// The share of the total power that lies between two frequencies.
    func share(from low: Double, to high: Double) -> Double {
        var inside = 0.0
        var total = 0.0
        for (bin, value) in power.enumerated() {
            total += value
            let frequency = Double(bin) * rate / Double(length)
            if frequency >= low, frequency <= high { inside += value }
        }
        return inside / total
    }

    var strongest: Double {
        let bin = power.indices.max { power[$0] < power[$1] } ?? 0
        return Double(bin) * rate / Double(length)
    }

    /// Radix 2, in place, on pointers, because the suite is compiled without optimisation.
    private static func transform(
        _ real: inout [Double], _ imaginary: inout [Double], _ cosines: [Double], _ sines: [Double]
    ) {
        let count = real.count
        real.withUnsafeMutableBufferPointer { re in
            imaginary.withUnsafeMutableBufferPointer { im in
                var reversed = 0
                for index in 1..<count {
                    var bit = count >> 1
                    while reversed & bit != 0 {
                        reversed ^= bit
                        bit >>= 1
                    }
                    reversed |= bit
                    if index < reversed {
                        re.swapAt(index, reversed)
                        im.swapAt(index, reversed)
                    }
                }
                var size = 2
                while size <= count {
                    let half = size / 2
                    let step = count / size
                    var start = 0
                    while start < count {
                        var k = 0
                        while k < half {
                            let (c, s) = (cosines[k * step], -sines[k * step])
                            let (a, b) = (start + k, start + k + half)
                            let x = re[b] * c - im[b] * s
                            let y = re[b] * s + im[b] * c
                            re[b] = re[a] - x
                            im[b] = im[a] - y
                            re[a] += x
                            im[a] += y
                            k += 1
                        }
                        start += size
                    }
                    size *= 2
                }
            }
        }
    }
}
