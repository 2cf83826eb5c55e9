import Foundation
import Glibc
import HAL
import Testing

@testable import LinuxWires

@Suite("What a program that crashes leaves off")
struct CrashSwitchTests {
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
