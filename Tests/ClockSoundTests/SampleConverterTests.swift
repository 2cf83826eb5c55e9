import Testing

@testable import ClockSound

@Suite("Conversion to a device's samples")
struct SampleConverterTests {
    private func convert(_ samples: [Float], seed: UInt64 = 1, block: Int = 1024) -> [Int16] {
        var converter = SampleConverter(seed: seed)
        var output = [Int16](repeating: 99, count: samples.count)
        samples.withUnsafeBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                let frames = samples.count / 2
                for start in stride(from: 0, to: frames, by: block) {
                    converter.convert(
                        from + 2 * start, to: to + 2 * start, frames: min(block, frames - start))
                }
            }
        }
        return output
    }

    @Test(
        "The dithered error has no bias and the same power wherever between two steps a sample lies",
        arguments: [0.0625, 0.25, 0.5, 0.75, 1.3, -2.4] as [Double])
    func dither(steps: Double) {
        let count = 100_000
        let output = convert([Float](repeating: Float(steps / 32_768), count: count))
        let errors = output.map { Double($0) - steps }
        let mean = errors.reduce(0, +) / Double(count)
        let power = errors.map { $0 * $0 }.reduce(0, +) / Double(count)
        // Triangular dither: the error's variance is a quarter of a step squared, always. The mean
        // of 100000 has a deviation of 0.0016, the power one of some 0.001.
        #expect(abs(mean) < 0.008)
        #expect(abs(power - 0.25) < 0.006)
    }

    @Test("Digital silence stays silent, and full scale is clipped, not wrapped")
    func ends() {
        #expect(convert([Float](repeating: 0, count: 2048)).allSatisfy { $0 == 0 })
        #expect(convert([Float](repeating: 1.5, count: 2048)).allSatisfy { $0 == 32_767 })
        #expect(convert([Float](repeating: -1.5, count: 2048)).allSatisfy { $0 == -32_768 })
        #expect(convert([Float](repeating: 0.5, count: 64)).allSatisfy { abs($0 - 16_384) <= 1 })
    }

    @Test("Any block size gives the same bytes, another seed others")
    func blocks() {
        let stage = Stage()
        stage.apply(.noise(.pink))
        let samples = stage.play(frames: 5000)
        #expect(convert(samples, block: 37) == convert(samples, block: 1024))
        #expect(convert(samples, seed: 2) != convert(samples))
    }
}
