import Glibc
import HAL
import LinuxHost
import LinuxWires
import Runtime

/// The wizard's console on this machine: standard input and output, and the wires of the kernel.
///
/// Every wait also ends by a signal, so that Ctrl-C gets the wizard to its end, which leaves nothing lit.
struct TerminalConsole: WizardConsole {
    private let signals: StopSignals
    private var typed: [UInt8] = []
    /// A longer line answers no question.
    private static let longestLine = 4096
    /// In milliseconds: how soon a signal is noticed.
    private static let patience: Int32 = 100

    init(signals: StopSignals) {
        self.signals = signals
    }

    private var isStopping: Bool { signals.stopping.isRaised }

    func say(_ text: String) { print(text) }

    func bus(_ number: Int) -> any I2CBus { LinuxI2CBus(number: number) }

    mutating func answer(
        to question: String, orPress lines: [Int], ofChip path: String?
    ) -> String? {
        var keys = path.flatMap { watch(lines, of: $0) }
        print(question, terminator: " ")
        fflush(nil)
        while !isStopping {
            if let end = typed.firstIndex(of: UInt8(ascii: "\n")) {
                defer { typed.removeFirst(end + 1) }
                return String(decoding: typed[..<end], as: UTF8.self)
            }
            // The kernel skips a descriptor below 0.
            var polled = [STDIN_FILENO, keys?.descriptor ?? -1].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&polled, 2, TerminalConsole.patience) > 0 else { continue }
            if polled[1].revents != 0 {
                // A chip that is gone has no keys.
                guard let edges = try? keys?.events() else {
                    keys = nil
                    continue
                }
                if let pressed = edges.first(where: \.isActive) {
                    print()
                    return "\(pressed.offset)"
                }
            }
            if polled[0].revents != 0, !readMore() { return nil }
        }
        return nil
    }

    private func watch(_ lines: [Int], of path: String) -> (any InputRequest)? {
        do throws(WireFailure) {
            return try LibgpiodCalls().requestInputs(
                lines.map {
                    InputLine(
                        offset: $0, isActiveLow: true, pull: .up, debounce: .milliseconds(15))
                }, ofChip: path)
        } catch {
            say("The lines can't be watched: \(systemMessage(error.errno)).")
            return nil
        }
    }

    /// - Returns: false at the end of the input.
    private mutating func readMore() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0, typed.count < TerminalConsole.longestLine else { return false }
        typed += bytes[..<count]
        return true
    }

    func playTone(on device: String) -> String? {
        do throws(PCMError) {
            try ToneTrial.play(
                on: ALSASink(device: device), isStopping: { isStopping })
            return nil
        } catch {
            switch error {
            case .gone: return "it is gone"
            case .busy: return "something else plays on it"
            case .unsupported(let wanted): return "it does not offer \(wanted)"
            case .io(let errno): return systemMessage(errno)
            }
        }
    }

    func tryOutput(_ line: Int, of board: BoardDescription) -> String? {
        let output = GPIOOutput(
            chip: board.gpioChip, line: BoardDescription.OutputLine(line: line))
        do throws(LineError) {
            try OutputTrial.run(
                output, waiter: signals.waiter, time: LinuxClock(), isStopping: { isStopping })
            return nil
        } catch {
            return "the line \(error.text)"
        }
    }
}
