/// Short bursts of noise through a resonance, each starting at its own frame: the patter of a drop on a leaf, the
/// crackle of a twig.
///
/// A burst rises with one time constant and falls with another; its noise goes through a band-pass. Each is
/// rendered separately, so this suits tens per second, of a few milliseconds.
struct Bursts: BitwiseCopyable {
    /// A burst to start.
    struct Strike: BitwiseCopyable {
        /// Centre frequency of the resonance in Hz, and its Q.
        var frequency: Float
        var quality: Float
        /// Time constants in seconds.
        var rise: Float
        var fall: Float
        /// The approximate peak.
        var left: Float
        var right: Float

        // Written out, because the check cannot see into code that the compiler synthesises in other files.
        @_noLocks
        init(
            frequency: Float, quality: Float, rise: Float, fall: Float, left: Float, right: Float
        ) {
            self.frequency = frequency
            self.quality = quality
            self.rise = rise
            self.fall = fall
            self.left = left
            self.right = right
        }
    }

    private struct Burst: BitwiseCopyable {
        var filter: StateVariable
        var first: Float = 0
        var second: Float = 0
        var noise: UInt32
        var envelope: Float = 1
        var kept: Float
        var pull: Float
        var smoothed: Float = 0
        var left: Float
        var right: Float
        var frames: Int
    }

    private let bursts: UnsafeMutablePointer<Burst>
    private let capacity: Int
    private var count = 0
    private let rate: Float

    /// - Parameter capacity: the maximum number of simultaneous bursts; any more are dropped.
    @_noLocks
    init(in arena: inout Arena, capacity: Int, rate: Int) {
        self.capacity = capacity
        self.rate = Float(rate)
        let memory = arena.reserve(bytes: capacity * MemoryLayout<Burst>.stride)
        bursts = memory.assumingMemoryBound(to: Burst.self)
    }

    /// Adds a slice of the current bursts to each channel.
    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        var index = 0
        while index < count {
            Bursts.run(&bursts[index], from: 0, left: left, right: right)
            if bursts[index].frames <= 0 {
                count -= 1
                bursts[index] = bursts[count]
            } else {
                index += 1
            }
        }
    }

    /// Starts a burst at a frame of the slice just rendered, and adds it to that slice.
    @_noLocks @inline(never)
    mutating func strike(
        _ strike: Strike, at frame: Int, _ chance: inout Chance,
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        guard count < capacity else { return }
        let filter = StateVariable(
            frequency: strike.frequency, quality: strike.quality, rate: rate)
        // A band-pass passes uniform noise in proportion to its bandwidth; three standard deviations count as the
        // peak.
        let share = 3.141_592_7 * strike.frequency * filter.damping / rate
        let unit = filter.damping / (1.7 * Rough.squareRoot(share < 1 ? share : 1))
        let kept = Rough.exponential2(-1.442_695 / (strike.fall * rate))
        let pull = 1 - Rough.exponential2(-1.442_695 / (strike.rise * rate))
        bursts[count] = Burst(
            filter: filter, noise: UInt32(truncatingIfNeeded: chance.seed()) | 1, kept: kept,
            pull: pull, left: strike.left * unit, right: strike.right * unit,
            frames: Int(rate * (7 * strike.fall + 3 * strike.rise)) + 1)
        Bursts.run(&bursts[count], from: frame, left: left, right: right)
        if bursts[count].frames > 0 { count += 1 }
    }

    @_noLocks @inline(never)
    private static func run(
        _ burst: inout Burst, from start: Int, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        let end = burst.frames < Slice.frames - start ? start + burst.frames : Slice.frames
        let (p, q, r) = (burst.filter.p, burst.filter.q, burst.filter.r)
        var (first, second, noise) = (burst.first, burst.second, burst.noise)
        var (envelope, smoothed) = (burst.envelope, burst.smoothed)
        for index in start..<end {
            noise ^= noise &<< 13
            noise ^= noise &>> 17
            noise ^= noise &<< 5
            envelope *= burst.kept
            smoothed += burst.pull * (envelope - smoothed)
            let x = Float(Int32(bitPattern: noise)) * 0x1p-31 * smoothed
            let d = x - second
            let newFirst = p * first + q * d
            second += q * first + r * d
            let y = 0.5 * (first + newFirst)
            first = newFirst
            left[index] += y * burst.left
            right[index] += y * burst.right
        }
        burst.first = first
        burst.second = second
        burst.noise = noise
        burst.envelope = envelope
        burst.smoothed = smoothed
        burst.frames -= end - start
    }
}
