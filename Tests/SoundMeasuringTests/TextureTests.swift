import Foundation
import SoundMeasuring
import Testing

/// The figures of texture, on signals that have known ones. `board/sound-hours --texture` asks them of every sound.
@Suite("The texture of a sound")
struct TextureTests {
    private static let rate = 48_000

    /// Noise on both sides, independent or the same, each frame times `gain(seconds)`.
    private static func noise(
        seconds: Int, isMono: Bool = false, _ gain: (Double) -> Double = { _ in 1 }
    ) -> Take {
        var dice = Dice(seed: 4)
        // Nearly Gaussian.
        func sample() -> Float { dice.sample() + dice.sample() + dice.sample() + dice.sample() }
        return Take(rate: rate, frames: seconds * rate) { frame in
            let level = Float(0.1 * gain(Double(frame) / Double(rate)))
            let left = level * sample()
            return (left, isMono ? left : level * sample())
        }
    }

    @Test("Even noise has no events, no waves, and bands that know nothing of each other")
    func even() throws {
        let textures = Texture.both(Self.noise(seconds: 20))
        let texture = try #require(textures[.left])
        #expect(texture.events == [0, 0, 0] && texture.waves == 0)
        #expect(abs(texture.kurtosis - 3) < 0.2)
        #expect(texture.range < 1)
        #expect(abs(texture.correlation[2]) < 0.02)
        #expect(texture.stereo.allSatisfy { abs($0) < 0.1 })
        // White: the power of a band is its width.
        #expect(abs(texture.shares[3] - 10 * log10(4200.0 / 14_980)) < 0.3)
    }

    @Test("One signal on both sides is alike in each octave")
    func mono() throws {
        let textures = Texture.both(Self.noise(seconds: 5, isMono: true))
        let texture = try #require(textures[.both])
        #expect(texture.stereo.allSatisfy { $0 > 0.999 })
    }

    @Test("Clicks are counted by how far they stand out, and all bands have them at once")
    func clicks() throws {
        // Every fifth of a second a burst of 3 ms, 30 dB over the noise.
        let take = Self.noise(seconds: 20) { second in
            second.truncatingRemainder(dividingBy: 0.2) < 0.003 ? 1 : 0.03
        }
        let texture = try #require(Texture.both(take)[.both])
        #expect(texture.events.allSatisfy { abs($0 - 5) < 0.2 }, "\(texture.events)")
        #expect(texture.kurtosis > 30)
        #expect(texture.correlation[2] > 0.3, "\(texture.correlation)")
    }

    @Test("Waves are counted, and rise and fall as steeply as they do")
    func waves() throws {
        // Every 3 s, up 20 dB in a second and down in two.
        let take = Self.noise(seconds: 30) { second in
            let phase = second.truncatingRemainder(dividingBy: 3)
            let decibels = phase < 1 ? 20 * phase - 20 : -10 * (phase - 1)
            return pow(10, decibels / 20)
        }
        let texture = try #require(Texture.both(take)[.both])
        #expect(abs(texture.waves - 20) < 2.5, "\(texture.waves)")
        #expect((14..<18).contains(texture.range))
        let swells = Swells(take, .both)
        #expect(abs(swells.waveRise - 20) < 2, "\(swells.waveRise)")
        #expect(abs(swells.waveFall - 10) < 1, "\(swells.waveFall)")
        #expect(swells.swings.allSatisfy { (12..<18).contains($0) })
    }

    @Test("A roll's rise and the fall of each octave are told in seconds")
    func roll() {
        let take = Self.noise(seconds: 12) { second in
            let decibels = second < 2 ? -60 : (second < 3 ? 30 * (second - 3) : -5 * (second - 3))
            return pow(10, max(decibels, -60) / 20)
        }
        let swells = Swells(take, .both)
        #expect(abs(swells.rollRise - 0.67) < 0.1, "\(swells.rollRise)")
        for fall in swells.rollFalls {
            #expect(abs(fall.ten - 2) < 0.4 && abs(fall.twenty - 4) < 0.4, "\(fall)")
        }
    }

    /// One of each kind; `board/sound-hours --texture` asks all, for three seeds.
    @Test(
        "A minute of it has the texture of recordings",
        arguments: [
            "rain/heavy", "thunder/distant", "ocean/surf", "fire/campfire", "train/sleeper",
            "heartbeat/resting",
        ])
    func recordings(name: String) throws {
        let sound = try #require(BuiltInSound.variants.first { $0.name == name })
        let take = sound.minute(seed: 3)
        for (ear, texture) in Texture.both(take) {
            let swells = Swells(take, ear)
            for bound in TextureBound.all(of: sound) {
                let value = bound.value(texture, swells)
                #expect(bound.range.contains(value), "\(name), \(ear): \(bound.name) \(value)")
            }
        }
    }
}
