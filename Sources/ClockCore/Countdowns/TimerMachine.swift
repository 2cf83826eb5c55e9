import ClockTime

/// Kitchen timers, any number of them, on the boottime clock (product, T1; law, 8.1).
///
/// Theory of operation. Each timer is in one of four states. These are all transitions:
///
/// | operation | scheduled  | countdown  | paused     | alert      |
/// | --------- | ---------- | ---------- | ---------- | ---------- |
/// | schedule  | countdown  | wrongState | wrongState | wrongState |
/// | cancel    | gone       | gone       | gone       | gone       |
/// | countdown | countdown  | wrongState | wrongState | countdown  |
/// | pause     | wrongState | paused     | wrongState | wrongState |
/// | resume    | wrongState | wrongState | countdown  | wrongState |
/// | stop      | wrongState | over       | over       | over       |
/// | snooze    | wrongState | wrongState | wrongState | countdown  |
/// | repeat    | wrongState | wrongState | wrongState | countdown  |
/// | add       | wrongState | countdown  | paused     | countdown  |
/// | its end   | -          | alert      | -          | -          |
/// | late end  | -          | over       | -          | -          |
/// | silence   | -          | -          | -          | countdown  |
///
/// A refused operation changes nothing. "Over" ends a run: a named timer is then scheduled and can be
/// started again; an unnamed one is gone. For a ring, countdown and snooze are the same: the timer counts
/// down S and rings again. Repeat counts down the full length, add only a minute. A minute that would make
/// a run longer than 24 h is refused (`invalid`). An end later than the grace is missed, and a notice
/// stays. Silence follows an unanswered ring, for S, up to M times; then it is missed, too (6.5). The
/// parent decides when nobody has answered for long enough, because all share one ring (6.1). Stop and
/// snooze keys also apply to everything that rings.
///
/// This file holds operations and time. `TimerMachine+Ring` holds the answers to ringing timers, and
/// `TimerMachine+Restore` saving and restoring.
package struct TimerMachine: Hashable, Sendable {
    /// Ordered by number.
    package internal(set) var timers: [CountdownTimer] = []
    package internal(set) var notices: [CountdownNotice] = []
    var nextNumber = 1

    package init() {}

    package subscript(_ id: TimerID) -> CountdownTimer? { timers.first { $0.id == id } }

    /// Whether any counts down, to its first ring or a later one.
    var isCounting: Bool { timers.contains { $0.countdown != nil } }

    /// Whether any rings.
    var isAlerting: Bool {
        timers.contains { if case .alert = $0.state { true } else { false } }
    }

    /// Whether any fell silent and will ring again.
    var hasSnoozed: Bool {
        timers.contains { timer in
            if case .countdown(_, to: .ringAgain) = timer.state { true } else { false }
        }
    }

    /// When the first running timer ends. One that has ended and waits for a trusted clock does not count.
    func nextEnd(_ context: CountdownContext) -> BootTime? {
        timers.compactMap { timer in
            guard case .countdown(let countdown, to: .ring) = timer.state else { return nil }
            return countdown.nextEnd(context)
        }.min()
    }

    /// When the first snoozed or silent timer rings again.
    func nextRingAgain(_ context: CountdownContext) -> BootTime? {
        timers.compactMap { timer in
            guard case .countdown(let countdown, to: .ringAgain) = timer.state else { return nil }
            return countdown.nextEnd(context)
        }.min()
    }

    // MARK: - Time

    /// Applies what time alone triggers: countdowns end, in the order of their ends.
    mutating func advance(_ context: CountdownContext, _ outcome: inout CountdownOutcome) {
        let over = timers.compactMap { timer in timer.countdown.map { (timer.id, $0) } }
            .filter { $0.1.isOver(at: context.now.boot) }
        for (id, countdown) in over.sorted(by: { $0.1.end < $1.1.end }) {
            end(countdown, of: id, context, &outcome)
        }
    }

    private mutating func end(
        _ countdown: Countdown, of id: TimerID, _ context: CountdownContext,
        _ outcome: inout CountdownOutcome
    ) {
        guard case .countdown(_, let aim) = self[id]?.state else { return }
        var ring: CountdownRing
        switch aim {
        case .ring: ring = CountdownRing(due: context.wall(at: countdown.end).instant)
        case .ringAgain(let again, _): ring = again
        }
        switch countdown.verdict(context) {
        case .ahead, .waits: return
        case .missed: miss(id, ring, .late, &outcome)
        case .due(let lateness):
            switch aim {
            case .ring:
                outcome.notes.append(
                    .of(.timer(id), .fired(scheduled: ring.due, lateness: lateness)))
            case .ringAgain(_, let cause): outcome.notes.append(.of(.timer(id), .rangAgain(cause)))
            }
            ring.patience = context.rings.patience
            update(id) { [ring] in $0.state = .alert(since: context.now.boot, ring) }
            outcome.voices.append(CountdownRings.voice)
        }
    }

    /// The clock is now trusted: corrects estimated ends and gives the pending verdicts.
    mutating func becameTrusted(_ context: CountdownContext, _ outcome: inout CountdownOutcome) {
        for place in timers.indices {
            guard case .countdown(var countdown, let aim) = timers[place].state else { continue }
            countdown.settle(at: context.now)
            timers[place].state = .countdown(countdown, to: aim)
        }
        advance(context, &outcome)
    }

    // MARK: - Operations

    /// Creates a timer, and starts it if asked to.
    mutating func schedule(
        _ length: Duration, name: String?, starts: Bool, _ context: CountdownContext,
        _ outcome: inout CountdownOutcome
    ) throws(CommandError) -> TimerReport {
        guard TimerLimits.length.contains(length) else {
            throw .invalid(field: "seconds", .length(allowed: TimerLimits.length))
        }
        if let name {
            try LabelRule.check(name, field: "name", AlarmLimits.label)
        }
        guard timers.count < TimerLimits.count else { throw .timersFull }
        let timer = CountdownTimer(
            id: TimerID(nextNumber), name: name == "" ? nil : name, length: length)
        nextNumber += 1
        timers.append(timer)
        outcome.notes.append(.of(.timer(timer.id), .scheduled))
        if starts { begin(length, of: timer.id, context, &outcome) }
        return report(self[timer.id] ?? timer, context)
    }

    /// - Parameter run: which run of the timer the request means, if it says so.
    /// - Returns: the timer; nil if it was removed.
    mutating func perform(
        _ operation: Operation, on id: TimerID, run: Int? = nil, by cause: StopCause,
        _ context: CountdownContext, _ outcome: inout CountdownOutcome
    ) throws(CommandError) -> TimerReport? {
        guard let timer = self[id] else { throw .notFoundTimer(id) }
        if let run, run != timer.run { throw .stale }
        switch (operation, timer.state) {
        case (.schedule, .scheduled), (.countdown, .scheduled):
            begin(timer.length, of: id, context, &outcome)
        case (.pause, .countdown(let countdown, let aim)):
            let paused = countdown.paused(at: context.now.boot)
            update(id) { $0.state = .paused(paused, to: aim) }
            outcome.notes.append(.of(.timer(id), .paused(left: paused.left)))
        case (.resume, .paused(let paused, let aim)):
            let countdown = Countdown(paused, from: context.now.boot)
            update(id) { $0.state = .countdown(countdown, to: aim) }
            outcome.notes.append(.of(.timer(id), .resumed(until: context.wall(at: countdown.end))))
        case (.stop, .countdown), (.stop, .paused), (.stop, .alert):
            stop(id, by: cause, &outcome)
        case (.cancel, .scheduled), (.cancel, .countdown), (.cancel, .paused), (.cancel, .alert):
            timers.removeAll { $0.id == id }
            outcome.removed.append(timer)
            outcome.notes.append(.of(.timer(id), .cancelled))
        case (.countdown, .alert(_, let ring)), (.snooze, .alert(_, let ring)):
            snooze(ring, of: id, for: context.rings.snoozeLength, context, &outcome)
        case (.repeat, .alert):
            outcome.notes.append(.of(.timer(id), .stopped(by: cause)))
            begin(timer.length, of: id, context, &outcome)
        case (.add, .countdown(var countdown, let aim)):
            try checkExtension(of: countdown.total)
            countdown.extend(by: TimerLimits.added)
            update(id) { $0.state = .countdown(countdown, to: aim) }
            outcome.notes.append(.of(.timer(id), .extended(until: context.wall(at: countdown.end))))
        case (.add, .paused(var paused, let aim)):
            try checkExtension(of: paused.total)
            paused.total += TimerLimits.added
            paused.left += TimerLimits.added
            update(id) { $0.state = .paused(paused, to: aim) }
            outcome.notes.append(.of(.timer(id), .extended(until: nil)))
        case (.add, .alert):
            outcome.notes.append(.of(.timer(id), .stopped(by: cause)))
            begin(TimerLimits.added, of: id, context, &outcome)
        case (.schedule, .countdown), (.schedule, .paused), (.schedule, .alert),
            (.countdown, .countdown), (.countdown, .paused),
            (.pause, .scheduled), (.pause, .paused), (.pause, .alert),
            (.resume, .scheduled), (.resume, .countdown), (.resume, .alert),
            (.stop, .scheduled),
            (.snooze, .scheduled), (.snooze, .countdown), (.snooze, .paused),
            (.repeat, .scheduled), (.repeat, .countdown), (.repeat, .paused),
            (.add, .scheduled):
            throw .wrongState(.timer(id, timer.state.condition))
        }
        // A timer resumed with no time left ends at once.
        advance(context, &outcome)
        return self[id].map { report($0, context) }
    }

    private mutating func begin(
        _ total: Duration, of id: TimerID, _ context: CountdownContext,
        _ outcome: inout CountdownOutcome
    ) {
        update(id) { timer in
            timer.run &+= 1
            timer.state = .countdown(Countdown(total, from: context.now.boot), to: .ring)
        }
        outcome.notes.append(.of(.timer(id), .started(until: context.now.wall + total)))
    }

    private func checkExtension(of total: Duration) throws(CommandError) {
        guard TimerLimits.length.contains(total + TimerLimits.added) else {
            throw .invalid(field: "seconds", .sum(most: TimerLimits.length.upperBound))
        }
    }

    // MARK: - Ends

    mutating func update(_ id: TimerID, _ change: (inout CountdownTimer) -> Void) {
        guard let place = timers.firstIndex(where: { $0.id == id }) else { return }
        change(&timers[place])
    }

    mutating func stop(
        _ id: TimerID, by cause: StopCause, _ outcome: inout CountdownOutcome
    ) {
        putAway(id, &outcome)
        outcome.notes.append(.of(.timer(id), .stopped(by: cause)))
    }

    mutating func miss(
        _ id: TimerID, _ ring: CountdownRing, _ reason: MissReason,
        _ outcome: inout CountdownOutcome
    ) {
        notices.append(
            CountdownNotice(timer: id, name: self[id]?.name, due: ring.due, reason: reason))
        if notices.count > CountdownNotice.capacity { notices.removeFirst() }
        putAway(id, &outcome)
        outcome.notes.append(.of(.timer(id), .missed(scheduled: ring.due, reason)))
    }

    /// Ends a timer's run: a named timer stays and can be restarted; an unnamed one is removed.
    private mutating func putAway(_ id: TimerID, _ outcome: inout CountdownOutcome) {
        guard let timer = self[id], timer.name == nil else {
            return update(id) { $0.state = .scheduled }
        }
        timers.removeAll { $0.id == id }
        outcome.removed.append(timer)
    }

    // MARK: - Reports

    func reports(_ context: CountdownContext) -> [TimerReport] {
        timers.map { report($0, context) }
    }

    private func report(_ timer: CountdownTimer, _ context: CountdownContext) -> TimerReport {
        let ring = timer.ring
        var report = TimerReport(
            id: timer.id, name: timer.name, length: timer.length, run: timer.run,
            state: timer.state.name, left: nil, form: CountdownForm(of: timer.length),
            presentation: nil, snoozes: ring?.snoozes ?? 0, silences: ring?.silences ?? 0)
        switch timer.state {
        case .scheduled, .alert: break
        case .countdown(let countdown, _):
            report.left = countdown.left(at: context.now.boot)
            report.form = CountdownForm(of: countdown.total)
            report.until = context.wall(at: countdown.end)
            report.presentation = CountdownPresentation(
                totalCountdownDuration: countdown.total,
                previouslyElapsedDuration: countdown.previouslyElapsed,
                startDate: context.wall(at: countdown.start),
                fireDate: context.wall(at: countdown.end))
        case .paused(let paused, _):
            report.left = paused.left
            report.form = CountdownForm(of: paused.total)
            report.presentation = CountdownPresentation(
                totalCountdownDuration: paused.total,
                previouslyElapsedDuration: paused.total - paused.left)
        }
        return report
    }
}
