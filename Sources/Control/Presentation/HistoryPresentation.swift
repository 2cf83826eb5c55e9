import ClockCore
import ClockTime

// The history for people: one line for each ring, with all that came of it, and one for each thing that
// happened to the clock.
extension Presentation {
    static func history(_ report: HistoryReport) -> String {
        var lines = HistoryLines(report)
        for record in report.records { lines.take(record) }
        return lines.text
    }

    /// "alarm 3 (Work)".
    fileprivate static func subject(_ id: AlarmID, _ report: HistoryReport) -> String {
        "alarm \(id)\(label(report.alarmLabels[id] ?? ""))"
    }

    /// What is about no ring.
    fileprivate static func text(_ record: HistoryRecord, _ report: HistoryReport) -> String {
        switch record.event {
        case .booted(let hadSavedState):
            return hadSavedState ? "the clock started" : "the clock started anew, without alarms"
        case .edited(let id, .skips): return "the skips of \(subject(id, report)) were set"
        case .edited(let id, let edit): return "\(subject(id, report)) \(words(edit))"
        case .clockStepped(let delta, let cause):
            let direction = delta < .zero ? "back" : "forward"
            return "\(cause.setter) set the clock \(direction) by \(length(delta))"
        case .trustChanged:
            switch record.trust {
            case .trusted: return "the time is right"
            case .plausible: return "the time is not confirmed"
            case .unknown: return "the time is not known"
            }
        case .zoneChanged:
            let name = report.zoneNames[record.zone].map(Spelling.printable) ?? "another one"
            return "the time zone is \(name)"
        case .storageFailed(.state): return "saved settings and alarms could not be read"
        case .storageFailed: return "the disk failed: changes hold until the power goes"
        case .storageRecovered: return "the disk is well again"
        case .alarmsUnreadable(let count):
            return "\(count) stored alarm\(count == 1 ? "" : "s") could not be read"
        case .countdown(.timer(let number), let event):
            return "timer \(number)\(label(report.timerNames[number] ?? "")) \(words(event))"
        case .countdown(.nap, let event): return "the nap \(words(event))"
        case .unknown: return "something that a newer clock wrote"
        case .fired, .rangAgain, .snoozed, .silenced, .stopped, .missed, .skipped, .passedOver,
            .superseded, .reopened, .rungTaken:
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
        case .skips: "skips other dates"
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
            .storageFailed, .storageRecovered, .alarmsUnreadable, .countdown, .unknown:
            false
        }
    }
}

/// Puts the records together to lines.
private struct HistoryLines {
    private let report: HistoryReport
    private var lines: [HistoryLine] = []
    /// Where the story of an occurrence goes on.
    private var places: [OccurrenceID: Int] = [:]
    /// Where that of a countdown that rings is told.
    private var countdowns: [CountdownName: Int] = [:]
    /// The lines of what rings now.
    private var ringing: Set<Int> = []
    /// Of verdicts in a row, where those like them are counted.
    private var runs: [HistoryRun: Int] = [:]

    init(_ report: HistoryReport) { self.report = report }

    var text: String {
        lines.isEmpty ? "Nothing is in the history.\n" : lines.map(\.text).joined()
    }

    mutating func take(_ record: HistoryRecord) {
        switch record.event {
        case .rungTaken(let rung, let reason): climb(rung, reason, record)
        case .countdown(let name, let event):
            if let place = countdowns.removeValue(forKey: name) { ringing.remove(place) }
            append(HistoryLine(record), Presentation.text(record, report))
            guard event == .alerted || event == .repeated else { return }
            countdowns[name] = lines.count - 1
            ringing.insert(lines.count - 1)
        default:
            if case .booted = record.event {
                ringing = []
                countdowns = [:]
            }
            guard let occurrence = record.event.occurrence else {
                return append(HistoryLine(record), Presentation.text(record, report))
            }
            take(record, of: occurrence)
        }
    }

    private mutating func take(_ record: HistoryRecord, of occurrence: OccurrenceID) {
        // What is due again begins a story of its own.
        if case .reopened = record.event { places[occurrence] = nil }
        if places[occurrence] == nil, let run = HistoryRun(record.event) {
            if let place = runs[run] { return lines[place].count(occurrence.date, run) }
            let others = runs
            append(HistoryLine(record, Presentation.subject(occurrence.alarm, report)), nil)
            runs = others
            runs[run] = lines.count - 1
            return lines[lines.count - 1].count(occurrence.date, run)
        }
        let place = places[occurrence] ?? lines.count
        if place == lines.count {
            append(HistoryLine(record, Presentation.subject(occurrence.alarm, report)), nil)
        }
        places[occurrence] = record.event.end == nil ? place : nil
        lines[place].take(record)
        if record.event.isRing { ringing.insert(place) } else { ringing.remove(place) }
    }

    private mutating func append(_ line: HistoryLine, _ part: String?) {
        runs = [:]
        lines.append(line)
        if let part { lines[lines.count - 1].add(part) }
    }

    /// A rung belongs to whatever rings then. Where that is not told here (a test of an alarm, or records
    /// that are not asked for), the rungs in a row have a line of their own.
    private mutating func climb(_ rung: RingRung, _ reason: RungReason, _ record: HistoryRecord) {
        if ringing.isEmpty {
            if lines.last?.isOfRungs != true { append(HistoryLine(ofRungs: record), nil) }
            return lines[lines.count - 1].climb(rung, reason)
        }
        for place in ringing { lines[place].climb(rung, reason) }
    }
}

/// Why dates of an alarm did not ring that may follow each other by the dozen.
private struct HistoryRun: Hashable {
    var alarm: AlarmID
    /// Nil: passed over.
    var skip: SkipReason?

    init?(_ event: HistoryEvent) {
        switch event {
        case .passedOver(let id): (alarm, skip) = (id.alarm, nil)
        case .skipped(let id, let reason): (alarm, skip) = (id.alarm, reason)
        default: return nil
        }
    }

    var verb: String { skip == nil ? "was passed over" : "was skipped" }

    var reason: String {
        switch skip {
        case nil: "as the clock or its zone was set past it"
        case .skipNext: "as asked for"
        case .paused: "as all alarms were paused"
        case .freeDay: "as it was a free day"
        case .doNotDisturb: "as do not disturb held"
        }
    }
}

/// One line of the history: when it began, whose it is, and what came of it, in order.
private struct HistoryLine {
    private let civil: CivilTime
    private let trust: ClockTrust
    private let subject: String
    /// "of Sat 28 Mar 2026 ", where the line has to say it.
    private var ofDate = ""
    private var parts: [String] = []
    private var snoozes = 0
    private var silences = 0
    private var ladder: LadderWords
    let isOfRungs: Bool
    /// The dates of a run, the earliest and the latest, and how many there are.
    private var dates: (first: CivilDate, last: CivilDate, count: Int)?

    /// - Parameter subject: whose occurrence it is, where it is one's.
    init(_ record: HistoryRecord, _ subject: String = "") {
        civil = record.civil
        trust = record.trust
        isOfRungs = false
        ladder = LadderWords(after: LadderWords.chosenSound)
        self.subject = subject.isEmpty ? "" : "\(subject) "
        if let date = record.event.occurrence?.date, record.event.isOf(another: civil.date) {
            ofDate = "of \(Presentation.date(date, withYear: true)) "
        }
    }

    init(ofRungs record: HistoryRecord) {
        civil = record.civil
        trust = record.trust
        isOfRungs = true
        ladder = LadderWords(after: nil)
        subject = "the ring: "
    }

    mutating func add(_ part: String) {
        settle()
        parts.append(part)
    }

    /// Writes down what was only collected so far.
    private mutating func settle() {
        if let words = ladder.takeText() {
            if let last = parts.popLast() {
                parts.append("\(last) (\(words))")
            } else {
                parts.append(words)
            }
        }
        if snoozes > 0 { parts.append("was snoozed \(HistoryLine.times(snoozes))") }
        if silences > 0 { parts.append("fell silent unanswered \(HistoryLine.times(silences))") }
        snoozes = 0
        silences = 0
    }

    private static func times(_ count: Int) -> String {
        count == 1 ? "once" : "\(count) times"
    }

    mutating func climb(_ rung: RingRung, _ reason: RungReason) {
        if snoozes + silences > 0 { add("rang again") }
        ladder.take(rung, reason)
    }

    /// One more date of a run; its words stand for all.
    mutating func count(_ date: CivilDate, _ run: HistoryRun) {
        var known = dates ?? (date, date, 0)
        known = (min(known.first, date), max(known.last, date), known.count + 1)
        dates = known
        guard known.count > 1 else { return parts = ["\(run.verb), \(run.reason)"] }
        let first = Presentation.date(known.first, withYear: true)
        let last = Presentation.date(known.last, withYear: true)
        // The range says of which dates.
        ofDate = ""
        parts = ["\(run.verb) \(known.count) times, \(first) to \(last), \(run.reason)"]
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
        case .rangAgain(_, .snoozeEnded), .rangAgain(_, .unanswered):
            // Else the line has said that it was silent meanwhile.
            if parts.isEmpty, snoozes + silences == 0 { add("rang again") }
        case .snoozed: count(\.snoozes)
        case .silenced: count(\.silences)
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
        case .superseded: add("ended as its next ring began")
        case .reopened: add("became due again, as the clock was set back")
        case .skipped, .passedOver:
            // Of one that rang or was reopened, which is no run.
            if let run = HistoryRun(record.event) { add("\(run.verb), \(run.reason)") }
        case .booted, .edited, .rungTaken, .clockStepped, .trustChanged, .zoneChanged,
            .storageFailed, .storageRecovered, .alarmsUnreadable, .countdown, .unknown:
            break
        }
    }

    private mutating func count(_ place: WritableKeyPath<HistoryLine, Int>) {
        // The rungs of the ring that ends belong to it.
        if ladder.isUsed { settle() }
        self[keyPath: place] += 1
    }

    /// "Mon 30 Mar 2026 07:30  Alarm 3 rang on time, was snoozed 3 times and was stopped by …"
    var text: String {
        var whole = self
        whole.settle()
        let sentence = subject + ofDate + Presentation.enumeration(whole.parts)
        let time =
            trust == .unknown
            ? "time not known"
            : Presentation.date(civil.date, withYear: true)
                + " \(Presentation.clock(civil))"
        return "\(time)  \(sentence.prefix(1).uppercased())\(sentence.dropFirst())\n"
    }
}

extension HistoryEvent {
    /// Whether a line that begins with it has to say of which date it is: that is not the day on which it
    /// came to pass, or not by itself.
    fileprivate func isOf(another day: CivilDate) -> Bool {
        switch self {
        case .passedOver: true
        case .fired(let id, _, let lateness, _): lateness >= .seconds(1) && id.date != day
        default: occurrence.map { $0.date != day } ?? false
        }
    }
}
