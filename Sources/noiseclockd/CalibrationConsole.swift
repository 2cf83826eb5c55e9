import Glibc

/// Where a person who calibrates the light sensor reads and answers.
protocol CalibrationConsole {
    mutating func ask(_ question: String)

    /// Shows what the sensor measures now.
    mutating func show(_ reading: String)

    /// Waits a moment for the answer.
    mutating func answer() -> CalibrationAnswer
}

enum CalibrationAnswer: Hashable {
    /// The person has pressed Enter.
    case done
    case waiting
    /// Nobody answers any more.
    case ended
}

/// Standard input and output. On a terminal, one line shows the newest reading; elsewhere, each reading has its own.
struct TerminalCalibrationConsole: CalibrationConsole {
    private let isTerminal: Bool
    private let input: Int32
    private var hasReading = false

    init(isTerminal: Bool = isatty(STDOUT_FILENO) == 1, input: Int32 = STDIN_FILENO) {
        self.isTerminal = isTerminal
        self.input = input
    }

    mutating func ask(_ question: String) {
        write("\(question)\n")
    }

    mutating func show(_ reading: String) {
        hasReading = true
        write(line(reading))
    }

    /// The reading takes the place of the one before.
    func line(_ reading: String) -> String {
        isTerminal ? "\r\(reading)\u{1B}[K" : "\(reading)\n"
    }

    /// A quarter of a second looks alive. Where lines pile up, one every second is enough.
    private var patience: Int32 { isTerminal ? 250 : 1000 }

    mutating func answer() -> CalibrationAnswer {
        var polled = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, patience) > 0 else { return .waiting }
        // One character at a time: what follows the line answers the next question.
        var byte = UInt8(0)
        while read(input, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return .done }
        }
        // Whatever comes next begins a line.
        if isTerminal, hasReading { write("\n") }
        return .ended
    }

    private func write(_ text: String) {
        print(text, terminator: "")
        // Also where standard output is a pipe.
        fflush(nil)
    }
}
