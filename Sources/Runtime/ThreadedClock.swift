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
/// | devices | volume controls, list    | two seconds, during a ring  | a request of the engine       |
/// | library | own sounds, imports      | until one asks              | a question of the engine      |
/// | files   | own sounds' files        | the feeder's next wake      | an order of the engine        |
/// | store   | disk, zones, wall clock  | when one of them asks       | a state, records, a setting   |
/// | control | the connections          | the socket                  | bytes, a reply                |
///
/// No thread waits for another, so a bus, a disk or a peer that hangs holds up its own thread only.
package final class ThreadedClock: RunningClock, Sendable {
    private let parts: ClockParts
    private let waiters: Waiters
    private let inbox: Inbox<Event>
    private let outputs: EngineOutputs
    private let files = PassedFiles()
    /// Takes the replies to commands that were posted here and not through the socket.
    private let answer: @Sendable (Answer) -> Void
    private let nextRequest = Atomic<UInt64>(RequestID.firstLocal)
    /// Two steps of stopping, because the engine's last words are for the others.
    private let isEngineStopping = Atomic<Bool>(false)
    private let isStopping = Atomic<Bool>(false)
    private let mustRenewOutputs = Atomic<Bool>(false)
    /// Whether a bus holds the panel thread, and a driver that of the outputs.
    private let panelStep = WatchedStep()
    private let outputsStep = WatchedStep()
    private let running = Mutex<[Part: any RunningThread]>([:])
    /// A bit for each part whose thread has ended. An atomic word, because all end at the same moment.
    private let finished = Atomic<Int>(0)

    private struct Waiters: Sendable {
        var engine: any Waiter
        var panel: any Waiter
        var sound: [any Waiter]
        var outputs: any Waiter
        var files, devices, library: any Waiter
        var store: any Waiter
        var stopping: any Waiter
    }

    /// How long a thread may take to end before it is left to hang: enough for a device to play out
    /// its buffer and a disk to take a last state; a bus that never returns gets no longer.
    private static let patience = Duration.seconds(1)

    /// Makes the mailboxes; nothing runs yet.
    package init(
        _ parts: ClockParts, threads: any ThreadHost,
        answer: @escaping @Sendable (Answer) -> Void = { _ in }
    ) throws(HostError) {
        self.parts = parts
        self.answer = answer
        var soundWaiters: [any Waiter] = []
        for _ in parts.sinks { soundWaiters.append(try threads.makeWaiter()) }
        waiters = Waiters(
            engine: try threads.makeWaiter(), panel: try threads.makeWaiter(),
            sound: soundWaiters, outputs: try threads.makeWaiter(),
            files: try threads.makeWaiter(), devices: try threads.makeWaiter(),
            library: try threads.makeWaiter(), store: try threads.makeWaiter(),
            stopping: try threads.makeWaiter())
        inbox = Inbox(waking: waiters.engine)
        outputs = EngineOutputs(
            frames: Mailbox(waking: waiters.panel), saves: Mailbox(waking: waiters.store),
            records: Inbox(waking: waiters.store), clockOrders: Inbox(waking: waiters.store),
            replies: Inbox(waking: parts.listener),
            sound: soundWaiters.enumerated().map { SoundOutput(index: $0, waking: $1) },
            equipment: parts.sound, shelf: Published(parts.shelf),
            alarmOrder: Published(parts.sound.alarmOrder),
            feed: parts.ownSounds == nil ? nil : Inbox(waking: waiters.files),
            library: parts.ownSounds == nil ? nil : Inbox(waking: waiters.library),
            devices: Inbox(waking: waiters.devices),
            levels: Mailbox(waking: waiters.outputs),
            rehearsal: Mailbox(waking: waiters.panel), snapshot: Published(nil), tell: parts.tell)
    }

    /// Loads the state and starts all threads; where one cannot be had, none is left running.
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
        // The store is the store thread's from here on.
        let store = start.store
        try run(.panel, .normal, on: threads) { $0.runPanel() }
        for output in outputs.sound {
            try run(.sound(output.index), .realTime, on: threads) { $0.runSound(output) }
        }
        if !parts.outputs.isEmpty {
            try run(.outputs, .normal, on: threads) { $0.runOutputs() }
        }
        if let own = parts.ownSounds, let orders = outputs.feed, let questions = outputs.library {
            try run(.files, .normal, on: threads) { $0.runFiles(own.files, orders) }
            try run(.library, .normal, on: threads) { $0.runLibrary(own.library, questions) }
        }
        if !parts.sinks.isEmpty {
            try run(.devices, .normal, on: threads) { $0.runDevices() }
        }
        try run(.store, .normal, on: threads) { $0.runStore(store) }
        if let listener = parts.listener {
            try run(.control, .normal, on: threads) { $0.runControl(listener) }
        }
        try run(.engine, .normal, on: threads) { $0.runEngine(start) }
        let sound = running.withLock { running in
            outputs.sound.compactMap { running[.sound($0.index)] }
        }
        if parts.expectsRealTime, !sound.allSatisfy(\.hasRequestedPriority) {
            let problem = "sound runs without real-time priority and may stutter"
            post(.health(HealthReport(part: .realTimePriority, problem: problem)))
        }
    }

    /// Hands an event to the engine. From any thread; never blocks.
    package func post(_ event: Event) {
        inbox.post(event)
    }

    package func takeRequestID() -> RequestID {
        RequestID(nextRequest.wrappingAdd(1, ordering: .relaxed).oldValue)
    }

    /// What the clock shows now; nil before its first step.
    package var snapshot: Snapshot? { outputs.snapshot.value }

    package var sounds: [SoundTelemetry] { outputs.sound.map(\.telemetry) }

    package var zones: any ZoneSource { parts.zones }

    /// What was switched may have been lost, as the chip of its lines was away: all of it is switched anew.
    package func renewOutputs() {
        mustRenewOutputs.store(true, ordering: .releasing)
        waiters.outputs.notify()
    }

    /// Ends all threads: the engine first, so that nothing new is asked; the display goes dark, and all
    /// outputs are off. A thread that does not end within a second is left behind and named.
    package func stop() -> [String] {
        let deadline = parts.time.now().boot + ThreadedClock.patience
        let started = running.withLock { $0.keys.sorted() }
        isEngineStopping.store(true, ordering: .releasing)
        waiters.engine.notify()
        waitFor(started.filter { $0 == .engine }, until: deadline)
        isStopping.store(true, ordering: .releasing)
        let others: [any Notifiable] = [
            waiters.panel, waiters.outputs, waiters.files, waiters.devices, waiters.library,
            waiters.store,
        ]
        for waiter in others + waiters.sound { waiter.notify() }
        // An import may be under way for minutes more.
        parts.ownSounds?.library.stop()
        parts.listener?.notify()
        waitFor(started, until: deadline)
        let threads = running.withLock { $0 }
        for part in started where hasEnded(part) { threads[part]?.join() }
        return started.filter { !hasEnded($0) }.map(\.name)
    }

    private func waitFor(_ awaited: [Part], until deadline: BootTime) {
        while !awaited.allSatisfy(hasEnded), parts.time.now().boot < deadline {
            _ = waiters.stopping.wait(until: Deadline(boot: deadline))
        }
    }

    private func hasEnded(_ part: Part) -> Bool {
        finished.load(ordering: .acquiring) & part.bit != 0
    }

    // MARK: - Threads

    private func run(
        _ part: Part, _ priority: ThreadPriority, on threads: any ThreadHost,
        _ body: @escaping @Sendable (ThreadedClock) -> Void
    ) throws(HostError) {
        let thread = try threads.start(part.name, priority: priority) { [self] in
            body(self)
            finished.bitwiseOr(part.bit, ordering: .acquiringAndReleasing)
            waiters.stopping.notify()
        }
        running.withLock { $0[part] = thread }
    }

    private var mustStop: Bool { isStopping.load(ordering: .acquiring) }

    private func runEngine(_ start: ClockStart) {
        var engine = Engine(
            machine: start.machine, outputs: outputs, geometry: parts.panel.geometry,
            seed: parts.seed, isClockKept: parts.isClockKept)
        let time = parts.time
        engine.handle(.started, at: time.now())
        for problem in start.problems { engine.handle(.health(problem), at: time.now()) }
        var panelStuck = false
        var outputsStuck = false
        var lost = 0
        var requests: [Event] = []
        while !isEngineStopping.load(ordering: .acquiring) {
            let deadline = tellOfStep(engine, at: time.now())
            let reasons = waiters.engine.wait(
                until: requests.isEmpty ? deadline : Deadline(boot: BootTime(nanoseconds: 0)))
            // First what was posted: whoever set the clock has said so. Of requests one at a time, so that no key
            // ever waits behind more than that.
            for event in inbox.drain() {
                if case .command = event {
                    requests.append(event)
                } else {
                    engine.handle(event, at: time.now())
                }
            }
            if !requests.isEmpty { engine.handle(requests.removeFirst(), at: time.now()) }
            if reasons.contains(.clockSet) { engine.handle(.wake, at: time.now()) }
            if inbox.refused != lost {
                lost = inbox.refused
                engine.tellOfLostEvents(at: time.now())
            }
            engine.noticeSound(at: time.now())
            let now = time.now()
            if panelStep.changed(&panelStuck, at: now.boot) {
                let problem = "the I2C bus hangs, so the display shows an old picture"
                let report = HealthReport(part: .bus, problem: panelStuck ? problem : nil)
                engine.handle(.health(report), at: now)
            }
            // When it is over the outputs' own thread says how they are.
            if outputsStep.changed(&outputsStuck, at: now.boot), outputsStuck {
                let problem = "switching motor, buzzer or lamp hangs, so they stay as they were"
                engine.handle(.health(HealthReport(part: .outputs, problem: problem)), at: now)
            }
            if engine.nextWake.isReached(at: now) { engine.handle(.wake, at: now) }
            // Where nobody listens there is no control thread, and the replies are ours.
            if parts.listener == nil { outputs.replies.drain().forEach(answer) }
        }
    }

    /// Says that a step is done, and returns when the next one has to come.
    private func tellOfStep(_ engine: Engine, at now: Moment) -> Deadline {
        guard let observer = parts.stepObserver else { return engine.nextWake }
        observer.completed(outputs.snapshot.value, now)
        return engine.nextWake.earliest(Deadline(boot: now.boot + observer.longestRest))
    }

    private func runPanel() {
        var host = PanelHost(bus: parts.bus, panel: parts.panel, light: parts.light)
        while !mustStop {
            let now = parts.time.now().boot
            panelStep.begin(at: now)
            let reports = host.step(
                frame: outputs.frames.take(), rehearses: outputs.rehearsal.take() ?? false,
                at: now)
            panelStep.end()
            for report in reports { inbox.post(Event(report)) }
            // A display that is down is brought up with the newest frame, so the others need wake nobody.
            if outputs.frames.setAwaited(host.needsFrames) { continue }
            _ = waiters.panel.wait(until: Deadline(boot: host.nextWake))
        }
        host.shutDown()
    }

    private func runSound(_ output: SoundOutput) {
        var host = SoundHost(
            sink: parts.sinks[output.index], output: output, seed: parts.seed,
            recorder: parts.recorder(of: output.index),
            looksAfterDevice: parts.looksAfterSoundDevice,
            keepsOpen: parts.sound.keepsOpen,
            startingAt: parts.time.now().boot)
        host.run(
            waiter: waiters.sound[output.index], clock: parts.time, engine: waiters.engine,
            isStopping: { [self] in mustStop })
    }

    private func runFiles(_ files: any LoopSourceOpener, _ orders: Inbox<FeedOrder>) {
        var feeder = SoundFeeder(outputs: outputs.sound, orders: orders, files: files)
        while !mustStop {
            for failure in feeder.step(at: parts.time.now().boot) {
                inbox.post(.health(failure.report))
            }
            _ = waiters.files.wait(until: Deadline(boot: feeder.nextWake))
        }
    }

    private func runLibrary(
        _ library: OwnSoundLibrary, _ questions: Inbox<SoundLibraryHost.Request>
    ) {
        let host = SoundLibraryHost(
            library, over: parts.sounds, shelf: outputs.shelf, files: files)
        while !mustStop {
            for question in questions.drain() {
                for event in host.answer(question, at: parts.time.now().wall) {
                    inbox.post(event)
                }
            }
            _ = waiters.library.wait(until: Deadline(boot: nil))
        }
    }

    private func runDevices() {
        var host = SoundDevicesHost(
            parts.sound, of: outputs.sound, order: outputs.alarmOrder,
            keepsOpen: parts.sound.keepsOpen)
        while !mustStop {
            let events = host.step(outputs.devices.drain(), at: parts.time.now().boot)
            for event in events { inbox.post(event) }
            _ = waiters.devices.wait(until: Deadline(boot: host.nextWake))
        }
        host.shutDown()
    }

    private func runOutputs() {
        var host = OutputsHost(parts.outputs)
        while !mustStop {
            if mustRenewOutputs.exchange(false, ordering: .acquiringAndReleasing) { host.renew() }
            let began = parts.time.now().boot
            outputsStep.begin(at: began)
            let report = host.step(levels: outputs.levels.take(), at: began)
            outputsStep.end()
            // Whoever heard of a step that hung hears how they are after it, changed or not.
            let isHeardOf = WatchedStep.isTooLong(parts.time.now().boot - began)
            if let report = isHeardOf ? host.report : report { inbox.post(.health(report)) }
            _ = waiters.outputs.wait(until: Deadline(boot: host.nextWake))
        }
        host.shutDown()
    }

    private func runStore(_ loaded: StoreHost) {
        var store = loaded
        var isLast = false
        while !isLast {
            // Read before the step: what the engine saved before it was told to stop is still taken.
            isLast = mustStop
            let now = parts.time.now().boot
            if let events = store.step(outputs, at: now) {
                for event in events { inbox.post(event) }
                isLast = false
            } else if !isLast {
                _ = waiters.store.wait(until: Deadline(boot: store.nextWake))
            }
        }
        store.finish(outputs.records, at: parts.time.now().boot)
    }

    private func runControl(_ listener: any ConnectionListener) {
        var replies: [Answer] = []
        var host = ControlHost(listener: listener, zones: parts.zones, files: files)
        while !mustStop {
            // One answer at a time, as writing a long list takes a while: who asks little waits for one of them.
            let deadline = replies.isEmpty ? nil : BootTime(nanoseconds: 0)
            for event in host.take(listener.wait(until: deadline)) { inbox.post(event) }
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

extension Event {
    /// What a report of the panel host means to the machine.
    init(_ report: PanelHost.Report) {
        switch report {
        case .light(let lux): self = .lightMeasured(lux: lux.value)
        case .problem(.display, let problem):
            self = .health(HealthReport(part: .display, problem: problem))
        case .problem(.light, let problem):
            self = .health(HealthReport(part: .light, problem: problem))
        case .rehearsed(let problem): self = .rehearsed(.display, problem: problem)
        }
    }
}
