import ClockTime
import Drivers
import HAL
import SimulatedBoard
import Testing

@Suite("A module that tells dark from bright")
struct DigitalLightTests {
    private let line = SimulatedLevelLine()

    private func lux(_ sensor: inout DigitalLight, at seconds: Double) throws -> Double? {
        let now = BootTime(nanoseconds: Int64(seconds * 1e9))
        guard case .reading(let lux) = try sensor.step(at: now) else { return nil }
        return lux.value
    }

    @Test("believes its first reading at once", arguments: [true, false])
    func first(isDarkHigh: Bool) throws {
        var sensor = DigitalLight(line: line, isDarkHigh: isDarkHigh)
        line.level = true
        #expect(try lux(&sensor, at: 0) == (isDarkHigh ? 1 : 200))
    }

    @Test("believes a change once it has lasted for two seconds, and no chatter")
    func hold() throws {
        var sensor = DigitalLight(line: line, isDarkHigh: true)
        #expect(try lux(&sensor, at: 0) == 200)
        line.level = true
        #expect(try lux(&sensor, at: 1) == 200)
        line.level = false
        #expect(try lux(&sensor, at: 2) == 200)
        line.level = true
        #expect(try lux(&sensor, at: 2.5) == 200)
        #expect(try lux(&sensor, at: 4) == 200)
        #expect(try lux(&sensor, at: 4.5) == 1)
    }

    @Test("a failure is an error and no darkness")
    func failure() throws {
        var sensor = DigitalLight(line: line, isDarkHigh: true)
        line.failure = .taken
        #expect(throws: SensorError.line(.taken)) {
            var sensor = sensor
            return try sensor.step(at: BootTime(nanoseconds: 0))
        }
        line.failure = nil
        #expect(try lux(&sensor, at: 0) == 200)
        sensor.stop()
        #expect(!line.isHeld)
    }
}
