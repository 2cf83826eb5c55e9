import ClockTime

// Why a past ring was as it was, and why one that was expected was not (product, H1c). What is said comes
// from the history; from the alarm itself, where the history shows that it is still as it was then; and
// from the dates that the alarm has used up. Where these do not tell, that is said instead.
extension ClockMachine {
    /// - Parameter alarm: nil: the last of any.
    func explanation(ofLast alarm: AlarmID?) throws(CommandError) -> Explanation {
        if let last = history.lastOccurrence(of: alarm) { return try explanation(ofPast: last) }
        let candidates = alarms.book.alarms.filter { $0.id == alarm ?? $0.id }
        if let alarm, candidates.isEmpty { throw .notFound(alarm) }
        // Without its history a clock still knows the dates that are used up.
        let used = candidates.compactMap { alarm in
            alarm.spent.entries.last.map { (alarm.id, $0) }
        }
        if let (id, entry) = used.max(by: { $0.1.instant < $1.1.instant }) {
            return try explanation(ofPast: OccurrenceID(alarm: id, date: entry.date))
        }
        return Explanation(
            alarm: alarm.flatMap { alarms.book[$0] }.map { alarms.report($0, context()) },
            reasons: [.init(code: .notKnown, text: "The history knows of no past ring.")])
    }

    func explanation(ofPast id: OccurrenceID) throws(CommandError) -> Explanation {
        let alarm = alarms.book[id.alarm]
        let story = OccurrenceStory(of: id, in: history)
        var reasons: [Explanation.Reason]
        if story.own.isEmpty {
            guard let alarm else { throw .notFound(id.alarm) }
            reasons = try whyNothing(story, of: alarm)
        } else {
            let (rule, isAsThen) = ruleThen(story, of: alarm)
            reasons = rule
            reasons += told(story, of: isAsThen ? alarm : nil)
            let isOpen = alarms.members.contains { $0.occurrence == id }
            if isOpen, let alarm { reasons += whatItDoes(alarm) }
        }
        return Explanation(
            alarm: alarm.map { alarms.report($0, context()) }, occurrence: id, reasons: reasons)
    }

    // MARK: - What the history tells

    /// The alarm's rule, where it is known that it was the same then; and whether it is.
    private func ruleThen(
        _ story: OccurrenceStory, of alarm: Alarm?
    ) -> ([Explanation.Reason], isAsThen: Bool) {
        guard let alarm else {
            let text = "Alarm \(story.id.alarm) was deleted since, and its rule with it."
            return ([.init(code: .deleted, text: text)], false)
        }
        guard let first = story.own.first else { return ([], false) }
        if let edit = story.edit(after: first) {
            let text =
                "It was changed on \(edit.civil.inWords), after that; "
                + "what it was set to before, the history does not say."
            return ([.init(code: .changed, text: text)], false)
        }
        if story.hasGaps(after: first) {
            let text =
                "Records of the history since then are lost, "
                + "so whether it was changed meanwhile is not known."
            return ([.init(code: .notKnown, text: text)], false)
        }
        return (rule(of: alarm), true)
    }

    /// - Parameter alarm: nil where it is not known to be as it was.
    private func told(_ story: OccurrenceStory, of alarm: Alarm?) -> [Explanation.Reason] {
        var reasons: [Explanation.Reason] = []
        var snoozes = Pauses("was snoozed")
        var silences = Pauses("fell silent unanswered")
        for record in story.own {
            switch record.event {
            case .alarm(_, .snoozed(let until)): snoozes.add(until, record)
            case .alarm(_, .silenced(let until)): silences.add(until, record)
            default: reasons += told(record, story, of: alarm)
            }
            guard case .alarm(_, let turn) = record.event, turn.word.isEnd else { continue }
            // How it went on stands before how it ended.
            let pauses = [snoozes.take(), silences.take()].compactMap { $0 }
            let place = reasons.lastIndex { $0.code == .answered || $0.code == .missed }
            reasons.insert(contentsOf: pauses, at: place ?? reasons.endIndex)
        }
        reasons += [snoozes.take(), silences.take()].compactMap { $0 }
        return reasons + (story.own.first.map(timeQualityThen) ?? [])
    }

    /// How often, and until when the last time.
    private struct Pauses {
        private let what: String
        private var count = 0
        private var until: CivilTime?

        init(_ what: String) { self.what = what }

        mutating func add(_ until: WallTime, _ record: HistoryRecord) {
            count += 1
            self.until = CivilTime(
                secondsAsUTC: until.instant.advanced(bySeconds: Int64(record.zoneOffset)).seconds)
        }

        mutating func take() -> Explanation.Reason? {
            guard let until else { return nil }
            let often = count == 1 ? "once," : "\(count) times, the last time"
            self = Pauses(what)
            return .init(code: .answered, text: "It \(what) \(often) until \(until.inWords).")
        }
    }

    private func told(
        _ record: HistoryRecord, _ story: OccurrenceStory, of alarm: Alarm?
    ) -> [Explanation.Reason] {
        let time = record.civil.inWords
        switch record.event {
        case .alarm(_, .fired(let scheduled, let lateness, let joined, _)):
            let isLate = lateness >= Lateness.told
            let late = isLate ? "\(DurationText.format(lateness.wholeSeconds)) late" : "on time"
            let with = joined ? ", with what rang already" : ""
            return [.init(code: .rang, text: "It rang on \(time), \(late)\(with).")]
                + (isLate ? whyLate(record, story, since: scheduled) : [])
                + placementThen(scheduled, record, story.id, of: alarm)
        case .alarm(_, .rangAgain(.powerCut)):
            return [.init(code: .rang, text: "It rang again on \(time), after a power cut.")]
        case .alarm(_, .stopped(.button)):
            return [.init(code: .answered, text: "It was stopped by a button on \(time).")]
        case .alarm(_, .stopped(.command)):
            return [.init(code: .answered, text: "It was stopped by a command on \(time).")]
        case .alarm(_, .stopped(.edited)):
            let text = "It ended on \(time), because it was changed, switched off or deleted."
            return [.init(code: .answered, text: text)]
        case .alarm(_, .missed(let scheduled, let reason, let count)):
            return missed(reason, count, record, story, since: scheduled)
                + placementThen(scheduled, record, story.id, of: alarm)
        case .alarm(_, .skipped(let reason)):
            let text = "It did not ring on \(story.id.date): \(why(reason, on: story.id.date))."
            return [.init(code: .skipped, text: text)]
        case .alarm(_, .passedOver):
            let text = "It did not ring: its time was passed over when the clock was set."
            return [.init(code: .passedOver, text: text)]
                + story.causesInStep(of: record).map(cause)
        case .alarm(_, .superseded):
            let text = "It ended on \(time), as the next ring of the same alarm began."
            return [.init(code: .superseded, text: text)]
        case .alarm(_, .reopened):
            let text = "On \(time) the clock had gone back, so the date was due again."
            return [.init(code: .reopened, text: text)]
        case .rungTaken(let rung, let reason):
            return [.init(code: .rungTaken, text: sentence(rung, reason))]
        case .alarm, .timer, .nap, .booted, .alarmEdited, .clockStepped, .trustChanged,
            .zoneChanged,
            .storageFailed, .storageRecovered, .alarmsUnreadable, .unknown:
            return []
        }
    }

    private func missed(
        _ reason: MissReason, _ count: Int, _ record: HistoryRecord, _ story: OccurrenceStory,
        since scheduled: Instant
    ) -> [Explanation.Reason] {
        switch reason {
        case .unanswered:
            let text = "It was missed: it rang as often as it should, and nobody answered."
            return [.init(code: .missed, text: text)]
        case .late:
            let grace = DurationText.format(settings.grace)
            let others = count > 1 ? " It was the last of \(count) dates missed together." : ""
            let text =
                "It was missed: when the clock could ring, its time was more than \(grace) ago."
            return [.init(code: .missed, text: text + others)]
                + whyLate(record, story, since: scheduled)
        }
    }

    private func whyLate(
        _ record: HistoryRecord, _ story: OccurrenceStory, since scheduled: Instant
    ) -> [Explanation.Reason] {
        let causes = story.causes(of: record, since: scheduled)
        guard !causes.isEmpty else {
            return [.init(code: .notKnown, text: "Why it was late, the history does not say.")]
        }
        return causes.map(cause)
    }

    private func cause(_ record: HistoryRecord) -> Explanation.Reason {
        let time = record.civil.inWords
        let text: String
        switch record.event {
        case .booted: text = "The clock started on \(time), and did not run just before."
        case .clockStepped(let delta, let cause):
            let size = delta < .zero ? .zero - delta : delta
            text =
                "\(cause.setter) set the clock \(delta < .zero ? "back" : "forward") by "
                + "\(DurationText.format(size.wholeSeconds)), to \(time)."
        case .zoneChanged:
            text = "The time zone became \(name(ofZone: record)) on \(time), or its rules changed."
        default:
            switch record.trust {
            case .trusted: text = "The clock's time was not confirmed before \(time)."
            case .plausible: text = "The clock's time was not confirmed from \(time) on."
            case .unknown: text = "The clock did not know the time from \(time) on."
            }
        }
        return .init(code: .late, text: text)
    }

    private func name(ofZone record: HistoryRecord) -> String {
        history.zoneNames.first { HistoryRecord.checksum(ofZone: $0) == record.zone }
            ?? "one whose name is not kept"
    }

    private func timeQualityThen(_ record: HistoryRecord) -> [Explanation.Reason] {
        let text: String
        switch record.trust {
        case .trusted: return []
        case .plausible: text = "The clock's time was not confirmed then; alarms ring by it."
        case .unknown: text = "The clock did not know the time then."
        }
        return [.init(code: .timeQuality, text: text)]
    }

    private func sentence(_ rung: RingRung, _ reason: RungReason) -> String {
        let why =
            switch reason {
            case .noFrames: "No sound came out"
            case .nobodyAnswered: "Nobody answered"
            case .silence: "It was to be silent"
            }
        let what =
            switch rung {
            case .chosenSound: "its own sound"
            case .builtInTone: "the built-in tone"
            case .output(let index): RingRung.name(ofOutput: index)
            case .buzzer: "the buzzer"
            case .motor: "the motor"
            case .flashingDisplay: "the flashing display"
            case .otherCard: "another sound card"
            }
        return "\(why), so \(what) was taken."
    }

    private func why(_ reason: SkipReason, on date: CivilDate) -> String {
        switch reason {
        case .skipNext: "you had asked to skip it"
        case .paused: "all alarms were paused"
        case .freeDay:
            rules.freeDays[date].map { "it was a free day (\($0.name))" } ?? "it was a free day"
        case .doNotDisturb: "do not disturb held, and this alarm respects it"
        }
    }

    /// What a change of the clock made of it.
    private func placementThen(
        _ scheduled: Instant, _ record: HistoryRecord, _ id: OccurrenceID, of alarm: Alarm?
    ) -> [Explanation.Reason] {
        guard let alarm else { return [] }
        guard alarm.pinnedZone != nil || record.zone == HistoryRecord.checksum(ofZone: zone.name)
        else {
            let text = "The clock's time zone was \(name(ofZone: record)) then."
            return [.init(code: .zone, text: text)]
        }
        let zone = rules.zone(of: alarm.timing)
        let day = Schedule.dated(id.date, at: alarm.schedule.time)
        let before = scheduled.advanced(bySeconds: -1)
        let time = alarm.schedule.time
        guard let found = day.nextOccurrence(after: before, armedAt: before, in: zone),
            found.instant == scheduled
        else {
            let text =
                "By the rules of today it would be due at another time; "
                + "those of its time zone, or the zone itself, were others then."
            return [.init(code: .notKnown, text: text)]
        }
        switch found.placement {
        case .movedByGap:
            let text =
                "On \(id.date) the clock was put forward and never showed \(time); "
                + "the ring is due when the clock jumps."
            return [.init(code: .clockChange, text: text)]
        case .secondPass:
            let text =
                "On \(id.date) the clock showed \(time) twice, as it was put back; "
                + "the first time had passed when the alarm was set."
            return [.init(code: .secondPass, text: text)]
        case .exact:
            guard comesTwice(found, alarm) else { return [] }
            let text =
                "On \(id.date) the clock showed \(time) twice, as it was put back; "
                + "the ring is due the first time alone."
            return [.init(code: .firstPass, text: text)]
        }
    }

    // MARK: - What the history does not tell

    /// Why there may be no record of a date.
    private func whyNothing(
        _ story: OccurrenceStory, of alarm: Alarm
    ) throws(CommandError) -> [Explanation.Reason] {
        let date = story.id.date
        let zone = rules.zone(of: alarm.timing)
        if trust != .unknown, date > zone.civilTime(at: now.wall.instant).date {
            throw .invalid(
                field: "date", "\(date) is yet to come; without a date the next ring is explained")
        }
        if let entry = alarm.spent.entries.first(where: { $0.date == date }) {
            return used(entry, story)
        }
        let midnight = Instant(seconds: CivilTime(date: date, secondOfDay: 0).secondsAsUTC)
        // A second before the day, as a ring at midnight is one of its own.
        let start = midnight.advanced(
            bySeconds: -Int64(zone.offset(at: midnight).seconds) - 1)
        // Before the first record of all there was no alarm.
        guard let oldest = story.oldest, oldest.sequence == 1 || oldest.instant <= start else {
            let since = story.oldest.map { "begins on \($0.civil.inWords)" } ?? "is empty"
            let text = "What came of \(date) is not known: the history \(since)."
            return [.init(code: .notKnown, text: text)]
        }
        if let edit = story.edit(after: start) {
            let text =
                "It was changed on \(edit.civil.inWords), after that day had begun; whether it was "
                + "to ring on \(date) before, the history does not say."
            return [.init(code: .changed, text: text)]
        }
        return rule(of: alarm) + whyNotDue(story, of: alarm, from: start, in: zone) + timeQuality
    }

    /// The date is used up, and nothing else is known of it.
    private func used(
        _ entry: SpentDates.Entry, _ story: OccurrenceStory
    ) -> [Explanation.Reason] {
        var reasons: [Explanation.Reason] = []
        switch entry.reason {
        case .rung: reasons.append(.init(code: .rang, text: "It rang on \(entry.date)."))
        case .skipped:
            let because = entry.skip.map { ": " + why($0, on: entry.date) } ?? ""
            let text = "It did not ring on \(entry.date)\(because)."
            reasons.append(.init(code: .skipped, text: text))
        case .missed:
            reasons.append(.init(code: .missed, text: "It was missed on \(entry.date)."))
            if let verdict = story.verdictOnSeveral {
                return reasons + whyLate(verdict, story, since: entry.instant)
            }
        }
        let text = "The history has no record of it; only that the date is used up is known."
        return reasons + [.init(code: .notKnown, text: text)]
    }

    private func whyNotDue(
        _ story: OccurrenceStory, of alarm: Alarm, from start: Instant, in zone: Zone
    ) -> [Explanation.Reason] {
        let date = story.id.date
        let day = Schedule.dated(date, at: alarm.schedule.time)
        guard alarm.schedule.names(date),
            let due = day.nextOccurrence(after: start, armedAt: start, in: zone)
        else {
            return [.init(code: .notDue, text: "So \(date) was none of its dates.")]
        }
        guard due.instant <= now.wall.instant else {
            return [.init(code: .notYet, text: "Its time on \(date) is yet to come.")]
        }
        if let off = story.switchedOff(before: due.instant) {
            let text = "It was switched off then, since \(off.civil.inWords)."
            return [.init(code: .off, text: text)]
        }
        if let on = story.switchedOn(after: due.instant), on.event != .alarmEdited(alarm.id, .added)
        {
            let text = "It was off then: it was switched on only on \(on.civil.inWords)."
            return [.init(code: .off, text: text)]
        }
        guard alarm.armedAt < due.instant else {
            let text = "\(countsFrom(alarm)): after its time on \(date)."
            return [.init(code: .justSet, text: text)]
        }
        let lost =
            story.oldest.map(story.hasGaps) == true ? "Records of the history are lost: " : ""
        let text =
            lost + "why it did not ring on \(zone.civilTime(at: due.instant).inWords), "
            + "or whether it did, is not known."
        return [.init(code: .notKnown, text: text.prefix(1).uppercased() + text.dropFirst())]
    }
}

extension Duration {
    /// Rounded down: nobody asks for the milliseconds of a past morning.
    fileprivate var wholeSeconds: Duration { .seconds(wholeNanoseconds / 1_000_000_000) }
}
