import Glibc
import HAL
import LinuxHost
import LinuxWires
import Runtime

/// What the program does with the board's outputs when it is not a clock.
enum OutputCommands {
    /// Switches all of them off. What a line does once it is given back is up to its pull resistor: off,
    /// on a board that is wired as the guide has it.
    static func switchOff(_ options: FirmwareOptions) throws(FirmwareError) {
        let board = try load(options)
        let outputs = board.outputs
        defer { for (_, line) in outputs { line.stop() } }
        let lines = Wires.switchOff(outputs)
        let lamp = board.lampOutput.flatMap { switchOff($0.lamp) }
        let problems = [lines, lamp].compactMap { $0 }
        guard problems.isEmpty else { throw .unavailable(problems.joined(separator: "; ")) }
        let names = outputs.map(\.name.rawValue) + (board.lamp == nil ? [] : ["lamp"])
        print(names.isEmpty ? "the board has no outputs" : "off: \(names.joined(separator: ", "))")
    }

    /// What is wrong with the lamp; nil where nothing is.
    private static func switchOff(_ lamp: any LightOutput) -> String? {
        do throws(LineError) {
            try lamp.set(nil)
            return nil
        } catch {
            return "the lamp \(error.textOfLamp)"
        }
    }

    /// Switches one on for two seconds; a signal ends it earlier.
    static func tryOutput(
        _ output: BoardOutput, _ options: FirmwareOptions
    ) throws(FirmwareError) {
        let board = try load(options)
        guard let line = board.line(of: output) else {
            throw .board(
                "\(options.board): \(output.rawValue) is not there; it must be an output "
                    + "with its gpio, to be tried")
        }
        let failure: LineError?
        do throws(HostError) {
            failure = try run(GPIOOutput(chip: board.gpioChip, line: line)) {
                let level = line.isActiveLow ? "low" : "high"
                print(
                    "\(output.rawValue) (GPIO \(line.line), on when \(level)): on and off for "
                        + "\(OutputTrial.length.components.seconds) s; Ctrl-C ends it")
                // Before it happens, also where standard output is a pipe.
                fflush(nil)
            }
        } catch {
            throw .system("\(error.operation) failed: \(systemMessage(error.errno))")
        }
        if let failure {
            throw .unavailable("the GPIO lines of the \(output.rawValue) \(failure.text)")
        }
        print("\(output.rawValue): off")
    }

    /// - Parameter announce: called once the line is held, before it is switched on.
    /// - Returns: why the line could not be switched.
    private static func run(
        _ output: GPIOOutput, announce: () -> Void
    ) throws(HostError) -> LineError? {
        // Before any other thread: they inherit which signals are blocked.
        let stopping = Flag()
        try CrashSwitch.install()
        let waiter = try LinuxThreads().makeWaiter()
        let signals = try SignalWatcher { signal in
            guard signal != SIGWINCH else { return }
            stopping.raise()
            waiter.notify()
        }
        defer { signals.stop() }
        do throws(LineError) {
            try output.set(false)
            announce()
            try OutputTrial.run(
                output, waiter: waiter, time: LinuxClock(), isStopping: { stopping.isRaised })
            return nil
        } catch {
            return error
        }
    }

    private static func load(_ options: FirmwareOptions) throws(FirmwareError) -> BoardDescription {
        try FirmwareBoard.load(options.board, state: options.state).description
    }
}
