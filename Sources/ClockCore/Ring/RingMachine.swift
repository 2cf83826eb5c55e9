package import ClockTime

/// The one ring that is heard, and how hard it tries to be.
///
/// Theory of operation. Alarms, timers and the nap each know which of theirs ring; what is heard is one
/// session for all of them (law, 6.1). Whoever falls due joins it with a voice. It ends with the last
/// that rings, which the parent says, as it alone knows them all.
///
/// A ring counts as ringing only while frames of sound move on some output. Until they do it climbs a
/// ladder (6.8): the chosen sound, the built-in tone, each further output, buzzer, motor, flashing display;
/// what it has reached stays on. Silence from the device and silence from people make it climb:
///
/// | ring    | a sound joins | silence joins | frames move | frames stop        | 2 s       | 60 s               | the last ends |
/// | ------- | ------------- | ------------- | ----------- | ------------------ | --------- | ------------------ | ------------- |
/// | none    | awaited       | silent        | -           | -                  | -         | -                  | -             |
/// | awaited | -             | -             | heard       | -                  | next rung | next rung          | none          |
/// | heard   | -             | -             | -           | awaited, next rung | -         | -                  | none          |
/// | silent  | awaited       | -             | -           | -                  | -         | awaited, next rung | none          |
///
/// Frames on anything but the chosen device may be out of earshot: buzzer and motor work as long as they
/// move elsewhere, whatever was reached.
///
/// "Silent" is a ring of alarms that are to be felt and seen only (product, A3a). One with an alarm that
/// must wake (A12a) gets louder too, 60 s after that joined and each 30 s again, and then climbs.
package struct RingMachine: Hashable, Sendable {
    package private(set) var session: RingSession?
    /// What was last found out of each output that was asked to sound, since the start: whether its frames
    /// moved. One that was not asked is not in here.
    private var soundings: [Int: Bool] = [:]
    private var lastSerial: UInt32 = 0
    private let rungs: [RingRung]
    private let equipment: Equipment
    /// Whether every sound is the built-in tone (SafeMode.swift).
    let isSafe: Bool

    /// How long frames may stand still before the next rung is taken.
    package static let patience = Duration.seconds(2)
    /// How long a silent ring waits for an answer before it sounds.
    static let silencePatience = Duration.seconds(60)
    /// When a ring that must wake gets louder first, and how long after that again.
    static let urgentPatience = Duration.seconds(60)
    static let urgentStep = Duration.seconds(30)
    /// By how much.
    static let boostStep = 6

    init(equipment: Equipment, isSafe: Bool = false) {
        self.equipment = equipment
        self.isSafe = isSafe
        rungs = RingRung.all(of: equipment)
    }

    var nextWake: BootTime? {
        session.flatMap { earlier(climbTime($0), urgentTime($0)) }
    }

    /// What is heard of it; nil in silence.
    var intent: AlarmIntent? {
        guard let session, let sound = session.sound else { return nil }
        let reached = rungs.prefix(session.rung + 1)
        let outputs = reached.reduce(1) { count, rung in
            if case .output = rung { count + 1 } else { count }
        }
        return AlarmIntent(
            sound: session.rung == 0 && !isSafe ? sound : AlarmDefaults.sound,
            volume: session.volume,
            ramp: session.ramp, outputs: outputs,
            boostDecibels: session.boosts * RingMachine.boostStep, serial: session.serial)
    }

    /// Whether the face does the waking.
    package var isFlashing: Bool {
        guard let session else { return false }
        // What is neither heard nor felt has to be seen from the first.
        return session.sound == nil || has(.flashingDisplay, session)
    }

    func levels(at now: BootTime) -> OutputLevels {
        var levels = OutputLevels()
        guard let session else { return levels }
        let elapsed = max(.zero, now - session.began)
        if let pattern = motorPattern(session) { levels.motor = pattern.phase(at: elapsed).isOn }
        if buzzes(session) {
            levels.buzzer = VibrationPattern.default.phase(at: elapsed).isOn
        }
        return levels
    }

    /// When `levels` changes next.
    func nextEdge(after now: BootTime) -> BootTime? {
        guard let session else { return nil }
        let elapsed = max(.zero, now - session.began)
        var patterns: [VibrationPattern] = []
        if let pattern = motorPattern(session) { patterns.append(pattern) }
        if buzzes(session) { patterns.append(.default) }
        return patterns.compactMap { $0.phase(at: elapsed).until }.min()
            .map { session.began + $0 }
    }

    private func motorPattern(_ session: RingSession) -> VibrationPattern? {
        guard equipment.hasMotor else { return nil }
        let isNeeded = session.playsElsewhere || has(.motor, session)
        return session.vibration ?? (isNeeded ? .default : nil)
    }

    private func buzzes(_ session: RingSession) -> Bool {
        equipment.hasBuzzer && (session.playsElsewhere || has(.buzzer, session))
    }

    private func has(_ rung: RingRung, _ session: RingSession) -> Bool {
        rungs.prefix(session.rung + 1).contains(rung)
    }

    /// Whether frames moved when an output was last asked to sound; nil where it was not yet.
    func sounded(on output: Int) -> Bool? { soundings[output] }

    /// The outputs whose frames stood still when they were last asked to sound.
    var stalledOutputs: [Int] { soundings.filter { !$0.value }.keys.sorted() }

    /// An output was tried in another way, and its frames moved or stood still.
    mutating func triedSound(on output: Int, areMoving: Bool) { soundings[output] = areMoving }

    // MARK: - Joining and ending

    /// Begins a ring, or joins the one that there is.
    ///
    /// - Parameter since: when it was to ring, which is a little earlier than now where the wake-up was late;
    ///   what people are given to answer counts from there. Devices get their time from now on.
    mutating func join(
        _ voice: RingVoice, since: BootTime, at now: BootTime, _ notes: inout [Note]
    ) {
        if var joined = session {
            joined.volume = max(joined.volume, voice.volume)
            joined.vibration = joined.vibration ?? voice.vibration
            joined.since = since
            if joined.sound == nil, voice.sound != nil {
                // The first sound stays, and silence is none.
                joined.sound = voice.sound
                joined.ramp = voice.ramp
                joined.waitsSince = now
            }
            if voice.isMustWake, joined.urgentSince == nil { joined.urgentSince = since }
            session = joined
        } else {
            lastSerial &+= 1
            session = RingSession(voice, serial: lastSerial, since: since, at: now)
        }
        if session?.sound == nil, !equipment.hasMotor {
            soundInsteadOfSilence(at: now, &notes)
        }
    }

    mutating func end() {
        session = nil
    }

    /// When it falls silent if nobody answers, where the longest of those that ring does so after
    /// `length` (6.5).
    func silenceTime(after length: Duration) -> BootTime? {
        session.map { $0.since + length }
    }

    // MARK: - Climbing

    mutating func advance(to now: BootTime, _ notes: inout [Note]) {
        if let session, let due = urgentTime(session), due <= now { press(at: now, &notes) }
        if let session, let due = climbTime(session), due <= now {
            if session.sound == nil {
                soundInsteadOfSilence(at: now, &notes)
            } else {
                climb(.noFrames, at: now, &notes)
            }
        }
    }

    mutating func told(_ frames: AlarmFrames, at now: BootTime, _ notes: inout [Note]) {
        guard var session, frames.serial == session.serial else { return }
        soundings[frames.output] = frames.areMoving
        if frames.output == 0 { session.isOnStandIn = frames.isStandIn }
        self.session = session
        // Kept while nothing moves anywhere: the next look tells.
        defer { self.session?.noteWhereItPlays() }
        if frames.areMoving {
            guard session.movingOutputs.insert(frames.output).inserted else { return }
            let isFirst = session.movingOutputs.count == 1
            self.session = session
            if isFirst { notes.append(.ringHeard(output: frames.output)) }
        } else {
            guard session.movingOutputs.remove(frames.output) != nil else { return }
            let isLast = session.movingOutputs.isEmpty
            self.session = session
            // They stood still for as long as a rung is given: the next is due at once.
            if isLast { climb(.noFrames, at: now, &notes) }
        }
    }

    /// When the present rung has had its time; nil while frames move, or there is no further rung.
    private func climbTime(_ session: RingSession) -> BootTime? {
        guard session.sound != nil else { return session.began + RingMachine.silencePatience }
        guard session.movingOutputs.isEmpty, session.rung + 1 < rungs.count else { return nil }
        return session.waitsSince + RingMachine.patience
    }

    private func urgentTime(_ session: RingSession) -> BootTime? {
        guard let since = session.urgentSince,
            session.boosts < session.boostsToFull || session.rung + 1 < rungs.count
        else { return nil }
        return since + RingMachine.urgentPatience + RingMachine.urgentStep * session.urgentSteps
    }

    /// Nobody answered an alarm that must wake: louder, and once it is as loud as it gets, the next rung.
    private mutating func press(at now: BootTime, _ notes: inout [Note]) {
        guard var session else { return }
        session.urgentSteps += 1
        if session.boosts < session.boostsToFull {
            session.boosts += 1
            self.session = session
        } else {
            self.session = session
            climb(.nobodyAnswered, at: now, &notes)
        }
    }

    private mutating func climb(
        _ reason: RungReason, at now: BootTime, _ notes: inout [Note]
    ) {
        if reason == .noFrames { noteStandstill() }
        guard var session, session.rung + 1 < rungs.count else { return }
        session.rung += 1
        session.waitsSince = now
        self.session = session
        notes.append(.rungTaken(rungs[session.rung], reason))
    }

    /// No frames came from any output that was asked for them.
    private mutating func noteStandstill() {
        for output in 0..<min(intent?.outputs ?? 0, equipment.soundOutputs) {
            soundings[output] = false
        }
    }

    private mutating func soundInsteadOfSilence(at now: BootTime, _ notes: inout [Note]) {
        session?.sound = AlarmDefaults.sound
        climb(.silence, at: now, &notes)
    }
}

/// What whoever falls due brings to the ring.
package struct RingVoice: Hashable, Sendable {
    /// Nil: silence, where the board has a motor.
    package var sound: SoundID?
    package var volume: Percent
    package var ramp: Duration
    package var vibration: VibrationPattern?
    package var isMustWake: Bool

    package init(
        sound: SoundID?, volume: Percent = AlarmDefaults.volume,
        ramp: Duration = AlarmDefaults.ramp, vibration: VibrationPattern? = nil,
        isMustWake: Bool = false
    ) {
        self.sound = sound
        self.volume = volume
        self.ramp = ramp
        self.vibration = vibration
        self.isMustWake = isMustWake
    }
}

/// The one ring that is heard, however many members it has (law, 6.1). There is one exactly while
/// something rings.
package struct RingSession: Hashable, Sendable {
    /// The first member's sound stays; nil: silence.
    package fileprivate(set) var sound: SoundID?
    package fileprivate(set) var ramp: Duration
    package let serial: UInt32
    /// The loudest member's volume wins.
    package fileprivate(set) var volume: Percent
    /// N counts from here; every join starts it anew.
    package fileprivate(set) var since: BootTime
    package let began: BootTime
    fileprivate(set) var vibration: VibrationPattern?
    /// How far up the ladder it is: the place among the board's rungs.
    package fileprivate(set) var rung = 0
    /// Since when the present rung has been waiting for frames.
    fileprivate(set) var waitsSince: BootTime
    /// Outputs on which frames move.
    fileprivate(set) var movingOutputs: Set<Int> = []
    /// The first output plays on another device than the chosen one, when it plays.
    fileprivate var isOnStandIn = false
    /// When frames last moved, they moved on nothing that was chosen.
    package private(set) var playsElsewhere = false
    /// Since when there is an alarm that must wake.
    fileprivate(set) var urgentSince: BootTime?
    fileprivate(set) var urgentSteps = 0
    package fileprivate(set) var boosts = 0

    fileprivate init(_ voice: RingVoice, serial: UInt32, since: BootTime, at now: BootTime) {
        sound = voice.sound
        ramp = voice.ramp
        self.serial = serial
        volume = voice.volume
        self.since = since
        began = now
        vibration = voice.vibration
        waitsSince = now
        urgentSince = voice.isMustWake ? since : nil
    }

    fileprivate mutating func noteWhereItPlays() {
        guard !movingOutputs.isEmpty else { return }
        playsElsewhere = isOnStandIn || !movingOutputs.contains(0)
    }

    /// Steps from the volume's level to full scale: -30 dB at 0 %, -6 dB at 100 % (law, 6.8).
    fileprivate var boostsToFull: Int {
        let below = 30 - Double(volume.value) * 24 / 100
        return Int((below / Double(RingMachine.boostStep)).rounded(.up))
    }
}
