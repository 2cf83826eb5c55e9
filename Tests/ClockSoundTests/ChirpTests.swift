import Testing

@testable import ClockSound

@Suite("The chirp that answers a press")
struct ChirpTests {
    private static func scene(_ serial: UInt32, gain: Float = 1) -> Scene {
        var scene = Scene.silence
        scene.chirp = Scene.Chirp(serial: serial, gain: gain)
        return scene
    }

    private static func peak(_ samples: [Float]) -> Float { samples.map(abs).max() ?? 0 }

    @Test("Is short, soft and without a click, at both rates", arguments: [48_000, 44_100])
    func sound(rate: Int) {
        let stage = Stage(rate: rate)
        stage.apply(ChirpTests.scene(1))
        #expect(!stage.isSilent)
        let samples = stage.play(seconds: 0.1)
        #expect(stage.isSilent)
        let peak = ChirpTests.peak(samples)
        #expect(peak > 0.08 && peak < 0.1)
        // It lasts less than 40 ms, and no step is greater than a tone of 2 kHz needs.
        #expect(ChirpTests.peak(Array(samples[(2 * rate / 25)...])) == 0)
        let left = samples.indices.filter { $0 % 2 == 0 }.map { samples[$0] }
        let steps = zip(left, left.dropFirst()).map { abs($0 - $1) }
        let steepest = 2 * Float.pi * 2_000 / Float(rate) * 0.09
        #expect((steps.max() ?? 1) <= steepest * 1.01)
        #expect(abs(left[0]) < 1e-4)
    }

    @Test("Sounds once for each serial, and over whatever else plays")
    func serials() {
        let stage = Stage()
        stage.apply(ChirpTests.scene(1, gain: 0.5))
        let first = stage.play(seconds: 0.1)
        #expect(ChirpTests.peak(first) > 0.04 && ChirpTests.peak(first) < 0.05)
        stage.apply(ChirpTests.scene(1, gain: 0.5))
        #expect(stage.isSilent)
        #expect(ChirpTests.peak(stage.play(seconds: 0.1)) == 0)
        let (plain, chirped) = (Stage(), Stage())
        var noise = Scene.noise(.pink, gain: 0.3)
        plain.apply(noise)
        noise.chirp = Scene.Chirp(serial: 2, gain: 1)
        chirped.apply(noise)
        let pairs = zip(chirped.play(seconds: 0.1), plain.play(seconds: 0.1))
        let added = pairs.map { $0 - $1 }
        #expect(ChirpTests.peak(added) > 0.08 && ChirpTests.peak(added) < 0.1)
    }

    @Test("Passes unheard where nobody listens")
    func skipped() {
        let stage = Stage()
        stage.apply(ChirpTests.scene(1))
        stage.skip(frames: 4_800)
        #expect(stage.isSilent)
        #expect(ChirpTests.peak(stage.play(seconds: 0.1)) == 0)
    }

    @Test("Is not repeated by a mixer for another rate")
    func otherRate() {
        let stage = Stage()
        stage.apply(ChirpTests.scene(1))
        _ = stage.play(seconds: 0.1)
        var other = Mixer(rate: 44_100)
        stage.handScene(to: &other)
        let isSilent = other.isSilent
        #expect(isSilent)
    }
}
