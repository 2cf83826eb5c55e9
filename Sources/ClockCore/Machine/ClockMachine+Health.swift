import ClockTime

// "Will it ring?", answered before sleep (product, H1).
extension ClockMachine {
    /// After this long a confirmation of the time is worth a word: the kernel itself gives a clock up for
    /// unsynchronised some nine hours after the last update (law, 17).
    private static let oldConfirmation = Duration.hours(48)

    var healthSummary: HealthSummary {
        HealthSummary(
            trust: trust, confirmedAgo: confirmedAt.map { now.boot - $0 },
            checks: HealthCheck.Subject.allCases.map(check), rehearsal: rehearsal.result,
            isRehearsing: rehearsal.isRunning)
    }

    /// What the face's one mark says.
    func mark(hasNextAlarm: Bool) -> AlarmMark {
        guard hasNextAlarm else { return .noAlarm }
        if hasDoubts { return .doubtful }
        return rehearsal.result == nil ? .armed : .verified
    }

    /// Whether something may keep a ring from being noticed.
    private var hasDoubts: Bool {
        !decisiveProblems.isEmpty || rehearsal.result.map { !$0.isGood } ?? false
    }

    /// Whether the mark says so; cheaper than the mark while all is well.
    var isMarkDoubtful: Bool {
        hasDoubts && trust != .unknown
            && alarms.nextAlarm(after: now.wall.instant, rules) != nil
    }

    /// What of the known problems may keep a ring from being noticed, or its setting from being kept.
    private var decisiveProblems: [HealthPart] {
        health.keys.filter { part in
            switch part {
            case .display, .bus, .buttons, .outputs, .sound, .storage, .state, .alarms, .board,
                .zone, .volumeControl, .program:
                true
            case .keys: isAnsweringKeyStuck
            case .light, .fallbackSound, .history, .realTimePriority, .catalogue, .stateFolder:
                false
            }
        }
    }

    private func check(_ subject: HealthCheck.Subject) -> HealthCheck {
        switch subject {
        case .time: timeCheck
        case .zone:
            known(
                subject, [.zone], good: "\(zone.name)",
                "choose another zone: noiseclock time zone NAME")
        case .sound: soundCheck
        case .alarmSounds: alarmSoundsCheck
        case .outputs: outputsCheck
        case .display:
            known(subject, [.display, .bus], good: "the display answers", "check its wiring")
        case .keys: keysCheck
        case .storage: storageCheck
        case .program: known(subject, [.program], good: "it runs in order", SafeMode.advice)
        case .nextAlarm: nextAlarmCheck
        case .rehearsal: rehearsalCheck
        }
    }

    private func known(
        _ subject: HealthCheck.Subject, _ parts: [HealthPart], good: String, _ advice: String
    ) -> HealthCheck {
        let problems = parts.compactMap { health[$0] }
        guard !problems.isEmpty else {
            return HealthCheck(subject: subject, verdict: .good, finding: good, advice: nil)
        }
        return HealthCheck(
            subject: subject, verdict: .bad, finding: problems.joined(separator: "; "),
            advice: advice)
    }

    /// What cannot be kept comes first: it asks for something else than what was lost and is over.
    private var storageCheck: HealthCheck {
        if health[.storage] != nil {
            return known(
                .storage, [.storage, .state, .alarms, .stateFolder], good: "",
                "check the memory card; what is set works until the power goes")
        }
        if health[.state] == nil, health[.alarms] == nil, let problem = health[.stateFolder] {
            return HealthCheck(
                subject: .storage, verdict: .notice, finding: problem,
                advice: "take that right from them, and start the clock again")
        }
        return known(
            .storage, [.state, .alarms, .stateFolder], good: "settings are saved",
            "look through what is set, and set anew what is missing; it is saved again"
                + (health[.alarms] == nil
                    ? "" : "; \"noiseclock alarm acknowledge\" ends this notice"))
    }

    /// Somebody knows of the alarms that could not be read. Returns how many notices went.
    mutating func acknowledgeKeptAlarms() -> Int {
        guard health[.alarms] != nil else { return 0 }
        health[.alarms] = nil
        keptAlarms.isAcknowledged = true
        return 1
    }

    private var soundCheck: HealthCheck {
        guard equipment.soundOutputs > 0 else {
            return HealthCheck(
                subject: .sound, verdict: .notice, finding: "this board has no sound output",
                advice: "the other outputs wake")
        }
        guard health[.sound] == nil, health[.volumeControl] == nil, ring.sounded(on: 0) == nil
        else {
            return known(
                .sound, [.sound, .volumeControl], good: "sound came out when it was tried last",
                "check the sound card and its cable; until then the other outputs wake")
        }
        return HealthCheck(
            subject: .sound, verdict: .notice,
            finding: "no ring and no rehearsal has tried the sound output since the start",
            advice: "\"noiseclock health rehearse\" tries it, unheard")
    }

    /// A further sound output is what a ring takes when the first one is silent: while that is well, an alarm
    /// rings without it.
    private var outputsCheck: HealthCheck {
        let parts: [HealthPart] = [.outputs, .fallbackSound, .board]
        let problems = parts.filter { health[$0] != nil }
        if problems == [.fallbackSound], health[.sound] == nil, let problem = health[.fallbackSound]
        {
            return HealthCheck(
                subject: .outputs, verdict: .notice, finding: problem,
                advice: "an alarm sounds on the first; check the other's wiring, and rehearse")
        }
        // Kept by a clock that still took such names; it is opened as ever, so that the ring is heard.
        if problems.isEmpty,
            let name = settings.soundOutput.names.first(where: SoundDeviceName.isByNumber)
        {
            return HealthCheck(
                subject: .outputs, verdict: .notice,
                finding: "sound is set to \"\(name)\", a card by its number, which changes",
                advice: "choose it by its id; \"noiseclock sound outputs\" shows the names")
        }
        let untried = (0..<equipment.soundOutputs).filter { $0 > 0 && ring.sounded(on: $0) == nil }
        if problems.isEmpty, !untried.isEmpty {
            let names = untried.map(RingRung.name(ofOutput:)).joined(separator: ", ")
            return HealthCheck(
                subject: .outputs, verdict: .notice,
                finding: "not tried since the start: \(names)",
                advice: "\"noiseclock health rehearse\" tries them, unheard")
        }
        return known(
            .outputs, parts, good: "nothing is wrong with the board's other outputs",
            "check the wiring and the board file")
    }

    /// A stuck key keeps no alarm from ringing. Without snooze or stop it cannot be answered as usual, which is
    /// worth the mark; the others can wait for the morning.
    private var keysCheck: HealthCheck {
        guard health[.buttons] == nil, !isAnsweringKeyStuck, let problem = health[.keys] else {
            return known(.keys, [.keys, .buttons], good: "no key is stuck", "free the key")
        }
        return HealthCheck(
            subject: .keys, verdict: .notice, finding: problem, advice: "free the key")
    }

    private var isAnsweringKeyStuck: Bool {
        keys.isIgnored(.snooze) || keys.isIgnored(.stop)
    }

    // MARK: - Outputs that stand still

    /// What rings and rehearsals showed of the sound outputs, where these themselves know of nothing wrong.
    private func standstill(of part: HealthPart) -> String? {
        switch part {
        case .sound:
            guard let areMoving = ring.sounded(on: 0) else {
                // Since the start nothing has shown that what the last rehearsal found is mended.
                return rehearsal.result?.problem(of: .sound(output: 0))
                    .map { "in the last rehearsal \($0)" }
            }
            return areMoving ? nil : "no sound came out when it was tried last"
        case .fallbackSound:
            let still = ring.stalledOutputs.filter { $0 > 0 }.map(RingRung.name(ofOutput:))
            return still.isEmpty
                ? nil
                : "no sound came out of \(still.joined(separator: ", ")) when it was tried last"
        case .display, .bus, .buttons, .keys, .outputs, .light, .storage, .state, .alarms,
            .history, .board, .catalogue, .zone, .realTimePriority, .volumeControl, .stateFolder,
            .program:
            return nil
        }
    }

    /// The same report, but for an output that is well by its own word and stands still.
    mutating func besideStandstill(_ report: HealthReport) -> HealthReport {
        guard report.problem == nil else { return report }
        let problem = standstill(of: report.part)
        toldStandstill[report.part] = problem
        // The device is back.
        if problem != nil { planRetrial() }
        return HealthReport(part: report.part, problem: problem)
    }

    /// A device that takes frames and plays none says nothing: the rings and rehearsals that it kept silent do.
    mutating func noticeStandstill(_ step: inout Step) {
        if !step.beganInSilence, !isRinging, !ring.stalledOutputs.isEmpty { planRetrial() }
        for part in [HealthPart.sound, .fallbackSound] {
            // Its own word says more.
            guard health[part] == nil || health[part] == toldStandstill[part] else { continue }
            let problem = standstill(of: part)
            toldStandstill[part] = problem
            take(HealthReport(part: part, problem: problem), &step)
        }
    }

    private var timeCheck: HealthCheck {
        switch trust {
        case .trusted:
            let age = confirmedAt.map { now.boot - $0 } ?? .zero
            guard age > ClockMachine.oldConfirmation else {
                return HealthCheck(
                    subject: .time, verdict: .good, finding: "the time is right", advice: nil)
            }
            return HealthCheck(
                subject: .time, verdict: .notice,
                finding: "the time was confirmed \(DurationText.format(age)) ago",
                advice: "check the network, so that it can be synchronised")
        case .plausible:
            return HealthCheck(
                subject: .time, verdict: .notice,
                finding: "the time is not confirmed; alarms ring by it",
                advice: "connect the network, or set the time: \(TimeReport.howToSet)")
        case .unknown:
            return HealthCheck(
                subject: .time, verdict: .bad, finding: "the time is not known; no alarm can ring",
                advice: "connect the network, or set the time: \(TimeReport.howToSet)")
        }
    }

    private var nextAlarmCheck: HealthCheck {
        guard trust != .unknown else {
            return HealthCheck(
                subject: .nextAlarm, verdict: .notice, finding: "not known without a time",
                advice: nil)
        }
        guard let next = alarms.nextAlarm(after: now.wall.instant, rules) else {
            return lastAlarmCheck
        }
        let civil = zone.civilTime(at: next.occurrence.instant)
        let wait = WallTime(next.occurrence.instant) - now.wall
        return HealthCheck(
            subject: .nextAlarm, verdict: .good,
            finding: "alarm \(next.alarm.id) on \(civil.inWords), "
                + "in \(DurationText.format(wait.inWholeMinutes))",
            advice: nil)
    }

    /// Where no date is ahead on which any alarm rings.
    private var lastAlarmCheck: HealthCheck {
        if let member = alarms.members.first, let alarm = alarms.book[member.occurrence.alarm] {
            let what = alarms.ringing.isEmpty ? "is snoozed, and rings again" : "rings now"
            return HealthCheck(
                subject: .nextAlarm, verdict: .good, finding: "alarm \(alarm.id) \(what)",
                advice: nil)
        }
        guard let heldBack else {
            return HealthCheck(
                subject: .nextAlarm, verdict: .notice, finding: "no alarm is set", advice: nil)
        }
        let skipped = alarms.report(heldBack, context()).skips.first
        let what = skipped.map { "leaves out \($0.date): \(why($0))" } ?? "has no date ahead"
        return HealthCheck(
            subject: .nextAlarm, verdict: .notice, finding: "alarm \(heldBack.id) \(what)",
            advice: "\"noiseclock explain\" says more")
    }

    private var rehearsalCheck: HealthCheck {
        guard let result = rehearsal.result else {
            return HealthCheck(
                subject: .rehearsal, verdict: .notice, finding: "there was none yet", advice: nil)
        }
        let time = zone.civilTime(at: result.at).inWords
        guard !result.isGood else {
            let notices = result.notices.map(\.text).joined(separator: "; ")
            return notices.isEmpty
                ? HealthCheck(
                    subject: .rehearsal, verdict: .good, finding: "all well on \(time)",
                    advice: nil)
                : HealthCheck(
                    subject: .rehearsal, verdict: .notice,
                    finding: "it would ring, on \(time), but: \(notices)",
                    advice: "mend it and rehearse again")
        }
        return HealthCheck(
            subject: .rehearsal, verdict: .bad,
            finding: "on \(time): "
                + (result.problems + result.notices).map(\.text).joined(separator: "; "),
            advice: "mend it and rehearse again")
    }

    // MARK: - The rehearsal

    /// Begins one when its time of day has come. A time that a late wake or a step passed over is made up
    /// for within the hour.
    mutating func advanceRehearsal(_ step: inout Step) {
        if let due = rehearsalDue, due <= now.wall {
            let isFresh = now.wall - due < .hours(1)
            planRehearsal()
            if isFresh { beginRehearsal(&step) }
        }
        if let due = retrialDue, due <= now.boot {
            retrialDue = nil
            if !isRinging { beginRehearsal(&step) }
        }
    }

    /// What stood still in a ring, or since, may be in order again: nobody should read of it without need.
    /// Whoever wants no rehearsal gets none.
    private mutating func planRetrial() {
        guard settings.rehearsal != nil else { return }
        retrialDue = now.boot + ClockMachine.retrialPause
    }

    /// For devices to be closed and opened anew.
    private static let retrialPause = Duration.seconds(10)

    /// Tells what came of it, once all have answered or their time is over.
    mutating func concludeRehearsal(_ step: inout Step) {
        guard let (result, unanswered) = rehearsal.takeResult(at: now, keysDown: keysDown) else {
            return
        }
        for case .sound(let output) in unanswered {
            ring.triedSound(on: output, areMoving: false)
        }
        step.notes.append(.rehearsed(result))
    }

    /// How long a key is down at the least to count as held: a hand that just uses it is no fault.
    private static let heldKey = Duration.seconds(2)

    /// The keys that have been down since the rehearsal began, and for longer than a use of them takes.
    private var keysDown: [Button] {
        guard let began = rehearsal.began else { return [] }
        let since = min(began, now.boot - ClockMachine.heldKey)
        return keys.down(since: since)
    }

    mutating func beginRehearsal(_ step: inout Step) {
        var parts: Set<RehearsalPart> = [.storage]
        for output in 0..<equipment.soundOutputs { parts.insert(.sound(output: output)) }
        if equipment.hasDisplay { parts.insert(.display) }
        guard rehearsal.begin(parts, at: now.boot) else { return }
        step.startsRehearsal = true
    }

    /// Works out when the next one is, from what the zone's clock shows.
    mutating func planRehearsal() {
        guard let time = settings.rehearsal, trust != .unknown else {
            rehearsalDue = nil
            return
        }
        let next = Schedule.daily(at: time).nextOccurrence(
            after: now.wall.instant, armedAt: now.wall.instant, in: zone)
        rehearsalDue = next.map { WallTime($0.instant) }
    }

    mutating func take(_ report: HealthReport, _ step: inout Step) {
        guard health[report.part] != report.problem else { return }
        health[report.part] = report.problem
        step.notes.append(.healthChanged(report))
    }
}

extension CivilTime {
    /// "2025-01-14 at 07:00", for sentences.
    var inWords: String {
        "\(date) at " + (TimeOfDay(hour: hour, minute: minute)?.description ?? "")
    }
}

extension Duration {
    /// Rounded up: "in 0 min" is no answer.
    var inWholeMinutes: Duration {
        let minutes = (wholeNanoseconds + 59_999_999_999) / 60_000_000_000
        return .minutes(Int(minutes))
    }
}
