import ClockTime
import Glibc
@testable import HAL
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

/// A person who covers and lights the sensor after each question, watches two readings and presses Enter.
private struct ScriptedConsole: CalibrationConsole {
    let line: HandledLine
    let lengths: [Int]
    var asked: [String] = []
    var shown: [String] = []
    private var readings = 0
    private var isGone = false

    init(line: HandledLine, lengths: [Int]) {
        self.line = line
        self.lengths = lengths
    }

    mutating func ask(_ question: String) {
        readings = 0
        isGone = asked.count == lengths.count
        guard !isGone else { return }
        line.length.withLock { $0 = .microseconds(lengths[asked.count]) }
        asked.append(question)
    }

    mutating func show(_ reading: String) {
        shown.append(reading)
        readings += 1
        // The hand moves on.
        line.length.withLock { $0 = $0 / 2 }
    }

    mutating func answer() -> CalibrationAnswer {
        guard !isGone else { return .ended }
        guard readings == 2 else { return .waiting }
        line.length.withLock { $0 = .microseconds(lengths[asked.count - 1]) }
        return .done
    }
}

@Suite("The calibration of the light sensor")
struct LightCommandTests {
    private let line = HandledLine()
    private let waiter = QuickWaiter()

    /// - Parameter lengths: the charge times that follow the questions, in microseconds.
    private func run(_ lengths: [Int]) throws -> (console: ScriptedConsole, printed: [String]) {
        var calibration = LightCalibration(
            BoardDescription.LightResistor(line: 26, capacitorNanofarads: 100), line: line,
            waiter: waiter, time: waiter)
        var console = ScriptedConsole(line: line, lengths: lengths)
        let printed = try LightCommands.run(&calibration, at: &console)
        return (console, printed)
    }

    @Test("asks for darkness and for a lamp, and prints the line of the board file")
    func points() throws {
        let (console, printed) = try run([18_900, 80])
        #expect(console.asked.count == 2)
        #expect(console.asked.first?.hasPrefix("Cover the sensor") == true)
        #expect(printed.last == "\"calibration\": [[18900, 0.1], [80, 300]]")
    }

    @Test("shows what the sensor measures until Enter")
    func live() throws {
        let (console, _) = try run([200_000, 750])
        #expect(
            console.shown == [
                "200000 microseconds or more, about 0.00 lx",
                "100000 microseconds, about 0.01 lx", "750 microseconds, about 10 lx",
                "375 microseconds, about 27 lx",
            ])
    }

    @Test("refreshes one line on a terminal, and writes lines elsewhere")
    func lines() {
        #expect(
            TerminalCalibrationConsole(isTerminal: true).line("80 microseconds")
                == "\r80 microseconds\u{1B}[K")
        #expect(
            TerminalCalibrationConsole(isTerminal: false).line("80 microseconds")
                == "80 microseconds\n")
    }

    @Test("takes one Enter for each question, however they arrive, and the end for an end")
    func input() {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        #expect("\nyes\n".utf8CString.withUnsafeBytes { write(ends[1], $0.baseAddress, 5) } == 5)
        var console = TerminalCalibrationConsole(isTerminal: false, input: ends[0])
        #expect(console.answer() == .done)
        #expect(console.answer() == .done)
        close(ends[1])
        #expect(console.answer() == .ended)
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
