import ClockTime
import Foundation
import Glibc
import HAL
import Synchronization
import Testing

@testable import LinuxWires

@Suite("Outputs that are tried, and that must be off in the end")
struct OutputTrialTests {
    /// Time that advances only in waits.
    private final class Time: Waiter, TimeSource {
        let boot = Mutex(Duration.zero)

        func now() -> Moment {
            let elapsed = boot.withLock { $0 }
            return Moment(
                wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0) + elapsed)
        }

        func wait(until deadline: Deadline) -> WakeReasons {
            guard let end = deadline.boot else { return .notified }
            boot.withLock { $0 = end - BootTime(nanoseconds: 0) }
            return .deadline
        }

        func notify() {}
    }

    private let calls = ScriptedGPIOCalls()
    private let time = Time()

    private func line() -> GPIOOutput {
        calls.change { $0.labels = GPIOTests.chip }
        return GPIOOutput(
            chip: .automatic, line: BoardDescription.OutputLine(line: 12), calls: calls)
    }

    private var milliseconds: Int64 {
        time.boot.withLock { $0.wholeNanoseconds / 1_000_000 }
    }

    @Test("An output is on for 600 ms, off for 400 ms, twice, and off in the end")
    func pattern() throws {
        try OutputTrial.run(line(), waiter: time, time: time, isStopping: { false })
        #expect(calls.state.withLock { $0.outputs } == [true, false, true, false, false])
        #expect(milliseconds == 2000)
    }

    @Test("Whoever stops it stops the output")
    func stopped() throws {
        let isStopping = { milliseconds >= 600 }
        try OutputTrial.run(line(), waiter: time, time: time, isStopping: isStopping)
        #expect(calls.state.withLock { $0.outputs } == [true, false])
    }

    @Test("A line that fails on the way is said, and switched off as far as it can be")
    func fails() {
        let line = line()
        calls.change { $0.outputFailure = ENODEV }
        #expect(throws: LineError.gone) {
            try OutputTrial.run(line, waiter: time, time: time, isStopping: { false })
        }
    }

    @Test("A program that crashes leaves the lamp dark, where its file can be written")
    func crashLamp() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "lamp-\(UUID())")
        try Data("255\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(!CrashSwitch.add(lamp: String(repeating: "x", count: 512)))
        #expect(CrashSwitch.add(lamp: file.path))
        CrashSwitch.switchAllOff()
        #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("0\n"))
        // A missing lamp is skipped.
        try FileManager.default.removeItem(at: file)
        CrashSwitch.switchAllOff()
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(CrashSwitch.add(lamp: ""))
    }

    @Test("A program that crashes stops the motor behind a chip by the chip's own bytes")
    func crashMotor() throws {
        struct Chip: MotorDriver {
            var address: I2CAddress
            var bytesThatStop: [UInt8] = [0x01, 0x40]
            func set(_ isOn: Bool, on bus: any I2CBus) throws(DeviceError) {}
        }
        let chip = Chip(address: try #require(I2CAddress(0x5A)))
        let file = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID())")
        try Data([0, 0, 7]).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var talkative = chip
        talkative.bytesThatStop = [UInt8](repeating: 1, count: 9)
        #expect(!CrashSwitch.add(motor: talkative, file: file.path))
        #expect(!CrashSwitch.add(motor: chip, file: String(repeating: "x", count: 256)))
        #expect(CrashSwitch.add(motor: chip, file: file.path))
        CrashSwitch.switchAllOff()
        #expect(try Data(contentsOf: file) == Data([0x01, 0x40, 7]))
        #expect(CrashSwitch.add(motor: chip, file: ""))
        try Data([0, 0]).write(to: file)
        CrashSwitch.switchAllOff()
        #expect(try Data(contentsOf: file) == Data([0, 0]))
    }

    @Test(
        "The lines of a program that crashes are known by their requests, and forgotten with them")
    func crashTable() {
        let capacity = 8
        // These are not descriptors of this process, so nothing is switched.
        let requests = (0..<Int32(capacity)).map { 1_000_000 + $0 }
        for request in requests { #expect(CrashSwitch.add(request)) }
        #expect(!CrashSwitch.add(2_000_000))
        #expect(CrashSwitch.remove(requests[3]))
        #expect(!CrashSwitch.remove(requests[3]))
        #expect(CrashSwitch.add(2_000_000))
        for request in requests + [2_000_000] where request != requests[3] {
            #expect(CrashSwitch.remove(request))
        }
    }
}
