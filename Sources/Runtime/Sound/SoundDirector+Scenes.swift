package import ClockCore
package import ClockSound
import ClockTime

// From what the machine wants heard to the scene of each output.
extension SoundDirector {
    /// One output's scene: noise on the first output only, the alarm on as many as it asks for.
    package mutating func scene(for intent: SoundIntent, output: Int) -> Scene {
        outputs[output].places.begin()
        let alarm = intent.alarm.flatMap { $0.outputs > rung(of: output) ? $0 : nil }
        var scene = Scene(
            changeSeconds: SoundDirector.seconds(SoundDirector.volumeRamp),
            alarm: alarm.map { self.alarm(for: $0, output) })
        guard output == 0 else { return scene }
        if let chirp = intent.chirp { scene.chirp = Scene.Chirp(chirp) }
        scene.fadeOutSeconds = SoundDirector.seconds(intent.noiseFadeOut)
        scene.shape = Scene.FadeShape(intent.fadeShape)
        // This includes an alarm on an output of its own: it must be heard over the noise.
        scene.noiseDuckDecibels = intent.ducksNoise ? SoundDirector.duck : 0
        let rising = intent.rising.flatMap { voice(for: $0, output) }
        if let rising { scene.voices = [rising] }
        guard let noise = intent.noise else {
            scene.fadeInSeconds = SoundDirector.seconds(SoundDirector.firstRise)
            // Noise that ends with a ring fades out from where it is, and does not swell before.
            if !intent.ducksNoise {
                scene.noiseDuckDecibels = outputs[output].scene.noiseDuckDecibels
            }
            return scene
        }
        scene.fadeInSeconds = SoundDirector.seconds(noise.fadeIn)
        scene.master = VolumeCurve.gain(percent: noise.master.value)
        // First, because of more voices than a scene has the last are not played.
        scene.voices += noise.voices.compactMap { self.voice(for: $0, seed: noise.seed, output) }
        return scene
    }

    /// Nil if the sound is unknown: then nothing rises before the ring, which costs the ring nothing.
    private mutating func voice(for rising: RisingIntent, _ output: Int) -> Scene.Voice? {
        guard let making = shelf.value.making(of: rising.sound),
            let source = source(
                of: making, NoiseVoice(sound: rising.sound), 0, .rising, output)
        else { return nil }
        let ring = AlarmLevel.decibels(volumePercent: rising.volume.value)
        // No louder than a noise can be.
        let end = min(0, ring - RisingIntent.softness - SoundDirector.typicalLevel)
        let missing = Float((100 - rising.level) * RisingIntent.range) / 100
        return Scene.Voice(
            tag: tags.tag(of: "\(rising.sound.name) before a ring"), source: source,
            gain: Loudness.gain(decibels: end - missing), trim: making.trim, isBesideMix: true)
    }

    /// Nil if the sound is unknown.
    private mutating func voice(
        for voice: NoiseVoice, seed: UInt64, _ output: Int
    ) -> Scene.Voice? {
        guard let making = shelf.value.making(of: voice.sound, voice.variant),
            let source = source(of: making.moved(voice.sliders), voice, seed, .noise, output)
        else { return nil }
        return Scene.Voice(
            tag: tags.tag(of: voice.sound.name), source: source,
            gain: VolumeCurve.gain(percent: voice.volume.value), trim: making.trim,
            pan: Float(voice.pan.value) / 100)
    }

    /// An unknown or inaudible sound becomes the built-in tone: an alarm is never silent.
    private mutating func alarm(for intent: AlarmIntent, _ output: Int) -> Scene.Alarm {
        let making = shelf.value.making(of: intent.sound)
        let level = AlarmLevel.decibels(of: making, at: intent.volume)
        let ramp = SoundDirector.seconds(intent.ramp)
        let isHeard = making.map { $0.level >= SoundDirector.faintestAlarm } ?? false
        let source = making.flatMap {
            isHeard ? self.source(of: $0, NoiseVoice(sound: intent.sound), 0, .alarm, output) : nil
        }
        return Scene.Alarm(
            tag: tags.tag(of: source == nil ? ToneSound.digital.name : intent.sound.name),
            source: source ?? .tone(.digital),
            sourceDecibels: making?.level ?? SoundDirector.typicalLevel, levelDecibels: level,
            boostDecibels: Float(intent.boostDecibels),
            startDecibels: AlarmLevel.lowestStart(level: level, rampSeconds: ramp),
            rampSeconds: ramp, serial: intent.serial)
    }

    private mutating func source(
        of making: SoundShelf.Making, _ voice: NoiseVoice, _ seed: UInt64,
        _ purpose: StreamPlaces.Purpose, _ output: Int
    ) -> SoundSource? {
        switch making {
        case .made(let recipe, _):
            let name = "\(voice.sound)/\(voice.variant?.name ?? "")"
            let chance = seed == 0 ? self.seed : seed
            return .generated(recipe, seed: chance ^ SoundDirector.hash(name))
        case .tone(let tone): return .tone(tone)
        case .file(let file): return outputs[output].places.source(of: file, for: purpose)
        }
    }

    /// FNV-1a: the sounds of one mix differ, yet are the same on every clock.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func seconds(_ duration: Duration) -> Float {
        Float(duration.wholeNanoseconds) / 1_000_000_000
    }
}
