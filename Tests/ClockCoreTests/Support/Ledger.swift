import ClockTime

@testable import ClockCore

/// Checks what is true of every story: each occurrence ends in exactly one way, none rings twice or
/// early, and none is forgotten.
struct Ledger {
    private(set) var problems: [String] = []
    /// Occurrences that rang and must not ring again.
    private var fired: Set<OccurrenceID> = []
    /// Occurrences that ring or are snoozed, by the notes.
    private var open: Set<OccurrenceID> = []
    /// Occurrences that a correction made due again, perhaps while they still ring by the wrong time.
    private var reopened: Set<OccurrenceID> = []

    /// The problems in the story of `night` so far; empty if there are none.
    static func problems(of night: Night) -> [String] {
        var ledger = Ledger()
        for entry in night.log { ledger.read(entry) }
        ledger.close(night)
        return ledger.problems + Endings.problems(of: night.recorded)
    }

    private mutating func read(_ entry: Night.Entry) {
        switch entry.note {
        case .of(.alarm(let id), .fired(let scheduled, let lateness, _, _)):
            if !fired.insert(id).inserted { report(entry, "\(id) rang twice") }
            if !open.insert(id).inserted { report(entry, "\(id) rings already") }
            if entry.at.wall < WallTime(scheduled) { report(entry, "\(id) rang early") }
            if lateness > AlarmDefaults.grace { report(entry, "\(id) rang beyond the grace") }
        case .of(.alarm(let id), .reopened):
            fired.remove(id)
            reopened.insert(id)
        case .alarmEdited(let alarm, _):
            fired = fired.filter { $0.alarm != alarm }
        case .of(.alarm(let id), .stopped), .of(.alarm(let id), .superseded),
            .of(.alarm(let id), .missed(_, .unanswered, _)):
            if open.remove(id) == nil { report(entry, "\(id) ended and did not ring") }
        case .of(.alarm(let id), .missed(_, .late, _)):
            // The date never rang, or a long power cut ended its ring (9.1).
            open.remove(id)
        case .of(.alarm(let id), .rangAgain), .of(.alarm(let id), .snoozed),
            .of(.alarm(let id), .silenced):
            if !open.contains(id) { report(entry, "\(id) goes on and did not ring") }
        case .of(.alarm(let id), .skipped), .of(.alarm(let id), .passedOver):
            if open.contains(id), !reopened.contains(id) {
                report(entry, "\(id) rings and is passed")
            }
        case .of(.alarm(let id), .gotUp):
            if !fired.insert(id).inserted { report(entry, "\(id) rang before somebody was up") }
        case .faultRepaired(let part):
            report(entry, "\(part) had to be repaired")
        case .of, .alarmsPaused, .pauseEnded, .alarmTested, .alarmTestEnded, .soundReplaced,
            .alarmsUnreadable, .rungTaken, .cardTaken, .ringHeard, .rehearsed, .doNotDisturbChanged,
            .booted, .clockStepped,
            .trustChanged, .zoneChanged, .noiseChanged, .sleepTimer, .soundMissing, .healthChanged,
            .outlookChanged, .updateTold, .devicePaired, .deviceRemoved, .pageShown, .keyRefused:
            break
        }
    }

    private mutating func close(_ night: Night) {
        let machine = night.machine.ringing.alarms
        let members = Set(machine.members.map(\.occurrence))
        if members != open { problems.append("open are \(open), members \(members)") }
        guard night.machine.trust == .trusted else { return }
        for alarm in machine.book.alarms where alarm.isEnabled {
            let passed = alarm.schedule.occurrences(
                after: alarm.armedAt, through: machine.checked, armedAt: alarm.armedAt,
                in: night.machine.ringing.rules.zone(of: alarm.timing))
            // Dates that were only missed may have lost their places in the set to others.
            for occurrence in passed where !alarm.spent.contains(occurrence.date) {
                let id = OccurrenceID(alarm: alarm.id, date: occurrence.date)
                if !Ledger.isTold(id, in: night) { problems.append("\(id) was forgotten") }
            }
        }
    }

    /// Whether a note tells of that date, or of later dates together with it.
    private static func isTold(_ occurrence: OccurrenceID, in night: Night) -> Bool {
        night.notes.contains { note in
            switch note {
            case .of(.alarm(occurrence), .fired), .of(.alarm(occurrence), .skipped),
                .of(.alarm(occurrence), .gotUp), .of(.alarm(occurrence), .passedOver):
                true
            case .of(.alarm(let id), .missed(_, .late, let count)):
                id == occurrence
                    || count > 1 && id.alarm == occurrence.alarm && id.date > occurrence.date
            default: false
            }
        }
    }

    private mutating func report(_ entry: Night.Entry, _ problem: String) {
        problems.append("\(RFC3339.format(entry.at.wall)): \(problem)")
    }
}
