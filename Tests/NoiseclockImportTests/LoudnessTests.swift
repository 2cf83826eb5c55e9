import CSndfile
@testable import ClockCore
import ClockSound
import ClockTime
import Foundation
import HAL
import LinuxHost
@testable import Runtime
import SoundMeasuring
import Testing

@testable import noiseclock_import

/// The clock's path from an own sound's file to the mixer's output, without a device.
private struct Listening {
    let folder: OwnSoundFolder
    let shelf: Published<SoundShelf>

    /// Samples after the first second.
    func hear(_ intent: SoundIntent, seconds: Double) -> Take {
        let output = SoundOutput()
        let orders = Inbox<FeedOrder>()
        var director = SoundDirector([output], shelf: shelf, orders: orders)
        var feeder = SoundFeeder(outputs: [output], orders: orders, files: folder)
        var mixer = Mixer(rate: 48_000)
        mixer.apply(director.scene(for: intent, output: 0))
        let events = SoundEventRing()
        let take = Take(rate: 48_000, frames: Int(seconds * 48_000))
        var block = [Float](repeating: 0, count: 2048)
        for start in stride(from: -48_000, to: take.frames, by: 1024) {
            _ = feeder.step(at: BootTime(nanoseconds: 0))
            block.withUnsafeMutableBufferPointer { samples in
                guard let base = samples.baseAddress else { return }
                mixer.render(into: base, frames: 1024, from: output.streams, telling: events)
            }
            while events.pop() != nil {}
            for frame in 0..<1024 where (0..<take.frames).contains(start + frame) {
                take.left.base[start + frame] = block[2 * frame]
                take.right.base[start + frame] = block[2 * frame + 1]
            }
        }
        return take
    }

    func noise(_ sound: OwnSound) -> Take {
        let voice = NoiseVoice(sound: SoundID(sound.id), volume: Percent(clamping: 100))
        let intent = NoiseIntent(
            voices: [voice], master: Percent(clamping: 100), fadeIn: .zero, seed: 1)
        return hear(SoundIntent(noise: intent, alarm: nil, noiseFadeOut: .zero), seconds: 7)
    }

    /// At half volume, which is -18 dBFS by the law (6.8).
    func alarm(_ sound: OwnSound) -> Take {
        let intent = AlarmIntent(
            sound: SoundID(sound.id), volume: Percent(clamping: 50), ramp: .zero, outputs: 1,
            boostDecibels: 0, serial: 1)
        return hear(SoundIntent(noise: nil, alarm: intent, noiseFadeOut: .zero), seconds: 7)
    }
}

@Suite("The loudness of an import")
struct LoudnessTests {
    private static func levels(_ samples: [Float]) -> (plain: Double, weighted: Double) {
        var meter = LoudnessMeter()
        for start in stride(from: 0, to: samples.count, by: 4000) {
            meter.append(Array(samples[start..<min(start + 4000, samples.count)]))
        }
        return meter.levels()
    }

    private static func rootMeanSquare(_ take: Take) -> Double {
        20 * log10(LevelMeter(take).rootMeanSquare)
    }

    @Test(
        "A tone is weighted as the curve A has it, from 20 Hz to 20 kHz",
        arguments: [20, 31.5, 63, 125, 250, 500, 1000, 2000, 4000, 8000, 12_500, 16_000, 20_000])
    func curve(hertz: Double) {
        // Longer where the click at its start would count against what the curve leaves of the tone.
        let frames = hertz < 100 ? 480_000 : 48_000
        let take = TestSignals.sine(hertz, frames: frames, amplitude: 0.5)
        let levels = Self.levels(take.interleaved())
        let expected = 10 * log10(PowerSpectrum.weightA(hertz))
        #expect(abs(levels.plain - -9.03) < 0.02)
        #expect(abs(levels.weighted - levels.plain - expected) < 0.12, "\(hertz) Hz")
    }

    @Test("A built-in sound in a file is found as loud as it is", arguments: BuiltInSound.all)
    func builtIn(sound: BuiltInSound) {
        let take = sound.take(seconds: 10, rate: 48_000, seed: 7)
        let expected = PowerSpectrum(take).weightedLevel
        let found = Self.levels(take.interleaved()).weighted
        // Pauses do not count: between waves, and between the beats of a heart.
        let error = [.ocean, .heartbeat].contains(sound.recipe.generator) ? 2.0 : 1
        #expect(abs(found - expected) < error, "\(sound): \(found), not \(expected)")
    }

    @Test("Pauses do not count, be they digital or a room's")
    func pauses() {
        let tone = TestSignals.sine(1000, frames: 96_000, amplitude: 0.1).interleaved()
        for faint: Float in [0, 0.0003] {
            let pause = TestSignals.white(seed: 1, frames: 480_000, amplitude: faint)
                .interleaved()
            let levels = Self.levels(tone + pause + tone)
            #expect(abs(levels.weighted - -23.01) < 0.3, "\(levels)")
            #expect(abs(levels.plain - -23.01) < 0.3, "\(levels)")
        }
    }

    @Test("Quiet moments of a sound count, and a sound that is faint all through is no pause")
    func moments() {
        let tone = TestSignals.sine(1000, frames: 96_000, amplitude: 0.1).interleaved()
        // 12 dB down for the same length: on average 2.8 dB less.
        let levels = Self.levels(tone + tone.map { 0.25 * $0 })
        #expect(abs(levels.weighted - -25.77) < 0.2, "\(levels)")
        let faint = Self.levels(tone.map { 0.001 * $0 })
        #expect(abs(faint.weighted - -83.01) < 0.2, "\(faint)")
        let none = Self.levels([])
        #expect(none == (plain: -120, weighted: -120))
    }

    @Test("The program's line tells level, loudness and peak of what it wrote")
    func line() throws {
        let bench = try ImportBench()
        let samples = tone(1000, seconds: 3, rate: 44_100, channels: 1, level: 0.3)
        let format = SF_FORMAT_FLAC | SF_FORMAT_PCM_16
        try bench.encode(samples, channels: 1, rate: 44_100, as: format, to: "a.flac")
        let result = try bench.run("a.flac", .loop)
        #expect(abs(result.number("level") - -13.5) < 0.11)
        #expect(abs(result.number("levelA") - -13.5) < 0.11)
        #expect(abs(result.number("peak") - 0.3) < 0.01)
        // Samples that would be clipped are measured as written.
        let loud = tone(1000, seconds: 3, rate: 48_000, channels: 1, level: 3)
        let float = SF_FORMAT_WAV | SF_FORMAT_FLOAT
        try bench.encode(loud, channels: 1, rate: 48_000, as: float, to: "b.wav")
        #expect(abs(try bench.run("b.wav", .once).number("level") - -3.0) < 0.11)
    }

    @Test("A loud and a soft file are equally loud as noise, and as alarms as loud as was asked")
    func throughTheMixer() throws {
        let bench = try ImportBench()
        let pink = try #require(BuiltInSound.named("pink")).take(seconds: 6, rate: 48_000, seed: 1)
        let white = TestSignals.white(seed: 1, frames: 288_000, amplitude: 0.9)
        let format = SF_FORMAT_WAV | SF_FORMAT_FLOAT
        for (name, samples) in [
            ("soft", pink.interleaved(gain: 0.3)),
            ("faint", pink.interleaved(gain: 0.05)), ("loud", white.interleaved()),
        ] {
            try bench.encode(samples, channels: 2, rate: 48_000, as: format, to: "\(name).wav")
        }
        let folder = OwnSoundFolder(bench.file("own-sounds"))
        let library = OwnSoundLibrary(storage: folder, program: bench.process)
        let (soft, faint, loud) = (
            try add("soft", to: library, bench), try add("faint", to: library, bench),
            try add("loud", to: library, bench)
        )
        let collection = SoundCollection.builtIn.adding(library.sounds)
        let listening = Listening(
            folder: folder, shelf: Published(SoundShelf(collection, own: library.sounds)))

        let levels = [soft, loud].map { PowerSpectrum(listening.noise($0)).weightedLevel }
        #expect(abs(levels[0] - levels[1]) < 1, "\(levels)")
        #expect(levels.allSatisfy { abs($0 - -23.9) < 0.6 }, "\(levels)")
        // At most 12 dB, because more would also raise a recording's own noise.
        let faintLevel = PowerSpectrum(listening.noise(faint)).weightedLevel
        #expect(abs(faintLevel - (-23.9 - 26 + 12)) < 0.6, "\(faintLevel)")

        for sound in [soft, faint] {
            let level = Self.rootMeanSquare(listening.alarm(sound))
            #expect(abs(level - -18) < 0.5, "\(sound.id): \(level)")
        }
        // As loud as before loudness was measured.
        #expect(Self.rootMeanSquare(listening.alarm(loud)) > -7)
    }

    private func add(
        _ name: String, to library: OwnSoundLibrary, _ bench: ImportBench
    ) throws -> OwnSound {
        try library.add(
            try bench.open("\(name).wav"), named: name, playback: .loop,
            at: WallTime(nanoseconds: 0)
        ).sound
    }
}
