import Testing

@testable import ClockSound

@Suite("A mix of sounds")
struct MixTests {
    /// This many voices of pink noise, each with its own tag and seed.
    private static func voices(_ count: Int, from first: UInt32 = 0, gain: Float = 1) -> [Scene
        .Voice]
    {
        (0..<UInt32(count)).map {
            Scene.Voice(
                tag: first + $0,
                source: .generated(Recipe(default: .pink), seed: UInt64(first + $0)), gain: gain)
        }
    }

    @Test("Sixteen voices play at once, as loud together as one, and a seventeenth does not play")
    func sixteen() {
        let stage = Stage()
        stage.apply(Scene(voices: MixTests.voices(17)))
        _ = stage.play(seconds: 0.1)
        let level = decibels(rootMeanSquare(stage.play(seconds: 2)))
        #expect(abs(level - -20) < 0.3)
        for tag in 0..<UInt32(16) { #expect(abs(stage.gain(ofNoise: tag) - 0.25) < 1e-6) }
        #expect(stage.gain(ofNoise: 16) == 0)
        let started = stage.events().map { event in
            guard case .noiseStarted(let tag, 128) = event else { return UInt32.max }
            return tag
        }
        #expect(started == Array(0..<16))
    }

    @Test("A faint voice beside a loud one takes next to nothing from it")
    func headroom() {
        let stage = Stage()
        stage.apply(Scene(voices: MixTests.voices(1) + MixTests.voices(1, from: 1, gain: 0.1)))
        _ = stage.play(seconds: 0.1)
        #expect(abs(decibels(Double(stage.gain(ofNoise: 0)))) < 0.05)
    }

    @Test("A voice that joins or leaves a mix does not disturb those that stay")
    func joining() {
        func scene(_ tags: [UInt32]) -> Scene {
            Scene(
                voices: tags.map {
                    Scene.Voice(
                        tag: $0, source: .generated(Recipe(default: .white), seed: 1), gain: 0.5)
                }, fadeInSeconds: 0.5, fadeOutSeconds: 0.5)
        }
        let stage = Stage()
        stage.apply(scene([1]))
        _ = stage.play(seconds: 1)
        stage.apply(scene([1, 2]))
        for _ in 0..<40 {
            _ = stage.play(frames: 1024)
            #expect(stage.gain(ofNoise: 1) == 0.5)
        }
        #expect(stage.gain(ofNoise: 2) == 0.5)
        stage.apply(scene([2]))
        for _ in 0..<40 {
            _ = stage.play(frames: 1024)
            #expect(stage.gain(ofNoise: 2) == 0.5)
        }
        #expect(stage.gain(ofNoise: 1) == 0)
        #expect(
            stage.events() == [
                .noiseStarted(tag: 1, frame: 128), .noiseStarted(tag: 2, frame: 48_128),
            ])
    }

    @Test("A mix that follows a full mix again and again is heard in the end, whole and alone")
    func places() {
        let stage = Stage()
        for round in 0..<6 {
            stage.apply(
                Scene(
                    voices: MixTests.voices(16, from: UInt32(100 * round)), fadeInSeconds: 4,
                    fadeOutSeconds: 4))
            _ = stage.play(frames: 2048)
        }
        _ = stage.play(seconds: 5)
        for tag in 500..<UInt32(516) { #expect(abs(stage.gain(ofNoise: tag) - 0.25) < 1e-6) }
        for tag in 400..<UInt32(416) { #expect(stage.gain(ofNoise: tag) == 0) }
        #expect(abs(decibels(rootMeanSquare(stage.play(seconds: 1))) - -20) < 0.3)
    }

    @Test("A slider that is moved on and on is heard without a gap, and in the end where it stands")
    func slider() {
        let stage = Stage()
        func scene(_ position: Int) -> Scene {
            let recipe = Recipe(default: .pink).moved(["125": position])
            return Scene(
                voices: [Scene.Voice(tag: 1, source: .generated(recipe, seed: 1), gain: 1)],
                fadeInSeconds: 2)
        }
        stage.apply(scene(0))
        _ = stage.play(seconds: 3)
        // More positions than there are places for.
        for position in 1...50 {
            stage.apply(scene(position))
            let level = decibels(rootMeanSquare(stage.play(frames: 1024)))
            #expect(abs(level - -20) < 2, "\(position)")
        }
        _ = stage.play(seconds: 2.5)
        let spectrum = Spectrum(channel(0, of: stage.play(frames: 1 << 16)), rate: 48_000)
        let centres = [125.0, 1000].map { centre in
            spectrum.thirdOctave(centre) { _ in 1 }.decibels
        }
        // Pink noise has 9 dB more there to begin with.
        #expect(abs(centres[0] - centres[1] - 9 - 6) < 1.5)
        #expect(stage.gain(ofNoise: 1) == 1)
    }

    @Test("A fade that is reversed goes on from where it is, into the sound that was")
    func reversed() {
        let stage = Stage()
        let scene = Scene(
            voices: MixTests.voices(1), fadeInSeconds: 1, fadeOutSeconds: 1, shape: .linear)
        var stopped = scene
        stopped.voices = []
        stage.apply(scene)
        _ = stage.play(seconds: 2)
        stage.apply(stopped)
        _ = stage.play(seconds: 0.5)
        #expect(abs(stage.gain(ofNoise: 0) - 0.5) < 0.01)
        stage.apply(scene)
        _ = stage.play(frames: 128, block: 128)
        #expect(abs(stage.gain(ofNoise: 0) - 0.5) < 0.01)
        _ = stage.play(seconds: 1)
        #expect(stage.gain(ofNoise: 0) == 1)
        // One start, because it never stopped.
        #expect(stage.events() == [.noiseStarted(tag: 0, frame: 128)])
    }

    @Test(
        "A fade has the shape that was asked for: half-way it is at that level",
        arguments: [
            (Scene.FadeShape.linear, -6.02), (.equalPower, -3.01), (.exponential, -30),
        ])
    func shape(shape: Scene.FadeShape, halfWay: Double) {
        for isComing in [true, false] {
            let stage = Stage()
            let scene = Scene(
                voices: MixTests.voices(1), fadeInSeconds: isComing ? 1.024 : 0,
                fadeOutSeconds: 1.024, shape: shape)
            stage.apply(scene)
            if !isComing {
                _ = stage.play(seconds: 0.1)
                stage.apply(Scene(fadeOutSeconds: 1.024, shape: shape))
            }
            _ = stage.play(frames: 24_576)
            #expect(abs(decibels(Double(stage.gain(ofNoise: 0))) - halfWay) < 0.02)
        }
    }

    @Test("The master moves all voices and leaves their own gains alone")
    func master() {
        let stage = Stage()
        var scene = Scene(voices: MixTests.voices(2, gain: 0.5), changeSeconds: 0.2)
        stage.apply(scene)
        _ = stage.play(seconds: 0.1)
        #expect(stage.gain(ofNoise: 1) == 0.5)
        scene.master = 0.5
        stage.apply(scene)
        _ = stage.play(seconds: 0.1)
        #expect(stage.gain(ofNoise: 1) < 0.4 && stage.gain(ofNoise: 1) > 0.3)
        _ = stage.play(seconds: 0.2)
        #expect(stage.gain(ofNoise: 0) == 0.25 && stage.gain(ofNoise: 1) == 0.25)
    }

    @Test("A voice beside the mix has its own gain, is ducked with it, and takes nothing from it")
    func besideMix() {
        var beside = MixTests.voices(1, from: 1, gain: 0.5)[0]
        beside.isBesideMix = true
        let stage = Stage()
        stage.apply(Scene(voices: MixTests.voices(1) + [beside], master: 0.25))
        _ = stage.play(seconds: 0.1)
        #expect(abs(stage.gain(ofNoise: 0) - 0.25) < 1e-6)
        #expect(abs(stage.gain(ofNoise: 1) - 0.5) < 1e-6)
        stage.apply(Scene(voices: [beside], master: 0.25))
        let level = decibels(rootMeanSquare(stage.play(seconds: 2)))
        #expect(abs(level - -26) < 0.3)
        stage.apply(Scene(voices: [beside], master: 0, noiseDuckDecibels: -20))
        _ = stage.play(seconds: 1)
        #expect(abs(stage.gain(ofNoise: 1) - 0.05) < 1e-4)
    }

    @Test("Pan moves the power to one side, and in the middle changes no bit")
    func pan() {
        func play(_ pan: Float) -> (left: Double, right: Double) {
            let stage = Stage()
            stage.apply(Scene(voices: [.usual(.pink, pan: pan)]))
            _ = stage.play(seconds: 0.1)
            let samples = stage.play(seconds: 1)
            return (
                rootMeanSquare(channel(0, of: samples)), rootMeanSquare(channel(1, of: samples))
            )
        }
        let middle = play(0)
        let right = play(1)
        #expect(right.left < 1e-6)
        #expect(abs(decibels(right.right / middle.right) - 3.01) < 0.01)
        let left = play(-0.5)
        #expect(left.left > left.right)
        let powers = (left.left * left.left + left.right * left.right)
        let even = middle.left * middle.left + middle.right * middle.right
        #expect(abs(decibels((powers / even).squareRoot())) < 0.3)
        #expect(play(.nan) == middle)
    }

    @Test("A voice that is trimmed is as much louder, up to 12 dB")
    func trim() {
        let stage = Stage()
        var voice = Scene.Voice.usual(.white)
        voice.trim = 2
        stage.apply(Scene(voices: [voice]))
        _ = stage.play(seconds: 0.1)
        #expect(stage.gain(of: .white) == 2)
        voice.trim = 100
        stage.apply(Scene(voices: [voice]))
        _ = stage.play(seconds: 0.5)
        #expect(stage.gain(of: .white) == 4)
    }

    @Test("An empty mix, and one of gains of zero, make no sound and end what played")
    func empty() {
        let stage = Stage()
        stage.apply(Scene(voices: MixTests.voices(3)))
        _ = stage.play(seconds: 0.1)
        stage.apply(Scene(voices: MixTests.voices(3, gain: 0)))
        _ = stage.play(seconds: 0.2)
        #expect(stage.isSilent)
        stage.apply(Scene(voices: MixTests.voices(3, gain: 0)))
        _ = stage.play(seconds: 0.1)
        #expect(stage.isSilent)
    }
}
