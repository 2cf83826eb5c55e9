/// The whole of what should be heard. It is a wish, published anew whenever it changes; the mixer
/// works out the ramps from whatever it is playing, so a scene never says where it comes from.
///
/// Gains are linear with 1 as full, times are seconds. Values out of range are held to it, and what
/// is not a number counts as 0.
package struct Scene: Equatable, Sendable {
    /// The most noises at once (product, N4); what a scene has beyond them is not played.
    package static var mostVoices: Int {
        @_noLocks get { 16 }
    }

    package struct Voice: Equatable, Sendable, BitwiseCopyable {
        /// What events call it. A voice goes on, whatever else changes, as long as tag and source
        /// stay; another source under the same tag is another voice, and crossfaded.
        package var tag: UInt32
        package var source: SoundSource
        /// 0 ... 1, see `VolumeCurve`.
        package var gain: Float
        /// What makes the source as loud as all others; 0 ... 4.
        package var trim: Float
        /// -1 is left, 0 the middle, 1 right; the power of both channels together stays.
        package var pan: Float

        package init(
            tag: UInt32, source: SoundSource, gain: Float, trim: Float = 1, pan: Float = 0
        ) {
            self.tag = tag
            self.source = source
            self.gain = gain
            self.trim = trim
            self.pan = pan
        }
    }

    /// How a noise comes from silence or goes there. A crossfade is always of equal power.
    package enum FadeShape: UInt8, Equatable, Sendable, BitwiseCopyable {
        case linear, equalPower
        /// Linear in decibels.
        case exponential
    }

    package struct Alarm: Equatable, Sendable, BitwiseCopyable {
        package var tag: UInt32
        package var source: SoundSource
        /// dBFS RMS of the source at gain 1; of a tone it is known, and this not looked at.
        package var sourceDecibels: Float
        /// dBFS RMS while the tone is on, -30 ... -6: see `AlarmLevel`.
        package var levelDecibels: Float
        /// Louder than the level by so much, up to full scale, where the limiter holds the peaks: 0 or
        /// more.
        package var boostDecibels: Float
        /// Where the ramp begins; held between the lowest legal start (`AlarmLevel.lowestStart`)
        /// and the level.
        package var startDecibels: Float
        /// How long the ramp takes, linear in decibels; 0 ... 60 s. A change of level or boost under
        /// the same serial takes what is left of the ramp, and another source goes on with it.
        package var rampSeconds: Float
        /// A new serial begins ramp and pattern anew.
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

    /// At most 16, each tag once. Those that play and are not among them fade out.
    package var voices: [Voice]
    /// Over all of them.
    package var master: Float
    /// From silence, or from other voices. At least 10 ms.
    package var fadeInSeconds: Float
    package var fadeOutSeconds: Float
    /// Another gain, pan or master of what plays already. A fade that is still under way keeps its
    /// time, so that a touch of the volume does not cut it short.
    package var changeSeconds: Float
    package var shape: FadeShape
    /// Nil releases a tone that sounds.
    package var alarm: Alarm?
    /// How far the noise steps back, in decibels: 0 for not at all, -60 at most. It goes there in
    /// 400 ms and comes back in 3 s.
    package var noiseDuckDecibels: Float

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

    /// Nothing; what plays fades out in the shortest time.
    package static let silence = Scene()
}

/// A scene as the render path has it: without an array, because copying one counts references, and
/// without an optional, because Swift 6.0 calls generic code under `@_noLocks` to copy one of several
/// fields.
struct FlatScene: BitwiseCopyable {
    let voices: FixedBuffer<Scene.Voice>
    private(set) var count = 0
    private(set) var master: Float = 1
    private(set) var fadeInSeconds: Float = 0
    private(set) var fadeOutSeconds: Float = 0
    private(set) var changeSeconds: Float = 0
    private(set) var shape = Scene.FadeShape.exponential
    private(set) var hasAlarm = false
    /// Holds a value in any case; it counts where `hasAlarm`.
    private(set) var alarm = FlatScene.noAlarm
    private(set) var noiseDuckDecibels: Float = 0

    static var noAlarm: Scene.Alarm {
        Scene.Alarm(
            source: .tone(.digital), levelDecibels: -30, startDecibels: -30, rampSeconds: 0,
            serial: 0)
    }

    /// Silence, in memory of its own.
    init(in memory: RenderMemory) {
        voices = memory.allocate(
            Scene.mostVoices,
            repeating: Scene.Voice(tag: 0, source: .tone(.digital), gain: 0))
    }

    var hasNoise: Bool {
        @_noLocks get { count > 0 }
    }

    mutating func take(_ scene: Scene) {
        count = min(scene.voices.count, Scene.mostVoices)
        for place in 0..<count { voices.base[place] = scene.voices[place] }
        master = scene.master
        fadeInSeconds = scene.fadeInSeconds
        fadeOutSeconds = scene.fadeOutSeconds
        changeSeconds = scene.changeSeconds
        shape = scene.shape
        hasAlarm = scene.alarm != nil
        alarm = scene.alarm ?? FlatScene.noAlarm
        noiseDuckDecibels = scene.noiseDuckDecibels
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
    }
}

/// What came of a scene, told at the frame where it is first heard in the mixer's output.
package enum SoundEvent: Equatable, Sendable {
    /// The first sample of the noise with this tag.
    case noiseStarted(tag: UInt32, frame: Int64)
    /// No noise sounds any more.
    case noiseSilent(frame: Int64)
    /// The first sample of an alarm with this tag.
    case alarmStarted(tag: UInt32, frame: Int64)
    /// The source of the alarm gave nothing, and the built-in tone has taken its place.
    case alarmFellBack(tag: UInt32, frame: Int64)
    case alarmSilent(frame: Int64)
}
