/// A gain ramp in slices. Its value is a function of the position in the fade, so that a fade can be skipped in
/// one step, and a reversed one continues from where it is.
struct Fade: BitwiseCopyable {
    enum Shape: UInt8, BitwiseCopyable {
        /// Linear in amplitude.
        case linear
        /// Linear in decibels, over 60 dB if one end is silence: an even fade to the ear.
        case decibel
        /// Sine-squared in power: the sum of two uncorrelated sounds, one fading in and one out, keeps its power.
        case power
    }

    /// Silence counts as 60 dB down: 2^-9.97.
    private static var octavesToSilence: Double {
        @_noLocks get { 60 * Elementary.octavesPerDecibel }
    }

    /// The gain at the end of the last rendered slice.
    private(set) var value: Float
    private(set) var target: Float
    private var start: Double
    private var octaves = 0.0
    private var position = 0
    private var length = 0
    private var shape = Shape.decibel

    /// A constant gain of `value`.
    @_noLocks
    init(_ value: Float) {
        self.value = value
        target = value
        start = Double(value)
    }

    /// Slices until the target is reached.
    var remaining: Int {
        @_noLocks get { length - position }
    }

    /// Neither audible nor about to be.
    var isSilent: Bool {
        @_noLocks get { value == 0 && target == 0 }
    }

    /// Starts a fade from the current value to `target` over `slices`.
    @_noLocks
    mutating func aim(at target: Float, slices: Int, shape: Shape) {
        self.target = target
        guard target != value else {
            length = position
            return
        }
        self.shape = shape
        position = 0
        length = slices > 1 ? slices : 1
        start = Double(value)
        let end = Double(target)
        if end > 0, start < end * 0.001 { start = 0 }
        octaves = start > 0 && end > 0 ? Elementary.logarithm2(end / start) : 0
    }

    @_noLocks
    mutating func advance(slices: Int) {
        guard position < length else { return }
        position = slices < length - position ? position + slices : length
        value = position == length ? target : Float(course(Double(position) / Double(length)))
    }

    @_noLocks
    private func course(_ x: Double) -> Double {
        let end = Double(target)
        switch shape {
        case .linear: return start + (end - start) * x
        case .decibel:
            if start == 0 {
                return end * Elementary.exponential2((x - 1) * Fade.octavesToSilence)
            }
            if end == 0 { return start * Elementary.exponential2(-x * Fade.octavesToSilence) }
            return start * Elementary.exponential2(x * octaves)
        case .power:
            let sine = Elementary.sine(turns: x / 4)
            return Hatch.squareRoot(start * start + (end * end - start * start) * sine * sine)
        }
    }
}
