import ClockTime
import Glibc
import HAL
import Runtime
import SimulatedBoard

/// Builds the screen from a running clock, threaded or stepped, and from the world around it.
struct ScreenMaker {
    private let world: SimulatedWorld
    /// Where the first output plays while it is plugged in and not frozen.
    private let output: SimulatorScreen.Output
    private var meter = LevelMeter()

    /// The state of the run, as opposed to the clock.
    struct Run {
        var speed = 1
        var isPaused = false
        var keyboard = SimulatorKeyboard()
        var messages: [SimulatorScreen.Message] = []
        var mixer: SimulatorScreen.Mixer?
    }

    /// - Parameter device: the desktop's device that the first output plays on; nil if none.
    init(world: SimulatedWorld, device: String?) {
        self.world = world
        output = device.map(SimulatorScreen.Output.device) ?? .nowhere
    }

    mutating func screen(
        of clock: some RunningClock, _ run: Run, _ picture: LitPicture, at now: Moment
    ) -> SimulatorScreen {
        let status = clock.status(at: now)
        var screen = SimulatorScreen(
            boardName: world.board.name,
            display: SimulatorScreen.Display(
                geometry: world.drivers.panel.geometry,
                lit: picture,
                color: world.display.color),
            clock: SimulatorScreen.VirtualClock(
                time: status?.time ?? Messages.unknownTime, speed: run.speed,
                isPaused: run.isPaused),
            dateLine: status?.dateLine ?? "")
        screen.messages = run.messages
        screen.light = world.light
        screen.battery = world.battery?.screen
        screen.buttons = run.keyboard.buttons
        screen.hasKnob = world.board.buttons.encoder != nil
        screen.isHelpShown = run.keyboard.isHelpShown
        screen.mixer = run.mixer
        screen.lamps = lamps(of: clock)
        let sound = clock.sounds.first
        let level = meter.level(
            (peak: sound?.peak ?? 0, rms: sound?.rootMeanSquare ?? 0), at: now.boot)
        screen.volume = SimulatorScreen.Volume(
            percent: status?.volumePercent, peak: level.peak, rms: level.rms,
            output: firstOutput)
        guard let status else { return screen }
        screen.nextAlarm = status.nextAlarm
        screen.noAlarm = status.noAlarm
        screen.noise = status.noise
        screen.silence = silence(volume: status.volumePercent, isPaused: run.isPaused)
        screen.ringing = status.ringing.map {
            SimulatorScreen.Ringing(
                title: $0.title, isSeveral: $0.isSeveral, snooze: $0.snooze, stops: $0.stops)
        }
        screen.countdowns = status.countdowns
        screen.health = status.problems
        return screen
    }

    /// Why nothing is audible; nil if it is.
    func silence(volume: Int, isPaused: Bool) -> String? {
        if let silence = firstOutput.silence { return silence }
        if isPaused { return "the time stands still" }
        return volume == 0 ? "the volume is 0 %" : nil
    }

    private var firstOutput: SimulatorScreen.Output {
        guard let first = world.sounds.first else { return .nowhere }
        guard first.isPluggedIn else { return .unplugged }
        return first.isStalled ? .frozen : output
    }

    /// The board's other means of waking the user.
    private func lamps(of clock: some RunningClock) -> [SimulatorScreen.OutputLamp] {
        var lamps: [SimulatorScreen.OutputLamp] = []
        for (index, telemetry) in clock.sounds.enumerated().dropFirst() {
            lamps.append(
                SimulatorScreen.OutputLamp(
                    "sound \(index + 1)", isLit: telemetry.problem == nil && telemetry.peak > 0))
        }
        if let amplifier = world.amplifier {
            lamps.append(SimulatorScreen.OutputLamp("amplifier", isLit: amplifier.isOn))
        }
        if let isMotorOn = world.isMotorOn {
            lamps.append(SimulatorScreen.OutputLamp("motor", isLit: isMotorOn))
        }
        if let buzzer = world.buzzer {
            lamps.append(SimulatorScreen.OutputLamp("buzzer", isLit: buzzer.isOn))
        }
        if let lamp = world.lamp {
            let level = lamp.brightness.map { " \(Int($0.percent.rounded())) %" } ?? ""
            lamps.append(
                SimulatorScreen.OutputLamp("light\(level)", isLit: lamp.brightness != nil))
        }
        return lamps
    }
}

/// Holds the level for a moment and then lets it fall, like a meter's needle.
private struct LevelMeter {
    private var peak = 0.0
    private var rms = 0.0
    private var readAt = BootTime(nanoseconds: 0)

    /// The needle's decay per second: to a hundredth.
    private static let fall = 4.6

    mutating func level(
        _ level: (peak: Double, rms: Double), at now: BootTime
    ) -> (peak: Double, rms: Double) {
        let seconds = min(1, max(0, (now - readAt).inSeconds))
        let share = exp(-LevelMeter.fall * seconds)
        readAt = now
        peak = max(level.peak, peak * share)
        rms = max(level.rms, rms * share)
        // Below a sixteenth of a 16-bit step nothing is audible, so the meter rests.
        if peak < 2e-6 { (peak, rms) = (0, 0) }
        return (peak, rms)
    }
}
