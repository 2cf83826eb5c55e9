import ClockTime

@testable import ClockCore

/// Checks every ring of a night against the law, 6.8: while no frames of sound move it goes on rung by
/// rung, each 2 s after the last or at once where the last output falls silent, what it has reached stays
/// on, and while something rings some output is asked for. It knows what hosts told, and what they were asked.
struct LadderAudit {
    /// What the hosts are asked for.
    struct Asked {
        var alarm: AlarmIntent?
        var levels: OutputLevels
        var isFlashing: Bool
    }

    private struct Ring {
        let serial: UInt32
        /// The place in the ladder.
        var rung = 0
        var waitsSince: BootTime
        var moving: Set<Int> = []
        /// When motor and buzzer were last seen on.
        var lastOn: [RingRung: BootTime] = [:]
    }

    private(set) var problems: [String] = []
    private(set) var figures = NightFigures()
    private let ladder: [RingRung]
    private var ring: Ring?
    /// What rings by what was noted.
    private var ringing: Set<OccurrenceID> = []

    private static let patience = Duration.seconds(2)
    /// What buzzes or shakes does so at least once in this time.
    private static let longestRest = Duration.seconds(2)

    init(_ equipment: Equipment) {
        var ladder: [RingRung] = [.chosenSound, .builtInTone]
        for output in 0..<equipment.soundOutputs where output > 0 { ladder.append(.output(output)) }
        if equipment.hasBuzzer { ladder.append(.buzzer) }
        if equipment.hasMotor { ladder.append(.motor) }
        if equipment.hasDisplay { ladder.append(.flashingDisplay) }
        self.ladder = ladder
    }

    /// The power failed, or the program ended: what rang is to ring again, and is heard of.
    mutating func restarted() {
        ring = nil
        ringing = []
    }

    mutating func look(after event: Event, _ notes: [Note], at now: Moment, _ asked: Asked) {
        for note in notes { take(note) }
        guard let alarm = asked.alarm else {
            ring = nil
            if !ringing.isEmpty { report(now, "\(ringing) ring, and no sound is asked for") }
            return
        }
        if var ring, ring.serial == alarm.serial {
            climb(&ring, event, notes, now)
            self.ring = ring
        } else {
            ring = Ring(serial: alarm.serial, waitsSince: now.boot)
        }
        checkReached(alarm, asked, now)
    }

    private mutating func report(_ now: Moment, _ problem: String) {
        problems.append("\(RFC3339.format(now.wall)): 6.8: \(problem)")
    }

    private mutating func take(_ note: Note) {
        switch note {
        case .alarmFired(let id, _, _, _), .alarmRangAgain(let id, _): ringing.insert(id)
        case .alarmSnoozed(let id, _), .alarmSilenced(let id, _), .alarmStopped(let id, _),
            .alarmMissed(let id, _, _, _), .alarmSuperseded(let id):
            ringing.remove(id)
        default: break
        }
    }

    private mutating func climb(
        _ ring: inout Ring, _ event: Event, _ notes: [Note], _ now: Moment
    ) {
        let wasAwaited = ring.moving.isEmpty
        var fellSilent = false
        if case .alarmFrames(let frames) = event, frames.serial == ring.serial {
            if frames.areMoving {
                ring.moving.insert(frames.output)
            } else {
                fellSilent = ring.moving.remove(frames.output) != nil && ring.moving.isEmpty
                if fellSilent { figures.count(.silencedRings) }
            }
        }
        for case .rungTaken(let rung, let reason) in notes {
            figures.count(.rungs)
            guard ring.rung + 1 < ladder.count, ladder[ring.rung + 1] == rung else {
                report(now, "\(rung.name) does not follow rung \(ring.rung) of \(ladder)")
                continue
            }
            let isDue = wasAwaited && now.boot - ring.waitsSince == LadderAudit.patience
            if reason != .noFrames || !(isDue || fellSilent) {
                report(now, "\(rung.name) is taken for \(reason), and not in its time")
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

    /// What was reached is asked for, and stays on.
    private mutating func checkReached(_ alarm: AlarmIntent, _ asked: Asked, _ now: Moment) {
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
        if reached.contains(.flashingDisplay), !asked.isFlashing {
            report(now, "the display does not flash")
        }
        for (rung, isOn) in [
            (RingRung.buzzer, asked.levels.buzzer), (.motor, asked.levels.motor),
        ] where reached.contains(rung) {
            let last = ring.lastOn[rung] ?? now.boot
            ring.lastOn[rung] = isOn ? now.boot : last
            if !isOn, now.boot - last > LadderAudit.longestRest {
                report(now, "the \(rung.name) rests")
            }
        }
        self.ring = ring
    }
}
