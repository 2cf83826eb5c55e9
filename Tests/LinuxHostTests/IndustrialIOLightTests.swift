import ClockTime
import HAL
import LinuxHost
import Testing

/// A folder stands in for the kernel's files, with the same names and text format.
@Suite("A light sensor of the kernel")
struct IndustrialIOLightTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func put(_ text: String, at name: String) throws {
        try FileReplacing.replace(folder.file(name), with: Array("\(text)\n".utf8))
    }

    private func lux(of device: String? = nil) throws -> Double? {
        var light = IndustrialIOLight(device: device, classFolder: folder.path)
        guard case .reading(let lux) = try light.step(at: BootTime(nanoseconds: 0)) else {
            return nil
        }
        return lux.value
    }

    @Test("reads lux where the driver gives them")
    func input() throws {
        try put("tsl2591", at: "iio:device0/name")
        try put("37.250000", at: "iio:device0/in_illuminance_input")
        #expect(try lux(of: "tsl2591") == 37.25)
    }

    @Test("works them out of raw values, a scale and an offset")
    func raw() throws {
        try put("bh1750", at: "iio:device0/name")
        try put("120", at: "iio:device0/in_illuminance_raw")
        #expect(try lux() == 120)
        try put("0.833333", at: "iio:device0/in_illuminance_scale")
        #expect(abs(try #require(try lux()) - 100) < 0.001)
        try put("-20", at: "iio:device0/in_illuminance_offset")
        #expect(abs(try #require(try lux()) - 83.3333) < 0.001)
    }

    @Test("finds the sensor by its name, or the first that measures light")
    func names() throws {
        try put("bme280", at: "iio:device0/name")
        try put("21000", at: "iio:device0/in_temp_input")
        try put("tsl4531", at: "iio:device2/name")
        try put("5", at: "iio:device2/in_illuminance0_input")
        try put("opt3001", at: "iio:device3/name")
        try put("6", at: "iio:device3/in_illuminance_input")
        #expect(try lux() == 5)
        #expect(try lux(of: "opt3001") == 6)
    }

    @Test("says what is wrong and never makes up a number")
    func failures() throws {
        #expect(throws: SensorError.absent("bh1750")) { try lux(of: "bh1750") }
        #expect(throws: SensorError.absent("that measures light")) { try lux() }
        for text in ["nan", "-3", "many", "1e30", ""] {
            try put(text, at: "iio:device0/in_illuminance_input")
            #expect(throws: SensorError.self, "\(text)") { try lux() }
        }
    }
}
