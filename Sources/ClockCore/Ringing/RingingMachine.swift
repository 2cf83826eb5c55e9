package import ClockTime

/// What rings: alarms, timers and the nap, their one ring, and everything that keeps alarms from ringing.
///
/// Theory of operation. It composes four small machines, which do not know each other: `AlarmMachine`, `TimerMachine`
/// and `NapMachine` know whether they ring; `RingMachine` has the one sound and light of whatever rings. This machine
/// settles the ring after every change, so that it exists exactly while something rings. It also knows the rules that
/// alarms are judged by (`DateRules`). It knows nothing of keys, noise or the face: `ClockMachine` tells it in a context
/// what time it is and what a person has set.
///
/// Here is the state; `RingingMachine+Time` does what time alone triggers, `RingingMachine+Answers` stops and snoozes,
/// `RingingMachine+Alarms`, `+Rules` and `+Countdowns` answer the commands.
package struct RingingMachine: Hashable, Sendable {
    package internal(set) var alarms: AlarmMachine
    package internal(set) var timers = TimerMachine()
    package internal(set) var nap = NapMachine()
    package internal(set) var ring: RingMachine
    package internal(set) var test: AlarmTest?
    /// Zones, and everything that keeps alarms from ringing.
    @OnHeap package internal(set) var rules: DateRules

    init(
        restoring saved: PersistentState?, _ zone: Zone, pinned: [Zone], _ equipment: Equipment,
        isSafe: Bool
    ) {
        var rules = DateRules(zone)
        rules.pinned = Dictionary(pinned.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        rules.pauses = saved?.pauses ?? Pauses()
        rules.freeDays = saved?.freeDays ?? FreeDays()
        rules.doNotDisturb = saved?.settings.doNotDisturb ?? DoNotDisturb()
        alarms = saved.map(AlarmMachine.init(restoring:)) ?? AlarmMachine()
        ring = RingMachine(equipment: equipment, isSafe: isSafe)
        self.rules = rules
    }

    /// What it needs to know of the rest of the clock.
    struct Context {
        var now: Moment
        var trust: ClockTrust
        let sharedSettings: OnHeap<Settings>
        let sharedCatalogue: OnHeap<SoundCatalogue>
        /// What alone ends those that have a task (law, 6.12).
        let stopWays: [RingName: StopWay]

        /// Lent, not copied, because they are large.
        var settings: Settings { _read { yield sharedSettings.wrappedValue } }
        var instant: Instant { now.wall.instant }

        var countdown: CountdownContext { countdown(at: now) }

        /// - Parameter moment: the moment to treat as now: the present, or an earlier one after a late wake-up.
        func countdown(at moment: Moment) -> CountdownContext {
            CountdownContext(
                now: moment, delay: now.boot - moment.boot, trust: trust, grace: settings.grace,
                rings: settings.countdownRings)
        }
    }

    /// What a step leaves for the parent.
    struct Outcome {
        var alarms = AlarmMachine.Outcome()
        var countdowns = CountdownOutcome()
        var notes: [Note] = []
        /// The ring ended: what keys were held in it meant the ring.
        var ringEnded = false
    }

    func alarmContext(_ context: Context) -> AlarmMachine.Context {
        alarmContext(context, at: context.now)
    }

    /// - Parameter moment: the moment to treat as now: the present, or an earlier one after a late wake-up.
    func alarmContext(_ context: Context, at moment: Moment) -> AlarmMachine.Context {
        AlarmMachine.Context(
            now: moment, delay: context.now.boot - moment.boot, sharedRules: $rules,
            trust: context.trust, grace: context.settings.grace,
            sharedCatalogue: context.sharedCatalogue, hasMotor: ring.equipment.hasMotor,
            othersRing: othersRing)
    }

    // MARK: - What rings

    /// Whether anything rings.
    package var isRinging: Bool { alarms.isRinging || othersRing }

    /// Whether anything other than an alarm rings.
    var othersRing: Bool { test != nil || doesCountdownRing }

    /// Whether a timer or the nap rings.
    var doesCountdownRing: Bool { timers.isAlerting || nap.isAlerting }

    /// The timers and the nap that ring.
    var countdownAlerts: [CountdownAlert] {
        timers.alerting + (nap.alerting.map { [$0] } ?? [])
    }

    /// Whether anything will ring again after a snooze, or after a silence that nobody asked for.
    var hasSnooze: Bool { alarms.hasSnoozed || timers.hasSnoozed || nap.state.phase == .snoozed }

    // MARK: - Motor, buzzer, lamp

    /// What the board's outputs do now, but for the lamp, which has an owner of its own (`LampMachine`).
    ///
    /// - Parameter isPulsing: whether the motor gives feedback on a press.
    func outputLevels(_ context: Context, isPulsing: Bool) -> OutputLevels {
        var levels = ring.levels(at: context.now.boot)
        // The held nap bar pulses the motor if there is one, else the lamp.
        let pulse = nap.pulse(at: context.now.boot)?.isOn ?? false
        if ring.equipment.hasMotor, pulse { levels.motor = true }
        if !isRinging, isPulsing { levels.motor = true }
        return levels
    }

    /// The lamp's light for what rings; nil: it wants none.
    func ringLight(_ context: Context) -> Percent? {
        if ring.isFlashing {
            return Percent(clamping: Blink.quick.isLit(at: context.now.wall) ? 100 : 0)
        }
        return !ring.isHushed && alarms.ringsWithLight ? Percent(clamping: 100) : nil
    }

    /// Whether the lamp's pulse for the nap is lit; nil: it does not pulse. A motor pulses in its place.
    func lampPulse(at now: BootTime) -> Bool? {
        ring.equipment.hasMotor ? nil : nap.pulse(at: now)?.isOn
    }
}

/// A test of an alarm: the user hears, feels and sees how it will ring (product, A3).
package struct AlarmTest: Hashable, Sendable {
    package let alarm: AlarmID
    package let until: BootTime

    /// Long enough to hear the longest ramp to its end.
    package static let length = Duration.seconds(60)
}
