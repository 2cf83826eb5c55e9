import ClockTime
import HAL
import SimulatedBoard
import Testing

@Suite("The models of the VEML7700 and the TSL2591")
struct SimulatedLightChipTests {
    static let start = BootTime(nanoseconds: 5_000_000_000)

    private static func after(_ milliseconds: Int) -> BootTime {
        start + .milliseconds(milliseconds)
    }

    /// The word at a VEML7700's register.
    private static func word(
        _ register: UInt8, of chip: inout SimulatedVEML7700, at time: BootTime
    ) throws -> Int {
        try chip.write([register], at: time)
        let bytes = try chip.read(2, at: time)
        return Int(bytes[0]) | Int(bytes[1]) << 8
    }

    @Test(
        "A VEML7700 measures while on, keeps its value while off, and reads its settings back"
    )
    func veml() throws {
        var chip = SimulatedVEML7700()
        chip.expose(to: Lux(50), at: Self.start)
        #expect(try Self.word(0, of: &chip, at: Self.start) == 1)
        #expect(try Self.word(7, of: &chip, at: Self.start) == 0xC481)
        // Gain 2, 100 ms.
        try chip.write([0, 0x00, 0x08], at: Self.start)
        #expect(try Self.word(0, of: &chip, at: Self.start) == 0x0800)
        #expect(try Self.word(4, of: &chip, at: Self.after(202)) == 0)
        let counts = try Self.word(4, of: &chip, at: Self.after(203))
        #expect(abs(counts - 1479) < 3, "\(counts)")
        chip.expose(to: Lux(0), at: Self.after(210))
        #expect(try Self.word(4, of: &chip, at: Self.after(302)) == counts)
        #expect(try Self.word(4, of: &chip, at: Self.after(303)) == 0)
        chip.expose(to: Lux(50), at: Self.after(310))
        try chip.write([0, 0x01, 0x08], at: Self.after(310))
        #expect(try Self.word(4, of: &chip, at: Self.after(9000)) == 0)
    }

    @Test("A VEML7700's gains and times scale its counts, up to the end of the range")
    func vemlScales() throws {
        // Settings, light, counts: 0.0042 lx at gain 2 and 800 ms.
        let cases: [(settings: UInt16, lux: Double, counts: Int)] = [
            (0x08C0, 1, 237), (0x0840, 1, 59), (0x0800, 1, 29), (0x0A00, 10, 148),
            (0x0B00, 10, 74), (0x0000, 100, 1472), (0x1800, 100, 368), (0x1000, 100, 184),
            (0x08C0, 1000, 65_535), (0x1000, 120_000, 42_700),
        ]
        for (settings, lux, counts) in cases {
            var chip = SimulatedVEML7700()
            chip.expose(to: Lux(lux), at: Self.start)
            try chip.write(
                [0, UInt8(settings & 0xFF), UInt8(settings >> 8)], at: Self.start)
            let read = try Self.word(4, of: &chip, at: Self.after(10_000))
            #expect(abs(read - counts) <= max(1, counts / 100), "\(settings): \(read)")
        }
    }

    /// The status and both channels of a TSL2591.
    private static func channels(
        of chip: inout SimulatedTSL2591, at time: BootTime
    ) throws -> [Int] {
        try chip.write([0xB3], at: time)
        let bytes = try chip.read(5, at: time).map { Int($0) }
        return [bytes[0], bytes[1] | bytes[2] << 8, bytes[3] | bytes[4] << 8]
    }

    @Test("A TSL2591 says when its measurement has ended, and reads on through its registers")
    func tsl() throws {
        var chip = SimulatedTSL2591()
        chip.expose(to: Lux(100), at: Self.start)
        try chip.write([0xB2], at: Self.start)
        #expect(try chip.read(1, at: Self.start) == [0x50])
        // Enable and control in one transaction: on, measuring, gain 25.
        try chip.write([0xA0, 0x03, 0x10], at: Self.start)
        #expect(try Self.channels(of: &chip, at: Self.after(107)) == [0, 0, 0])
        #expect(try Self.channels(of: &chip, at: Self.after(108)) == [1, 1089, 272])
        chip.expose(to: Lux(10), infraredShare: 0, at: Self.after(120))
        #expect(try Self.channels(of: &chip, at: Self.after(215)) == [1, 1089, 272])
        #expect(try Self.channels(of: &chip, at: Self.after(216)) == [1, 61, 0])
        // Power without measuring.
        try chip.write([0xA0, 0x01], at: Self.after(220))
        #expect(try Self.channels(of: &chip, at: Self.after(9000)) == [0, 61, 0])
    }

    @Test("A TSL2591's gains and times scale its counts, up to the end of the range")
    func tslScales() throws {
        let cases: [(control: UInt8, lux: Double, counts: Int)] = [
            (0x00, 1000, 435), (0x10, 100, 1089), (0x20, 10, 1864), (0x30, 1, 4303),
            (0x35, 1, 25_820), (0x30, 100, 36_863), (0x31, 100, 65_535),
        ]
        for (control, lux, counts) in cases {
            var chip = SimulatedTSL2591()
            chip.expose(to: Lux(lux), at: Self.start)
            try chip.write([0xA1, control], at: Self.start)
            try chip.write([0xA0, 0x03], at: Self.start)
            let read = try Self.channels(of: &chip, at: Self.after(700))
            #expect(abs(read[1] - counts) <= 1, "\(control): \(read)")
        }
    }

    @Test("Both forget on power-up, but not the light, and take any byte without harm")
    func edges() throws {
        var chips: [any SimulatedLightChip] = [SimulatedVEML7700(), SimulatedTSL2591()]
        for index in chips.indices {
            chips[index].expose(to: Lux(1e9), at: Self.start)
            for byte in UInt8.min...UInt8.max {
                try chips[index].write([byte, byte, byte, byte], at: Self.start)
                #expect(try chips[index].read(40, at: Self.after(100_000)).count == 40)
            }
            chips[index].powerUp(at: Self.after(100_000))
        }
        var veml = try #require(chips[0] as? SimulatedVEML7700)
        #expect(try Self.word(4, of: &veml, at: Self.after(200_000)) == 0)
        try veml.write([0, 0, 0], at: Self.after(200_000))
        #expect(try Self.word(4, of: &veml, at: Self.after(300_000)) == 65_535)
        var tsl = try #require(chips[1] as? SimulatedTSL2591)
        #expect(try Self.channels(of: &tsl, at: Self.after(200_000)) == [0, 0, 0])
        try tsl.write([0xA0, 0x03], at: Self.after(200_000))
        #expect(
            try Self.channels(of: &tsl, at: Self.after(300_000)) == [1, 36_863, 36_863])
    }

    @Test("A bus lets light fall on any light sensor, and on nothing else")
    func exposure() throws {
        let clock = VirtualClock(
            Moment(wall: WallTime(nanoseconds: 0), boot: Self.start))
        for driver in ChipModels.lightSensors.keys.sorted() {
            let bus = SimulatedI2CBus(clock: clock)
            let address = try #require(I2CAddress(0x40))
            let makeChip = try #require(ChipModels.lightSensors[driver])
            bus.attach(makeChip(), at: address)
            bus.expose(address, to: Lux(77))
            bus.expose(try #require(I2CAddress(0x41)), to: Lux(77))
            bus.attach(SimulatedHT16K33(seed: 1), at: try #require(I2CAddress(0x42)))
            bus.expose(try #require(I2CAddress(0x42)), to: Lux(77))
        }
        let bus = SimulatedI2CBus(clock: clock)
        let address = try #require(I2CAddress(0x23))
        bus.attach(SimulatedBH1750(), at: address)
        bus.expose(address, to: Lux(100))
        try bus.write([0x20], to: address)
        clock.advance(by: .milliseconds(180))
        #expect(try bus.read(2, from: address) == [0, 120])
    }
}
