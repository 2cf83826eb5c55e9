package import ClockTime

/// The clock's logic, isolated from the outside world.
///
/// Theory of operation. The machine and its shell follow one rule:
///
///   wait for an event or for `nextWake`; call `handle` once; carry out every effect it returns, in order;
///   paint `snapshot` if it differs from the last one painted; wait again.
///
/// The machine reads no clock, uses no random source, does no I/O and writes no log. Every event carries the wall time
/// and the boot time. The same events at the same moments give the same effects, so tests can replay a whole night in a
/// second, and every failure is reproducible.
///
/// It consists of smaller machines of the same shape, which do not know each other. Three of them are floors that
/// compose others: what rings (`RingingMachine`), what plays besides (`PlayingMachine`) and what the clock shows
/// (`ShowingMachine`). Beside them are what is known of the time (`TimeKeeper`), keys (`KeyMachine`, `EditingKeys`),
/// rehearsals (`RehearsalMachine`), stalled outputs (`StandstillWatch`) and saving (`SavingMachine`). This parent keeps
/// the order of a step, and decides what an event means for each of them. Only it emits effects, of which
/// `EmittedOutputs` leaves out those that change nothing. `ClockMachine+Buttons` defines what each key does;
/// `ClockMachine+Commands` defines what each command does.
///
/// Saving: a step that changes persistent state (`KeptState`) emits one `.save` at its end. No other code requests a
/// save. Replies to commands that change such state wait for it; nothing that rings does.
package struct ClockMachine: Hashable, Sendable {
    package internal(set) var ringing: RingingMachine
    package internal(set) var rehearsal: RehearsalMachine
    @OnHeap package internal(set) var settings: Settings
    package internal(set) var playing: PlayingMachine
    package internal(set) var showing: ShowingMachine
    var time: TimeKeeper
    package internal(set) var health: [HealthPart: String] = [:]
    package internal(set) var history: History
    var seen = SeenSinceStart()
    var standstillWatch = StandstillWatch()
    /// By output, in the order in which alarms use them.
    var outputProblems: [Int: OutputProblem] = [:]
    /// Changes of the outputs whose answers wait for the list of devices.
    var outputChanges: Set<RequestID> = []
    /// The doubt about the next ring that was last noted (`noteOutlook`).
    var isDoubtNoted = false

    var pairing = PairingMachine()
    var told: ToldAddresses?
    var mqtt = MqttDoor()
    /// What `undo` takes back; lost with a restart.
    var undoable = Undoable.nothing
    var keys = KeyMachine()
    var editingKeys = EditingKeys()

    let equipment: Equipment
    let boot: BootID
    /// The state to restore in the first step; nil afterwards.
    @OnHeap private var saved: PersistentState?
    /// The rules of the saved zone if this start uses another one; nil after the first step.
    @OnHeap private var leftZone: Zone?
    package private(set) var now: Moment
    /// What a newer program wrote into the restored state, as far as no part of the machine keeps it (product, A10).
    @OnHeap private(set) var foreign: PersistentState?
    var keptAlarms: KeptAlarms

    var saving: SavingMachine
    private var emitted = EmittedOutputs()
    var pressFeedback = PressFeedback()
    var lamp = LampMachine()
    var breathing = BreathingGuide()
    /// Whether do not disturb was active at the last step.
    var isQuiet = false

    /// The machine wakes at least this often, so that it notices every clock step and drift (law, 17).
    static let longestSleep = Duration.seconds(60)

    /// - Parameters:
    ///   - saved: what the store held; nil on a new clock or if the store was unreadable.
    ///   - zone: the rules of the clock's zone.
    ///   - leftZone: the rules of the saved zone, if a user chose another one for this start. They decide what was due
    ///     in the meantime (law, 4.1).
    ///   - pinned: the rules of the zones that alarms are pinned to.
    ///   - safeMode: why everything a ring does not need is disabled (SafeMode.swift), for people; nil: normal mode.
    ///   - history: the records that the store held.
    ///   - madeAt: the program's build time; a user may not set the clock earlier.
    ///   - floor: a lower bound for any correct time. It decides whether an untrusted clock is plausible or unknown,
    ///     now and at each event. Nil: the trust stays unchanged until an event changes it.
    ///   - startTimes: what a clock that knows nothing may have shown when the kernel started.
    package init(
        restoring saved: PersistentState?, zone: Zone, leftZone: Zone? = nil, pinned: [Zone] = [],
        trust: ClockTrust, boot: BootID, catalogue: SoundCatalogue = .least,
        equipment: Equipment = Equipment(), safeMode: String? = nil,
        history: [HistoryRecord] = [], chance: UInt64 = 0, madeAt: Instant? = nil,
        floor: WallTime? = nil, startTimes: [ClosedRange<WallTime>] = [], at now: Moment
    ) {
        self.saved = saved
        health[.program] = safeMode
        self.leftZone = leftZone
        self.equipment = equipment
        ringing = RingingMachine(
            restoring: saved, zone, pinned: pinned, equipment, isSafe: safeMode != nil)
        rehearsal = RehearsalMachine(restoring: saved?.rehearsal)
        time = TimeKeeper(
            trust: trust, lastTrusted: saved?.lastTrusted,
            isDateGuessed: saved?.isDateGuessed ?? false, madeAt: madeAt, floor: floor,
            startTimes: startTimes, showing: now)
        self.boot = boot
        self.now = now
        settings = saved?.settings ?? Settings()
        playing = PlayingMachine(saved?.noise ?? NoiseState(), catalogue, chance: chance)
        self.history = History(restoring: history, saved)
        foreign = saved?.foreignAlone
        keptAlarms = saved?.keptAlarms ?? KeptAlarms()
        showing = ShowingMachine(
            restoring: saved, equipment, menuStart: madeAt ?? Instant(seconds: 0), at: now.boot)
        saving = SavingMachine(at: now.boot)
        saving.begin(with: kept)
    }

    // MARK: - The contract

    package mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        var step = Step()
        step.keyTime = KeyMachine.time(of: event, at: now)
        step.beganInSilence = !isRinging
        notice(event, at: now, &step)
        advance(&step)
        act(on: event, &step)
        return finish(&step)
    }

    /// The latest time for `handle(.wake)`.
    package var nextWake: Deadline {
        let context = showingContext
        var deadline = ringing.nextWake(ringingContext)
        deadline = deadline.earliest(
            Deadline(
                wall: nextFaceChange(context),
                boot: earlier(
                    earlier(showing.face.nextWake, showing.nextChange(context)),
                    nextCountdownChange(context))))
        deadline = deadline.earliest(
            Deadline(wall: nextQuietChange, boot: playing.nextWake(fades)))
        deadline = deadline.earliest(rehearsal.nextWake)
        deadline = deadline.earliest(nextLampWake)
        deadline = deadline.earliest(Deadline(boot: breathing.nextWake(after: now.boot)))
        let nextKeyWake = earlier(
            keys.nextWake(nextTaskEnd), pressFeedback.nextWake(after: now.boot))
        deadline = deadline.earliest(Deadline(boot: earlier(nextKeyWake, nextMenuWake)))
        let nextSave = saving.nextWake(countsUntrusted: countsUntrusted)
        deadline = deadline.earliest(Deadline(boot: nextPairingWake))
        return deadline.earliest(
            Deadline(boot: min(nextSave, now.boot + ClockMachine.longestSleep)))
    }

    /// What a step collects as it runs.
    struct Step {
        var ringing = RingingMachine.Outcome()
        var answers: [(RequestID, Answer, awaitsSave: Bool)] = []
        /// Questions for a host.
        var questions: [(RequestID, HostQuestion)] = []
        /// The time that the host must set the wall clock to.
        var clockSetting: (RequestID, to: Moment)?
        /// Forces a save of the current times, even if nothing else changed.
        var recordsTime = false
        /// Asks all parts to prove that they work.
        var startsRehearsal = false
        /// Asks for a code and a token.
        var drawsSecrets = false
        /// The paired devices are others than before, or who may read is.
        var changesAdmission = false
        /// When the key of this event moved.
        var keyTime: BootTime?
        /// Nothing rang when the step began.
        var beganInSilence = true

        /// Of the parent and all machines, in the order in which they were made.
        var notes: [Note] {
            _read { yield ringing.notes }
            _modify { yield &ringing.notes }
        }

        mutating func reply(
            to request: RequestID, with reply: Reply, awaitsSave: Bool = false,
            notices: [ChangeNotice] = []
        ) {
            let answer = Answer(reply, awaitsSave ? .saved : nil, notices: notices)
            answers.append((request, answer, awaitsSave))
        }
    }

    package var trust: ClockTrust { time.trust }
    /// The rules of the clock's zone.
    package var zone: Zone { _read { yield ringing.rules.local } }

    // MARK: - The phases of a step

    /// Handles first what the event says about time: steps of the wall clock, trust and zone.
    private mutating func notice(_ event: Event, at now: Moment, _ step: inout Step) {
        let before = self.now
        self.now = now
        switch event {
        case .started:
            start(&step)
            return
        case .clockAdjusted(_, .outside): measureStep(from: before, .outside, &step)
        case .clockAdjusted(let newTrust, let cause):
            if cause == .user { time.announceStep(at: now.boot) }
            measureStep(from: before, cause, &step)
            changeTrust(to: newTrust, by: cause, &step)
            if newTrust == .trusted { time.confirm(at: now.boot) }
            planRehearsal()
            return
        case .zoneChanged(let newZone, let cause):
            measureStep(from: before, .outside, &step)
            changeZone(to: newZone, by: cause, &step)
        case .pinnedZoneChanged(let newZone):
            measureStep(from: before, .outside, &step)
            let old = ringing.rules
            ringing.rules.pinned[newZone.name] = newZone
            ringing.alarms.zoneChanged(.synchronised, from: old, alarmContext, &step.ringing.alarms)
            step.recordsTime = true
        case .clockSet(_, let outcome):
            measureStep(from: before, .outside, &step)
            if case .done = outcome { confirmTime(&step) }
        case .wake, .button, .buttonHeldAtStart, .lightMeasured, .batteryRead, .health,
            .alarmFrames, .cardTaken, .rehearsed, .soundRehearsed, .soundMoved,
            .outputProblem, .command, .dryRun, .answered, .backupRead, .catalogueChanged,
            .fontsChanged,
            .secretsDrawn, .deviceUsed, .saved:
            measureStep(from: before, .outside, &step)
        }
        // Must follow the step's measurement. It moves alarms armed while the time was unknown (law, 5.4) and returns
        // dates that a clock running ahead used up (5.5), however far it ran ahead.
        changeTrust(to: time.trustByFloor(showing: now), by: .synchronised, &step)
    }

    private mutating func start(_ step: inout Step) {
        let saved = self.saved
        step.notes.append(.booted(trust: trust, hadSavedState: saved != nil))
        if isSafe { beginSafely(&step) }
        if let saved {
            let zone = ringing.rules.local
            ringing.rules.local = leftZone ?? zone
            ringing.alarms.restart(from: saved, boot: boot, alarmContext, &step.ringing.alarms)
            ringing.restartCountdowns(from: saved, boot: boot, ringingContext, &step.ringing)
            playing.sleep.restart(
                from: saved.countdowns.sleep, SavedMoment(saved, boot: boot), countdownContext)
            reportOldRecords(saved, &step)
            // The clock has caught up; now apply the user's zone change.
            if leftZone != nil { changeZone(to: zone, by: .user, &step) }
        } else {
            ringing.alarms.checked = now.wall.instant
        }
        seen.noteStart(from: saved)
        showing.firstStart.opensAt = now.boot + ShowingMachine.FirstStart.patience
        (self.saved, leftZone) = (nil, nil)
        if trust == .trusted { time.confirm(at: now.boot) }
        planRehearsal()
        rehearsal.started(at: now.boot)
        step.recordsTime = true
        step.changesAdmission = true
    }

    /// Then applies everything due by time alone, so that a command or key meets the current state, not the state of
    /// the last event.
    private mutating func advance(_ step: inout Step) {
        ringing.advance(ringingContext, &step.ringing)
        forgetKeysOfRing(&step)
        // A key pressed before the ring meant something else. Only a press that begins during the ring answers it (law,
        // 13).
        if step.beganInSilence, isRinging {
            keys.spendAll(at: now.boot)
            keys.forgetHold(before: now.boot)
        }
        advanceKeys(&step)
        playing.advance(fades, countdownContext, &step.notes)
        noticeQuiet(&step)
        advanceLamp()
        advanceRehearsal(&step)
        advanceMenu(&step)
        advancePairing(&step)
        if showing.face.advance(to: now.boot) { step.notes.append(.pageShown(showing.face.page)) }
        editingKeys.advance(to: now.boot)
        if saving.advance(to: now.boot, countsUntrusted: countsUntrusted) {
            step.recordsTime = true
        }
    }

    private mutating func act(on event: Event, _ step: inout Step) {
        switch event {
        case .started, .wake, .clockAdjusted, .zoneChanged, .pinnedZoneChanged: break
        case .button(let button, let isDown, _): edge(of: button, isDown: isDown, &step)
        case .buttonHeldAtStart(let button): keys.heldAtStart(button, at: now.boot)
        case .lightMeasured(let lux): showing.followLight(lux, showingContext)
        case .batteryRead(let state): showing.battery.update(state)
        case .health(let report):
            let known = addingStandstill(report)
            receive(known, &step)
        case .rehearsed(let part, let problem): partAnswered(part, problem: problem)
        case .soundRehearsed(let output, let areMoving, let problem):
            rehearsal.answered(.sound(output: output), problem: problem)
            if let areMoving { ringing.ring.triedSound(on: output, areMoving: areMoving) }
        case .outputProblem(let output, let problem): receive(problem, of: output, &step)
        case .soundMoved(let output): ringing.ring.triedSound(on: output, areMoving: true)
        case .alarmFrames(let frames): ringing.ring.received(frames, at: now.boot, &step.notes)
        case .cardTaken(let name):
            if ringing.ring.session != nil { step.notes.append(.cardTaken(name)) }
        case .command(let request, let command): perform(command, request, &step)
        case .dryRun(let request, .backup(.restore)): tryRestoring(request, &step)
        case .dryRun(let request, let command):
            step.answers.append((request, outcome(of: command, request), awaitsSave: false))
        case .answered(let request, let reply): hostAnswered(request, reply, &step)
        case .backupRead(let request, let backup, let isDryRun):
            backupRead(backup, isDryRun: isDryRun, request, &step)
        case .clockSet(let request, let outcome): clockWasSet(outcome, request, &step)
        case .catalogueChanged(let new): playing.adopt(new, countdownContext, &step.notes)
        case .fontsChanged(let new): showing.fonts = new
        case .secretsDrawn(let secrets): secretsDrawn(secrets, &step)
        case .deviceUsed(let device): deviceUsed(device)
        case .saved(let revision, let failure): saved(revision, failure, &step)
        }
    }

    // MARK: - Effects

    private mutating func finish(_ step: inout Step) -> [Effect] {
        ringing.settle(since: now.boot, ringingContext, &step.ringing)
        forgetKeysOfRing(&step)
        endNoiseAfterRing(&step)
        remindOfBedtime(step.ringing.alarms.bedtimes, &step)
        // Whoever is woken has slept.
        if ringing.alarms.isRinging { showing.nightUntil = nil }
        concludeRehearsal(&step)
        // Looked for once, because several of these need it.
        let nextAlarm = ringing.nextAlarmInstant(ringingContext)
        let isAlarmAhead = isAhead(nextAlarm)
        rehearse(before: nextAlarm, &step)
        noticeStandstill(&step)
        noticeBattery(hasAlarm: nextAlarm != nil, &step)
        let mayNotRing = self.mayNotRing
        noteOutlook(isAlarmAhead, mayNotRing: mayNotRing, &step)
        announce(isAlarmAhead && mayNotRing, &step)
        repairInvariants(&step)
        showTimeWhileRinging(&step)
        var effects: [Effect] = []
        let intent = soundIntent
        if intent.noise != emitted.noise { step.notes.append(.noiseChanged(intent.noise)) }
        emitted.emit(intent, &effects)
        if step.startsRehearsal { effects.append(.rehearse) }
        if step.drawsSecrets { effects.append(.drawSecrets) }
        if step.changesAdmission { effects.append(.admit(admission)) }
        emitted.emit(settings.soundOutput, &effects)
        for (request, question) in step.questions { effects.append(.ask(request, question)) }
        if let (request, moment) = step.clockSetting {
            effects.append(.setClock(request, to: moment))
        }
        advanceLamp()
        emitted.emit(outputLevels, &effects)
        // The records precede the state, which stores the history's position.
        history.removed.add(step.ringing.alarms.removed, step.ringing.countdowns.removed)
        let (notes, records) = record(step)
        if mustSave(step) { effects.append(save(with: records)) }
        for (request, answer) in saving.release(step.answers, at: now.boot) {
            effects.append(.reply(request, answer))
        }
        if !notes.isEmpty { effects.append(.notes(notes)) }
        if !records.isEmpty { effects.append(.record(records)) }
        return effects
    }

    /// Enters a step's notes in the history.
    private mutating func record(_ step: Step) -> ([Note], [HistoryRecord]) {
        let ofAlarms = step.ringing.alarms.notes + step.ringing.countdowns.notes
        // Nearly always.
        if ofAlarms.isEmpty, step.notes.isEmpty { return ([], []) }
        // In the history, causes come first.
        let records = history.append(step.notes + ofAlarms, at: now, trust: trust, zone: zone)
        return (ofAlarms + step.notes, records)
    }
}
