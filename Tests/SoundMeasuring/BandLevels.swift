import Glibc

/// The level of bands of a sound over time, from overlapping transforms with a Hann window.
struct BandLevels {
    /// Seconds from one level to the next.
    let step: Double
    private let powers: [[Float]]
    private let spacing: Double

    /// - Parameters:
    ///   - samples: of one ear.
    ///   - window: in seconds.
    ///   - step: in seconds.
    init(_ samples: SampleMemory, rate: Int, window: Double, step: Double) {
        let size = Int((window * Double(rate)).rounded())
        let hop = Int((step * Double(rate)).rounded())
        self.step = Double(hop) / Double(rate)
        var length = 16
        while length < size { length *= 2 }
        spacing = Double(rate) / Double(length)
        let transform = FourierTransform(length: length)
        let hann = (0..<size).map {
            Float(0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(size - 1)))
        }
        let places = (0..<length).map { transform.place(of: $0) }
        let count = samples.count < size ? 0 : (samples.count - size) / hop + 1
        let (real, imaginary) = (SampleMemory(length), SampleMemory(length))
        var powers = [[Float]](repeating: [], count: count)
        // Two at once: one as the real part, the next as the imaginary part.
        var first = 0
        while first < count {
            real.clear()
            imaginary.clear()
            let isPair = first + 1 < count
            for index in 0..<size {
                real.base[index] = samples.base[first * hop + index] * hann[index]
                guard isPair else { continue }
                imaginary.base[index] = samples.base[(first + 1) * hop + index] * hann[index]
            }
            transform.transform(real: real.base, imaginary: imaginary.base)
            var (one, two) = ([Float](repeating: 0, count: length / 2), [Float]())
            two = one
            for bin in 1..<length / 2 {
                let (p, m) = (places[bin], places[length - bin])
                let (a, b) = (real.base[p], imaginary.base[p])
                let (c, d) = (real.base[m], imaginary.base[m])
                one[bin] = ((a + c) * (a + c) + (b - d) * (b - d)) / 4
                two[bin] = ((b + d) * (b + d) + (a - c) * (a - c)) / 4
            }
            powers[first] = one
            if isPair { powers[first + 1] = two }
            first += 2
        }
        self.powers = powers
    }

    /// The level from `low` up to `high` Hz, in dB, for each step.
    func level(_ low: Double = 0, _ high: Double = .infinity) -> [Double] {
        powers.map { power in
            let first = min(max(Int((low / spacing).rounded(.up)), 1), power.count)
            let end = min(high / spacing, Double(power.count)).rounded(.up)
            var sum: Float = 0
            for bin in first..<max(first, Int(end)) { sum += power[bin] }
            return 10 * log10(Double(sum) + 1e-12)
        }
    }

    /// The mean power from `low` to `high` Hz.
    func power(_ low: Double, _ high: Double) -> Double {
        let levels = level(low, high)
        return levels.reduce(0) { $0 + pow(10, $1 / 10) } / Double(max(levels.count, 1))
    }
}

/// Figures of levels over time.
package enum Levels {
    /// The value below which `share` of all lie, by linear interpolation.
    package static func percentile(_ values: [Double], _ share: Double) -> Double {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        let place = share * Double(sorted.count - 1)
        let below = Int(place)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
    }

    /// How far the loudest hundredth stands over the median.
    static func over(_ values: [Double]) -> Double {
        percentile(values, 0.99) - percentile(values, 0.5)
    }

    /// Events a second that rise by more than `over` dB above the running median of a second. Those that follow
    /// another within 15 ms do not count.
    static func events(_ levels: [Double], step: Double, over: Double) -> Double {
        let thinned = stride(from: 0, to: levels.count, by: 5).map { levels[$0] }
        let width = Int((1 / step / 5).rounded())
        func value(_ index: Int) -> Double {
            // Mirrored at both ends.
            let last = thinned.count - 1
            let inside = index < 0 ? -1 - index : (index > last ? 2 * last + 1 - index : index)
            return thinned[min(max(inside, 0), last)]
        }
        let medians = thinned.indices.map { index in
            (0..<width).map { value(index - width / 2 + $0) }.sorted()[width / 2]
        }
        var (count, last, was) = (0, -1000, false)
        for (index, level) in levels.enumerated() {
            let isOver = level - medians[index / 5] > over
            if isOver, !was {
                if Double(index - last) * step > 0.0151 { count += 1 }
                last = index
            }
            was = isOver
        }
        return Double(count) / (Double(levels.count) * step)
    }

    /// The means of `seconds` around each.
    static func smoothed(_ levels: [Double], step: Double, seconds: Double) -> [Double] {
        let width = Int((seconds / step).rounded())
        guard levels.count > width, width > 0 else { return levels }
        var sum = levels[0..<width].reduce(0, +)
        var means = [sum / Double(width)]
        for index in width..<levels.count {
            sum += levels[index] - levels[index - width]
            means.append(sum / Double(width))
        }
        return means
    }

    /// Waves a minute: maxima with at least `depth` dB of fall on both sides.
    static func waves(_ levels: [Double], step: Double, depth: Double = 6) -> Double {
        guard var extreme = levels.first else { return 0 }
        var (count, isUp) = (0, true)
        for level in levels {
            if isUp {
                if level > extreme {
                    extreme = level
                } else if level < extreme - depth {
                    (count, isUp, extreme) = (count + 1, false, level)
                }
            } else if level < extreme {
                extreme = level
            } else if level > extreme + depth {
                (isUp, extreme) = (true, level)
            }
        }
        return Double(count) / (Double(levels.count) * step) * 60
    }

    /// The standard deviation of the part between two frequencies in Hz.
    static func deviation(
        _ levels: [Double], step: Double, from low: Double, to high: Double
    ) -> Double {
        let mean = levels.reduce(0, +) / Double(max(levels.count, 1))
        var length = 16
        while length < levels.count { length *= 2 }
        let (real, imaginary) = (SampleMemory(length), SampleMemory(length))
        for (index, level) in levels.enumerated() { real.base[index] = Float(level - mean) }
        let transform = FourierTransform(length: length)
        transform.transform(real: real.base, imaginary: imaginary.base)
        let spacing = 1 / (step * Double(length))
        var sum = 0.0
        for bin in 1..<length / 2
        where Double(bin) * spacing > low && Double(bin) * spacing < high {
            let place = transform.place(of: bin)
            let (a, b) = (Double(real.base[place]), Double(imaginary.base[place]))
            sum += 2 * (a * a + b * b)
        }
        return (sum / Double(length) / Double(levels.count)).squareRoot()
    }
}
