package import ClockTime

/// The single audible ring, and how it escalates until it is noticed.
///
/// Theory of operation. Alarms, timers and the nap each know which of theirs ring; all of them share one
/// audible session (law, 6.1). Each newly due member joins it with a voice. It ends after its last member;
/// the parent reports that, because only it knows them all.
///
/// A ring counts as ringing only while sound frames move on some output. Until then it climbs a ladder
/// (6.8): the chosen sound, the built-in tone, each further output, buzzer, motor, flashing display. Every
/// rung reached stays on. A stalled device and a lack of answers make it climb:
///
/// | ring    | a sound joins | silence joins | frames move | frames stop        | 2 s       | 60 s               | the last ends |
/// | ------- | ------------- | ------------- | ----------- | ------------------ | --------- | ------------------ | ------------- |
/// | none    | awaited       | silent        | -           | -                  | -         | -                  | -             |
/// | awaited | -             | -             | heard       | -                  | next rung | next rung          | none          |
/// | heard   | -             | -             | -           | awaited, next rung | -         | -                  | none          |
/// | silent  | awaited       | -             | -           | -                  | -         | awaited, next rung | none          |
///
/// A device other than the chosen one may be out of earshot, so buzzer and motor run while frames move
/// elsewhere, whatever the rung.
///
/// A ring that a key has just stopped is hushed until that is final: it makes no sound and climbs no rung.
///
/// "Silent" is a ring whose alarms are only felt and seen (product, A3a). A ring with a must-wake alarm
/// (A12a) also gets louder, 60 s after that alarm joined and every 30 s after that, and then climbs.
package struct RingMachine: Hashable, Sendable {
    package private(set) var session: RingSession?
    /// The last finding for each output used since the start: whether its frames moved. Unused outputs have no entry.
    private var soundings: [Int: Bool] = [:]
    private var lastSerial: UInt32 = 0
    let rungs: [RingRung]
    let equipment: Equipment
    /// Whether every sound is the built-in tone (SafeMode.swift).
    let isSafe: Bool

    /// How long frames may stall before the next rung.
    package static let patience = Duration.seconds(2)
    /// How long a silent ring waits for an answer before it sounds.
    static let silencePatience = Duration.seconds(60)
    /// When a must-wake ring first gets louder, and the interval after that.
    static let urgentPatience = Duration.seconds(60)
    static let urgentStep = Duration.seconds(30)
    /// How much louder, in decibels.
    static let boostStep = 6

    init(equipment: Equipment, isSafe: Bool = false) {
        self.equipment = equipment
        self.isSafe = isSafe
        rungs = RingRung.all(of: equipment)
    }

    /// A key has silenced the ring, and may still take that back (law, 6.9).
    var isHushed: Bool { session?.isHushed ?? false }

    /// The session, unless it is silent for the moment.
    private var heard: RingSession? { isHushed ? nil : session }

    var nextWake: BootTime? {
        heard.flatMap { earlier(climbTime($0), urgentTime($0)) }
    }

    /// What to play for the ring; nil for silence.
    var intent: AlarmIntent? {
        guard let session = heard, let sound = session.sound else { return nil }
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

    /// Whether the face must wake the user.
    package var isFlashing: Bool {
        guard let session = heard else { return false }
        // A ring that is neither heard nor felt must be visible from the start.
        return session.sound == nil || has(.flashingDisplay, session)
    }

    func levels(at now: BootTime) -> OutputLevels {
        var levels = OutputLevels()
        guard let session = heard else { return levels }
        let elapsed = max(.zero, now - session.began)
        if let pattern = motorPattern(session) { levels.motor = pattern.phase(at: elapsed).isOn }
        if buzzes(session) {
            levels.buzzer = VibrationPattern.default.phase(at: elapsed).isOn
        }
        return levels
    }

    /// When `levels` changes next.
    func nextEdge(after now: BootTime) -> BootTime? {
        guard let session = heard else { return nil }
        let elapsed = max(.zero, now - session.began)
        let patterns = [motorPattern(session), buzzes(session) ? VibrationPattern.default : nil]
        return patterns.compactMap { $0?.phase(at: elapsed).until }.min()
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

    /// Whether frames moved when the output was last used; nil if it has not been used.
    func sounded(on output: Int) -> Bool? { soundings[output] }

    /// The outputs whose frames stalled when last used.
    var stalledOutputs: [Int] {
        // Asked in every step, and nearly always empty.
        guard soundings.values.contains(false) else { return [] }
        return soundings.filter { !$0.value }.keys.sorted()
    }

    /// Records the result of a test of the output outside a ring.
    mutating func triedSound(on output: Int, areMoving: Bool) { soundings[output] = areMoving }

    /// The outputs lead elsewhere from now on.
    mutating func forgetTrials() { soundings = [:] }

    // MARK: - Joining and ending

    /// Begins a ring, or joins the current one.
    ///
    /// - Parameter since: when it was due, a little before now after a late wake-up. The time to answer counts from
    ///   then; the time for devices counts from now.
    mutating func join(
        _ voice: RingVoice, since: BootTime, at now: BootTime, _ notes: inout [Note]
    ) {
        soundAgain(at: now)
        if var joined = session {
            joined.volume = max(joined.volume, voice.volume)
            joined.vibration = joined.vibration ?? voice.vibration
            joined.since = since
            if joined.sound == nil, voice.sound != nil {
                // The first sound stays; silence does not count as one.
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

    /// A change of volume takes effect at once.
    mutating func follow(_ volume: Percent) {
        session?.volume = volume
    }

    mutating func end() {
        session = nil
    }

    /// A key stopped it, and that is not final yet: neither heard, felt nor seen, it waits.
    mutating func hush() {
        session?.isHushed = true
        session?.movingOutputs = []
    }

    /// A hushed ring sounds again, as loud as it had become.
    mutating func soundAgain(at now: BootTime) {
        guard var session, session.isHushed else { return }
        session.isHushed = false
        session.ramp = max(.zero, session.ramp - (now - session.began))
        session.waitsSince = now
        self.session = session
    }

    /// When the ring falls silent if nobody answers; `length` is the longest N of those that ring (6.5).
    func silenceTime(after length: Duration) -> BootTime? {
        session.map { $0.since + length }
    }

    // MARK: - Climbing

    mutating func advance(to now: BootTime, _ notes: inout [Note]) {
        if let heard, let due = urgentTime(heard), due <= now { press(at: now, &notes) }
        if let session = heard, let due = climbTime(session), due <= now {
            if session.sound == nil {
                soundInsteadOfSilence(at: now, &notes)
            } else {
                climb(.noFrames, at: now, &notes)
            }
        }
    }

    mutating func received(_ frames: AlarmFrames, at now: BootTime, _ notes: inout [Note]) {
        guard var session = heard, frames.serial == session.serial else { return }
        soundings[frames.output] = frames.areMoving
        if frames.output == 0 { session.isOnStandIn = frames.isStandIn }
        self.session = session
        // Keeps the old value while no frames move; the next report decides.
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
            // Frames have already stalled for as long as a rung gets, so the next rung is due now.
            if isLast { climb(.noFrames, at: now, &notes) }
        }
    }

    /// When the current rung's time is up; nil while frames move, or after the last rung.
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

    /// Nobody answered a must-wake alarm: raises the volume, and at full volume takes the next rung.
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

    /// Records a stall for every output in use.
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

/// The single audible ring, however many members it has (law, 6.1). It exists exactly while something rings.
package struct RingSession: Hashable, Sendable {
    /// The first member's sound stays; nil: silence.
    package fileprivate(set) var sound: SoundID?
    package fileprivate(set) var ramp: Duration
    package let serial: UInt32
    fileprivate(set) var isHushed = false
    /// The loudest member's volume.
    package fileprivate(set) var volume: Percent
    /// N counts from here; every join restarts it.
    package fileprivate(set) var since: BootTime
    package let began: BootTime
    fileprivate(set) var vibration: VibrationPattern?
    /// The current rung, as an index into the board's rungs.
    package fileprivate(set) var rung = 0
    /// Since when the current rung has been waiting for frames.
    fileprivate(set) var waitsSince: BootTime
    /// The outputs that move frames.
    fileprivate(set) var movingOutputs: Set<Int> = []
    /// When the first output plays, it plays on a device other than the chosen one.
    fileprivate var isOnStandIn = false
    /// When frames last moved, none moved on a chosen device.
    package private(set) var playsElsewhere = false
    /// Since when a must-wake alarm has been ringing.
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

    /// Boost steps from the volume's level to full scale: -30 dB at 0 %, -6 dB at 100 % (law, 6.8).
    fileprivate var boostsToFull: Int {
        let below = 30 - Double(volume.value) * 24 / 100
        return Int((below / Double(RingMachine.boostStep)).rounded(.up))
    }
}
