import ClockTime
import Foundation
import Testing

@testable import ClockCore

/// A night in a bedroom: the least shell around a `ClockMachine`, in time of its own.
///
/// Theory of operation. It does what every shell does: hand in one event, carry out all effects, go to
/// `nextWake`. Time jumps from wake to wake, so a night costs milliseconds. Three clocks run: the two
/// that the device reads (`now`) and the true one (`truth`), which no step and no power cut touches.
/// After every event it checks what must hold whatever the story is:
///
/// - no invariant is broken, and sound is asked for exactly while something rings;
/// - the next wake lies ahead, so that no shell spins;
/// - what was asked to be saved is, as JSON, read back the same.
struct Night {
    /// How the store answers.
    enum Store: Equatable {
        case durable
        case failing(String)
        /// It has not answered yet; `answerSaves` makes it.
        case slow
    }

    struct Entry {
        /// What the device's clocks read, and the true time.
        var at: Moment
        var truth: WallTime
        var note: Note
    }

    private(set) var machine: ClockMachine
    private(set) var now: Moment
    private(set) var truth: WallTime
    private(set) var zone: Zone
    private(set) var log: [Entry] = []
    private(set) var recorded: [HistoryRecord] = []
    private(set) var replies: [RequestID: Reply] = [:]
    private(set) var sounds: [SoundIntent] = []
    private(set) var wakes = 0
    /// The newest state that was asked to be saved, and the newest that is durable.
    private(set) var newest: (state: PersistentState, revision: Int)?
    private(set) var durable: PersistentState?
    var store = Store.durable
    /// Whether each saved state goes through JSON; off for stories of many days.
    var checksCoding = true
    /// Never follows wakes that only change the picture, for stories by the ten thousand.
    var skipsPictures = false
    var catalogue: SoundCatalogue

    private var boots = 1
    private var requests: UInt64 = 0
    private var intent = SoundIntent.silence

    /// Wakes between two looks of a story; more is a machine that spins.
    private static let wakeLimit = 10_000

    /// - Parameters:
    ///   - text: what a clock in the zone shows at the start, "2025-01-14 06:00".
    ///   - saved: what the store holds; nil for a new clock.
    init(
        _ zoneName: String = "Europe/Berlin", at text: String, trust: ClockTrust = .trusted,
        restoring saved: PersistentState? = nil,
        catalogue: SoundCatalogue = NightDefaults.catalogue
    ) throws {
        let zone = try systemZone(zoneName)
        self.init(
            zone: zone, at: WallTime(try zone.instant(showing: text)), trust: trust,
            restoring: saved, catalogue: catalogue)
    }

    init(
        zone: Zone, at wall: WallTime, trust: ClockTrust = .trusted,
        restoring saved: PersistentState? = nil,
        catalogue: SoundCatalogue = NightDefaults.catalogue
    ) {
        self.zone = zone
        self.catalogue = catalogue
        now = Moment(wall: wall, boot: BootTime(nanoseconds: 5_000_000_000))
        truth = wall
        durable = saved
        machine = ClockMachine(
            restoring: saved, zone: zone, trust: trust, boot: BootID("boot 1"),
            catalogue: catalogue, at: now)
        handle(.started)
    }

    // MARK: - The shell

    /// The index of what falls due must give what a look at all alarms gives.
    private func checkNextAlarm(after event: Event) {
        let next = machine.alarms.nextAlarm(after: now.wall.instant, zone: machine.zone)
        guard machine.trust != .unknown else { return }
        let least = machine.alarms.book.alarms.enumerated().compactMap { place, alarm in
            alarm.nextRing(after: now.wall.instant, zone: machine.zone)
                .map { DueIndex.Entry(instant: $0.instant, place: place) }
        }.min()
        #expect(
            next?.alarm.id == least.map { machine.alarms.book.alarms[$0.place].id }
                && next?.occurrence.instant == least?.instant, "\(event)")
    }

    mutating func handle(_ event: Event) {
        let effects = machine.handle(event, at: now)
        if let broken = machine.brokenInvariant {
            Issue.record("broken invariant: \(broken), after \(event)")
        }
        checkNextAlarm(after: event)
        var saves: [Int] = []
        for effect in effects {
            switch effect {
            case .sound(let newIntent):
                intent = newIntent
                sounds.append(newIntent)
            case .save(let state, let revision):
                newest = (state, revision)
                saves.append(revision)
                if checksCoding { checkCoding(of: state) }
            case .reply(let request, let reply):
                if let earlier = replies.updateValue(reply, forKey: request) {
                    Issue.record("request \(request) was answered twice: \(earlier), \(reply)")
                }
            case .notes(let notes):
                log += notes.map { Entry(at: now, truth: truth, note: $0) }
            case .record(let records): recorded += records
            }
        }
        if (intent.alarm != nil) != !machine.alarms.ringing.isEmpty {
            Issue.record("sound and ring disagree after \(event) at \(clock): \(intent)")
        }
        if machine.nextWake.isReached(at: now), event == .wake {
            Issue.record("the next wake lies not ahead at \(clock): \(machine.nextWake)")
        }
        if !saves.isEmpty { answerSaves() }
    }

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
            let back = try JSONDecoder().decode(
                PersistentState.self, from: try JSONEncoder().encode(state))
            if back != state { Issue.record("saving and loading is no identity for \(state)") }
        } catch {
            Issue.record("the state cannot be coded: \(error)")
        }
    }

    /// Waits longer than this jump over wakes that only change the picture: a face that blinks for a
    /// night wakes sixty thousand times.
    private static let picturesFollowed = Duration.minutes(2)

    private func nextWake(followingPictures: Bool) -> BootTime? {
        guard !followingPictures else { return machine.nextWake.bootTime(asSeenAt: now) }
        var deadline = machine.alarms.nextWake(trust: machine.trust)
        deadline = deadline.earliest(Deadline(boot: machine.preview.nextWake))
        for gesture in machine.gestures {
            deadline = deadline.earliest(Deadline(boot: gesture.nextWake))
        }
        return deadline.bootTime(asSeenAt: now)
    }

    /// Lets time pass, waking the machine whenever it asks for it.
    mutating func wait(_ duration: Duration) {
        let end = now.boot + duration
        var left = Night.wakeLimit
        let follows = !skipsPictures && duration <= Night.picturesFollowed
        while let wake = nextWake(followingPictures: follows), wake <= end {
            left -= 1
            guard left > 0 else {
                Issue.record("the machine spins at \(clock)")
                return
            }
            pass(max(.zero, wake - now.boot))
            wakes += 1
            handle(.wake)
        }
        pass(end - now.boot)
    }

    /// Waits until the device's clock shows "2025-01-14 07:00".
    mutating func wait(until text: String) throws {
        let wall = WallTime(try zone.instant(showing: text))
        #expect(wall >= now.wall, "the clock shows \(clock), which is past \(text)")
        wait(wall - now.wall)
    }

    /// Time passes unseen, as while a process hangs.
    mutating func pass(_ duration: Duration) {
        now = now.advanced(by: duration)
        truth = truth + duration
    }

    /// Time passes unseen while the wall clock is stepped, and nobody tells the machine.
    mutating func passUnevenly(wall: Duration, boot: Duration) {
        pass(boot)
        now.wall = now.wall + (wall - boot)
    }

    // MARK: - What people and the world do

    mutating func press(_ button: Button) {
        handle(.button(button, isDown: true))
        wait(.milliseconds(100))
        handle(.button(button, isDown: false))
    }

    mutating func hold(_ button: Button, for duration: Duration) {
        handle(.button(button, isDown: true))
        wait(duration)
        handle(.button(button, isDown: false))
    }

    /// The wall clock is stepped by `delta`, and the shell is told.
    mutating func step(
        by delta: Duration, _ cause: StepCause = .synchronised, trust: ClockTrust = .trusted
    ) {
        now.wall = now.wall + delta
        handle(.clockAdjusted(trust: trust, by: cause))
    }

    /// The wall clock is set to what is true.
    mutating func synchronise() {
        step(by: truth - now.wall)
    }

    mutating func changeZone(_ name: String, _ cause: StepCause = .user) throws {
        zone = try systemZone(name)
        handle(.zoneChanged(zone, by: cause))
    }

    /// The power fails and comes back after `duration` of true time; the store has what was durable.
    ///
    /// - Parameter clock: what the device's clock reads then; nil: the true time.
    mutating func cutPower(
        for duration: Duration, clock text: String? = nil, trust: ClockTrust = .trusted
    ) throws {
        let wall = try text.map { WallTime(try zone.instant(showing: $0)) }
        cutPower(for: duration, wall: wall, trust: trust)
    }

    mutating func cutPower(for duration: Duration, wall: WallTime?, trust: ClockTrust) {
        boots += 1
        truth = truth + duration
        now = Moment(wall: wall ?? truth, boot: BootTime(nanoseconds: 5_000_000_000))
        restart(trust: trust)
    }

    /// The program ends and is started again `duration` later, in the same boot; meanwhile the wall
    /// clock is stepped.
    mutating func restartProgram(
        after duration: Duration, wallStep: Duration = .zero, trust: ClockTrust = .trusted
    ) {
        pass(duration)
        now.wall = now.wall + wallStep
        restart(trust: trust)
    }

    private mutating func restart(trust: ClockTrust) {
        intent = .silence
        machine = ClockMachine(
            restoring: durable, zone: zone, trust: trust, boot: BootID("boot \(boots)"),
            catalogue: catalogue, history: recorded, at: now)
        handle(.started)
    }

    // MARK: - Commands

    @discardableResult
    mutating func ask(_ command: Command) -> Reply? {
        let request = send(command)
        return replies[request]
    }

    /// Sends a command and does not look for its answer.
    @discardableResult
    mutating func send(_ command: Command) -> RequestID {
        requests += 1
        handle(.command(RequestID(requests), command))
        return RequestID(requests)
    }

    /// Adds an alarm; `set` changes what is not as usual.
    @discardableResult
    mutating func add(
        _ schedule: Schedule, _ set: (inout AlarmChanges) -> Void = { _ in }
    ) throws -> AlarmID {
        var changes = AlarmChanges()
        set(&changes)
        let expected = machine.alarms.book.nextNumber
        send(.addAlarm(schedule, changes))
        return try #require(machine.alarms.book[AlarmID(expected)]).id
    }

    mutating func daily(_ time: String) throws -> AlarmID {
        try add(.daily(at: try timeOfDay(time)))
    }

    mutating func once(_ time: String) throws -> AlarmID {
        try add(.once(at: try timeOfDay(time)))
    }

    @discardableResult
    mutating func edit(_ id: AlarmID, _ set: (inout AlarmChanges) -> Void) -> Reply? {
        var changes = AlarmChanges()
        set(&changes)
        return ask(.editAlarm(id, changes))
    }

    /// Restarts the program with a changed record of an alarm: the way to what no command sets yet.
    mutating func rewrite(_ id: AlarmID, _ change: (inout Alarm) -> Void) throws {
        var state = try #require(durable)
        let place = try #require(state.alarms.firstIndex { $0.id == id })
        change(&state.alarms[place])
        durable = state
        restartProgram(after: .zero, trust: machine.trust)
    }

    // MARK: - Looking

    /// What the device's clock shows.
    var clock: String { zone.text(at: now.wall.instant) }

    var notes: [Note] { log.map(\.note) }
    var ringing: [AlarmID] { machine.alarms.ringing.map(\.occurrence.alarm) }
    var snoozed: [AlarmID] { machine.alarms.snoozed.map(\.occurrence.alarm) }
    var missed: [MissedNotice] { machine.alarms.notices }
    var alarmSound: AlarmIntent? { intent.alarm }
    var noiseSound: NoiseIntent? { intent.noise }

    func alarm(_ id: AlarmID) throws -> Alarm {
        try #require(machine.alarms.book[id])
    }

    func occurrence(_ id: AlarmID, _ date: String) throws -> OccurrenceID {
        OccurrenceID(alarm: id, date: try civilDate(date))
    }

    /// What the device's clock will show when the alarm rings next.
    func next(_ id: AlarmID) throws -> String? {
        try alarm(id).nextRing(after: now.wall.instant, zone: zone).map {
            zone.text(at: $0.instant)
        }
    }

    /// The story of the alarms, each line with what the device's clock showed.
    var story: [String] {
        log.compactMap { entry in
            entry.note.line.map { zone.text(at: entry.at.wall.instant) + " " + $0 }
        }
    }

    mutating func forgetStory() {
        log = []
    }
}

enum NightDefaults {
    /// Two tones, so that which one sounds can be told.
    static let catalogue = SoundCatalogue(
        noises: [SoundID("pink"), SoundID("white")], tones: [SoundID("digital"), SoundID("bell")])
}

extension Note {
    /// What became of alarms, in a few words; nil for the rest.
    var line: String? {
        switch self {
        case .alarmFired(let id, _, let lateness, let joined):
            "fired \(id.alarm)" + (lateness >= .seconds(1) ? " late \(lateness)" : "")
                + (joined ? " joined" : "")
        case .alarmRangAgain(let id, let cause): "again \(id.alarm) \(cause)"
        case .alarmSnoozed(let id, _): "snoozed \(id.alarm)"
        case .alarmSilenced(let id, _): "silenced \(id.alarm)"
        case .alarmStopped(let id, let cause): "stopped \(id.alarm) \(cause)"
        case .alarmMissed(let id, _, let reason, let count):
            "missed \(id.alarm) of \(id.date) \(reason) \(count)"
        case .alarmSkipped(let id, let reason): "skipped \(id.alarm) of \(id.date) \(reason)"
        case .alarmPassedOver(let id): "passed over \(id.alarm) of \(id.date)"
        case .alarmSuperseded(let id): "superseded \(id.alarm) of \(id.date)"
        case .alarmReopened(let id): "reopened \(id.alarm) of \(id.date)"
        case .keyRefused(let button, let code): "refused \(button.rawValue) \(code)"
        case .faultRepaired(let part): "repaired \(part)"
        case .booted, .alarmEdited, .clockStepped, .trustChanged, .zoneChanged, .noiseChanged,
            .healthChanged, .pageShown:
            nil
        }
    }
}
