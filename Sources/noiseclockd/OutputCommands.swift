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
        let (board, motor) = try load(options)
        let outputs = board.outputs
        defer { for (_, line) in outputs { line.stop() } }
        let lines = Wires.switchOff(outputs)
        let shaker = motor.flatMap { Wires.switchOff([(.vibration, $0)]) }
        let lamp = board.lampOutput.flatMap { switchOff($0.lamp) }
        let problems = [lines, shaker, lamp].compactMap { $0 }
        guard problems.isEmpty else { throw .unavailable(problems.joined(separator: "; ")) }
        var names = outputs.map(\.name.rawValue)
        if motor != nil { names.append(BoardOutput.vibration.rawValue) }
        if board.lamp != nil { names.append("lamp") }
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
        // It holds the lines, and nothing else keeps two programs from writing to one chip.
        guard !UnixSocketListener.isServed(options.socket) else {
            throw .inUse("a clock runs and has the \(output.rawValue). Stop the clock first")
        }
        let (board, motor) = try load(options)
        let subject: any HAL.OutputLine
        let place: String
        if output == .vibration, let motor, case .chip(let chip) = board.vibration {
            subject = motor
            place = "\(chip.driver) at \(chip.address) on I2C bus \(board.i2cBus)"
        } else if let line = board.line(of: output) {
            subject = GPIOOutput(chip: board.gpioChip, line: line)
            place = "GPIO \(line.line), on when \(line.isActiveLow ? "low" : "high")"
        } else {
            throw .board(
                "\(options.board): \(output.rawValue) is not there; it must be an output "
                    + "with its gpio or its chip, to be tried")
        }
        let signals = try StopSignals.ofTrial()
        defer { signals.stop() }
        do throws(LineError) {
            // It is held before it is announced.
            try subject.set(false)
            print(
                "\(output.rawValue) (\(place)): on and off for "
                    + "\(OutputTrial.length.components.seconds) s; Ctrl-C ends it")
            // Before it happens, also where standard output is a pipe.
            fflush(nil)
            try OutputTrial.run(
                subject, waiter: signals.waiter, time: LinuxClock(),
                isStopping: { signals.stopping.isRaised })
        } catch {
            throw .unavailable(
                OutputsHost.sentence([(output.rawValue, error)]) ?? output.rawValue)
        }
        print("\(output.rawValue): off")
    }

    /// The board, and its motor if a chip on the bus drives it. A program that crashes stops that motor from now on.
    private static func load(
        _ options: FirmwareOptions
    ) throws(FirmwareError) -> (board: BoardDescription, motor: BusMotor?) {
        let board = try FirmwareBoard.load(options.board, state: options.state)
        let description = board.description
        if let motor = board.drivers.motor {
            CrashSwitch.add(motor: motor, onBus: description.i2cBus)
        }
        return (description, description.motor(behind: board.drivers.motor))
    }
}
