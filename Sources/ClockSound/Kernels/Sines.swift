/// Sines in both channels, for tones whose pitch and level move.
///
/// Each run is computed in closed form from its start, so the loop has no recursion and vectorises. The phase
/// continues exactly, in `Double`, from run to run.
struct Sines: BitwiseCopyable {
    /// A run of a sine. Levels and pitch change linearly to their end values.
    struct Run: BitwiseCopyable {
        /// Phase in turns at the first frame, 0 ..< 1; `add` advances it.
        var phase = 0.0
        /// Turns per frame at the start; below 0.5.
        var step = 0.0
        /// Turns per frame at the end.
        var endStep = 0.0
        var left: Float = 0
        var endLeft: Float = 0
        var right: Float = 0
        var endRight: Float = 0

        @_noLocks
        init() {}
    }

    /// 0, 1, 2 ...: converting a counter in the loop costs as much as the sine.
    private let counter: FixedBuffer<Float>

    @_noLocks
    init(in arena: inout Arena) {
        counter = arena.floats(Slice.frames)
        for index in 0..<Slice.frames { counter.base[index] = Float(index) }
    }

    /// Adds `count` frames of `run`, at most a slice, and advances it to where the next one starts.
    @_noLocks @inline(never)
    func add(
        _ run: inout Run, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
        count: Int
    ) {
        let frames = Double(count)
        let bend = (run.endStep - run.step) / (2 * frames)
        let (phase, step, curve) = (Float(run.phase), Float(run.step), Float(bend))
        let (leftStart, rightStart) = (run.left, run.right)
        let leftSlope = (run.endLeft - run.left) / Float(count)
        let rightSlope = (run.endRight - run.right) / Float(count)
        let numbers = UnsafePointer(counter.base)
        for index in 0..<count {
            let number = numbers[index]
            let turns = phase + number * (step + number * curve)
            let sine = Sines.sine(turns)
            left[index] = left[index] + sine * (leftStart + leftSlope * number)
            right[index] = right[index] + sine * (rightStart + rightSlope * number)
        }
        let end = run.phase + frames * (run.step + frames * bend)
        run.phase = end - Double(Int(end))
        run.step = run.endStep
        run.left = run.endLeft
        run.right = run.endRight
    }

    /// The sine of `turns`, 0 ... 1e6: its zeros times a least-squares polynomial, with an error below 7e-6
    /// (-103 dB).
    @_noLocks @inline(__always)
    static func sine(_ turns: Float) -> Float {
        // Adding 1.5 * 2^23 rounds to the nearest integer.
        let whole = (turns + 12_582_912) - 12_582_912
        let t = turns - whole
        let u = t * t
        let even =
            6.283_042_58 + u * (-16.198_215_87 + u * (16.560_257_30 + u * -8.154_502_85))
        return t * (1 - 4 * u) * even
    }
}
