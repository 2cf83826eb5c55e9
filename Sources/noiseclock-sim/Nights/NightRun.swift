import BoardFiles
import ClockCore
import ClockTime
import HAL
import Runtime
import SimulatedBoard
import Synchronization

/// One story of `--nights`, run with the real machine, hosts and store on the simulated board.
///
/// Theory of operation. There are three times. The true time is the story's. The device's two are those of
/// `VirtualClock`: its boot time restarts at each boot and otherwise runs with the true time, and its wall time
/// is whatever was set. So the true time of an event is its boot time plus the true time at boot. The initial
/// state (long-standing alarms, settings) is written into the slots in the store's own format. The clock then
/// starts like a program restarted on a device that has been up for a month. From there on everything works as on the
/// Pi: keys are pressed on the board, commands are answered once they are durable, and a power cut leaves only
/// the two slots. Each host wakes a little late, as on the Pi.
///
/// The board has keys and sound, but no display and no light sensor: these would cause most of the wakes
/// without changing the outcome. Sound is not rendered, because nobody uses the samples.
struct NightRun {
    private let story: NightStory
    private let time: VirtualClock
    private let storage: MemorySlotStorage
    private let parts: ClockParts
    private let log: NightLog
    private var clock: SteppedClock?
    private var boots = 1
    /// Alarms whose date has passed, by name: see `wish`.
    private var overdue: [String: Wish] = [:]

    /// The latest version of an alarm that the story added or edited.
    private struct Wish {
        var schedule: Schedule
        var isEnabled: Bool?
    }

    /// Boot times of one boot are meaningless in another.
    private var boot: BootID { BootID("night-\(boots)") }

    /// The device's uptime at the start.
    private static let upTime = Duration.seconds(30 * 86_400)
    /// How long before the start weekly alarms were armed.
    private static let armedBefore: Int64 = 400 * 86_400

    /// Runs the story and returns its log.
    ///
    /// - Parameter seed: determines how late each wake-up is, which does not affect the log.
    static func log(
        of story: NightStory, seed: UInt64
    ) -> Result<[NightStory.Entry], TextFormError> {
        do throws(SimulatorError) {
            var run = try NightRun(story, seed: seed)
            try run.live()
            return .success(run.log.entries)
        } catch {
            return .failure(TextFormError(error.message))
        }
    }

    private init(_ story: NightStory, seed: UInt64) throws(SimulatorError) {
        self.story = story
        let start = Moment(
            wall: WallTime(story.start), boot: BootTime(nanoseconds: 0) + NightRun.upTime)
        time = VirtualClock(start)
        storage = MemorySlotStorage(slotSize: NightRun.slotSize)
        log = NightLog(time: time)
        log.booted(at: WallTime(story.start))
        let log = log
        var zones: [String: Zone] = [story.zone.name: story.zone]
        for case .zone(let zone) in story.events.map(\.event) { zones[zone.name] = zone }
        var parts = ClockParts(
            time: time, bus: SimulatedI2CBus(clock: time), drivers: try NightRun.drivers,
            sinks: [SimulatedPCMSink(clock: time)], storage: storage,
            zones: StoryZones(zones: zones), bootName: "", seed: 0, emit: { log.receive($0) })
        parts.wakeDelays = WakeDelays(seed: seed)
        self.parts = parts
    }

    /// The size of the file on the Pi.
    private static let slotSize = 4 << 20

    private static var drivers: BoardDrivers {
        get throws(SimulatorError) {
            let board = #"{"version": 1, "name": "nights", "display": {"driver": "none"}}"#
            do throws(BoardDescription.Problem) {
                return try BoardDrivers(for: try BoardFile.parse(Array(board.utf8)))
            } catch {
                throw .board(error.description)
            }
        }
    }

    // MARK: - The night

    private mutating func live() throws(SimulatorError) {
        try store(stateAtStart)
        start(trust: .trusted)
        for timer in story.timers { start(timer) }
        for (time, event) in story.events.map({ ($0.time, $0.event) }) {
            guard time <= story.until else { break }
            let truth = WallTime(time) + NightRun.withinSecond
            runOn(until: truth)
            happen(event, at: truth)
        }
        runOn(until: WallTime(story.until) + NightRun.withinSecond)
    }

    /// A story counts whole seconds. Its events in a second come after whatever is due in that second, however late the
    /// clock wakes for that.
    private static let withinSecond = Duration.milliseconds(250)

    private func start(_ timer: NightStory.Timer) {
        log.expect(timer.name)
        ask(.timer(.add(timer.length, name: nil, starts: true)))
    }

    private mutating func start(trust: ClockTrust) {
        var parts = parts
        parts.boot = boot
        parts.trust = trust
        let log = log
        // The previous clock is gone, along with everything that was not durable.
        clock = SteppedClock(parts) { log.receive($0) }
    }

    /// Advances time from wake to wake, and does everything due at the end.
    private func runOn(until truth: WallTime) {
        guard let clock else { return }
        let end = log.bootTime(at: truth)
        while true {
            clock.step()
            let now = time.now().boot
            guard now < end else { return }
            time.advance(to: min(end, max(clock.nextWake ?? end, now + .nanoseconds(1))))
        }
    }

    private mutating func happen(_ event: NightStory.Event, at truth: WallTime) {
        switch event {
        case .stop: tapIfRinging(.stop)
        case .snooze: tapIfRinging(.snooze)
        case .powerOff: clock = nil
        case .boot(let reading, let trust): boot(reading, trust, at: truth)
        case .synchronise(let reading): setClock(to: reading, by: .synchronised)
        case .set(let reading): setClock(to: reading, by: .user)
        case .zone(let zone):
            post(.zoneChanged(zone, by: .user))
            wishAgain()
        case .skipNext(let name): ask(name) { .alarm(.skipNext($0, 1)) }
        case .edit(let name, let schedule, let isEnabled):
            wish(Wish(schedule: schedule, isEnabled: isEnabled), for: name)
        case .add(let alarm): wish(Wish(schedule: alarm.schedule), for: alarm.name)
        case .startTimer(let timer): start(timer)
        }
    }

    /// A user presses the key because it rings. If nothing rings, the keys mean other things.
    private func tapIfRinging(_ button: Button) {
        guard clock?.snapshot?.ring != nil else { return }
        post(.button(button, isDown: true))
        post(.button(button, isDown: false))
    }

    private mutating func boot(
        _ reading: Instant, _ trust: NightStory.BootTrust, at truth: WallTime
    ) {
        clock = nil
        time.reboot(after: .zero)
        time.setWall(to: WallTime(reading) + NightRun.withinSecond)
        log.booted(at: truth)
        boots += 1
        start(trust: trust.clockTrust)
    }

    private mutating func setClock(to reading: Instant, by cause: StepCause) {
        guard clock != nil else { return }
        time.setWall(to: WallTime(reading) + NightRun.withinSecond)
        post(.clockAdjusted(trust: .trusted, by: cause))
        wishAgain()
    }

    /// Adds or edits an alarm. The clock refuses a date that has passed, so that nobody waits for it. A story follows
    /// the law: such an alarm ends its current activity, and is due once the clock stands before its date
    /// (6.7, 3.3, 3.4 and 4.1). So this switches the alarm off, and retries after each step of the clock.
    private mutating func wish(_ wish: Wish, for name: String) {
        let known = log.alarm(named: name)
        if let known {
            var changes = AlarmChanges()
            changes.time = wish.schedule.time
            changes.kind = wish.schedule.kind
            ask(.alarm(.edit(known, changes)))
        } else {
            log.expect(name)
            ask(.alarm(.add(wish.schedule, changes)))
        }
        let isRefused = log.isRefused
        overdue[name] = isRefused && wish.isEnabled ?? true ? wish : nil
        guard let alarm = log.alarm(named: name) else { return }
        if isRefused {
            ask(.alarm(.setEnabled(alarm, false)))
        } else if let isEnabled = wish.isEnabled {
            ask(.alarm(.setEnabled(alarm, isEnabled)))
        }
    }

    private mutating func wishAgain() {
        for (name, wish) in overdue.sorted(by: { $0.key < $1.key }) { self.wish(wish, for: name) }
    }

    private func ask(_ name: String, _ command: (AlarmID) -> Command) {
        // An alarm whose addition was refused does not exist.
        if let alarm = log.alarm(named: name) { ask(command(alarm)) }
    }

    private func ask(_ command: Command) {
        guard let clock else { return }
        post(.command(clock.takeRequestID(), command))
    }

    private func post(_ event: Event) {
        clock?.post(event)
        clock?.step()
    }
}

// MARK: - The initial state

extension NightRun {
    private var stateAtStart: PersistentState {
        let now = time.now()
        var state = PersistentState(
            boot: boot, savedAt: now, trust: .trusted,
            zone: story.zone.name)
        state.lastTrusted = story.start
        // The start itself is not yet checked: whatever is due at it rings.
        state.checked = story.start.advanced(bySeconds: -1)
        state.settings.grace = story.settings.grace
        state.settings.countdownRings.ringLength = story.settings.ringLength
        state.settings.countdownRings.snoozeLength = story.settings.snoozeLength
        state.settings.countdownRings.automaticRings = story.settings.automaticRings
        for (place, alarm) in story.alarms.enumerated() {
            let id = AlarmID(place + 1)
            log.name(id, alarm.name)
            state.alarms.append(stored(alarm, id))
        }
        state.nextAlarmNumber = story.alarms.count + 1
        return state
    }

    private func stored(_ alarm: NightStory.Alarm, _ id: AlarmID) -> Alarm {
        let armedAt: Instant
        switch alarm.schedule.kind {
        case .weekly: armedAt = story.start.advanced(bySeconds: -NightRun.armedBefore)
        case .once, .dated: armedAt = story.start
        }
        var stored = Alarm(id: id, schedule: alarm.schedule, createdAt: armedAt)
        stored.ringLength = story.settings.ringLength
        stored.automaticRings = story.settings.automaticRings
        stored.snooze.length = story.settings.snoozeLength
        stored.snooze.limit = story.settings.snoozeLimit
        return stored
    }

    /// The settings of an alarm that the story adds.
    private var changes: AlarmChanges {
        var changes = AlarmChanges()
        changes.ringLength = story.settings.ringLength
        changes.automaticRings = story.settings.automaticRings
        changes[\.snooze.length] = story.settings.snoozeLength
        changes[\.snooze.limit] = .some(story.settings.snoozeLimit)
        return changes
    }

    private func store(_ state: PersistentState) throws(SimulatorError) {
        var store = StateStore(storage: storage)
        if let problem = store.save(state) { throw .data(problem) }
    }
}

extension NightStory.BootTrust {
    fileprivate var clockTrust: ClockTrust {
        switch self {
        case .trusted: .trusted
        case .plausible: .plausible
        case .unknown: .unknown
        }
    }
}

/// The zones that a story names.
private struct StoryZones: ZoneSource {
    let zones: [String: Zone]

    var systemZoneName: String? { nil }

    func zone(named name: String) -> Result<Zone, ZoneProblem> {
        zones[name].map { .success($0) } ?? .failure(ZoneProblem("the story does not name it"))
    }
}
