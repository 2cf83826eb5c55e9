import ClockTime

@testable import ClockCore

/// Checks a night's notes about its timers: each rings when it ends, and neither twice nor unasked; a clock that
/// nobody trusts misses none, and none is forgotten (law, 8.1, 2.4 and 9.2).
struct CountdownAudit {
    private(set) var problems: [String] = []
    private(set) var figures = NightFigures()
    /// When each running timer ends, in this boot.
    private var ends: [TimerID: BootTime] = [:]
    /// Timers carried over a start: how much is left of them depends on the clock that recorded it.
    private var carried: Set<TimerID> = []
    private var ringing: Set<TimerID> = []
    private var trust: ClockTrust

    /// Anything that ends later in the same second may come first (6.5).
    private static let longestHold = Duration.milliseconds(1_300)

    init(_ night: Night, trust: ClockTrust) {
        self.trust = trust
        var place = 0
        while place < night.log.count {
            // Within the notes of one moment, changes of time come before their consequences.
            let end =
                night.log[place...].firstIndex { $0.at != night.log[place].at } ?? night.log.count
            for entry in night.log[place..<end] { takeTime(entry) }
            for entry in night.log[place..<end] { read(entry) }
            place = end
        }
        close(night)
    }

    private mutating func takeTime(_ entry: Night.Entry) {
        switch entry.note {
        case .booted(let trust, _):
            self.trust = trust
            carried.formUnion(ends.keys)
            ends = [:]
        case .trustChanged(let trust): self.trust = trust
        default: break
        }
    }

    private mutating func read(_ entry: Night.Entry) {
        switch entry.note {
        case .of(.timer(let id), let turn): read(turn, of: id, entry)
        case .of(.nap, .fired), .of(.nap, .rangAgain): figures.count(.alerts)
        case .of(.nap, .missed(_, .late, _)):
            figures.count(.missedCountdowns)
            if trust != .trusted { report(entry, "2.4: a nap is missed by a clock nobody trusts") }
        default: break
        }
    }

    private mutating func read(_ turn: Turn, of id: TimerID, _ entry: Night.Entry) {
        switch turn {
        case .scheduled, .entered, .preAlert, .sunrise, .skipped, .gotUp, .passedOver, .superseded,
            .reopened:
            break
        case .started(let until):
            figures.count(.timers)
            carried.remove(id)
            if let until { count(id, until, entry) }
        case .resumed(let until), .snoozed(let until), .silenced(let until):
            carried.remove(id)
            count(id, until, entry)
        case .extended(let until): if let until { count(id, until, entry) }
        case .paused:
            ends[id] = nil
            carried.remove(id)
        case .fired(_, let lateness, _, _):
            if !lateness.isWithin(grace: AlarmDefaults.grace) {
                report(entry, "2.2: timer \(id) rings beyond the grace")
            }
            ring(id, entry, within: Night.longestDelay)
        case .rangAgain(.powerCut):
            if !ringing.contains(id) { report(entry, "9.1: timer \(id) rings again, unheard") }
            figures.count(.alerts)
        case .rangAgain(.snoozeEnded), .rangAgain(.unanswered):
            ring(id, entry, within: CountdownAudit.longestHold)
        case .stopped, .cancelled: end(id)
        case .missed(_, let reason, _):
            figures.count(.missedCountdowns)
            if reason == .late, trust != .trusted {
                report(entry, "2.4: timer \(id) is missed by a clock nobody trusts")
            }
            end(id)
        }
    }

    private mutating func count(_ id: TimerID, _ until: WallTime, _ entry: Night.Entry) {
        ringing.remove(id)
        ends[id] = entry.at.boot + (until - entry.at.wall)
    }

    private mutating func ring(
        _ id: TimerID, _ entry: Night.Entry, within tolerance: Duration
    ) {
        figures.count(.alerts)
        if !ringing.insert(id).inserted { report(entry, "timer \(id) rings already") }
        if let end = ends[id], !carried.contains(id) {
            if !(.zero...tolerance).contains(entry.at.boot - end) {
                report(entry, "8.1: timer \(id) rings \(entry.at.boot - end) after its end")
            }
        } else if !carried.contains(id) {
            report(entry, "timer \(id) rings and was not started")
        }
        ends[id] = nil
        carried.remove(id)
    }

    private mutating func end(_ id: TimerID) {
        ends[id] = nil
        carried.remove(id)
        ringing.remove(id)
    }

    private mutating func close(_ night: Night) {
        guard night.machine.trust == .trusted else { return }
        for timer in night.machine.timers.timers {
            guard let end = timer.countdown?.end else { continue }
            if end + CountdownAudit.longestHold < night.now.boot {
                problems.append("8.1: timer \(timer.id) is forgotten")
            }
        }
    }

    private mutating func report(_ entry: Night.Entry, _ problem: String) {
        problems.append("\(RFC3339.format(entry.at.wall)): \(problem)")
    }
}
