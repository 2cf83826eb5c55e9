import Testing

@testable import ClockSound

@Suite("Noises")
struct NoiseTests {
    /// Both channels of `sound` from its generator, by default 2^19 frames (11 s) each.
    static func samples(
        _ sound: Generator, rate: Int, seed: UInt64, count: Int = 1 << 19
    ) -> ([Float], [Float]) {
        let memory = RenderMemory()
        var voice = SoundVoice(in: memory, rate: rate)
        let tones = ToneStore.shared.bank(rate: rate)
        let streams = SoundStreams(places: 1)
        voice.begin(.generated(Recipe(default: sound), seed: seed), streams)
        var left = [Float](repeating: 0, count: count)
        var right = left
        left.withUnsafeMutableBufferPointer { left in
            right.withUnsafeMutableBufferPointer { right in
                guard let l = left.baseAddress, let r = right.baseAddress else { return }
                for start in stride(from: 0, to: count, by: Slice.frames) {
                    voice.render(left: l + start, right: r + start, tones: tones)
                }
            }
        }
        return (left, right)
    }

    @Test(
        "Each noise has its slope, within the fit's error and four deviations of chance",
        arguments: [
            (Generator.white, 48_000, 0.0), (.pink, 48_000, 1.0), (.pink, 44_100, 1.0),
        ])
    func slope(sound: Generator, rate: Int, exponent: Double) {
        let (left, right) = NoiseTests.samples(sound, rate: rate, seed: 3)
        let spectrum = Spectrum(left + right, rate: rate)
        let centres = [125.0, 250, 500, 1000, 2000, 4000, 8000, 12_500, 16_000]
        let bands = centres.map { centre in
            spectrum.thirdOctave(centre) { exponent == 0 ? 1 : $0 }
        }
        // The narrow bands at the top are the most precise, so the level is taken from them.
        let reference = bands.suffix(4).map(\.decibels).reduce(0, +) / 4
        for (centre, band) in zip(centres, bands) {
            let error = abs(band.decibels - reference)
            #expect(error < 0.08 + 4 * band.deviation, "\(centre) Hz is \(error) dB off")
        }
    }

    @Test(
        "Pink noise has the level that all are measured by, and white its own, at both rates",
        arguments: [(Generator.pink, -20.0), (.white, -21.3)], Mixer.rates)
    func level(noise: (sound: Generator, asked: Double), rate: Int) {
        let (sound, asked) = noise
        let (left, right) = NoiseTests.samples(sound, rate: rate, seed: 5)
        #expect(abs(decibels(rootMeanSquare(left)) - asked) < 0.2)
        #expect(abs(decibels(rootMeanSquare(right)) - asked) < 0.2)
    }

    @Test("Random words spread evenly over bits and differ by seed")
    func words() {
        let memory = RenderMemory()
        var arena = Arena(in: memory, bytes: 16_384)
        var first = RandomWords(in: &arena, seed: 1, capacity: 256)
        var second = RandomWords(in: &arena, seed: 2, capacity: 256)
        let a = memory.allocate(256, repeating: UInt32(0))
        let b = memory.allocate(256, repeating: UInt32(0))
        var ones = [Int](repeating: 0, count: 32)
        var equal = 0
        let rounds = 200
        for _ in 0..<rounds {
            first.fill(a.base, count: 256)
            second.fill(b.base, count: 256)
            for index in 0..<256 {
                if a.base[index] == b.base[index] { equal += 1 }
                for bit in 0..<32 where a.base[index] >> UInt32(bit) & 1 == 1 { ones[bit] += 1 }
            }
        }
        // 51200 fair coins have a deviation of 113; the limit is five deviations.
        let expected = rounds * 128
        for bit in 0..<32 { #expect(abs(ones[bit] - expected) < 566, "bit \(bit)") }
        #expect(equal < 3)
    }

    @Test("Words come the same in whatever portions they are asked for")
    func portions() {
        let memory = RenderMemory()
        var arena = Arena(in: memory, bytes: 16_384)
        var whole = RandomWords(in: &arena, seed: 9, capacity: 384)
        var parts = RandomWords(in: &arena, seed: 9, capacity: 384)
        let a = memory.allocate(768, repeating: UInt32(0))
        let b = memory.allocate(768, repeating: UInt32(0))
        whole.fill(a.base, count: 384)
        whole.fill(a.base + 384, count: 384)
        var made = 0
        for portion in [32, 96, 128, 160, 352] {
            parts.fill(b.base + made, count: portion)
            made += portion
        }
        #expect((0..<768).allSatisfy { a.base[$0] == b.base[$0] })
    }

    @Test(
        "The halves of random words are two streams: each even, without offset, and unlike the other"
    )
    func halves() {
        let memory = RenderMemory()
        var arena = Arena(in: memory, bytes: 131_072)
        let count = 4096
        var random = RandomWords(in: &arena, seed: 5, capacity: count)
        let words = arena.words(count)
        let (upper, lower) = (arena.floats(count), arena.floats(count))
        var (sumOfUpper, sumOfLower, squares, products) = (0.0, 0.0, 0.0, 0.0)
        for _ in 0..<256 {
            random.fill(words.base, count: count)
            Uniform.convert(words.base, into: upper.base, count: count, scale: 1)
            Uniform.convertLower(words.base, into: lower.base, count: count, scale: 1)
            for index in 0..<count {
                let (a, b) = (Double(upper.base[index]), Double(lower.base[index]))
                sumOfUpper += a
                sumOfLower += b
                squares += b * b
                products += a * b
            }
        }
        let all = Double(256 * count)
        // Four standard deviations of the mean of that many.
        let bound = 4 * Uniform.rootMeanSquare / all.squareRoot()
        #expect(abs(sumOfUpper / all) < bound)
        #expect(abs(sumOfLower / all) < bound)
        #expect(abs((squares / all).squareRoot() - Uniform.rootMeanSquare) < 0.002)
        #expect(abs(products / all) < bound)
    }
}
