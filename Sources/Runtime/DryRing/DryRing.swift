import ClockCore
import ClockTime
import Control
import HAL

/// Rings that nobody hears, right after the start, on ports that are none.
///
/// Theory of operation. A clock that locks its memory keeps every page of the program from its first use on
/// (`MemoryLock` in LinuxHost), and the program is large: most of it no ring ever needs. So that a ring needs no page
/// for the first time, all of it is gone through once: a whole clock runs in its own time, with the panel driver
/// of the board, rings by alarm, timer and nap, climbs its ladder, is snoozed and stopped by key and by client, and
/// makes every sound that an alarm may have. It touches neither the state, nor the socket, nor any wire.
package enum DryRing {
    /// - Parameters:
    ///   - parts: of the clock that runs; of them the panel, the sounds and the equipment are used.
    ///   - log: takes the lines, which nobody is to read.
    ///   - isWanted: asked again and again; whoever is to end need not wait for the rest.
    package static func run(
        _ parts: ClockParts, log: Log, while isWanted: @escaping () -> Bool = { true }
    ) {
        var run = DryRun(parts, log: log, while: isWanted)
        run.ringByAlarm()
        run.ringByTimer()
        run.ringByNap()
        run.climb()
        run.ringWithEachSound()
        run.stop()
    }
}

/// The clock of a dry run, and its time.
private struct DryRun {
    private let time: DryTime
    private let clock: SteppedClock
    private let sinks: [DrySink]
    private let sounds: [SoundID]
    private let client = ConnectionID(1)
    private let isWanted: () -> Bool
    private var requests = 0

    /// A moment before seven in the morning.
    private static let start = Moment(
        wall: WallTime(Instant(seconds: 20_000 * 86_400)) + .hours(7) - .seconds(2),
        boot: BootTime(nanoseconds: 0))

    init(_ parts: ClockParts, log: Log, while isWanted: @escaping () -> Bool) {
        self.isWanted = isWanted
        time = DryTime(DryRun.start)
        sinks = [DrySink(.int32, time), DrySink(.int16, time)]
        let catalogue = parts.sounds.catalogue
        sounds = (catalogue.tones + catalogue.noises).map(\.id)
        var dry = parts
        dry.time = time
        dry.wallClock = nil
        dry.isClockKept = nil
        dry.bus = DryBus()
        dry.sinks = sinks
        dry.sound = SoundEquipment(outputs: sinks.count)
        dry.outputs = BoardOutputs(motor: DryOutput(), buzzer: DryOutput(), light: DryOutput())
        dry.storage = DrySlots()
        dry.history = DryRecords()
        dry.listener = DryListener()
        dry.zones = DryZones()
        dry.zoneOverride = nil
        dry.ownSounds = nil
        dry.trust = .trusted
        dry.madeAt = nil
        dry.stepObserver = nil
        dry.boardCopy = nil
        dry.problems = []
        dry.tell = { log($0) }
        clock = SteppedClock(dry)
    }

    /// An alarm at seven with noise before it; snoozed by its key, and stopped by its key.
    mutating func ringByAlarm() {
        ask(.playNoise(nil, volume: nil))
        if let seven = TimeOfDay(hour: 7, minute: 0) {
            // As short as may be: every moment of it is computed.
            var changes = AlarmChanges()
            changes.snoozeLength = .minutes(1)
            ask(.addAlarm(.daily(at: seven), changes))
        }
        pass(.seconds(3))
        tap(.snooze)
        pass(.seconds(1))
        tap(.noise)
        pass(.minutes(1))
        tap(.stop)
    }

    /// A timer, stopped by the client.
    mutating func ringByTimer() {
        ask(.addTimer(.seconds(1), name: nil, starts: true))
        pass(.seconds(2))
        ask(.status)
        ask(.stop(.rings([.timer(TimerID(1), run: 1)])))
        ask(.health)
        pass(.seconds(6))
    }

    /// A nap, which the held bar begins, and which rings whatever the hand does.
    mutating func ringByNap() {
        var changes = NapChanges()
        changes.max = .minutes(1)
        ask(.setNap(changes))
        clock.press(.snooze, isDown: true)
        pass(.minutes(1))
        pass(.seconds(2))
        clock.press(.snooze, isDown: false)
        tap(.stop)
        pass(.seconds(6))
    }

    /// One of which no sound comes out, up to the flashing display.
    mutating func climb() {
        for sink in sinks { sink.standStill(true) }
        ask(.addTimer(.seconds(1), name: nil, starts: true))
        pass(.seconds(13))
        tap(.stop)
        for sink in sinks { sink.standStill(false) }
        pass(.seconds(12))
    }

    /// A moment of each.
    mutating func ringWithEachSound() {
        for sound in sounds where isWanted() {
            var changes = AlarmChanges()
            changes.sound = sound
            ask(.editAlarm(AlarmID(1), changes))
            ask(.testAlarm(AlarmID(1)))
            pass(.milliseconds(60))
            tap(.stop)
        }
    }

    func stop() { clock.stop() }

    /// As the client does.
    private mutating func ask(_ command: Command) {
        requests += 1
        let line = RequestLine.encode(Request(id: "\(requests)", command: command))
        if requests == 1 { clock.take([.opened(client)]) }
        clock.take([.received(client, line)])
        clock.step()
    }

    private func tap(_ button: Button) {
        clock.press(button, isDown: true)
        clock.step()
        pass(.milliseconds(100))
        clock.press(button, isDown: false)
        clock.step()
    }

    /// Lets time run on, from wake to wake.
    private func pass(_ duration: Duration) {
        let end = time.now().boot + duration
        while true {
            clock.step()
            let now = time.now().boot
            guard now < end, isWanted() else { return }
            time.pass(min(end, max(clock.nextWake ?? end, now + .nanoseconds(1))) - now)
        }
    }
}
