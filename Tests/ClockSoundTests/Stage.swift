@testable import ClockSound

/// A mixer with somebody listening.
final class Stage {
    private(set) var mixer: Mixer
    let ring = SoundEventRing()
    let rate: Int

    init(rate: Int = 48_000, seed: UInt64 = 1) {
        self.rate = rate
        mixer = Mixer(rate: rate, seed: seed)
    }

    func apply(_ scene: Scene) { mixer.apply(scene) }

    /// Interleaved stereo, rendered in blocks of `block` frames.
    func play(frames: Int, block: Int = 1024) -> [Float] {
        [Float](unsafeUninitializedCapacity: 2 * frames) { buffer, count in
            count = 2 * frames
            guard let base = buffer.baseAddress else { return }
            var made = 0
            while made < frames {
                let next = min(block, frames - made)
                mixer.render(into: base + 2 * made, frames: next, telling: ring)
                made += next
            }
        }
    }

    func play(seconds: Double) -> [Float] { play(frames: Int(seconds * Double(rate))) }

    func skip(frames: Int) { mixer.skip(frames: frames, telling: ring) }

    func level() -> OutputLevel { mixer.takeLevel() }

    // The mixer cannot be copied, and `#expect` copies what it looks into.
    var isSilent: Bool { mixer.isSilent }
    var framesRendered: Int64 { mixer.framesRendered }
    var alarmGain: Float { mixer.alarmGain }
    var isAlarmHeard: Bool { mixer.isAlarmHeard }
    var heardSerial: UInt32 { mixer.heardSerial }
    func gain(of sound: NoiseSound) -> Float { mixer.gain(of: sound) }

    func events() -> [SoundEvent] {
        var events: [SoundEvent] = []
        while let event = ring.pop() { events.append(event) }
        return events
    }
}

extension Scene {
    static func noise(_ sound: NoiseSound, gain: Float = 1, fade: Int32 = 480) -> Scene {
        Scene(noise: Noise(sound: sound, gain: gain, fadeFrames: fade), noiseFadeOutFrames: 4800)
    }

    static func alarm(
        _ level: Float, boost: Float = 0, start: Float? = nil, ramp: Int32 = 0, serial: UInt32 = 1
    ) -> Scene {
        Scene(
            alarm: Alarm(
                tone: .digital, levelDecibels: level, boostDecibels: boost,
                startDecibels: start ?? level, rampFrames: ramp, serial: serial))
    }
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

/// FNV-1a over the samples' bits.
func fingerprint(_ samples: [Float]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for sample in samples { hash = (hash ^ UInt64(sample.bitPattern)) &* 0x100_0000_01B3 }
    return hash
}
