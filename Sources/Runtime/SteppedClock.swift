package import ClockCore
package import ClockTime
package import HAL

/// The clock on one thread, in a time that the caller moves: the same hosts as `ThreadedClock`, stepped
/// one after another in a fixed order, so that the same events at the same times give the same bytes.
///
/// The order of a step: own sounds are read, sound makes the frames up to now, on one output after the other; the engine takes
/// what is in its inbox and wakes if it is due; the panel shows; motor, buzzer and lamp are switched; the
/// store saves; replies go out. It repeats while any of them
/// left something for another, because on threads too all that would have happened before time moves
/// noticeably.
package final class SteppedClock: RunningClock {
    private let parts: ClockParts
    private let inbox = Inbox<Event>()
    private let outputs: EngineOutputs
    private var engine: Engine
    private var panel: PanelHost
    private let soundHosts: [SoundThread]
    private let feeder: FilesThread?
    private let library: SoundLibraryHost?
    private var outputsHost: OutputsHost
    private var devices: SoundDevicesHost
    private var store: StoreHost
    private var control: ControlHost?
    /// Takes the replies to commands that were posted here and not through the socket.
    private let answer: (Answer) -> Void

    private var nextRequest = RequestID.firstLocal
    private var wakes: LateWakes

    /// Rounds of one step: a frame that fails makes a health event, that a new picture, that a frame;
    /// more than a few means that two hosts excite each other, and time has to move on.
    private static let roundsOfOneStep = 8

    /// Loads the state and takes the first step.
    package init(_ parts: ClockParts, answer: @escaping (Answer) -> Void = { _ in }) {
        self.parts = parts
        self.answer = answer
        wakes = LateWakes(parts.wakeDelays)
        let now = parts.time.now()
        let start = ClockStart(parts, at: now)
        outputs = EngineOutputs(
            frames: Mailbox(), saves: Mailbox(), records: Inbox(), clockOrders: Inbox(),
            replies: Inbox(),
            sound: parts.sinks.indices.map { SoundOutput(index: $0) },
            equipment: parts.sound, shelf: Published(parts.shelf),
            alarmOrder: Published(parts.sound.alarmOrder),
            feed: parts.ownSounds == nil ? nil : Inbox(),
            library: parts.ownSounds == nil ? nil : Inbox(),
            devices: Inbox(), levels: Mailbox(),
            rehearsal: Mailbox(), snapshot: Published(nil), tell: parts.tell)
        let files = PassedFiles()
        engine = Engine(
            machine: start.machine, outputs: outputs, geometry: parts.panel.geometry,
            seed: parts.seed, isClockKept: parts.isClockKept)
        panel = PanelHost(bus: parts.bus, panel: parts.panel, light: parts.light)
        soundHosts = zip(parts.sinks, outputs.sound).map { sink, output in
            SoundThread(
                SoundHost(
                    sink: sink, output: output, seed: parts.seed,
                    recorder: parts.recorder(of: output.index), startingAt: now.boot))
        }
        feeder = parts.ownSounds.flatMap { [outputs] own in
            outputs.feed.map { orders in
                FilesThread(SoundFeeder(outputs: outputs.sound, orders: orders, files: own.files))
            }
        }
        library = parts.ownSounds.map { [outputs] own in
            SoundLibraryHost(
                own.library, over: parts.sounds, shelf: outputs.shelf, files: files)
        }
        outputsHost = OutputsHost(parts.outputs)
        devices = SoundDevicesHost(parts.sound, of: outputs.sound, order: outputs.alarmOrder)
        store = start.store
        control = parts.listener.map { ControlHost(listener: $0, zones: parts.zones, files: files) }
        engine.handle(.started, at: now)
        for problem in start.problems { engine.handle(.health(problem), at: now) }
        step()
    }

    package func post(_ event: Event) {
        inbox.post(event)
    }

    package func takeRequestID() -> RequestID {
        defer { nextRequest += 1 }
        return RequestID(nextRequest)
    }

    package var snapshot: Snapshot? { outputs.snapshot.value }

    package var sounds: [SoundTelemetry] { outputs.sound.map(\.telemetry) }

    package var zones: any ZoneSource { parts.zones }

    /// Takes what happened on the control socket.
    package func take(_ events: [ConnectionEvent]) {
        for event in control?.take(events) ?? [] { inbox.post(event) }
    }

    /// Does all that is due at the present time.
    package func step() {
        let now = parts.time.now()
        for failure in feeder?.feeder.step(at: now.boot) ?? [] {
            inbox.post(.health(failure.report))
        }
        for thread in soundHosts { thread.host.advance(to: now.boot) }
        engine.noticeSound(at: now)
        // Boot time stands still meanwhile, but wall time may be set in a round.
        for _ in 0..<SteppedClock.roundsOfOneStep where !round(at: parts.time.now()) { break }
        for thread in soundHosts { thread.host.takeNewest(at: now.boot) }
    }

    /// One round; returns whether another is needed.
    private func round(at now: Moment) -> Bool {
        for event in inbox.drain() { engine.handle(event, at: now) }
        if isDue(.engine, engine.nextWake.bootTime(asSeenAt: now), at: now) {
            engine.handle(.wake, at: now)
        }
        let frame = outputs.frames.take()
        let rehearses = outputs.rehearsal.take() ?? false
        if frame != nil || rehearses || isDue(.panel, panel.nextWake, at: now) {
            for report in panel.step(
                frame: frame, rehearses: rehearses, at: now.boot)
            {
                inbox.post(Event(report))
            }
        }
        let levels = outputs.levels.take()
        if levels != nil || isDue(.outputs, outputsHost.nextWake, at: now) {
            let report = outputsHost.step(levels: levels, at: now.boot)
            if let report { inbox.post(.health(report)) }
        }
        for question in outputs.library?.drain() ?? [] {
            for event in library?.answer(question, at: now.wall) ?? [] { inbox.post(event) }
        }
        for event in devices.step(outputs.devices.drain(), at: now.boot) { inbox.post(event) }
        while let events = store.step(outputs, at: now.boot) {
            for event in events { inbox.post(event) }
        }
        for reply in outputs.replies.drain() {
            guard let next = control?.deliver(reply) else {
                answer(reply)
                continue
            }
            for event in next { inbox.post(event) }
        }
        return !inbox.isEmpty
    }

    /// Whether a host that asked to be woken then is awake.
    private func isDue(_ host: LateWakes.Host, _ asked: BootTime?, at now: Moment) -> Bool {
        wakes.time(for: host, asked).map { $0 <= now.boot } ?? false
    }

    /// When `step` has something to do next, as the clocks run now.
    package var nextWake: BootTime? {
        let now = parts.time.now()
        let asked: [(LateWakes.Host, BootTime?)] = [
            (.engine, engine.nextWake.bootTime(asSeenAt: now)), (.panel, panel.nextWake),
            (.outputs, outputsHost.nextWake), (.devices, devices.nextWake),
            (.store, store.nextWake),
            (.sound, soundHosts.compactMap { $0.host.nextWake }.min()),
        ]
        return asked.compactMap { wakes.time(for: $0, $1) }.min()
    }

    /// The end of the program: the display goes dark, and all outputs are off.
    package func stop() {
        store.finish(outputs.records, at: parts.time.now().boot)
        panel.shutDown()
        outputsHost.shutDown()
        devices.shutDown()
    }
}

/// Holds what cannot be copied, and would be a thread's own.
private final class SoundThread {
    var host: SoundHost

    init(_ host: consuming SoundHost) {
        self.host = host
    }
}

/// The same.
private final class FilesThread {
    var feeder: SoundFeeder

    init(_ feeder: consuming SoundFeeder) {
        self.feeder = feeder
    }
}
