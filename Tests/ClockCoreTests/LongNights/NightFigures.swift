@testable import ClockCore

/// Counts of what happened in many nights.
struct NightFigures: Sendable {
    enum Figure: String, CaseIterable, Sendable {
        case nights
        case hours = "hours of their time"
        case alarms = "alarms set or edited"
        case editsInRings = "of these while they rang or were snoozed"
        case rings
        case late = "of these late, within the grace"
        case snoozes = "snoozed"
        case stops = "stopped"
        case tasks = "of these by the task of the alarm (6.12)"
        case ringsAfterSnooze = "rings after a snooze"
        case ringsAfterSilence = "rings after a silence nobody had asked for (6.5)"
        case ringsAfterCut = "rings that a cut or a restart had interrupted (9.1)"
        case missedLate = "dates missed, too late (2.2)"
        case missedUnanswered = "missed, unanswered (6.5)"
        case skipped
        case passedOver = "passed over by a person (3.4, 4.1)"
        case superseded = "superseded (6.6)"
        case gotUp = "ended before the ring by somebody who was up (6.10)"
        case reopened = "due again after a step back (3.2, 5.5)"
        case steps = "steps of the clock"
        case zoneChanges = "changes of the zone"
        case boots = "power cuts and restarts"
        case presses = "keys that went down"
        case hands = "of these with another one, as of one hand (6.9)"
        case noises = "times that noise was asked for"
        case pinned = "alarms pinned to a zone of their own"
        case pauses = "pauses for some dates"
        case freeDays = "free days"
        case doNotDisturb = "times that do not disturb was set"
        case skippedByPause = "dates skipped for a pause"
        case skippedByFreeDay = "dates skipped for a free day"
        case skippedByQuiet = "dates skipped for do not disturb"
        case rulesChanges = "changes of tzdata"
        case lateRules = "of these with a jump of the clock's face"
        case deadOutputs = "times that sound outputs failed during a ring"
        case silencedRings = "rings whose last output fell silent"
        case ringsElsewhere = "rings that went on on another device than the chosen one"
        case rungs = "further rungs taken (6.8)"
        case urgentRungs = "of these because nobody answered an alarm that must wake (A12a)"
        case silentRings = "rings of silent alarms that had to sound (A3a)"
        case timers = "timers started"
        case alerts = "alerts of timers and naps"
        case missedCountdowns = "timers and naps missed"
        case storageFaults = "times the storage failed or hung"
        case forgotten = "dates neither rung nor told of"
        case twice = "dates rung twice"
    }

    private(set) var counts: [Figure: Int] = [:]
    var zones: Set<String> = []
    var years: Set<Int> = []
    /// The settings of alarms that were edited.
    var settings: Set<String> = []
    /// The problems, each with the seed that repeats it.
    var problems: [String] = []

    mutating func count(_ figure: Figure, _ number: Int = 1) {
        counts[figure, default: 0] += number
    }

    mutating func add(_ other: NightFigures) {
        counts.merge(other.counts, uniquingKeysWith: +)
        zones.formUnion(other.zones)
        years.formUnion(other.years)
        settings.formUnion(other.settings)
        problems += other.problems
    }

    var text: String {
        var lines = Figure.allCases.map { figure in
            let number = String(counts[figure] ?? 0)
            return String(repeating: " ", count: max(0, 9 - number.count)) + "\(number)  "
                + figure.name
        }
        lines.append("     \(zones.count) of \(AllZones.names.count) zones")
        lines.append("     \(settings.count) of \(Alarm.settings.count) settings edited")
        if let first = years.min(), let last = years.max() {
            lines.append("     begun in the years \(first) to \(last)")
        }
        return lines.joined(separator: "\n")
    }
}

extension NightFigures.Figure {
    fileprivate var name: String { rawValue }
}
