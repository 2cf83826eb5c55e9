import ClockCore
import ClockTime
import Control
import HAL
import Runtime
import SimulatedBoard

/// The simulator on a terminal: the hosts run on threads as on the Pi, and this additional thread reads keys and draws.
///
/// Theory of operation. The screen is a function of what the display chip lights, what the clock reports about
/// itself, and the keys pressed. It is redrawn after a change, at most 30 times a second. Keys become button
/// edges, or act on the world (light, faults, power) or on time. The run has its own time
/// (`SimulatedTime`), so pausing or speeding it up affects all threads.
final class InteractiveRun {
    private let world: SimulatedWorld
    private let time: SimulatedTime
    private let real: any TimeSource
    private let threads: SimulatedThreads
    private let terminal: Terminal
    private let messages: Messages
    private let end: Duration?
    private let steps: [Script.TimedAction]
    private var next = 0
    /// Receives each line of the script that this run records.
    private let recorder: ((String) -> Void)?
    private let pictures: PictureWriter?
    private let isStopping: @Sendable () -> Bool
    private let capability: TerminalCapability

    private var clock: ThreadedClock
    private var decoder = TerminalKeyDecoder()
    private var keyboard: SimulatorKeyboard
    private var keys = HeldKeys()
    private var painter = ClockPainter()
    private var speed: Int
    private var isPaused = false
    private var isBusBroken = false
    private var boots = 1
    private let start: Moment
    private var lastScreen: SimulatorScreen?
    private var lastSize: TerminalSize?
    private var maker: ScreenMaker
    private var wasRinging = false
    private var mixer = MixerPanel()
    /// The clock's answers to requests of the script and the mixer.
    private let answers: Inbox<AnsweredRequest>

    /// The minimum time between two redraws.
    private static let frameTime = Duration.milliseconds(33)

    struct Setup {
        var world: SimulatedWorld
        var time: SimulatedTime
        var real: any TimeSource
        var threads: SimulatedThreads
        var terminal: Terminal
        var messages: Messages
        var speed: Int
        var end: Duration?
        var script: [Script.TimedAction]
        var recorder: ((String) -> Void)?
        var pictures: PictureWriter?
        /// The device that the first sound output plays on; nil if none.
        var audioDevice: String?
        var capability: TerminalCapability
        var isStopping: @Sendable () -> Bool
    }

    static func make(_ setup: Setup) throws(SimulatorError) -> InteractiveRun {
        do throws(HostError) {
            return try InteractiveRun(setup)
        } catch {
            throw SimulatorError(error)
        }
    }

    private init(_ setup: Setup) throws(HostError) {
        world = setup.world
        time = setup.time
        real = setup.real
        threads = setup.threads
        terminal = setup.terminal
        messages = setup.messages
        speed = setup.speed
        end = setup.end
        recorder = setup.recorder
        pictures = setup.pictures
        maker = ScreenMaker(world: setup.world, device: setup.audioDevice)
        capability = setup.capability
        isStopping = setup.isStopping
        start = setup.time.now()
        keyboard = SimulatorKeyboard(
            knobKey: setup.world.knobKey, extra: setup.world.extraKeys)
        steps = setup.script
        let answers = Inbox<AnsweredRequest>()
        self.answers = answers
        clock = try InteractiveRun.makeClock(setup.world, boot: 1, setup.threads, answers)
    }

    private static func makeClock(
        _ world: SimulatedWorld, boot: Int, _ threads: SimulatedThreads,
        _ answers: Inbox<AnsweredRequest>
    ) throws(HostError) -> ThreadedClock {
        try ThreadedClock(world.parts(boot: boot), threads: threads) { answers.post($0) }
    }

    /// Runs until the user quits, the time is over or a signal arrives.
    func run() throws(SimulatorError) {
        try start(clock)
        defer { finish() }
        while !isStopping() {
            let now = time.now()
            if let end, now.boot - start.boot >= end { return }
            while next < steps.count, steps[next].elapsed <= now.boot - start.boot {
                next += 1
                apply(steps[next - 1].action)
            }
            for command in keyboard.release(at: now.boot) where !obey(command) { return }
            talk()
            draw(at: now)
            guard try takeKeys() else { return }
        }
    }

    private func start(_ clock: ThreadedClock) throws(SimulatorError) {
        do throws(HostError) {
            try clock.start(on: threads)
        } catch {
            throw .unavailable("a thread cannot be started (\(error.operation), \(error.errno))")
        }
    }

    private func finish() {
        for name in stopClock() { Simulator.complain("the clock's \(name) thread did not end") }
    }

    /// Stops the clock's threads. Time must run for that: while it is paused, they would wait forever.
    private func stopClock() -> [String] {
        time.setSpeed(1)
        time.resume()
        return clock.stop()
    }

    // MARK: - Keys

    /// Waits for keys or for something to draw. Returns false when the run is over.
    private func takeKeys() throws(SimulatorError) -> Bool {
        let input: TerminalInput
        do throws(TerminalError) {
            input = try terminal.read(timeout: patience)
        } catch {
            throw .unavailable("the terminal failed: \(error)")
        }
        if input.isHungUp { return false }
        let realNow = real.now().boot
        // What the clock has answered meanwhile counts before the keys.
        if !input.bytes.isEmpty { talk() }
        let keys = decoder.decode(input.bytes, at: realNow) + decoder.expire(at: realNow)
        for key in keys {
            // The help that is shown gets all keys.
            if mixer.isOpen, !keyboard.isHelpShown, mixer.handle(key) { continue }
            for command in keyboard.handle(key, at: time.now().boot) where !obey(command) {
                return false
            }
        }
        return true
    }

    /// How long to wait for keys. At high speed, a tap whose release waited for the next redraw would become
    /// a long press.
    private var patience: Duration {
        guard !isPaused, let release = keyboard.nextRelease else {
            return InteractiveRun.frameTime
        }
        let left = max(.zero, release - time.now().boot) / speed
        return min(InteractiveRun.frameTime, max(.milliseconds(1), left))
    }

    /// Executes a key's command. Returns false to quit.
    private func obey(_ command: SimulatorCommand) -> Bool {
        switch command {
        case .press(let button, let isDown):
            if let action = Script.Action.key(named: button.rawValue, isDown: isDown) {
                apply(action)
            }
        case .turnKnob(let click): apply(.turn(click, detents: 1))
        case .missKnobKey: messages.add(world.knobKeyIsMissing, at: time.now())
        case .setLight(let lux): apply(.light(lux))
        case .adjustLight(let steps): apply(.light(LightScale.stepped(world.light, by: steps)))
        case .togglePause: setPaused(!isPaused)
        case .faster: setSpeed(SpeedScale.faster(than: speed))
        case .slower: setSpeed(SpeedScale.slower(than: speed))
        case .step(let duration): step(by: duration)
        case .jumpToAlarm: jumpToAlarm()
        case .toggleSoundDevice(let output): toggleSoundDevice(output)
        case .toggleSoundStall(let output): toggleSoundStall(output)
        case .toggleBusFault: apply(isBusBroken ? .mendBus : .breakBus(.nack, transfers: nil))
        case .cutPower: apply(.cutPower(for: .zero))
        case .adjustBattery(let change): setBattery(by: change)
        case .toggleCharger: setBattery(togglesCharger: true)
        case .toggleHelp: break
        case .openMixer: mixer.open()
        case .redraw: terminal.forgetScreen()
        case .suspend: suspend()
        case .quit: return false
        }
        lastScreen = nil
        return true
    }

    private func toggleSoundDevice(_ output: Int) {
        let isIn = world.sounds.indices.contains(output) && world.sounds[output].isPluggedIn
        apply(.soundDevice(isPluggedIn: !isIn, output: output))
    }

    private func toggleSoundStall(_ output: Int) {
        let isStalled = world.sounds.indices.contains(output) && world.sounds[output].isStalled
        apply(.soundStall(!isStalled, output: output))
    }

    private func setBattery(by change: Int = 0, togglesCharger: Bool = false) {
        guard let battery = world.battery else {
            return messages.add(Battery.missing, at: time.now())
        }
        apply(
            .battery(
                Percent(clamping: battery.percent + change),
                isCharging: battery.isCharging != togglesCharger))
    }

    private func suspend() {
        terminal.suspend()
    }

    private func setPaused(_ isPaused: Bool) {
        self.isPaused = isPaused
        if isPaused { time.pause() } else { time.resume() }
    }

    private func setSpeed(_ speed: Int) {
        self.speed = speed
        time.setSpeed(speed)
        if speed != 1 {
            messages.add("Sound keeps its own speed while the time runs faster", at: time.now())
        }
    }

    /// A snoozed alarm rings before the next one.
    private var nextRing: WallTime? {
        clock.snapshot?.snoozed?.until ?? clock.nextRing.map { WallTime($0) }
    }

    /// Lets time go on at once, but no further than to the next ring: an alarm that is passed over rings late.
    private func step(by duration: Duration) {
        let left = nextRing.map { $0 - time.now().wall }
        time.skip(by: left.map { $0 > .zero ? min($0, duration) : duration } ?? duration)
    }

    private func jumpToAlarm() {
        let now = time.now()
        guard let ring = nextRing else { return messages.add("No alarm is ahead", at: now) }
        let wait: Duration = ring - now.wall
        let lead = wait - .minutes(1)
        if lead > .zero { time.skip(by: lead) }
        guard speed != 1 else { return }
        // Whoever jumps wants to see the ring, which would be over in a moment.
        setSpeed(1)
        messages.add("Time runs at its normal speed again", at: time.now())
    }

    // MARK: - Actions of keys and the script

    /// Receives the clock's answers, and sends the mixer's requests.
    private func talk() {
        let answers = answers.drain()
        for answer in answers where !mixer.handle(answer) {
            if let refusal = answer.refusal {
                messages.add("\(refusal)", at: time.now())
            }
        }
        // The clock's snapshot follows its answers a moment later.
        if answers.isEmpty { mixer.step(with: clock) { record(.client($0)) } }
    }

    private func record(_ action: Script.Action) {
        recorder?(ScriptLine.text(action, at: .elapsed(time.now().boot - start.boot)))
    }

    private func apply(_ action: Script.Action) {
        record(action)
        switch action {
        case .button(let button, let isDown):
            keys.turn(button, isDown: isDown)
            clock.press(button, isDown: isDown)
        case .turn(let click, let detents):
            let problem = world.turnKnob(click, detents: detents, of: clock)
            if let problem { messages.add(problem, at: time.now()) }
        case .light(let lux): world.expose(to: lux)
        case .battery(let level, let isCharging):
            let isThere = world.setBattery(percent: level.value, isCharging: isCharging)
            if !isThere { messages.add(Battery.missing, at: time.now()) }
        case .stepClock(let delta, let cause):
            // Notify first: otherwise the clock's own thread may detect the step before it learns the cause.
            clock.wallClockWasSet(by: cause)
            time.stepWall(by: delta)
        case .setClock(let wall, let cause):
            clock.wallClockWasSet(by: cause)
            time.setWall(to: wall)
        case .soundDevice(let isPluggedIn, let output):
            let problem = world.withSounds(output) { isPluggedIn ? $0.plugIn() : $0.unplug() }
            if let problem { messages.add(problem, at: time.now()) }
            clock.soundDevicesChanged()
        case .soundStall(let isStalled, let output):
            let problem = world.withSounds(output) { $0.setStalled(isStalled) }
            if let problem { messages.add(problem, at: time.now()) }
        case .breakBus(let fault, let transfers):
            isBusBroken = true
            world.breakDisplay(fault.error, transfers: transfers)
        case .mendBus:
            isBusBroken = false
            world.mendBus()
        case .cutPower(let duration): cutPower(for: duration)
        case .client(let words):
            do throws(Control.UsageError) {
                _ = try clock.request(words)
            } catch {
                messages.add(error.message, at: time.now())
            }
        }
    }

    /// The clock stops and restarts at once; `duration` has passed in between.
    private func cutPower(for duration: Duration) {
        for name in stopClock() { messages.add("The clock's \(name) thread hangs", at: time.now()) }
        time.skip(by: duration)
        boots += 1
        world.powerCycle()
        // The next clock numbers its requests from the start.
        _ = answers.drain()
        mixer = MixerPanel()
        do throws(HostError) {
            clock = try InteractiveRun.makeClock(world, boot: boots, threads, answers)
            try clock.start(on: threads)
            keys.report(to: clock)
        } catch {
            messages.add("The clock does not start again: \(error)", at: time.now())
        }
        time.setSpeed(speed)
        if isPaused { time.pause() }
    }

    // MARK: - Drawing

    private func draw(at now: Moment) {
        guard let picture = world.picture else { return }
        pictures?.write(picture, at: now)
        let screen = screen(picture, at: now)
        let size = terminal.size ?? TerminalSize(columns: 80, rows: 24)
        guard screen != lastScreen || size != lastSize else { return }
        lastScreen = screen
        lastSize = size
        let frame = screen.render(size: size, capability: capability, painter: &painter)
        do throws(TerminalError) {
            try terminal.show(frame)
        } catch {
            // Redraw in full after the terminal accepted no output for a while.
            lastScreen = nil
        }
    }

    private func screen(_ picture: LitPicture, at now: Moment) -> SimulatorScreen {
        if let status = clock.status(at: now) {
            messages.follow(status)
            let isRinging = status.ringing != nil
            // The screen itself now shows what to do.
            if isRinging, !wasRinging { keyboard.hideHelp() }
            wasRinging = isRinging
        }
        var run = ScreenMaker.Run()
        run.speed = speed
        run.isPaused = isPaused
        run.keyboard = keyboard
        run.messages = messages.latest
        run.mixer = mixer.isOpen ? mixer.screen : nil
        return maker.screen(of: clock, run, picture, at: now)
    }
}
