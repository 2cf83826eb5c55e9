import ClockCore
import ClockTime

// The history for people: one line for each ring, with all that came of it, and one for each thing that
// happened to the clock.
extension Presentation {
    static func history(_ report: HistoryReport) -> String {
        var lines: [HistoryLine] = []
        var places: [OccurrenceID: Int] = [:]
        /// The lines of what rings now.
        var ringing: Set<Int> = []
        for record in report.records {
            if case .rungTaken(let rung, let reason) = record.event, !ringing.isEmpty {
                for place in ringing { lines[place].add(rungText(rung, reason)) }
                continue
            }
            guard let occurrence = record.event.occurrence else {
                lines.append(HistoryLine(record))
                lines[lines.count - 1].add(text(record, zoneNames: report.zoneNames))
                continue
            }
            // What is due again begins a story of its own.
            if case .reopened = record.event { places[occurrence] = nil }
            let place = places[occurrence] ?? lines.count
            if place == lines.count { lines.append(HistoryLine(record)) }
            places[occurrence] = place
            lines[place].take(record)
            if record.event.isRing { ringing.insert(place) } else { ringing.remove(place) }
            if record.event.end != nil { places[occurrence] = nil }
        }
        guard !lines.isEmpty else { return "Nothing is in the history.\n" }
        return lines.map(\.text).joined()
    }

    /// What is about no ring.
    private static func text(_ record: HistoryRecord, zoneNames: [UInt32: String]) -> String {
        switch record.event {
        case .booted(let hadSavedState):
            return hadSavedState ? "the clock started" : "the clock started anew, without alarms"
        case .edited(let id, let edit): return "alarm \(id) \(words(edit))"
        case .rungTaken(let rung, let reason): return "the ring: \(rungText(rung, reason))"
        case .clockStepped(let delta, let cause):
            let direction = delta < .zero ? "back" : "forward"
            let who = cause == .user ? "somebody" : "the network's time"
            return "\(who) set the clock \(direction) by \(length(delta))"
        case .trustChanged:
            switch record.trust {
            case .trusted: return "the time is right"
            case .plausible: return "the time is not confirmed"
            case .unknown: return "the time is not known"
            }
        case .zoneChanged:
            let name = zoneNames[record.zone].map(Spelling.printable) ?? "another one"
            return "the time zone is \(name)"
        case .storageFailed(.state): return "saved settings and alarms could not be read"
        case .storageFailed: return "the disk failed: changes hold until the power goes"
        case .storageRecovered: return "the disk is well again"
        case .alarmsLost(let count):
            return "\(count) stored alarm\(count == 1 ? "" : "s") could not be read"
        case .countdown(.timer(let number), let event): return "timer \(number) \(words(event))"
        case .countdown(.nap, let event): return "the nap \(words(event))"
        case .unknown: return "something that a newer clock wrote"
        case .fired, .rangAgain, .snoozed, .silenced, .stopped, .missed, .skipped, .passedOver,
            .superseded, .reopened:
            return ""
        }
    }

    private static func words(_ edit: AlarmEdit) -> String {
        switch edit {
        case .added: "was set"
        case .edited: "was changed"
        case .removed: "was deleted"
        case .enabled: "was switched on"
        case .disabled: "was switched off"
        case .skips: "was told which rings to skip"
        case .soundReplaced: "got the built-in tone, as its sound is not known"
        }
    }

    private static func words(_ event: CountdownEvent) -> String {
        switch event {
        case .scheduled: "was set up"
        case .started: "started"
        case .paused: "was paused"
        case .resumed: "went on"
        case .extended: "was made longer"
        case .alerted: "was over"
        case .snoozed: "was snoozed"
        case .repeated: "rang again"
        case .stopped: "was stopped"
        case .silenced: "fell silent, nobody answered"
        case .missed: "was missed"
        case .cancelled: "was cancelled"
        }
    }

    private static func rungText(_ rung: RingRung, _ reason: RungReason) -> String {
        let why =
            switch reason {
            case .noFrames: "no sound came out"
            case .nobodyAnswered: "nobody answered"
            case .silence: "it was to be silent"
            }
        let what =
            switch rung {
            case .chosenSound: "its own sound"
            case .builtInTone: "the built-in tone"
            case .output(let index): "output \(index + 1)"
            case .buzzer: "the buzzer"
            case .motor: "the motor"
            case .flashingDisplay: "the flashing display"
            case .otherCard: "another sound card"
            }
        return "\(why), so \(what) was taken"
    }

    /// "4 min", "12 s".
    fileprivate static func length(_ duration: Duration) -> String {
        let size = duration < .zero ? .zero - duration : duration
        return size < .seconds(60)
            ? "\(max(1, size.wholeNanoseconds / 1_000_000_000)) s" : interval(size)
    }
}

extension HistoryEvent {
    /// Whether its occurrence is heard from then on.
    fileprivate var isRing: Bool {
        switch self {
        case .fired, .rangAgain: true
        case .booted, .snoozed, .silenced, .stopped, .missed, .skipped, .passedOver, .superseded,
            .reopened, .edited, .rungTaken, .clockStepped, .trustChanged, .zoneChanged,
            .storageFailed, .storageRecovered, .alarmsLost, .countdown, .unknown:
            false
        }
    }
}

/// One line of the history: when it began, whose it is, and what came of it, in order.
private struct HistoryLine {
    private let civil: CivilTime
    private let trust: ClockTrust
    private let subject: String
    private var parts: [String] = []
    private var snoozes = 0
    private var silences = 0

    init(_ record: HistoryRecord) {
        civil = record.civil
        trust = record.trust
        subject = record.event.occurrence.map { "alarm \($0.alarm) " } ?? ""
    }

    mutating func add(_ part: String) {
        addCounts()
        parts.append(part)
    }

    private mutating func addCounts() {
        if snoozes > 0 { parts.append("was snoozed \(HistoryLine.times(snoozes))") }
        if silences > 0 { parts.append("fell silent unanswered \(HistoryLine.times(silences))") }
        snoozes = 0
        silences = 0
    }

    private static func times(_ count: Int) -> String {
        count == 1 ? "once" : "\(count) times"
    }

    /// Adds what came of the occurrence.
    mutating func take(_ record: HistoryRecord) {
        let at = "at \(Presentation.clock(record.civil))"
        switch record.event {
        case .fired(_, _, let lateness, let joined):
            let late =
                lateness < Lateness.told ? "on time" : "\(Presentation.length(lateness)) late"
            add("rang \(late)\(joined ? " with another" : "")")
        case .rangAgain(_, .powerCut): add("rang again after a power cut")
        case .rangAgain(_, .snoozeEnded), .rangAgain(_, .unanswered): break
        case .snoozed: snoozes += 1
        case .silenced: silences += 1
        case .stopped(_, .button): add("was stopped by a button \(at)")
        case .stopped(_, .command): add("was stopped by a command \(at)")
        case .stopped(_, .edited): add("ended \(at), because it was changed or switched off")
        case .missed(_, _, let reason, let count):
            let why =
                switch reason {
                case .unanswered: "nobody answered"
                case .late: "the clock was off or could not ring"
                }
            add("was missed: \(why)" + (count > 1 ? " (\(count) dates)" : ""))
        case .skipped(_, .skipNext): add("was skipped, as asked for")
        case .skipped(_, .paused): add("was skipped, as all alarms were paused")
        case .skipped(_, .freeDay): add("was skipped, as it was a free day")
        case .skipped(_, .doNotDisturb): add("was skipped, as do not disturb held")
        case .passedOver: add("was passed over, as the clock was set past it")
        case .superseded: add("ended as its next ring began")
        case .reopened: add("became due again, as the clock was set back")
        case .booted, .edited, .rungTaken, .clockStepped, .trustChanged, .zoneChanged,
            .storageFailed, .storageRecovered, .alarmsLost, .countdown, .unknown:
            break
        }
    }

    /// "Mon 30 Mar 2026 07:30  Alarm 3 rang on time, was snoozed 3 times and was stopped by …"
    var text: String {
        var whole = self
        whole.addCounts()
        let parts = whole.parts
        let list =
            parts.count > 1
            ? parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
            : parts.first ?? ""
        let sentence = subject + list
        let time =
            trust == .unknown
            ? "time not known"
            : Presentation.date(civil.date, withYear: true)
                + " \(Presentation.clock(civil))"
        return "\(time)  \(sentence.prefix(1).uppercased())\(sentence.dropFirst())\n"
    }
}
