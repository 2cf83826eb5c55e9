import ClockTime

@testable import ClockCore

/// Checks every ring of a night against the law, 6.8. While it moves no frames of sound it climbs rung by rung,
/// each 2 s after the last or at once when the last output falls silent. Every rung that it has reached stays
/// on, and while something rings some output is requested. It uses only hosts' reports and requests to hosts.
struct LadderAudit {
    private struct Ring {
        let serial: UInt32
        /// The place in the ladder.
        var rung = 0
        var waitsSince: BootTime
        var moving: Set<Int> = []
        /// The first output plays on a device other than the chosen one.
        var isOnStandIn = false
        /// Frames last moved only on outputs that were not chosen: buzzer and motor work.
        var isElsewhere = false
        let began: BootTime
        /// When it last climbed because nobody answered.
        var lastUrgent: BootTime?
        /// When motor and buzzer were last seen on.
        var lastOn: [RingRung: BootTime] = [:]
    }

    private(set) var problems: [String] = []
    private(set) var figures = NightFigures()
    private let ladder: [RingRung]
    private var ring: Ring?
    /// What rings.
    private var ringing: Set<Subject> = []
    /// Of these, the alarms that were to be only felt and seen when they began to ring.
    private var silent: Set<Subject> = []
    /// Whether something that must wake has joined the ring.
    private var isMustWake = false
    /// When the present ring in silence began.
    private var silentSince: BootTime?
    private var isHushed = false

    private static let patience = Duration.seconds(2)
    /// Buzzer and motor come on at least once in this time.
    private static let longestRest = Duration.seconds(2)

    init(_ equipment: Equipment) {
        var ladder: [RingRung] = [.chosenSound, .builtInTone]
        for output in 0..<equipment.soundOutputs where output > 0 { ladder.append(.output(output)) }
        if equipment.hasBuzzer { ladder.append(.buzzer) }
        if equipment.hasMotor { ladder.append(.motor) }
        if equipment.hasDisplay { ladder.append(.flashingDisplay) }
        self.ladder = ladder
    }

    /// After a power cut or a program's end: what rang must ring again, and be reported.
    mutating func restarted() {
        ring = nil
        silentSince = nil
    }

    /// - Parameters:
    ///   - ringing: what rings by the history.
    ///   - isHushed: stop has silenced it, and is not final yet (6.9).
    mutating func look(
        _ look: RoomAudit.Look, ringing: Set<Subject>, isHushed hushed: Bool,
        _ wishes: [AlarmID: NightAudit.Wish]
    ) {
        take(ringing, look, wishes)
        let now = look.at
        defer { isHushed = hushed }
        guard !hushed else {
            silentSince = nil
            return
        }
        if isHushed {
            // Whatever goes on, waits from now.
            ring?.waitsSince = now.boot
            ring?.moving = []
            ring?.lastOn = [:]
        }
        guard let alarm = look.sound.alarm else {
            ring = nil
            checkSilence(look)
            return
        }
        silentSince = nil
        if var ring, ring.serial == alarm.serial {
            climb(&ring, look)
            self.ring = ring
        } else {
            var new = Ring(serial: alarm.serial, waitsSince: now.boot, began: now.boot)
            // A ring that had to sound instead of staying silent begins with the built-in tone.
            if look.told.contains(.rungTaken(.builtInTone, .silence)) {
                new.rung = 1
                figures.count(.silentRings)
            }
            ring = new
        }
        checkReached(alarm, look)
    }

    /// Only a ring of silent alarms alone may be soundless, with a motor and for a minute (A3a).
    private mutating func checkSilence(_ look: RoomAudit.Look) {
        let now = look.at
        guard !ringing.isEmpty else {
            silentSince = nil
            return
        }
        let since = silentSince ?? now.boot
        silentSince = since
        let mayBeSilent =
            ladder.contains(.motor) && silent.isSuperset(of: ringing)
            && now.boot - since <= .seconds(60) + Night.longestDelay
        if !mayBeSilent { report(now, "\(ringing) ring, and no sound is asked for") }
        if !look.isFlashing {
            report(now, "\(ringing) ring in silence, and the display does not flash")
        }
    }

    private mutating func report(_ now: Moment, _ problem: String) {
        problems.append("\(RFC3339.format(now.wall)): 6.8: \(problem)")
    }

    private mutating func take(
        _ new: Set<Subject>, _ look: RoomAudit.Look, _ wishes: [AlarmID: NightAudit.Wish]
    ) {
        let begun = new.filter { subject in !ringing.contains(subject) || look.begins(subject) }
        ringing = new
        silent.formIntersection(new)
        if new.isEmpty { isMustWake = false }
        for case .alarm(let id) in begun {
            silent.remove(.alarm(id))
            if wishes[id.alarm]?.isSilent == true { silent.insert(.alarm(id)) }
            if wishes[id.alarm]?.isMustWake == true { isMustWake = true }
        }
    }

    private mutating func climb(_ ring: inout Ring, _ look: RoomAudit.Look) {
        let (event, now) = (look.event, look.at)
        let wasAwaited = ring.moving.isEmpty
        var fellSilent = false
        if case .alarmFrames(let frames) = event, frames.serial == ring.serial {
            if frames.output == 0 { ring.isOnStandIn = frames.isStandIn }
            if frames.areMoving {
                ring.moving.insert(frames.output)
            } else {
                fellSilent = ring.moving.remove(frames.output) != nil && ring.moving.isEmpty
                if fellSilent { figures.count(.silencedRings) }
            }
        }
        if !ring.moving.isEmpty {
            let isElsewhere = !ring.moving.contains(0) || ring.isOnStandIn
            if isElsewhere, !ring.isElsewhere { figures.count(.ringsElsewhere) }
            ring.isElsewhere = isElsewhere
        }
        for case .rungTaken(let rung, let reason) in look.told {
            figures.count(.rungs)
            guard ring.rung + 1 < ladder.count, ladder[ring.rung + 1] == rung else {
                report(now, "\(rung.name) does not follow rung \(ring.rung) of \(ladder)")
                continue
            }
            let waited = now.boot - ring.waitsSince - LadderAudit.patience
            let isDue = wasAwaited && (.zero...Night.longestDelay).contains(waited)
            switch reason {
            case .noFrames:
                if !(isDue || fellSilent) { report(now, "\(rung.name) is not taken in its time") }
            case .nobodyAnswered:
                // Once at full loudness, it climbs half a minute after the last time (A12a).
                figures.count(.urgentRungs)
                let since = now.boot - (ring.lastUrgent ?? ring.began)
                if !isMustWake
                    || since < .seconds(ring.lastUrgent == nil ? 60 : 30) - Night.longestDelay
                {
                    report(now, "\(rung.name) is taken as nobody answered, after \(since)")
                }
                ring.lastUrgent = now.boot
            case .silence: report(now, "\(rung.name) is taken for silence, and something sounds")
            }
            ring.rung += 1
            ring.waitsSince = now.boot
        }
        if ring.moving.isEmpty, ring.rung + 1 < ladder.count,
            now.boot - ring.waitsSince >= LadderAudit.patience
        {
            report(now, "no frames have moved for 2 s, and rung \(ring.rung + 1) is not taken")
        }
    }

    /// Every rung that was reached is requested, and stays on.
    private mutating func checkReached(_ alarm: AlarmIntent, _ look: RoomAudit.Look) {
        let now = look.at
        guard var ring else { return }
        let reached = ladder.prefix(ring.rung + 1)
        var outputs = 1
        for case .output in reached { outputs += 1 }
        if alarm.outputs != outputs {
            report(now, "\(alarm.outputs) outputs are asked for, \(outputs) are reached")
        }
        if ring.rung > 0, alarm.sound != AlarmDefaults.sound {
            report(now, "\(alarm.sound) is no built-in tone")
        }
        if reached.contains(.flashingDisplay), !look.isFlashing {
            report(now, "the display does not flash")
        }
        for (rung, isOn) in [
            (RingRung.buzzer, look.levels.buzzer), (.motor, look.levels.motor),
        ] {
            guard reached.contains(rung) || (ring.isElsewhere && ladder.contains(rung)) else {
                ring.lastOn[rung] = nil
                continue
            }
            let last = ring.lastOn[rung] ?? now.boot
            ring.lastOn[rung] = isOn ? now.boot : last
            if !isOn, now.boot - last > LadderAudit.longestRest {
                report(now, "the \(rung.name) rests")
            }
        }
        self.ring = ring
    }
}
