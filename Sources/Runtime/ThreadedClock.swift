package import ClockCore
import ClockFace
import ClockTime
package import HAL
import Synchronization

/// The clock on threads, one for each owner of something that can block.
///
/// | thread  | owns                     | waits on                    | woken by                      |
/// | ------- | ------------------------ | --------------------------- | ----------------------------- |
/// | engine  | the machine              | its next wake, the inbox    | inbox, sound, a set clock     |
/// | panel   | the bus and its chips    | the host's next wake        | a new frame                   |
/// | sound   | the device and the mixer | the device, or a new scene  | a new scene                   |
/// | sound 2 | another such device      | the same                    | the same                      |
/// | outputs | motor, buzzer, lamp      | the host's next wake        | new levels                    |
/// | vibration | a motor on the bus     | the host's next wake        | new levels                    |
/// | sensors | sensors off the bus     | the host's next wake        | time                          |
/// | devices | volume controls, list    | two seconds, during a ring  | a request of the engine       |
/// | library | own sounds, own fonts    | until one asks              | a question of the engine      |
/// | files   | own sounds' files        | the feeder's next wake      | an order of the engine        |
/// | store   | disk, zones, wall clock  | when one of them asks       | a state, records, a setting   |
/// | control | the connections          | the socket                  | bytes, a reply                |
///
/// No thread waits for another, so a bus, disk or peer that hangs holds up only its own thread.
package final class ThreadedClock: RunningClock, Sendable {
    private let parts: ClockParts
    private let waiters: [HostName: any Waiter]
    private let engineWaiter, stoppingWaiter: any Waiter
    private let soundWaiters: [any Waiter]
    private let inbox: Inbox<Event>
    private let outputs: EngineOutputs
    private let files = PassedFiles()
    /// Takes the replies to commands that were posted here instead of through the socket.
    private let answer: @Sendable (AnsweredRequest) -> Void
    private let nextRequest = Atomic<UInt64>(RequestID.firstLocal)
    /// Stopping has two steps, because the engine's last effects go to the other threads.
    private let isEngineStopping = Atomic<Bool>(false)
    private let isStopping = Atomic<Bool>(false)
    private let running = Mutex<[Host]>([])
    /// One bit for each thread that has ended, by its index in `running`. It is atomic, because all threads end at
    /// about the same time.
    private let finished = Atomic<Int>(0)

    /// A host on its thread.
    private struct Host: Sendable {
        var name: String
        /// The waiter that it waits on.
        var waiter: any Notifiable
        var thread: any RunningThread
        var bit: Int
    }

    private static let engine = "engine"

    /// How long to wait for a thread to end: enough for a device to play out its buffer and for a disk to take a last
    /// state. A thread on a bus that hangs is then left behind.
    private static let patience = Duration.seconds(1)

    /// Makes the mailboxes; nothing runs yet.
    package init(
        _ parts: ClockParts, threads: any ThreadHost,
        answer: @escaping @Sendable (AnsweredRequest) -> Void = { _ in }
    ) throws(HostError) {
        self.parts = parts
        self.answer = answer
        var waiters: [HostName: any Waiter] = [:]
        for name in HostName.allCases { waiters[name] = try threads.makeWaiter() }
        self.waiters = waiters
        engineWaiter = try threads.makeWaiter()
        stoppingWaiter = try threads.makeWaiter()
        var soundWaiters: [any Waiter] = []
        for _ in parts.sinks { soundWaiters.append(try threads.makeWaiter()) }
        self.soundWaiters = soundWaiters
        inbox = Inbox(waking: engineWaiter)
        outputs = EngineOutputs(parts, waking: waiters, sound: soundWaiters)
    }

    /// Loads the state and starts all threads; if one cannot be started, stops the rest.
    package func start(on threads: any ThreadHost) throws(HostError) {
        do throws(HostError) {
            try startAll(on: threads)
        } catch {
            _ = stop()
            throw error
        }
    }

    private func startAll(on threads: any ThreadHost) throws(HostError) {
        let start = ClockStart(parts, at: parts.time.now())
        let plans = HostPlan.list(
            parts, outputs, files: files, store: start.store)
        for plan in plans {
            guard let waiter = waiters[plan.name] else { continue }
            try run(plan.name.rawValue, waking: waiter, on: threads) { $0.run(plan, waiter) }
        }
        var sound: [any RunningThread] = []
        for (output, waiter) in zip(outputs.sound, soundWaiters) {
            let name = output.index == 0 ? "sound" : "sound \(output.index + 1)"
            sound.append(
                try run(name, .realTime, waking: waiter, on: threads) {
                    $0.runSound(output, waiter)
                })
        }
        if let listener = parts.listener {
            try run("control", waking: listener, on: threads) { $0.runControl(listener) }
        }
        let watched = plans.compactMap(\.watched)
        try run(ThreadedClock.engine, waking: engineWaiter, on: threads) {
            $0.runEngine(start, watched)
        }
        if parts.expectsRealTime, !sound.allSatisfy(\.hasRequestedPriority) {
            let problem = "the sound has no real-time priority, so it may stutter"
            post(.health(HealthReport(part: .realTimePriority, problem: problem)))
        }
    }

    /// Hands an event to the engine. Safe on any thread; never blocks.
    package func post(_ event: Event) {
        inbox.post(event)
    }

    package func takeRequestID() -> RequestID {
        RequestID(nextRequest.wrappingAdd(1, ordering: .relaxed).oldValue)
    }

    /// The clock's current snapshot; nil before its first step.
    package var snapshot: Snapshot? { outputs.snapshot.value }

    package var sounds: [SoundTelemetry] { outputs.sound.map(\.telemetry) }

    package var zones: any ZoneSource { parts.zones }

    package func soundDevicesChanged() { outputs.devices.post(.changed) }

    /// Switches all outputs again; their state may have been lost while the chip of their lines was away.
    package func renewOutputs() {
        outputs.renewal.post(())
    }

    /// Ends all threads, the engine first, so that it asks for nothing new. The display goes dark, and all outputs
    /// are switched off. Threads that do not end within a second are left behind and named.
    package func stop() -> [String] {
        let deadline = parts.time.now().boot + ThreadedClock.patience
        let started = running.withLock { $0 }
        isEngineStopping.store(true, ordering: .releasing)
        engineWaiter.notify()
        waitFor(started.filter { $0.name == ThreadedClock.engine }, until: deadline)
        isStopping.store(true, ordering: .releasing)
        for host in started { host.waiter.notify() }
        // An import may otherwise run for minutes.
        parts.ownSounds?.library.stop()
        waitFor(started, until: deadline)
        for host in started where hasEnded(host) { host.thread.join() }
        return started.filter { !hasEnded($0) }.map(\.name)
    }

    private func waitFor(_ awaited: [Host], until deadline: BootTime) {
        while !awaited.allSatisfy(hasEnded), parts.time.now().boot < deadline {
            _ = stoppingWaiter.wait(until: Deadline(boot: deadline))
        }
    }

    private func hasEnded(_ host: Host) -> Bool {
        finished.load(ordering: .acquiring) & host.bit != 0
    }

    // MARK: - Threads

    @discardableResult
    private func run(
        _ name: String, _ priority: ThreadPriority = .normal, waking waiter: any Notifiable,
        on threads: any ThreadHost, _ body: @escaping @Sendable (ThreadedClock) -> Void
    ) throws(HostError) -> any RunningThread {
        let bit = 1 << running.withLock { $0.count }
        let thread = try threads.start(name, priority: priority) { [self] in
            body(self)
            finished.bitwiseOr(bit, ordering: .acquiringAndReleasing)
            stoppingWaiter.notify()
        }
        running.withLock {
            $0.append(Host(name: name, waiter: waiter, thread: thread, bit: bit))
        }
        return thread
    }

    private var mustStop: Bool { isStopping.load(ordering: .acquiring) }

    private func runEngine(_ start: ClockStart, _ watched: [WatchedStep]) {
        var engine = Engine(
            machine: start.machine, outputs: outputs, face: FacePainter(for: parts.panel),
            seed: parts.seed, isClockKept: parts.isClockKept, ownLight: parts.ownLightOfPanel)
        let time = parts.time
        engine.handle(.started, at: time.now())
        for problem in start.problems { engine.handle(.health(problem), at: time.now()) }
        var areStuck = watched.map { _ in false }
        var lost = 0
        var requests: [Event] = []
        while !isEngineStopping.load(ordering: .acquiring) {
            let deadline = reportStep(engine, at: time.now())
            let reasons = engineWaiter.wait(
                until: requests.isEmpty ? deadline : Deadline(boot: BootTime(nanoseconds: 0)))
            // Posted events come first: whoever set the clock has announced it. Requests are handled one at a time,
            // so that a key never waits for more than one.
            for event in inbox.drain() {
                switch event {
                case .command, .dryRun: requests.append(event)
                default: engine.handle(event, at: time.now())
                }
            }
            if !requests.isEmpty { engine.handle(requests.removeFirst(), at: time.now()) }
            if reasons.contains(.clockSet) { engine.handle(.wake, at: time.now()) }
            if inbox.refused != lost {
                lost = inbox.refused
                engine.reportLostEvents(at: time.now())
            }
            engine.noticeSound(at: time.now())
            let now = time.now()
            for (place, step) in watched.enumerated() {
                if let report = step.report(&areStuck[place], at: now.boot) {
                    engine.handle(.health(report), at: now)
                }
            }
            if engine.nextWake.isReached(at: now) { engine.handle(.wake, at: now) }
            // Without a listener there is no control thread, and this thread takes the replies.
            if parts.listener == nil { outputs.replies.drain().forEach(answer) }
        }
    }

    /// Reports that a step is done, and returns when the next one must come.
    private func reportStep(_ engine: Engine, at now: Moment) -> Deadline {
        guard let observer = parts.stepObserver else { return engine.nextWake }
        observer.completed(outputs.snapshot.value, now)
        return engine.nextWake.earliest(Deadline(boot: now.boot + observer.longestRest))
    }

    private func run(_ plan: HostPlan, _ waiter: any Waiter) {
        let host = plan.begin()
        while !mustStop {
            let now = parts.time.now()
            plan.watched?.begin(at: now.boot)
            let outcome = host.step(now) { true }
            plan.watched?.end()
            for event in outcome.events { inbox.post(event) }
            if !outcome.hasMore { _ = waiter.wait(until: Deadline(boot: host.nextWake())) }
        }
        host.finish()
    }

    private func runSound(_ output: SoundOutput, _ waiter: any Waiter) {
        var host = SoundHost(
            sink: parts.sinks[output.index], output: output, seed: parts.seed,
            recorder: parts.recorder(of: output.index),
            looksAfterDevice: true, keepsOpen: parts.sound.keepsOpen,
            lowCut: parts.sound.lowCut, amplifier: parts.sound.amplifier,
            startingAt: parts.time.now().boot)
        host.run(
            waiter: waiter, clock: parts.time, engine: engineWaiter,
            isStopping: { [self] in mustStop })
    }

    private func runControl(_ listener: any ConnectionListener) {
        var replies: [AnsweredRequest] = []
        var host = ControlHost(
            listener: listener, zones: parts.zones, files: files, changes: outputs.changes,
            doorkeeper: Doorkeeper(outputs.admission, parts.secrets))
        while !mustStop {
            // One answer at a time: writing a long list takes a while, and a short answer waits for at most one.
            let deadline = replies.isEmpty ? host.nextWake : BootTime(nanoseconds: 0)
            for event in host.receive(listener.wait(until: deadline)) { inbox.post(event) }
            for event in host.advance(to: parts.time.now().boot) { inbox.post(event) }
            replies += outputs.replies.drain()
            guard let place = replies.firstIndex(where: { !$0.isLong }) ?? replies.indices.first
            else {
                continue
            }
            let reply = replies.remove(at: place)
            guard let next = host.deliver(reply) else {
                answer(reply)
                continue
            }
            for event in next { inbox.post(event) }
        }
    }
}
