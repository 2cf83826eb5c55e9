import ClockCore
import ClockSound
import ClockTime
package import HAL

/// Rings that nobody hears, run on dummy ports right after the start.
///
/// Theory of operation. A clock keeps the parts of the program that it has used in memory (`MemoryLock` in
/// LinuxHost). The dry run uses all that a ring needs once. A whole clock runs in its own time with the board's panel
/// driver. It rings by alarm, timer and nap, climbs its ladder, is snoozed and stopped by key and by client, and
/// makes every noise. Then another clock rings on threads, as the real one does, into a sound device that takes
/// everything. Neither touches the state, the socket or any wire. A tone's table would stay in memory for good, so the
/// tones are built at a low rate and forgotten; those of the alarms are there already (`SoundDirector.prepare`).
package enum DryRing {
    /// Rings in every possible way, in its own time, as fast as it can.
    ///
    /// - Parameters:
    ///   - parts: those of the running clock; the run uses their panel, sounds and equipment.
    ///   - log: takes the lines, which nobody reads.
    ///   - isWanted: polled often, so that a program that must end need not wait for the rest.
    package static func inItsOwnTime(
        _ parts: ClockParts, log: Log, while isWanted: @escaping () -> Bool = { true }
    ) {
        var run = DryRun(parts, log: log, while: isWanted)
        run.ringByAlarm()
        run.ringByTimer()
        run.ringByNap()
        run.climb()
        run.ringWithEachNoise()
        run.stop()
        ToneSound.rehearseBuilding()
    }

    /// Lets a timer ring on threads in the time of `parts`, and stops it by its key as soon as it is heard. Takes
    /// about two seconds.
    ///
    /// - Parameters:
    ///   - parts: as above, but the run plays on their sinks and equipment: of the same kind as the real clock's, on
    ///     a device that nobody hears.
    ///   - log: as above.
    ///   - isWanted: as above.
    /// - Throws: if no more threads can be started.
    package static func onThreads(
        _ parts: ClockParts, _ threads: any ThreadHost, log: Log,
        while isWanted: @escaping () -> Bool = { true }
    ) throws(HostError) {
        guard isWanted() else { return }
        holdControls(of: parts.sound)
        let clock = try ThreadedClock(parts.dry(in: parts.time, log: log), threads: threads)
        let waiter = try threads.makeWaiter()
        func wait() {
            guard isWanted() else { return }
            _ = waiter.wait(until: Deadline(boot: parts.time.now().boot + glance))
        }
        try clock.start(on: threads)
        let end = parts.time.now().boot + patience
        clock.post(
            .command(clock.takeRequestID(), .timer(.add(.seconds(1), name: nil, starts: true))))
        while isWanted(), parts.time.now().boot < end, clock.sounds.allSatisfy({ $0.peak == 0 }) {
            wait()
        }
        // A few frames more than the first.
        wait()
        for isDown in [true, false] {
            clock.press(.stop, isDown: isDown)
            wait()
        }
        // A key's stop is final 0.3 s after the press (law, 6.9).
        for _ in 0..<3 { wait() }
        _ = clock.stop()
    }

    /// Holds and releases each output's controls while its device is closed. In a ring they are held just before or
    /// just after a device opens, whichever thread is first.
    private static func holdControls(of sound: SoundEquipment) {
        for mixer in sound.mixers.values {
            // Whether it works does not matter here, only that it was done.
            _ = try? mixer.hold(atLeast: MixerReading.alarmPercent)
            try? mixer.release()
        }
    }

    /// How long to wait for the ring on threads.
    private static let patience = Duration.seconds(3)
    private static let glance = Duration.milliseconds(100)
}

extension ClockParts {
    /// The same clock without anything persistent or perceptible.
    fileprivate func dry(in time: any TimeSource, log: Log) -> ClockParts {
        var dry = self
        dry.time = time
        dry.wallClock = nil
        dry.isClockKept = nil
        dry.bus = DryBus()
        dry.lightPort = nil
        dry.battery = nil
        // Otherwise it would look for an audible card.
        dry.sound.devices = nil
        dry.outputs = BoardOutputs(motor: DryOutput(), buzzer: DryOutput(), light: DryOutput())
        dry.storage = DrySlots()
        dry.history = DryRecords()
        dry.listener = nil
        dry.zones = DryZones()
        dry.zoneOverride = nil
        dry.ownSounds = nil
        dry.ownFonts = nil
        dry.passedFiles = nil
        dry.trust = .trusted
        dry.madeAt = nil
        dry.stepObserver = nil
        dry.boardCopy = nil
        dry.problems = []
        dry.emit = { log($0) }
        return dry
    }
}

/// A dry run's clock, and its time.
private struct DryRun {
    private let time: DryTime
    private let clock: SteppedClock
    private let sinks: [DrySink]
    private let noises: [SoundID]
    private let client = ConnectionID(1)
    private let isWanted: () -> Bool
    private var requests = 0

    /// Just before seven in the morning.
    private static let start = Moment(
        wall: WallTime(Instant(seconds: 20_000 * 86_400)) + .hours(7) - .seconds(2),
        boot: BootTime(nanoseconds: 0))

    init(_ parts: ClockParts, log: Log, while isWanted: @escaping () -> Bool) {
        self.isWanted = isWanted
        time = DryTime(DryRun.start)
        sinks = [DrySink(.int32, time), DrySink(.int16, time)]
        noises = parts.sounds.catalogue.noises.map(\.id)
        var dry = parts.dry(in: time, log: log)
        dry.sinks = sinks
        dry.sound = SoundEquipment(outputs: sinks.count)
        dry.listener = DryListener()
        clock = SteppedClock(dry)
    }

    /// Rings an alarm at seven after noise; snoozes and stops it by key.
    mutating func ringByAlarm() {
        ask(#""command":"noise.play""#)
        // The shortest snooze, because every moment of it is computed.
        ask(
            #""command":"alarm.add","alarm":{"schedule":{"time":"07:00","kind":"weekly","#
                + #""weekdays":[1,2,3,4,5,6,7]},"snooze":{"seconds":60}}"#)
        pass(.seconds(3))
        tap(.snooze)
        pass(.seconds(1))
        tap(.noise)
        pass(.minutes(1))
        tap(.stop)
    }

    /// Rings two of several timers, and stops them by the client's two commands.
    mutating func ringByTimer() {
        for name in [#","name":"Tea""#, ""] {
            ask(#""command":"timer.add","seconds":1"# + name)
            ask(#""command":"timer.add","seconds":3600"# + name)
        }
        pass(.seconds(2))
        ask(#""command":"status""#)
        ask(#""command":"timer.list""#)
        ask(#""command":"alarm.stop","rings":[{"timer":1,"run":1}]"#)
        ask(#""command":"timer.stop","timer":3,"run":1"#)
        for id in [2, 4] { ask(#""command":"timer.remove","timer":\#(id)"#) }
        ask(#""command":"health.status""#)
        pass(.seconds(6))
    }

    /// Starts a nap by the held bar; it rings whatever the hand does.
    mutating func ringByNap() {
        ask(#""command":"nap.set","maxSeconds":60"#)
        clock.press(.snooze, isDown: true)
        pass(.minutes(1))
        pass(.seconds(2))
        clock.press(.snooze, isDown: false)
        tap(.stop)
        pass(.seconds(6))
    }

    /// Rings without sound, up to the flashing display.
    mutating func climb() {
        for sink in sinks { sink.standStill(true) }
        ask(#""command":"timer.add","seconds":1"#)
        pass(.seconds(13))
        tap(.stop)
        for sink in sinks { sink.standStill(false) }
        pass(.seconds(12))
    }

    /// Plays a moment of each noise.
    mutating func ringWithEachNoise() {
        for sound in noises where isWanted() {
            ask(#""command":"alarm.edit","alarm":1,"changes":{"sound":"\#(sound.name)"}"#)
            ask(#""command":"alarm.test","alarm":1"#)
            pass(.milliseconds(60))
            // A key's stop would be final only some moments later, and each moment is computed.
            ask(#""command":"alarm.stop","rings":[{"test":1}]"#)
            pass(.milliseconds(40))
        }
    }

    func stop() { clock.stop() }

    /// Sends a request, as the client does.
    ///
    /// - Parameter fields: the request's fields beside its id, as written in its line.
    private mutating func ask(_ fields: String) {
        requests += 1
        let line = Array("{\"id\":\"\(requests)\",\(fields)}\n".utf8)
        if requests == 1 { clock.receive([.opened(client)]) }
        clock.receive([.received(client, line)])
        clock.step()
    }

    private func tap(_ button: Button) {
        clock.press(button, isDown: true)
        clock.step()
        pass(.milliseconds(100))
        clock.press(button, isDown: false)
        clock.step()
    }

    /// Lets time pass, from wake to wake.
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
