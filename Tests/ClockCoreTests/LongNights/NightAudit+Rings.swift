import ClockTime

@testable import ClockCore

// What happens to alarms.
extension NightAudit {
    /// - Parameter missed: the alarms with a record of missed dates at this moment.
    mutating func take(
        _ entry: Night.Told, _ place: Int, _ missed: inout Set<AlarmID>
    ) {
        switch entry.event {
        case .alarm(let id, let event): take(event, of: id, entry, place, &missed)
        case .alarmEdited(let alarm, let edit): edited(entry, place, alarm, edit)
        case .timer(let id, let word): take(word, of: id, entry)
        case .nap(let word): take(word, of: nil, entry)
        case .booted, .rungTaken, .clockStepped, .trustChanged, .zoneChanged, .storageFailed,
            .storageRecovered, .alarmsUnreadable, .batteryLow, .updateTold, .unknown:
            break
        }
    }

    private mutating func take(
        _ event: SubjectEvent, of id: OccurrenceID, _ entry: Night.Told, _ place: Int,
        _ missed: inout Set<AlarmID>
    ) {
        switch event {
        case .fired(let scheduled, let lateness, _, _):
            fired(entry, place, id, scheduled, lateness)
        case .rangAgain(let cause): rangAgain(entry, place, id, cause)
        case .snoozed(let until): snoozed(entry, place, id, until)
        case .silenced: silenced(entry, place, id)
        case .missed(let scheduled, .late, let count):
            missedLate(entry, place, id, scheduled, count, &missed)
        case .missed(_, .unanswered, _): missedUnanswered(entry, id)
        case .stopped(let cause):
            if members.removeValue(forKey: id) == nil { report(entry, "\(id) stops, unheard") }
            if cause == .edited { endedByEdit.insert(id.alarm) } else { figures.count(.stops) }
        case .superseded:
            if members.removeValue(forKey: id) == nil {
                report(entry, "6.6: \(id) is superseded, unheard")
            }
            figures.count(.superseded)
        case .skipped(let reason): skipped(entry, place, id, reason)
        case .gotUp: gotUp(entry, place, id)
        case .passedOver:
            checkOpen(entry, id)
            figures.count(.passedOver)
        case .reopened:
            rung.remove(id)
            reopened.insert(id)
            armed.reopened(id)
            figures.count(.reopened)
        case .scheduled, .started, .entered, .paused, .resumed, .extended, .preAlert, .sunrise,
            .cancelled:
            report(entry, "\(id) has no such event: \(event)")
        }
    }

    /// Timers and the nap join the ring (6.1), and rings are counted from then.
    private mutating func take(_ word: SubjectEvent.Name, of id: TimerID?, _ entry: Night.Told) {
        switch word {
        case .fired, .rangAgain:
            countdowns.insert(id)
            // The machine counts from the exact end of the countdown or snooze, which is a little earlier.
            ringSince = entry.at.boot
        case .snoozed, .silenced, .stopped, .missed, .cancelled, .started: countdowns.remove(id)
        case .scheduled, .entered, .paused, .resumed, .extended, .preAlert, .sunrise, .skipped,
            .gotUp, .passedOver, .superseded, .reopened:
            break
        }
    }

    /// 6.7: what a change ends, and what it leaves.
    private mutating func edited(
        _ entry: Night.Told, _ place: Int, _ alarm: AlarmID, _ edit: AlarmEdit
    ) {
        figures.count(.alarms)
        let wish = wish(for: alarm, at: place)
        let earlier = wish.flatMap { self.wish(for: alarm, at: $0.entry - 1) }
        let armsAnew = edit == .edited && (wish?.armsAnew(after: earlier) ?? true)
        let ends = armsAnew || edit == .disabled || edit == .removed
        let member = members.keys.first { $0.alarm == alarm }
        if let member, ends { report(entry, "6.7: \(member) goes on after \(edit)") }
        if member != nil { figures.count(.editsInRings) }
        if endedByEdit.remove(alarm) != nil {
            if !ends { report(entry, "6.7: \(edit) ends the ring or snooze of \(alarm)") }
            figures.count(.editsInRings)
        }
        if ends || edit == .enabled { rung = rung.filter { $0.alarm != alarm } }
        armed.edited(alarm, edit, armsAnew: armsAnew, at: entry.at.wall.instant, trust)
    }

    private mutating func gotUp(_ entry: Night.Told, _ place: Int, _ id: OccurrenceID) {
        figures.count(.gotUp)
        guard let wish = wish(for: id.alarm, at: place) else {
            return report(entry, "\(id) is ended and nobody asked for it")
        }
        let candidates = (try? reckoner(of: wish.zone))?.candidates(of: id.date, wish.schedule.time)
        let isCountedDown = candidates?.contains { instant in
            let left = WallTime(instant) - entry.at.wall
            return left > .zero && left <= wish.preAlert
        }
        if isCountedDown != true { report(entry, "6.10: \(id) ends and is not counted down to") }
        if !rung.insert(id).inserted { report(entry, "6.10: \(id) rang before somebody was up") }
        armed.used(id, isSkipped: false, of: wish.schedule)
    }

    /// A date that rings is over only after its ring.
    private mutating func checkOpen(_ entry: Night.Told, _ id: OccurrenceID) {
        if members[id] != nil, !reopened.contains(id) { report(entry, "\(id) rings and is passed") }
    }

    mutating func fired(
        _ entry: Night.Told, _ place: Int, _ id: OccurrenceID, _ scheduled: Instant,
        _ lateness: Duration
    ) {
        figures.count(.rings)
        if lateness >= .seconds(1) { figures.count(.late) }
        if trust == .unknown { report(entry, "5.2: \(id) rings by a clock that knows no time") }
        if lateness > AlarmDefaults.grace { report(entry, "2.2: \(id) rings beyond the grace") }
        // The history keeps milliseconds.
        let real = (entry.at.wall - WallTime(scheduled)).wholeNanoseconds / 1_000_000
        if lateness < .zero || .milliseconds(real) != lateness {
            report(entry, "2.2: \(id) is late by \(lateness), it says")
        }
        if let wish = wish(for: id.alarm, at: place) {
            checkDate(entry, id, scheduled, wish)
        } else {
            report(entry, "\(id) rings and nobody asked for it")
        }
        if !rung.insert(id).inserted { report(entry, "\(id) rings twice") }
        if members[id] != nil { report(entry, "\(id) rings already") }
        let ring = wish(for: id.alarm, at: place)?.rules ?? rules
        members[id] = Member(patience: ring.ringLength, automaticRings: ring.automaticRings)
        if let wish = wish(for: id.alarm, at: place) {
            armed.used(id, isSkipped: false, of: wish.schedule)
        }
        ringSince = entry.at.boot - (lateness < .seconds(1) ? lateness : .zero)
    }

    mutating func checkDate(
        _ entry: Night.Told, _ id: OccurrenceID, _ scheduled: Instant, _ wish: Wish
    ) {
        let candidates = (try? reckoner(of: wish.zone))?.candidates(of: id.date, wish.schedule.time)
        if candidates?.contains(scheduled) != true {
            report(entry, "1.3: \(id) is not due at \(RFC3339.format(WallTime(scheduled)))")
        }
        if case .weekly(let days) = wish.schedule.kind, !days.contains(id.date.weekday) {
            report(entry, "1.1: \(id) rings on a day that is not its")
        }
        let reasons = suppressors.reasons(for: wish, on: id.date, at: scheduled, in: local)
        if !reasons.isEmpty { report(entry, "7: \(id) rings and was to be skipped: \(reasons)") }
    }

    mutating func skipped(
        _ entry: Night.Told, _ place: Int, _ id: OccurrenceID, _ reason: SkipReason
    ) {
        figures.count(.skipped)
        checkOpen(entry, id)
        if let wish = wish(for: id.alarm, at: place) {
            armed.used(id, isSkipped: true, of: wish.schedule)
        }
        switch reason {
        case .skipNext: return
        case .paused: figures.count(.skippedByPause)
        case .freeDay: figures.count(.skippedByFreeDay)
        case .doNotDisturb: figures.count(.skippedByQuiet)
        }
        guard let wish = wish(for: id.alarm, at: place),
            let candidates = (try? reckoner(of: wish.zone))?
                .candidates(of: id.date, wish.schedule.time)
        else { return report(entry, "\(id) is skipped and nobody asked for it") }
        let isCovered = candidates.contains { instant in
            suppressors.reasons(for: wish, on: id.date, at: instant, in: local).contains(reason)
        }
        if !isCovered { report(entry, "7: \(id) is skipped as \(reason), and is not") }
    }

    /// 4.1: when only the clock's zone changes, pinned alarms are untouched.
    mutating func checkPinned(_ entries: ArraySlice<Night.Told>, _ place: Int) {
        let isChange = entries.contains { $0.event == .zoneChanged }
        let isStep = entries.contains { entry in
            switch entry.event {
            case .clockStepped, .trustChanged: true
            default: false
            }
        }
        guard isChange, !isStep else { return }
        for entry in entries {
            guard case .alarm(let id, .passedOver) = entry.event,
                wish(for: id.alarm, at: place)?.zone != nil
            else { continue }
            report(entry, "4.1: \(id) is pinned, and is passed over")
        }
    }

    mutating func rangAgain(
        _ entry: Night.Told, _ place: Int, _ id: OccurrenceID, _ cause: RingCause
    ) {
        guard let member = members[id] else { return report(entry, "\(id) rings again, unheard") }
        switch cause {
        case .snoozeEnded: figures.count(.ringsAfterSnooze)
        case .unanswered: figures.count(.ringsAfterSilence)
        case .powerCut: figures.count(.ringsAfterCut)
        }
        if let end = member.end {
            if member.isCarriedOver {
                if entry.at.boot - waitsSince > member.rest + NightAudit.longestHold {
                    report(entry, "9.2: \(id) waited longer than a snooze after the start")
                }
            } else if entry.at.boot - end < .zero - NightAudit.longestHold
                || entry.at.boot - end > NightAudit.longestHold
            {
                report(entry, "6.3: \(id) rings \(entry.at.boot - end) after the end of its snooze")
            }
        } else if !member.isInterrupted {
            report(entry, "\(id) rings again while it rings")
        }
        members[id]?.end = nil
        if cause != .powerCut, let ring = wish(for: id.alarm, at: place)?.rules {
            members[id]?.patience = ring.ringLength
            members[id]?.automaticRings = ring.automaticRings
        }
        members[id]?.isInterrupted = false
        members[id]?.isCarriedOver = false
        ringSince = entry.at.boot
        if let end = member.end, !member.isCarriedOver { ringSince = end }
    }

    mutating func snoozed(
        _ entry: Night.Told, _ place: Int, _ id: OccurrenceID, _ until: WallTime
    ) {
        figures.count(.snoozes)
        let length = wish(for: id.alarm, at: place)?.rules.snoozeLength ?? rules.snoozeLength
        guard let member = members[id], member.end == nil else {
            return report(entry, "6.4: \(id) is snoozed and does not ring")
        }
        // The history keeps whole seconds.
        if until != WallTime((entry.at.wall + length).instant) {
            report(entry, "6.3: \(id) is snoozed for \(until - entry.at.wall)")
        }
        for (other, ringing) in members where ringing.end == nil {
            guard let wish = wish(for: other.alarm, at: place) else { continue }
            if !wish.isSnoozeAllowed { report(entry, "6.2: \(other) may not be snoozed") }
            if let limit = wish.rules.snoozeLimit, ringing.snoozes >= limit {
                report(entry, "6.3: \(other) is snoozed beyond the limit")
            }
        }
        members[id]?.snoozes += 1
        members[id]?.end = entry.at.boot + length
        members[id]?.rest = length
        members[id]?.isCarriedOver = false
    }

    mutating func silenced(_ entry: Night.Told, _ place: Int, _ id: OccurrenceID) {
        let length = checkSilence(entry, id)
        let rest = wish(for: id.alarm, at: place)?.rules.snoozeLength ?? rules.snoozeLength
        guard let member = members[id] else { return report(entry, "\(id) is silent, unheard") }
        if member.end != nil { report(entry, "\(id) is silent already") }
        if member.silences >= member.automaticRings {
            report(entry, "6.5: \(id) was silent \(member.silences) times before")
        }
        members[id]?.silences += 1
        // From the exact end of N, however late the machine noticed it.
        members[id]?.end = (ringSince.map { $0 + length } ?? entry.at.boot) + rest
        members[id]?.rest = rest
        members[id]?.isCarriedOver = false
    }

    /// An event due in the second in which N or a snooze ends comes first, so that end may have to wait (6.5).
    static let longestHold = Duration.milliseconds(1_300)

    /// 6.5 and 6.1: a ring falls silent when nobody answered for the longest N since the last one joined it. Returns
    /// that N.
    @discardableResult
    private mutating func checkSilence(_ entry: Night.Told, _ id: OccurrenceID) -> Duration {
        let ringing = members.values.filter { $0.end == nil }.map(\.patience)
        let present = (ringing + (countdowns.isEmpty ? [] : [rules.ringLength])).max() ?? .zero
        // All that ring fall silent at once.
        let length = patience ?? present
        patience = length
        let slack = NightAudit.longestHold
        guard let ringSince, entry.at.boot - ringSince >= length - slack,
            entry.at.boot - ringSince <= length + slack
        else {
            let real = ringSince.map { "\(entry.at.boot - $0)" } ?? "no ring"
            report(entry, "6.5: \(id) falls silent after \(real), not \(length)")
            return length
        }
        return length
    }

    mutating func missedUnanswered(_ entry: Night.Told, _ id: OccurrenceID) {
        figures.count(.missedUnanswered)
        checkSilence(entry, id)
        guard let member = members.removeValue(forKey: id),
            member.silences >= member.automaticRings
        else { return report(entry, "6.5: \(id) is given up too early") }
    }

    mutating func missedLate(
        _ entry: Night.Told, _ place: Int, _ id: OccurrenceID, _ scheduled: Instant,
        _ count: Int, _ missed: inout Set<AlarmID>
    ) {
        figures.count(.missedLate, count)
        if trust != .trusted { report(entry, "2.4: \(id) is missed by a clock nobody trusts") }
        // A cut ended its ring or snooze (9.1, 9.2).
        if members.removeValue(forKey: id) != nil { return }
        if let wish = wish(for: id.alarm, at: place) {
            armed.used(id, isSkipped: false, of: wish.schedule)
        }
        if entry.at.wall - WallTime(scheduled) <= AlarmDefaults.grace {
            report(entry, "2.2: \(id) is missed within the grace")
        }
        if !missed.insert(id.alarm).inserted {
            report(entry, "2.3: two records of \(id.alarm) at once")
        }
    }
}
