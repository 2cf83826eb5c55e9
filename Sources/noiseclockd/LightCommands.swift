import English
import HAL
import LinuxHost
import LinuxWires
import Runtime

/// What the program does with the board's light sensor when it is not a clock.
enum LightCommands {
    /// Measures a light-dependent resistor in the dark and under a lamp, and prints what to write into the board file.
    static func calibrate(_ options: FirmwareOptions) throws(FirmwareError) {
        let board = try FirmwareBoard.load(options.board, state: options.state).description
        guard case .resistor(let resistor) = board.light else {
            throw .board(
                "\(options.board): light.source is not \"ldr\"; only a light-dependent resistor "
                    + "needs a calibration")
        }
        let line = GPIOChargeLine(chip: board.gpioChip, offset: resistor.line)
        let waiter: any Waiter
        do throws(HostError) {
            waiter = try LinuxThreads().makeWaiter()
        } catch {
            throw FirmwareError(error)
        }
        var calibration = LightCalibration(
            resistor, line: line, waiter: waiter, time: LinuxClock())
        defer { calibration.stop() }
        var console = TerminalCalibrationConsole()
        for text in try run(&calibration, at: &console) { print(text) }
    }

    /// Shows what the sensor measures until the person has done what each question asks.
    ///
    /// - Returns: the lines to print; none where nobody can answer.
    static func run(
        _ calibration: inout LightCalibration, at console: inout some CalibrationConsole
    ) throws(FirmwareError) -> [String] {
        var times: [Int] = []
        do throws(LightCalibration.Problem) {
            for scene in LightCalibration.Scene.allCases {
                guard try watch(&calibration, question(scene), at: &console) else { return [] }
                times.append(try calibration.measure().microseconds)
            }
            let points = try LightCalibration.points(covered: times[0], underLamp: times[1])
            return ["Write this into \"light\" of the board file:", "\"calibration\": \(points)"]
        } catch {
            switch error {
            case .sensor(let problem): throw .unavailable("the light sensor \(problem.text)")
            case .noDifference:
                throw .unavailable(
                    "the lamp made no difference: \(times[0]) and \(times[1]) microseconds. Check "
                        + "the resistor, the capacitor and light.gpio")
            }
        }
    }

    /// - Returns: false at the end of the input.
    private static func watch(
        _ calibration: inout LightCalibration, _ question: String,
        at console: inout some CalibrationConsole
    ) throws(LightCalibration.Problem) -> Bool {
        console.ask(question)
        while true {
            switch console.answer() {
            case .done: return true
            case .ended: return false
            case .waiting: console.show(text(try calibration.measure()))
            }
        }
    }

    private static func text(_ reading: LightCalibration.Reading) -> String {
        let light = LightText.format(lux: reading.light.value)
        let more = reading.isAtLimit ? " or more" : ""
        return "\(reading.microseconds) microseconds\(more), about \(light)"
    }

    private static func question(_ scene: LightCalibration.Scene) -> String {
        switch scene {
        case .covered: "Cover the sensor with your hand, then press Enter."
        case .underLamp: "Light it with a desk lamp (about 300 lx), then press Enter."
        }
    }
}
