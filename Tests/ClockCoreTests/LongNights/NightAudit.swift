import ClockTime

@testable import ClockCore

/// Checks a night's story against the law, rule by rule, knowing nothing of how the machine works: only its
/// notes, their times, and the requests to it. `Ledger` also checks that each occurrence ends in one way.
struct NightAudit {
    private(set) var problems: [String] = []
    private(set) var figures = NightFigures()
    private let rules: Rules
    private let wishes: [Wish]
    private let changes: [NightChange]
    private var trust: ClockTrust
    /// The clock's own zone, and the zones whose rules were changed.
    private var local: Zone
    private var newRules: [String: Zone] = [:]
    private var suppressors = Suppressors()
    private var members: [OccurrenceID: Member] = [:]
    /// When the ring began or another alarm joined it.
    private var ringSince: BootTime?
    /// When an untrusted clock began to run, or became trusted: an alarm that is snoozed over a start waits no
    /// longer than a snooze from then.
    private var waitsSince = BootTime(nanoseconds: 0)
    private var lastWall: WallTime?
    private var lastTrusted: WallTime?
    /// The times that are not looked back at: those that the clock leapt over, except for the days of 2.3.
    private var leaps: [ClosedRange<Instant>] = []

    private struct Member {
        var snoozes = 0
        var silences = 0
        /// Nil while it rings.
        var end: BootTime?
        /// It has not been reported since a start.
        var isInterrupted = false
        /// It was carried over a start, so its end may have passed meanwhile.
        var isCarriedOver = false
    }

    /// - Parameters:
    ///   - wishes: in order of their entries.
    ///   - changes: likewise.
    init(
        _ night: Night, _ rules: Rules, wishes: [Wish], changes: [NightChange], trust: ClockTrust,
        zone: Zone
    ) throws {
        self.rules = rules
        self.wishes = wishes
        self.changes = changes
        self.trust = trust
        local = zone
        var start = 0
        var changed = 0
        while start < night.log.count {
            while changed < changes.count, changes[changed].entry <= start {
                take(changes[changed])
                changed += 1
            }
            // Within the notes of one moment, changes of time come before their consequences.
            let moment =
                night.log[start...].firstIndex { $0.at != night.log[start].at } ?? night.log.count
            let end = changed < changes.count ? min(moment, changes[changed].entry) : moment
            for entry in night.log[start..<end] { try takeTime(entry) }
            noticeLeap(to: night.log[start].at.wall)
            var missed: Set<AlarmID> = []
            for place in start..<end { take(night.log[place], place, &missed) }
            checkPinned(night.log[start..<end], start)
            checkInterrupted(at: night.log[start])
            start = end
        }
        for change in changes[changed...] { take(change) }
        try close(night)
    }

    private mutating func report(_ entry: Night.Entry, _ problem: String) {
        problems.append("\(RFC3339.format(entry.at.wall)): \(problem)")
    }

    // MARK: - Time itself

    private mutating func takeTime(_ entry: Night.Entry) throws {
        switch entry.note {
        case .booted(let trust, _):
            self.trust = trust
            waitsSince = entry.at.boot
            // A first correction to before the last time known to be right has nothing to look back at.
            if let lastTrusted, trust == .trusted, entry.at.wall < lastTrusted {
                leaps.append(Instant(seconds: .min)...entry.at.wall.instant)
            }
            ringSince = nil
            for (id, member) in members {
                members[id]?.isInterrupted = member.end == nil
                members[id]?.isCarriedOver = true
            }
            figures.count(.boots)
        case .trustChanged(let trust):
            self.trust = trust
            waitsSince = entry.at.boot
            // A first correction to before the last time known to be right has nothing to look back at.
            if let lastTrusted, trust == .trusted, entry.at.wall < lastTrusted {
                leaps.append(Instant(seconds: .min)...entry.at.wall.instant)
            }
        case .zoneChanged(let name):
            // `changes` holds new rules for the same zone.
            guard name != local.name else { break }
            local = try rules(of: name)
            figures.count(.zoneChanges)
        case .clockStepped(let delta, let cause):
            figures.count(.steps)
            // When somebody else set the clock back, 3.3 arms alarms by it; but 5.6 looks at nothing before the last
            // time known to be right.
            if cause == .outside, delta < .zero, let lastTrusted, entry.at.wall < lastTrusted {
                leaps.append(entry.at.wall.instant...lastTrusted.instant)
            }
        default: break
        }
    }

    private mutating func take(_ change: NightChange) {
        switch change.what {
        case .suppressors(let new): suppressors = new
        case .rules(let zone, let since, let shift):
            newRules[zone.name] = zone
            if zone.name == local.name { local = zone }
            // While no time is known, up to the last known one.
            let now = max(change.wall, lastTrusted ?? change.wall).instant
            guard since <= now else { return }
            figures.count(.lateRules)
            // After a shift back, the new rules put times between the two that no face showed, and that are over now.
            // Times that a leap ahead passes over ring all the same.
            if shift < 0 { leaps.append(since...now) }
        }
    }

    private func rules(of name: String) throws -> Zone { try newRules[name] ?? systemZone(name) }

    private func reckoner(of name: String?) throws -> TickingReckoner {
        TickingReckoner(zone: try name.map { try rules(of: $0) } ?? local)
    }

    private func wish(for alarm: AlarmID, at place: Int) -> Wish? {
        wishes.last { $0.alarm == alarm && $0.entry <= place }
    }

    private mutating func noticeLeap(to wall: WallTime) {
        if let lastWall, wall - lastWall > NightAudit.lookBack {
            // Pending verdicts look back no further either.
            let from = earlier(lastWall, lastTrusted) ?? lastWall
            leaps.append(from.instant...(wall - NightAudit.lookBack).instant)
        }
        lastWall = wall
        if trust == .trusted { lastTrusted = wall }
    }

    private static let lookBack = Duration.hours(31 * 24)

    /// 9.1: an alarm that rang at a cut rings again at once, or its end is reported at once.
    private mutating func checkInterrupted(at entry: Night.Entry) {
        for (id, member) in members where member.isInterrupted {
            report(entry, "9.1: \(id) rang before the start and is not heard of")
            members[id] = nil
        }
    }

    // MARK: - Consequences

    /// - Parameter missed: the alarms with a record of missed dates at this moment.
    private mutating func take(
        _ entry: Night.Entry, _ place: Int, _ missed: inout Set<AlarmID>
    ) {
        switch entry.note {
        case .of(.alarm(let id), .fired(let scheduled, let lateness, _, _)):
            fired(entry, place, id, scheduled, lateness)
        case .of(.alarm(let id), .rangAgain(let cause)): rangAgain(entry, id, cause)
        case .of(.alarm(let id), .snoozed(let until)): snoozed(entry, id, until)
        case .of(.alarm(let id), .silenced): silenced(entry, id)
        case .of(.alarm(let id), .missed(let scheduled, .late, let count)):
            missedLate(entry, id, scheduled, count, &missed)
        case .of(.alarm(let id), .missed(_, .unanswered, _)): missedUnanswered(entry, id)
        case .of(.alarm(let id), .stopped(let cause)):
            if members.removeValue(forKey: id) == nil { report(entry, "\(id) stops, unheard") }
            if cause != .edited { figures.count(.stops) }
        case .of(.alarm(let id), .superseded):
            members[id] = nil
            figures.count(.superseded)
        case .of(.alarm(let id), .skipped(let reason)): skipped(entry, place, id, reason)
        case .of(.alarm, .passedOver): figures.count(.passedOver)
        case .of(.alarm, .reopened): figures.count(.reopened)
        case .alarmEdited: figures.count(.alarms)
        case .of(_, .fired), .of(_, .rangAgain):
            // It joins the ring (6.1), and rings as long as the night's alarms do. The machine counts from the exact
            // end of the countdown or snooze, which is a little earlier.
            ringSince = entry.at.boot
        default: break
        }
    }

    private mutating func fired(
        _ entry: Night.Entry, _ place: Int, _ id: OccurrenceID, _ scheduled: Instant,
        _ lateness: Duration
    ) {
        figures.count(.rings)
        if lateness >= .seconds(1) { figures.count(.late) }
        if trust == .unknown { report(entry, "5.2: \(id) rings by a clock that knows no time") }
        if lateness > AlarmDefaults.grace { report(entry, "2.2: \(id) rings beyond the grace") }
        if lateness < .zero || entry.at.wall - WallTime(scheduled) != lateness {
            report(entry, "2.2: \(id) is late by \(lateness), it says")
        }
        if let wish = wish(for: id.alarm, at: place) {
            checkDate(entry, id, scheduled, wish)
        } else {
            report(entry, "\(id) rings and nobody asked for it")
        }
        members[id] = Member()
        ringSince = entry.at.boot - (lateness < .seconds(1) ? lateness : .zero)
    }

    private mutating func checkDate(
        _ entry: Night.Entry, _ id: OccurrenceID, _ scheduled: Instant, _ wish: Wish
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

    private mutating func skipped(
        _ entry: Night.Entry, _ place: Int, _ id: OccurrenceID, _ reason: SkipReason
    ) {
        figures.count(.skipped)
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
    private mutating func checkPinned(_ entries: ArraySlice<Night.Entry>, _ place: Int) {
        let isChange = entries.contains { if case .zoneChanged = $0.note { true } else { false } }
        let isStep = entries.contains { entry in
            switch entry.note {
            case .clockStepped, .trustChanged: true
            default: false
            }
        }
        guard isChange, !isStep else { return }
        for entry in entries {
            guard case .of(.alarm(let id), .passedOver) = entry.note,
                wish(for: id.alarm, at: place)?.zone != nil
            else { continue }
            report(entry, "4.1: \(id) is pinned, and is passed over")
        }
    }

    private mutating func rangAgain(_ entry: Night.Entry, _ id: OccurrenceID, _ cause: RingCause) {
        guard let member = members[id] else { return report(entry, "\(id) rings again, unheard") }
        switch cause {
        case .snoozeEnded: figures.count(.ringsAfterSnooze)
        case .unanswered: figures.count(.ringsAfterSilence)
        case .powerCut: figures.count(.ringsAfterCut)
        }
        if let end = member.end {
            if member.isCarriedOver {
                if entry.at.boot - waitsSince > rules.snoozeLength + NightAudit.longestHold {
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
        members[id]?.isInterrupted = false
        members[id]?.isCarriedOver = false
        ringSince = entry.at.boot
        if let end = member.end, !member.isCarriedOver { ringSince = end }
    }

    private mutating func snoozed(_ entry: Night.Entry, _ id: OccurrenceID, _ until: WallTime) {
        figures.count(.snoozes)
        guard let member = members[id], member.end == nil else {
            return report(entry, "6.4: \(id) is snoozed and does not ring")
        }
        if until - entry.at.wall != rules.snoozeLength {
            report(entry, "6.3: \(id) is snoozed for \(until - entry.at.wall)")
        }
        if let limit = rules.snoozeLimit, member.snoozes >= limit {
            report(entry, "6.3: \(id) is snoozed beyond the limit")
        }
        members[id]?.snoozes += 1
        members[id]?.end = entry.at.boot + rules.snoozeLength
        members[id]?.isCarriedOver = false
    }

    private mutating func silenced(_ entry: Night.Entry, _ id: OccurrenceID) {
        checkSilence(entry, id)
        guard let member = members[id] else { return report(entry, "\(id) is silent, unheard") }
        if member.silences >= rules.automaticRings {
            report(entry, "6.5: \(id) was silent \(member.silences) times before")
        }
        members[id]?.silences += 1
        // From the exact end of N, however late the machine noticed it.
        members[id]?.end =
            (ringSince.map { $0 + rules.ringLength } ?? entry.at.boot) + rules.snoozeLength
        members[id]?.isCarriedOver = false
    }

    /// An event due in the second in which N or a snooze ends comes first, so that end may have to wait (6.5).
    private static let longestHold = Duration.milliseconds(1_300)

    /// 6.5 and 6.1: a ring falls silent when nobody answered for N since the last alarm joined it.
    private mutating func checkSilence(_ entry: Night.Entry, _ id: OccurrenceID) {
        // Timers and naps join it too, but another audit checks them.
        let slack = NightAudit.longestHold
        guard let ringSince, entry.at.boot - ringSince >= rules.ringLength - slack,
            entry.at.boot - ringSince <= rules.ringLength + slack
        else {
            let length = ringSince.map { "\(entry.at.boot - $0)" } ?? "no ring"
            return report(entry, "6.5: \(id) falls silent after \(length)")
        }
    }

    private mutating func missedUnanswered(_ entry: Night.Entry, _ id: OccurrenceID) {
        figures.count(.missedUnanswered)
        checkSilence(entry, id)
        if members.removeValue(forKey: id)?.silences != rules.automaticRings {
            report(entry, "6.5: \(id) is given up too early or too late")
        }
    }

    private mutating func missedLate(
        _ entry: Night.Entry, _ id: OccurrenceID, _ scheduled: Instant, _ count: Int,
        _ missed: inout Set<AlarmID>
    ) {
        figures.count(.missedLate, count)
        if trust != .trusted { report(entry, "2.4: \(id) is missed by a clock nobody trusts") }
        // A cut ended its ring or snooze (9.1, 9.2).
        if members.removeValue(forKey: id) != nil { return }
        if entry.at.wall - WallTime(scheduled) <= AlarmDefaults.grace {
            report(entry, "2.2: \(id) is missed within the grace")
        }
        if !missed.insert(id.alarm).inserted {
            report(entry, "2.3: two records of \(id.alarm) at once")
        }
    }

    // MARK: - At the end

    /// 2.1: each date that passed while the alarm was armed has a note. One record of missed dates stands for
    /// several (2.3).
    private mutating func close(_ night: Night) throws {
        guard night.machine.trust == .trusted else { return }
        let machine = night.machine.alarms
        for alarm in machine.book.alarms where alarm.isEnabled {
            let end = machine.checked
            let start = end.advanced(bySeconds: -30 * 86_400)
            let due = try reckoner(of: alarm.pinnedZone).due(
                alarm.schedule, armedAt: alarm.armedAt, after: start, through: end)
            for (date, instant) in due where !leaps.contains(where: { $0.contains(instant) }) {
                let id = OccurrenceID(alarm: alarm.id, date: date)
                guard !NightAudit.isTold(id, in: night) else { continue }
                figures.count(.forgotten)
                problems.append("2.1: \(id) was forgotten")
            }
        }
    }

    /// Whether a note tells of that date, or of later dates together with it.
    static func isTold(_ occurrence: OccurrenceID, in night: Night) -> Bool {
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
}
