import Testing

@testable import ClockSound

/// The sum of both channels at 48 kHz.
private func take(
    _ generator: Generator, _ values: [String: Float] = [:], seconds: Double
) throws -> [Double] {
    let slices = Int(seconds * 375)
    let count = slices * SoloSound.sliceFrames
    var (left, right) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
    var sound = SoloSound(.generated(try Recipe(generator, values), seed: 4), rate: 48_000)
    sound.render(left: &left, right: &right, slices: slices)
    return zip(left, right).map { Double($0 + $1) }
}

/// The level at one frequency, over the whole take with a Hann window (Goertzel).
private func level(_ samples: ArraySlice<Double>, at frequency: Double) -> Double {
    var (cosine, sine) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
        let window = 1 - Elementary.sine(turns: Double(index) / Double(samples.count) + 0.25)
        let turns = Double(index) * frequency / 48_000
        cosine += sample * window * Elementary.sine(turns: turns + 0.25)
        sine += sample * window * Elementary.sine(turns: turns)
    }
    return (cosine * cosine + sine * sine).squareRoot() / Double(samples.count)
}

@Suite("A cat and a bowl")
struct PurrAndBowlTests {
    @Test("A cat's noise comes and goes as often as its glottis opens", arguments: [22.0, 28.0])
    func openings(pitch: Double) throws {
        // While it breathes out; 46 breaths a minute would be too short to measure.
        let samples = try take(
            .purr, ["pitch": Float(pitch), "breaths": 15, "bed": 0], seconds: 0.7)
        // The change from sample to sample is mostly noise; its power in steps of 2.7 ms.
        let powers = stride(from: 1, to: samples.count - 128, by: 128).map { start in
            (start..<start + 128).reduce(0.0) { sum, index in
                let change = samples[index] - samples[index - 1]
                return sum + change * change
            }
        }
        let mean = powers.reduce(0, +) / Double(powers.count)
        func alike(_ hertz: Double) -> Double {
            var (cosine, sine) = (0.0, 0.0)
            for (index, power) in powers.enumerated() {
                cosine +=
                    (power - mean) * Elementary.sine(turns: Double(index) * hertz / 375 + 0.25)
                sine += (power - mean) * Elementary.sine(turns: Double(index) * hertz / 375)
            }
            return cosine * cosine + sine * sine
        }
        let best =
            stride(from: 15.0, to: 36, by: 0.25).max { alike($0) < alike($1) } ?? 0
        // Breathing in is 8 % faster, and the pitch wanders.
        #expect(best > 0.92 * pitch && best < 1.16 * pitch)
    }

    @Test("A cat pauses between breaths, and its strongest puffs are rounded")
    func breaths() throws {
        let samples = try take(.purr, ["bed": 0], seconds: 4)
        let tenths = stride(from: 0, to: samples.count - 4800, by: 4800).map { start in
            samples[start..<start + 4800].reduce(0) { $0 + $1 * $1 }
        }.sorted()
        #expect(tenths[1] < 0.01 * tenths[tenths.count / 2])
        #expect(samples.allSatisfy { abs($0) < 1.6 })
    }

    @Test("A bowl's shapes are as 1 to 2.71 to 5.1")
    func shapes() throws {
        let samples = try take(
            .bowl, ["pitch": 200, "rub": 0, "every": 3, "mallet": 1, "beat": 0], seconds: 4)
        for ratio in [1, 2.71, 5.1] {
            let tone = level(samples[...], at: 200 * ratio)
            let beside = [0.96, 1.04].map { level(samples[...], at: 200 * ratio * $0) }.max() ?? 0
            #expect(tone > 10 * beside, "\(ratio)")
        }
    }

    @Test("A harder mallet wakes the high shapes")
    func mallets() throws {
        func bright(_ milliseconds: Float) throws -> Double {
            let samples = try take(
                .bowl,
                ["pitch": 200, "rub": 0, "every": 3, "mallet": milliseconds, "beat": 0, "ring": 3],
                seconds: 8)
            // By then nothing is left of how it began.
            let end = samples.suffix(192_000)
            return level(end, at: 1020) / level(end, at: 200)
        }
        #expect(try bright(1) > 2 * bright(6))
    }
}
