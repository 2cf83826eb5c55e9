package import ClockCore
package import ClockFace
package import ClockTime
import Control
package import HAL

/// Owns the machine, and keeps the one contract: an event in, all effects out, the picture painted.
///
/// Theory of operation. Whoever runs the engine (a thread, or the loop of virtual time) hands in events
/// and the moment, and asks for `nextWake`. Effects go to mailboxes that other hosts empty: the newest
/// frame, the newest scene, the newest state to save, replies in order. None of them can block, so
/// neither a stuck bus nor a stuck disk delays the next event.
package struct Engine {
    private var machine: ClockMachine
    private let outputs: EngineOutputs
    private let face: FacePainter
    /// Whether somebody keeps the wall clock right; nil where there is nobody to ask.
    private let isClockKept: (@Sendable () -> Bool)?
    private var lastFrame: Frame?
    private var lastSnapshot: Snapshot?
    private var sound: SoundDesk
    private var outputUse = OutputUse()
    /// When to come back at the latest; kept, because whoever waits asks for it several times a step.
    package private(set) var nextWake: Deadline

    package init(
        machine: ClockMachine, outputs: EngineOutputs, face: FacePainter, seed: UInt64,
        isClockKept: (@Sendable () -> Bool)? = nil
    ) {
        self.machine = machine
        self.isClockKept = isClockKept
        self.outputs = outputs
        self.face = face
        sound = SoundDesk(
            outputs.sound, outputs.equipment, shelf: outputs.shelf, alarmOrder: outputs.alarmOrder,
            orders: outputs.feed, seed: seed)
        nextWake = machine.nextWake
    }

    private mutating func planWake() {
        let others = Deadline(boot: earlier(sound.nextLook, outputUse.nextWake))
        nextWake = machine.nextWake.earliest(others)
    }

    package mutating func handle(_ event: Event, at now: Moment) {
        explainStep(at: now)
        let gone = EventNames.taken(by: event, from: machine)
        for effect in machine.handle(event, at: now) { carryOut(effect, at: now, gone: gone) }
        report(outputUse.advance(to: now.boot), at: now)
        paint()
        planWake()
    }

    /// A step of the wall clock is the network's where the kernel knows that somebody keeps the time right: a
    /// setting by hand makes it forget that (settimeofday(2) sets STA_UNSYNC). Of all others the machine
    /// says itself whose they are, so it has to hear of this one before anything else.
    private mutating func explainStep(at now: Moment) {
        guard let isClockKept, ClockMachine.wallStep(from: machine.now, to: now) != nil,
            isClockKept()
        else { return }
        let event = Event.clockAdjusted(trust: .trusted, by: .synchronised)
        for effect in machine.handle(event, at: now) { carryOut(effect, at: now) }
    }

    /// Takes what the sound hosts did since the last call.
    package mutating func noticeSound(at now: Moment) {
        let reports = sound.takeReports(at: now.boot)
        // Another device may have been opened meanwhile than the one that is wanted.
        if !reports.isEmpty { outputs.devices.post(.look) }
        for report in reports {
            switch report {
            case .started(let name, let output): reportSound(.soundStarted, name, output, at: now)
            case .stopped(let group, let output):
                reportSound(.soundStopped, group.rawValue, output, at: now)
            case .fellBack(let name):
                handle(.health(SoundFeeder.silentAlarm(name)), at: now)
            case .deviceChanged: break
            case .problem(let problem):
                handle(.health(HealthReport(part: .sound, problem: problem)), at: now)
            case .fallbackProblem(let problem):
                handle(.health(HealthReport(part: .fallbackSound, problem: problem)), at: now)
            case .frames(let frames):
                handle(.alarmFrames(frames), at: now)
            case .standstill(let isTotal): outputs.devices.post(.seek(isTotal))
            case .rehearsed(let output, let areMoving, let problem):
                handle(
                    .soundRehearsed(output: output, areMoving: areMoving, problem: problem),
                    at: now)
            }
        }
        planWake()
    }

    private func reportSound(
        _ event: EventName.Other, _ name: String, _ output: Int, at now: Moment
    ) {
        var line = EventLine(.other(event), at: now)
        line.sound = name
        line.output = output == 0 ? nil : output
        outputs.emit(line)
    }

    /// The inbox was full and events were lost: more came than anybody could mean.
    package func reportLostEvents(at now: Moment) {
        var line = EventLine(.other(.faultRepaired), at: now)
        line.part = "inbox"
        outputs.emit(line)
    }

    /// - Parameter gone: the name of what the event took away.
    private mutating func carryOut(_ effect: Effect, at now: Moment, gone: String? = nil) {
        switch effect {
        case .sound(let intent):
            let before = sound.ringing
            sound.publish(intent)
            if sound.ringing != before { outputs.devices.post(.hold(sound.ringing)) }
        case .save(let state, let revision):
            outputs.saves.post(SaveRequest(state: state, revision: revision))
        case .reply(let request, let answer):
            outputs.replies.post(AnsweredRequest(request: request, answer: answer))
        case .rehearse:
            outputs.rehearsal.post(true)
            outputs.devices.post(.rehearse)
        case .chooseOutputs(let settings): outputs.devices.post(.choose(settings))
        case .ask(let request, let question): ask(question, for: request)
        case .setClock(let request, let moment):
            outputs.clockOrders.post(ClockOrder(request: request, time: moment))
        case .outputs(let levels):
            outputs.levels.post(levels)
            report(outputUse.take(levels, at: now.boot), at: now)
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

    /// Whoever has the devices or the files answers, by an event.
    private func ask(_ question: HostQuestion, for request: RequestID) {
        switch question {
        case .listOutputs:
            guard outputs.equipment.devices != nil else {
                return refuse(request, "this clock cannot list its sound devices")
            }
            outputs.devices.post(.list(request))
        case .importSound, .renameSound, .deleteSound:
            guard let library = outputs.library else {
                return refuse(request, "this clock keeps no sounds of its own")
            }
            library.post(SoundLibraryHost.Request(id: request, question: question))
        }
    }

    private func refuse(_ request: RequestID, _ reason: String) {
        let answer = Answer(.refused(.wrongState(reason)))
        outputs.replies.post(AnsweredRequest(request: request, answer: answer))
    }

    private func report(_ changes: [OutputUse.Change], at now: Moment) {
        for change in changes {
            var line = EventLine(.other(change.isUsed ? .outputStarted : .outputStopped), at: now)
            line.part = change.name.rawValue
            outputs.emit(line)
        }
    }

    private mutating func paint() {
        let snapshot = machine.snapshot
        guard snapshot != lastSnapshot else { return }
        lastSnapshot = snapshot
        outputs.snapshot.value = snapshot
        let frame = face.paint(snapshot)
        guard frame != lastFrame else { return }
        lastFrame = frame
        outputs.frames.post(frame)
    }
}

/// A state on its way to the store.
package struct SaveRequest: Sendable {
    package var state: PersistentState
    package var revision: Int
}

/// An answer on its way to whoever asked.
package struct AnsweredRequest: Sendable {
    package var request: RequestID
    package var answer: Answer

    /// Whether it takes long to write down: a list of many things does.
    var isLong: Bool {
        switch answer.reply {
        case .alarms(let reports, _): reports.count > AnsweredRequest.shortList
        case .history: true
        default: false
        }
    }

    /// Reports that are written in about a millisecond.
    private static let shortList = 50

    /// Why the command was refused, in words; nil where it was carried out.
    package var refusal: String? {
        guard case .refused(let error) = answer.reply else { return nil }
        return error.message
    }
}

/// Where the engine's effects go.
package struct EngineOutputs: Sendable {
    package var frames: Mailbox<Frame>
    package var saves: Mailbox<SaveRequest>
    package var records: Inbox<[HistoryRecord]>
    /// What the wall clock is to be set to.
    package var clockOrders: Inbox<ClockOrder>
    package var replies: Inbox<AnsweredRequest>
    /// Those of the sound threads, in the board's order.
    package var sound: [SoundOutput]
    package var equipment: SoundEquipment
    /// How each sound is made; whoever keeps own sounds replaces it.
    package var shelf: Published<SoundShelf>
    /// The places of `sound` in the order in which alarms take them, as it was chosen last.
    package var alarmOrder: Published<[Int]>
    /// What to read for them; nil where there are no own sounds.
    package var feed: Inbox<FeedOrder>?
    /// Questions about own sounds; nil where none are kept.
    package var library: Inbox<SoundLibraryHost.Request>?
    /// What is to be done about the devices behind them.
    package var devices: Inbox<SoundDevicesHost.Request>
    package var levels: Mailbox<OutputLevels>
    /// Asks the panel's thread to try the display.
    package var rehearsal: Mailbox<Bool>
    /// Asks to switch motor, buzzer and lamp anew.
    package var renewal: Mailbox<Void>
    package var snapshot: Published<Snapshot?>
    /// Takes each event as it happens: the event file, the log.
    package var emit: @Sendable (EventLine) -> Void

    /// - Parameters:
    ///   - waiters: who is woken by what is posted; none in virtual time.
    ///   - sound: the same for the sound outputs, in the board's order.
    init(
        _ parts: ClockParts, waking waiters: [HostName: any Waiter] = [:],
        sound soundWaiters: [any Waiter] = []
    ) {
        frames = Mailbox(waking: waiters[.panel])
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
        library = parts.ownSounds == nil ? nil : Inbox(waking: waiters[.library])
        devices = Inbox(waking: waiters[.devices])
        levels = Mailbox(waking: waiters[.outputs])
        rehearsal = Mailbox(waking: waiters[.panel])
        renewal = Mailbox(waking: waiters[.outputs])
        snapshot = Published(nil)
        emit = parts.emit
    }
}
