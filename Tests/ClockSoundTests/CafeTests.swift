import Testing

@testable import ClockSound

/// A few voices, close and without room, cups or murmur.
private let few: [String: Float] = [
    "tables": 4, "pauses": 0.2, "distance": 0, "room": 0.2, "cups": 0, "murmur": -30,
]

@Suite("A cafe")
struct CafeTests {
    @Test("It swells and fades most at the pace of syllables")
    func syllables() throws {
        let take = try SoundTake(.cafe, few, seconds: 16)
        let loudness = take.powers(above: 300, below: 3000).map { $0.squareRoot() }
        let mean = loudness.reduce(0, +) / Double(loudness.count)
        /// How much the loudness moves in a band of an octave around a pace, by sines in steps of 1/16 Hz.
        func movement(_ hertz: Double) -> Double {
            stride(from: 0.71 * hertz, to: 1.41 * hertz, by: 0.0625).reduce(0) { sum, pace in
                var (cosine, sine) = (0.0, 0.0)
                for (index, value) in loudness.enumerated() {
                    let turns = Double(index) * pace / take.slicesPerSecond
                    cosine += (value - mean) * Elementary.sine(turns: turns + 0.25)
                    sine += (value - mean) * Elementary.sine(turns: turns)
                }
                return sum + cosine * cosine + sine * sine
            }
        }
        let atSyllables = movement(4)
        #expect(atSyllables > 1.2 * movement(1))
        #expect(atSyllables > 1.2 * movement(16))
    }

    @Test("Nobody dominates, and it never falls silent")
    func nobody() throws {
        let powers = try SoundTake(.cafe, seconds: 12).powers()
        let mean = powers.reduce(0, +) / Double(powers.count)
        // In steps of a third of a second.
        for start in stride(from: 0, to: powers.count - 112, by: 112) {
            let step = powers[start..<start + 112].reduce(0, +) / 112
            // Within 6 dB.
            #expect(step < 4 * mean && step > 0.25 * mean)
        }
    }

    @Test("People sit left and right of the listener, whose ears share what is deep")
    func ears() throws {
        let take = try SoundTake(.cafe, ["tables": 14], seconds: 4)
        func likeness(above corner: Double, below top: Double) -> Double {
            func power(_ left: [Float], _ right: [Float]) -> Double {
                SoundTake(left: left, right: right, rate: take.rate)
                    .powers(above: corner, below: top).reduce(0, +)
            }
            // The power of the sum against that of the difference.
            let sum = power(take.left, take.right)
            let difference = power(take.left, take.right.map { -$0 })
            return (sum - difference) / (sum + difference)
        }
        #expect(likeness(above: 60, below: 150) > 0.6)
        let high = likeness(above: 2000, below: 5000)
        #expect(high > -0.1 && high < 0.6)
    }

    @Test("A voice is strong at its formants, and has its pitch")
    func formants() {
        let memory = RenderMemory()
        var arena = Arena(in: memory, bytes: 16 * 1024)
        let size = Voices.lanes * Voices.frames
        let (noise, pulses) = (arena.floats(size), arena.floats(size))
        let sums = arena.floats(Voices.parts * Voices.frames)
        var chance = Chance(seed: 3)
        var voices = Voices(rate: 12_000, brightness: 3000, &chance)
        voices.place(2, left: 1, right: 1, room: 1)
        voices.shape(2, SIMD4(700, 1900, 2800, 3600))
        var samples: [Float] = []
        for slice in 0..<160 {
            voices.aim(2, pitch: 100, voiced: 1, rough: 0)
            for place in 0..<sums.count { sums.base[place] = 0 }
            voices.sing(noise: noise.base, pulses: pulses.base, into: sums.base)
            // After the formants have glided there.
            guard slice >= 60 else { continue }
            for frame in 0..<Voices.frames {
                samples.append((0..<4).reduce(0) { $0 + sums.base[Voices.parts * frame + $1] })
            }
        }
        let take = SoundTake(left: samples, right: samples, rate: 12_000)
        #expect(take.level(at: 700) > 3 * take.level(at: 1300))
        // The pulses alone fall by 8 dB from there to here.
        #expect(take.level(at: 1900) > 1.2 * take.level(at: 1300))
        // Multiples of the pitch, and nothing between.
        #expect(take.level(at: 700) > 30 * take.level(at: 650))
    }

    @Test("Somebody at a table hisses an s now and then, not all the time")
    func sibilants() {
        var chance = Chance(seed: 5)
        var voices = Voices(rate: 12_000, brightness: 3000, &chance)
        var table = Table(number: 0, pauses: 0.6, &chance)
        let pace = Table.Pace(seconds: 1 / 375)
        var hisses = 0
        var isHissing = false
        for _ in 0..<(60 * 375) {
            table.step(pace, &chance, &voices, lane: 0)
            let isHiss = table.hushPower + table.hissPower > 0.02
            if isHiss, !isHissing { hisses += 1 }
            isHissing = isHiss
        }
        // About 40 of the 60 s are speech, 4 to 5 syllables a second, a third of them with a hiss or a burst.
        #expect(hisses > 20 && hisses < 120)
    }

    @Test("A cup rings for a tenth of a second, from nothing and to nothing")
    func cups() {
        let memory = RenderMemory()
        var arena = Arena(in: memory, bytes: 4 * 1024)
        let (left, right) = (arena.floats(Voices.frames), arena.floats(Voices.frames))
        let room = arena.floats(Voices.frames)
        var chance = Chance(seed: 2)
        var cups = Cups(rate: 12_000, perMinute: 30, &chance)
        var last: Float = 0
        var (highest, steepest): (Float, Float) = (0, 0)
        var silent = 0
        for _ in 0..<(30 * 375) {
            for frame in 0..<Voices.frames {
                left.base[frame] = 0
                right.base[frame] = 0
                room.base[frame] = 0
            }
            cups.render(
                StereoPointers(left.base, right.base), room: room.base, gain: 1, &chance)
            for frame in 0..<Voices.frames where room.base[frame] != 0 || last != 0 {
                let change = abs(room.base[frame] - last)
                last = room.base[frame]
                highest = max(highest, abs(last))
                steepest = max(steepest, change)
            }
            if last == 0 { silent += 1 }
        }
        #expect(highest > 0.1)
        // Eight modes at most a third of the rate high: no step is as high as two peaks.
        #expect(steepest < 2 * highest)
        // Most of the time no cup rings.
        #expect(silent > 15 * 375)
    }
}
