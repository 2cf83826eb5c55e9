/// Everything that should be heard. A scene is a target, published again with each change. The mixer computes the
/// ramps from whatever it is playing, so a scene never says where it starts from.
///
/// Gains are linear with 1 as full; times are in seconds. Values are clamped to their range, and NaN counts as 0.
package struct Scene: Equatable, Sendable {
    /// The maximum number of simultaneous noises (product, N4). Further voices of a scene are not played.
    package static var mostVoices: Int {
        @_noLocks get { 16 }
    }

    package struct Voice: Equatable, Sendable, BitwiseCopyable {
        /// The name used in events. A voice continues through any other change as long as its tag and source stay
        /// the same. A different source under the same tag is a different voice and is crossfaded.
        package var tag: UInt32
        package var source: SoundSource
        /// 0 ... 1, see `VolumeCurve`.
        package var gain: Float
        /// The gain that makes the source as loud as all others; 0 ... 4.
        package var trim: Float
        /// -1 is left, 0 the middle, 1 right. The total power of both channels stays constant.
        package var pan: Float
        /// It sounds beside the mix of noises: neither `master` nor the mix's headroom applies to it, and it takes none.
        package var isBesideMix: Bool

        package init(
            tag: UInt32, source: SoundSource, gain: Float, trim: Float = 1, pan: Float = 0,
            isBesideMix: Bool = false
        ) {
            self.tag = tag
            self.source = source
            self.gain = gain
            self.trim = trim
            self.pan = pan
            self.isBesideMix = isBesideMix
        }
    }

    /// How a noise fades in from silence or out to it. A crossfade is always equal-power.
    package enum FadeShape: UInt8, Equatable, Sendable, BitwiseCopyable {
        case linear, equalPower
        /// Linear in decibels.
        case exponential
    }

    package struct Alarm: Equatable, Sendable, BitwiseCopyable {
        package var tag: UInt32
        package var source: SoundSource
        /// dBFS RMS of the source at gain 1; ignored for a tone, whose level is known.
        package var sourceDecibels: Float
        /// dBFS RMS while the tone is on, -30 ... -6: see `AlarmLevel`.
        package var levelDecibels: Float
        /// Additional loudness above the level, up to full scale, where the limiter holds the peaks: 0 or more.
        package var boostDecibels: Float
        /// Where the ramp starts; clamped between the lowest legal start (`AlarmLevel.lowestStart`) and the
        /// level.
        package var startDecibels: Float
        /// The duration of the ramp, linear in decibels; 0 ... 60 s. A change of level or boost under the same
        /// serial takes the rest of the ramp, and a different source continues the ramp.
        package var rampSeconds: Float
        /// A new serial restarts ramp and pattern.
        package var serial: UInt32

        package init(
            tag: UInt32 = 0, source: SoundSource, sourceDecibels: Float = -20,
            levelDecibels: Float, boostDecibels: Float = 0, startDecibels: Float,
            rampSeconds: Float, serial: UInt32
        ) {
            self.tag = tag
            self.source = source
            self.sourceDecibels = sourceDecibels
            self.levelDecibels = levelDecibels
            self.boostDecibels = boostDecibels
            self.startDecibels = startDecibels
            self.rampSeconds = rampSeconds
            self.serial = serial
        }
    }

    /// A short tone that answers a press.
    package struct Chirp: Equatable, Sendable, BitwiseCopyable {
        /// A new serial plays the chirp once; 0 is none.
        package var serial: UInt32
        /// 0 ... 1, see `VolumeCurve`.
        package var gain: Float

        package init(serial: UInt32, gain: Float) {
            self.serial = serial
            self.gain = gain
        }

        package static let none = Chirp(serial: 0, gain: 0)
    }

    /// At most 16, with distinct tags. Playing voices that are not listed fade out.
    package var voices: [Voice]
    /// The gain over all voices of the mix.
    package var master: Float
    /// Fade-in time from silence or from other voices; at least 10 ms.
    package var fadeInSeconds: Float
    package var fadeOutSeconds: Float
    /// Time for a change of gain, pan or master of playing voices. A fade in progress keeps its time, so that a
    /// small volume change does not cut it short.
    package var changeSeconds: Float
    package var shape: FadeShape
    /// Nil releases a sounding tone.
    package var alarm: Alarm?
    /// How far to duck the noise, in decibels: from 0, not at all, to -60. It goes down in 400 ms and comes back
    /// in 3 s.
    package var noiseDuckDecibels: Float
    package var chirp = Chirp.none

    package init(
        voices: [Voice] = [], master: Float = 1, fadeInSeconds: Float = 0,
        fadeOutSeconds: Float = 0, changeSeconds: Float = 0.1, shape: FadeShape = .exponential,
        alarm: Alarm? = nil, noiseDuckDecibels: Float = 0
    ) {
        self.voices = voices
        self.master = master
        self.fadeInSeconds = fadeInSeconds
        self.fadeOutSeconds = fadeOutSeconds
        self.changeSeconds = changeSeconds
        self.shape = shape
        self.alarm = alarm
        self.noiseDuckDecibels = noiseDuckDecibels
    }

    /// Nothing: what plays fades out in the shortest time.
    package static let silence = Scene()
}

/// A scene as the render path stores it. Without an array, because copying one counts references. Without an
/// optional, because under `@_noLocks` Swift 6.0 calls generic code to copy one of several fields.
struct FlatScene: BitwiseCopyable {
    let voices: FixedBuffer<Scene.Voice>
    private(set) var count = 0
    private(set) var master: Float = 1
    private(set) var fadeInSeconds: Float = 0
    private(set) var fadeOutSeconds: Float = 0
    private(set) var changeSeconds: Float = 0
    private(set) var shape = Scene.FadeShape.exponential
    private(set) var hasAlarm = false
    /// Always holds a value; valid only if `hasAlarm`.
    private(set) var alarm = FlatScene.noAlarm
    private(set) var noiseDuckDecibels: Float = 0
    private(set) var chirp = Scene.Chirp(serial: 0, gain: 0)

    static var noAlarm: Scene.Alarm {
        Scene.Alarm(
            source: .tone(.digital), levelDecibels: -30, startDecibels: -30, rampSeconds: 0,
            serial: 0)
    }

    /// A silent scene in its own memory.
    init(in memory: RenderMemory) {
        voices = memory.allocate(
            Scene.mostVoices,
            repeating: Scene.Voice(tag: 0, source: .tone(.digital), gain: 0))
    }

    var hasNoise: Bool {
        @_noLocks get { count > 0 }
    }

    /// Takes over a scene, and prepares its sources, so that a mixer finds them ready.
    mutating func adopt(_ scene: Scene) {
        count = min(scene.voices.count, Scene.mostVoices)
        for place in 0..<count {
            scene.voices[place].source.prepare()
            voices.base[place] = scene.voices[place]
        }
        scene.alarm?.source.prepare()
        master = scene.master
        fadeInSeconds = scene.fadeInSeconds
        fadeOutSeconds = scene.fadeOutSeconds
        changeSeconds = scene.changeSeconds
        shape = scene.shape
        hasAlarm = scene.alarm != nil
        alarm = scene.alarm ?? FlatScene.noAlarm
        noiseDuckDecibels = scene.noiseDuckDecibels
        chirp = scene.chirp
    }

    @_noLocks
    mutating func copy(_ other: FlatScene) {
        count = other.count
        for place in 0..<count { voices.base[place] = other.voices.base[place] }
        master = other.master
        fadeInSeconds = other.fadeInSeconds
        fadeOutSeconds = other.fadeOutSeconds
        changeSeconds = other.changeSeconds
        shape = other.shape
        hasAlarm = other.hasAlarm
        alarm = other.alarm
        noiseDuckDecibels = other.noiseDuckDecibels
        chirp = other.chirp
    }
}

/// The audible effect of a scene, reported at the first frame of the mixer's output that contains it.
package enum SoundEvent: Equatable, Sendable {
    /// The first sample of the noise with this tag.
    case noiseStarted(tag: UInt32, frame: Int64)
    /// No noise sounds any more.
    case noiseSilent(frame: Int64)
    /// The first sample of an alarm with this tag.
    case alarmStarted(tag: UInt32, frame: Int64)
    /// The alarm's source had no data, so the built-in tone replaced it.
    case alarmFellBack(tag: UInt32, frame: Int64)
    case alarmSilent(frame: Int64)
}
