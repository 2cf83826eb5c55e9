import ClockTime
import HAL
import SimulatedBoard
import Testing

@Suite("The IS31FL3731 model")
struct SimulatedIS31FL3731Tests {
    static let start = BootTime(nanoseconds: 5_000_000_000)
    static let blank = [UInt8](repeating: 0, count: 0xB4)
    static let wake: [[UInt8]] = [[0xFD, 0x0B], [0x0A, 1]]

    private static func chip(_ commands: [[UInt8]]) throws -> SimulatedIS31FL3731 {
        var chip = SimulatedIS31FL3731(seed: 1)
        for command in commands { try chip.write(command, at: start) }
        return chip
    }

    private static func lit(
        _ chip: SimulatedIS31FL3731, _ driver: String = "is31fl3731-16x9"
    ) -> LitPicture {
        chip.litPicture(
            of: BoardDescription.Display(driver: driver, addresses: []), at: start)
    }

    @Test("is asleep after power-up, with frames that nobody defined")
    func powerUp() throws {
        var chip = SimulatedIS31FL3731(seed: 1)
        #expect(chip.frames == SimulatedIS31FL3731(seed: 1).frames)
        #expect(chip.frames != SimulatedIS31FL3731(seed: 2).frames)
        #expect(chip.functions.allSatisfy { $0 == 0 } && chip.page == 0)
        #expect(Self.lit(chip).isDark)
        for command in Self.wake { try chip.write(command, at: Self.start) }
        // Garbage is what a driver shows that does not clear first.
        #expect(Self.lit(chip).pixels?.pixels.contains { $0.level > 0 } == true)
        let frames = chip.frames
        chip.powerUp(at: Self.start)
        #expect(chip.frames != frames && !chip.isAwake && chip.page == 0)
    }

    @Test("counts its register up within the page, and drops what lies beyond")
    func registers() throws {
        var chip = try Self.chip([[0xFD, 2], [0x00] + Self.blank, [0xB2, 1, 2, 3, 4]])
        #expect(chip.frames[2] == Self.blank.dropLast(2) + [1, 2])
        try chip.write([0xB2], at: Self.start)
        #expect(try chip.read(4, at: Self.start) == [1, 2, 0, 0])
        try chip.write([0xFD], at: Self.start)
        #expect(try chip.read(1, at: Self.start) == [2])
        // No such page.
        let frames = chip.frames
        for command in [[0xFD, 9], [0x00, 7, 7]] as [[UInt8]] {
            try chip.write(command, at: Self.start)
        }
        #expect(chip.frames == frames && chip.functions.allSatisfy { $0 == 0 })
    }

    @Test("says which frame it shows in a register that cannot be written")
    func frameState() throws {
        var chip = try Self.chip([[0xFD, 0x0B], [0x01, 5], [0x07, 2]])
        #expect(chip.shownFrame == 5)
        try chip.write([0x06], at: Self.start)
        #expect(try chip.read(3, at: Self.start) == [0, 5, 0])
    }

    @Test("lights the enabled LEDs of the frame in its picture register, while it is awake")
    func picture() throws {
        var enabled = Self.blank
        enabled[0] = 0b0000_0110
        enabled[17] = 0b1000_0000
        // Blink bits change nothing here.
        enabled[18] = 0xFF
        enabled.replaceSubrange(0x24..., with: [UInt8](repeating: 40, count: 144))
        let load: [[UInt8]] = [[0xFD, 0], [0x00] + Self.blank, [0xFD, 3], [0x00] + enabled]
        var chip = try Self.chip(load + Self.wake)
        #expect(Self.lit(chip).pixels == PixelPicture(columns: 16, rows: 9))
        #expect(!Self.lit(chip).isDark)
        try chip.write([0x01, 3], at: Self.start)
        var expected = PixelPicture(columns: 16, rows: 9)
        for (column, row) in [(1, 0), (2, 0), (15, 8)] {
            expected[column, row] = PixelLight(level: 40)
        }
        #expect(Self.lit(chip).pixels == expected)
        #expect(Self.lit(chip).caption == "255/255")
        try chip.write([0x0A, 0], at: Self.start)
        #expect(Self.lit(chip).isDark && chip.frames[3] == enabled)
    }

    @Test(
        "draws each board by the places of its LEDs",
        arguments: [
            ("is31fl3731-16x9", 16, 9, [0: (0, 0), 15: (15, 0), 16: (0, 1), 143: (15, 8)]),
            // Lines are columns, which run up.
            ("is31fl3731-16x8", 16, 8, [23: (0, 0), 16: (0, 7), 31: (8, 0), 128: (7, 7)]),
            // From the middle to both sides.
            ("is31fl3731-17x7", 17, 7, [0: (8, 6), 134: (0, 0), 8: (9, 0), 126: (16, 6)]),
        ] as [(String, Int, Int, [Int: (Int, Int)])])
    func boards(driver: String, columns: Int, rows: Int, places: [Int: (Int, Int)]) throws {
        let enabled = [UInt8](repeating: 0xFF, count: 18) + Self.blank.dropFirst(18)
        let load: [[UInt8]] = [[0xFD, 0], [0x00] + enabled]
        for (led, place) in places {
            let chip = try Self.chip(load + [[UInt8(0x24 + led), 9]] + Self.wake)
            var expected = PixelPicture(columns: columns, rows: rows)
            expected[place.0, place.1] = PixelLight(level: 9)
            #expect(Self.lit(chip, driver).pixels == expected, "LED \(led)")
        }
        // All LEDs that the board has, and no other, light a pixel.
        let all = [UInt8](repeating: 9, count: 144)
        let chip = try Self.chip(load + [[0x24] + all] + Self.wake)
        let dim = PixelLight(level: 9)
        #expect(
            Self.lit(chip, driver).pixels
                == PixelPicture(columns: columns, rows: rows, filledWith: dim))
    }

    @Test("takes any byte without harm")
    func anyByte() throws {
        var chip = SimulatedIS31FL3731(seed: 3)
        for page in UInt8.min...UInt8.max {
            try chip.write([0xFD, page], at: Self.start)
            try chip.write([page, 1, 2, 3], at: Self.start)
            #expect(try chip.read(20, at: Self.start).count == 20)
            _ = Self.lit(chip)
        }
    }
}
