import Glibc

/// 10 times the decimal logarithm; -400 for silence.
package func decibels(power: Double) -> Double { power > 1e-40 ? 10 * log10(power) : -400 }

/// The mean power spectrum of both channels, from Hann-windowed transforms that overlap by half
/// (Welch's method). It takes sound in pieces of any length, so an hour needs no more memory than a
/// second.
package final class PowerSpectrum {
    package let rate: Int
    package let length: Int
    /// Frames received so far.
    package private(set) var frames = 0
    /// Windows transformed so far.
    package private(set) var windows = 0

    private let transform: FourierTransform
    private let places: [Int]
    private let window: SampleMemory
    private let real: SampleMemory
    private let imaginary: SampleMemory
    /// The last `length` frames.
    private let left: SampleMemory
    private let right: SampleMemory
    private var filled = 0
    private var sums: [Double]
    private let weights: [Double]
    /// The sums of the windows' weighted powers, and of the squares of those.
    private var weighted = (sum: 0.0, squares: 0.0)

    /// - Parameter length: of a window; 65536 resolves third octaves from 20 Hz up.
    package init(rate: Int, length: Int = 1 << 16) {
        self.rate = rate
        self.length = length
        transform = FourierTransform(length: length)
        let transform = transform
        places = (0..<length).map { transform.place(of: $0) }
        window = SampleMemory(length)
        for index in 0..<length {
            let turn = 2 * Double.pi * (Double(index) + 0.5) / Double(length)
            window.base[index] = Float(0.5 - 0.5 * cos(turn))
        }
        (real, imaginary) = (SampleMemory(length), SampleMemory(length))
        (left, right) = (SampleMemory(length), SampleMemory(length))
        sums = Array(repeating: 0, count: length / 2)
        weights = (0..<(length / 2)).map {
            PowerSpectrum.weightA(Double($0) * Double(rate) / Double(length))
        }
    }

    package convenience init(_ take: Take, length: Int = 1 << 16) {
        self.init(rate: take.rate, length: length)
        add(take.left.base, take.right.base, frames: take.frames)
    }

    package func add(
        _ newLeft: UnsafePointer<Float>, _ newRight: UnsafePointer<Float>, frames count: Int
    ) {
        frames += count
        var taken = 0
        while taken < count {
            let run = min(count - taken, length - filled)
            (left.base + filled).update(from: newLeft + taken, count: run)
            (right.base + filled).update(from: newRight + taken, count: run)
            taken += run
            filled += run
            if filled == length { take() }
        }
    }

    /// Both channels go through one transform, as real and imaginary part. The powers of the bins k
    /// and -k add up to twice the power of both.
    private func take() {
        let (re, im, w) = (real.base, imaginary.base, window.base)
        let (l, r) = (left.base, right.base)
        for index in 0..<length {
            re[index] = l[index] * w[index]
            im[index] = r[index] * w[index]
        }
        transform.transform(real: re, imaginary: im)
        // Hann: the mean square of the window is 3/8.
        let scale = 0.5 / (Double(length) * Double(length) * 0.375)
        var loudness = 0.0
        for bin in 0..<(length / 2) {
            let (one, other) = (places[bin], places[(length - bin) % length])
            let a = Double(re[one]) * Double(re[one]) + Double(im[one]) * Double(im[one])
            let b = Double(re[other]) * Double(re[other]) + Double(im[other]) * Double(im[other])
            sums[bin] += (a + b) * scale
            loudness += (a + b) * scale * weights[bin]
        }
        weighted = (weighted.sum + loudness, weighted.squares + loudness * loudness)
        windows += 1
        let half = length / 2
        l.update(from: l + half, count: half)
        r.update(from: r + half, count: half)
        filled = half
    }

    package func frequency(of bin: Int) -> Double { Double(bin) * Double(rate) / Double(length) }

    /// The mean square in a bin, per channel.
    package func power(of bin: Int) -> Double { windows > 0 ? sums[bin] / Double(windows) : 0 }

    /// The mean square per channel between two frequencies.
    package func power(from low: Double, to high: Double) -> Double {
        var sum = 0.0
        for bin in sums.indices where (low...high).contains(frequency(of: bin)) {
            sum += power(of: bin)
        }
        return sum
    }

    /// The A-weighted level (IEC 61672) per channel, in decibels below full scale: a full-scale
    /// sine of 1 kHz has -3.01.
    package var weightedLevel: Double {
        windows > 0 ? decibels(power: weighted.sum / Double(windows)) : -400
    }

    /// The random deviation of that level in decibels, estimated from how the windows differ: large
    /// for thunder, almost zero for a fan.
    package var weightedDeviation: Double {
        guard windows > 1, weighted.sum > 0 else { return 0 }
        let mean = weighted.sum / Double(windows)
        let variance = max(0, weighted.squares / Double(windows) - mean * mean)
        // A window that overlaps by half is worth about 0.6 of an independent one.
        let relative = (variance / (0.6 * Double(windows))).squareRoot() / mean
        return 10 * log10(1 + relative)
    }

    /// The strongest frequency.
    package var strongest: Double {
        frequency(of: sums.indices.max { sums[$0] < sums[$1] } ?? 0)
    }

    /// The factor that A-weighting applies to the power at `frequency`.
    package static func weightA(_ frequency: Double) -> Double {
        let f = frequency * frequency
        let (a, b, c, d) = (20.598_997, 107.652_65, 737.862_23, 12_194.217)
        let gain =
            d * d * f * f
            / ((f + a * a) * ((f + b * b) * (f + c * c)).squareRoot() * (f + d * d))
        // +2.00 dB normalise it to 0 dB at 1 kHz.
        return gain * gain * 1.584_893
    }
}

/// Compares the third octaves of a spectrum with a colour, and gives the error of each.
package struct ColourFit {
    package struct Band {
        package var centre: Double
        /// Decibels above the colour's line, whose height is the mean of all bands.
        package var error: Double
        /// Its random standard deviation.
        package var deviation: Double
    }

    package private(set) var bands: [Band] = []
    /// The slope of the power density of a bin in decibels per octave, by least squares.
    package private(set) var slope = 0.0
    /// The slope of the colour itself.
    package let wantedSlope: Double

    /// - Parameters:
    ///   - exponent: of the frequency in the power density: 0 is white, -1 pink, -2 brown.
    ///   - range: of the centres, which are those of IEC 61260 (1 kHz times whole powers of 10^0.1).
    package init(_ spectrum: PowerSpectrum, exponent: Double, range: ClosedRange<Double>) {
        wantedSlope = 10 * log10(2) * exponent
        let seconds = Double(spectrum.frames) / Double(spectrum.rate)
        for step in -20...14 {
            let centre = 1000 * pow(10, Double(step) / 10)
            // The nominal 20 Hz is 19.95, and 20 kHz 19953 Hz.
            guard centre >= range.lowerBound * 0.99, centre <= range.upperBound * 1.01 else {
                continue
            }
            let (low, high) = (centre * pow(10, -0.05), centre * pow(10, 0.05))
            let first = Int((low / spectrum.frequency(of: 1)).rounded(.up))
            let last = min(Int(high / spectrum.frequency(of: 1)), spectrum.length / 2 - 1)
            guard first <= last else { continue }
            var sum = 0.0
            for bin in first...last {
                sum += spectrum.power(of: bin) * pow(spectrum.frequency(of: bin) / 1000, -exponent)
            }
            let level = decibels(power: sum / Double(last - first + 1))
            // The number of independent values is a band's width times the time, for two channels.
            let values = max(1, 2 * (high - low) * seconds)
            bands.append(
                Band(
                    centre: centre, error: level,
                    deviation: 10 / log(10) / values.squareRoot()))
        }
        fit()
    }

    /// Each band is weighted by its precision, but never by more than a deviation of 0.02 dB
    /// allows, so that the top bands do not decide alone.
    private mutating func fit() {
        func weight(_ band: Band) -> Double { 1 / (band.deviation * band.deviation + 0.0004) }
        let total = bands.reduce(0) { $0 + weight($1) }
        guard total > 0 else { return }
        let mean = bands.reduce(0) { $0 + weight($1) * $1.error } / total
        let middle = bands.reduce(0) { $0 + weight($1) * log2($1.centre) } / total
        var (product, square) = (0.0, 0.0)
        for place in bands.indices {
            bands[place].error -= mean
            let octaves = log2(bands[place].centre) - middle
            product += weight(bands[place]) * octaves * bands[place].error
            square += weight(bands[place]) * octaves * octaves
        }
        slope = wantedSlope + (square > 0 ? product / square : 0)
    }

    /// The largest error of any band, in either direction.
    package var ripple: Double { bands.map { abs($0.error) }.max() ?? .infinity }

    /// The largest error beyond `deviations` standard deviations of a band.
    package func ripple(beyond deviations: Double) -> Double {
        bands.map { abs($0.error) - deviations * $0.deviation }.max() ?? .infinity
    }
}
