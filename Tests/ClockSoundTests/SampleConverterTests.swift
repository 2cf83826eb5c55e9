import Testing

@testable import ClockSound

@Suite("Conversion to a device's samples")
struct SampleConverterTests {
    /// The samples as integers of a type that holds one of the encoding's; the spare last one must stay untouched.
    private func convert<Sample: FixedWidthInteger>(
        _ samples: [Float], as encoding: SampleEncoding, _ type: Sample.Type, isMono: Bool = false,
        seed: UInt64 = 1, block: Int = 1024
    ) -> [Sample] {
        var converter = SampleConverter(seed: seed)
        let channels = isMono ? 1 : 2
        let frames = samples.count / 2
        let untouched = Sample(truncatingIfNeeded: 0x5A5A_5A5A as UInt32)
        var output = [Sample](repeating: untouched, count: frames * channels + 1)
        samples.withUnsafeBufferPointer { source in
            output.withUnsafeMutableBytes { target in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                for start in stride(from: 0, to: frames, by: block) {
                    converter.convert(
                        from + 2 * start, to: to + channels * start * MemoryLayout<Sample>.size,
                        as: encoding, isMono: isMono, frames: min(block, frames - start))
                }
            }
        }
        #expect(output.removeLast() == untouched)
        return output
    }

    private func convert(_ samples: [Float], seed: UInt64 = 1, block: Int = 1024) -> [Int16] {
        convert(samples, as: .int16, Int16.self, seed: seed, block: block)
    }

    /// Each sample as the number that its three little-endian bytes form.
    private func convertPacked(_ samples: [Float], isMono: Bool = false) -> [Int32] {
        var converter = SampleConverter(seed: 1)
        let frames = samples.count / 2
        var bytes = [UInt8](repeating: 0, count: 3 * frames * (isMono ? 1 : 2))
        samples.withUnsafeBufferPointer { source in
            bytes.withUnsafeMutableBytes { target in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                converter.convert(from, to: to, as: .int24Packed, isMono: isMono, frames: frames)
            }
        }
        return stride(from: 0, to: bytes.count, by: 3).map { (place: Int) -> Int32 in
            let low = UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
            return Int32(Int8(bitPattern: bytes[place + 2])) << 16 | Int32(low)
        }
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
        // With triangular dither, the error's variance is always a quarter of a squared step. Over
        // 100000 samples the mean has a deviation of 0.0016, the power one of about 0.001.
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

    /// Zeros of both signs, full scale and beyond, a step and fractions of it, and a ramp over all magnitudes.
    private static let telling: [Float] = {
        var samples: [Float] = [
            0, -0, 1, -1, 1.5, -1.5, 3e38, -3e38, 0x1.fffffep-1, -0x1.fffffep-1, 0x1p-23, -0x1p-23,
            0x1p-31, -0x1p-31, 0x1p-24, -0x1p-24, 0x1.8p-23, 0x1.8p-31, 1e-30, 0.5, -0.5, 0.7071068,
        ]
        var size: Float = 1
        while size > 0x1p-33 {
            samples += [size * 0.999, -size * 0.7, size * 0.3333]
            size *= 0.83
        }
        return samples.count.isMultiple(of: 2) ? samples : samples + [0.1]
    }()

    /// The result of exact arithmetic for a sample; halves round to even.
    private static func exact(_ sample: Float, bits: Int) -> Int32 {
        let full = Double(1 << (bits - 1))
        return Int32(min(full - 1, max(-full, (Double(sample) * full).rounded(.toNearestOrEven))))
    }

    @Test("32 and 24 bits are the nearest number, held at full scale, to the last bit")
    func wideIntegers() {
        let samples = SampleConverterTests.telling
        let of24 = samples.map { SampleConverterTests.exact($0, bits: 24) }
        #expect(
            convert(samples, as: .int32, Int32.self)
                == samples.map { SampleConverterTests.exact($0, bits: 32) })
        #expect(convert(samples, as: .int24, Int32.self) == of24)
        #expect(convertPacked(samples) == of24)
    }

    @Test("Floats arrive as they are")
    func floats() {
        let samples = SampleConverterTests.telling
        #expect(convert(samples, as: .float32, UInt32.self) == samples.map(\.bitPattern))
    }

    @Test("Silence is zeros in every encoding, of both signs of zero", arguments: [false, true])
    func silence(isMono: Bool) {
        let samples = [Float](repeating: 0, count: 1000) + [Float](repeating: -0.0, count: 1000)
        let of16 = convert(samples, as: .int16, Int16.self, isMono: isMono)
        #expect(of16 == [Int16](repeating: 0, count: isMono ? 1000 : 2000))
        for encoding in [SampleEncoding.int24, .int32] {
            let output = convert(samples, as: encoding, Int32.self, isMono: isMono)
            #expect(output == [Int32](repeating: 0, count: isMono ? 1000 : 2000))
        }
        #expect(convertPacked(samples, isMono: isMono).allSatisfy { $0 == 0 })
    }

    @Test("One channel gets the mean of both: both at full scale do not clip, opposites cancel")
    func mono() {
        let samples: [Float] = [1, 1, -1, -1, 0.5, -0.5, 0.5, 0, 0, -0.25]
        let of32: [Int32] = [.max, .min, 0, 0x2000_0000, -0x1000_0000]
        #expect(convert(samples, as: .int32, Int32.self, isMono: true) == of32)
        let of24: [Int32] = [8_388_607, -8_388_608, 0, 0x20_0000, -0x10_0000]
        #expect(convertPacked(samples, isMono: true) == of24)
        // More than one batch, and odd block sizes: each frame is converted independently.
        let many = (0..<1999).flatMap { [Float($0) / 4096, Float($0) / 4096] }
        let expected = (0..<1999).map { Int32($0) << 19 }
        #expect(convert(many, as: .int32, Int32.self, isMono: true) == expected)
        #expect(convert(many, as: .int32, Int32.self, isMono: true, block: 37) == expected)
        let of16 = convert(many, as: .int16, Int16.self, isMono: true)
        let of16Expected = expected.map { $0 >> 16 }
        #expect(zip(of16, of16Expected).allSatisfy { abs(Int32($0) - $1) <= 1 })
    }
}
