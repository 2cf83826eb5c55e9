import Foundation
import Testing

@testable import ClockSound

@Suite("Sounds of weather, water and fire")
struct WeatherSoundTests {
    static let sounds: [Generator] = [.rain, .thunder, .ocean, .wind, .stream, .fire]

    @Test("Each is as its seed is: the same again, and another with another", arguments: sounds)
    func seeds(sound: Generator) {
        let one = Scape(sound, seconds: 0.5, seed: 7)
        #expect(one.left == Scape(sound, seconds: 0.5, seed: 7).left)
        #expect(one.left != Scape(sound, seconds: 0.5, seed: 8).left)
        #expect(one.left != one.right)
    }

    @Test(
        "Each is as loud from its first sample as later, at both rates, without an offset",
        arguments: sounds, Mixer.rates)
    func settled(sound: Generator, rate: Int) {
        let scape = Scape(sound, seconds: 3, rate: rate)
        let all = scape.left + scape.right
        let first = scape.left.prefix(rate / 10) + scape.right.prefix(rate / 10)
        // A storm begins with the quiet before its first roll.
        let within: Double = sound == .thunder ? 40 : 9
        #expect(abs(decibels(rootMeanSquare(first)) - decibels(rootMeanSquare(all))) < within)
        #expect(rootMeanSquare(all) > 0.03 && rootMeanSquare(all) < 0.2)
        #expect(peak(all) < 0.85)
        let mean = all.reduce(0.0) { $0 + Double($1) } / Double(all.count)
        #expect(abs(mean) < 0.001)
    }

    @Test("Each takes the extremes of all its parameters", arguments: sounds)
    func extremes(sound: Generator) throws {
        for end in [0, 1] {
            var values: [String: Float] = [:]
            for parameter in sound.parameters {
                let range = parameter.range
                values[parameter.name] = end == 0 ? range.lowerBound : range.upperBound
            }
            let scape = Scape(try Recipe(sound, values), seconds: 1)
            #expect(scape.left.allSatisfy { $0.isFinite && abs($0) < 30 })
            #expect(scape.loudness(every: 0.25).allSatisfy { $0 > -90 })
        }
    }

    @Test(
        "None falls silent, and none but thunder has a fifth of a second 20 dB under the rest",
        arguments: sounds)
    func never(sound: Generator) {
        let loudness = Scape(sound, seconds: 8, seed: 3).loudness(every: 0.2).sorted()
        let under: Double = sound == .thunder ? 40 : 20
        #expect(loudness[0] > loudness[loudness.count / 2] - under)
    }

    // MARK: - Rain

    @Test(
        "A rain's near drops come at the rate of its parameter, by chance",
        arguments: [4, 25] as [Float])
    func drops(rate: Float) {
        var chance = Chance(seed: 5)
        var arrivals = Arrivals(&chance)
        let slices = 60 * 375
        var times: [Double] = []
        for slice in 0..<slices {
            arrivals.open(expected: rate / 375)
            while let frame = arrivals.next(&chance) {
                #expect((0..<Slice.frames).contains(frame))
                times.append((Double(slice) + Double(frame) / 128) / 375)
            }
        }
        let expected = Double(60 * rate)
        #expect(abs(Double(times.count) - expected) < 4 * expected.squareRoot())
        // The gaps of a random process have a deviation as large as their mean.
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        let variance = gaps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(gaps.count)
        #expect(abs(variance.squareRoot() / mean - 1) < 0.3)
    }

    @Test("Grains do not change the level of a band")
    func grainLevel() {
        func level(_ perSecond: Float) -> Double {
            let memory = RenderMemory()
            var arena = Arena(in: memory, bytes: Arena.voiceBytes)
            var bands = NoiseBands(in: &arena, rate: 48_000, seed: 9)
            bands.set(1, .bandPass, frequency: 1500, quality: 0.8)
            bands.setGrain(1, perSecond: perSecond)
            bands.setLevel(1, left: 0.1, right: 0.1)
            bands.settle(slices: 8)
            let sound = collect(slices: 1500) { bands.render(left: $0, right: $1) }
            return decibels(rootMeanSquare(sound.left + sound.right))
        }
        let even = level(0)
        // The analog filter's bandwidth; the part above half the rate is missing.
        #expect(abs(even + 20) < 1)
        for perSecond: Float in [300, 3000] {
            let found = level(perSecond)
            #expect(abs(found - even) < 0.5, "\(found) dB with \(perSecond) grains a second")
        }
    }

    @Test("A drift wanders with deviation 1 about zero, slowly, from its first step")
    func drift() {
        var square = 0.0
        var first = 0.0
        var sum = 0.0
        for seed in 0..<200 as Range<UInt64> {
            var drift = Drift(frequency: 1, rate: 48_000, seed: seed)
            var last = drift.step()
            first += Double(last) * Double(last)
            for _ in 0..<750 {
                let next = drift.step()
                #expect(abs(next - last) < 0.2)
                last = next
            }
            square += Double(last) * Double(last)
            sum += Double(last)
        }
        #expect(abs((first / 200).squareRoot() - 1) < 0.25)
        #expect(abs((square / 200).squareRoot() - 1) < 0.25)
        #expect(abs(sum / 200) < 0.3)
    }

    // MARK: - Drifts, drops and fire

    @Test("A bubble rings at its pitch, fades as fast as asked and starts from nothing")
    func bubble() {
        let memory = RenderMemory()
        var arena = Arena(in: memory, bytes: Arena.voiceBytes)
        var ringers = Ringers(in: &arena, groups: 1, rate: 48_000)
        var isStruck = false
        let sound = collect(slices: 64) { left, right in
            for index in 0..<Slice.frames { (left[index], right[index]) = (0, 0) }
            ringers.render(left: left, right: right)
            guard !isStruck else { return }
            isStruck = true
            let strike = Ringers.Strike(frequency: 1000, decay: 50, rise: 0, left: 0.5, right: 0.1)
            ringers.strike(strike, at: 37, left: left, right: right)
        }.left
        #expect(sound.prefix(38).allSatisfy { $0 == 0 })
        #expect(abs(Spectrum(sound, rate: 48_000).strongest - 1000) < 8)
        // 20 ms are one time constant.
        let early = peak(sound[37..<(37 + 48)])
        let later = peak(sound[(37 + 960)..<(37 + 960 + 48)])
        #expect(abs(later / early - 0.368) < 0.01)
        #expect(sound.suffix(128).allSatisfy { $0 == 0 })
    }

    @Test("A bubble that rises fades like any other, however long it rings")
    func rising() {
        let memory = RenderMemory()
        var arena = Arena(in: memory, bytes: Arena.voiceBytes)
        var ringers = Ringers(in: &arena, groups: 1, rate: 48_000)
        var isStruck = false
        let sound = collect(slices: 200) { left, right in
            for index in 0..<Slice.frames { (left[index], right[index]) = (0, 0) }
            ringers.render(left: left, right: right)
            guard !isStruck else { return }
            isStruck = true
            let strike = Ringers.Strike(frequency: 2600, decay: 12, rise: 4, left: 1, right: 1)
            ringers.strike(strike, at: 0, left: left, right: right)
        }.left
        // Three time constants: 26 dB.
        #expect(peak(sound[12_000..<12_500]) < 0.06)
    }

    @Test("A bubble for which there is no room is not heard at all, rather than break off")
    func noRoom() {
        func rung(by count: Int) -> [Float] {
            let memory = RenderMemory()
            var arena = Arena(in: memory, bytes: Arena.voiceBytes)
            var ringers = Ringers(in: &arena, groups: 1, rate: 48_000)
            return collect(slices: 1) { left, right in
                for index in 0..<Slice.frames { (left[index], right[index]) = (0, 0) }
                for number in 0..<count {
                    let strike = Ringers.Strike(
                        frequency: 300 + 100 * Float(number), decay: 9, rise: 0, left: 0.1,
                        right: 0.1)
                    ringers.strike(strike, at: 5, left: left, right: right)
                }
            }.left
        }
        #expect(rung(by: 8) == rung(by: 9))
        #expect(rung(by: 7) != rung(by: 8))
    }

    @Test("A fire crackles in flurries: more unevenly than chance alone")
    func flurries() throws {
        let recipe = try Recipe(
            .fire,
            [
                "crackles": 12, "rumble": -24, "hiss": -30, "bed": -30, "pops": 0,
                "crackleLevel": 6,
            ])
        let left = Scape(recipe, seconds: 25).left
        // An onset is a millisecond that is much louder than the one before.
        let peaks = stride(from: 0, to: left.count - 48, by: 48).map { peak(left[$0..<($0 + 48)]) }
        var perHalf = [Double](repeating: 0, count: 50)
        for index in 1..<peaks.count where peaks[index] > 0.06 && peaks[index - 1] < 0.03 {
            perHalf[min(49, index / 500)] += 1
        }
        let mean = perHalf.reduce(0, +) / 50
        let variance = perHalf.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 50
        #expect(mean > 0.5)
        #expect(variance > 1.2 * mean, "chance alone has as much variance as mean")
    }
}

/// A sound as its generator renders it.
struct Scape {
    var left: [Float] = []
    var right: [Float] = []
    let rate: Int

    init(_ recipe: Recipe, seconds: Double, rate: Int = 48_000, seed: UInt64 = 1) {
        self.rate = rate
        let memory = RenderMemory()
        var voice = SoundVoice(in: memory, rate: rate)
        let tones = ToneStore.shared.bank(rate: rate)
        let streams = SoundStreams(places: 1)
        voice.begin(.generated(recipe, seed: seed), streams)
        (left, right) = collect(slices: Int(seconds * Double(rate)) / Slice.frames) {
            voice.render(left: $0, right: $1, tones: tones)
        }
    }

    init(_ sound: Generator, seconds: Double, rate: Int = 48_000, seed: UInt64 = 1) {
        self.init(Recipe(default: sound), seconds: seconds, rate: rate, seed: seed)
    }

    /// The level of both channels in decibels, for each interval of this many seconds.
    func loudness(every seconds: Double) -> [Double] {
        let frames = Int(seconds * Double(rate))
        return stride(from: 0, through: left.count - frames, by: frames).map { start in
            let l = rootMeanSquare(left[start..<(start + frames)])
            let r = rootMeanSquare(right[start..<(start + frames)])
            return decibels(((l * l + r * r) / 2).squareRoot() + 1e-9)
        }
    }
}

/// Both channels of what `render` writes, slice by slice.
func collect(
    slices: Int, _ render: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Void
) -> (left: [Float], right: [Float]) {
    var left = [Float](repeating: 0, count: slices * Slice.frames)
    var right = left
    left.withUnsafeMutableBufferPointer { left in
        right.withUnsafeMutableBufferPointer { right in
            guard let l = left.baseAddress, let r = right.baseAddress else { return }
            for start in stride(from: 0, to: slices * Slice.frames, by: Slice.frames) {
                render(l + start, r + start)
            }
        }
    }
    return (left, right)
}
