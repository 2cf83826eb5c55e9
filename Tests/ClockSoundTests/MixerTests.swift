import Testing

@testable import ClockSound

@Suite("The mixer")
struct MixerTests {
    /// A condensed night: noise fades in, an alarm over it, another noise, everything out.
    private static let story: [(frame: Int, scene: Scene)] = [
        (0, .noise(.white, gain: 0.8, fade: 9600)),
        (
            12_800,
            Scene(
                voices: [.usual(.white, gain: 0.8)], fadeInSeconds: 0.01,
                alarm: Scene.Alarm(
                    source: .tone(.digital), levelDecibels: -9, startDecibels: -30,
                    rampSeconds: 0.5, serial: 7),
                noiseDuckDecibels: -18)
        ),
        (50_000, .noise(.pink, gain: 0.5, fade: 9600)),
        (57_777, .noise(.white, gain: 0.5, fade: 9600)),
        (80_000, .silence),
        (90_000, .noise(.pink, gain: 1, fade: 0)),
        (95_000, .silence),
    ]
    private static let end = 120_000

    private static func run(_ stage: Stage, seed: UInt64 = 1, step: (Int) -> Void) {
        for (index, chapter) in story.enumerated() {
            var scene = chapter.scene
            for place in scene.voices.indices {
                let recipe = scene.voices[place].source.recipe
                scene.voices[place].source = .generated(recipe, seed: seed)
            }
            stage.apply(scene)
            let next = index + 1 < story.count ? story[index + 1].frame : end
            step(next - chapter.frame)
        }
    }

    @Test("Any block size gives the same samples and events", arguments: [1, 37, 128, 441, 4096])
    func blockSizes(block: Int) {
        let reference = Stage()
        let other = Stage()
        var expected: [Float] = []
        var samples: [Float] = []
        MixerTests.run(reference) { expected += reference.play(frames: $0) }
        MixerTests.run(other) { samples += other.play(frames: $0, block: block) }
        #expect(samples == expected)
        #expect(other.events() == reference.events())
    }

    @Test(
        "The same seed gives these very samples, on every machine",
        arguments: [
            (UInt64(0), 48_000, UInt64(3_509_331_665_242_180_506)),
            (42, 44_100, 974_013_818_951_485_380),
        ])
    func golden(seed: UInt64, rate: Int, hash: UInt64) {
        let stage = Stage(rate: rate)
        var samples: [Float] = []
        MixerTests.run(stage, seed: seed) { samples += stage.play(frames: $0) }
        #expect(fingerprint(samples) == hash)
    }

    @Test("Different seeds give different samples")
    func seeds() {
        let first = Stage()
        let second = Stage()
        first.apply(.noise(.white, seed: 1))
        second.apply(.noise(.white, seed: 2))
        #expect(first.play(frames: 2000) != second.play(frames: 2000))
    }

    @Test("Skipping gives the events and gains of rendering", arguments: [128, 1000, 1024, 30_000])
    func skipping(block: Int) {
        let rendered = Stage()
        let skipped = Stage()
        var gains: [[Float]] = []
        func note(_ stage: Stage) -> [Float] {
            [stage.gain(of: .white), stage.gain(of: .pink), stage.alarmGain]
        }
        MixerTests.run(rendered) { frames in
            for start in stride(from: 0, to: frames, by: block) {
                _ = rendered.play(frames: min(block, frames - start), block: block)
                gains.append(note(rendered))
            }
        }
        var index = 0
        MixerTests.run(skipped) { frames in
            for start in stride(from: 0, to: frames, by: block) {
                skipped.skip(frames: min(block, frames - start))
                #expect(note(skipped) == gains[index])
                index += 1
            }
        }
        #expect(skipped.events() == rendered.events())
        #expect(skipped.framesRendered == rendered.framesRendered)
        #expect(skipped.isSilent && rendered.isSilent)
    }

    @Test("Skipping a night takes a few steps, and sound goes on after it")
    func skipNight() {
        let stage = Stage()
        stage.apply(.noise(.pink))
        for _ in 0..<100 { stage.skip(frames: 48_000 * 3600 * 8) }
        #expect(stage.framesRendered == 48_000 * 3600 * 800)
        #expect(rootMeanSquare(stage.play(frames: 4800)) > 0.05)
    }

    @Test("Events name the very first sample that sounds, and the first of silence")
    func events() throws {
        let stage = Stage()
        _ = stage.play(frames: 5000)
        stage.apply(.noise(.pink, fade: 4800))
        var samples = stage.play(frames: 20_000)
        stage.apply(Scene(fadeOutSeconds: 0.1))
        samples += stage.play(frames: 20_000)
        let first = try #require(samples.firstIndex { $0 != 0 }) / 2 + 5000
        let last = try #require(samples.lastIndex { $0 != 0 }) / 2 + 5000
        let events = stage.events()
        #expect(events.count == 2)
        #expect(events.first == .noiseStarted(.pink, frame: Int64(first)))
        guard case .noiseSilent(let frame)? = events.last else {
            Issue.record("no end of noise: \(events)")
            return
        }
        // The very last sample of a fade has gain 0.
        #expect(Int(frame) - last >= 1 && Int(frame) - last <= 2)
        #expect(stage.isSilent)
    }

    @Test("A new serial ends the old ring and begins a new one")
    func serials() {
        let stage = Stage()
        stage.apply(.alarm(-12, serial: 1))
        _ = stage.play(frames: 4096)
        stage.apply(.alarm(-12, serial: 2))
        _ = stage.play(frames: 4096)
        stage.apply(.silence)
        _ = stage.play(frames: 4096)
        // Six slices of release each, and one of delay.
        let second: Int64 = 4096 + 7 * 128
        let end: Int64 = 8192 + 7 * 128
        let expected: [SoundEvent] = [
            .alarmStarted(frame: 128), .alarmSilent(frame: second),
            .alarmStarted(frame: second), .alarmSilent(frame: end),
        ]
        #expect(stage.events() == expected)
    }

    @Test("It is silent until a scene asks for something, and again at the end")
    func silence() {
        let stage = Stage()
        #expect(stage.isSilent)
        #expect(peak(stage.play(frames: 1000)) == 0)
        stage.apply(.noise(.white))
        #expect(!stage.isSilent)
        _ = stage.play(frames: 4800)
        #expect(!stage.isSilent)
        stage.apply(.silence)
        _ = stage.play(frames: 4800)
        #expect(stage.isSilent)
        #expect(peak(stage.play(frames: 1000)) == 0)
        // 46 slices had begun; four for the fade, one for the delay.
        let end: Int64 = 51 * 128
        #expect(stage.events().last == .noiseSilent(frame: end))
    }

    @Test("Another noise comes by a crossfade of equal power, without a gap")
    func crossfade() {
        let stage = Stage()
        stage.apply(.noise(.white))
        _ = stage.play(frames: 9600)
        stage.apply(.noise(.pink, fade: 48_000))
        for _ in 0..<390 {
            let samples = stage.play(frames: 128, block: 128)
            let white = Double(stage.gain(of: .white))
            let pink = Double(stage.gain(of: .pink))
            #expect(abs(white * white + pink * pink - 1) < 1e-5)
            #expect(rootMeanSquare(samples) > 0.04)
        }
        #expect(stage.gain(of: .white) == 0)
        #expect(
            stage.events() == [
                .noiseStarted(.white, frame: 128), .noiseStarted(.pink, frame: 9728),
            ])
    }

    @Test("A touch of the volume during a fade-in moves where it leads, and does not cut it short")
    func volumeDuringFadeIn() {
        func scene(gain: Float) -> Scene {
            Scene(voices: [.usual(.pink, gain: gain)], fadeInSeconds: 2, changeSeconds: 0.1)
        }
        let stage = Stage()
        stage.apply(scene(gain: 0.5))
        _ = stage.play(seconds: 0.2)
        stage.apply(scene(gain: 0.6))
        _ = stage.play(seconds: 0.4)
        #expect(stage.gain(of: .pink) < 0.06)
        _ = stage.play(seconds: 1.6)
        #expect(abs(stage.gain(of: .pink) - 0.6) < 0.01)
        stage.apply(scene(gain: 0.3))
        _ = stage.play(seconds: 0.15)
        #expect(abs(stage.gain(of: .pink) - 0.3) < 0.01)
    }

    @Test("The noise steps back 18 dB in 0.4 s under an alarm and returns in 3 s")
    func ducking() {
        let stage = Stage()
        var scene = Scene.noise(.pink)
        stage.apply(scene)
        _ = stage.play(frames: 9600)
        scene.noiseDuckDecibels = -18
        stage.apply(scene)
        _ = stage.play(frames: 9600)
        #expect(abs(decibels(Double(stage.gain(of: .pink))) + 9) < 0.2)
        _ = stage.play(frames: 9728)
        #expect(abs(decibels(Double(stage.gain(of: .pink))) + 18) < 0.001)
        scene.noiseDuckDecibels = 0
        stage.apply(scene)
        _ = stage.play(frames: 72_000)
        #expect(abs(decibels(Double(stage.gain(of: .pink))) + 9) < 0.2)
        _ = stage.play(frames: 72_128)
        #expect(stage.gain(of: .pink) == 1)
    }

    @Test("The meter says what was played, and when skipping what would have been")
    func meter() {
        let stage = Stage()
        stage.apply(.noise(.pink, gain: 0.5))
        _ = stage.play(frames: 4800)
        _ = stage.level()
        let samples = stage.play(frames: 96_000)
        let heard = stage.level()
        #expect(heard.peak == peak(samples))
        #expect(abs(Double(heard.rootMeanSquare) - rootMeanSquare(samples)) < 0.001)
        stage.skip(frames: 96_000)
        #expect(abs(Double(stage.level().rootMeanSquare) - rootMeanSquare(samples)) < 0.003)
        #expect(stage.level() == OutputLevel(peak: 0, rootMeanSquare: 0))
    }

    @Test("An output's low cut takes what lies below it from the noise, and nothing from an alarm")
    func lowCut() {
        func play(_ scene: Scene, lowCut: Int) -> [Float] {
            let stage = Stage(lowCut: lowCut)
            stage.apply(scene)
            return channel(0, of: stage.play(seconds: 6))
        }
        let (whole, cut) = (play(.noise(.pink), lowCut: 0), play(.noise(.pink), lowCut: 40))
        func power(_ samples: [Float], _ low: Double, _ high: Double) -> Double {
            let spectrum = Spectrum(samples, rate: 48_000, length: 1 << 16)
            return spectrum.share(from: low, to: high) * spectrum.power.reduce(0, +)
        }
        #expect(power(cut, 0, 12) < 0.02 * power(whole, 0, 12))
        #expect(abs(power(cut, 250, 20_000) / power(whole, 250, 20_000) - 1) < 0.02)
        #expect(play(.alarm(-12), lowCut: 40) == play(.alarm(-12), lowCut: 0))
    }

    @Test("A gain that is no number, or out of range, is silence or full volume")
    func badGain() {
        let stage = Stage()
        stage.apply(.noise(.pink, gain: .nan))
        #expect(peak(stage.play(frames: 4800)) == 0)
        stage.apply(.noise(.pink, gain: 7, fade: -5))
        _ = stage.play(frames: 4800)
        #expect(stage.gain(of: .pink) == 1)
    }
}
