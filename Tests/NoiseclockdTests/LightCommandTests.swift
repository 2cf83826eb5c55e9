import ClockTime
import HAL
import Runtime
import Synchronization
import Testing

@testable import noiseclockd

/// A waiter whose waits move its own time.
private final class QuickWaiter: Waiter, TimeSource {
    private let boot = Mutex(BootTime(nanoseconds: 0))

    func now() -> Moment {
        Moment(wall: WallTime(nanoseconds: 0), boot: boot.withLock { $0 })
    }

    func wait(until deadline: Deadline) -> WakeReasons {
        if let end = deadline.boot { boot.withLock { $0 = end } }
        return .deadline
    }

    func notify() {}
}

/// A resistor that a person covers and lights.
private final class HandledLine: ChargeLine {
    let length = Mutex(Duration.zero)
    let failure = Mutex<LineError?>(nil)

    func discharge() throws(LineError) {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    func charge() throws(LineError) {}

    func chargeTime() throws(LineError) -> Duration? { length.withLock { $0 } }

    func stop() {}
}

@Suite("The calibration of the light sensor")
struct LightCommandTests {
    private let line = HandledLine()
    private let waiter = QuickWaiter()

    /// - Parameter lengths: the charge times that follow the questions, in microseconds.
    private func run(_ lengths: [Int]) throws -> (asked: [String], printed: [String]) {
        var calibration = LightCalibration(
            BoardDescription.LightResistor(line: 26, capacitorNanofarads: 100), line: line,
            waiter: waiter, time: waiter)
        var asked: [String] = []
        let printed = try LightCommands.run(&calibration) { text in
            guard asked.count < lengths.count else { return false }
            line.length.withLock { $0 = .microseconds(lengths[asked.count]) }
            asked.append(text)
            return true
        }
        return (asked, printed)
    }

    @Test("asks for darkness and for a lamp, and prints the line of the board file")
    func points() throws {
        let (asked, printed) = try run([18_900, 80])
        #expect(asked.count == 2)
        #expect(asked.first?.hasPrefix("Cover the sensor") == true)
        #expect(printed.last == "\"calibration\": [[18900, 0.1], [80, 300]]")
    }

    @Test("prints nothing where nobody answers")
    func nobody() throws {
        #expect(try run([18_900]).printed == [])
    }

    @Test("says that the lamp made no difference, or what is wrong with the line")
    func failures() throws {
        let same = FirmwareError.unavailable(
            "the lamp made no difference: 100 and 90 microseconds. Check the resistor, the "
                + "capacitor and light.gpio")
        #expect(throws: same) { try run([100, 90]) }
        line.failure.withLock { $0 = .taken }
        #expect(
            throws: FirmwareError.unavailable(
                "the light sensor can't be used: another program or a kernel driver has its line")
        ) { try run([100, 90]) }
    }
}
