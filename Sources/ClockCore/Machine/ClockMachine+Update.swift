import ClockTime

// Updates: whether one may begin, and whether a freshly started program is good. Nobody may oversleep because of an
// update, and no program that cannot ring may stay.
extension ClockMachine {
    /// No update begins within this time before a ring. An update takes the clock away for minutes, and rolling back a
    /// bad program takes as long again.
    static let updateDistance = Duration.hours(1)

    /// Nil: an update may begin.
    var updateHindrance: UpdateHindrance? {
        if isRinging { return .ringing }
        if ringing.alarms.hasSnoozed || ringing.timers.hasSnoozed { return .snoozed }
        if ringing.nap.state != .idle { return .napping }
        if trust == .unknown, ringing.alarms.book.alarms.contains(where: \.isEnabled) {
            return .timeUnknown
        }
        guard let next = nextUpdateBarrier, next.left <= ClockMachine.updateDistance else {
            return nil
        }
        return .ringSoon(next.what, left: next.left)
    }

    /// The first upcoming ring, or lead to a ring, that an update must stay clear of.
    private var nextUpdateBarrier: (what: UpdateHindrance.Barrier, left: Duration)? {
        var barriers: [(what: UpdateHindrance.Barrier, left: Duration)] = []
        for report in ringing.timers.reports(countdownContext) where report.state == .countdown {
            if let left = report.left { barriers.append((.timer(report.id), left)) }
        }
        guard trust != .unknown else { return barriers.min { $0.left < $1.left } }
        let now = now.wall
        if let next = ringing.alarms.nextAlarm(after: now.instant, ringing.rules) {
            barriers.append((.alarm(next.alarm.name), WallTime(next.occurrence.instant) - now))
        }
        // An alarm that rings later may show something earlier.
        let horizon = (now + ClockMachine.updateDistance).instant
        for approach in ringing.alarms.book.approaching(at: horizon, ringing.rules) {
            let alarm = approach.alarm
            let start = WallTime(approach.occurrence.instant) - alarm.lead
            barriers.append(
                (
                    alarm.sunrise >= alarm.preAlert ? .sunrise(alarm.name) : .countdown(alarm.name),
                    max(.zero, start - now)
                ))
        }
        return barriers.min { $0.left < $1.left }
    }

    /// What a person does and sees goes first, and nobody is woken for how a trial ended.
    mutating func tell(_ news: UpdateNews, _ step: inout Step) {
        step.notes.append(.updateTold(news))
        guard equipment.hasDisplay, !isRinging, showing.menu == nil,
            news.isAwaited || !isDisplayAsleep
        else { return }
        showing.face.endTest()
        showing.face.showMessage(news.text, until: now.boot + Announcements.length, at: now.boot)
        step.notes.append(.pageShown(.message))
    }

    // MARK: - Readiness of this program

    /// What has been seen since the start of the evidence that an update needs.
    struct SeenSinceStart: Hashable, Sendable {
        /// The state was restored, and due times are being awaited.
        var isStarted = false
        var hadState = false
        /// Alarms that the previous program could read and this one cannot.
        var newlyUnreadableAlarms = 0
        /// Whether the display acknowledged all its content when last asked.
        var displayAnswers: Bool?
        /// When parts were last tested on request.
        var triedAt: BootTime?

        mutating func noteStart(from saved: PersistentState?) {
            isStarted = true
            hadState = saved != nil
            newlyUnreadableAlarms = saved?.unreadableAlarms ?? 0
        }
    }

    /// A part other than a sound output answered a rehearsal.
    mutating func partAnswered(_ part: RehearsalPart, problem: String?) {
        rehearsal.answered(part, problem: problem)
        if part == .display { seen.displayAnswers = problem == nil }
    }

    /// How long to wait before failed parts are tested again.
    static let readinessRetry = Duration.seconds(10)

    var updateReadiness: UpdateReadiness {
        UpdateReadiness(checks: [armedCheck, drawnCheck, openedSoundCheck, loadedStateCheck])
    }

    /// A readiness query need not wait for the evening: parts that are untested or failed are tested now.
    mutating func tryForReadiness(_ step: inout Step) {
        guard !drawnCheck.isGood || !openedSoundCheck.isGood, !isRinging, !rehearsal.isRunning,
            seen.triedAt.map({ now.boot - $0 >= ClockMachine.readinessRetry }) ?? true
        else { return }
        seen.triedAt = now.boot
        beginRehearsal(&step)
    }

    private var armedCheck: UpdateReadiness.Check {
        guard seen.isStarted else { return .init(.armed, isGood: false, .notBegun) }
        // The program rings, but no update may leave a crashing clock.
        guard !isSafe else { return .init(.armed, isGood: false, .crashedAgain) }
        guard trust != .unknown else { return .init(.armed, isGood: true, .waitsForTime) }
        guard let next = nextAlarm else { return .init(.armed, isGood: true, .armedForNothing) }
        // The wake-up for this alarm must come no later than the alarm.
        guard let wake = nextWake.bootTime(asSeenAt: now),
            wake <= now.bootTime(at: WallTime(next.occurrence.instant))
        else { return .init(.armed, isGood: false, .nothingWakes) }
        let civil = zone.civilTime(at: next.occurrence.instant)
        return .init(.armed, isGood: true, .armed(next.alarm.name, at: civil))
    }

    private var drawnCheck: UpdateReadiness.Check {
        guard equipment.hasDisplay else { return .init(.display, isGood: true, .noDisplay) }
        let problems = [HealthPart.display, .bus].compactMap { health[$0] }
        guard problems.isEmpty else { return .init(.display, isGood: false, .inWords(problems)) }
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
        let problem = health[.sound].map { Finding.inWords([$0]) }
        switch ringing.ring.sounded(on: 0) {
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
        // An empty start is fine only if nothing was stored.
        if let problem = health[.state] { return .init(.state, isGood: false, .inWords([problem])) }
        return .init(.state, isGood: true, .newClock)
    }
}
