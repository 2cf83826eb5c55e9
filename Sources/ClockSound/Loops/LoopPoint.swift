/// Finds the place near the end of a sound that matches its beginning best.
enum LoopPoint {
    struct Found {
        /// The position in the tail, from 0.
        var frame: Int
        /// -1 ... 1.
        var correlation: Float
    }

    /// Below this, nothing resembles the beginning, as in noise, and cutting gains nothing.
    private static let least: Float = 0.2
    /// Among places this close to the best, the last wins, because it keeps the most.
    private static let tolerance: Float = 0.005

    /// Finds the place in `tail` where a stretch of the head's length has the highest normalised
    /// cross-correlation with the head, over both channels.
    ///
    /// - Parameters:
    ///   - head: interleaved stereo.
    ///   - tail: interleaved stereo, at least as long as the head.
    static func find(head: [Float], in tail: [Float]) -> Found {
        let length = head.count / 2
        let places = (tail.count - head.count) / 2 + 1
        let products = Correlation.products(of: head, in: tail)
        let headEnergy = energy(of: head, frames: 0..<length)
        // In double precision: ten thousand additions and subtractions must not accumulate errors.
        var tailEnergy = energy(of: tail, frames: 0..<length)
        var scores = [Float](repeating: 0, count: places)
        for place in 0..<places {
            let both = headEnergy * max(tailEnergy, 0)
            if both > 0 { scores[place] = products[place] / Float(both.squareRoot()) }
            if place + 1 < places {
                tailEnergy -= energy(of: tail, frames: place..<(place + 1))
                tailEnergy += energy(of: tail, frames: (place + length)..<(place + length + 1))
            }
        }
        let best = scores.max() ?? 0
        let last = places - 1
        guard best >= least else { return Found(frame: last, correlation: held(scores[last])) }
        let frame =
            scores.indices.last { place in
                scores[place] >= best - tolerance
                    // At its peak, not on the slope.
                    && (place == 0 || scores[place] >= scores[place - 1])
                    && (place == last || scores[place] >= scores[place + 1])
            } ?? last
        return Found(frame: frame, correlation: held(scores[frame]))
    }

    /// Rounding may put it slightly out of range.
    private static func held(_ correlation: Float) -> Float { min(max(correlation, -1), 1) }

    private static func energy(of samples: [Float], frames: Range<Int>) -> Double {
        var sum = 0.0
        for index in (2 * frames.lowerBound)..<(2 * frames.upperBound) {
            sum += Double(samples[index]) * Double(samples[index])
        }
        return sum
    }
}

/// Cross-correlation by Fourier transform. Computed directly, fifty thousand places against half a second would
/// take seconds on a small processor, and minutes on a Pi's.
enum Correlation {
    /// For each place of `head` in `tail`, the sum of products of both channels. Left is the real and right the
    /// imaginary part, so the real part of one complex correlation is the sum of both.
    static func products(of head: [Float], in tail: [Float]) -> [Float] {
        let places = (tail.count - head.count) / 2 + 1
        var size = 2
        // As long as the tail: no relevant place wraps around.
        while size < tail.count / 2 { size *= 2 }
        let transform = FourierTransform(size: size)
        var (real, imaginary) = planes(of: tail, size: size)
        var (headReal, headImaginary) = planes(of: head, size: size)
        transform.forward(&real, &imaginary)
        transform.forward(&headReal, &headImaginary)
        for index in 0..<size {
            let (a, b) = (real[index], imaginary[index])
            let (c, d) = (headReal[index], headImaginary[index])
            real[index] = a * c + b * d
            imaginary[index] = b * c - a * d
        }
        transform.inverse(&real, &imaginary)
        return Array(real[..<places])
    }

    private static func planes(of samples: [Float], size: Int) -> ([Float], [Float]) {
        var left = [Float](repeating: 0, count: size)
        var right = [Float](repeating: 0, count: size)
        for frame in 0..<(samples.count / 2) {
            left[frame] = samples[2 * frame]
            right[frame] = samples[2 * frame + 1]
        }
        return (left, right)
    }
}

/// An in-place radix-2 complex Fourier transform of a power-of-two size. The forward transform outputs
/// bit-reversed order and the inverse accepts it. Only products are formed in between, so no reordering is
/// needed.
struct FourierTransform {
    let size: Int
    private let cosines: [Float]
    private let sines: [Float]

    /// - Parameter size: a power of two, at least 2.
    init(size: Int) {
        precondition(size >= 2 && size & (size - 1) == 0)
        self.size = size
        let turns = (0..<(size / 2)).map { Double($0) / Double(size) }
        cosines = turns.map { Float(Elementary.sine(turns: $0 + 0.25)) }
        sines = turns.map { Float(Elementary.sine(turns: $0)) }
    }

    /// Decimation in frequency.
    func forward(_ real: inout [Float], _ imaginary: inout [Float]) {
        var half = size / 2
        while half >= 1 {
            let step = size / (2 * half)
            for start in stride(from: 0, to: size, by: 2 * half) {
                for offset in 0..<half {
                    let (upper, lower) = (start + offset, start + offset + half)
                    let differenceReal = real[upper] - real[lower]
                    let differenceImaginary = imaginary[upper] - imaginary[lower]
                    real[upper] += real[lower]
                    imaginary[upper] += imaginary[lower]
                    let (cosine, sine) = (cosines[offset * step], -sines[offset * step])
                    real[lower] = differenceReal * cosine - differenceImaginary * sine
                    imaginary[lower] = differenceReal * sine + differenceImaginary * cosine
                }
            }
            half /= 2
        }
    }

    /// Decimation in time, followed by division by the size.
    func inverse(_ real: inout [Float], _ imaginary: inout [Float]) {
        var half = 1
        while half < size {
            let step = size / (2 * half)
            for start in stride(from: 0, to: size, by: 2 * half) {
                for offset in 0..<half {
                    let (upper, lower) = (start + offset, start + offset + half)
                    let (cosine, sine) = (cosines[offset * step], sines[offset * step])
                    let turnedReal = real[lower] * cosine - imaginary[lower] * sine
                    let turnedImaginary = real[lower] * sine + imaginary[lower] * cosine
                    real[lower] = real[upper] - turnedReal
                    imaginary[lower] = imaginary[upper] - turnedImaginary
                    real[upper] += turnedReal
                    imaginary[upper] += turnedImaginary
                }
            }
            half *= 2
        }
        let scale = 1 / Float(size)
        for index in 0..<size {
            real[index] *= scale
            imaginary[index] *= scale
        }
    }
}
