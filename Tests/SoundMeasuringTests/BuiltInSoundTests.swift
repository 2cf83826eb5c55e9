import ClockSound
import SoundMeasuring
import Testing

/// Twenty seconds of every built-in sound; `board/sound-hours` measures an hour.
@Suite("Every built-in sound")
struct BuiltInSoundTests {
    /// As loud as pink noise of -20 dBFS, which A-weighting lowers by 3.9 dB (sound design, 6: the same slider, the
    /// same loudness, within 2 dB from the softest to the loudest).
    private static let level = -23.9

    private static let lag = 1 << 20

    private static func trial(_ sound: BuiltInSound, rate: Int, frames: Int) -> SoundTrial.Figures {
        let trial = SoundTrial(rate: rate, longestLag: min(lag, frames))
        trial.add(sound.take(seconds: Double(frames) / Double(rate), rate: rate, seed: 7))
        return trial.finish(rhythm: sound.rhythm).louder(by: sound.trim)
    }

    /// What must hold at any rate.
    private static func expectSound(_ figures: SoundTrial.Figures, _ sound: BuiltInSound) {
        // A single sound at full level must hardly reach the limiter, which would pump.
        #expect(
            figures.clipped == 0 && figures.peak < sound.greatestPeak,
            "\(sound) peaks at \(figures.peak)")
        #expect(figures.offset < 0.05, "\(sound): an offset of \(figures.offset) of its level")
        #expect(
            figures.grid < sound.greatestBreak,
            "\(sound) breaks at a slice's end, by \(figures.grid) deviations")
        // Among that many sounds, one or two exceed two deviations by chance.
        let error = abs(figures.level - level) - 3 * figures.levelDeviation
        #expect(
            error <= sound.loudnessError,
            "\(sound) has \(figures.level) dB(A)")
        #expect(abs(figures.balance) < 3, "\(sound) leans by \(figures.balance) dB")
        #expect(figures.stereo < sound.greatestLikeness, "\(sound) is the same on both sides")
        #expect(
            sound.isSharp || figures.click.strength < ClickMeter.audible,
            "\(sound) clicks at \(figures.click.frame)")
    }

    /// As the generator sounds without parameters, and as it plays when no variant is named.
    private static let forms: [BuiltInSound] =
        BuiltInSound.all
        + BuiltInSound.asPlayed.filter { played in
            !BuiltInSound.all.contains { $0.recipe == played.recipe }
        }

    @Test(
        "20 s of each: loud as pink noise, no clipping, no offset, no breaks, no repetition",
        arguments: forms)
    func listen(sound: BuiltInSound) {
        let figures = BuiltInSoundTests.trial(sound, rate: 48_000, frames: BuiltInSoundTests.lag)
        BuiltInSoundTests.expectSound(figures, sound)
        let repetition = figures.repetition
        #expect(
            repetition.strength < sound.greatestRepetition,
            "\(sound) comes again after \(repetition.lag) s")
    }

    @Test("The same at 44.1 kHz, for six seconds", arguments: BuiltInSound.all)
    func otherRate(sound: BuiltInSound) {
        let figures = BuiltInSoundTests.trial(sound, rate: 44_100, frames: 1 << 18)
        BuiltInSoundTests.expectSound(figures, sound)
    }

    @Test("The same seed gives the same samples, another seed others", arguments: BuiltInSound.all)
    func seeds(sound: BuiltInSound) {
        let (one, two, other) = (
            sound.take(seconds: 1, rate: 48_000, seed: 3),
            sound.take(seconds: 1, rate: 48_000, seed: 3),
            sound.take(seconds: 1, rate: 48_000, seed: 4)
        )
        #expect(one.isSame(as: two), "\(sound)")
        #expect(!one.isSame(as: other), "\(sound)")
    }

    @Test(
        "Starting, changing and stopping click no more than the sound itself",
        arguments: BuiltInSound.all,
        Mixer.rates)
    func transitions(sound: BuiltInSound, rate: Int) {
        let studio = Studio(rate: rate)
        let clicks = ClickLine()
        func listen(_ scene: Scene, seconds: Double) {
            studio.apply(scene)
            studio.play(frames: Int(seconds * Double(rate))) { clicks.add($0, $1, frames: $2) }
        }
        var (voice, other) = (
            Scene.Voice(tag: 1, source: .generated(sound.recipe, seed: 1), gain: 1),
            Scene.Voice(tag: 1, source: .generated(sound.recipe, seed: 2), gain: 1)
        )
        // The shortest possible change.
        func scene(_ voices: [Scene.Voice], master: Float = 1) -> Scene {
            Scene(voices: voices, master: master, changeSeconds: 0.01)
        }
        listen(scene([]), seconds: 0.1)
        listen(scene([voice]), seconds: 0.5)
        voice.gain = 0.3
        listen(scene([voice]), seconds: 0.2)
        voice.pan = -0.8
        listen(scene([voice], master: 0.5), seconds: 0.2)
        listen(scene([other]), seconds: 0.2)
        other.gain = 0.5
        listen(scene([voice, other]), seconds: 0.2)
        listen(scene([]), seconds: 0.2)
        let alone = [1, 2].map { seed in
            ClickMeter(sound.take(seconds: 6, rate: rate, seed: seed)).strongest.strength
        }
        let bound = max(ClickMeter.audible, 1.3 * (alone.max() ?? 0))
        #expect(clicks.strongest.strength < bound, "\(sound), at \(clicks.strongest.frame)")
    }
}

/// A click meter that closures can share.
final class ClickLine {
    private var meter = ClickMeter()

    func add(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames: Int) {
        meter.add(left, right, frames: frames)
    }

    var strongest: ClickMeter.Click { meter.strongest }
}
