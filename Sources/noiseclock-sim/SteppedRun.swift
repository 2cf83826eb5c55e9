import ClockCore
import ClockTime
import Control
import HAL
import Runtime
import SimulatedBoard

/// A run without a terminal: one thread, virtual time, a script.
///
/// Theory of operation. Time advances only here, from one due moment to the next: a wake of the clock, a line
/// of the script, or the end. At full speed it jumps there. At any other speed it waits for the corresponding
/// real time, and serves the control socket meanwhile. Actions at the same moment run in a fixed order, so that
/// the same seed and script give the same bytes.
final class SteppedRun {
    private let world: SimulatedWorld
    private let time: VirtualClock
    private let steps: [Script.TimedAction]
    private let end: Duration?
    private let pace: Pace
    private let isStopping: @Sendable () -> Bool
    private let complain: (String) -> Void
    private let places: ScriptPlaces
    private let pictures: PictureWriter?

    /// Nil only while the power is off: a clock that ended must release the sound device before the next one opens it.
    private var clock: SteppedClock?
    private var next = 0
    /// The run's time when the power last came on.
    private var bootedAt = Duration.zero
    private var boots = 1
    private var keys = HeldKeys()

    /// How virtual time passes.
    enum Pace {
        case jumping
        /// Virtual seconds per real second. The control socket's listener, if there is one, does the waiting.
        case paced(speed: Int, real: any TimeSource, waiter: any Waiter)
    }

    /// - Parameters:
    ///   - end: stop automatically after this much time; nil runs until told to stop.
    ///   - scriptName: the script's file, for messages about its lines.
    ///   - complain: receives one line about a script line that has no effect.
    init(
        world: SimulatedWorld, time: VirtualClock, script: [Script.TimedAction],
        scriptName: String?, end: Duration?, pace: Pace, pictures: PictureWriter?,
        isStopping: @escaping @Sendable () -> Bool,
        complain: @escaping (String) -> Void
    ) {
        self.world = world
        self.time = time
        self.end = end
        self.pace = pace
        self.pictures = pictures
        self.isStopping = isStopping
        self.complain = complain
        steps = script
        places = ScriptPlaces(file: scriptName ?? "the script")
        let clock = SteppedClock(
            world.parts(boot: 1), answer: SteppedRun.reporter(places, complain))
        self.clock = clock
    }

    private static func reporter(
        _ places: ScriptPlaces, _ complain: @escaping (String) -> Void
    ) -> (AnsweredRequest) -> Void {
        { answer in
            if let refusal = answer.refusal {
                complain(places.text(refusal, to: answer.request))
            }
        }
    }

    /// Runs to the end.
    func run() {
        while true {
            takeSteps()
            clock?.step()
            pictures?.write(world.picture, at: time.now())
            // Stop only here, so that sound and pictures are recorded up to the moment of the end.
            if isStopping() { break }
            let now = elapsed
            if let end, now >= end { break }
            guard let target = nextMoment(after: now) else { break }
            advance(to: target)
        }
        clock?.stop()
    }

    /// The run's time: how long it has lasted, including power cuts.
    private var elapsed: Duration {
        bootedAt + (time.now().boot - BootTime(nanoseconds: 0))
    }

    private func takeSteps() {
        while next < steps.count, steps[next].elapsed <= elapsed {
            let step = steps[next]
            next += 1
            apply(step)
            clock?.step()
        }
    }

    private func nextMoment(after now: Duration) -> Duration? {
        let wake = (clock?.nextWake).map { bootedAt + ($0 - BootTime(nanoseconds: 0)) }
        let step = next < steps.count ? steps[next].elapsed : nil
        // A wake that is not in the future would stop time, so time advances by at least a nanosecond.
        return earlier(earlier(wake, step), end).map { max($0, now + .nanoseconds(1)) }
    }

    private func advance(to target: Duration) {
        let boot = BootTime(nanoseconds: 0) + (target - bootedAt)
        switch pace {
        case .jumping: time.advance(to: boot)
        case .paced(let speed, let real, let waiter):
            wait(until: boot, speed: speed, real: real, waiter: waiter)
        }
    }

    /// Waits as long as the stretch takes at this speed. Requests on the socket are handled at the virtual
    /// time of their arrival.
    private func wait(
        until target: BootTime, speed: Int, real: any TimeSource, waiter: any Waiter
    ) {
        let begin = real.now().boot
        let virtualBegin = time.now().boot
        let deadline = begin + (target - virtualBegin) / speed
        guard let listener = world.listener else {
            _ = waiter.wait(until: Deadline(boot: deadline))
            return time.advance(to: reached(target, from: virtualBegin, begin, speed, real))
        }
        let events = listener.wait(until: deadline)
        time.advance(to: reached(target, from: virtualBegin, begin, speed, real))
        clock?.receive(events)
    }

    /// How far virtual time has advanced; never beyond the target, at which something is due.
    private func reached(
        _ target: BootTime, from virtualBegin: BootTime, _ begin: BootTime, _ speed: Int,
        _ real: any TimeSource
    ) -> BootTime {
        min(target, virtualBegin + (real.now().boot - begin) * speed)
    }

    // MARK: - The script

    private func apply(_ step: Script.TimedAction) {
        let complain = { [complain, places] in complain(places.text($0, onLine: step.line)) }
        switch step.action {
        case .button(let button, let isDown):
            keys.turn(button, isDown: isDown)
            clock?.press(button, isDown: isDown)
        case .turn(let click, let detents):
            world.turnKnob(click, detents: detents, of: clock).map(complain)
        case .light(let lux): world.expose(to: lux)
        case .battery(let level, let isCharging):
            if !world.setBattery(percent: level.value, isCharging: isCharging) {
                complain(Battery.missing)
            }
        case .stepClock(let delta, let cause):
            time.stepWall(by: delta)
            clock?.wallClockWasSet(by: cause)
        case .setClock(let wall, let cause):
            time.setWall(to: wall)
            clock?.wallClockWasSet(by: cause)
        case .soundDevice(let isPluggedIn, let output):
            world.withSounds(output) { isPluggedIn ? $0.plugIn() : $0.unplug() }.map(complain)
            clock?.soundDevicesChanged()
        case .soundStall(let isStalled, let output):
            world.withSounds(output) { $0.setStalled(isStalled) }.map(complain)
        case .breakBus(let fault, let transfers):
            world.breakDisplay(fault.error, transfers: transfers)
        case .mendBus: world.mendBus()
        case .cutPower(let duration): cutPower(for: duration)
        case .client(let words):
            do throws(Control.UsageError) {
                if let request = try clock?.request(words) {
                    places.note(request, onLine: step.line)
                }
            } catch {
                complain(error.message)
            }
        }
    }

    private func cutPower(for duration: Duration) {
        bootedAt = elapsed + duration
        let cut = time.now()
        clock = nil
        time.reboot(after: duration)
        boots += 1
        places.clockIsNew()
        world.powerCycle()
        // The display went dark when the power failed, not when it came back.
        pictures?.write(world.picture, at: cut)
        let clock = SteppedClock(
            world.parts(boot: boots), answer: SteppedRun.reporter(places, complain))
        self.clock = clock
        keys.report(to: clock)
    }
}

/// The requests of the script, each with its line, so that a refusal can name it.
private final class ScriptPlaces {
    private let file: String
    private var lines: [RequestID: Int] = [:]

    init(file: String) { self.file = file }

    func note(_ request: RequestID, onLine line: Int) { lines[request] = line }

    /// Each clock numbers its requests from the start.
    func clockIsNew() { lines = [:] }

    func text(_ message: String, onLine line: Int) -> String {
        "\(file), line \(line): \(message)"
    }

    func text(_ message: String, to request: RequestID) -> String {
        lines.removeValue(forKey: request).map { text(message, onLine: $0) } ?? message
    }
}

/// Writes the lit picture after each change, as read back from the chip model.
final class PictureWriter {
    private let write: (String) -> Void
    private var last: LitPicture?

    /// - Parameter write: receives a line without its newline.
    init(write: @escaping (String) -> Void) {
        self.write = write
    }

    func write(_ picture: LitPicture?, at now: Moment) {
        guard let picture, picture != last else { return }
        last = picture
        write("\(RFC3339.format(now.wall))  \(picture.caption)")
        for line in picture.asciiArt { write(line) }
        write("")
    }
}
