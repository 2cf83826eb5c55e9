import Glibc

/// The texture of a sound: how it moves, apart from its spectrum.
///
/// Recordings of rain, surf or fire differ from noise of the same spectrum by these figures (McDermott and Simoncelli,
/// "Sound texture perception via statistics of the auditory periphery", 2011). A minute of sound gives them well
/// enough.
package struct Texture {
    /// What is listened to.
    package enum Ear: String, CaseIterable, Sendable {
        /// The sum of both channels, as one speaker plays it.
        case both
        case left
    }

    /// The shares of power below 90 Hz, to 355, to 1400, to 5600, and above, in dB of the whole.
    package let shares: [Double]
    /// From the fifth to the ninety-fifth percentile of the level in 100 ms, every 20 ms, in dB.
    package let range: Double
    /// The largest rise of that level within 0.3 s, in dB.
    package let rise: Double
    /// How far the loudest hundredth of 100 ms stands over the median, in dB: 20 to 120 Hz.
    package let low: Double
    /// The same from 120 to 1000 Hz.
    package let mid: Double
    /// The same from 1 to 8 kHz.
    package let high: Double
    /// Events a second between 2 and 14 kHz, over 6, 12 and 20 dB above the running median.
    package let events: [Double]
    /// Waves a minute of at least 6 dB between 1 and 4 kHz.
    package let waves: Double
    /// Kurtosis between 2 and 14 kHz; that of noise is 3.
    package let kurtosis: Double
    /// The deviation of the level within 1 to 20 Hz, in dB: 80 to 320 Hz, and 640 to 2560 Hz.
    package let flicker: [Double]
    /// The correlation of the envelopes of bands that are 1, 3 and 8 bands apart: near 1 if an event excites all.
    package let correlation: [Double]
    /// The correlation of left and right in the octaves at 125, 250, 500, … 8000 Hz.
    package let stereo: [Double]

    /// The octaves of `stereo`.
    package static let octaves = [125.0, 250, 500, 1000, 2000, 4000, 8000]

    /// Both ears of a take.
    package static func both(_ take: Take) -> [Ear: Texture] {
        let spectrum = LongSpectrum(take)
        var textures: [Ear: Texture] = [:]
        for ear in Ear.allCases { textures[ear] = Texture(take, ear, spectrum) }
        return textures
    }

    private init(_ take: Take, _ ear: Ear, _ spectrum: LongSpectrum) {
        let samples = Texture.samples(take, ear)
        let slow = BandLevels(samples, rate: take.rate, window: 0.1, step: 0.02)
        let fast = BandLevels(samples, rate: take.rate, window: 0.01, step: 0.005)
        let whole = slow.level()
        let total = slow.power(20, 15_000)
        shares = [(20.0, 90.0), (90, 355), (355, 1400), (1400, 5600), (5600, 15_000)].map {
            10 * log10(slow.power($0.0, $0.1) / total)
        }
        range = Levels.percentile(whole, 0.95) - Levels.percentile(whole, 0.05)
        rise = zip(whole, whole.dropFirst(15)).map { $1 - $0 }.max() ?? 0
        low = Levels.over(slow.level(20, 120))
        mid = Levels.over(slow.level(120, 1000))
        high = Levels.over(slow.level(1000, 8000))
        let sharp = fast.level(2000, 14_000)
        events = [6, 12, 20].map { Levels.events(sharp, step: fast.step, over: $0) }
        let surf = Levels.smoothed(slow.level(1000, 4000), step: slow.step, seconds: 0.3)
        waves = Levels.waves(surf, step: slow.step)
        flicker = [(80.0, 320.0), (640, 2560)].map {
            Levels.deviation(slow.level($0.0, $0.1), step: slow.step, from: 1, to: 20)
        }
        let bins = spectrum.bins(of: ear)
        kurtosis = Texture.kurtosis(spectrum, bins)
        correlation = EnvelopeBands(spectrum, bins).correlations(apart: [1, 3, 8])
        stereo = Texture.octaves.map { spectrum.correlation(at: $0) }
    }

    /// What an ear hears, at the same level for all.
    static func samples(_ take: Take, _ ear: Ear) -> SampleMemory {
        let samples = SampleMemory(take.frames)
        var sum = 0.0
        for frame in 0..<take.frames {
            let left = take.left.base[frame]
            let sample = ear == .left ? left : (left + take.right.base[frame]) / 2
            samples.base[frame] = sample
            sum += Double(sample) * Double(sample)
        }
        let gain = Float(0.07 / (sum / Double(max(take.frames, 1)) + 1e-20).squareRoot())
        for frame in 0..<take.frames { samples.base[frame] *= gain }
        return samples
    }

    private static func kurtosis(_ spectrum: LongSpectrum, _ bins: LongSpectrum.Bins) -> Double {
        let range = spectrum.range(2000, 14_000)
        var points = 16
        while points < 2 * range.count { points *= 2 }
        let band = spectrum.band(range, of: bins, points: points) { _ in 1 }
        // The band lies at the beginning of the transform; moved to its own place, its real part is the sound.
        let turn = 2 * Double.pi * Double(range.lowerBound) / Double(points)
        let count = points * spectrum.frames / spectrum.length
        var (second, fourth) = (0.0, 0.0)
        for point in 0..<count {
            let angle = turn * Double(point)
            let sample =
                Double(band.real.base[point]) * cos(angle)
                - Double(band.imaginary.base[point]) * sin(angle)
            let square = sample * sample
            second += square
            fourth += square * square
        }
        return fourth * Double(count) / (second * second + 1e-60)
    }
}

/// The envelopes of thirty bands from 40 Hz to 15 kHz: cosines on the ERB scale, the envelope to the power 0.3, below
/// 188 Hz.
struct EnvelopeBands {
    private let envelopes: [[Float]]

    private static let bands = 30

    private static func number(_ frequency: Double) -> Double {
        21.4 * log10(1 + 0.004_37 * frequency)
    }

    private static func frequency(_ number: Double) -> Double {
        (pow(10, number / 21.4) - 1) / 0.004_37
    }

    init(_ spectrum: LongSpectrum, _ bins: LongSpectrum.Bins) {
        let (first, last) = (EnvelopeBands.number(40), EnvelopeBands.number(15_000))
        let step = (last - first) / Double(EnvelopeBands.bands + 1)
        let seconds = Double(spectrum.length) / spectrum.rate
        var size = 16
        while Double(size) < 300 * seconds { size *= 2 }
        let end = size * spectrum.frames / spectrum.length
        envelopes = (0..<EnvelopeBands.bands).map { band in
            let middle = first + step * Double(band + 1)
            let range = spectrum.range(
                EnvelopeBands.frequency(middle - step), EnvelopeBands.frequency(middle + step))
            var points = 4 * size
            while points < range.count { points *= 2 }
            let signal = spectrum.band(range, of: bins, points: points) { frequency in
                cos((EnvelopeBands.number(frequency) - middle) / (2 * step) * Double.pi)
            }
            let compressed = SampleMemory(points)
            for point in 0..<points {
                let (a, b) = (signal.real.base[point], signal.imaginary.base[point])
                compressed.base[point] = powf((a * a + b * b) * 1e6, 0.15)
            }
            let slow = EnvelopeBands.lowered(compressed, to: size)
            return Array(slow[20..<(end - 20)])
        }
    }

    /// Fewer points for the same time, without what they cannot show.
    private static func lowered(_ values: SampleMemory, to size: Int) -> [Float] {
        let imaginary = SampleMemory(values.count)
        let transform = FourierTransform(length: values.count)
        transform.transform(real: values.base, imaginary: imaginary.base)
        let (real, other) = (SampleMemory(size), SampleMemory(size))
        for bin in 0..<size / 2 {
            let place = transform.place(of: bin)
            let factor: Float = (bin == 0 ? 1 : 2) / Float(values.count)
            real.base[bin] = values.base[place] * factor
            other.base[bin] = -imaginary.base[place] * factor
        }
        let back = FourierTransform(length: size)
        back.transform(real: real.base, imaginary: other.base)
        return (0..<size).map { max(real.base[back.place(of: $0)], 0) }
    }

    /// The mean correlation of bands that are so many apart.
    func correlations(apart distances: [Int]) -> [Double] {
        let normal = envelopes.map { envelope -> [Float] in
            let mean = envelope.reduce(0, +) / Float(envelope.count)
            let power = envelope.reduce(Float(0)) { $0 + ($1 - mean) * ($1 - mean) }
            let scale = 1 / (power / Float(envelope.count)).squareRoot()
            return envelope.map { ($0 - mean) * scale }
        }
        return distances.map { distance in
            let pairs = zip(normal, normal.dropFirst(distance))
            let sums = pairs.map { one, other in
                zip(one, other).reduce(0.0) { $0 + Double($1.0 * $1.1) } / Double(one.count)
            }
            return sums.reduce(0, +) / Double(sums.count)
        }
    }
}
