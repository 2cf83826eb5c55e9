/// Steady noise of one colour. The colours differ only in their coefficients (NoiseColours.swift).
///
/// Not marked `@_noLocks`, which a generic type cannot be by itself. It is checked for each colour where a voice
/// starts and renders it.
struct ColouredNoise<Colour: NoiseColour>: GeneratedSound {
    /// A colour surrounds the listener in full: its channels have nothing in common (sound design, Q4).
    static var cornerOfEars: Float {
        @_noLocks get { 0 }
    }

    static var parameters: [SoundParameter] { GraphicBands.parameters }
    static var sliders: [SoundSlider] { GraphicBands.sliders }

    private var noise: ShapedNoise
    private var bands: GraphicBands

    @inline(__always)
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        let spectrum = Colour.spectrum(rate: rate)
        noise = ShapedNoise(
            in: &arena, spectrum.coefficients, rootMeanSquare: spectrum.rootMeanSquare, seed: seed)
        bands = GraphicBands(rate: rate, values: values)
        noise.settle()
    }

    @inline(__always)
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        noise.render(left: left, right: right)
        bands.apply(left: left, right: right)
    }
}

/// A colour of noise.
protocol NoiseColour {
    /// - Parameter rate: one of `Mixer.rates`.
    static func spectrum(rate: Int) -> NoiseSpectrum
}

/// The coefficients of a colour for one rate.
struct NoiseSpectrum: BitwiseCopyable {
    let coefficients: ShapedNoise.Coefficients
    /// 1 is full scale.
    let rootMeanSquare: Double

    @_noLocks
    init(_ coefficients: ShapedNoise.Coefficients, rootMeanSquare: Double) {
        self.coefficients = coefficients
        self.rootMeanSquare = rootMeanSquare
    }
}
