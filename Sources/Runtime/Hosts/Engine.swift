package import ClockCore
package import ClockFace
package import ClockTime
import English
package import HAL

/// Owns the machine and keeps one contract: take an event, carry out all its effects, paint the picture.
///
/// Theory of operation. The caller (a thread, or the virtual-time loop) passes in events with the current time, and
/// asks for `nextWake`. Effects go to mailboxes that other hosts empty: the newest picture, the newest scene, the
/// newest state to save, and replies in order. No mailbox can block, so neither a stuck bus nor a stuck disk delays
/// the next event.
package struct Engine {
    private var machine: ClockMachine
    private let outputs: EngineOutputs
    private var face: FacePainter
    /// Whether something keeps the wall clock synchronised; nil where this cannot be known.
    private let isClockKept: (@Sendable () -> Bool)?
    private var lastPicture: FacePicture?
    /// Nil where the light sensor does not see the display.
    private var ownLight: OwnLight?
    private var lastSnapshot: Snapshot?
    private var sound: SoundDirector
    private var outputUse = OutputUse()
    /// The latest time to come back. Stored, because the caller asks for it several times a step.
    package private(set) var nextWake: Deadline

    package init(
        machine: ClockMachine, outputs: EngineOutputs, face: FacePainter, seed: UInt64,
        isClockKept: (@Sendable () -> Bool)? = nil, ownLight: OwnLight? = nil
    ) {
        self.machine = machine
        self.isClockKept = isClockKept
        self.ownLight = ownLight
        self.outputs = outputs
        self.face = face
        sound = SoundDirector(
            outputs.sound, outputs.equipment, shelf: outputs.shelf, alarmOrder: outputs.alarmOrder,
            orders: outputs.feed, seed: seed)
        sound.prepare(machine.alarmSounds)
        nextWake = machine.nextWake
    }

    private mutating func planWake() {
        let others = Deadline(boot: earlier(sound.nextLook, outputUse.nextWake))
        nextWake = machine.nextWake.earliest(others)
    }

    package mutating func handle(_ event: Event, at now: Moment) {
        explainStep(at: now)
        let gone = EventNames.nameRemoved(by: event, from: machine)
        let effects = machine.handle(withoutOwnLight(event), at: now)
        for effect in effects { carryOut(effect, at: now, gone: gone) }
        noteChange(by: event, effects)
        report(outputUse.advance(to: now.boot), at: now)
        if case .fontsChanged = event {
            face.use(outputs.fonts.value)
            lastSnapshot = nil
        }
        paint(at: now)
        planWake()
        if effects.contains(.drawSecrets), let secrets = outputs.secrets {
            handle(.secretsDrawn(PairingSecrets(from: secrets)), at: now)
        }
    }

    /// Tells those who watch that a query may have another answer. A step that only answers somebody, or asks a host for
    /// the answer, changes none; the snapshot shows a change that has no other effect.
    private func noteChange(by event: Event, _ effects: [Effect]) {
        switch event {
        case .deviceUsed: break
        case .command, .dryRun:
            let changes = effects.contains { effect in
                switch effect {
                case .reply, .ask: false
                default: true
                }
            }
            if changes { outputs.changes.state.post(()) }
        default: outputs.changes.state.post(())
        }
    }

    /// Attributes a step of the wall clock to the network if the kernel knows that the clock is synchronised: setting
    /// it by hand clears that (settimeofday(2) sets STA_UNSYNC). The machine attributes all other steps itself, so it
    /// must hear of this one before anything else.
    private mutating func explainStep(at now: Moment) {
        guard let isClockKept, TimeKeeper.wallStep(from: machine.now, to: now) != nil,
            isClockKept()
        else { return }
        let event = Event.clockAdjusted(trust: .trusted, by: .synchronised)
        for effect in machine.handle(event, at: now) { carryOut(effect, at: now) }
    }

    /// Takes what the sound hosts have done since the last call.
    package mutating func noticeSound(at now: Moment) {
        let reports = sound.takeReports(at: now.boot)
        // The sound host may have opened a device other than the wanted one.
        if !reports.isEmpty { outputs.devices.post(.look) }
        for report in reports {
            switch report {
            case .started(let name, let output):
                tell(.soundStarted, EventDetails(output: output, sound: name), at: now)
            case .stopped(let group, let output):
                let details = EventDetails(output: output, sound: group.rawValue)
                tell(.soundStopped, details, at: now)
            case .fellBack(let name):
                handle(.health(SoundFeeder.silentAlarm(name)), at: now)
            case .deviceChanged: break
            case .problem(let output, let problem):
                handle(.outputProblem(output: output, problem), at: now)
            case .frames(let frames):
                handle(.alarmFrames(frames), at: now)
            case .standstill(let isTotal): outputs.devices.post(.seek(isTotal))
            case .soundMoved(let output): handle(.soundMoved(output: output), at: now)
            case .rehearsed(let output, let areMoving, let problem):
                handle(
                    .soundRehearsed(output: output, areMoving: areMoving, problem: problem),
                    at: now)
            }
        }
        planWake()
    }

    private func tell(_ event: EventName.Other, _ details: EventDetails, at now: Moment) {
        outputs.emit(EventLine(.other(event), details, at: now))
    }

    /// Reports that the inbox was full and dropped events: more came than anybody could have meant.
    package func reportLostEvents(at now: Moment) {
        tell(.faultRepaired, EventDetails { $0.part = "inbox" }, at: now)
    }

    /// - Parameter gone: the name of what the event removed.
    private mutating func carryOut(_ effect: Effect, at now: Moment, gone: String? = nil) {
        switch effect {
        case .sound(let intent):
            let before = sound.ringing
            sound.publish(intent)
            if sound.ringing != before { outputs.devices.post(.hold(sound.ringing)) }
        case .save(let state, let revision):
            sound.prepare(state.alarms.lazy.map(\.sound))
            outputs.saves.post(SaveRequest(state: state, revision: revision))
        case .reply(let request, let answer):
            outputs.replies.post(AnsweredRequest(request: request, answer: answer))
        // Once the step is done.
        case .drawSecrets: break
        case .admit(let admission): outputs.admission.value = admission
        case .rehearse:
            outputs.rehearsal.post(true)
            outputs.devices.post(.rehearse)
        case .chooseOutputs(let settings): outputs.devices.post(.choose(settings))
        case .ask(let request, let question): ask(question, for: request)
        case .setClock(let request, let moment):
            outputs.clockOrders.post(ClockOrder(request: request, time: moment))
        case .outputs(let levels):
            outputs.levels.post(levels)
            outputs.motorLevels.post(levels)
            report(outputUse.update(levels, at: now.boot), at: now)
        case .record(let records):
            outputs.records.post(records)
        case .notes(let notes):
            for note in notes {
                var line = EventLine(note, at: now)
                line.names = EventNames(note, in: machine, gone: gone)
                outputs.emit(line)
            }
        }
    }

    /// Passes a question to the host that owns the devices or the files; it answers with an event.
    private func ask(_ question: HostQuestion, for request: RequestID) {
        switch question {
        case .listOutputs:
            guard outputs.equipment.devices != nil else {
                return refuse(request, "this clock can't list its sound devices")
            }
            outputs.devices.post(.list(request))
        case .picture:
            guard let frame = outputs.shown.value else {
                return refuse(request, "nobody knows what the display shows: it has not answered")
            }
            var picture = ShownPicture(frame, on: outputs.panel)
            picture.showsCode = lastSnapshot?.code != nil
            let answer = Answer(.picture(picture))
            outputs.replies.post(AnsweredRequest(request: request, answer: answer))
        case .files(let question):
            guard let library = outputs.library else {
                return refuse(request, "this clock can't read files now")
            }
            library.post(OwnFilesHost.Request(id: request, question: question))
        }
    }

    private func refuse(_ request: RequestID, _ reason: String) {
        let answer = Answer(.refused(.wrongState(.inWords(reason))))
        outputs.replies.post(AnsweredRequest(request: request, answer: answer))
    }

    private func report(_ changes: [OutputUse.Change], at now: Moment) {
        for change in changes {
            let event: EventName.Other = change.isUsed ? .outputStarted : .outputStopped
            tell(event, EventDetails { $0.part = change.name.rawValue }, at: now)
        }
    }

    /// The display's own light never counts as daylight.
    private mutating func withoutOwnLight(_ event: Event) -> Event {
        guard case .lightMeasured(let lux) = event, ownLight != nil,
            let room = ownLight?.room(measured: Lux(lux))
        else { return event }
        return .lightMeasured(lux: room.value)
    }

    private mutating func paint(at now: Moment) {
        let snapshot = machine.snapshot
        guard snapshot != lastSnapshot else { return }
        lastSnapshot = snapshot
        outputs.changes.state.post(())
        outputs.snapshot.value = snapshot
        let picture = face.paint(snapshot, at: now.boot)
        guard picture != lastPicture else { return }
        lastPicture = picture
        ownLight?.shown(picture.still)
        outputs.pictures.post(picture)
    }
}

/// A state on its way to the store, with its revision.
package struct SaveRequest: Sendable {
    package var state: PersistentState
    package var revision: Int
}

/// An answer on its way to whoever asked.
package struct AnsweredRequest: Sendable {
    package var request: RequestID
    package var answer: Answer

    package init(request: RequestID, answer: Answer) {
        self.request = request
        self.answer = answer
    }

    /// Whether encoding it takes long: a long list does.
    var isLong: Bool {
        switch answer.reply {
        case .alarms(let reports, _): reports.count > AnsweredRequest.shortList
        case .history: true
        default: false
        }
    }

    /// The longest list that is encoded in about a millisecond.
    private static let shortList = 50

    /// Why the command was refused, in words; nil if it was carried out.
    package var refusal: String? {
        guard case .refused(let error) = answer.reply else { return nil }
        return error.message
    }
}

/// Where the engine's effects go.
package struct EngineOutputs: Sendable {
    package var pictures: Mailbox<FacePicture>
    package var saves: Mailbox<SaveRequest>
    package var records: Inbox<[HistoryRecord]>
    /// Times to set the wall clock to.
    package var clockOrders: Inbox<ClockOrder>
    package var replies: Inbox<AnsweredRequest>
    /// The outputs of the sound threads, in the board's order.
    package var sound: [SoundOutput]
    package var equipment: SoundEquipment
    /// How each sound is made; the own-sound library replaces it.
    package var shelf: Published<SoundShelf>
    /// Indices into `sound` in the order in which alarms use them, as last chosen.
    package var alarmOrder: Published<[Int]>
    /// Files to read for `sound`; nil where there are no own sounds.
    package var feed: Inbox<FeedOrder>?
    /// A person's own fonts; their host replaces them.
    package var fonts = Published(FontLibrary.builtIn)
    /// Questions about own sounds, own fonts and backups; nil where no files are read.
    package var library: Inbox<OwnFilesHost.Request>?
    /// Requests about the devices behind `sound`.
    package var devices: Inbox<SoundDevicesHost.Request>
    package var levels: Mailbox<OutputLevels>
    /// The same for the thread of a motor on the bus.
    package var motorLevels: Mailbox<OutputLevels>
    /// Asks the panel's thread to test the display.
    package var rehearsal: Mailbox<Bool>
    /// Asks to switch motor, buzzer and lamp again.
    package var renewal: Mailbox<Void>
    package var snapshot: Published<Snapshot?>
    /// What the panel shows; nil until its first frame, and while it does not answer.
    package var shown = Published<Frame?>(nil)
    /// The shape of the panel.
    package var panel: PanelGeometry
    /// For those who watch.
    package var changes: ClockChanges
    /// Who may change the clock from the network.
    package var admission = Published(Admission())
    /// Nil: this clock pairs nothing.
    package var secrets: (any SecretSource)?
    /// Takes each event as it happens, for the event file and the log.
    package var emit: @Sendable (EventLine) -> Void

    /// - Parameters:
    /// - waiters: the waiters to wake on a post; none in virtual time.
    /// - sound: the same for the sound outputs, in the board's order.
    init(
        _ parts: ClockParts, waking waiters: [HostName: any Waiter] = [:],
        sound soundWaiters: [any Waiter] = []
    ) {
        pictures = Mailbox(waking: waiters[.panel])
        saves = Mailbox(waking: waiters[.store])
        records = Inbox(waking: waiters[.store])
        clockOrders = Inbox(waking: waiters[.store])
        replies = Inbox(waking: waiters.isEmpty ? nil : parts.listener)
        sound = parts.sinks.indices.map { index in
            SoundOutput(
                index: index, waking: soundWaiters.isEmpty ? nil : soundWaiters[index])
        }
        equipment = parts.sound
        shelf = Published(parts.shelf)
        alarmOrder = Published(parts.sound.alarmOrder)
        feed = parts.ownSounds == nil ? nil : Inbox(waking: waiters[.files])
        let readsFiles =
            parts.ownSounds != nil || parts.ownFonts != nil || parts.passedFiles != nil
        library = readsFiles ? Inbox(waking: waiters[.library]) : nil
        devices = Inbox(waking: waiters[.devices])
        levels = Mailbox(waking: waiters[.outputs])
        motorLevels = Mailbox(waking: waiters[.vibration])
        rehearsal = Mailbox(waking: waiters[.panel])
        renewal = Mailbox(waking: waiters[.outputs])
        snapshot = Published(nil)
        panel = parts.panel.geometry
        secrets = parts.secrets
        changes = ClockChanges(waking: waiters.isEmpty ? nil : parts.listener)
        emit = parts.emit
    }
}
