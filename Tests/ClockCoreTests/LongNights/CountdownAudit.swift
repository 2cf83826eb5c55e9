import ClockTime

@testable import ClockCore

/// Checks a night's history of its timers, and what the screen shows of them: each rings when it ends, and neither twice nor unasked; a clock that
/// nobody trusts misses none, and none is forgotten (law, 8.1, 2.4 and 9.2).
struct CountdownAudit {
    private(set) var problems: [String] = []
    private(set) var figures = NightFigures()
    /// When each running timer ends, in this boot.
    private var ends: [TimerID: BootTime] = [:]
    /// Timers carried over a start: how much is left of them depends on the clock that recorded it.
    private var carried: Set<TimerID> = []
    private var ringing: Set<TimerID> = []
    /// A start interrupted their ring, and they have not been heard of since.
    private var interrupted: Set<TimerID> = []
    private var doesNapRing = false
    private var trust: ClockTrust
    /// The names and lengths that were asked for.
    private let lengths: [TimerID: (name: String, length: Duration)]
    /// Timers that have not begun.
    private var scheduled: Set<TimerID> = []

    /// Anything that ends later in the same second may come first (6.5).
    private static let longestHold = Duration.milliseconds(1_300)

    init(_ story: ChanceNight) {
        trust = .trusted
        lengths = story.timers
        let told = story.night.told
        var place = 0
        while place < told.count {
            // Within the records of one moment, changes of time come before their consequences.
            let end = told[place...].firstIndex { $0.at != told[place].at } ?? told.count
            for entry in told[place..<end] { takeTime(entry) }
            for entry in told[place..<end] { read(entry) }
            for id in interrupted { report(told[place], "9.1: timer \(id) is not heard of") }
            interrupted = []
            place = end
        }
        close(story.night)
    }

    private mutating func takeTime(_ entry: Night.Told) {
        switch entry.event {
        case .booted:
            trust = entry.record.trust
            carried.formUnion(ends.keys)
            ends = [:]
            interrupted = ringing
            ringing = []
            doesNapRing = false
        case .trustChanged: trust = entry.record.trust
        default: break
        }
    }

    private mutating func read(_ entry: Night.Told) {
        switch entry.event {
        case .timer(let id, let word): read(word, of: id, entry)
        case .nap(let word):
            if word.isRing { figures.count(.alerts) }
            if word == .missed { miss(entry, "the nap", wasRinging: doesNapRing) }
            if word.isRing { doesNapRing = true } else if word != .entered { doesNapRing = false }
        default: break
        }
    }

    private mutating func read(_ word: SubjectEvent.Name, of id: TimerID, _ entry: Night.Told) {
        switch word {
        case .scheduled: scheduled.insert(id)
        case .entered, .preAlert, .sunrise, .skipped, .gotUp, .passedOver, .superseded, .reopened:
            break
        case .started:
            figures.count(.timers)
            count(id, entry)
            guard scheduled.remove(id) != nil, let asked = lengths[id] else { break }
            if ends[id] != entry.at.boot + asked.length {
                report(entry, "8.1: timer \(id) does not take \(asked.length)")
            }
        case .resumed, .snoozed, .silenced, .extended: count(id, entry)
        case .paused:
            ends[id] = nil
            carried.remove(id)
        case .fired: ring(id, entry, within: Night.longestDelay)
        case .rangAgain where interrupted.remove(id) != nil:
            ringing.insert(id)
            figures.count(.alerts)
        case .rangAgain: ring(id, entry, within: CountdownAudit.longestHold)
        case .stopped, .cancelled: end(id)
        case .missed:
            miss(entry, "timer \(id)", wasRinging: ringing.contains(id))
            end(id)
        }
    }

    /// What did not ring was too late.
    private mutating func miss(_ entry: Night.Told, _ name: String, wasRinging: Bool) {
        figures.count(.missedCountdowns)
        if !wasRinging, trust != .trusted {
            report(entry, "2.4: \(name) is missed by a clock nobody trusts")
        }
    }

    /// Takes from the screen when it ends.
    private mutating func count(_ id: TimerID, _ entry: Night.Told) {
        ringing.remove(id)
        carried.remove(id)
        ends[id] = nil
        let shown = entry.running.first { running in
            guard case .timer(let name) = running.subject else { return false }
            return name == lengths[id]?.name
        }
        switch shown?.progress {
        case .until(let end): ends[id] = end
        case .paused: break
        case nil: report(entry, "8.1: timer \(id) runs, and is not shown")
        }
    }

    private mutating func ring(
        _ id: TimerID, _ entry: Night.Told, within tolerance: Duration
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
        interrupted.remove(id)
    }

    private mutating func close(_ night: Night) {
        guard let last = night.room?.last, last.isConfirmed else { return }
        for (id, end) in ends where end + CountdownAudit.longestHold < last.at.boot {
            problems.append("8.1: timer \(id) is forgotten")
        }
    }

    private mutating func report(_ entry: Night.Told, _ problem: String) {
        problems.append("\(RFC3339.format(entry.at.wall)): \(problem)")
    }
}
