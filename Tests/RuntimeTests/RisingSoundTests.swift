import ClockCore
import ClockSound
import Testing

@testable import Runtime

@Suite("The scene of a sound that rises before a ring (law, 6.11)")
struct RisingSoundTests {
    @Test("What rises before a ring rises evenly, to 6 dB below it or as loud as a noise")
    func rising() throws {
        func gains(_ volume: Int, noise: NoiseIntent? = nil) -> [Float] {
            var director = SoundDirector((0..<2).map { SoundOutput(index: $0) })
            return [0, 50, 100].map { level in
                let rising = RisingIntent(
                    sound: SoundID("pink"), volume: Percent(clamping: volume), level: level)
                let intent = SoundIntent(
                    noise: noise, rising: rising, alarm: nil, noiseFadeOut: .zero)
                #expect(director.scene(for: intent, output: 1).voices.isEmpty)
                let voices = director.scene(for: intent, output: 0).voices.filter(\.isBesideMix)
                return voices.count == 1 ? Loudness.decibels(Double(voices[0].gain)) : .nan
            }
        }
        let noise = NoiseIntent(
            voices: [NoiseVoice(sound: SoundID("pink"))], master: Percent(clamping: 50),
            fadeIn: .zero, seed: 1)
        for (gains, end) in [
            (gains(100), Float(0)), (gains(0), -16), (gains(50, noise: noise), -4),
        ] {
            for (gain, expected) in zip(gains, [end - 50, end - 25, end]) {
                #expect(abs(gain - expected) < 0.01)
            }
        }
        var director = SoundDirector([SoundOutput(index: 0)])
        let gone = RisingIntent(sound: SoundID("gone"), volume: Percent(clamping: 50), level: 9)
        let intent = SoundIntent(noise: nil, rising: gone, alarm: nil, noiseFadeOut: .zero)
        #expect(director.scene(for: intent, output: 0).voices.isEmpty)
    }
}
