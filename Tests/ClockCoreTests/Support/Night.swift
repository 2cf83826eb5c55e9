import BoundedJSON
import ClockTime
import English
import TestKit
import Testing

@testable import ClockCore

/// A night in a bedroom: the smallest possible shell around a `ClockMachine`, on simulated time.
///
/// Theory of operation. It does what every shell does: hand in one event, carry out all effects, sleep until
/// `nextWake`. Time jumps from wake to wake, so a night costs milliseconds. Three clocks run: the two
/// that the device reads (`now`) and the true one (`truth`), which no step or power cut changes.
/// After every event it checks what must hold in any story:
///
/// - no invariant is broken, and sound is requested exactly while something rings;
/// - the next wake lies ahead, so no shell spins;
/// - a state that was to be saved survives a round trip through JSON.
struct Night {
    /// How the store answers.
    enum Store: Equatable {
        case durable
        case failing(String)
        /// It has not answered yet; `answerSaves` makes it answer.
        case slow
    }

    struct Entry {
        /// The reading of the device's clocks, and the true time.
        var at: Moment
        var truth: WallTime
        var note: Note
    }

    private(set) var machine: ClockMachine
    private(set) var now: Moment
    private(set) var truth: WallTime
    var zone: Zone
    /// Zones whose files have changed since the start, by name.
    var newRules: [String: Zone] = [:]
    var log: [Entry] = []
    private(set) var recorded: [HistoryRecord] = []
    /// The records of the history in the order in which they came; never shortened.
    private(set) var told: [Told] = []
    private(set) var answers: [RequestID: Answer] = [:]
    private(set) var sounds: [SoundIntent] = []
    private(set) var wakes = 0
    /// The questions to hosts, and the chosen sound outputs.
    private(set) var questions: [(request: RequestID, question: HostQuestion)] = []
    /// The times to which the wall clock was to be set.
    private(set) var clockOrders: [(request: RequestID, moment: Moment)] = []
    private(set) var outputChoices: [SoundOutputSettings] = []
    /// The newest state that the machine asked to save, and the newest durable one.
    private(set) var newest: (state: PersistentState, revision: Int)?
    var durable: PersistentState?
    var store = Store.durable
    /// Whether each saved state goes through JSON; off for stories of many days.
    var checksCoding = true
    /// Whether the program starts in safe mode from now on.
    var startsSafely = false
    /// What repeats it, for whoever reads of a fault: "seed 4711: ".
    var name = ""
    /// What each start takes as a lower bound for any correct time (law, 5.1); nil: it takes the given trust.
    var floor: WallTime?
    /// Always skips wakes that only change the picture, for runs of ten thousand stories.
    var skipsPictures = false
    var catalogue: SoundCatalogue
    /// Draws a new delay for each wake-up; nil: every wake-up is on time.
    var wakeDelays: SeededGenerator?
    /// The outputs that move frames of sound when asked to; an empty set is a night of dead cards.
    var workingOutputs: Set<Int> = [0]
    /// The first output plays on another device than the one chosen for it.
    var isOnStandIn = false
    let equipment: Equipment
    /// The parts' answers to a rehearsal, and how often they were asked.
    var rehearsed: [RehearsalPart: String?] = [.display: nil]
    private(set) var rehearsals = 0
    /// Looks and listens after every step, in stories that want it.
    var room: RoomAudit?
    /// The levels of motor, buzzer and lamp.
    private(set) var outputs = OutputLevels.off
    /// What the sockets know of paired devices.
    private(set) var admission = Admission()
    /// How many codes were drawn.
    var codes = 0

    private var boots = 1
    var requests: UInt64 = 0
    private(set) var intent = SoundIntent.silence

    /// The most wakes between two looks of a story. A motor that pulses for half a day stays below; a machine that
    /// spins does not.
    private static let wakeLimit = 100_000

    /// - Parameters:
    ///   - text: the time that a clock in the zone shows at the start, "2025-01-14 06:00".
    ///   - saved: the stored state; nil for a new clock.
    init(
        _ zoneName: String = "Europe/Berlin", at text: String, trust: ClockTrust = .trusted,
        restoring saved: PersistentState? = nil,
        catalogue: SoundCatalogue = NightDefaults.catalogue, equipment: Equipment = Equipment()
    ) throws {
        let zone = try systemZone(zoneName)
        self.init(
            zone: zone, at: WallTime(try zone.instant(showing: text)), trust: trust,
            restoring: saved, catalogue: catalogue, equipment: equipment)
    }

    init(
        zone: Zone, at wall: WallTime, trust: ClockTrust = .trusted,
        restoring saved: PersistentState? = nil,
        catalogue: SoundCatalogue = NightDefaults.catalogue, equipment: Equipment = Equipment()
    ) {
        self.zone = zone
        self.catalogue = catalogue
        self.equipment = equipment
        for output in 0..<equipment.soundOutputs {
            rehearsed.updateValue(nil, forKey: .sound(output: output))
        }
        now = Moment(wall: wall, boot: BootTime(nanoseconds: 5_000_000_000))
        truth = wall
        durable = saved
        machine = ClockMachine(
            restoring: saved, zone: zone, trust: trust, boot: BootID("boot 1"),
            catalogue: catalogue, equipment: equipment, at: now)
        handle(.started)
    }

    // MARK: - The shell

    private var scan: AlarmScan?

    /// Never read. A value that holds an `Any` is copied by a call. Without it, tests that return or hand on a night
    /// take it apart into its hundreds of fields, as they are not optimised: up to four times the code to compile.
    private let copiedByCall: Any = ()

    /// The index of due times must give the same result as a scan of all alarms.
    private mutating func checkNextAlarm(after event: Event) {
        let instant = now.wall.instant
        let next = machine.ringing.alarms.nextAlarm(after: instant, machine.ringing.rules)
        guard machine.trust != .unknown else { return }
        let alarms = machine.ringing.alarms.book.alarms
        if scan?.holds(alarms, machine.ringing.rules, after: instant) != true {
            scan = AlarmScan(alarms, machine.ringing.rules, after: instant)
        }
        let first = scan?.first
        if next?.alarm.id != first.map({ alarms[$0.place].id })
            || next?.occurrence.instant != first?.instant
        {
            Issue.record("the index of due times says \(String(describing: next)) after \(event)")
        }
    }

    mutating func handle(_ event: Event) {
        let effects = machine.handle(event, at: now)
        if let broken = machine.brokenInvariant {
            Issue.record("broken invariant: \(broken), after \(event)")
        }
        checkNextAlarm(after: event)
        var saves: [Int] = []
        var records: [HistoryRecord] = []
        for effect in effects {
            switch effect {
            case .sound(let newIntent):
                intent = newIntent
                sounds.append(newIntent)
            case .outputs(let levels): outputs = levels
            case .ask(let request, let question): questions.append((request, question))
            case .setClock(let request, let moment): clockOrders.append((request, moment))
            case .chooseOutputs(let choice): outputChoices.append(choice)
            case .rehearse: rehearsals += 1
            case .drawSecrets: break
            case .admit(let new): admission = new
            case .save(let state, let revision):
                newest = (state, revision)
                saves.append(revision)
                if checksCoding { checkCoding(of: state) }
            case .reply(let request, let answer):
                if let earlier = answers.updateValue(answer, forKey: request) {
                    Issue.record("request \(request) was answered twice: \(earlier), \(answer)")
                }
            case .notes(let notes):
                log += notes.map { Entry(at: now, truth: truth, note: $0) }
            case .record(let new): records += new
            }
        }
        recorded += records
        let screen = room == nil ? nil : machine.snapshot
        told += records.map {
            Told(
                at: now, truth: truth, record: $0, before: room?.last,
                running: screen?.running ?? [])
        }
        let isHeard = machine.ringing.ring.session?.sound != nil && !machine.ringing.ring.isHushed
        if (intent.alarm != nil) != isHeard || (isHeard && !machine.isRinging) {
            Issue.record("\(name)sound and ring disagree after \(event) at \(clock): \(intent)")
        }
        if let screen {
            room?.look(
                RoomAudit.Look(
                    event: event, at: now, told: records.map(\.event), sound: intent,
                    levels: outputs, screen: screen))
        }
        if machine.nextWake.isReached(at: now), event == .wake {
            Issue.record("\(name)no wake ahead at \(clock), \(now): \(machine.nextWake)")
        }
        if !saves.isEmpty { answerSaves() }
        reportFrames()
        if effects.contains(.rehearse) { reportRehearsed() }
        if effects.contains(.drawSecrets) { drawSecrets() }
        checkDurability(after: event)
    }

    /// Reports what the sound hosts emit: the outputs on which frames of the ring move.
    private mutating func reportFrames() {
        guard let alarm = intent.alarm else {
            moving = []
            return
        }
        for output in 0..<alarm.outputs {
            let areMoving = workingOutputs.contains(output)
            let frames = AlarmFrames(
                serial: alarm.serial, output: output, areMoving: areMoving,
                isStandIn: output == 0 && areMoving && isOnStandIn)
            let old = moving.first { $0.serial == frames.serial && $0.output == output }
            guard areMoving ? old != frames : old != nil else { continue }
            if let old { moving.remove(old) }
            if areMoving { moving.insert(frames) }
            handle(.alarmFrames(frames))
        }
    }

    /// The outputs that were last reported and still move frames.
    private var moving: Set<AlarmFrames> = []

    /// Lets the store answer for the newest state, as `store` says.
    mutating func answerSaves() {
        guard let newest else { return }
        switch store {
        case .durable:
            durable = newest.state
            handle(.saved(revision: newest.revision, failure: nil))
        case .failing(let problem):
            handle(.saved(revision: newest.revision, failure: problem))
        case .slow: break
        }
    }

    private func checkCoding(of state: PersistentState) {
        do {
            // With the store's own parser: another one would take a quarter of this suite's time.
            let text = JSONValue.object(state.payload).line()
            let back = PersistentState(payload: try .parse(text, limit: text.count))
            // The store encodes the history records beside the state.
            var coded = state
            coded.unwrittenRecords = []
            if back != coded { Issue.record("saving and loading is no identity for \(state)") }
        } catch {
            Issue.record("the state cannot be coded: \(error)")
        }
    }

    /// Waits longer than this skip wakes that only change the picture: a face that blinks all night wakes
    /// sixty thousand times.
    private static let picturesFollowed = Duration.minutes(2)

    private func nextWake(followingPictures: Bool) -> BootTime? {
        guard !followingPictures else { return machine.nextWake.bootTime(asSeenAt: now) }
        var deadline = machine.ringing.nextWake(machine.ringingContext)
        deadline = deadline.earliest(
            Deadline(
                wall: machine.nextQuietChange, boot: machine.playing.nextWake(machine.fades)))
        deadline = deadline.earliest(
            Deadline(
                wall: machine.rehearsal.due,
                boot: earlier(
                    machine.rehearsal.began.map { $0 + RehearsalMachine.patience },
                    machine.rehearsal.ringDue)))
        let recording = machine.countsUntrusted ? machine.saving.untrustedHeartbeatDue : nil
        let keys = machine.keys.nextWake(machine.nextTaskEnd)
        deadline = deadline.earliest(Deadline(boot: earlier(recording, keys)))
        deadline = deadline.earliest(machine.nextLampWake)
        return deadline.bootTime(asSeenAt: now)
    }

    /// Lets time pass, and wakes the machine whenever it asks for it.
    mutating func wait(_ duration: Duration) {
        let end = now.boot + duration
        var left = Night.wakeLimit
        let follows = !skipsPictures && duration <= Night.picturesFollowed
        // The machine handles all that was due by the end before anything else happens, even if a little late.
        while let asked = nextWake(followingPictures: follows), asked <= max(end, now.boot) {
            let wake = asked + drawDelay()
            left -= 1
            guard left > 0 else {
                Issue.record("the machine spins at \(clock)")
                return
            }
            pass(max(.zero, wake - now.boot))
            wakes += 1
            handle(.wake)
        }
        pass(max(.zero, end - now.boot))
    }

    /// Waits until the device's clock shows "2025-01-14 07:00".
    mutating func wait(until text: String) throws {
        let wall = WallTime(try zone.instant(showing: text))
        #expect(wall >= now.wall, "the clock shows \(clock), which is past \(text)")
        wait(wall - now.wall)
    }

    /// Lets time pass without a wake, as while a process hangs.
    mutating func pass(_ duration: Duration) {
        now = now.advanced(by: duration)
        truth = truth + duration
    }

    /// Lets time pass without a wake while the wall clock is stepped, and does not tell the machine.
    mutating func passUnevenly(wall: Duration, boot: Duration) {
        pass(boot)
        now.wall = now.wall + (wall - boot)
    }

    // MARK: - What people and the world do

    mutating func machineOffers(_ zones: [Zone]) { machine.showing.menuZones = zones }

    mutating func offersDates(from instant: Instant) { machine.showing.menuStart = instant }

    /// Steps the wall clock by `delta`, and tells the shell.
    mutating func step(
        by delta: Duration, _ cause: StepCause = .synchronised, trust: ClockTrust = .trusted
    ) {
        now.wall = now.wall + delta
        handle(.clockAdjusted(trust: trust, by: cause))
    }

    /// Sets the wall clock to the true time.
    mutating func synchronise() {
        step(by: truth - now.wall)
    }

    mutating func changeZone(_ name: String, _ cause: StepCause = .user) throws {
        zone = try rules(of: name)
        handle(.zoneChanged(zone, by: cause))
    }

    /// A zone by its present file.
    func rules(of name: String) throws -> Zone { try newRules[name] ?? systemZone(name) }

    /// Gives a zone new rules, as new tzdata does, and reports them as `ZoneWatch` does.
    mutating func changeRules(to zone: Zone) {
        newRules[zone.name] = zone
        if zone.name == self.zone.name {
            self.zone = zone
            handle(.zoneChanged(zone, by: .synchronised))
        }
        if machine.ringing.rules.pinned[zone.name] != nil { handle(.pinnedZoneChanged(zone)) }
    }

    /// - Parameter wall: the reading of the device's clock afterwards; nil: the true time.
    mutating func cutPower(for duration: Duration, wall: WallTime?, trust: ClockTrust) {
        boots += 1
        truth = truth + duration
        now = Moment(wall: wall ?? truth, boot: BootTime(nanoseconds: 5_000_000_000))
        restart(trust: trust)
    }

    /// Ends the program and starts it again `duration` later, in the same boot; meanwhile the wall clock is
    /// stepped.
    mutating func restartProgram(
        after duration: Duration, wallStep: Duration = .zero, trust: ClockTrust = .trusted
    ) {
        pass(duration)
        now.wall = now.wall + wallStep
        restart(trust: trust)
    }

    /// Ends the program and starts it at once, with only the newest `count` records.
    mutating func restartProgram(keepingRecords count: Int) {
        recorded = Array(recorded.suffix(count))
        restart(trust: machine.trust)
    }

    mutating func restart(trust: ClockTrust, leftZone: Zone? = nil) {
        intent = .silence
        moving = []
        outputs = .off
        room?.restarted()
        let pinned = Set(durable?.alarms.compactMap(\.pinnedZone) ?? [])
        machine = ClockMachine(
            restoring: durable, zone: zone, leftZone: leftZone,
            pinned: pinned.compactMap { try? rules(of: $0) }, trust: trust,
            boot: BootID("boot \(boots)"), catalogue: catalogue, equipment: equipment,
            safeMode: startsSafely ? SafeModeWords.problem : nil, history: recorded,
            floor: floor, at: now)
        handle(.started)
    }
}
