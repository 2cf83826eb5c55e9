import ClockTime

// Updates: whether one may begin, and whether a program that has just been started is good. Nobody may
// oversleep for a new version, and none that cannot ring may stay.
extension ClockMachine {
    /// So long before a ring no update begins: it takes the clock away for minutes, and where the new program
    /// is not good it takes as long again to come back.
    static let updateDistance = Duration.hours(1)

    /// Nil: an update may begin.
    var updateHindrance: UpdateHindrance? {
        if isRinging { return .ringing }
        if !alarms.snoozed.isEmpty || timers.hasSnoozed { return .snoozed }
        if nap.state != .idle { return .napping }
        if trust == .unknown, alarms.book.alarms.contains(where: \.isEnabled) {
            return .timeUnknown
        }
        guard let next = nextUpdateBarrier, next.left <= ClockMachine.updateDistance else {
            return nil
        }
        return .ringSoon(next.what, left: next.left.inWholeMinutes)
    }

    /// What comes first of all rings, and of what leads to them, as far as an update has to keep away from it.
    private var nextUpdateBarrier: (what: UpdateHindrance.Barrier, left: Duration)? {
        var barriers: [(what: UpdateHindrance.Barrier, left: Duration)] = []
        for report in timers.reports(countdownContext) where report.state == .countdown {
            if let left = report.left { barriers.append((.timer(report.id), left)) }
        }
        guard trust != .unknown else { return barriers.min { $0.left < $1.left } }
        let now = now.wall
        if let next = alarms.nextAlarm(after: now.instant, rules) {
            barriers.append((.alarm(next.alarm.id), WallTime(next.occurrence.instant) - now))
        }
        // One that rings later may show earlier.
        let horizon = (now + ClockMachine.updateDistance).instant
        for approach in alarms.book.approaching(at: horizon, rules) {
            let alarm = approach.alarm
            let start = WallTime(approach.occurrence.instant) - alarm.lead
            barriers.append(
                (
                    alarm.sunrise >= alarm.preAlert ? .sunrise(alarm.id) : .countdown(alarm.id),
                    max(.zero, start - now)
                ))
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
        guard seen.isStarted else { return .init(.armed, isGood: false, .notBegun) }
        // It rings, but no update may bring a clock that crashes.
        guard !isSafe else { return .init(.armed, isGood: false, .crashedAgain) }
        guard trust != .unknown else { return .init(.armed, isGood: true, .waitsForTime) }
        guard let next = alarms.nextAlarm(after: now.wall.instant, rules) else {
            return .init(.armed, isGood: true, .armedForNothing)
        }
        // What would wake it for this alarm must lie no later than the alarm.
        guard let wake = nextWake.bootTime(asSeenAt: now),
            wake <= now.boot + (WallTime(next.occurrence.instant) - now.wall)
        else { return .init(.armed, isGood: false, .nothingWakes) }
        let civil = zone.civilTime(at: next.occurrence.instant)
        return .init(.armed, isGood: true, .armed(next.alarm.id, at: civil))
    }

    private var drawnCheck: UpdateReadiness.Check {
        guard equipment.hasDisplay else { return .init(.display, isGood: true, .noDisplay) }
        let problems = [HealthPart.display, .bus].compactMap { health[$0] }
        guard problems.isEmpty else { return .init(.display, isGood: false, .told(problems)) }
        switch seen.displayAnswers {
        case nil: return .init(.display, isGood: false, .displayNotTried)
        case false?: return .init(.display, isGood: false, .displaySilent)
        case true?: return .init(.display, isGood: true, .displayAnswers)
        }
    }

    private var openedSoundCheck: UpdateReadiness.Check {
        guard equipment.soundOutputs > 0 else {
            return .init(.sound, isGood: true, .noSoundOutput)
        }
        let problem = health[.sound].map { Finding.told([$0]) }
        switch ring.sounded(on: 0) {
        case nil: return .init(.sound, isGood: false, problem ?? .soundUntried)
        case false?: return .init(.sound, isGood: false, problem ?? .noSoundCameOut)
        case true?: return .init(.sound, isGood: true, .soundComesOut)
        }
    }

    private var loadedStateCheck: UpdateReadiness.Check {
        guard seen.isStarted else { return .init(.state, isGood: false, .stateNotLoaded) }
        if seen.newlyUnreadableAlarms > 0 {
            let unread = seen.newlyUnreadableAlarms
            return .init(.state, isGood: false, .alarmsUnreadable(unread))
        }
        guard !seen.hadState else { return .init(.state, isGood: true, .stateLoaded) }
        // A start from nothing is well only where there was nothing.
        if let problem = health[.state] { return .init(.state, isGood: false, .told([problem])) }
        return .init(.state, isGood: true, .newClock)
    }
}
