// The coefficients of the colours. Each is a least-squares fit to the analytic spectrum in decibels (|FIR|^2,
// plus the one-poles' at the lower rate times the interpolation's, images included), at 400 frequencies evenly
// spaced over the octaves, with a rising exponent to minimise the greatest error. The poles are confined to four
// disjoint ranges: where two may meet, they end as the difference of two huge and nearly equal parts. Levels come
// from the same spectrum, A-weighted.

/// Equal power in every octave: -10 dB per decade of frequency, from 15 Hz to 20 kHz within ±0.038 dB at 48 kHz
/// and ±0.048 dB at 44.1 kHz.
///
/// -20 dBFS: the reference level for the other noises. Its peaks are 13 dB higher, so one noise and an alarm over
/// it, ducked, stay below the limiter.
enum Pink: NoiseColour {
    @_noLocks
    static func spectrum(rate: Int) -> NoiseSpectrum {
        if rate == 44_100 {
            return NoiseSpectrum(
                ShapedNoise.Coefficients(
                    poles: SIMD4(0.985_910_54, 0.923_002_67, 0.699_568_78, 0.209_732_78),
                    weights: SIMD4(0.007_361_76, 0.009_744_72, 0.018_027_55, 0.022_249_24),
                    taps: SIMD8(
                        0.058_379_264, 0.026_448_813, 0.011_867_829, 0.006_814_429,
                        0.003_220_875, 0.001_442_020, 0.000_645_608, 0.000_289_046),
                    power: 0.012_633_794), rootMeanSquare: 0.1)
        }
        return NoiseSpectrum(
            ShapedNoise.Coefficients(
                poles: SIMD4(0.987_179_13, 0.930_406_00, 0.728_457_32, 0.253_213_42),
                weights: SIMD4(0.006_717_38, 0.008_802_82, 0.016_339_51, 0.022_621_58),
                taps: SIMD8(
                    0.056_151_497, 0.025_263_010, 0.011_665_691, 0.006_540_399,
                    0.003_279_380, 0.001_445_753, 0.000_637_377, 0.000_280_995),
                power: 0.011_740_769), rootMeanSquare: 0.1)
    }
}

/// -20 dB per decade, like Brownian motion: a distant waterfall. From 40 Hz to 16 kHz within ±0.12 dB at both
/// rates. Below that there is nothing (a fourth-order Chebyshev high-pass), because no bedside speaker plays it
/// and it would use up headroom.
///
/// A-weighting, which was made for faint sounds, takes 10.7 dB from it. To match the others by that measure it
/// would need -13.2 dBFS, with peaks at full scale all the time. It is at -15.2 dBFS, 2 dB(A) below the others:
/// at full volume the limiter takes a few tenths of a decibel from it once in many minutes, and at lower volumes
/// nothing.
enum Brown: NoiseColour {
    @_noLocks
    static func spectrum(rate: Int) -> NoiseSpectrum {
        if rate == 44_100 {
            return NoiseSpectrum(
                ShapedNoise.Coefficients(
                    poles: SIMD4(0.998_000_000, 0.301_380_761, 0, 0),
                    weights: SIMD4(0.336_276_138, 0.002_918_230, 0, 0),
                    taps: SIMD8(
                        0.050_713_737, 0.104_333_613, 0.046_182_008, 0.041_153_154,
                        0.018_298_270, 0.011_910_288, 0.003_687_964, 0.000_957_530),
                    power: 1,
                    highPass: SIMD4(0.952_881_890, -1.903_896_088, 0.907_631_471, 0),
                    steeper: SIMD4(0.991_440_810, -1.982_085_019, 0.983_678_220, 0)),
                rootMeanSquare: 0.1745)
        }
        return NoiseSpectrum(
            ShapedNoise.Coefficients(
                poles: SIMD4(0.998_000_000, 0.300_049_017, 0, 0),
                weights: SIMD4(0.322_381_282, 0.003_423_761, 0, 0),
                taps: SIMD8(
                    0.051_939_139, 0.096_120_026, 0.048_282_658, 0.033_077_377,
                    0.022_110_263, 0.007_208_836, 0.005_292_559, -0.000_188_467),
                power: 1,
                highPass: SIMD4(0.956_612_965, -1.911_643_397, 0.914_808_463, 0),
                steeper: SIMD4(0.992_160_461, -1.983_648_049, 0.984_993_793, 0)),
            rootMeanSquare: 0.1745)
    }
}

/// +10 dB per decade, from 100 Hz to 16 kHz within ±0.1 dB: the hiss of a spray. The weights of its slow part sum
/// to zero at 0 Hz, so that this part rises too.
enum Blue: NoiseColour {
    @_noLocks
    static func spectrum(rate: Int) -> NoiseSpectrum {
        if rate == 44_100 {
            return NoiseSpectrum(
                ShapedNoise.Coefficients(
                    poles: SIMD4(0.900_162_770, 0.848_109_235, 0.350_000_134, 0.000_112_856),
                    weights: SIMD4(
                        -0.006_921_035, 0.025_370_693, -0.235_449_857, 0.264_491_466),
                    taps: SIMD8(
                        0.783_728_893, -0.601_059_888, -0.055_496_983, -0.114_656_719,
                        -0.005_115_065, -0.057_102_298, 0.007_002_528, -0.027_664_655),
                    power: 1), rootMeanSquare: 0.1074)
        }
        return NoiseSpectrum(
            ShapedNoise.Coefficients(
                poles: SIMD4(0.938_097_484, 0.829_171_551, 0.350_000_067, 0.000_000_059),
                weights: SIMD4(0.001_006_588, -0.008_254_117, -0.081_290_449, 0.157_119_539),
                taps: SIMD8(
                    0.790_039_117, -0.572_930_471, 0.040_427_595, -0.165_170_445,
                    0.063_090_236, -0.093_782_584, 0.034_353_628, -0.033_281_701),
                power: 1), rootMeanSquare: 0.1208)
    }
}

/// +20 dB per decade, up to 16 kHz within ±0.01 dB: differentiated white noise. Nearly all of it is above 4 kHz.
/// It needs no slow part; the taps are a zero at 0 Hz and six that correct a plain difference's deficit at the
/// top.
enum Violet: NoiseColour {
    @_noLocks
    static func spectrum(rate: Int) -> NoiseSpectrum {
        let none = SIMD4<Float>(0, 0, 0, 0)
        if rate == 44_100 {
            return NoiseSpectrum(
                ShapedNoise.Coefficients(
                    poles: none, weights: none,
                    taps: SIMD8(
                        0.644_676_013, -0.750_649_622, 0.137_390_205, -0.042_397_370,
                        0.014_773_754, -0.004_922_773, 0.001_352_825, -0.000_223_033),
                    power: 1), rootMeanSquare: 0.1246)
        }
        return NoiseSpectrum(
            ShapedNoise.Coefficients(
                poles: none, weights: none,
                taps: SIMD8(
                    0.645_979_885, -0.750_334_662, 0.134_076_691, -0.039_423_117,
                    0.012_724_141, -0.003_797_102, 0.000_897_375, -0.000_123_210),
                power: 1), rootMeanSquare: 0.1355)
    }
}

/// Equally loud to the ear at every frequency: white noise divided by the A-weighting, from 63 Hz to 16 kHz
/// within ±0.03 dB, with a second-order high-pass at 40 Hz (it would rise by 60 dB towards 20 Hz).
///
/// It follows A-weighting, not the 40 phon contour of ISO 226 as it once did. That contour ends at 12.5 kHz, and
/// its hump of 14 dB at 10 kHz is the ear's response to one source straight ahead in a free field; a bedroom's
/// sound comes from all sides, and the hump would only hiss. All sounds here are matched by A-weighting, so grey
/// is flat by the same measure.
enum Grey: NoiseColour {
    @_noLocks
    static func spectrum(rate: Int) -> NoiseSpectrum {
        if rate == 44_100 {
            return NoiseSpectrum(
                ShapedNoise.Coefficients(
                    poles: SIMD4(0.985, 0.93, 0.75, 0.3),
                    weights: SIMD4(
                        0.223_744_414, -0.125_050_332, 0.005_330_302, -0.003_424_744),
                    taps: SIMD8(
                        0.622_436_946, -0.382_388_979, 0.137_496_396, -0.045_165_019,
                        0.017_164_890, -0.004_836_443, 0.001_312_220, 0.000_269_948),
                    power: 1,
                    highPass: SIMD4(0.986_366_730, -1.971_707_947, 0.973_758_974, 0)),
                rootMeanSquare: 0.1542)
        }
        return NoiseSpectrum(
            ShapedNoise.Coefficients(
                poles: SIMD4(0.985, 0.93, 0.75, 0.3),
                weights: SIMD4(0.189_078_933, -0.103_459_386, 0.006_751_840, -0.006_105_223),
                taps: SIMD8(
                    0.639_784_973, -0.426_580_178, 0.152_608_989, -0.044_742_893,
                    0.013_138_993, -0.000_541_394, -0.001_231_801, 0.001_547_090),
                power: 1,
                highPass: SIMD4(0.988_197_764, -1.975_528_330, 0.977_262_726, 0)),
            rootMeanSquare: 0.1611)
    }
}
