import ClockCore
import ClockTime
import English

// The history for people: one line for each ring with its whole story, and one for each event of the clock.
extension Presentation {
    static func history(_ report: HistoryReport) -> String {
        var lines = HistoryLines(report)
        for record in report.records { lines.add(record) }
        return lines.text
    }

    /// "alarm 3 (Work)".
    fileprivate static func subject(_ id: AlarmID, _ report: HistoryReport) -> String {
        AlarmName(id, label: report.alarmLabels[id] ?? "").text
    }

    /// The same, or "alarm 3 (07:30 Mon–Fri)" if it has no label. The line of a ring itself says when it rang.
    private static func edited(_ id: AlarmID, _ report: HistoryReport) -> String {
        guard report.alarmLabels[id, default: ""].isEmpty, let schedule = report.schedules[id]
        else { return subject(id, report) }
        return AlarmName(id, label: TimeText.schedule(schedule)).text
    }

    /// "timer 2 (Pizza)", or "timer 2 (12 min 30 s)" if it has no name.
    private static func subject(_ id: TimerID, _ report: HistoryReport) -> String {
        let length = report.timerLengths[id].map(TimeText.length)
        return "timer \(id)\(label(report.timerNames[id] ?? length ?? ""))"
    }

    /// The text of an event that concerns no ring.
    fileprivate static func text(_ record: HistoryRecord, _ report: HistoryReport) -> String {
        switch record.event {
        case .booted(let hadSavedState):
            return hadSavedState ? "the clock started" : "the clock started with nothing saved"
        case .alarmEdited(let id, .skips):
            return "the skipped dates of \(edited(id, report)) changed"
        case .alarmEdited(let id, let edit): return "\(edited(id, report)) \(words(edit))"
        case .clockStepped(let delta, let cause):
            let direction = delta < .zero ? "back" : "forward"
            return "\(cause.setter) set the clock \(direction) by \(TimeText.roughLength(delta))"
        case .trustChanged:
            switch record.trust {
            case .trusted: return "the time was confirmed"
            case .plausible: return "the time is no longer confirmed"
            case .unknown: return "the clock lost the time"
            }
        case .zoneChanged:
            let name = report.zoneNames[record.zone].map(Spelling.printable) ?? "another one"
            return "the time zone became \(name)"
        case .storageFailed(.state): return "saved alarms and settings couldn't be read"
        case .storageFailed: return "saving failed: changes last only until the power goes"
        case .storageRecovered: return "saving works again"
        case .alarmsUnreadable(let count):
            return "\(count) stored alarm\(count == 1 ? "" : "s") couldn't be read"
        case .batteryLow: return "the battery ran low while an alarm was set"
        case .updateTold(let news): return news.text
        case .timer(let id, let word):
            return "\(subject(id, report)) \(words(word))"
        case .nap(let word): return "the nap \(words(word))"
        case .unknown: return "something from a newer version of the clock"
        case .alarm, .rungTaken: return ""
        }
    }

    private static func words(_ edit: AlarmEdit) -> String {
        switch edit {
        case .added: "was added"
        case .edited: "was changed"
        case .removed: "was removed"
        case .enabled: "was switched on"
        case .disabled: "was switched off"
        case .skips: "skips other dates"
        case .soundReplaced: "got the built-in tone, because its sound is missing"
        }
    }

    /// What happened to a timer or the nap.
    private static func words(_ event: SubjectEvent.Name) -> String {
        switch event {
        case .scheduled: "was added"
        case .started: "started"
        case .paused: "was paused"
        case .resumed: "resumed"
        case .extended: "was extended"
        case .fired: "rang"
        case .snoozed: "was snoozed"
        case .rangAgain: "rang again"
        case .stopped: "was stopped"
        case .silenced: "fell silent because nobody answered"
        case .missed: "was missed"
        case .cancelled: "was removed"
        // These occur only for alarms, or the history does not store them.
        case .entered, .preAlert, .sunrise, .skipped, .gotUp, .passedOver, .superseded,
            .reopened:
            "did something else"
        }
    }
}

/// Combines the records into lines.
private struct HistoryLines {
    private let report: HistoryReport
    private var lines: [HistoryLine] = []
    /// The line that continues the story of an occurrence.
    private var places: [OccurrenceID: Int] = [:]
    /// The line of each ringing countdown.
    private var countdowns: [Subject: Int] = [:]
    /// The lines of everything that rings now.
    private var ringing: Set<Int> = []
    /// The lines of consecutive verdicts, which count further verdicts of the same kind.
    private var runs: [HistoryRun: Int] = [:]

    /// The year of all records; nil if they are of several.
    private let thisYear: Int?

    init(_ report: HistoryReport) {
        self.report = report
        let years = Set(report.records.map(\.civil.date.components.year))
        thisYear = years.count == 1 ? years.first : nil
    }

    var text: String {
        lines.isEmpty ? "The history is empty.\n" : lines.map(\.text).joined()
    }

    mutating func add(_ record: HistoryRecord) {
        switch record.event {
        case .rungTaken(let rung, let reason): climb(rung, reason, record)
        case .alarm(let id, let event): add(record, event, of: id)
        case .timer(let id, let event): add(record, event, of: .timer(id))
        case .nap(let event): add(record, event, of: .nap)
        case .booted, .alarmEdited, .clockStepped, .trustChanged, .zoneChanged, .storageFailed,
            .storageRecovered, .alarmsUnreadable, .batteryLow, .updateTold, .unknown:
            if case .booted = record.event {
                ringing = []
                countdowns = [:]
            }
            append(HistoryLine(record, in: thisYear), Presentation.text(record, report))
        }
    }

    private mutating func add(
        _ record: HistoryRecord, _ event: SubjectEvent.Name, of countdown: Subject
    ) {
        if let place = countdowns.removeValue(forKey: countdown) { ringing.remove(place) }
        append(HistoryLine(record, in: thisYear), Presentation.text(record, report))
        guard event.isRing else { return }
        countdowns[countdown] = lines.count - 1
        ringing.insert(lines.count - 1)
    }

    private mutating func add(
        _ record: HistoryRecord, _ event: SubjectEvent, of occurrence: OccurrenceID
    ) {
        // An occurrence that is due again starts a new line.
        if event == .reopened { places[occurrence] = nil }
        if places[occurrence] == nil, let run = HistoryRun(event, of: occurrence.alarm) {
            if let place = runs[run] { return lines[place].count(occurrence.date, run) }
            let others = runs
            append(
                HistoryLine(record, Presentation.subject(occurrence.alarm, report), in: thisYear),
                nil)
            runs = others
            runs[run] = lines.count - 1
            return lines[lines.count - 1].count(occurrence.date, run)
        }
        let place = places[occurrence] ?? lines.count
        if place == lines.count {
            append(
                HistoryLine(record, Presentation.subject(occurrence.alarm, report), in: thisYear),
                nil)
        }
        places[occurrence] = event.name.isEnd ? nil : place
        lines[place].add(event, record, of: occurrence.alarm)
        if event.name.isRing { ringing.insert(place) } else { ringing.remove(place) }
    }

    private mutating func append(_ line: HistoryLine, _ part: String?) {
        runs = [:]
        lines.append(line)
        if let part { lines[lines.count - 1].add(part) }
    }

    /// A rung belongs to everything that rings then. If no line tells of that (a test of an alarm, or records
    /// outside the query), consecutive rungs share a line of their own.
    private mutating func climb(_ rung: RingRung, _ reason: RungReason, _ record: HistoryRecord) {
        if ringing.isEmpty {
            if lines.last?.isOfRungs != true {
                append(HistoryLine(ofRungs: record, in: thisYear), nil)
            }
            return lines[lines.count - 1].climb(rung, reason)
        }
        for place in ringing { lines[place].climb(rung, reason) }
    }
}

/// Why an alarm did not ring on some dates. Dozens of such dates may follow each other.
private struct HistoryRun: Hashable {
    var alarm: AlarmID
    /// Nil if passed over.
    var skip: SkipReason?

    init?(_ event: SubjectEvent, of alarm: AlarmID) {
        self.alarm = alarm
        switch event {
        case .passedOver: skip = nil
        case .skipped(let reason): skip = reason
        default: return nil
        }
    }

    var verb: String { skip == nil ? "was passed over" : "was skipped" }

    var reason: String {
        switch skip {
        case nil: "because the clock was set past it"
        case .skipNext: "as you asked"
        case .paused: "because all alarms were paused"
        case .freeDay: "because it was a free day"
        case .doNotDisturb: "because do not disturb was on"
        }
    }
}

/// One line of the history: when it began, what it is about, and what happened, in order.
private struct HistoryLine {
    private let civil: CivilTime
    /// Dates in other years include the year; if nil, all do.
    private let thisYear: Int?
    private let trust: ClockTrust
    private let subject: String
    /// "of Sat 28 Mar 2026 ", if the line must include it.
    private var ofDate = ""
    private var parts: [String] = []
    private var snoozes = 0
    private var silences = 0
    private var ladder: LadderWords
    let isOfRungs: Bool
    /// The earliest and latest date of a run, and the number of dates.
    private var dates: (first: CivilDate, last: CivilDate, count: Int)?

    /// - Parameter subject: the owner of the occurrence, if there is one.
    init(_ record: HistoryRecord, _ subject: String = "", in thisYear: Int?) {
        self.thisYear = thisYear
        civil = record.civil
        trust = record.trust
        isOfRungs = false
        ladder = LadderWords(after: RingRung.chosenSound.noun)
        self.subject = subject.isEmpty ? "" : "\(subject) "
        if let date = record.event.occurrence?.date, record.event.isOf(another: civil.date) {
            ofDate = "of \(text(of: date)) "
        }
    }

    init(ofRungs record: HistoryRecord, in thisYear: Int?) {
        self.thisYear = thisYear
        civil = record.civil
        trust = record.trust
        isOfRungs = true
        ladder = LadderWords(after: nil)
        subject = "the ring: "
    }

    private func text(of date: CivilDate) -> String {
        TimeText.date(date, withYear: date.components.year != thisYear)
    }

    mutating func add(_ part: String) {
        settle()
        parts.append(part)
    }

    /// Appends the counts and rungs collected so far.
    private mutating func settle() {
        if let words = ladder.takeText() {
            if let last = parts.popLast() {
                parts.append("\(last) (\(words))")
            } else {
                parts.append(words)
            }
        }
        if snoozes > 0 { parts.append("was snoozed \(HistoryLine.times(snoozes))") }
        if silences > 0 { parts.append("went unanswered \(HistoryLine.times(silences))") }
        snoozes = 0
        silences = 0
    }

    private static func times(_ count: Int) -> String {
        count == 1 ? "once" : "\(count) times"
    }

    mutating func climb(_ rung: RingRung, _ reason: RungReason) {
        if snoozes + silences > 0 { add("rang again") }
        ladder.add(rung, reason)
    }

    /// Counts one more date of a run; a single phrase describes all of them.
    mutating func count(_ date: CivilDate, _ run: HistoryRun) {
        var known = dates ?? (date, date, 0)
        known = (min(known.first, date), max(known.last, date), known.count + 1)
        dates = known
        guard known.count > 1 else { return parts = ["\(run.verb) \(run.reason)"] }
        let first = text(of: known.first)
        let last = text(of: known.last)
        // The range already states the dates.
        ofDate = ""
        parts = ["\(run.verb) \(known.count) times, \(first) to \(last), \(run.reason)"]
    }

    /// Adds what happened to the occurrence.
    mutating func add(_ event: SubjectEvent, _ record: HistoryRecord, of alarm: AlarmID) {
        let at = "at \(TimeText.clock(record.civil))"
        switch event {
        case .fired(_, let lateness, let joined, _):
            let late =
                lateness < Lateness.leastReported
                ? "on time" : "\(TimeText.roughLength(lateness)) late"
            add("rang \(late)\(joined ? " with another" : "")")
        case .rangAgain(.powerCut): add("rang again after a power cut")
        case .rangAgain(.snoozeEnded), .rangAgain(.unanswered):
            // Otherwise the line already says that it fell silent in between.
            if parts.isEmpty, snoozes + silences == 0 { add("rang again") }
        case .snoozed: count(\.snoozes)
        case .silenced: count(\.silences)
        case .stopped(.button): add("was stopped by a button \(at)")
        case .stopped(.command): add("was stopped by a command \(at)")
        case .gotUp: add("did not ring: stop was held \(at), in its countdown")
        case .stopped(.edited): add("ended \(at), when it was changed or switched off")
        case .missed(_, let reason, let count):
            let why =
                switch reason {
                case .unanswered: "nobody answered"
                case .late: "the clock was off or couldn't ring"
                }
            add("was missed: \(why)" + (count > 1 ? " (\(count) dates)" : ""))
        case .superseded: add("ended when its next ring began")
        case .reopened: add("was due again after the clock was set back")
        case .skipped, .passedOver:
            // The occurrence rang or was reopened before, so this is not a run.
            if let run = HistoryRun(event, of: alarm) { add("\(run.verb) \(run.reason)") }
        case .scheduled, .started, .entered, .paused, .resumed, .extended, .preAlert, .sunrise,
            .cancelled:
            break
        }
    }

    private mutating func count(_ place: WritableKeyPath<HistoryLine, Int>) {
        // Rungs taken so far belong to the ring that ends.
        if ladder.isUsed { settle() }
        self[keyPath: place] += 1
    }

    /// "Mon 30 Mar 2026 07:30  Alarm 3 rang on time, was snoozed 3 times and was stopped by …"
    var text: String {
        var whole = self
        whole.settle()
        let sentence = subject + ofDate + Sentences.enumeration(whole.parts)
        let time =
            trust == .unknown
            ? "time unknown"
            : text(of: civil.date)
                + " \(TimeText.clock(civil))"
        return "\(time)  \(sentence.prefix(1).uppercased())\(sentence.dropFirst())\n"
    }
}

extension HistoryEvent {
    /// Whether its line must state the occurrence's date: that date differs from the day of the event, or does
    /// not follow from it.
    fileprivate func isOf(another day: CivilDate) -> Bool {
        switch self {
        case .alarm(_, .passedOver): true
        case .alarm(let id, .fired(_, let lateness, _, _)):
            lateness >= .seconds(1) && id.date != day
        default: occurrence.map { $0.date != day } ?? false
        }
    }
}
