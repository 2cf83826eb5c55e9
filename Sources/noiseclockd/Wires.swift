import ClockCore
import HAL
import LinuxWires
import Runtime
import Synchronization

/// The GPIO lines of the board: buttons in, motor and buzzer out.
final class Wires: Sendable {
    private let buttons: GPIOButtons
    private let outputs: [(name: BoardOutput, line: GPIOOutput)]

    init(board: BoardDescription, time: any TimeSource) throws(HostError) {
        buttons = try GPIOButtons(chip: board.gpioChip, buttons: board.buttons, time: time)
        outputs = board.outputs
    }

    /// Takes up the lines that switch something, off, and says what is wrong with them.
    func switchOff() -> HealthReport {
        HealthReport(part: .outputs, problem: Wires.switchOff(outputs))
    }

    /// What is wrong with them; nil where nothing is.
    static func switchOff(_ outputs: [(name: BoardOutput, line: GPIOOutput)]) -> String? {
        var failures: [LineError: [String]] = [:]
        for (name, line) in outputs {
            do throws(LineError) {
                try line.set(false)
            } catch {
                failures[error, default: []].append(name.rawValue)
            }
        }
        let problems = failures.map { error, names in
            "the lines of the \(names.joined(separator: " and the ")) \(error.text)"
        }
        return problems.isEmpty ? nil : problems.sorted().joined(separator: "; ")
    }

    /// Hands the buttons' edges to the clock from now on.
    func listen(for clock: ThreadedClock, on threads: any ThreadHost) throws(HostError) {
        try buttons.start(on: threads) { [self] event in
            switch event {
            case .edge(let edge):
                guard let button = Button(rawValue: edge.button.rawValue) else { return }
                clock.press(button, isDown: edge.isDown)
            case .heldAtStart(let button):
                guard let button = Button(rawValue: button.rawValue) else { return }
                clock.post(.buttonHeldAtStart(button))
            case .failed(let error):
                let problem = error.map { "the buttons' lines \($0.text)" }
                clock.post(.health(HealthReport(part: .buttons, problem: problem)))
                // A chip that came back has forgotten the other lines too.
                if error == nil { clock.post(.health(switchOff())) }
            }
        }
    }

    func stop() {
        buttons.stop()
        for (_, line) in outputs { line.stop() }
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

extension LineError {
    /// What it did, for a sentence that begins with the part's name.
    var text: String {
        switch self {
        case .noChip(let names): "are on a GPIO chip that is not there (\(names))"
        case .taken: "are taken by another program or a kernel driver"
        case .gone: "are on a GPIO chip that is gone"
        case .io(let errno): "cannot be used (error \(errno))"
        }
    }
}
