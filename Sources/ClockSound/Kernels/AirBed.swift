/// Moving air: white noise through `StereoBands`, with an independent drift of each band's level. Contains
/// nothing below 26 Hz, which would only move the cone of a small speaker. It is the bed under every machine and
/// the quiet of a night.
///
/// Unlike in `NoiseBands`, the four bands share their channel's noise, so they blend into one smooth spectrum at
/// half the cost. The sounds' figures come from a least-squares fit of four filters to the third-octave levels of
/// the real thing, with this sharing included.
struct AirBed: BitwiseCopyable {
    private var white: WhiteNoise
    private var bands: StereoBands
    private var cut: LowCut
    /// The last slice's white noise, left then right, for reuse by other code; its RMS is `whiteLevel`.
    let noise: FixedBuffer<Float>
    private var levels = SIMD4<Float>(repeating: 0)
    private var depths = SIMD4<Float>(repeating: 0)
    private var drifts: (Drift, Drift, Drift, Drift)

    static var whiteLevel: Float {
        @_noLocks get { 0.0861 }
    }

    /// - Parameter driftFrequency: the speed of the level drift in Hz; each band drifts a little faster than the
    ///   one below.
    @_noLocks
    init(in arena: inout Arena, rate: Int, driftFrequency: Float, seed: UInt64) {
        var chance = Chance(seed: seed)
        white = WhiteNoise(in: &arena, seed: chance.seed())
        noise = arena.floats(2 * Slice.frames)
        bands = StereoBands(in: &arena, rate: rate)
        cut = LowCut(frequency: 26, rate: rate)
        drifts = (
            Drift(frequency: driftFrequency, rate: rate, seed: chance.seed()),
            Drift(frequency: driftFrequency * 1.3, rate: rate, seed: chance.seed()),
            Drift(frequency: driftFrequency * 1.7, rate: rate, seed: chance.seed()),
            Drift(frequency: driftFrequency * 2.3, rate: rate, seed: chance.seed())
        )
    }

    /// Configures a band.
    ///
    /// - Parameters:
    ///   - level: its RMS in each channel; 1 is full scale.
    ///   - depth: the fraction by which its level drifts.
    @_noLocks
    mutating func set(
        _ band: Int, _ shape: StereoBands.Shape, frequency: Float, quality: Float, level: Float,
        depth: Float
    ) {
        bands.tune(band, shape, frequency: frequency, quality: quality)
        levels[band] = level / AirBed.whiteLevel
        depths[band] = depth
    }

    /// Lets the filters' start-up transient decay; the slowest takes a tenth of a second.
    @_noLocks
    mutating func settle(in arena: inout Arena) {
        let scratch = arena.floats(2 * Slice.frames)
        let even = SIMD4<Float>(repeating: 1)
        aim(even)
        bands.jump()
        for _ in 0..<64 {
            render(left: scratch.base, right: scratch.base + Slice.frames, gains: even)
        }
    }

    /// Writes a slice of each channel. At its end each band is `gains` times its configured level.
    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, gains: SIMD4<Float>
    ) {
        aim(gains)
        let (first, second) = (noise.base, noise.base + Slice.frames)
        white.render(left: first, right: second)
        bands.render(leftInput: first, rightInput: second, left: left, right: right)
        cut.apply(left: left, right: right)
    }

    @_noLocks
    private mutating func aim(_ gains: SIMD4<Float>) {
        bands.aim(0, level: levels[0] * gains[0] * (1 + depths[0] * drifts.0.step()))
        bands.aim(1, level: levels[1] * gains[1] * (1 + depths[1] * drifts.1.step()))
        bands.aim(2, level: levels[2] * gains[2] * (1 + depths[2] * drifts.2.step()))
        bands.aim(3, level: levels[3] * gains[3] * (1 + depths[3] * drifts.3.step()))
    }
}
