import Testing

@testable import ClockSound

@Suite("Sounds of sea, wind and stream")
struct ShoreSoundTests {
    @Test("Waves come about every period, each unlike the last")
    func waves() throws {
        let recipe = try Recipe(.ocean, ["period": 5])
        let loudness = Scape(recipe, seconds: 45, rate: 44_100).loudness(every: 0.25)
        // A crest is above the mean, and the maximum within 1.5 s.
        let mean = loudness.reduce(0, +) / Double(loudness.count)
        let crests = loudness.indices.filter { index in
            let near = loudness[max(0, index - 6)...min(loudness.count - 1, index + 6)]
            return loudness[index] > mean && loudness[index] == near.max()
        }
        #expect((4...13).contains(crests.count), "\(crests.count)")
        let gaps = zip(crests, crests.dropFirst()).map { $1 - $0 }
        #expect((gaps.max() ?? 0) > (gaps.min() ?? 0) + 4, "seconds apart, never evenly")
        #expect((loudness.max() ?? 0) - (loudness.min() ?? 0) > 12)
        #expect((loudness.max() ?? 0) - (loudness.min() ?? 0) < 26)
    }

    @Test("A wave stands out above 1 kHz; the deep sound of the whole shore hardly moves")
    func breakers() {
        let left = Scape(.ocean, seconds: 16, seed: 3).left
        func swing(from low: Double, to high: Double) -> Double {
            let levels = stride(from: 0, to: left.count - 2048, by: 6144).map { start in
                let part = Array(left[start..<(start + 2048)])
                return decibels(Spectrum(part, rate: 48_000, length: 2048).sum(low, high)) / 2
            }.sorted()
            return levels[levels.count * 9 / 10] - levels[levels.count / 10]
        }
        let (high, low) = (swing(from: 1000, to: 4000), swing(from: 60, to: 250))
        #expect(high > 9)
        #expect(high > low + 2)
    }

    @Test("Gusts come and go within 2 to 20 seconds")
    func gusts() {
        let loudness = Scape(.wind, seconds: 60, seed: 2).loudness(every: 0.5)
        // Averaged over two seconds, which removes the turbulence.
        let smooth = (0..<(loudness.count - 4)).map { loudness[$0..<($0 + 4)].reduce(0, +) / 4 }
        let mean = smooth.reduce(0, +) / Double(smooth.count)
        var lengths: [Int] = []
        var length = 0
        for value in smooth {
            if value > mean {
                length += 1
            } else {
                if length > 0 { lengths.append(length) }
                length = 0
            }
        }
        let long = lengths.filter { $0 >= 4 }
        #expect(long.count >= 3)
        #expect(long.allSatisfy { $0 <= 40 }, "\(long)")
        let sorted = loudness.sorted()
        #expect(sorted[sorted.count * 19 / 20] - sorted[sorted.count / 20] > 8)
    }

    @Test("A gap howls at its pitch in a gust, falls silent with it, and higher in more wind")
    func howling() {
        func howl(_ speed: Float) -> [Float] {
            let memory = RenderMemory()
            var arena = Arena(in: memory, bytes: Arena.voiceBytes)
            var lines = AeolianLines(
                in: &arena, rate: 48_000, pitch: 600, quality: 30, pace: 1, seed: 4)
            return collect(slices: 700) { left, right in
                for index in 0..<Slice.frames { (left[index], right[index]) = (0, 0) }
                lines.add(speed: speed, level: 0.1, left: left, right: right)
            }.left
        }
        #expect(howl(-1.5).allSatisfy { $0 == 0 })
        let (gust, storm) = (howl(0.8), howl(1.3))
        #expect(rootMeanSquare(gust) > 0.05)
        // Four thin lines, with the skirts of their resonances.
        let spectrum = Spectrum(gust, rate: 48_000)
        #expect(spectrum.share(from: 700, to: 1800) > 0.85)
        #expect(Spectrum(storm, rate: 48_000).strongest > spectrum.strongest)
    }

    @Test("A bubble in a stream sounds in one band, differently in both ears, and fades")
    func band() {
        let memory = RenderMemory()
        var arena = Arena(in: memory, bytes: Arena.voiceBytes)
        var bands = BubbleBands(in: &arena, rate: 48_000, seed: 2)
        // One in the lower bands and one in the upper.
        for band in [9, 20] {
            bands.set(band, even: 0, decay: 40)
            let sound = collect(slices: 300) { left, right in
                bands.strike(band, left: 0.01, right: 0.01)
                render(&bands, left, right)
            }
            let centre = Double(BubbleBands.frequency(band))
            let spectrum = Spectrum(sound.left, rate: 48_000)
            #expect(spectrum.share(from: centre / 1.3, to: centre * 1.3) > 0.6)
            bands.set(band, even: 0, decay: 400)
        }
        bands.strike(20, left: 1, right: 1)
        let faded = collect(slices: 60) { render(&bands, $0, $1) }.left
        #expect(rootMeanSquare(faded.suffix(1000)) < 0.001 * rootMeanSquare(faded.prefix(1000)))
    }

    @Test("Small bubbles are as loud within a slice as at its ends: nothing hums at their rate")
    func stepping() throws {
        let recipe = try Recipe(
            .stream, ["bubbles": 400, "pitch": 4000, "spread": 0.5, "rush": -24])
        let sound = Scape(recipe, seconds: 6).left
        var (ends, middles): (Float, Float) = (0, 0)
        for index in 1..<(sound.count - 1) {
            let step = sound[index + 1] - 2 * sound[index] + sound[index - 1]
            switch (index + 8) % Slice.frames {
            case 0..<16: ends += step * step
            case 64..<80: middles += step * step
            default: break
            }
        }
        #expect(ends < 1.3 * middles && middles < 1.3 * ends)
    }

    @Test("A brook has its power where its bubbles ring, at 0.7 to 5.6 kHz")
    func brook() {
        let spectrum = Spectrum(Scape(.stream, seconds: 3).left, rate: 48_000)
        #expect(spectrum.share(from: 700, to: 4000) > 0.6)
        // -5 dB at least.
        #expect(spectrum.share(from: 1400, to: 5600) > 0.32)
    }

    @Test("A river's bubbles begin without a click: nothing breaks at a slice's end")
    func river() throws {
        let recipe = try Recipe(.stream, ["bubbles": 600, "pitch": 800, "rush": -24])
        let sound = Scape(recipe, seconds: 4).left
        func step(_ index: Int) -> Float {
            abs(sound[index + 1] - 2 * sound[index] + sound[index - 1])
        }
        let places = 2..<(sound.count - 2)
        let ends = places.filter { $0 % Slice.frames == 0 }.map(step).max() ?? 0
        let others = places.filter { $0 % Slice.frames == Slice.frames / 2 }.map(step).max() ?? 0
        #expect(ends < 3 * others)
    }

    @Test("More bubbles are asked for, more is heard between the tones of the rush")
    func bubbles() throws {
        func level(_ count: Float) throws -> Double {
            let recipe = try Recipe(.stream, ["bubbles": count, "rush": -24])
            return decibels(rootMeanSquare(Scape(recipe, seconds: 3).left))
        }
        let (few, many) = (try level(20), try level(320))
        // Sixteen times as many independent bubbles: 12 dB.
        #expect(abs(many - few - 12) < 4)
    }
}

/// Writes a slice of bands whose even noise has full level.
private func render(
    _ bands: inout BubbleBands, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>
) {
    bands.begin(evenLeft: 1, evenRight: 1)
    for step in 0..<BubbleBands.steps { bands.run(step) }
    bands.end(left: left, right: right)
}
