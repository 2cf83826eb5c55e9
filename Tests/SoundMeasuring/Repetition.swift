import Glibc

/// Detects repetition, by the autocorrelation of the sound and of its envelope. The sound is first evened out and
/// whitened, so that every moment and every pitch counts alike.
///
/// Theory of operation. The sound is processed in segments of half a transform. Each 3 ms of it are normalised to the
/// same power. Otherwise two loud knocks that happen to be some lag apart would dominate that lag, and stand out by
/// chance alone. A segment's spectrum is divided by its mean over bands of some hertz. Bins far above their band
/// (hums, whistles, which would look like one long repetition) are limited to 30 times that. The sum over all
/// segments, transformed back, is the autocorrelation for lags up to a segment. Each lag is compared with its
/// surroundings: by how many robust deviations (1.48 times the median of the magnitudes) it stands out. In noise that
/// never repeats, millions of lags reach 5.5. A random sequence that repeats after six seconds, as sox's does,
/// reaches 80.
///
/// The envelope (the power in each 10 ms, of the sound and of its treble, in decibels) is examined for lags up to
/// half of the whole. It reveals a loop of minutes or a regular swell.
package final class RepetitionMeter {
    package struct Finding: Equatable {
        /// In deviations.
        package var strength = 0.0
        /// Seconds until it repeats.
        package var lag = 0.0

        package init(strength: Double = 0, lag: Double = 0) {
            self.strength = strength
            self.lag = lag
        }
    }

    /// More than noise ever reaches (sound design, Q3).
    package static let audible = 7.0
    /// Seconds; shorter repetitions are pitch and rhythm, and what the steep edge of a deep band leaves: eight hours of
    /// waves show it at 0.26 s.
    package static let shortestLag = 0.4
    /// Seconds for which the envelope of any natural sound resembles itself.
    package static let shortestEnvelopeLag = 20.0

    private static let greatestLine: Float = 30
    /// The power of a band against the loudest, below which nobody hears it: 85 dB.
    private static let softestBand: Float = 3e-9
    /// The bits of a band's number: 4096 bands.
    private static let bandBits = 12
    private static let envelopeRate = 100
    /// Frames that are normalised to the same power.
    private static let evenBlock = 128

    private let rate: Int
    private let segment: Int
    private let transform: FourierTransform
    private let real: SampleMemory
    private let imaginary: SampleMemory
    private let sum: SampleMemory
    private var filled = 0
    private var frames = 0
    private var segments = 0

    private var envelope: [(sound: Float, treble: Float)] = []
    private var power: (sound: Float, treble: Float) = (0, 0)
    private var powerFrames = 0
    private var before: (Float, Float) = (0, 0)

    /// - Parameter longestLag: in frames; a power of two.
    package init(rate: Int, longestLag: Int) {
        self.rate = rate
        segment = longestLag
        transform = FourierTransform(length: 2 * longestLag)
        real = SampleMemory(2 * longestLag)
        imaginary = SampleMemory(2 * longestLag)
        sum = SampleMemory(2 * longestLag)
    }

    package func add(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames count: Int
    ) {
        addEnvelope(left, right, frames: count)
        frames += count
        var taken = 0
        while taken < count {
            let run = min(count - taken, segment - filled)
            (real.base + filled).update(from: left + taken, count: run)
            (imaginary.base + filled).update(from: right + taken, count: run)
            taken += run
            filled += run
            if filled == segment { finishSegment() }
        }
    }

    /// One transform holds both channels, the left one as the real part. The real part of the result is the sum of
    /// their autocorrelations.
    private func finishSegment() {
        evenOut()
        let (re, im, sums) = (real.base, imaginary.base, sum.base)
        for index in segment..<(2 * segment) { (re[index], im[index]) = (0, 0) }
        transform.transform(real: re, imaginary: im)
        // The low bits of a bin's place are the high bits of its number, which select the band.
        let bits = min(RepetitionMeter.bandBits, (2 * segment).trailingZeroBitCount - 6)
        let bands = 1 << bits
        var means = [Float](repeating: 0, count: bands)
        means.withUnsafeMutableBufferPointer { means in
            for index in stride(from: 0, to: 2 * segment, by: bands) {
                for band in 0..<bands {
                    let at = index + band
                    let power = re[at] * re[at] + im[at] * im[at]
                    re[at] = power
                    means[band] += power
                }
            }
            let softest = max(RepetitionMeter.softestBand * (means.max() ?? 0), 1e-30)
            for band in 0..<bands {
                means[band] = Float(2 * segment / bands) / max(means[band], softest)
            }
            for index in stride(from: 0, to: 2 * segment, by: bands) {
                for band in 0..<bands {
                    let power = re[index + band] * means[band]
                    let held =
                        power < RepetitionMeter.greatestLine ? power : RepetitionMeter.greatestLine
                    sums[index + band] += held
                }
            }
        }
        segments += 1
        filled = 0
    }

    /// Normalises the whole segment to the same power, except for what is 40 dB below the mean. It uses the power of
    /// the second difference, because whitened sound is nearly all treble. The gain glides from block to block,
    /// because steps would recur with every block.
    private func evenOut() {
        let (re, im) = (real.base, imaginary.base)
        let block = RepetitionMeter.evenBlock
        let powers = stride(from: 0, to: segment, by: block).map { start in
            var sum: Float = 0
            for index in max(2, start)..<min(start + block, segment) {
                let x = re[index] - 2 * re[index - 1] + re[index - 2]
                let y = im[index] - 2 * im[index - 1] + im[index - 2]
                sum += x * x + y * y
            }
            return sum
        }
        let softest = max(1e-4 * powers.reduce(0, +) / Float(powers.count), 1e-20)
        let gains = powers.map { 1 / max($0, softest).squareRoot() }
        for index in 0..<segment {
            let place = (Float(index) + 0.5) / Float(block) - 0.5
            let first = max(0, Int(place))
            let share = max(0, place - Float(first))
            let next = min(first + 1, gains.count - 1)
            let gain = gains[first] + (gains[next] - gains[first]) * share
            re[index] *= gain
            im[index] *= gain
        }
    }

    /// The strongest repetition of the sound itself, for lags of up to nine tenths of a segment.
    ///
    /// Call it only once, at the end: it consumes the data. A final incomplete segment does not count.
    ///
    /// - Parameter shortestLag: seconds; shorter repetitions are the sound's own rhythm. A shorter loop shows at a
    ///   multiple of its length.
    package func soundRepetition(from shortestLag: Double = shortestLag) -> Finding {
        guard segments > 0 else { return Finding() }
        let (re, im) = (real.base, imaginary.base)
        let count = 2 * segment
        for index in 0..<count {
            re[index] = sum.base[transform.place(of: index)]
            im[index] = 0
        }
        transform.transform(real: re, imaginary: im)
        for lag in 0..<segment { sum.base[lag] = re[transform.place(of: lag)] }
        let least = Int(shortestLag * Double(rate))
        let found = RepetitionMeter.strongest(
            sum.base, from: least, to: segment * 9 / 10, surroundings: min(1 << 15, segment / 16))
        return Finding(strength: found.strength, lag: Double(found.place) / Double(rate))
    }

    // MARK: - The envelope

    private func addEnvelope(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames count: Int
    ) {
        let block = rate / RepetitionMeter.envelopeRate
        var (a, b) = before
        var index = 0
        while index < count {
            let run = min(count - index, block - powerFrames)
            var (sound, treble) = power
            for step in index..<(index + run) {
                let (l, r) = (left[step], right[step])
                sound += l * l + r * r
                treble += (l - a) * (l - a) + (r - b) * (r - b)
                (a, b) = (l, r)
            }
            power = (sound, treble)
            index += run
            powerFrames += run
            if powerFrames == block {
                envelope.append((log10(max(sound, 1e-12)), log10(max(treble, 1e-12))))
                power = (0, 0)
                powerFrames = 0
            }
        }
        before = (a, b)
    }

    /// The repetitions of the envelope, for lags of up to half of the whole.
    ///
    /// - Returns: the sharpest repetition, which a loop causes; and the largest correlation, where 1 means the same
    ///   course again, which a regular slow swell causes, too.
    package func envelopeRepetition() -> (sharpest: Finding, correlation: Finding) {
        let points = envelope.count
        let rate = RepetitionMeter.envelopeRate
        let least = Int(RepetitionMeter.shortestEnvelopeLag * Double(rate))
        guard points / 2 > least + 200 else { return (Finding(), Finding()) }
        var length = 16
        while length < 2 * points { length *= 2 }
        let transform = FourierTransform(length: length)
        let (real, imaginary) = (SampleMemory(length), SampleMemory(length))
        fill(real) { $0.sound }
        fill(imaginary) { $0.treble }
        transform.transform(real: real.base, imaginary: imaginary.base)
        let spectrum = SampleMemory(length)
        for index in 0..<length {
            let at = transform.place(of: index)
            let (x, y) = (real.base[at], imaginary.base[at])
            spectrum.base[index] = x * x + y * y
        }
        imaginary.clear()
        transform.transform(real: spectrum.base, imaginary: imaginary.base)
        for index in 0..<length { real.base[index] = spectrum.base[transform.place(of: index)] }
        let whole = max(real.base[0], 1e-30)
        let correlation = SampleMemory(points / 2)
        var greatest = Finding()
        for lag in 0..<(points / 2) {
            let value = real.base[lag] / whole * Float(points) / Float(points - lag)
            correlation.base[lag] = value
            if lag >= least, Double(value) > greatest.strength {
                greatest = Finding(strength: Double(value), lag: Double(lag) / Double(rate))
            }
        }
        let sharpened = RepetitionMeter.sharpened(correlation)
        let sharp = RepetitionMeter.strongest(
            sharpened.base, from: least, to: sharpened.count, surroundings: 2000)
        return (
            Finding(strength: sharp.strength, lag: Double(sharp.place) / Double(rate)), greatest
        )
    }

    /// Stores one course of the envelope, normalised to mean 0 and variance 1.
    private func fill(
        _ memory: SampleMemory, _ course: ((sound: Float, treble: Float)) -> Float
    ) {
        let values = envelope.map { Double(course($0)) }
        let mean = values.reduce(0, +) / Double(values.count)
        let power = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
        let scale = 1 / max(power.squareRoot(), 1e-9)
        for (place, value) in values.enumerated() {
            memory.base[place] = Float((value - mean) * scale)
        }
    }

    /// Each value minus the mean of those 50 to 500 ms away: a swell is smooth over that range, a loop is not.
    private static func sharpened(_ values: SampleMemory) -> SampleMemory {
        let (near, far) = (5, 50)
        let result = SampleMemory(values.count - far)
        for index in far..<result.count {
            var around: Float = 0
            for distance in near...far {
                around += values.base[index - distance] + values.base[index + distance]
            }
            result.base[index] = values.base[index] - around / Float(2 * (far - near + 1))
        }
        return result
    }

    // MARK: - Judging

    /// The largest value relative to the deviation of its surroundings.
    ///
    /// - Parameter surroundings: the number of values judged together.
    static func strongest(
        _ values: UnsafePointer<Float>, from first: Int, to end: Int, surroundings: Int
    ) -> (strength: Double, place: Int) {
        var found = (strength: 0.0, place: 0)
        var start = first
        while start < end {
            // A remainder too short to judge joins the previous piece.
            let next = end - start < 2 * surroundings ? end : start + surroundings
            var magnitudes = (start..<next).map { abs(values[$0]) }
            let middle = magnitudes.count / 2
            let deviation = Double(RepetitionMeter.select(&magnitudes, middle)) * 1.4826
            if deviation > 0 {
                for place in start..<next {
                    let strength = Double(values[place]) / deviation
                    if strength > found.strength { found = (strength, place) }
                }
            }
            start = next
        }
        return found
    }

    /// The value that would be at `place` if they were sorted (Hoare's selection).
    private static func select(_ values: inout [Float], _ place: Int) -> Float {
        values.withUnsafeMutableBufferPointer { values in
            var (low, high) = (0, values.count - 1)
            while low < high {
                let pivot = values[(low + high) / 2]
                var (i, j) = (low, high)
                while i <= j {
                    while values[i] < pivot { i += 1 }
                    while values[j] > pivot { j -= 1 }
                    if i <= j {
                        values.swapAt(i, j)
                        i += 1
                        j -= 1
                    }
                }
                if place <= j {
                    high = j
                } else if place >= i {
                    low = i
                } else {
                    break
                }
            }
            return values[place]
        }
    }
}
