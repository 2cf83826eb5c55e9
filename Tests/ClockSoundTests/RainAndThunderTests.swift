import SoundMeasuring
import Testing

@testable import ClockSound

@Suite("Rain and thunder")
struct RainAndThunderTests {
    @Test("A click begins at its frame, at its full strength, and fades at its pace")
    func click() {
        let memory = RenderMemory()
        var arena = Arena(in: memory, bytes: Arena.voiceBytes)
        var splashes = Splashes(in: &arena, rate: 48_000, seed: 4)
        splashes.settle()
        var chance = Chance(seed: 1)
        var sum = [Double](repeating: 0, count: 3)
        for _ in 0..<40 {
            splashes.strike(at: 37, fall: 0.002, left: 1, right: 0, &chance)
            let sound = collect(slices: 9) {
                splashes.render(left: $0, right: $1, evenLeft: 0, evenRight: 0)
            }
            #expect(sound.left.prefix(37).allSatisfy { $0 == 0 })
            #expect(sound.left.suffix(500).allSatisfy { $0 == 0 })
            #expect(sound.right.allSatisfy { $0 == 0 })
            // One time constant is 96 frames.
            for part in 0..<3 {
                let level = rootMeanSquare(sound.left[(37 + 96 * part)..<(37 + 96 * part + 24)])
                sum[part] += level * level / 40
            }
        }
        #expect(abs(decibels(sum[0].squareRoot()) + 1.1) < 1)
        for part in 1..<3 {
            #expect(abs(decibels((sum[part - 1] / sum[part]).squareRoot()) - 8.7) < 1.5)
        }
    }

    @Test("A drop is heard at all frequencies at once")
    func together() throws {
        let recipe = try Recipe(.rain, ["density": 600, "far": -12, "drops": 0])
        let left = Scape(recipe, seconds: 6).left
        #expect(alikeness(of: left, every: 240) > 0.35)
    }

    @Test("The nearest of the drops all around stand out as far as asked")
    func contrast() throws {
        func crest(_ contrast: Float) throws -> Double {
            let recipe = try Recipe(
                .rain, ["contrast": contrast, "density": 2000, "far": -24, "drops": 0])
            let left = Scape(recipe, seconds: 3).left
            return decibels(Double(peak(left)) / rootMeanSquare(left))
        }
        let (even, uneven) = (try crest(6), try crest(26))
        // Rounding keeps the very strongest within bounds.
        #expect(uneven > even + 3)
    }

    @Test("A near drop sounds like what it falls on: a tent low, tin high, a leaf not at all")
    func surface() throws {
        func low(_ modes: Float, pitch: Float) throws -> Double {
            let recipe = try Recipe(
                .rain,
                [
                    "density": 50, "far": -24, "drops": 60, "dropLevel": 10, "modes": modes,
                    "pitch": pitch, "ring": 5,
                ])
            return Spectrum(Scape(recipe, seconds: 3).left, rate: 48_000).share(from: 60, to: 500)
        }
        let (tent, tin, leaf) = (
            try low(3, pitch: 170), try low(5, pitch: 1500), try low(0, pitch: 170)
        )
        #expect(tent > 2 * tin)
        #expect(tent > 2 * leaf)
    }

    // MARK: - Thunder

    @Test("Thunder rolls for seconds, low, and rises too softly to startle")
    func roll() throws {
        let recipe = try Recipe(.thunder, ["rain": -40, "interval": 15])
        for seed: UInt64 in [1, 2] {
            let scape = Scape(recipe, seconds: 10, seed: seed)
            let loudness = scape.loudness(every: 0.1)
            let loudest = loudness.max() ?? 0
            #expect(loudness.filter { $0 > loudest - 20 }.count > 20, "two seconds at least")
            // The last 20 dB before the height take 0.4 s at least.
            let height = loudness.firstIndex(of: loudest) ?? 0
            let heard = loudness[..<height].lastIndex { $0 < loudest - 20 } ?? 0
            #expect(height - heard >= 4)
            let spectrum = Spectrum(scape.left + scape.right, rate: 48_000)
            #expect(spectrum.share(from: 30, to: 1000) > 0.85)
            #expect(spectrum.share(from: 500, to: 4000) > 0.05, "but not only low")
        }
    }

    @Test("No roll stands suddenly over the rain: at most 10 dB within 0.3 s (Q9)")
    func startling() {
        let scape = Scape(Recipe(default: .thunder), seconds: 40, seed: 3)
        var meter = StartleMeter(rate: 48_000)
        meter.add(scape.left, scape.right, frames: scape.left.count)
        #expect(meter.rise > 5, "it thunders")
        #expect(meter.startle < 10)
    }

    @Test("A peal lifts all octaves of a roll alike")
    func peals() throws {
        let recipe = try Recipe(.thunder, ["rain": -40, "interval": 15])
        let left = Scape(recipe, seconds: 6).left
        #expect(alikeness(of: left, every: 2400) > 0.5)
    }

    @Test("The top of a roll sinks as it goes")
    func sinking() throws {
        let recipe = try Recipe(
            .thunder, ["rain": -40, "interval": 60, "distance": 2, "flicker": 0.3])
        var (early, late) = (0.0, 0.0)
        for seed: UInt64 in [1, 2] {
            let scape = Scape(recipe, seconds: 14, seed: seed)
            let (loudness, left) = (scape.loudness(every: 0.1), scape.left)
            let height = 4800 * (loudness.firstIndex(of: loudness.max() ?? 0) ?? 0)
            // From its height on, and six seconds later.
            for (start, isLate) in [(height, false), (height + 6 * 48_000, true)] {
                let spectrum = Spectrum(Array(left[start..<(start + 2 * 48_000)]), rate: 48_000)
                let high = spectrum.share(from: 1000, to: 4000)
                let ratio = high / spectrum.share(from: 60, to: 250)
                if isLate { late += ratio } else { early += ratio }
            }
        }
        #expect(early > 1.4 * late)
    }

    @Test("What is farther away has lost more of its high part")
    func distance() throws {
        func high(_ kilometres: Float) throws -> Double {
            let recipe = try Recipe(.thunder, ["rain": -40, "distance": kilometres])
            let scape = Scape(recipe, seconds: 8)
            let spectrum = Spectrum(scape.left, rate: 48_000)
            return spectrum.share(from: 300, to: 1000) / spectrum.share(from: 30, to: 90)
        }
        let (near, far) = (try high(1.5), try high(10))
        #expect(near > 2 * far)
    }
}

/// How alike the levels of the low and the high part of a sound move from one stretch of so many frames to
/// the next: their correlation, in decibels. The low part is a mean of 32 frames (below 700 Hz), the high
/// part a second difference (above 8 kHz, and falling fast below).
private func alikeness(of samples: [Float], every frames: Int) -> Double {
    var low: [Double] = []
    var high: [Double] = []
    var sum: Float = 0
    var (lows, highs) = (0.0, 0.0)
    for index in 32..<samples.count {
        sum += samples[index] - samples[index - 32]
        let bend = samples[index] - 2 * samples[index - 1] + samples[index - 2]
        lows += Double(sum * sum)
        highs += Double(bend * bend)
        guard index % frames == 0 else { continue }
        low.append(decibels(lows.squareRoot() + 1e-6))
        high.append(decibels(highs.squareRoot() + 1e-6))
        (lows, highs) = (0, 0)
    }
    let count = Double(low.count)
    let (lowMean, highMean) = (low.reduce(0, +) / count, high.reduce(0, +) / count)
    var (both, ofLow, ofHigh) = (0.0, 0.0, 0.0)
    for (l, h) in zip(low, high) {
        both += (l - lowMean) * (h - highMean)
        ofLow += (l - lowMean) * (l - lowMean)
        ofHigh += (h - highMean) * (h - highMean)
    }
    return both / (ofLow * ofHigh).squareRoot()
}
