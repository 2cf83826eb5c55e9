import ClockTime
import HAL
import SimulatedBoard
import Testing

@Suite("The BH1750 model")
struct SimulatedBH1750Tests {
    static let start = BootTime(nanoseconds: 5_000_000_000)

    private static func after(_ milliseconds: Int) -> BootTime {
        start + .milliseconds(milliseconds)
    }

    private static func counts(_ chip: inout SimulatedBH1750, at time: BootTime) throws -> Int {
        let bytes = try chip.read(2, at: time)
        return Int(bytes[0]) << 8 | Int(bytes[1])
    }

    @Test("gives the old value until a measurement has had its time")
    func measurementTime() throws {
        var chip = SimulatedBH1750()
        chip.expose(to: Lux(100), at: Self.start)
        try chip.write([0x01], at: Self.start)
        try chip.write([0x20], at: Self.start)
        #expect(try Self.counts(&chip, at: Self.after(179)) == 0)
        #expect(try Self.counts(&chip, at: Self.after(180)) == 120)
        chip.expose(to: Lux(10), at: Self.after(200))
        #expect(try Self.counts(&chip, at: Self.after(900)) == 120)
        try chip.write([0x21], at: Self.after(900))
        #expect(try Self.counts(&chip, at: Self.after(1079)) == 120)
        #expect(try Self.counts(&chip, at: Self.after(1080)) == 24)
    }

    @Test("measures the light of its own time, not of the reading's")
    func lightOfItsTime() throws {
        var chip = SimulatedBH1750()
        chip.expose(to: Lux(100), at: Self.start)
        try chip.write([0x20], at: Self.start)
        chip.expose(to: Lux(5000), at: Self.after(300))
        #expect(try Self.counts(&chip, at: Self.after(400)) == 120)
    }

    @Test("goes on measuring in its continuous modes")
    func continuous() throws {
        var chip = SimulatedBH1750()
        chip.expose(to: Lux(100), at: Self.start)
        try chip.write([0x10], at: Self.start)
        #expect(try Self.counts(&chip, at: Self.after(200)) == 120)
        chip.expose(to: Lux(50), at: Self.after(200))
        #expect(try Self.counts(&chip, at: Self.after(359)) == 120)
        #expect(try Self.counts(&chip, at: Self.after(360)) == 60)
        chip.expose(to: Lux(10), at: Self.after(90_000))
        #expect(try Self.counts(&chip, at: Self.after(90_180)) == 12)
    }

    @Test("measures coarsely and fast in low resolution, and longer with a longer exposure")
    func modes() throws {
        var chip = SimulatedBH1750()
        chip.expose(to: Lux(100), at: Self.start)
        try chip.write([0x23], at: Self.start)
        #expect(try Self.counts(&chip, at: Self.after(24)) == 120)
        // Sets the measurement-time register to 138, twice the default.
        try chip.write([0x44], at: Self.after(30))
        try chip.write([0x6A], at: Self.after(30))
        try chip.write([0x20], at: Self.after(30))
        #expect(try Self.counts(&chip, at: Self.after(389)) == 120)
        #expect(try Self.counts(&chip, at: Self.after(390)) == 240)
    }

    @Test("saturates, clears on reset, and forgets on power-up but not the light")
    func edges() throws {
        var chip = SimulatedBH1750()
        chip.expose(to: Lux(90_000), at: Self.start)
        try chip.write([0x10], at: Self.start)
        #expect(try Self.counts(&chip, at: Self.after(200)) == 65_535)
        try chip.write([0x07], at: Self.after(201))
        #expect(try Self.counts(&chip, at: Self.after(201)) == 0)
        chip.powerUp(at: Self.after(300))
        #expect(try Self.counts(&chip, at: Self.after(900)) == 0)
        try chip.write([0x20], at: Self.after(900))
        #expect(try Self.counts(&chip, at: Self.after(1100)) == 65_535)
        #expect(try chip.read(4, at: Self.after(1100)) == [0xFF, 0xFF, 0xFF, 0xFF])
    }

    @Test("takes any byte without harm")
    func anyByte() throws {
        var chip = SimulatedBH1750()
        for byte in UInt8.min...UInt8.max {
            try chip.write([byte, byte], at: Self.start)
            #expect(try chip.read(3, at: Self.after(100_000)).count == 3)
        }
    }
}
