package import ClockCore
package import ClockSound
import ClockTime
package import HAL
import Synchronization

/// The engine's side of sound: turns what the machine wants heard into a scene, and what the sound
/// thread did into reports.
///
/// Scenes count in frames of 48 kHz, whatever the device runs at; the sound host scales them.
package struct SoundDesk: Sendable {
    let scenes: SceneMailbox
    let events: SoundEventRing
    let telemetry: SoundTelemetry
    private let waiter: (any Notifiable)?

    /// The rate that scenes count in.
    package static let rate = 48_000
    /// How far noise steps back while an alarm rings (sound design, 6).
    static let duck: Float = -18
    static let reportsAtOnce = 64
    /// A change of volume by a key or a command is heard at once, but not as a step.
    static let volumeRamp = Duration.milliseconds(100)

    /// - Parameter waiter: the sound thread's, where it has one.
    package init(waking waiter: (any Notifiable)? = nil) {
        scenes = SceneMailbox()
        events = SoundEventRing()
        telemetry = SoundTelemetry()
        self.waiter = waiter
    }

    /// Something that became of a scene.
    package enum Report: Equatable, Sendable {
        case started(String)
        case stopped(SoundGroup)
        /// Nil: the device is well again.
        case problem(String?)
    }

    package enum SoundGroup: String, Sendable {
        case noise, alarm
    }

    /// Hands the sound thread what should be heard from now on.
    func publish(_ intent: SoundIntent) {
        scenes.publish(SoundDesk.scene(for: intent))
        waiter?.notify()
    }

    /// What happened since the last call. `known` is the problem that was reported last.
    func takeReports(known: inout String?) -> [Report] {
        var reports: [Report] = []
        // Bounded, so that a mixer gone mad cannot hold the engine: the rest waits for the next call.
        for _ in 0..<SoundDesk.reportsAtOnce {
            guard let event = events.pop() else { break }
            switch event {
            case .noiseStarted(let sound, _): reports.append(.started(sound.id.name))
            case .alarmStarted(let tone, _): reports.append(.started(tone.id.name))
            case .noiseSilent: reports.append(.stopped(.noise))
            case .alarmSilent: reports.append(.stopped(.alarm))
            }
        }
        let problem = telemetry.problem
        if problem != known {
            known = problem
            reports.append(.problem(problem))
        }
        return reports
    }

    // MARK: - Scenes

    static func scene(for intent: SoundIntent) -> Scene {
        Scene(
            noise: intent.noise.flatMap(noise(for:)),
            noiseFadeOutFrames: frames(intent.noiseFadeOut),
            alarm: intent.alarm.map(alarm(for:)),
            noiseDuckDecibels: intent.alarm == nil ? 0 : duck)
    }

    /// A new sound fades in; the same sound at another volume follows the hand.
    private static func noise(for intent: NoiseIntent) -> Scene.Noise? {
        guard let sound = NoiseSound(id: intent.sound) else { return nil }
        return Scene.Noise(
            sound: sound, gain: VolumeCurve.gain(percent: intent.volume.value),
            fadeFrames: frames(intent.fadeIn), changeFrames: frames(volumeRamp))
    }

    /// A tone that is not known is the built-in one: an alarm is never silent.
    private static func alarm(for intent: AlarmIntent) -> Scene.Alarm {
        let level = AlarmLevel.decibels(volumePercent: intent.volume.value)
        let ramp = frames(intent.ramp)
        return Scene.Alarm(
            tone: ToneSound(id: intent.sound) ?? .digital, levelDecibels: level,
            startDecibels: AlarmLevel.lowestStart(level: level, rampFrames: ramp, rate: rate),
            rampFrames: ramp, serial: intent.serial)
    }

    private static func frames(_ duration: Duration) -> Int32 {
        Int32(clamping: duration.wholeNanoseconds / 1_000_000 * Int64(rate) / 1_000)
    }
}

/// What the sound thread tells about itself, readable at any time from any thread.
package final class SoundTelemetry: Sendable {
    private let peakBits = Atomic<UInt32>(0)
    private let meanBits = Atomic<UInt32>(0)
    private let device = Atomic<UInt64>(0)
    private let underrunCount = Atomic<Int>(0)
    private let frameCount = Atomic<Int>(0)

    /// The greatest sample of the last block; 1 is full scale.
    package var peak: Double { Double(Float(bitPattern: peakBits.load(ordering: .relaxed))) }

    /// The root mean square of the last block over both channels; 1 is full scale.
    package var rootMeanSquare: Double {
        Double(Float(bitPattern: meanBits.load(ordering: .relaxed)))
    }

    func setLevel(_ level: OutputLevel) {
        peakBits.store(level.peak.bitPattern, ordering: .relaxed)
        meanBits.store(level.rootMeanSquare.bitPattern, ordering: .relaxed)
    }

    package var underruns: Int { underrunCount.load(ordering: .relaxed) }

    func setUnderruns(_ count: Int) { underrunCount.store(count, ordering: .relaxed) }

    /// Frames handed to the device since the start.
    package var frames: Int { frameCount.load(ordering: .relaxed) }

    func addFrames(_ count: Int) {
        frameCount.store(frames + count, ordering: .relaxed)
    }

    /// The failure that keeps the device closed, in words for people; nil while all is well. Stored as
    /// kind and error number, because the sound thread makes no strings.
    package var problem: String? {
        let packed = device.load(ordering: .acquiring)
        let errno = UInt32(truncatingIfNeeded: packed)
        switch packed >> 32 {
        case 0: return nil
        case 1: return "the sound device is gone"
        case 2: return "another program has the sound device"
        case 3: return "the sound device takes none of our formats"
        default: return "the sound device failed (error \(errno))"
        }
    }

    private let isChanged = Atomic<Bool>(false)

    /// Whether the problem changed since the last call.
    func takeChange() -> Bool { isChanged.exchange(false, ordering: .acquiringAndReleasing) }

    func setError(_ error: PCMError?) {
        let packed: UInt64 =
            switch error {
            case nil: 0
            case .gone: 1 << 32
            case .busy: 2 << 32
            case .unsupported: 3 << 32
            case .io(let errno): 4 << 32 | UInt64(UInt32(bitPattern: errno))
            }
        let old = device.exchange(packed, ordering: .acquiringAndReleasing)
        if old != packed { isChanged.store(true, ordering: .releasing) }
    }
}

extension NoiseSound {
    /// The name in the catalogue.
    package var id: SoundID {
        switch self {
        case .white: SoundID("white")
        case .pink: SoundID("pink")
        }
    }

    init?(id: SoundID) {
        guard let sound = NoiseSound.allCases.first(where: { $0.id == id }) else { return nil }
        self = sound
    }
}

extension ToneSound {
    package var id: SoundID {
        switch self {
        case .digital: SoundID("digital")
        }
    }

    init?(id: SoundID) {
        guard let tone = ToneSound.allCases.first(where: { $0.id == id }) else { return nil }
        self = tone
    }
}
