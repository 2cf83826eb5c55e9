/// A room of carpets and people, at a quarter of the rate, and the way up from there.
///
/// A feedback delay network as in `Space`: eight delays of 15 to 44 ms, mixed by Householder's matrix. As the
/// voices need nothing above a tenth of the rate, it costs a quarter of that, in time and in memory.
struct CafeRoom: BitwiseCopyable {
    private static var lines: Int {
        @_noLocks get { 8 }
    }
    private static var capacity: Int {
        @_noLocks get { 18 * Voices.frames }
    }
    /// Samples that the filter on the way up looks at.
    private static var taps: Int {
        @_noLocks get { 8 }
    }

    // All of these are variables, even constant ones: Swift 6.0 takes a call in `init` for a change of them.
    private var memory: FixedBuffer<Float>
    private var work: FixedBuffer<Float>
    private var delays: FixedBuffer<UInt32>
    private var gains: FixedBuffer<Float>
    private var before: FixedBuffer<Float>
    private var position = 0
    /// Of the way up: eight factors for each of four frames, and the last samples of both ears.
    private var factors: FixedBuffer<Float>
    private var left: FixedBuffer<Float>
    private var right: FixedBuffer<Float>
    private var quarter: FixedBuffer<Float>

    /// - Parameters:
    ///   - rate: a quarter of the sound's.
    ///   - seconds: the time to decay by 60 dB.
    @_noLocks
    init(in arena: inout Arena, rate: Float, seconds: Float) {
        memory = arena.floats(CafeRoom.lines * CafeRoom.capacity)
        work = arena.floats((CafeRoom.lines + 1) * Voices.frames)
        delays = arena.words(CafeRoom.lines)
        gains = arena.floats(CafeRoom.lines)
        before = arena.floats(CafeRoom.lines)
        factors = arena.floats(4 * CafeRoom.taps)
        left = arena.floats(CafeRoom.taps + Voices.frames)
        right = arena.floats(CafeRoom.taps + Voices.frames)
        quarter = arena.floats(4 * Voices.frames)
        // Primes at 12 kHz, spaced evenly on a logarithmic scale.
        let primes = SIMD8<Float>(173, 199, 233, 277, 331, 379, 443, 521)
        for line in 0..<CafeRoom.lines {
            let frames = primes[line] * rate / 12_000
            delays.base[line] = UInt32(frames)
            gains.base[line] = Rough.exponential2(-9.966 * frames / (seconds * rate))
        }
        // A sine cardinal up to 92 % of what the lower rate holds, under a raised cosine.
        for frame in 0..<4 {
            var sum: Float = 0
            for tap in 0..<CafeRoom.taps {
                let away = Float(tap) - 3.5 - (Float(frame) - 1.5) / 4
                let turns = 0.46 * (away > 0 ? away : -away)
                let window = 0.5 + 0.5 * Sines.sine(away / 8.6 + 1.25)
                let value = turns < 1e-4 ? 1 : Sines.sine(turns) / (6.283_185_3 * turns)
                factors.base[CafeRoom.taps * frame + tap] = value * window
                sum += value * window
            }
            for tap in 0..<CafeRoom.taps { factors.base[CafeRoom.taps * frame + tap] /= sum }
        }
    }

    /// Where the next slice of each ear's direct sound is to be written, at a quarter of the rate.
    var inputs: StereoPointers {
        @_noLocks get {
            StereoPointers(left.base + CafeRoom.taps, right.base + CafeRoom.taps)
        }
    }

    /// Adds a slice at the full rate: what was written to `inputs`, and what the room makes of `source`.
    @_noLocks
    mutating func render(
        _ source: UnsafePointer<Float>, gain: Float, left leftOutput: UnsafeMutablePointer<Float>,
        right rightOutput: UnsafeMutablePointer<Float>
    ) {
        for line in 0..<CafeRoom.lines { read(line) }
        mix(gain)
        for line in 0..<CafeRoom.lines { write(line, source) }
        position += Voices.frames
        if position == CafeRoom.capacity { position = 0 }
        rise(left.base, leftOutput)
        rise(right.base, rightOutput)
    }

    /// Copies a line's output into the work memory, slightly dulled: curtains and coats.
    @_noLocks @inline(never)
    private func read(_ line: Int) {
        let base = UnsafePointer(memory.base + line * CafeRoom.capacity)
        let target = work.base + line * Voices.frames
        var start = position - Int(delays.base[line])
        if start < 0 { start += CafeRoom.capacity }
        var last = before.base[line]
        for index in 0..<Voices.frames {
            let value = base[start]
            target[index] = 0.85 * value + 0.15 * last
            last = value
            start += 1
            if start == CafeRoom.capacity { start = 0 }
        }
        before.base[line] = last
    }

    @_noLocks @inline(never)
    private func mix(_ gain: Float) {
        let count = Voices.frames
        let w = UnsafePointer(work.base)
        let common = work.base + CafeRoom.lines * count
        let (toLeft, toRight) = (left.base + CafeRoom.taps, right.base + CafeRoom.taps)
        for index in 0..<count {
            let one = w[index] + w[index + 2 * count]
            let two = w[index + 4 * count] + w[index + 6 * count]
            let three = w[index + count] + w[index + 3 * count]
            let four = w[index + 5 * count] + w[index + 7 * count]
            common[index] = 0.25 * ((one + two) + (three + four))
            toLeft[index] += gain * (one - two)
            toRight[index] += gain * (three - four)
        }
    }

    @_noLocks @inline(never)
    private func write(_ line: Int, _ source: UnsafePointer<Float>) {
        let target = memory.base + line * CafeRoom.capacity + position
        let back = UnsafePointer(work.base + line * Voices.frames)
        let common = UnsafePointer(work.base + CafeRoom.lines * Voices.frames)
        let kept = gains.base[line]
        for index in 0..<Voices.frames {
            target[index] = source[index] + kept * (back[index] - common[index])
        }
    }

    /// Adds a slice of an ear at the full rate, and keeps its last samples.
    @_noLocks @inline(never)
    private func rise(
        _ samples: UnsafeMutablePointer<Float>, _ output: UnsafeMutablePointer<Float>
    ) {
        let count = Voices.frames
        for frame in 0..<4 {
            let f = UnsafePointer(factors.base + CafeRoom.taps * frame)
            let (f0, f1, f2, f3) = (f[0], f[1], f[2], f[3])
            let (f4, f5, f6, f7) = (f[4], f[5], f[6], f[7])
            let x = UnsafePointer(samples + 1)
            let target = quarter.base + count * frame
            for index in 0..<count {
                let early =
                    (f0 * x[index] + f1 * x[index + 1]) + (f2 * x[index + 2] + f3 * x[index + 3])
                let late =
                    (f4 * x[index + 4] + f5 * x[index + 5])
                    + (f6 * x[index + 6] + f7 * x[index + 7])
                target[index] = early + late
            }
        }
        let q = UnsafePointer(quarter.base)
        for index in 0..<count {
            output[4 * index] += q[index]
            output[4 * index + 1] += q[index + count]
            output[4 * index + 2] += q[index + 2 * count]
            output[4 * index + 3] += q[index + 3 * count]
        }
        for index in 0..<CafeRoom.taps { samples[index] = samples[index + count] }
    }
}
