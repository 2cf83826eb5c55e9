/// Steady noise of one colour. The colours differ in their coefficients (NoiseColours.swift) alone.
struct ColouredNoise: BitwiseCopyable {
    private var noise: ShapedNoise

    @_noLocks
    init(in arena: inout Arena, _ colour: NoiseColour, seed: UInt64) {
        noise = ShapedNoise(
            in: &arena, colour.coefficients, rootMeanSquare: colour.rootMeanSquare, seed: seed)
        noise.settle()
    }

    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        noise.render(left: left, right: right)
    }
}

/// What a noise sounds like, for one rate.
struct NoiseColour: BitwiseCopyable {
    let coefficients: ShapedNoise.Coefficients
    /// 1 is full scale.
    let rootMeanSquare: Double

    @_noLocks
    init(_ coefficients: ShapedNoise.Coefficients, rootMeanSquare: Double) {
        self.coefficients = coefficients
        self.rootMeanSquare = rootMeanSquare
    }
}
