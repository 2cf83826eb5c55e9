import Foundation
import Resampling
import Testing

@Suite("The resampler")
struct ResamplerTests {
    /// The complete output for input given in blocks.
    private func resample<Sample: ResampledSample>(
        _ input: [Sample], from source: Int, to target: Int, block: Int, zero: Sample
    ) throws -> [Sample] {
        var resampler = try Resampler<Sample>(from: source, to: target)
        var output: [Sample] = []
        var room = [Sample](repeating: zero, count: 2 * 500)
        var position = 0
        while true {
            let count = min(block, input.count / 2 - position)
            let step = try input.withUnsafeBufferPointer { samples in
                try resampler.process(
                    count == 0 ? nil : samples.baseAddress.map { $0 + 2 * position },
                    frames: count, into: &room, capacity: 500)
            }
            position += step.taken
            output += room[..<(2 * step.made)]
            if count == 0, step.made == 0 { return output }
        }
    }

    private func tone(_ hertz: Double, rate: Int, frames: Int) -> [Float] {
        (0..<frames).flatMap { frame in
            let value = Float(0.5 * sin(2 * .pi * hertz * Double(frame) / Double(rate)))
            return [value, -value]
        }
    }

    @Test(
        "keeps a tone, its length and both channels", arguments: [44_100, 22_050, 96_000])
    func tone(rate: Int) throws {
        let output = try resample(
            tone(1000, rate: rate, frames: rate), from: rate, to: 48_000, block: 1024, zero: 0)
        #expect(output.count == 2 * 48_000)
        let right = tone(1000, rate: 48_000, frames: 48_000)
        // Away from the ends, where the filter reaches beyond the input.
        for sample in 4000..<92_000 {
            try #require(abs(output[sample] - right[sample]) < 1e-4)
        }
    }

    @Test("gives the same however the input is cut", arguments: [1, 77, 4096])
    func blocks(block: Int) throws {
        let input = tone(440, rate: 44_100, frames: 4410)
        let whole = try resample(input, from: 44_100, to: 48_000, block: 4410, zero: 0)
        #expect(
            try resample(input, from: 44_100, to: 48_000, block: block, zero: 0) == whole)
    }

    @Test("takes integers as well, and leaves silence near nothing")
    func integers() throws {
        let silence = [Int16](repeating: 0, count: 9600)
        let output = try resample(silence, from: 48_000, to: 44_100, block: 500, zero: 0)
        #expect(output.count == 2 * 4410)
        #expect(output.allSatisfy { abs($0) <= 2 })
    }

    @Test("refuses rates that make no sense, in words")
    func rates() {
        #expect(throws: ResamplingError.self) { _ = try Resampler<Float>(from: -1, to: 48_000) }
    }
}
