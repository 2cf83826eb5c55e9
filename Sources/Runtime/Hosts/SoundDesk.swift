package import ClockCore
package import ClockSound
package import ClockTime
package import HAL

/// What the engine and the thread of one sound output exchange. Neither waits for the other.
///
/// Scenes count in frames of 48 kHz, whatever the device runs at; the sound host scales them.
package struct SoundOutput: Sendable {
    /// In the board's order; 0 is the first, which noise plays on too.
    package let index: Int
    package let telemetry = SoundTelemetry()
    let scenes = SceneMailbox()
    let events = SoundEventRing()
    let rehearsal = SoundRehearsal()
    private let waiter: (any Notifiable)?

    /// - Parameter waiter: the sound thread's, where it has one.
    package init(index: Int = 0, waking waiter: (any Notifiable)? = nil) {
        self.index = index
        self.waiter = waiter
    }

    /// What people know it by.
    var name: String { index == 0 ? "the sound device" : "sound output \(index + 1)" }

    func rehearse() {
        rehearsal.ask()
        waiter?.notify()
    }

    func publish(_ scene: Scene) {
        scenes.publish(scene)
        waiter?.notify()
    }
}

/// The engine's side of sound: turns what the machine wants heard into scenes, one for each output, and
/// what the sound threads did into reports.
///
/// Theory of operation. A ring counts only while the device plays its frames (law, 6.8). Each sound thread
/// notes when it last saw that happen; this looks at the notes, so that a thread that its device holds is
/// found out as well as one that is told lies. While a ring's frames move it looks when they could first
/// have stood still for too long; while they do not, every half second, and when a thread wakes the engine.
package struct SoundDesk {
    private var outputs: [Output]
    /// Nil in silence.
    private var ring: AlarmIntent?
    private var lookedAt = BootTime(nanoseconds: .min)

    private struct Output {
        let shared: SoundOutput
        var scene = Scene.silence
        var problem: String?
        var motion = Motion.still
    }

    private enum Motion {
        case still
        /// And counts as still from then on, if nothing moves until then.
        case moving(until: BootTime)
    }

    /// The rate that scenes count in.
    package static let rate = 48_000
    /// How far noise steps back while an alarm rings (sound design, 6).
    static let duck: Float = -18
    static let reportsAtOnce = 64
    /// A change of volume by a key or a command is heard at once, but not as a step.
    static let volumeRamp = Duration.milliseconds(100)
    /// How long frames may stand still (law, 6.8).
    package static let longestStandstill = Duration.seconds(2)
    /// Between looks at frames that do not move; also how late a look may come and still prove something:
    /// of a machine that slept meanwhile, the sound thread did too.
    package static let lookInterval = Duration.milliseconds(500)

    package init(_ outputs: [SoundOutput]) {
        self.outputs = outputs.map { Output(shared: $0) }
    }

    /// Something that became of a scene.
    package enum Report: Equatable, Sendable {
        case started(String, output: Int)
        case stopped(SoundGroup, output: Int)
        /// Of the first output; nil: it is well again.
        case problem(String?)
        /// Of the others, in one.
        case fallbackProblem(String?)
        case frames(AlarmFrames)
        /// Of the first output; nil: frames moved.
        case rehearsed(String?)
    }

    package enum SoundGroup: String, Sendable {
        case noise, alarm
    }

    /// Hands the sound threads what should be heard from now on; one that should go on as it does is left
    /// asleep.
    package mutating func publish(_ intent: SoundIntent) {
        if intent.alarm?.serial != ring?.serial {
            for place in outputs.indices { outputs[place].motion = .still }
        }
        ring = intent.alarm
        for place in outputs.indices {
            let scene = SoundDesk.scene(for: intent, output: place)
            guard place == 0 || scene != outputs[place].scene else { continue }
            outputs[place].scene = scene
            outputs[place].shared.publish(scene)
        }
    }

    /// Has the first output tried.
    package func rehearse() {
        outputs.first?.shared.rehearse()
    }

    /// What happened since the last call.
    package mutating func takeReports(at now: BootTime) -> [Report] {
        lookedAt = now
        var reports: [Report] = []
        for place in outputs.indices {
            takeEvents(of: outputs[place].shared, &reports)
            lookAtFrames(of: place, at: now, &reports)
        }
        takeProblems(&reports)
        takeRehearsal(&reports)
        return reports
    }

    /// When `takeReports` must come next although nobody woke the engine.
    package var nextLook: BootTime? {
        guard let ring else { return nil }
        return outputs.prefix(max(0, ring.outputs)).map { output in
            switch output.motion {
            case .still: lookedAt + SoundDesk.lookInterval
            case .moving(let until): until
            }
        }.min()
    }

    private func takeEvents(of output: SoundOutput, _ reports: inout [Report]) {
        // Bounded, so that a mixer gone mad cannot hold the engine: the rest waits for the next call.
        for _ in 0..<SoundDesk.reportsAtOnce {
            guard let event = output.events.pop() else { break }
            switch event {
            case .noiseStarted(let sound, _):
                reports.append(.started(sound.id.name, output: output.index))
            case .alarmStarted(let tone, _):
                reports.append(.started(tone.id.name, output: output.index))
            case .noiseSilent: reports.append(.stopped(.noise, output: output.index))
            case .alarmSilent: reports.append(.stopped(.alarm, output: output.index))
            }
        }
    }

    private mutating func lookAtFrames(
        of place: Int, at now: BootTime, _ reports: inout [Report]
    ) {
        guard let ring, place < ring.outputs else { return }
        let moved = outputs[place].shared.telemetry.lastMovement(ofRing: ring.serial)
        let provedUntil = moved.map { $0 + SoundDesk.longestStandstill }
        switch outputs[place].motion {
        case .still:
            guard let provedUntil, now < provedUntil else { return }
            outputs[place].motion = .moving(until: provedUntil)
            reports.append(frames(of: place, ring, areMoving: true))
        case .moving(let until):
            if let provedUntil, now < provedUntil {
                outputs[place].motion = .moving(until: provedUntil)
            } else if now > until + SoundDesk.lookInterval {
                outputs[place].motion = .moving(until: now + SoundDesk.lookInterval)
            } else if now >= until {
                outputs[place].motion = .still
                reports.append(frames(of: place, ring, areMoving: false))
            }
        }
    }

    private func frames(of place: Int, _ ring: AlarmIntent, areMoving: Bool) -> Report {
        .frames(AlarmFrames(serial: ring.serial, output: place, areMoving: areMoving))
    }

    private func takeRehearsal(_ reports: inout [Report]) {
        guard let first = outputs.first else { return }
        switch first.shared.rehearsal.takeAnswer() {
        case .none: break
        case .moved: reports.append(.rehearsed(nil))
        case .stood:
            reports.append(.rehearsed(first.problem ?? "\(first.shared.name) plays nothing"))
        }
    }

    private mutating func takeProblems(_ reports: inout [Report]) {
        var fallbackChanged = false
        for place in outputs.indices {
            let shared = outputs[place].shared
            let problem = shared.telemetry.problem(of: shared.name)
            guard problem != outputs[place].problem else { continue }
            outputs[place].problem = problem
            if place == 0 { reports.append(.problem(problem)) } else { fallbackChanged = true }
        }
        guard fallbackChanged else { return }
        let problems = outputs.dropFirst().compactMap(\.problem)
        reports.append(
            .fallbackProblem(problems.isEmpty ? nil : problems.joined(separator: "; ")))
    }
}

// MARK: - Scenes

extension SoundDesk {
    /// What one output plays of it: noise on the first alone, the alarm on as many as it asks for.
    package static func scene(for intent: SoundIntent, output: Int = 0) -> Scene {
        let alarm = intent.alarm.flatMap { $0.outputs > output ? $0 : nil }
        guard output == 0 else { return Scene(alarm: alarm.map(self.alarm(for:))) }
        return Scene(
            noise: intent.noise.flatMap(noise(for:)),
            noiseFadeOutFrames: frames(intent.noiseFadeOut),
            alarm: alarm.map(self.alarm(for:)),
            noiseDuckDecibels: alarm == nil ? 0 : duck)
    }

    /// A new sound fades in; the same sound at another volume follows the hand.
    private static func noise(for intent: NoiseIntent) -> Scene.Noise? {
        guard let voice = intent.voices.first, let sound = NoiseSound(id: voice.sound) else {
            return nil
        }
        return Scene.Noise(
            sound: sound, gain: VolumeCurve.gain(percent: intent.master.value),
            fadeFrames: frames(intent.fadeIn), changeFrames: frames(volumeRamp))
    }

    /// A tone that is not known is the built-in one: an alarm is never silent.
    private static func alarm(for intent: AlarmIntent) -> Scene.Alarm {
        let level = AlarmLevel.decibels(volumePercent: intent.volume.value)
        let ramp = frames(intent.ramp)
        return Scene.Alarm(
            tone: ToneSound(id: intent.sound) ?? .digital, levelDecibels: level,
            boostDecibels: Float(intent.boostDecibels),
            startDecibels: AlarmLevel.lowestStart(level: level, rampFrames: ramp, rate: rate),
            rampFrames: ramp, serial: intent.serial)
    }

    private static func frames(_ duration: Duration) -> Int32 {
        Int32(clamping: duration.wholeNanoseconds / 1_000_000 * Int64(rate) / 1_000)
    }
}
