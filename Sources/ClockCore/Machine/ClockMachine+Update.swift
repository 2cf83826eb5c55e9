import ClockTime

// Updates: whether one may begin, and whether a program that has just been started is good. Nobody may
// oversleep for a new version, and none that cannot ring may stay.
extension ClockMachine {
    /// So long before a ring no update begins: it takes the clock away for minutes, and where the new program
    /// is not good it takes as long again to come back.
    static let updateDistance = Duration.hours(1)

    /// Nil: an update may begin.
    var updateHindrance: UpdateHindrance? {
        if isRinging { return UpdateHindrance(.ringing, "something rings; stop it first") }
        if !alarms.snoozed.isEmpty || timers.hasSnoozed {
            return UpdateHindrance(.snoozed, "something is snoozed and rings again; stop it first")
        }
        if nap.state != .idle {
            return UpdateHindrance(.napping, "somebody naps; the nap has to end first")
        }
        if trust == .unknown, alarms.book.alarms.contains(where: \.isEnabled) {
            return UpdateHindrance(
                .timeUnknown,
                "the time is not known, so nobody knows how near the next alarm is; set it first: "
                    + TimeReport.howToSet)
        }
        guard let next = nextUpdateBarrier, next.left <= ClockMachine.updateDistance else {
            return nil
        }
        return UpdateHindrance(
            .ringSoon,
            "\(next.what) in \(DurationText.format(next.left.inWholeMinutes)); no update begins in "
                + "the last hour before")
    }

    /// What comes first of all rings, and of what leads to them, as far as an update has to keep away from it.
    private var nextUpdateBarrier: (what: String, left: Duration)? {
        var barriers = timers.reports(countdownContext).compactMap { report in
            report.state == .countdown
                ? report.left.map { (what: "timer \(report.id) rings", left: $0) } : nil
        }
        guard trust != .unknown else { return barriers.min { $0.left < $1.left } }
        let now = now.wall
        if let next = alarms.nextAlarm(after: now.instant, rules) {
            barriers.append(
                ("alarm \(next.alarm.id) rings", WallTime(next.occurrence.instant) - now))
        }
        // One that rings later may show earlier.
        let horizon = (now + ClockMachine.updateDistance).instant
        for approach in alarms.book.approaching(at: horizon, rules) {
            let alarm = approach.alarm
            let start = WallTime(approach.occurrence.instant) - alarm.lead
            let what = alarm.sunrise >= alarm.preAlert ? "sunrise" : "countdown"
            barriers.append(("the \(what) of alarm \(alarm.id) begins", max(.zero, start - now)))
        }
        return barriers.min { $0.left < $1.left }
    }

    // MARK: - Whether this program is good

    /// What was seen since the start of what an update asks for.
    struct SeenSinceStart: Hashable, Sendable {
        /// The state was taken up, and what is due is waited for.
        var isStarted = false
        var hadState = false
        /// Alarms that the program before this one could read.
        var newlyUnreadableAlarms = 0
        /// Whether the display acknowledged all that it should show, when it was asked last.
        var displayAnswers: Bool?
        /// When something was tried last because somebody asked.
        var triedAt: BootTime?

        mutating func noteStart(from saved: PersistentState?) {
            isStarted = true
            hadState = saved != nil
            newlyUnreadableAlarms = saved?.unreadableAlarms ?? 0
        }
    }

    /// A part, but for a sound output, has answered a rehearsal.
    mutating func partAnswered(_ part: RehearsalPart, problem: String?) {
        rehearsal.answered(part, problem: problem)
        if part == .display { seen.displayAnswers = problem == nil }
    }

    /// How long it takes until what failed is tried again.
    static let readinessRetry = Duration.seconds(10)

    var updateReadiness: UpdateReadiness {
        UpdateReadiness(checks: [armedCheck, drawnCheck, openedSoundCheck, loadedStateCheck])
    }

    /// Whoever asks need not wait for the evening: what was not tried yet, or failed, is tried now.
    mutating func tryForReadiness(_ step: inout Step) {
        guard !drawnCheck.isGood || !openedSoundCheck.isGood, !isRinging, !rehearsal.isRunning,
            seen.triedAt.map({ now.boot - $0 >= ClockMachine.readinessRetry }) ?? true
        else { return }
        seen.triedAt = now.boot
        beginRehearsal(&step)
    }

    private var armedCheck: UpdateReadiness.Check {
        guard seen.isStarted else {
            return .init(.armed, isGood: false, "the clock has not begun")
        }
        // It rings, but no update may bring a clock that crashes.
        guard !isSafe else {
            return .init(.armed, isGood: false, "the clock crashed again and again: safe mode")
        }
        guard trust != .unknown else {
            return .init(.armed, isGood: true, "the clock waits for the time to be known")
        }
        guard let next = alarms.nextAlarm(after: now.wall.instant, rules) else {
            return .init(.armed, isGood: true, "the clock is armed; no alarm is ahead")
        }
        // What would wake it for this alarm must lie no later than the alarm.
        guard let wake = nextWake.bootTime(asSeenAt: now),
            wake <= now.boot + (WallTime(next.occurrence.instant) - now.wall)
        else {
            return .init(.armed, isGood: false, "nothing wakes the clock for the next alarm")
        }
        let civil = zone.civilTime(at: next.occurrence.instant)
        return .init(
            .armed, isGood: true,
            "the clock is armed; alarm \(next.alarm.id) is on \(civil.inWords)")
    }

    private var drawnCheck: UpdateReadiness.Check {
        guard equipment.hasDisplay else {
            return .init(.display, isGood: true, "this board has no display")
        }
        let problems = [HealthPart.display, .bus].compactMap { health[$0] }
        guard problems.isEmpty else {
            return .init(.display, isGood: false, problems.joined(separator: "; "))
        }
        switch seen.displayAnswers {
        case nil: return .init(.display, isGood: false, "the display was not tried yet")
        case false?: return .init(.display, isGood: false, "the display did not answer")
        case true?: return .init(.display, isGood: true, "the display answers")
        }
    }

    private var openedSoundCheck: UpdateReadiness.Check {
        guard equipment.soundOutputs > 0 else {
            return .init(.sound, isGood: true, "this board has no sound output")
        }
        switch ring.sounded(on: 0) {
        case nil:
            return .init(.sound, isGood: false, health[.sound] ?? "the sound was not tried yet")
        case false?:
            return .init(
                .sound, isGood: false, health[.sound] ?? "no sound came out when it was tried last")
        case true?: return .init(.sound, isGood: true, "sound comes out")
        }
    }

    private var loadedStateCheck: UpdateReadiness.Check {
        guard seen.isStarted else {
            return .init(.state, isGood: false, "the state was not loaded yet")
        }
        if seen.newlyUnreadableAlarms > 0 {
            return .init(
                .state, isGood: false,
                "\(seen.newlyUnreadableAlarms) of the stored alarms could not be read")
        }
        guard !seen.hadState else { return .init(.state, isGood: true, "the state is loaded") }
        // A start from nothing is well only where there was nothing.
        if let problem = health[.state] { return .init(.state, isGood: false, problem) }
        return .init(.state, isGood: true, "this is a new clock; there was no state yet")
    }
}
