/// The same power in every octave: 10 dB less per decade of frequency.
struct PinkNoise: BitwiseCopyable {
    /// -20 dBFS: the reference that the other noises are matched to. Its peaks reach 13 dB higher,
    /// so one noise and an alarm over it, ducked, stay below the limiter.
    private static var rootMeanSquare: Double {
        @_noLocks get { 0.1 }
    }

    private var noise: ShapedNoise

    @_noLocks
    init(in arena: inout Arena, rate: Int, seed: UInt64) {
        noise = ShapedNoise(
            in: &arena, rate == 44_100 ? PinkNoise.at44100 : PinkNoise.at48000,
            rootMeanSquare: PinkNoise.rootMeanSquare, seed: seed)
        noise.settle()
    }

    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        noise.render(left: left, right: right)
    }

    // Least squares on the decibels of the analytic spectrum from 15 Hz to 20 kHz, with a rising
    // exponent so that the greatest error is what shrinks.

    /// Within ±0.038 dB.
    private static var at48000: ShapedNoise.Coefficients {
        @_noLocks get {
            ShapedNoise.Coefficients(
                poles: SIMD4(0.987_179_13, 0.930_406_00, 0.728_457_32, 0.253_213_42),
                weights: SIMD4(0.006_717_38, 0.008_802_82, 0.016_339_51, 0.022_621_58),
                taps: SIMD8(
                    0.056_151_497, 0.025_263_010, 0.011_665_691, 0.006_540_399,
                    0.003_279_380, 0.001_445_753, 0.000_637_377, 0.000_280_995),
                power: 0.011_740_769)
        }
    }

    /// Within ±0.048 dB.
    private static var at44100: ShapedNoise.Coefficients {
        @_noLocks get {
            ShapedNoise.Coefficients(
                poles: SIMD4(0.985_910_54, 0.923_002_67, 0.699_568_78, 0.209_732_78),
                weights: SIMD4(0.007_361_76, 0.009_744_72, 0.018_027_55, 0.022_249_24),
                taps: SIMD8(
                    0.058_379_264, 0.026_448_813, 0.011_867_829, 0.006_814_429,
                    0.003_220_875, 0.001_442_020, 0.000_645_608, 0.000_289_046),
                power: 0.012_633_794)
        }
    }
}
