/// Noise of any colour, defined by coefficients: two decorrelated channels.
///
/// Power spectra of independent sources add, so the colour is the sum of two independent parts:
/// - *slow*: four one-poles on a random stream at an eighth of the rate, summed and linearly interpolated. It
///   provides the low end; interpolation images are 33 dB below the local density. Weights of both signs can make
///   it rise with frequency, and one or two high-passes before it prevent a steeply falling colour from being all
///   rumble.
/// - *fast*: an eight-tap FIR on a random stream at the full rate. It provides the high end. Without recursion it
///   vectorises at any width.
///
/// One recursive filter at the full rate (Kellet's) costs two and a half times as much.
struct ShapedNoise: BitwiseCopyable {
    /// One fit for one rate. Levels are relative: `power` is their total.
    struct Coefficients: BitwiseCopyable {
        var poles: SIMD4<Float>
        var weights: SIMD4<Float>
        var taps: SIMD8<Float>
        /// The variance of the sum if both streams have variance 1.
        var power: Double
        /// High-pass of the slow part: y[n] = g (x[n] - 2 x[n-1] + x[n-2]) - a y[n-1] - b y[n-2], stored as (g,
        /// a, b, unused); zero for none.
        var highPass: SIMD4<Float>
        /// A second high-pass after it, in the same form.
        var steeper: SIMD4<Float>

        @_noLocks
        init(
            poles: SIMD4<Float>, weights: SIMD4<Float>, taps: SIMD8<Float>, power: Double,
            highPass: SIMD4<Float> = SIMD4(repeating: 0),
            steeper: SIMD4<Float> = SIMD4(repeating: 0)
        ) {
            self.poles = poles
            self.weights = weights
            self.taps = taps
            self.power = power
            self.highPass = highPass
            self.steeper = steeper
        }
    }

    private static var decimation: Int { 8 }
    /// Samples per slice at the lower rate.
    private static var slowFrames: Int { 16 }
    private static var taps: Int { 8 }
    /// Words for a slice of both channels, 128 + 16, rounded up to the generator's stride.
    private static var words: Int { 160 }

    private let coefficients: Coefficients
    private let fastScale: Float
    private var random: RandomWords
    private let buffer: FixedBuffer<UInt32>
    private let scratch: FixedBuffer<Float>
    private var left: Channel
    private var right: Channel

    /// - Parameter rootMeanSquare: the RMS of the output; 1 is full scale.
    @_noLocks
    init(
        in arena: inout Arena, _ coefficients: Coefficients, rootMeanSquare: Double, seed: UInt64
    ) {
        self.coefficients = coefficients
        let unit = Hatch.squareRoot(coefficients.power) * Uniform.rootMeanSquare
        fastScale = Float(rootMeanSquare / unit)
        random = RandomWords(in: &arena, seed: seed, capacity: ShapedNoise.words)
        buffer = arena.words(ShapedNoise.words)
        scratch = arena.floats(2 * Slice.frames)
        left = Channel(in: &arena)
        right = Channel(in: &arena)
    }

    /// Lets the filters' start-up transient decay by running 64 slices (170 ms), so that the first audible sample
    /// is as loud as any other. Not part of `init`, where Swift 6.0 takes the call for a change of the constants.
    @_noLocks
    mutating func settle() {
        for _ in 0..<64 {
            render(left: scratch.base, right: scratch.base + Slice.frames)
        }
    }

    /// Writes the next slice of each channel.
    @_noLocks @inline(never)
    mutating func render(
        left leftOutput: UnsafeMutablePointer<Float>, right rightOutput: UnsafeMutablePointer<Float>
    ) {
        let words = buffer.base
        random.fill(words, count: ShapedNoise.words)
        let slow = words + Slice.frames
        left.load(fast: words, slow: slow, scale: fastScale)
        right.takeLower(fast: words, slow: slow, scale: fastScale)
        left.render(leftOutput, coefficients)
        right.render(rightOutput, coefficients)
    }

    private struct Channel: BitwiseCopyable {
        /// Seven samples of history, then the current slice's.
        private let samples: FixedBuffer<Float>
        private let input: FixedBuffer<Float>
        private var poles = SIMD4<Float>(repeating: 0)
        private var last: Float = 0
        /// The first high-pass's last two inputs, then its last two outputs, newest first; then the second one's.
        private var passed = SIMD4<Float>(repeating: 0)
        private var passedTwice = SIMD4<Float>(repeating: 0)

        @_noLocks
        init(in arena: inout Arena) {
            samples = arena.floats(ShapedNoise.taps - 1 + Slice.frames)
            input = arena.floats(ShapedNoise.slowFrames)
        }

        /// Uses the words' upper halves for the next rendering.
        @_noLocks
        func load(fast: UnsafePointer<UInt32>, slow: UnsafePointer<UInt32>, scale: Float) {
            let new = keepHistory()
            Uniform.convert(fast, into: new, count: Slice.frames, scale: scale)
            Uniform.convert(slow, into: input.base, count: ShapedNoise.slowFrames, scale: scale)
        }

        /// Uses the lower halves.
        @_noLocks
        func takeLower(fast: UnsafePointer<UInt32>, slow: UnsafePointer<UInt32>, scale: Float) {
            let new = keepHistory()
            Uniform.convertLower(fast, into: new, count: Slice.frames, scale: scale)
            Uniform.convertLower(
                slow, into: input.base, count: ShapedNoise.slowFrames, scale: scale)
        }

        /// Moves the last samples to the front; returns where the next ones go.
        @_noLocks @inline(__always)
        private func keepHistory() -> UnsafeMutablePointer<Float> {
            let history = samples.base
            for index in 0..<(ShapedNoise.taps - 1) {
                history[index] = history[index + Slice.frames]
            }
            return history + (ShapedNoise.taps - 1)
        }

        @_noLocks
        mutating func render(
            _ output: UnsafeMutablePointer<Float>, _ coefficients: Coefficients
        ) {
            renderFast(output, coefficients)
            if coefficients.highPass[0] != 0 {
                passed = Channel.passHigh(input.base, coefficients.highPass, after: passed)
            }
            if coefficients.steeper[0] != 0 {
                passedTwice = Channel.passHigh(
                    input.base, coefficients.steeper, after: passedTwice)
            }
            addSlow(output, coefficients)
        }

        /// Returns the state from which the next slice continues.
        @_noLocks
        private static func passHigh(
            _ samples: UnsafeMutablePointer<Float>, _ factors: SIMD4<Float>,
            after passed: SIMD4<Float>
        ) -> SIMD4<Float> {
            let (gain, a, b) = (factors[0], factors[1], factors[2])
            var (x1, x2, y1, y2) = (passed[0], passed[1], passed[2], passed[3])
            for index in 0..<ShapedNoise.slowFrames {
                let x = samples[index]
                let y = gain * (x - x1 - x1 + x2) - a * y1 - b * y2
                x2 = x1
                x1 = x
                y2 = y1
                y1 = y
                samples[index] = y
            }
            return SIMD4(x1, x2, y1, y2)
        }

        @_noLocks @inline(__always)
        private func renderFast(
            _ output: UnsafeMutablePointer<Float>, _ coefficients: Coefficients
        ) {
            // One pointer per tap, set before the loop: an index computed inside prevents vectorisation.
            let x7 = UnsafePointer(samples.base)
            let x6 = x7 + 1
            let x5 = x7 + 2
            let x4 = x7 + 3
            let x3 = x7 + 4
            let x2 = x7 + 5
            let x1 = x7 + 6
            let x0 = x7 + 7
            let c = coefficients.taps
            let (c0, c1, c2, c3) = (c[0], c[1], c[2], c[3])
            let (c4, c5, c6, c7) = (c[4], c[5], c[6], c[7])
            for index in 0..<Slice.frames {
                let near = c0 * x0[index] + c1 * x1[index] + c2 * x2[index] + c3 * x3[index]
                let far = c4 * x4[index] + c5 * x5[index] + c6 * x6[index] + c7 * x7[index]
                output[index] = near + far
            }
        }

        @_noLocks @inline(__always)
        private mutating func addSlow(
            _ output: UnsafeMutablePointer<Float>, _ coefficients: Coefficients
        ) {
            let poleFactors = coefficients.poles
            let weights = coefficients.weights
            var state = poles
            var from = last
            for index in 0..<ShapedNoise.slowFrames {
                state = state * poleFactors + SIMD4(repeating: input.base[index])
                let weighted = state * weights
                let value = (weighted[0] + weighted[1]) + (weighted[2] + weighted[3])
                let slope = (value - from) * (1 / Float(ShapedNoise.decimation))
                let target = output + index * ShapedNoise.decimation
                for step in 0..<ShapedNoise.decimation {
                    target[step] += from + slope * Float(step + 1)
                }
                from = value
            }
            poles = state
            last = from
        }
    }
}
