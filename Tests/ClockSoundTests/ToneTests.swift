import Testing

@testable import ClockSound

@Suite("Alarm tones")
struct ToneTests {
    /// The pattern of a tone.
    struct Pattern: CustomTestStringConvertible {
        var tone: ToneSound
        /// Seconds until it repeats.
        var cycle: Double
        /// Seconds over which its level is measured: a pulse, or 400 ms if it decays.
        var window: Double
        var testDescription: String { "\(tone)" }
    }

    static let patterns = [
        Pattern(tone: .digital, cycle: 1, window: 0.08),
        Pattern(tone: .classic, cycle: 2, window: 0.4),
        Pattern(tone: .beep, cycle: 1, window: 0.18),
        Pattern(tone: .siren, cycle: 3.6, window: 0.4),
        Pattern(tone: .buzzing, cycle: 1.6, window: 0.3),
        Pattern(tone: .bell, cycle: 2, window: 0.4),
        Pattern(tone: .chimes, cycle: 3, window: 0.4),
        Pattern(tone: .ding, cycle: 2, window: 0.4),
        Pattern(tone: .glass, cycle: 1.8, window: 0.4),
        Pattern(tone: .dawn, cycle: 5.6, window: 0.4),
        Pattern(tone: .harp, cycle: 3.4, window: 0.4),
    ]

    /// Never written after it is made.
    private final class Tables: @unchecked Sendable {
        private let memory = RenderMemory()
        let bank: ToneBank

        init(rate: Int) {
            bank = ToneBank(in: memory, rate: rate)
            for tone in ToneSound.allCases { bank.build(tone, in: memory) }
        }
    }

    private static let tables = Mixer.rates.map { Tables(rate: $0) }

    /// `frames` of `tone` (rounded up to a slice), from frame `start`.
    private func samples(
        _ tone: ToneSound, rate: Int, frames: Int, from start: Int = 0
    ) -> [Float] {
        let bank = ToneTests.tables[rate == Mixer.rates[0] ? 0 : 1].bank
        let slices = Slice.count(covering: frames)
        var samples = [Float](repeating: 9, count: slices * Slice.frames)
        samples.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            for slice in 0..<slices {
                bank.render(
                    tone, at: start + slice * Slice.frames, into: base + slice * Slice.frames)
            }
        }
        return samples
    }

    /// The largest mean power of any window of this many frames.
    private static func loudest(_ samples: [Float], window: Int) -> Double {
        var sums = [0.0]
        sums.reserveCapacity(samples.count + 1)
        for sample in samples { sums.append(sums[sums.count - 1] + Double(sample * sample)) }
        var greatest = 0.0
        for end in window..<sums.count { greatest = max(greatest, sums[end] - sums[end - window]) }
        return (greatest / Double(window)).squareRoot()
    }

    @Test("Tones have the numbers that they are kept by")
    func numbers() {
        #expect(
            ToneSound.allCases == [
                .digital, .classic, .beep, .siren, .buzzing, .bell, .chimes, .ding, .glass, .dawn,
                .harp,
            ])
        #expect(ToneSound.allCases.map { Int($0.rawValue) } == Array(0...10))
        #expect(ToneTests.patterns.map(\.tone) == ToneSound.allCases)
    }

    @Test(
        "While it is on, each tone has the level that it is measured by",
        arguments: ToneTests.patterns, Mixer.rates)
    func level(pattern: Pattern, rate: Int) {
        let window = Int(pattern.window * Double(rate))
        let cycle = Int(pattern.cycle * Double(rate))
        let samples = samples(pattern.tone, rate: rate, frames: 2 * cycle)
        let heard = decibels(ToneTests.loudest(samples, window: window))
        #expect(abs(heard - decibels(ToneBank.rootMeanSquare(pattern.tone))) < 0.25)
    }

    @Test(
        "Each tone rings as loud as the alarm asks, in its first cycle too",
        arguments: ToneTests.patterns, Mixer.rates)
    func ring(pattern: Pattern, rate: Int) {
        let stage = Stage(rate: rate)
        stage.apply(.alarm(-24, of: .tone(pattern.tone)))
        let frames = Int(pattern.cycle * Double(rate)) + Slice.frames
        let left = channel(0, of: stage.play(frames: frames))
        let window = Int(pattern.window * Double(rate))
        #expect(abs(decibels(ToneTests.loudest(left, window: window)) + 24) < 0.25)
    }

    @Test(
        "A gentle tone is at least 6 LU under the siren at the same volume, and none over its ceiling"
    )
    func gentle() {
        func loudness(_ tone: ToneSound, cycle: Double) -> Double {
            let samples = samples(tone, rate: 48_000, frames: Int(2 * cycle * 48_000))
            return momentaryLoudness(samples) - Double(tone.softness)
        }
        let siren = loudness(.siren, cycle: 3.6)
        for pattern in ToneTests.patterns {
            let under = siren - loudness(pattern.tone, cycle: pattern.cycle)
            #expect(
                pattern.tone.softness == 0 ? under > -2.5 : under >= 6, "\(pattern.tone): \(under)")
            let stage = Stage()
            stage.apply(.alarm(-6, of: .tone(pattern.tone), boost: 6))
            #expect(peak(stage.play(seconds: pattern.cycle)) < 1.0001 * Limiter.ceiling)
        }
    }

    @Test(
        "Nine tenths of each tone lie within 0.5 to 4 kHz, and nothing of it where a click would",
        arguments: ToneTests.patterns, Mixer.rates)
    func band(pattern: Pattern, rate: Int) {
        let samples = samples(pattern.tone, rate: rate, frames: 1 << 17)
        let spectrum = Spectrum(samples, rate: rate)
        #expect(spectrum.share(from: 500, to: 4000) > 0.9)
        #expect(spectrum.share(from: 16_000, to: 30_000) < 1e-7)
    }

    @Test(
        "Each tone is heard at once and yet rises softly",
        arguments: ToneTests.patterns, Mixer.rates)
    func edge(pattern: Pattern, rate: Int) {
        let samples = samples(pattern.tone, rate: rate, frames: rate / 20)
        let loudest = peak(samples)
        // A smooth step of 2 ms has risen to 2.8 % after a tenth of its time.
        #expect(peak(samples[..<(rate / 5000)]) < 0.05 * loudest)
        #expect(peak(samples[..<(rate / 100)]) > 0.3 * loudest)
        #expect(Double(loudest) > 0.5 * ToneBank.rootMeanSquare(pattern.tone))
    }

    @Test(
        "Each tone repeats in its cycle, without a kink at the seam",
        arguments: ToneTests.patterns, Mixer.rates)
    func seam(pattern: Pattern, rate: Int) {
        let cycle = Int(pattern.cycle * Double(rate))
        let samples = samples(pattern.tone, rate: rate, frames: 3 * cycle)
        // The second cycle contains the end of the first; the third equals the second.
        #expect(samples[cycle..<2 * cycle] == samples[2 * cycle..<3 * cycle])
        var seam: Float = 0
        var elsewhere: Float = 0
        let near = rate / 1000
        for index in (cycle + cycle / 2)..<(2 * cycle + cycle / 2) {
            let bend = abs(samples[index + 1] - 2 * samples[index] + samples[index - 1])
            if abs(index - 2 * cycle) < near {
                seam = max(seam, bend)
            } else {
                elsewhere = max(elsewhere, bend)
            }
        }
        #expect(seam < elsewhere)
    }

    @Test("Each tone can begin at any frame", arguments: ToneSound.allCases)
    func anywhere(tone: ToneSound) {
        let samples = samples(tone, rate: 48_000, frames: 1 << 19)
        // Some of them cross a seam of cycles of 1, 2, 3.6 and 5.6 s.
        for start in [1, 127, 40_001, 95_999, 172_800 - 64, 268_800 - 1, 500_000] {
            let part = self.samples(tone, rate: 48_000, frames: Slice.frames, from: start)
            #expect(part == Array(samples[start..<start + Slice.frames]))
        }
    }

    @Test("A tone never pauses for longer than 0.7 s", arguments: ToneTests.patterns)
    func pauses(pattern: Pattern) {
        let rate = 48_000
        let samples = samples(
            pattern.tone, rate: rate, frames: 2 * Int(pattern.cycle * Double(rate)))
        let frames = rate / 50
        let faint = 0.03 * ToneBank.rootMeanSquare(pattern.tone)
        var pause = 0
        var longest = 0
        for start in stride(from: 0, to: samples.count - frames, by: frames) {
            pause = rootMeanSquare(samples[start..<start + frames]) < faint ? pause + 1 : 0
            longest = max(longest, pause)
        }
        #expect(longest <= 35)
    }
}
