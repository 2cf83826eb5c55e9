@testable import ClockSound

/// A mixer with a listener.
final class Stage {
    private(set) var mixer: Mixer
    let ring = SoundEventRing()
    let streams = SoundStreams(places: 3)
    let rate: Int

    init(rate: Int = 48_000, lowCut: Int = 0) {
        self.rate = rate
        mixer = Mixer(rate: rate, lowCut: lowCut)
    }

    func apply(_ scene: Scene) { mixer.apply(scene) }

    func handScene(to other: inout Mixer) { other.apply(sceneOf: mixer) }

    /// Renders interleaved stereo in blocks of `block` frames.
    func play(frames: Int, block: Int = 1024) -> [Float] {
        [Float](unsafeUninitializedCapacity: 2 * frames) { buffer, count in
            count = 2 * frames
            guard let base = buffer.baseAddress else { return }
            var made = 0
            while made < frames {
                let next = min(block, frames - made)
                mixer.render(
                    into: base + 2 * made, frames: next, from: streams, telling: ring)
                made += next
            }
        }
    }

    func play(seconds: Double) -> [Float] { play(frames: Int(seconds * Double(rate))) }

    func skip(frames: Int) { mixer.skip(frames: frames, from: streams, telling: ring) }

    func level() -> OutputLevel { mixer.takeLevel() }

    // The mixer is not copyable, and `#expect` copies what it examines.
    var isSilent: Bool { mixer.isSilent }
    var framesRendered: Int64 { mixer.framesRendered }
    var alarmGain: Float { mixer.alarmGain }
    var isAlarmHeard: Bool { mixer.isAlarmHeard }
    var heardSerial: UInt32 { mixer.heardSerial }
    func gain(of sound: Generator) -> Float { mixer.gain(ofNoise: sound.tag) }
    func gain(ofNoise tag: UInt32) -> Float { mixer.gain(ofNoise: tag) }

    func events() -> [SoundEvent] {
        var events: [SoundEvent] = []
        while let event = ring.pop() { events.append(event) }
        return events
    }
}

extension Scene {
    /// - Parameter fade: of the fade-in and of every change, in frames at 48 kHz.
    static func noise(
        _ sound: Generator, gain: Float = 1, fade: Int = 480, seed: UInt64 = 1
    ) -> Scene {
        let seconds = Float(fade) / 48_000
        return Scene(
            voices: [.usual(sound, gain: gain, seed: seed)], fadeInSeconds: seconds,
            fadeOutSeconds: 0.1, changeSeconds: seconds)
    }

    static func alarm(
        _ level: Float, of source: SoundSource = .tone(.digital), boost: Float = 0,
        start: Float? = nil, ramp: Float = 0, serial: UInt32 = 1
    ) -> Scene {
        Scene(
            alarm: Alarm(
                source: source, levelDecibels: level, boostDecibels: boost,
                startDecibels: start ?? level, rampSeconds: ramp, serial: serial))
    }
}

extension Scene.Voice {
    static func usual(
        _ sound: Generator, gain: Float = 1, seed: UInt64 = 1, pan: Float = 0
    ) -> Scene.Voice {
        Scene.Voice(
            tag: sound.tag, source: .generated(Recipe(default: sound), seed: seed), gain: gain,
            pan: pan)
    }
}

extension Generator {
    /// The tag that the tests use for it in scenes.
    var tag: UInt32 { 100 + UInt32(number) }
}

extension SoundEvent {
    static func noiseStarted(_ sound: Generator, frame: Int64) -> SoundEvent {
        .noiseStarted(tag: sound.tag, frame: frame)
    }

    static func alarmStarted(frame: Int64) -> SoundEvent { .alarmStarted(tag: 0, frame: frame) }
}

/// One channel of interleaved stereo.
func channel(_ index: Int, of samples: [Float]) -> [Float] {
    stride(from: index, to: samples.count, by: 2).map { samples[$0] }
}

func decibels(_ amplitude: Double) -> Double {
    Elementary.logarithm2(amplitude) / Elementary.octavesPerDecibel
}

func rootMeanSquare(_ samples: some Collection<Float>) -> Double {
    var sum = 0.0
    for sample in samples { sum += Double(sample) * Double(sample) }
    return (sum / Double(max(samples.count, 1))).squareRoot()
}

func peak(_ samples: some Sequence<Float>) -> Float {
    samples.reduce(0) { max($0, abs($1)) }
}

/// FNV-1a over the bits of the samples.
func fingerprint(_ samples: [Float]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for sample in samples { hash = (hash ^ UInt64(sample.bitPattern)) &* 0x100_0000_01B3 }
    return hash
}
