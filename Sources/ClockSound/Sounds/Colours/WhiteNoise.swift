/// Equal power at every frequency.
struct WhiteSound: GeneratedSound {
    static var cornerOfEars: Float {
        @_noLocks get { 0 }
    }

    static var parameters: [SoundParameter] { GraphicBands.parameters }
    static var sliders: [SoundSlider] { GraphicBands.sliders }

    private var noise: WhiteNoise
    private var bands: GraphicBands

    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        noise = WhiteNoise(in: &arena, seed: seed)
        bands = GraphicBands(rate: rate, values: values)
    }

    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        noise.render(left: left, right: right)
        bands.apply(left: left, right: right)
    }
}

/// Independent, uniformly distributed samples, the same at every rate.
struct WhiteNoise: BitwiseCopyable {
    /// -21.3 dBFS is as loud as pink noise of -20 dBFS: A-weighting takes 3.9 dB from pink noise, and 2.7
    /// (48 kHz) or 2.4 dB (44.1 kHz) from white.
    private static var rootMeanSquare: Double {
        @_noLocks get { 0.0861 }
    }

    private var random: RandomWords
    private let words: FixedBuffer<UInt32>

    @_noLocks
    init(in arena: inout Arena, seed: UInt64) {
        random = RandomWords(in: &arena, seed: seed, capacity: 2 * Slice.frames)
        words = arena.words(2 * Slice.frames)
    }

    @_noLocks @inline(never)
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        let scale = Float(WhiteNoise.rootMeanSquare / Uniform.rootMeanSquare)
        random.fill(words.base, count: 2 * Slice.frames)
        Uniform.convert(words.base, into: left, count: Slice.frames, scale: scale)
        Uniform.convert(words.base + Slice.frames, into: right, count: Slice.frames, scale: scale)
    }
}
