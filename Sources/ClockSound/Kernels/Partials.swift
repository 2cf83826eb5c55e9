/// One of the many sines that make up a tone.
struct Partial {
    /// Hz.
    var frequency: Double
    var amplitude: Double
    /// Time to fall to 1/e, in seconds; nil if it does not decay.
    var decay: Double?

    init(_ frequency: Double, _ amplitude: Double, decay: Double? = nil) {
        self.frequency = frequency
        self.amplitude = amplitude
        self.decay = decay
    }
}

/// Sums decaying sines, for tables that are computed before the sound starts.
///
/// A partial is a phasor that rotates and shrinks by the same factor with every sample. Its first 64 values are
/// computed one from another. After that, each group of 64 is the first group times the current phasor: four
/// independent operations per sample, which vectorise. This takes a third of a nanosecond per partial and sample;
/// a separate sine would take twenty.
struct PartialAdder {
    /// Samples per group.
    static var stride: Int { 64 }
    /// A partial that has fallen by 100 dB (11.5 time constants) is dropped.
    private static var lastingDecays: Double { 11.5 }
    /// No partial is above this fraction of the rate, so that nothing aliases.
    static var highestShareOfRate: Double { 0.45 }

    private let rate: Double
    /// The first 64 values, imaginary and real parts.
    private let sines: FixedBuffer<Float>
    private let cosines: FixedBuffer<Float>

    init(in memory: RenderMemory, rate: Int) {
        self.rate = Double(rate)
        sines = memory.allocate(PartialAdder.stride, repeating: 0)
        cosines = memory.allocate(PartialAdder.stride, repeating: 0)
    }

    /// Adds `partial`, starting at a phase of `turns` (0 ..< 1), to the first `count` samples of `output`,
    /// rounded up to a whole group of 64.
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
