import Glibc
import SoundMeasuring
import Testing

@Suite("Spectrograms")
struct SpectrogramTests {
    private static let rate = 48_000

    private func row(of frequency: Double, in picture: Spectrogram) -> Int {
        (0..<picture.rows).last { picture.edge($0) <= frequency } ?? 0
    }

    /// The power of three rows in decibels, because a pure tone spreads into its neighbours.
    private func level(_ picture: Spectrogram, column: Int, around row: Int) -> Double {
        let sum = (row - 2...row + 2).reduce(0) {
            $0 + pow(10, picture.level(column: column, row: $1) / 10)
        }
        return decibels(power: sum)
    }

    @Test(
        "A tone stands in its row at its level, whichever window tells it",
        arguments: [300.0, 1000, 2500, 9000, 19_000])
    func tone(frequency: Double) {
        let step = 2 * Double.pi * frequency / Double(SpectrogramTests.rate)
        let take = Take(rate: SpectrogramTests.rate, frames: 2 * SpectrogramTests.rate) {
            let sample = Float(0.1 * sin(step * Double($0)))
            return (sample, sample)
        }
        let picture = Spectrogram(take, columns: 10, rows: 200)
        let own = row(of: frequency, in: picture)
        for column in 1..<9 {
            #expect(abs(level(picture, column: column, around: own) + 20) < 0.5)
            #expect(picture.level(column: column, row: own - 30) < -60)
        }
        let loudest = (0..<picture.rows).max {
            picture.level(column: 5, row: $0) < picture.level(column: 5, row: $1)
        }
        #expect(abs((loudest ?? 0) - own) <= 1)
    }

    @Test("A click stands in its column, over the whole height")
    func click() {
        let take = Take(rate: SpectrogramTests.rate, frames: SpectrogramTests.rate) {
            $0 == 24_100 ? (1, 1) : (0, 0)
        }
        let picture = Spectrogram(take, columns: 50, rows: 200)
        let own = 24_100 * 50 / SpectrogramTests.rate
        for row in [100, 150, 199] {
            #expect(picture.level(column: own, row: row) > -80)
            #expect(picture.level(column: own - 6, row: row) < -150)
        }
        #expect(picture.level(column: 0, row: 0) < -150)
    }

    /// The mean square of some rows together, per channel.
    private func power(_ picture: Spectrogram, _ rows: Range<Int>) -> Double {
        var sum = 0.0
        for row in rows {
            for column in 0..<picture.columns {
                sum += pow(10, picture.level(column: column, row: row) / 10)
            }
        }
        // A full-scale sine, which is 0 dB, has a mean square of one half.
        return sum / Double(2 * picture.columns)
    }

    private func picture(of name: String) throws -> (Take, Spectrogram) {
        let sound = try #require(BuiltInSound.named(name))
        let take = sound.take(seconds: 20, rate: SpectrogramTests.rate, seed: 3)
        return (take, Spectrogram(take, columns: 20, rows: 200))
    }

    @Test("All rows together have the power of the sound")
    func wholePower() throws {
        let (take, picture) = try picture(of: "white")
        let direct = decibels(power: SeamCheck.power(take, 0..<take.frames))
        #expect(abs(decibels(power: power(picture, 0..<200)) - direct) < 0.1)
    }

    @Test("Pink noise is as bright in each octave, whichever window tells it")
    func pink() throws {
        let (_, picture) = try picture(of: "pink")
        let lowest = decibels(power: power(picture, 20..<60))
        for first in [60, 100, 140] {
            let level = decibels(power: power(picture, first..<first + 40))
            #expect(abs(level - lowest) < 0.7, "from row \(first)")
        }
    }

    @Test("Where the take ends is no click")
    func ends() {
        let take = Take(rate: SpectrogramTests.rate, frames: SpectrogramTests.rate) {
            let sample = Float(sin(2 * Double.pi * 1000.3 * Double($0) / 48_000))
            return (sample, sample)
        }
        let picture = Spectrogram(take, columns: 50, rows: 200)
        for column in [0, 49] {
            #expect(picture.level(column: column, row: 20) < -100)
            #expect(picture.level(column: column, row: 180) < -100)
        }
    }
}
