@testable import ClockSound

/// A sound rendered for a test, with measurements.
struct SoundTake {
    let left: [Float]
    let right: [Float]
    let rate: Int

    init(
        _ generator: Generator, _ values: [String: Float] = [:], seconds: Double,
        rate: Int = 48_000, seed: UInt64 = 1
    ) throws {
        let memory = RenderMemory()
        var voice = SoundVoice(in: memory, rate: rate)
        let tones = ToneStore.shared.bank(rate: rate)
        let streams = SoundStreams(places: 1)
        voice.begin(.generated(try Recipe(generator, values), seed: seed), streams)
        let count = Int(seconds * Double(rate)) / Slice.frames * Slice.frames
        let buffers = memory.allocate(2 * count, repeating: Float(0))
        for start in stride(from: 0, to: count, by: Slice.frames) {
            voice.render(
                left: buffers.base + start, right: buffers.base + count + start, tones: tones)
        }
        left = Array(UnsafeBufferPointer(start: buffers.base, count: count))
        right = Array(UnsafeBufferPointer(start: buffers.base + count, count: count))
        self.rate = rate
    }

    init(left: [Float], right: [Float], rate: Int) {
        self.left = left
        self.right = right
        self.rate = rate
    }

    /// The level of both channels together at one frequency, over the whole take (Goertzel with a
    /// Hann window, so that noise near a tone does not leak into it).
    func level(at frequency: Double) -> Double {
        var (sumCosine, sumSine) = (0.0, 0.0)
        for index in left.indices {
            let window = 1 - Elementary.sine(turns: Double(index) / Double(left.count) + 0.25)
            let turns = Double(index) * frequency / Double(rate)
            let sample = Double(left[index] + right[index]) * window
            sumCosine += sample * Elementary.sine(turns: turns + 0.25)
            sumSine += sample * Elementary.sine(turns: turns)
        }
        return (sumCosine * sumCosine + sumSine * sumSine).squareRoot() / Double(left.count)
    }

    /// The strongest of the given frequencies.
    func strongest(_ frequencies: [Double]) -> Double {
        frequencies.map { ($0, level(at: $0)) }.max { $0.1 < $1.1 }?.0 ?? 0
    }

    /// The power of both channels in each slice: after two low-pass poles at `top` if it is set,
    /// and without what is below `corner` if that is set.
    func powers(above corner: Double? = nil, below top: Double? = nil) -> [Double] {
        var (low, high, highTwo) = (0.0, 0.0, 0.0)
        let lowShare = 1 - Elementary.exponential2(-9.06 * (corner ?? 0) / Double(rate))
        let highShare =
            top.map { 1 - Elementary.exponential2(-9.06 * $0 / Double(rate)) } ?? 1
        var result: [Double] = []
        var sum = 0.0
        for index in left.indices {
            let sample = Double(left[index] + right[index])
            low += lowShare * (sample - low)
            high += highShare * (sample - (corner == nil ? 0 : low) - high)
            highTwo += highShare * (high - highTwo)
            sum += highTwo * highTwo
            if index % Slice.frames == Slice.frames - 1 {
                result.append(sum)
                sum = 0
            }
        }
        return result
    }

    var slicesPerSecond: Double { Double(rate) / Double(Slice.frames) }
}

/// The correlation of a series with itself `lag` later, -1 ... 1.
func selfCorrelation(_ series: [Double], lag: Int) -> Double {
    let mean = series.reduce(0, +) / Double(series.count)
    var (together, alone) = (0.0, 0.0)
    for index in series.indices {
        alone += (series[index] - mean) * (series[index] - mean)
        if index >= lag { together += (series[index] - mean) * (series[index - lag] - mean) }
    }
    return together / alone * Double(series.count) / Double(series.count - lag)
}

/// The lag at which a series correlates best with itself.
func period(_ series: [Double], from: Int, to: Int) -> Int {
    (from...to).max {
        selfCorrelation(series, lag: $0) < selfCorrelation(series, lag: $1)
    } ?? 0
}
