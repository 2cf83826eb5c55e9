import ClockTime
import HAL
import SimulatedBoard
import Testing

@Suite("The model of the MAX17048")
struct SimulatedMAX17048Tests {
    private static let time = BootTime(nanoseconds: 0)

    private func word(_ register: UInt8, of chip: inout SimulatedMAX17048) throws -> UInt16 {
        try chip.write([register], at: Self.time)
        let bytes = try chip.read(2, at: Self.time)
        return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }

    @Test("has voltage, charge, version and rate as words, high byte first")
    func registers() throws {
        var chip = SimulatedMAX17048()
        chip.setBattery(percent: 85.5, flow: .charging)
        #expect(try word(0x02, of: &chip) == 47_360)
        #expect(try word(0x04, of: &chip) == 0x5580)
        #expect(try word(0x08, of: &chip) == 0x0012)
        #expect(try word(0x16, of: &chip) == 60)
        chip.setBattery(percent: 85.5, flow: .discharging)
        #expect(try Int16(bitPattern: word(0x16, of: &chip)) == -60)
    }

    @Test("counts up by reads, from voltage to charge")
    func pointer() throws {
        var chip = SimulatedMAX17048()
        try chip.write([0x02], at: Self.time)
        #expect(try chip.read(4, at: Self.time) == [0xB9, 0x00, 0x32, 0x00])
    }

    @Test("has no rate as a MAX17043, and takes no writes where it can only be read")
    func older() throws {
        var chip = SimulatedMAX17048(version: SimulatedMAX17048.versionOfMAX17043)
        chip.setBattery(percent: 40, flow: .charging)
        #expect(try word(0x16, of: &chip) == 0)
        try chip.write([0x04, 0x00, 0x00], at: Self.time)
        #expect(try word(0x04, of: &chip) == 40 * 256)
        chip.powerUp(at: Self.time)
        #expect(try word(0x04, of: &chip) == 40 * 256)
    }
}
