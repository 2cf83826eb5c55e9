import ClockCore
import HAL
import LinuxHost
import LinuxWires
import Runtime
import Synchronization

/// The wires of the board but the bus and sound: buttons in; motor, buzzer and lamp out, which are the
/// clock's once it runs.
final class Wires: Sendable {
    private let buttons: GPIOButtons
    private let outputs: [(name: BoardOutput, line: GPIOOutput)]
    private let lamp: KernelLED?

    init(board: BoardDescription, time: any TimeSource) throws(HostError) {
        buttons = try GPIOButtons(chip: board.gpioChip, buttons: board.buttons, time: time)
        outputs = board.outputs
        lamp = board.lamp.map { KernelLED(name: $0) }
        if let lamp { CrashSwitch.add(lamp: lamp.file) }
    }

    /// For the clock.
    var boardOutputs: BoardOutputs {
        func line(_ name: BoardOutput) -> (any HAL.OutputLine)? {
            outputs.first { $0.name == name }?.line
        }
        return BoardOutputs(motor: line(.vibration), buzzer: line(.buzzer), light: lamp)
    }

    /// Takes up the lines that switch something, off, and says what is wrong with them.
    func switchOff() -> HealthReport {
        HealthReport(part: .outputs, problem: Wires.switchOff(outputs))
    }

    /// What is wrong with them; nil where nothing is.
    static func switchOff(_ outputs: [(name: BoardOutput, line: GPIOOutput)]) -> String? {
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

    /// Hands the buttons' edges to the clock from now on.
    func listen(for clock: ThreadedClock, on threads: any ThreadHost) throws(HostError) {
        try buttons.start(on: threads) { event in
            switch event {
            case .edge(let edge):
                guard let button = Button(rawValue: edge.button.rawValue) else { return }
                clock.post(.button(button, isDown: edge.isDown, at: edge.time))
            case .heldAtStart(let button):
                guard let button = Button(rawValue: button.rawValue) else { return }
                clock.post(.buttonHeldAtStart(button))
            case .failed(let error):
                let problem = error.map { "the GPIO lines of the buttons \($0.text)" }
                clock.post(.health(HealthReport(part: .buttons, problem: problem)))
                // A chip that came back has forgotten the other lines too.
                if error == nil { clock.renewOutputs() }
            }
        }
    }

    func stop() {
        buttons.stop()
    }
}

extension BoardDescription {
    /// The lines that switch something, not yet taken up.
    var outputs: [(name: BoardOutput, line: GPIOOutput)] {
        BoardOutput.allCases.compactMap { output in
            line(of: output).map { (output, GPIOOutput(chip: gpioChip, line: $0)) }
        }
    }

    /// Nil where the board has none.
    func line(of output: BoardOutput) -> OutputLine? {
        switch output {
        case .vibration: vibration
        case .buzzer: buzzer
        }
    }
}
