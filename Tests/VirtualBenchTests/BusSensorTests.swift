import ClockTime
import Foundation
import Glibc
import HAL
import SimulatedBoard
import TestKit
import Testing

extension SimulatedTimeBench {
    /// Light sensors and battery gauges on the kernel's bus.
    @Suite("Sensors on the bus")
    struct BusSensors {
        @Test(
            "Each light sensor's value reaches the client, and again after it was gone",
            arguments: ["bh1750 0x23", "bh1750 0x5C", "veml7700 0x10", "tsl2591 0x29"])
        func light(sensor: String) throws {
            let parts = sensor.split(separator: " ")
            let address = try #require(
                Int(parts[1].dropFirst(2), radix: 16).flatMap { I2CAddress($0) })
            let bench = try Workbench()
            let board = try bench.board(
                light: #"{ "source": "\#(parts[0])", "address": "\#(parts[1])" }"#)
            let bus = try ServedBus(board)
            bus.chips.expose(address, to: Lux(40))
            let clock = try BenchClock(board: board, bench: bench)
            #expect(try clock.measures(lux: 38...42))
            bus.chips.expose(address, to: Lux(900))
            #expect(try clock.measures(lux: 860...940))

            bus.chips.unplug(address)
            #expect(clock.logs("event=health.changed", "part=light", "does not answer"))
            bus.chips.expose(address, to: Lux(40))
            bus.chips.plugIn(address)
            #expect(try clock.measures(lux: 38...42))
            #expect(clock.logged(["event=health.changed", "part=light"]) == 2)
            #expect(clock.stop() == 0)
        }

        @Test("A gauge's charge reaches the client, and again after the gauge was gone")
        func gauge() throws {
            let bench = try Workbench()
            let board = try bench.board(battery: #"{ "source": "max17048", "address": "0x36" }"#)
            let address = try #require(I2CAddress(0x36))
            let bus = try ServedBus(board)
            bus.chips.setBattery(address, percent: 80, flow: .charging)
            let clock = try BenchClock(board: board, bench: bench)
            #expect(try clock.says("status", "80 %, charging"))
            bus.chips.setBattery(address, percent: 14, flow: .discharging)
            #expect(try clock.says("status", "14 %, in use"))
            // Only an alarm depends on it.
            #expect(clock.logged(["event=health.changed"]) == 0)
            try clock.say("alarm", "add", "06:30")
            #expect(clock.logs("event=health.changed", "part=batteryCharge"))

            bus.chips.unplug(address)
            #expect(clock.logs("event=health.changed", "part=battery ", "does not answer"))
            bus.chips.setBattery(address, percent: 81, flow: .charging)
            bus.chips.plugIn(address)
            #expect(try clock.says("status", "81 %, charging"))
            #expect(clock.stop() == 0)
        }
    }
}
