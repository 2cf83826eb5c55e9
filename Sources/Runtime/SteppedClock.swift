package import ClockCore
import ClockFace
package import ClockTime
package import HAL

/// The clock on one thread, in a time that the caller moves. It steps the same hosts as `ThreadedClock` in a fixed
/// order, so that the same events at the same times give the same bytes.
///
/// The order of a step: own sounds are read; sound makes the frames up to now, one output after the other; the engine
/// empties its inbox and wakes if it is due; the panel shows; motor, buzzer and lamp are switched; the store saves;
/// replies go out. This repeats while one of them has left work for another, because on threads too all that would
/// have happened before time moves noticeably.
package final class SteppedClock: RunningClock {
    private let parts: ClockParts
    private let inbox = Inbox<Event>()
    private let outputs: EngineOutputs
    private var engine: Engine
    private let soundHosts: [SoundThread]
    /// Reads own sounds before sound is made from them; nil if there are none.
    private let files: HostSteps?
    /// The other hosts by name, in the order of their turns.
    private let hosts: [(name: String, turns: HostSteps)]
    private var control: ControlHost?
    /// Takes the replies to commands that were posted here instead of through the socket.
    private let answer: (AnsweredRequest) -> Void

    private var nextRequest = RequestID.firstLocal
    private var wakes: LateWakes

    /// The most rounds in one step. A failing frame causes a health event, that a new picture, and that a frame. More
    /// than a few rounds mean that two hosts trigger each other, and time has to move on.
    private static let roundsOfOneStep = 8

    /// Loads the state and takes the first step.
    package init(_ parts: ClockParts, answer: @escaping (AnsweredRequest) -> Void = { _ in }) {
        self.parts = parts
        self.answer = answer
        wakes = LateWakes(parts.wakeDelays)
        let now = parts.time.now()
        let start = ClockStart(parts, at: now)
        let outputs = EngineOutputs(parts)
        self.outputs = outputs
        let files = PassedFiles()
        engine = Engine(
            machine: start.machine, outputs: outputs, face: FacePainter(for: parts.panel),
            seed: parts.seed, isClockKept: parts.isClockKept, ownLight: parts.ownLightOfPanel)
        soundHosts = zip(parts.sinks, outputs.sound).map { sink, output in
            SoundThread(
                SoundHost(
                    sink: sink, output: output, seed: parts.seed,
                    recorder: parts.recorder(of: output.index), looksAfterDevice: true,
                    keepsOpen: parts.sound.keepsOpen, lowCut: parts.sound.lowCut,
                    amplifier: parts.sound.amplifier, startingAt: now.boot))
        }
        let plans = HostPlan.list(parts, outputs, files: files, store: start.store)
        self.files = plans.first { $0.name == .files }?.begin()
        hosts = plans.filter { $0.name != .files }.map { ($0.name.rawValue, $0.begin()) }
        control = parts.listener.map {
            ControlHost(
                listener: $0, zones: parts.zones, files: files, changes: outputs.changes,
                doorkeeper: Doorkeeper(outputs.admission, parts.secrets))
        }
        engine.handle(.started, at: now)
        for problem in start.problems { engine.handle(.health(problem), at: now) }
        step()
    }

    package func post(_ event: Event) {
        inbox.post(event)
    }

    package func soundDevicesChanged() { outputs.devices.post(.changed) }

    package func takeRequestID() -> RequestID {
        defer { nextRequest += 1 }
        return RequestID(nextRequest)
    }

    package var snapshot: Snapshot? { outputs.snapshot.value }

    package var sounds: [SoundTelemetry] { outputs.sound.map(\.telemetry) }

    package var zones: any ZoneSource { parts.zones }

    /// Takes the events of the control socket.
    package func receive(_ events: [ConnectionEvent]) {
        for event in control?.receive(events) ?? [] { inbox.post(event) }
    }

    /// Does everything that is due now.
    package func step() {
        let now = parts.time.now()
        for event in files?.step(now, { true }).events ?? [] { inbox.post(event) }
        for thread in soundHosts { thread.host.advance(to: now.boot) }
        engine.noticeSound(at: now)
        // Boot time stands still meanwhile, but a round may set the wall time.
        for _ in 0..<SteppedClock.roundsOfOneStep where !round(at: parts.time.now()) { break }
        for thread in soundHosts { thread.host.takeNewest(at: now.boot) }
    }

    /// Runs one round; returns whether another is needed.
    private func round(at now: Moment) -> Bool {
        for event in inbox.drain() { engine.handle(event, at: now) }
        if isDue("engine", engine.nextWake.bootTime(asSeenAt: now), at: now) {
            engine.handle(.wake, at: now)
        }
        for (name, turns) in hosts {
            var hasMore = true
            while hasMore {
                let outcome = turns.step(now) { isDue(name, turns.nextWake(), at: now) }
                for event in outcome.events { inbox.post(event) }
                hasMore = outcome.hasMore
            }
        }
        for reply in outputs.replies.drain() {
            guard let next = control?.deliver(reply) else {
                answer(reply)
                continue
            }
            for event in next { inbox.post(event) }
        }
        for event in control?.advance(to: now.boot) ?? [] { inbox.post(event) }
        return !inbox.isEmpty
    }

    /// Whether a host's requested wake-up time has come.
    private func isDue(_ host: String, _ asked: BootTime?, at now: Moment) -> Bool {
        wakes.time(for: host, asked).map { $0 <= now.boot } ?? false
    }

    /// When `step` has something to do next, if no clock is set meanwhile.
    package var nextWake: BootTime? {
        let now = parts.time.now()
        var asked = [("engine", engine.nextWake.bootTime(asSeenAt: now))]
        asked += hosts.map { ($0.name, $0.turns.nextWake()) }
        asked.append(("control", control?.nextWake))
        asked.append(("sound", soundHosts.compactMap { $0.host.nextWake }.min()))
        return asked.compactMap { wakes.time(for: $0, $1) }.min()
    }

    /// Ends the program: the display goes dark, and all outputs are switched off.
    package func stop() {
        for host in hosts { host.turns.finish() }
    }
}

/// Holds a noncopyable host that would otherwise belong to a thread.
private final class SoundThread {
    var host: SoundHost

    init(_ host: consuming SoundHost) {
        self.host = host
    }
}
