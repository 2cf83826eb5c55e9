/// One sine of many that make a tone.
struct Partial {
    /// Hz.
    var frequency: Double
    var amplitude: Double
    /// Seconds in which it falls to 1/e; nil for one that is held.
    var decay: Double?

    init(_ frequency: Double, _ amplitude: Double, decay: Double? = nil) {
        self.frequency = frequency
        self.amplitude = amplitude
        self.decay = decay
    }
}

/// Sums decaying sines, for tables that are made before the sound starts.
///
/// A partial is a phasor that turns and shrinks by the same factor with every sample. Its first 64
/// values are made one from another; from then on each group of 64 is the first one times the
/// phasor that has been reached: four operations per sample that do not wait for one another, so
/// that they vectorise. That is a third of a nanosecond per partial and sample, where a sine of its
/// own would cost twenty.
struct PartialAdder {
    /// Samples are made in groups of so many.
    static var stride: Int { 64 }
    /// What has fallen by 100 dB (11.5 time constants) is left out.
    private static var lastingDecays: Double { 11.5 }
    /// Nothing above it is made, so that nothing folds back.
    static var highestShareOfRate: Double { 0.45 }

    private let rate: Double
    /// The first 64 values, imaginary and real part.
    private let sines: FixedBuffer<Float>
    private let cosines: FixedBuffer<Float>

    init(in memory: RenderMemory, rate: Int) {
        self.rate = Double(rate)
        sines = memory.allocate(PartialAdder.stride, repeating: 0)
        cosines = memory.allocate(PartialAdder.stride, repeating: 0)
    }

    /// Adds `partial`, begun `turns` (0 ..< 1) into its course, to the first `count` samples of `output`, and to those beyond them that fill the
    /// last group of 64.
    func add(
        _ partial: Partial, turns: Double, to output: UnsafeMutablePointer<Float>, count: Int
    ) {
        guard partial.frequency <= rate * PartialAdder.highestShareOfRate else { return }
        var frames = count
        var shrink = 1.0
        if let decay = partial.decay {
            frames = min(count, Int(decay * rate * PartialAdder.lastingDecays))
            // e^-x as a power of two.
            shrink = Elementary.exponential2(-1.442_695_040_888_963_4 / (decay * rate))
        }
        let turn = partial.frequency / rate
        let step = (
            re: shrink * Elementary.sine(turns: turn + 0.25),
            im: shrink * Elementary.sine(turns: turn)
        )
        var phasor = (re: 1.0, im: 0.0)
        for index in 0..<PartialAdder.stride {
            cosines.base[index] = Float(phasor.re)
            sines.base[index] = Float(phasor.im)
            phasor = PartialAdder.product(phasor, step)
        }
        let leap = phasor
        phasor = (
            re: partial.amplitude * Elementary.sine(turns: turns + 0.25),
            im: partial.amplitude * Elementary.sine(turns: turns)
        )
        let c = UnsafePointer(cosines.base)
        let s = UnsafePointer(sines.base)
        var made = 0
        while made < frames {
            let target = output + made
            let (re, im) = (Float(phasor.re), Float(phasor.im))
            for index in 0..<PartialAdder.stride {
                target[index] += im * c[index] + re * s[index]
            }
            phasor = PartialAdder.product(phasor, leap)
            made += PartialAdder.stride
        }
    }

    private static func product(
        _ a: (re: Double, im: Double), _ b: (re: Double, im: Double)
    ) -> (re: Double, im: Double) {
        (a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
    }
}
