import Testing

@testable import ClockSound

private let machines: [Generator] = [
    .fan, .heaterFan, .airConditioner, .train, .cabin, .heartbeat, .birds, .insects, .purr, .bowl,
    .cafe,
]

@Suite("Machines and creatures")
struct MachineSoundTests {
    @Test("The same seed gives the same samples, another seed others", arguments: machines)
    func seeds(generator: Generator) throws {
        let one = try SoundTake(generator, seconds: 0.3, seed: 7)
        let two = try SoundTake(generator, seconds: 0.3, seed: 7)
        let other = try SoundTake(generator, seconds: 0.3, seed: 8)
        #expect(one.left == two.left)
        #expect(one.right == two.right)
        #expect(one.left != other.left)
        #expect(one.left != one.right)
    }

    @Test(
        "A sound is there from the first sample, and stays within bounds, at both rates",
        arguments: machines, [44_100, 48_000])
    func bounds(generator: Generator, rate: Int) throws {
        let take = try SoundTake(generator, seconds: 2, rate: rate)
        // It does not begin with silence: its first 50 ms are within 20 dB of the rest.
        let powers = take.powers()
        let first = powers.prefix(18).reduce(0, +) / 18
        let all = powers.reduce(0, +) / Double(powers.count)
        #expect(first > 0.01 * all)
        #expect(all > 0)
        let highest = (take.left + take.right).map(abs).max() ?? 0
        // -1.5 dBFS.
        #expect(highest < 0.8414)
        #expect(take.left.allSatisfy { $0.isFinite })
    }

    @Test("The same sound has the same pitch and level at both rates", arguments: machines)
    func rates(generator: Generator) throws {
        func low(_ rate: Int) throws -> Double {
            let powers = try SoundTake(generator, seconds: 3, rate: rate).powers(below: 250)
            return powers.reduce(0, +) / Double(powers.count)
        }
        let ratio = try low(44_100) / (try low(48_000))
        // Different random samples: within 2.5 dB in 3 s.
        #expect(ratio > 0.56 && ratio < 1.78)
    }

    @Test(
        "A fan's tone lies at its revolutions times its blades",
        arguments: [(1150.0, 5.0), (900.0, 7.0)])
    func bladeTone(rpm: Double, blades: Double) throws {
        let take = try SoundTake(
            .fan, ["rpm": Float(rpm), "blades": Float(blades), "tone": 1, "hum": 0], seconds: 4)
        let passing = rpm / 60 * blades
        // The speed varies by at most 1 %; the noise is measured from 5 % away.
        let near =
            stride(from: passing * 0.990, through: passing * 1.010, by: 0.25)
            .map { take.level(at: $0) }.max() ?? 0
        let off = [0.93, 0.95, 1.05, 1.07].map { take.level(at: passing * $0) }.max() ?? 0
        #expect(near > 3 * off)
    }

    @Test("A ceiling fan's blades are heard one by one, as often as they pass")
    func ceilingFan() throws {
        // Three blades at two turns a second.
        let take = try SoundTake(
            .fan, ["rpm": 120, "blades": 3, "wash": 1, "tone": 0, "hum": 0], seconds: 8)
        let powers = take.powers(above: 400)
        // Six a second, found near that lag: a whole turn correlates as well as one blade to the next.
        let lag = period(powers, from: 40, to: 90)
        #expect(abs(take.slicesPerSecond / Double(lag) - 6) < 0.4)
    }

    @Test("A heater's element hums at twice the mains' frequency", arguments: [50.0, 60.0])
    func element(mains: Double) throws {
        let take = try SoundTake(
            .heaterFan, ["mains": Float(mains), "element": 1, "ticks": 0], seconds: 4)
        let hum = take.level(at: 2 * mains)
        let beside = [-9.0, -6, 6, 9].map { take.level(at: 2 * mains + $0) }.max() ?? 0
        #expect(hum > 2.5 * beside)
    }

    @Test("An air conditioner's compressor comes and goes, gently and unevenly")
    func compressor() throws {
        let take = try SoundTake(
            .airConditioner, ["minutes": 1, "compressor": 1, "rattle": 0], seconds: 150,
            rate: 44_100, seed: 3)
        // Its hum in each half second, filtered around 100 Hz.
        let chunk = take.rate / 2
        let levels = stride(from: 0, to: take.left.count - chunk, by: chunk).map { start in
            var (cosine, sine) = (0.0, 0.0)
            for index in stride(from: start, to: start + chunk, by: 6) {
                let turns = Double(index) * 100 / Double(take.rate)
                cosine += Double(take.left[index]) * Elementary.sine(turns: turns + 0.25)
                sine += Double(take.left[index]) * Elementary.sine(turns: turns)
            }
            return (cosine * cosine + sine * sine).squareRoot() / Double(chunk / 6)
        }
        let high = levels.max() ?? 0
        let isOn = levels.map { $0 > 0.4 * high }
        #expect(isOn.contains(true) && isOn.contains(false))
        #expect(levels.min() ?? 1 < 0.25 * high)
        // Never from zero to full in half a second.
        for (one, two) in zip(levels, levels.dropFirst()) { #expect(abs(one - two) < 0.7 * high) }
    }

    @Test("A train's knocks come once for each rail, and twice for each bogie")
    func railJoints() throws {
        let quiet: [String: Float] = ["joints": 0, "speed": 90, "wagon": 0]
        let with = try SoundTake(.train, quiet.merging(["joints": 0.2]) { $1 }, seconds: 12)
        let without = try SoundTake(.train, quiet, seconds: 12)
        // The two differ only in the knocks, which raise the level of the same noise.
        let slice = Slice.frames
        let levels = (0..<with.left.count / slice).map { number in
            var (together, alone) = (0.0, 0.0)
            for index in number * slice..<(number + 1) * slice {
                together += Double(with.left[index] * without.left[index])
                alone += Double(without.left[index] * without.left[index])
            }
            return together / alone
        }
        // Their beginnings: a knock's tail is longer than the way from axle to axle.
        let powers = zip(levels, levels.dropFirst()).map { max(0, $1 - $0 - 0.02) }
        // 25 m of rail at 25 m/s: one second; the axles of a bogie, 2.5 m apart: a tenth. The speed drifts by some
        // per cent.
        let rail = period(powers, from: 300, to: 450)
        #expect(abs(Double(rail) / with.slicesPerSecond - 1) < 0.08)
        let bogie = period(powers, from: 20, to: 60)
        #expect(abs(Double(bogie) / with.slicesPerSecond - 0.1) < 0.012)
    }

    @Test("A train's knock lifts low and high alike; a shot would be bright")
    func evenKnocks() throws {
        let take = try SoundTake(.train, ["joints": 0.5], seconds: 12)
        /// How far the loudest tenths of a second stand over the middling ones, in decibels.
        func rise(_ powers: [Double]) -> Double {
            let tenths = stride(from: 0, to: powers.count - 37, by: 12).map {
                powers[$0..<$0 + 37].reduce(0, +)
            }.sorted()
            let ratio = tenths[tenths.count * 98 / 100] / tenths[tenths.count / 2]
            return Elementary.logarithm2(ratio) * 3.0103
        }
        let low = rise(take.powers(above: 100, below: 400))
        let high = rise(take.powers(above: 3000))
        #expect(low > 6 && high > 6)
        #expect(abs(low - high) < 4)
    }

    @Test("A carriage resounds: some narrow bands ring out, and their neighbours fade")
    func carriage() throws {
        // The spread of the level over bands of 60 Hz from 600 to 2400 Hz, in decibels.
        func spread(_ wagon: Float) throws -> Double {
            let take = try SoundTake(.train, ["joints": 0, "wagon": wagon], seconds: 2)
            let levels = stride(from: 600.0, to: 2400, by: 60).map { start -> Double in
                let power = stride(from: start, to: start + 30, by: 5).reduce(0.0) { sum, place in
                    let level = take.level(at: place)
                    return sum + level * level
                }
                return Elementary.logarithm2(power) * 3.0103
            }
            // Between neighbours, so that the slope of the whole does not count.
            let steps = zip(levels, levels.dropFirst()).map { ($1 - $0) * ($1 - $0) }
            return (steps.reduce(0, +) / Double(steps.count)).squareRoot()
        }
        #expect(try spread(1) > 1.5 * spread(0))
    }

    @Test("An airliner's two engines beat slowly")
    func engines() throws {
        let take = try SoundTake(.cabin, ["engines": 1, "shaft": 80], seconds: 8)
        let tone = stride(from: 79.4, through: 80.9, by: 0.1).map { take.level(at: $0) }
        let beside = [74.0, 76, 85, 87].map { take.level(at: $0) }.max() ?? 0
        #expect((tone.max() ?? 0) > 2.5 * beside)
    }

    @Test(
        "A heart beats at its rate, and no two beats are equally far apart",
        arguments: [45.0, 60.0, 100.0])
    func heartRate(rate: Double) throws {
        let take = try SoundTake(.heartbeat, ["rate": Float(rate), "bed": 0], seconds: 16)
        // A lub follows a pause longer than the one between lub and dub.
        let powers = take.powers(below: 120)
        let high = powers.max() ?? 0
        var onsets: [Double] = []
        var last = -1.0
        for (slice, power) in powers.enumerated() where power > 0.12 * high {
            let time = Double(slice) / take.slicesPerSecond
            if last < 0 || time - last > 0.45 * (60 / rate) { onsets.append(time) }
            last = time
        }
        let gaps = zip(onsets, onsets.dropFirst()).map { $1 - $0 }.filter { $0 < 90 / rate }
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        #expect(abs(60 / mean - rate) < 0.06 * rate)
        let spread = (gaps.max() ?? 0) - (gaps.min() ?? 0)
        #expect(spread > 0.01 * mean && spread < 0.25 * mean)
    }

    @Test("Crickets chirp as often as the temperature tells", arguments: [16.0, 24.0])
    func dolbear(temperature: Double) {
        var chance = Chance(seed: 5)
        var song = InsectSong(.treeCricket, temperature: Float(temperature), &chance)
        var (time, chirps) = (0.0, 0)
        for _ in 0..<1500 {
            if song.isBetweenChirps { chirps += 1 }
            let note = song.next(&chance)
            #expect(note.wait > 0 && note.length > 0)
            time += Double(note.wait + note.length)
        }
        // Dolbear's law, within the variation between crickets.
        let asked = 7 * temperature - 30
        #expect(abs(Double(chirps) / time * 60 - asked) < 0.06 * asked)
    }

    @Test("A bird repeats its motifs, but never a phrase")
    func repertoire() {
        var chance = Chance(seed: 2)
        var song = BirdSong(.blackbird, seed: 11)
        var phrases: [[Float]] = []
        for _ in 0..<600 {
            let note = song.next(&chance)
            #expect(note.from > 300 && note.from < 9000 && note.middle < 9500 && note.to < 9500)
            #expect(note.length > 0.01 && note.length < 1)
            if note.wait > 1 { phrases.append([]) }
            phrases[phrases.count - 1].append(note.from)
        }
        #expect(phrases.count > 40)
        #expect(Set(phrases).count == phrases.count)
        // With seven motifs, the first notes cluster around seven pitches.
        let first = Set(
            phrases.compactMap(\.first).map { Int(Elementary.logarithm2(Double($0)) * 12) })
        #expect(first.count <= 14)
    }

    /// A kind, its highest pitch, its notes a second within a phrase, and the fewest notes of one.
    private static let manners: [(BirdSong.Kind, ClosedRange<Float>, ClosedRange<Float>, Int)] = [
        (.greatTit, 5400...6600, 4.8...6.6, 8), (.wren, 4500...8000, 13...20, 50),
        (.chiffchaff, 4500...5600, 2.6...3.3, 8), (.dove, 540...600, 1.6...2.1, 9),
    ]

    @Test("Each bird sings at the pitch and pace of its kind", arguments: 0..<4, [3, 8, 21])
    func manner(place: Int, seed: UInt64) {
        let (kind, pitch, pace, fewest) = MachineSoundTests.manners[place]
        var chance = Chance(seed: seed)
        var song = BirdSong(kind, seed: seed)
        var (highest, seconds): (Float, Float) = (0, 0)
        var phrases: [Int] = []
        for _ in 0..<600 {
            let note = song.next(&chance)
            highest = max(highest, note.middle)
            if note.wait > 1.2 {
                phrases.append(1)
            } else {
                phrases[phrases.count - 1] += 1
                seconds += note.wait + note.length
            }
        }
        #expect(pitch.contains(highest))
        #expect(pace.contains(Float(600 - phrases.count) / seconds))
        #expect(phrases.dropLast().allSatisfy { $0 >= fewest })
    }

    @Test(
        "The even air lies 12 dB and more under what sings in it",
        arguments: [
            (Generator.birds, ["doves", "small", "thrushes", "woods"]),
            (.insects, ["far", "crickets", "katydids"]),
        ])
    func bed(generator: Generator, singers: [String]) throws {
        func power(_ values: [String: Float]) throws -> Double {
            try SoundTake(generator, values, seconds: 14, seed: 3).powers(above: 600).reduce(0, +)
        }
        let silent = Dictionary(uniqueKeysWithValues: singers.map { ($0, Float(0)) })
        #expect(try power([:]) > 16 * power(silent))
    }

    @Test("A meadow's choir is not opposite in the two ears")
    func choir() throws {
        let take = try SoundTake(
            .insects, ["temperature": 23, "far": 0.8, "crickets": 0, "katydids": 0], seconds: 3)
        // The sum of two independent channels has the power of both; of opposite ones, none.
        let together = take.powers(above: 1500).reduce(0, +)
        let apart = [take.left, take.right].map {
            SoundTake(left: $0, right: $0, rate: take.rate).powers(above: 1500).reduce(0, +) / 4
        }
        #expect(together > 0.8 * apart.reduce(0, +))
    }

    @Test("A cricket sings higher and faster as the night becomes warmer")
    func warming() {
        func pulses(_ song: inout InsectSong) -> (pitch: Float, seconds: Float) {
            var chance = Chance(seed: 9)
            var (pitch, seconds): (Float, Float) = (0, 0)
            for _ in 0..<200 {
                let note = song.next(&chance)
                pitch += note.middle / 200
                seconds += note.wait + note.length
            }
            return (pitch, seconds)
        }
        var chance = Chance(seed: 4)
        var song = InsectSong(.treeCricket, temperature: 16, &chance)
        let cool = pulses(&song)
        song.temperature = 22
        let warm = pulses(&song)
        #expect(warm.pitch > 1.05 * cool.pitch)
        #expect(warm.seconds < 0.8 * cool.seconds)
    }

    @Test("Nothing is heard in a bird's pause but the morning")
    func pauses() throws {
        let take = try SoundTake(
            .birds, ["activity": 0, "doves": 0, "small": 0, "air": 0.2], seconds: 12, seed: 4)
        let powers = take.powers(above: 1500)
        let sorted = powers.sorted()
        // The song is at least 10 dB above the air, and pauses most of the time.
        #expect(sorted[sorted.count - 20] > 10 * sorted[sorted.count / 5])
    }
}
