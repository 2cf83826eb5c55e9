import Testing

@testable import ClockSound

@Suite("The limiter")
struct LimiterTests {
    private let memory = RenderMemory()

    /// The limiter's output for a signal in both channels, without the delay.
    private func limit(_ signal: [Float]) -> [Float] {
        var limiter = Limiter(in: memory, rate: 48_000)
        let output = memory.allocate(2 * Slice.frames, repeating: Float(0))
        var result: [Float] = []
        let slices = signal.count / Slice.frames
        for slice in 0...slices {
            let mix = limiter.open()
            if slice < slices {
                for index in 0..<Slice.frames {
                    mix.left[index] = signal[slice * Slice.frames + index]
                    mix.right[index] = -signal[slice * Slice.frames + index]
                }
            }
            limiter.process(into: output.base)
            if slice > 0 { result += (0..<Slice.frames).map { output.base[2 * $0] } }
        }
        return result
    }

    private func sine(_ frequency: Double, amplitude: Double, frames: Int) -> [Float] {
        (0..<frames).map {
            Float(amplitude * Elementary.sine(turns: Double($0) * frequency / 48_000))
        }
    }

    @Test("What stays below the ceiling passes bit for bit")
    func transparent() {
        let signal = sine(997, amplitude: 0.8413, frames: 48_000 / 128 * 128)
        #expect(limit(signal) == signal)
    }

    @Test("Nothing passes -1.5 dBFS, be it a sine, a single peak, a leap or noise at any level")
    func ceiling() {
        let bound: Float = 0.841_395_2
        for frequency in [40.0, 997, 7919] {
            #expect(peak(limit(sine(frequency, amplitude: 3, frames: 12_800))) <= bound)
        }
        var spikes = [Float](repeating: 0.1, count: 12_800)
        for index in stride(from: 5, to: spikes.count, by: 1777) { spikes[index] = 9 }
        #expect(peak(limit(spikes)) <= bound)
        var random = SeedSequence(seed: 3)
        let noise = (0..<128_000).map { index in
            let unit = Float(Int64(bitPattern: random.next()) >> 40) * 0x1p-23
            return unit * (index % 20_000 < 5_000 ? 4 : 1)
        }
        let limited = limit(noise)
        #expect(peak(limited) <= bound)
        #expect(peak(limited) > 0.8)
    }

    @Test("After a peak it returns to passing bit for bit")
    func release() {
        var signal = sine(440, amplitude: 0.3, frames: 256_000)
        signal[1000] = 2
        let limited = limit(signal)
        #expect(limited[3001] != signal[3001])
        #expect(limited.suffix(64_000) == signal.suffix(64_000))
    }

    @Test("6 dB of limiting a 40 Hz sine leaves less than -80 dB of harmonics")
    func distortion() {
        let frames = 48_000 * 2
        let limited = limit(sine(40, amplitude: 1.68, frames: frames))
        // The second second has 40 whole periods. What remains after projection on the fundamental is distortion.
        let tail = limited.suffix(48_000)
        var inPhase = 0.0
        var quadrature = 0.0
        for (index, sample) in tail.enumerated() {
            let turns = Double(index % 1200) / 1200
            inPhase += Double(sample) * Elementary.sine(turns: turns)
            quadrature += Double(sample) * Elementary.sine(turns: turns + 0.25)
        }
        let power = (inPhase * inPhase + quadrature * quadrature) / (24_000 * 24_000) / 2
        let total = rootMeanSquare(tail)
        let rest = max(total * total - power, 1e-20)
        #expect(decibels((rest / power).squareRoot()) < -80)
    }

    @Test("Many voices at full gain keep the ceiling")
    func scene() {
        let stage = Stage()
        var scene = Scene.alarm(-6)
        scene.voices = [.usual(.pink)]
        stage.apply(scene)
        let samples = stage.play(seconds: 5)
        #expect(peak(samples) <= 0.841_395_2)
        #expect(peak(samples) > 0.8)
    }
}
