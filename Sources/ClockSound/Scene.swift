/// The whole of what should be heard. It is a wish, published anew whenever it changes; the mixer
/// works out the ramps from whatever it is playing, so a scene never says where it comes from.
///
/// A trivial value: it crosses to the sound thread by copying bytes. All gains are linear with 1 as
/// full, all frames are counted at the mixer's rate. Values out of range are held to it.
package struct Scene: Equatable, Sendable {
    package struct Noise: Equatable, Sendable {
        package var sound: NoiseSound
        /// 0 ... 1, see `VolumeCurve`.
        package var gain: Float
        /// How long the way from silence or from another sound to this one takes: linear in decibels
        /// from silence, a crossfade of equal power from another sound. At least 10 ms.
        package var fadeFrames: Int32

        /// How long another gain of the sound that plays already takes. A fade that is still under
        /// way keeps its time, so that a touch of the volume does not cut it short.
        package var changeFrames: Int32

        /// - Parameter changeFrames: `fadeFrames` where not told otherwise.
        package init(
            sound: NoiseSound, gain: Float, fadeFrames: Int32, changeFrames: Int32? = nil
        ) {
            self.sound = sound
            self.gain = gain
            self.fadeFrames = fadeFrames
            self.changeFrames = changeFrames ?? fadeFrames
        }
    }

    package struct Alarm: Equatable, Sendable {
        package var tone: ToneSound
        /// dBFS RMS while the tone is on, -30 ... -6: see `AlarmLevel`.
        package var levelDecibels: Float
        /// Louder than the level by so much, up to full scale, where the limiter holds the peaks: 0 or
        /// more.
        package var boostDecibels: Float
        /// Where the ramp begins; held between the lowest legal start (`AlarmLevel.lowestStart`)
        /// and the level.
        package var startDecibels: Float
        /// How long the ramp takes, linear in decibels; 0 ... 60 s. A change of level or boost under
        /// the same serial takes what is left of the ramp, and another tone goes on with it.
        package var rampFrames: Int32
        /// A new serial begins ramp and pattern anew.
        package var serial: UInt32

        package init(
            tone: ToneSound, levelDecibels: Float, boostDecibels: Float = 0, startDecibels: Float,
            rampFrames: Int32, serial: UInt32
        ) {
            self.tone = tone
            self.levelDecibels = levelDecibels
            self.boostDecibels = boostDecibels
            self.startDecibels = startDecibels
            self.rampFrames = rampFrames
            self.serial = serial
        }
    }

    /// Nil fades out what plays, over `noiseFadeOutFrames`.
    package var noise: Noise?
    package var noiseFadeOutFrames: Int32
    /// Nil falls silent in a ramp of 16 to 18 ms.
    package var alarm: Alarm?
    /// How far the noise steps back, as for a ringing alarm: -60 ... 0 dB, reached in 400 ms on the
    /// way down and in 3 s on the way up.
    package var noiseDuckDecibels: Float

    package init(
        noise: Noise? = nil, noiseFadeOutFrames: Int32 = 0, alarm: Alarm? = nil,
        noiseDuckDecibels: Float = 0
    ) {
        self.noise = noise
        self.noiseFadeOutFrames = noiseFadeOutFrames
        self.alarm = alarm
        self.noiseDuckDecibels = noiseDuckDecibels
    }

    /// Nothing to be heard.
    package static let silence = Scene()
}

/// A scene as the sound thread holds it: without optionals, because Swift 6.0's compiler crashes
/// where code under `@_noLocks` copies an optional of several fields.
struct FlatScene {
    var hasNoise: Bool
    /// Holds a value in any case; it counts where `hasNoise`.
    var noise: Scene.Noise
    var noiseFadeOutFrames: Int32
    var hasAlarm: Bool
    /// Holds a value in any case; it counts where `hasAlarm`.
    var alarm: Scene.Alarm
    var noiseDuckDecibels: Float

    init(_ scene: Scene) {
        hasNoise = scene.noise != nil
        noise = scene.noise ?? Scene.Noise(sound: .white, gain: 0, fadeFrames: 0)
        noiseFadeOutFrames = scene.noiseFadeOutFrames
        hasAlarm = scene.alarm != nil
        alarm =
            scene.alarm
            ?? Scene.Alarm(
                tone: .digital, levelDecibels: -30, startDecibels: -30, rampFrames: 0, serial: 0)
        noiseDuckDecibels = scene.noiseDuckDecibels
    }

    var scene: Scene {
        Scene(
            noise: hasNoise ? noise : nil, noiseFadeOutFrames: noiseFadeOutFrames,
            alarm: hasAlarm ? alarm : nil, noiseDuckDecibels: noiseDuckDecibels)
    }
}

/// What came of a scene, told at the frame where it is first heard in the mixer's output.
package enum SoundEvent: Equatable, Sendable {
    /// The first sample of this noise that is not zero.
    case noiseStarted(NoiseSound, frame: Int64)
    /// No noise sounds any more.
    case noiseSilent(frame: Int64)
    /// The first sample of the tone that is not zero.
    case alarmStarted(ToneSound, frame: Int64)
    case alarmSilent(frame: Int64)
}
