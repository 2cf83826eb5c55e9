import ClockSound
import Foundation
import SoundMeasuring
import Testing

/// Q6 to Q8 and R2 of the sound design: the mixer's own processing, measured at its output.
@Suite("The mixer's output")
struct MixTests {
    private static func samples(
        _ take: Take, from frame: Int, count: Int
    ) -> UnsafeBufferPointer<Float> {
        UnsafeBufferPointer(start: take.left.base + frame, count: count)
    }

    /// Sixteen voices at full gain, and an alarm at the highest level.
    private static func loudest(trim: Float) -> Take {
        let studio = Studio(rate: 48_000)
        let recipes = BuiltInSound.all.map(\.recipe)
        studio.apply(
            Scene(
                voices: (0..<16).map { place in
                    Scene.Voice(
                        tag: UInt32(place),
                        source: .generated(recipes[place % recipes.count], seed: UInt64(place)),
                        gain: 1, trim: trim)
                },
                alarm: Scene.Alarm(
                    source: .tone(.digital), levelDecibels: -6, boostDecibels: 6,
                    startDecibels: -6, rampSeconds: 0, serial: 1)))
        return studio.play(seconds: 6)
    }

    @Test("Sixteen voices and an alarm stay at or below -1.5 dBFS, and full scale between samples")
    func ceiling() {
        let take = MixTests.loudest(trim: 1)
        #expect(LevelMeter(take).peak <= 0.841_395_2)
        #expect(LevelMeter(take).peak > 0.8)
        #expect(TruePeakMeter(take).peak <= 1)
        // 12 dB louder than any catalogue makes them. Between samples, noise may then overshoot by more.
        #expect(LevelMeter(MixTests.loudest(trim: 4)).peak <= 0.841_395_2)
    }

    @Test("Sixteen unlike voices as they are stay as loud as one, and are not limited")
    func headroom() throws {
        let pink = try #require(BuiltInSound.named("pink"))
        let studio = Studio(rate: 48_000)
        studio.apply(
            Scene(
                voices: (0..<16).map {
                    Scene.Voice(
                        tag: UInt32($0), source: .generated(pink.recipe, seed: UInt64($0)),
                        gain: 1)
                }))
        let take = studio.play(seconds: 6)
        let alone = PowerSpectrum(pink.take(seconds: 6, rate: 48_000, seed: 99))
        #expect(abs(PowerSpectrum(take).weightedLevel - alone.weightedLevel) < 0.3)
        #expect(LevelMeter(take).peak < 0.8413)
    }

    @Test(
        "6 dB of limiting leave less than -80 dB of overtones, and nothing above full scale",
        arguments: [40.0, 100, 1000], Mixer.rates)
    func distortion(frequency: Double, rate: Int) {
        let studio = Studio(rate: rate)
        let step = 2 * Double.pi * frequency / Double(rate)
        let tone = studio.source { index in
            let value = Float(0.841_395 * sin(step * Double(index)))
            return (value, value)
        }
        studio.apply(Scene(voices: [Scene.Voice(tag: 1, source: tone, gain: 1, trim: 2)]))
        let take = studio.play(seconds: 2)
        // The last second has whole periods, long after the start.
        let tail = MixTests.samples(take, from: rate, count: rate)
        #expect(ToneCheck.distortion(tail, frequency: frequency, rate: rate) < -80)
        // The limiter reduces it by 6 dB.
        let level = ToneCheck.amplitude(tail, frequency: frequency, rate: rate)
        #expect(abs(decibels(amplitude: level) + 1.5) < 0.1)
        #expect(TruePeakMeter(take).peak <= 1)
    }

    /// A tone of 997 Hz during a fade in or out.
    private static func ramp(up: Bool, seconds: Float) -> RampCheck {
        let rate = 48_000
        let studio = Studio(rate: rate)
        let step = 2 * Double.pi * 997 / Double(rate)
        let tone = studio.source { index in
            let value = Float(0.5 * sin(step * Double(index)))
            return (value, value)
        }
        let voice = Scene.Voice(tag: 1, source: tone, gain: 1)
        let frames = Int(Double(seconds) * Double(rate))
        if !up {
            studio.apply(Scene(voices: [voice]))
            _ = studio.play(frames: 4096)
        }
        studio.apply(
            Scene(
                voices: up ? [voice] : [], fadeInSeconds: seconds, fadeOutSeconds: seconds))
        // Until the last slice of the fade.
        let take = studio.play(frames: frames)
        return RampCheck(
            samples(take, from: 256, count: frames - 256), frequency: 997, rate: rate,
            amplitude: 0.5, floor: -58)
    }

    @Test("Fades of 3 s down and 60 s up go one way only, in steps of at most 0.3 dB in 4 ms")
    func fades() {
        for (up, seconds) in [(false, Float(3)), (true, 60)] {
            let check = MixTests.ramp(up: up, seconds: seconds)
            #expect(check.course.count > Int(Double(seconds) / 0.004 * 0.9))
            #expect(check.steepest <= 0.3)
            #expect(check.reverse < 0.01)
        }
    }

    @Test(
        "A crossfade of two unlike sounds dips by less than half a decibel", arguments: Mixer.rates)
    func crossfade(rate: Int) {
        let studio = Studio(rate: rate)
        // Each plays on its own side, so that the gains can be read off. Their powers add up like
        // those of two uncorrelated sounds.
        let first = Scene.Voice(tag: 1, source: studio.source { _ in (0.5, 0) }, gain: 1)
        let second = Scene.Voice(tag: 2, source: studio.source { _ in (0, 0.5) }, gain: 1)
        studio.apply(Scene(voices: [first]))
        _ = studio.play(seconds: 0.5)
        studio.apply(Scene(voices: [second], fadeInSeconds: 2, fadeOutSeconds: 2))
        let take = studio.play(seconds: 2.5)
        var (lowest, highest) = (Double.infinity, -Double.infinity)
        for frame in 0..<take.frames {
            let (left, right) = (Double(take.left.base[frame]), Double(take.right.base[frame]))
            let power = decibels(power: (left * left + right * right) / 0.25)
            lowest = min(lowest, power)
            highest = max(highest, power)
        }
        #expect(lowest > -0.5 && highest < 0.5)
        // It did crossfade.
        #expect(take.left.base[0] > 0.49 && take.right.base[take.frames - 1] > 0.49)
        #expect(take.left.base[take.frames - 1] == 0)
    }

    @Test("A crossfade of two noises keeps its loudness, as heard")
    func crossfadeOfNoises() {
        let studio = Studio(rate: 48_000)
        func scene(_ seed: UInt64) -> Scene {
            Scene(
                voices: [
                    Scene.Voice(
                        tag: UInt32(seed), source: .generated(Recipe(default: .white), seed: seed),
                        gain: 1)
                ], fadeInSeconds: 1, fadeOutSeconds: 1)
        }
        studio.apply(scene(0))
        _ = studio.play(seconds: 1.5)
        let steady = SeamCheck.power(studio.play(seconds: 2), 0..<96_000)
        for seed in 1...6 {
            studio.apply(scene(UInt64(seed)))
            let take = studio.play(seconds: 1)
            // A tenth of a second of white noise in both channels is known within 0.06 dB.
            for part in 0..<10 {
                let power = SeamCheck.power(take, (4800 * part)..<(4800 * (part + 1)))
                #expect(abs(decibels(power: power / steady)) < 0.5)
            }
        }
    }

    @Test(
        "A scene is heard within a block and the limiter's delay, and a change of gain too",
        arguments: BuiltInSound.all)
    func latency(sound: BuiltInSound) {
        let studio = Studio(rate: 48_000)
        _ = studio.play(frames: 1024)
        let reference = Studio(rate: 48_000)
        var voice = Scene.Voice(tag: 1, source: .generated(sound.recipe, seed: 1), gain: 1)
        for one in [studio, reference] { one.apply(Scene(voices: [voice], fadeInSeconds: 0.01)) }
        _ = reference.play(frames: 1024)
        let start = studio.play(frames: 1024)
        // A sound may begin softly, but not with silence.
        let first = (0..<1024).first { start.left.base[$0] != 0 || start.right.base[$0] != 0 }
        #expect((first ?? 1024) <= 1024 + 128 && (first ?? 1024) >= 128)
        voice.gain = 0.5
        studio.apply(Scene(voices: [voice]))
        let (changed, unchanged) = (studio.play(frames: 2048), reference.play(frames: 2048))
        let differs = (0..<2048).first {
            changed.left.base[$0] != unchanged.left.base[$0]
                || changed.right.base[$0] != unchanged.right.base[$0]
        }
        #expect((differs ?? 2048) <= 1024 + 128, "\(sound)")
    }
}
