package import ClockTime

/// The clock, without anything around it.
///
/// Theory of operation. One rule binds the machine and its shell, and all else follows from it:
///
///   wait for an event or for `nextWake`; call `handle` once; carry out every effect it returns, in
///   their order; paint `snapshot` if it differs from what was painted last; wait again.
///
/// The machine reads no clock, draws no chance, does no input or output and does not log. Time comes
/// in with every event, as wall time and boot time together; the same events at the same moments give
/// the same effects, so a whole night can be replayed in a second, and every failure repeats.
///
/// It is made of smaller machines of the same shape, one file each: alarms (`AlarmMachine`), timers
/// and the nap (`TimerMachine`, `NapMachine`), what is heard of them (`RingMachine`), noise (`NoiseState`, `PreviewMachine` over it, and `SleepTimer`, which ends it), keys (`KeyMachine`), the face's page
/// (`FaceMachine`), light (`Dimmer`). They know nothing of each other. This parent decides what an
/// event means for which of them, and it alone emits effects. What a key means when is all in
/// `ClockMachine+Buttons`; what a command does in `ClockMachine+Commands`.
///
/// Saving: a step that changes what must outlive the power (`Kept`) raises the revision and emits one `.save`
/// at its end; nobody has to ask for it. Replies to commands that change the list of alarms wait until that revision is reported
/// durable, or for `durabilityPatience`, and then say so (law, 9.3 and 9.4). Nothing that rings waits.
package struct ClockMachine: Hashable, Sendable {
    package internal(set) var alarms: AlarmMachine
    package internal(set) var timers = TimerMachine()
    package internal(set) var nap = NapMachine()
    package internal(set) var ring: RingMachine
    package internal(set) var test: AlarmTest?
    package internal(set) var rehearsal: RehearsalMachine
    /// When the next rehearsal is; nil: none is planned.
    var rehearsalDue: WallTime?
    /// When sound outputs that stood still are tried again; nil: not before the next rehearsal.
    var retrialDue: BootTime?
    /// When the wall clock was last said to be right, in this boot.
    var confirmedAt: BootTime?
    package internal(set) var settings: Settings
    package internal(set) var noise: NoiseState
    var preview = PreviewMachine()
    package internal(set) var sleep = SleepTimer()
    package internal(set) var face = FaceMachine()
    package internal(set) var trust: ClockTrust
    /// Zones, and what keeps alarms from ringing.
    package internal(set) var rules: DateRules
    package internal(set) var health: [HealthPart: String] = [:]
    package internal(set) var history: History
    var seen = SeenSinceStart()
    /// What was said last of outputs that stand still.
    var toldStandstill: [HealthPart: String] = [:]

    var keys = KeyMachine()
    /// A key that repeats changed what is stored, and is not up yet: it is saved once, at its end.
    var hasUnsavedAdjustment = false
    var dimmer = Dimmer()
    /// By how much a hand made the face brighter than the light would, in per cent; until a restart.
    var brightnessShift = 0.0
    /// Keys that edit are dead until then: a hand that searches for snooze finds them (product, B3).
    var editingKeysDeadUntil: BootTime?

    package internal(set) var catalogue: SoundCatalogue
    let equipment: Equipment
    /// What all chance comes from, beside the moment: of the seeds of new mixes.
    let chance: UInt64
    let boot: BootID
    /// What is restored in the first step; gone after it.
    private var saved: Boxed<PersistentState>?
    /// The rules of the zone that was saved, where this start is told another; gone after the first step.
    private var leftZone: Zone?
    package private(set) var now: Moment
    var lastTrusted: Instant?
    /// What a newer program kept in the state (product, A10).
    let unknownFields: UnknownFields
    var keptAlarms: KeptAlarms

    var revision = 0
    var waiting: [WaitingReply] = []
    private var lastIntent = SoundIntent.silence
    private var lastNoise: NoiseIntent?
    private var lastOutputs = OutputLevels.off
    /// Nil before the first step.
    private var lastOutputChoice: SoundOutputSettings?
    /// Whether do not disturb held at the last step.
    var isQuiet = false

    /// A reply that waits for its revision to be durable.
    struct WaitingReply: Hashable, Sendable {
        var request: RequestID
        var revision: Int
        var reply: Reply
        var patience: BootTime
    }

    /// How long a reply waits for a disk before it says "armed, not saved".
    package static let durabilityPatience = Duration.seconds(2)
    /// Replies that wait at once; one more is told that it may not be saved. As many as the control
    /// host lets wait: 32 for each of 16 connections.
    static let waitingCapacity = 512
    /// The machine wakes at least this often, so that no step or drift stays unseen (law, 17).
    static let longestSleep = Duration.seconds(60)
    /// How often the trusted time is recorded at the least, so that the floor after a power cut is
    /// not far off; 96 writes a day of the budget of 200.
    static let heartbeat = Duration.minutes(15)
    /// The same while the clock is not trusted and something counts down or is snoozed: should the power fail,
    /// nothing but the record tells how much of it was left (law, 9.2).
    static let untrustedHeartbeat = Duration.seconds(60)
    /// How soon a save that failed is tried again.
    static let saveRetry = Duration.seconds(30)
    /// A person is setting the clock: the next step until then is theirs.
    var userStepUntil: BootTime?
    /// A person asked for the clock to be set, and it is not yet.
    var askedSetting: AskedSetting?
    /// When the program was made, where that is known: no earlier time is right.
    let madeAt: Instant?
    /// What no right clock shows less than, as far as it was known at the start (law, 5.1); nil where that is
    /// for somebody else to judge.
    let floor: WallTime?
    var heartbeatDue: BootTime
    /// When a state was handed out to be saved last, and what was kept then.
    var savedLast: BootTime
    var handedOut: Boxed<Kept>?
    /// The newest revision that is known to be durable.
    var durable = 0

    /// - Parameters:
    ///   - saved: what the store held; nil on a new clock or where nothing could be read.
    ///   - zone: the rules of the zone that the clock stands in.
    ///   - leftZone: where a person has chosen another zone than the saved one with this start, the rules of
    ///     that, by which the time in between is judged (law, 4.1).
    ///   - pinned: the rules of those that alarms are pinned to.
    ///   - safeMode: why what a ring can do without is left out (SafeMode.swift), for people; nil: it is not.
    ///   - history: the records that the store held.
    ///   - madeAt: when the program was made; a person may not set the clock to before it.
    ///   - floor: what no right clock shows less than: by it a clock that is not trusted is plausible or
    ///     unknown, now and at each event anew. Nil: it stays as it is until somebody says so.
    package init(
        restoring saved: PersistentState?, zone: Zone, leftZone: Zone? = nil, pinned: [Zone] = [],
        trust: ClockTrust, boot: BootID, catalogue: SoundCatalogue = .least,
        equipment: Equipment = Equipment(), safeMode: String? = nil,
        history: [HistoryRecord] = [], chance: UInt64 = 0, madeAt: Instant? = nil,
        floor: WallTime? = nil, at now: Moment
    ) {
        self.chance = chance
        self.madeAt = madeAt
        self.floor = floor
        self.saved = saved.map { Boxed($0) }
        health[.program] = safeMode
        self.leftZone = leftZone
        rules = DateRules(zone)
        rules.pinned = Dictionary(pinned.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        rules.pause = saved?.pause
        rules.freeDays = saved?.freeDays ?? FreeDays()
        rules.doNotDisturb = saved?.settings.doNotDisturb ?? DoNotDisturb()
        self.equipment = equipment
        ring = RingMachine(equipment: equipment, isSafe: safeMode != nil)
        rehearsal = RehearsalMachine(restoring: saved?.rehearsal)
        self.trust = trust
        self.boot = boot
        self.catalogue = catalogue
        self.now = now
        alarms = saved.map(AlarmMachine.init(restoring:)) ?? AlarmMachine()
        settings = saved?.settings ?? Settings()
        noise = saved?.noise ?? NoiseState()
        self.history = History(restoring: history, saved)
        lastTrusted = saved?.lastTrusted
        unknownFields = saved?.unknown ?? UnknownFields()
        keptAlarms = saved?.keptAlarms ?? KeptAlarms()
        heartbeatDue = now.boot + ClockMachine.heartbeat
        savedLast = now.boot
        self.trust = trustByFloor
        handedOut = Boxed(kept)
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

    /// When `handle(.wake)` must come at the latest.
    package var nextWake: Deadline {
        var deadline = nextRingWake
        deadline = deadline.earliest(
            Deadline(
                wall: nextFaceChange, boot: earlier(face.nextWake, nextCountdownTextChange)))
        deadline = deadline.earliest(
            Deadline(wall: nextQuietChange, boot: earlier(preview.nextWake, nextSleepWake)))
        deadline = deadline.earliest(
            Deadline(wall: rehearsalDue, boot: earlier(rehearsal.nextWake, retrialDue)))
        deadline = deadline.earliest(Deadline(boot: keys.nextWake))
        for reply in waiting { deadline = deadline.earliest(Deadline(boot: reply.patience)) }
        deadline = deadline.earliest(Deadline(boot: earlier(heartbeatDue, untrustedHeartbeatDue)))
        return deadline.earliest(Deadline(boot: now.boot + ClockMachine.longestSleep))
    }

    /// What a step gathers on its way.
    struct Step {
        var alarms = AlarmMachine.Outcome()
        var countdowns = CountdownOutcome()
        var notes: [Note] = []
        var answers: [(RequestID, Answer, awaitsSave: Bool)] = []
        /// What a host is to answer.
        var questions: [(RequestID, HostQuestion)] = []
        /// What the host is to set the wall clock to.
        var clockSetting: (RequestID, to: Moment)?
        /// What the clocks show is to be saved again, whatever else is as it was.
        var recordsTime = false
        /// All parts are to show that they work.
        var startsRehearsal = false
        /// When the key moved that the step is about.
        var keyTime: BootTime?
        /// Nothing rang when the step began.
        var beganInSilence = true

        mutating func reply(
            to request: RequestID, with reply: Reply, awaitsSave: Bool = false
        ) {
            answers.append((request, Answer(reply, awaitsSave ? .saved : nil), awaitsSave))
        }
    }

    /// The rules of the zone that the clock stands in.
    package var zone: Zone { rules.local }

    // MARK: - A step, in its order

    /// First of all, what the event says about time itself: steps of the wall clock, trust and zone.
    private mutating func notice(_ event: Event, at now: Moment, _ step: inout Step) {
        let before = self.now
        self.now = now
        switch event {
        case .started:
            start(&step)
            return
        case .clockAdjusted(_, .outside): measureStep(from: before, .outside, &step)
        case .clockAdjusted(let newTrust, let cause):
            announce(cause)
            measureStep(from: before, cause, &step)
            changeTrust(to: newTrust, by: cause, &step)
            if newTrust == .trusted { confirmedAt = now.boot }
            planRehearsal()
            return
        case .zoneChanged(let newZone, let cause):
            measureStep(from: before, .outside, &step)
            changeZone(to: newZone, by: cause, &step)
        case .pinnedZoneChanged(let newZone):
            measureStep(from: before, .outside, &step)
            let old = rules
            rules.pinned[newZone.name] = newZone
            alarms.zoneChanged(.synchronised, from: old, context(), &step.alarms)
            step.recordsTime = true
        case .clockSet(_, let outcome):
            measureStep(from: before, .outside, &step)
            if case .done = outcome { confirmTime(&step) }
        case .wake, .button, .buttonHeldAtStart, .lightMeasured, .health, .alarmFrames, .cardTaken,
            .rehearsed, .soundRehearsed, .command, .answered, .catalogueChanged, .saved:
            measureStep(from: before, .outside, &step)
        }
        // Once the step was taken up: it moves what was armed while nothing was known (law, 5.4), and gives
        // back what a clock had used up that ran ahead (5.5), however far it went.
        changeTrust(to: trustByFloor, by: .synchronised, &step)
    }

    private mutating func start(_ step: inout Step) {
        let saved = self.saved?.value
        step.notes.append(.booted(trust: trust, hadSavedState: saved != nil))
        if isSafe { beginSafely(&step) }
        if let saved {
            let zone = rules.local
            rules.local = leftZone ?? zone
            alarms.restart(from: saved, boot: boot, context(), &step.alarms)
            restartCountdowns(from: saved, &step)
            reportOldRecords(saved, &step)
            // As soon as the clock has caught up, a person takes it elsewhere.
            if leftZone != nil { changeZone(to: zone, by: .user, &step) }
        } else {
            alarms.checked = now.wall.instant
        }
        seen.noteStart(from: saved)
        (self.saved, leftZone) = (nil, nil)
        if trust == .trusted { confirmedAt = now.boot }
        planRehearsal()
        step.recordsTime = true
    }

    /// Then everything that time alone has brought, so that a command or a key meets the state as it
    /// is now and not as it was at the last event.
    private mutating func advance(_ step: inout Step) {
        advanceRing(&step)
        // A key that was down before the ring meant something else, and that is over: what answers a ring is a
        // press that began in it (law, 13).
        if step.beganInSilence, isRinging { keys.spendAll(at: now.boot) }
        advanceKeys(&step)
        preview.advance(to: now.boot)
        advanceSleep(&step)
        noticeQuiet(&step)
        advanceRehearsal(&step)
        if face.advance(to: now.boot) { step.notes.append(.pageShown(face.page)) }
        if let dead = editingKeysDeadUntil, dead <= now.boot { editingKeysDeadUntil = nil }
        if heartbeatDue <= now.boot {
            heartbeatDue = now.boot + ClockMachine.heartbeat
            step.recordsTime = true
        }
        if let due = untrustedHeartbeatDue, due <= now.boot { step.recordsTime = true }
    }

    private mutating func act(on event: Event, _ step: inout Step) {
        switch event {
        case .started, .wake, .clockAdjusted, .zoneChanged, .pinnedZoneChanged: break
        case .button(let button, let isDown, _): edge(of: button, isDown: isDown, &step)
        case .buttonHeldAtStart(let button): keys.heldAtStart(button, at: now.boot)
        case .lightMeasured(let lux): dimmer.measured(lux: lux, at: now.boot)
        case .health(let report):
            let known = besideStandstill(report)
            take(known, &step)
        case .rehearsed(let part, let problem): partAnswered(part, problem: problem)
        case .soundRehearsed(let output, let areMoving, let problem):
            rehearsal.answered(.sound(output: output), problem: problem)
            if let areMoving { ring.triedSound(on: output, areMoving: areMoving) }
        case .alarmFrames(let frames): ring.told(frames, at: now.boot, &step.notes)
        case .cardTaken(let name): if ring.session != nil { step.notes.append(.cardTaken(name)) }
        case .command(let request, let command): perform(command, request, &step)
        case .answered(let request, let reply): step.reply(to: request, with: reply)
        case .clockSet(let request, let outcome): clockWasSet(outcome, request, &step)
        case .catalogueChanged(let new): take(new, &step)
        case .saved(let revision, let failure): saved(revision, failure, &step)
        }
    }

    // MARK: - Effects

    private mutating func finish(_ step: inout Step) -> [Effect] {
        settleRing(since: now.boot, &step)
        concludeRehearsal(&step)
        noticeStandstill(&step)
        repairInvariants(&step)
        showTimeWhileRinging(&step)
        var effects: [Effect] = []
        let intent = soundIntent
        if intent != lastIntent {
            lastIntent = intent
            effects.append(.sound(intent))
        }
        if intent.noise != lastNoise {
            lastNoise = intent.noise
            step.notes.append(.noiseChanged(intent.noise))
        }
        if step.startsRehearsal { effects.append(.rehearse) }
        if settings.soundOutput != lastOutputChoice {
            lastOutputChoice = settings.soundOutput
            effects.append(.chooseOutputs(settings.soundOutput))
        }
        for (request, question) in step.questions { effects.append(.ask(request, question)) }
        if let (request, moment) = step.clockSetting {
            effects.append(.setClock(request, to: moment))
        }
        let outputs = outputLevels
        if outputs != lastOutputs {
            lastOutputs = outputs
            effects.append(.outputs(outputs))
        }
        let notes = step.alarms.notes + step.countdowns.notes + step.notes
        // Causes first; and before the state, which says where the history has got to.
        let records = history.append(
            step.notes + step.alarms.notes + step.countdowns.notes, at: now, trust: trust,
            zone: zone)
        if mustSave(step) { effects.append(save(with: records)) }
        effects += releaseReplies(&step)
        if !notes.isEmpty { effects.append(.notes(notes)) }
        if !records.isEmpty { effects.append(.record(records)) }
        return effects
    }

    private var soundIntent: SoundIntent {
        SoundIntent(
            noise: noiseIntent, alarm: ring.intent, noiseFadeOut: noiseFadeOut,
            fadeShape: fades.shape)
    }

    /// A ring takes the face, and the keys that edit, for itself, and ends a preview. What is silent plays
    /// no more.
    private mutating func showTimeWhileRinging(_ step: inout Step) {
        guard isRinging else {
            if face.page == .nowPlaying, !isNoiseHeard, face.showTime() {
                step.notes.append(.pageShown(.time))
            }
            return
        }
        editingKeysDeadUntil = now.boot + ClockMachine.editingPause
        preview.end()
        if face.showTime() { step.notes.append(.pageShown(.time)) }
    }
}
