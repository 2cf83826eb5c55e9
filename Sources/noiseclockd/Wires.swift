import ClockCore
import HAL
import LinuxHost
import LinuxWires
import Runtime
import Synchronization

/// The wires of the board but the bus and sound: buttons, a knob and keys of input devices in; motor, buzzer and lamp
/// out, which are the clock's once it runs.
final class Wires: Sendable {
    private let buttons: GPIOButtons
    private let inputKeys: InputKeys
    private let outputs: [(name: BoardOutput, line: GPIOOutput)]
    private let busMotor: BusMotor?
    private let lamp: (any LightOutput)?
    private let sources = ButtonSources()

    /// - Parameter motor: the chip that drives the board's motor, if one does.
    init(
        board: BoardDescription, motor: (any MotorDriver)?, time: any TimeSource
    ) throws(HostError) {
        buttons = try GPIOButtons(chip: board.gpioChip, buttons: board.buttons, time: time)
        inputKeys = try InputKeys(buttons: board.buttons, time: time)
        outputs = board.outputs
        busMotor = board.motor(behind: motor)
        if let motor { CrashSwitch.add(motor: motor, onBus: board.i2cBus) }
        let lampOutput = board.lampOutput
        lamp = lampOutput?.lamp
        if let lampOutput { CrashSwitch.add(lamp: lampOutput.file) }
    }

    /// For the clock.
    var boardOutputs: BoardOutputs {
        func line(_ name: BoardOutput) -> (any HAL.OutputLine)? {
            outputs.first { $0.name == name }?.line
        }
        return BoardOutputs(
            motor: line(.vibration), busMotor: busMotor, buzzer: line(.buzzer), light: lamp)
    }

    /// The board's amplifier, if a line switches it.
    func amplifier(of board: BoardDescription) -> Amplifier? {
        guard let amplifier = board.audio?.amplifier,
            let line = outputs.first(where: { $0.name == .amplifier })?.line
        else { return nil }
        return Amplifier(line, wakeTime: amplifier.wakeTime)
    }

    /// Takes up the lines that switch something, off, and says what is wrong with them. A motor on the bus is left to
    /// its thread, because the bus may hang.
    func switchOff() -> HealthReport {
        HealthReport(part: .outputs, problem: Wires.switchOff(outputs))
    }

    /// What is wrong with them; nil where nothing is.
    static func switchOff(
        _ outputs: [(name: BoardOutput, line: some HAL.OutputLine)]
    ) -> String? {
        var failures: [(name: String, error: LineError)] = []
        for (name, line) in outputs {
            do throws(LineError) {
                try line.set(false)
            } catch {
                failures.append((name.rawValue, error))
            }
        }
        return OutputsHost.sentence(failures)
    }

    /// Hands the edges of all keys to the clock from now on.
    func listen(for clock: ThreadedClock, on threads: any ThreadHost) throws(HostError) {
        try buttons.start(on: threads) { [sources] event in
            switch event {
            case .edge(let edge): sources.post(edge, to: clock)
            case .heldAtStart(let button, let source):
                sources.postHeldAtStart(button, from: source, to: clock)
            case .failed(let error):
                let problem = error.map { "the GPIO lines of the buttons \($0.text)" }
                sources.post(problem, of: .lines, to: clock)
                // A chip that came back has forgotten the other lines too.
                if error == nil { clock.renewOutputs() }
            }
        }
        try inputKeys.start(on: threads) { [sources] event in
            switch event {
            case .edge(let edge): sources.post(edge, to: clock)
            case .heldAtStart(let button, let source):
                sources.postHeldAtStart(button, from: source, to: clock)
            case .failed(let failure): sources.post(failure?.text, of: .input, to: clock)
            }
        }
    }

    func stop() {
        buttons.stop()
        inputKeys.stop()
    }
}

extension InputFailure {
    /// A sentence for people.
    var text: String {
        switch self {
        case .refused(let errno):
            "a device with keys can't be read (\(SystemError.text(errno))). "
                + "The clock's user belongs in the group input"
        case .missing(let buttons):
            "no device has the keys for \(buttons.map(\.rawValue).joined(separator: ", ")): a "
                + "remote control, keypad or headset that is not there. Plug it in, or check the "
                + "board file"
        }
    }
}

/// The keys of all sources, joined to the clock's buttons. From any thread.
private final class ButtonSources: Sendable {
    /// What can be wrong by itself.
    enum Kind: Hashable {
        case lines, input
    }

    private let merge = Mutex(ButtonMerge())
    private let problems = Mutex<[Kind: String]>([:])

    /// Posts within the lock, so that the clock hears the edges in the order in which they were joined.
    func post(_ edge: ButtonEdge, to clock: ThreadedClock) {
        merge.withLock { merge in
            for edge in merge.receive(edge) {
                guard let button = Button(rawValue: edge.button.rawValue) else { continue }
                clock.post(.button(button, isDown: edge.isDown, at: edge.time))
            }
        }
    }

    /// Posts all that is wrong, because the clock knows one problem of the buttons.
    func post(_ problem: String?, of kind: Kind, to clock: ThreadedClock) {
        problems.withLock { problems in
            problems[kind] = problem
            let all = [problems[.lines], problems[.input]].compactMap { $0 }
            let sentence = all.isEmpty ? nil : all.joined(separator: "; ")
            clock.post(.health(HealthReport(part: .buttons, problem: sentence)))
        }
    }

    func postHeldAtStart(
        _ button: BoardDescription.Button, from source: KeySource, to clock: ThreadedClock
    ) {
        merge.withLock { merge in
            guard merge.heldAtStart(button, from: source),
                let button = Button(rawValue: button.rawValue)
            else { return }
            clock.post(.buttonHeldAtStart(button))
        }
    }
}

extension BoardDescription {
    /// The source of the light, where it is not on the bus.
    var lightPort: (any LightPort)? {
        switch light {
        case .absent, .chip, .fixed: nil
        case .resistor(let resistor):
            LightSources.resistor(
                resistor, line: GPIOChargeLine(chip: gpioChip, offset: resistor.line))
        case .digital(let line, let isDarkHigh):
            LightSources.digital(
                line: GPIOLevelLine(chip: gpioChip, offset: line), isDarkHigh: isDarkHigh)
        case .industrialIO(let device): IndustrialIOLight(device: device)
        }
    }

    /// The battery, where it is not on the bus.
    var batteryPort: (any BatteryPort)? {
        switch battery {
        case .absent, .gauge: nil
        case .automatic: KernelBattery(name: nil)
        case .powerSupply(let name): KernelBattery(name: name)
        }
    }

    /// The lines that switch something, not yet taken up.
    var outputs: [(name: BoardOutput, line: GPIOOutput)] {
        BoardOutput.allCases.compactMap { output in
            line(of: output).map { (output, GPIOOutput(chip: gpioChip, line: $0)) }
        }
    }

    /// The motor on the bus, not yet asked for.
    ///
    /// - Parameter motor: the chip that drives it; nil if none does.
    func motor(behind motor: (any MotorDriver)?) -> BusMotor? {
        motor.map { BusMotor($0, on: LinuxI2CBus(number: i2cBus)) }
    }

    /// The lamp, not yet taken up, and the file in which 0 is dark.
    var lampOutput: (lamp: any LightOutput, file: String)? {
        switch lamp {
        case .led(let name):
            let led = KernelLED(name: name)
            return (led, led.file)
        case .pulses(let chip, let channel):
            let pulses = KernelPWM(chip: chip, channel: channel)
            return (pulses, pulses.file)
        case nil: return nil
        }
    }

    /// Nil where the board has none.
    func line(of output: BoardOutput) -> OutputLine? {
        switch output {
        case .vibration:
            if case .line(let line) = vibration { line } else { nil }
        case .buzzer: buzzer
        case .amplifier: audio?.amplifier?.line
        }
    }
}
