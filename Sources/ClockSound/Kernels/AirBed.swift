/// Moving air: white noise through `StereoBands`, each band's level drifting by itself,
/// and nothing below 26 Hz, which would only move the cone of a small speaker. The bed under
/// every machine, and the quiet of a night.
///
/// Unlike `NoiseBands` its four bands share the noise of their channel, so they blend into one smooth
/// spectrum (fitted as such: the figures in the sounds come from a least-squares fit of four filters
/// to the third-octave levels of the real thing), at half the cost.
struct AirBed: BitwiseCopyable {
    private var white: WhiteNoise
    private var bands: StereoBands
    private var cut: LowCut
    /// The last slice's white noise, left and then right, for whoever needs some of it; its root
    /// mean square is `whiteLevel`.
    let noise: FixedBuffer<Float>
    private var levels = SIMD4<Float>(repeating: 0)
    private var depths = SIMD4<Float>(repeating: 0)
    private var drifts: (Drift, Drift, Drift, Drift)

    static var whiteLevel: Float {
        @_noLocks get { 0.0861 }
    }

    /// - Parameter driftFrequency: how fast levels drift, in Hz; each band's is a little faster than
    ///   the one's below.
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

    /// Sets a band up.
    ///
    /// - Parameters:
    ///   - level: its root mean square in each channel, 1 being full scale.
    ///   - depth: the share by which its level drifts.
    @_noLocks
    mutating func set(
        _ band: Int, _ shape: StereoBands.Shape, frequency: Float, quality: Float, level: Float,
        depth: Float
    ) {
        bands.tune(band, shape, frequency: frequency, quality: quality)
        levels[band] = level / AirBed.whiteLevel
        depths[band] = depth
    }

    /// Lets the filters forget that they began with nothing; the slowest forgets in a tenth of a
    /// second.
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

    /// Writes a slice of each channel, at whose end each band is `gains` times as strong as set up.
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
