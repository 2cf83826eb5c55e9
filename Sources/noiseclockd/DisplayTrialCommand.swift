import ClockCore
import Control
import English
import Glibc
import HAL
import LinuxHost
import LinuxWires
import Runtime

/// `--try display`: a test picture on the board's display, without a clock.
enum DisplayTrialCommand {
    static func run(
        _ words: TestPictureWords, _ options: FirmwareOptions
    ) throws(FirmwareError) {
        // Nothing else keeps two programs from writing to one chip.
        guard !UnixSocketListener.isServed(options.socket) else {
            throw .inUse(
                "a clock runs and has the display. Show the picture on it: noiseclock display test")
        }
        let board = try FirmwareBoard.load(options.board, state: options.state)
        var trial: DisplayTrial
        do throws(CommandError) {
            trial = try DisplayTrial(
                words.picture, on: board.drivers.panel,
                bus: LinuxI2CBus(number: board.description.i2cBus))
        } catch {
            throw .usage("--try display: \(error.message)")
        }
        let signals = try StopSignals.ofTrial()
        defer { signals.stop() }
        if words.picture != nil {
            print("display: on for \(words.length.components.seconds) s; Ctrl-C ends it")
            // Before it happens, also where standard output is a pipe.
            fflush(nil)
        }
        do throws(DeviceError) {
            try trial.run(
                for: words.length, waiter: signals.waiter, time: LinuxClock(),
                isStopping: { signals.stopping.isRaised })
        } catch {
            throw .unavailable("the display \(error.text)")
        }
        print("display: off")
    }
}
