import ClockCore
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
    /// Readable once a signal came.
    private let signalled: Int32
    private var typed: [UInt8] = []
    private var trial: DisplayTrial?

    init(signals: StopSignals, signalled: Int32) {
        self.signals = signals
        self.signalled = signalled
    }

    private var isStopping: Bool { signals.stopping.isRaised }

    mutating func say(_ text: String) {
        print(text)
    }

    mutating func answer(to question: String) -> String? {
        ask(question)
        while true {
            if let line = takeLine() { return line }
            guard !isStopping, readable(besides: nil) != nil, readMore() else { return nil }
        }
    }

    private func ask(_ question: String) {
        print(question, terminator: " ")
        fflush(nil)
    }

    private mutating func takeLine() -> String? {
        guard let end = typed.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { typed.removeFirst(end + 1) }
        return String(decoding: typed[..<end], as: UTF8.self)
    }

    /// - Returns: false at the end of the input.
    private mutating func readMore() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0, typed.count < 4096 else { return false }
        typed += bytes[..<count]
        return true
    }

    /// Waits for input, for a signal, and for another descriptor.
    ///
    /// - Returns: the one that is readable; nil after a signal.
    private func readable(besides other: Int32?) -> Int32? {
        let watched = [STDIN_FILENO, signalled] + (other.map { [$0] } ?? [])
        var polled = watched.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let count = nfds_t(polled.count)
        while poll(&polled, count, -1) < 0 { if errno != EINTR { return nil } }
        guard polled[1].revents == 0 else { return nil }
        return polled.last { $0.revents != 0 }?.fd
    }

    // MARK: - The display

    mutating func show(_ picture: TestPicture, on board: BoardDescription) -> String? {
        makeDark()
        do throws(BoardDescription.Problem) {
            let panel = try BoardDrivers(for: board).panel
            return show(picture, on: panel, bus: LinuxI2CBus(number: board.i2cBus))
        } catch {
            return error.description
        }
    }

    private mutating func show(
        _ picture: TestPicture, on panel: any Panel, bus: LinuxI2CBus
    ) -> String? {
        do throws(DisplayTrialError) {
            var trial = try DisplayTrial(picture, on: panel, bus: bus)
            try trial.begin()
            self.trial = trial
            return nil
        } catch {
            return error.description
        }
    }

    mutating func makeDark() {
        // A display that is gone is dark.
        try? trial?.finish()
        trial = nil
    }

    // MARK: - Lines and sound

    mutating func press(
        _ question: String, among lines: [Int], ofChip path: String
    ) -> WizardPress {
        ask(question)
        do throws(WireFailure) {
            let request = try LibgpiodCalls().requestInputs(
                lines.map { line in
                    InputLine(
                        offset: line, isActiveLow: true, pull: .up, debounce: .milliseconds(15))
                }, ofChip: path)
            while true {
                if let line = takeLine() { return .typed(line) }
                guard !isStopping, let ready = readable(besides: request.descriptor) else {
                    return .ended
                }
                if ready == request.descriptor {
                    guard let edge = try request.events().first(where: \.isActive) else { continue }
                    print()
                    return .line(edge.offset)
                }
                guard readMore() else { return .ended }
            }
        } catch {
            return .failed(systemMessage(error.errno))
        }
    }

    mutating func playTone(on device: String) -> String? {
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

    mutating func tryOutput(_ line: Int, of board: BoardDescription) -> String? {
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

    // MARK: - Files

    func hasFile(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    mutating func save(_ text: String, to path: String) -> String? {
        do throws(FileError) {
            try FileReplacing.replace(path, with: Array(text.utf8))
            // The clock's own user reads it.
            _ = chmod(path, 0o644)
            return nil
        } catch {
            return error.description
        }
    }
}
