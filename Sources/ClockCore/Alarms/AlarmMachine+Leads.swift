import ClockTime

// An alarm's signs before its ring: a countdown, a rising light (product, A6a and A11b).
extension AlarmMachine {
    /// The alarms whose countdown or sunrise has begun.
    func approaching(_ context: Context) -> [AlarmBook.Approach] {
        guard context.trust != .unknown else { return [] }
        return book.approaching(at: context.instant, context.rules)
    }

    /// Reports each countdown and each sunrise once, when it begins.
    mutating func noticeLeads(_ context: Context, _ outcome: inout Outcome) {
        let now = context.now.wall
        var countdowns: Set<OccurrenceID> = []
        var sunrises: Set<OccurrenceID> = []
        for approach in approaching(context) {
            let alarm = approach.alarm
            let id = OccurrenceID(alarm: alarm.id, date: approach.occurrence.date)
            if alarm.preAlertLeft(before: approach.occurrence, at: now) != nil {
                countdowns.insert(id)
                if !countdownsBegun.contains(id) {
                    outcome.notes.append(
                        .of(.alarm(id), .preAlert(scheduled: approach.occurrence.instant)))
                }
            }
            if alarm.sunriseLevel(before: approach.occurrence, at: now) != nil {
                sunrises.insert(id)
                if !sunrisesBegun.contains(id) { outcome.notes.append(.of(.alarm(id), .sunrise)) }
            }
        }
        countdownsBegun = countdowns
        sunrisesBegun = sunrises
    }

    // MARK: - Up before the ring

    /// The next ring of which the countdown has run since `start`: several alarms, if they ring at the same instant. A
    /// light that rises alone is no countdown: nothing says how long it lasts.
    func countedDown(since start: WallTime, _ context: Context) -> [AlarmBook.Approach] {
        let counted = approaching(context).filter { approach in
            approach.alarm.preAlertLeft(before: approach.occurrence, at: start) != nil
        }
        let next = counted.map(\.occurrence.instant).min()
        return counted.filter { $0.occurrence.instant == next }
    }

    /// Ends that ring before it comes, because whoever it was to wake is up (law, 6.10). Returns whether there was one.
    mutating func getUp(
        since start: WallTime, _ context: Context, _ outcome: inout Outcome
    ) -> Bool {
        let next = countedDown(since: start, context)
        for approach in next {
            let id = approach.alarm.id
            // It counts as used up now: a correction that moves the clock back past this moment undoes it (5.5).
            let date = Occurrence(
                date: approach.occurrence.date, instant: context.instant, placement: .exact)
            spend(date, of: id, .rung, context)
            book.reschedule(id, after: checked, context.rules)
            outcome.notes.append(.of(.alarm(OccurrenceID(alarm: id, date: date.date)), .gotUp))
        }
        return !next.isEmpty
    }
}

extension Alarm {
    private static let sunriseSteps = 100

    /// How far its light has risen, 0...100; nil if no sunrise is in progress.
    func sunriseLevel(before next: Occurrence, at now: WallTime) -> Int? {
        guard sunrise > .zero else { return nil }
        let left = WallTime(next.instant) - now
        guard left > .zero, left <= sunrise else { return nil }
        let gone = (sunrise - left).wholeNanoseconds * Int64(Alarm.sunriseSteps)
        return Int(gone / sunrise.wholeNanoseconds)
    }

    /// When its countdown begins, or its light begins to rise or rises by a step.
    func nextLeadChange(before next: Occurrence, at now: WallTime) -> WallTime? {
        let ring = WallTime(next.instant)
        var change: WallTime?
        if preAlert > .zero, ring - preAlert > now { change = ring - preAlert }
        guard sunrise > .zero else { return change }
        guard let level = sunriseLevel(before: next, at: now) else {
            return ring - sunrise > now ? earlier(change, ring - sunrise) : change
        }
        let step = sunrise / Alarm.sunriseSteps
        return earlier(change, max(ring - sunrise + step * (level + 1), now + .nanoseconds(1)))
    }
}
