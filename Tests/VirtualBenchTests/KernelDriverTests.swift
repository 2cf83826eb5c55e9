import Glibc
import TestKit
import Testing

extension SimulatedTimeBench {
    /// Sensors and batteries that the kernel has a driver for.
    @Suite("Drivers of the kernel")
    struct KernelDrivers {
        @Test("A light sensor with a driver of the kernel reaches the client; it may come and go")
        func industrialIO() throws {
            let bench = try Workbench()
            let board = try bench.board(light: #"{ "source": "iio", "device": "bh1750" }"#)
            let clock = try BenchClock(board: board, bench: bench)
            #expect(clock.logs("event=health.changed", "part=light"))
            try clock.wires.bindLightDriver()
            defer { try? clock.wires.unbindLightDriver() }
            try clock.wires.setLight(40)
            #expect(try clock.measures(lux: 38...42))
            try clock.wires.setLight(900)
            #expect(try clock.measures(lux: 860...940))
            try clock.wires.setLightSensor(isPresent: false)
            defer { try? clock.wires.setLightSensor(isPresent: true) }
            #expect(VirtualBench.wait { clock.logged(["part=light"]) == 3 })
            try clock.wires.setLightSensor(isPresent: true)
            #expect(VirtualBench.wait { clock.logged(["part=light"]) == 4 })
            #expect(clock.stop() == 0)
        }

        @Test("A sensor that a driver of the kernel has is left to it, and said to be taken")
        func takenSensor() throws {
            let wires = SimulatedWires()
            try wires.bindLightDriver()
            var isBound = true
            defer { if isBound { try? wires.unbindLightDriver() } }
            let clock = try BenchClock()
            #expect(clock.logs("event=health.changed", "part=light", "bh1750"))
            try wires.unbindLightDriver()
            isBound = false
            #expect(try clock.measures(lux: 95...105))
            #expect(clock.stop() == 0)
        }

        @Test(
            "A battery of the kernel reaches the client with its charge, its direction and the mains"
        )
        func battery() throws {
            let battery = KernelBatteryControls()
            defer { try? battery.setPresent(false) }
            try battery.setPresent(true)
            try battery.set(percent: 80, status: "discharging", isOnMains: false)
            let clock = try BenchClock()
            #expect(try clock.says("status", "80 %, in use, off the mains"))
            try clock.say("alarm", "add", "06:30")
            #expect(clock.logged(["event=health.changed"]) == 0)
            try battery.set(percent: 14, status: "discharging", isOnMains: false)
            #expect(clock.logs("event=health.changed", "part=batteryCharge"))
            try battery.set(percent: 60, status: "charging", isOnMains: true)
            #expect(try clock.says("status", "60 %, charging, on the mains"))
            #expect(VirtualBench.wait { clock.logged(["part=batteryCharge"]) == 2 })
            try battery.setPresent(false)
            VirtualBench.rest(.seconds(16))
            #expect(try !clock.say("status").contains("Battery"))
            #expect(clock.stop() == 0)
        }
    }
}

extension SimulatedWires {
    private static let adapter = "/sys/bus/i2c/devices/i2c-1"

    /// Gives the light sensor to the kernel's own driver, as an overlay does. It waits for what a measurement takes
    /// usually, and the bench's sensor else takes the longest time of its data sheet.
    func bindLightDriver() throws {
        try setLightMeasuring(.milliseconds(120))
        try VirtualBench.write("bh1750 0x23", to: "\(SimulatedWires.adapter)/new_device")
    }

    func unbindLightDriver() throws {
        try setLightMeasuring(.milliseconds(180))
        try VirtualBench.write("0x23", to: "\(SimulatedWires.adapter)/delete_device")
    }
}

/// The kernel's battery and charger for tests (drivers/power/supply/test_power.c). At its start there is no battery.
private struct KernelBatteryControls {
    private static let folder = "/sys/module/test_power/parameters"

    func setPresent(_ isPresent: Bool) throws {
        try write(isPresent ? "true" : "false", to: "battery_present")
    }

    /// - Parameter status: `charging`, `discharging`, `not-charging` or `full`.
    func set(percent: Int, status: String, isOnMains: Bool) throws {
        try write("\(percent)", to: "battery_capacity")
        try write(status, to: "battery_status")
        try write(isOnMains ? "on" : "off", to: "ac_online")
        try write("off", to: "usb_online")
    }

    private func write(_ value: String, to name: String) throws {
        try VirtualBench.write(value, to: "\(KernelBatteryControls.folder)/\(name)")
    }
}
