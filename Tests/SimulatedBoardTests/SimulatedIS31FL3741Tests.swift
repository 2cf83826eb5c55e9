import ClockTime
import HAL
import SimulatedBoard
import Testing

@Suite("The IS31FL3741 model")
struct SimulatedIS31FL3741Tests {
    static let start = BootTime(nanoseconds: 5_000_000_000)
    static let display = BoardDescription.Display(driver: "is31fl3741-13x9", addresses: [])

    private static func page(_ number: UInt8) -> [[UInt8]] { [[0xFE, 0xC5], [0xFD, number]] }

    private static func chip(_ commands: [[UInt8]]) throws -> SimulatedIS31FL3741 {
        var chip = SimulatedIS31FL3741(seed: 1)
        for command in commands { try chip.write(command, at: start) }
        return chip
    }

    private static let reset = page(4) + [[0x3F, 0xAE]]

    @Test("is asleep after power-up, with PWM and scaling that nobody defined, until a reset")
    func powerUp() throws {
        var chip = try Self.chip(Self.page(4) + [[0x01, 0xFF], [0x00, 1]])
        let picture = chip.litPicture(of: Self.display, at: Self.start)
        #expect(picture.pixels?.pixels.contains { $0.level > 0 } == true)
        chip.powerUp(at: Self.start)
        #expect(!chip.isAwake && chip.current == 0 && chip.page == 0)
        #expect(chip.litPicture(of: Self.display, at: Self.start).isDark)
        #expect(chip.pages[0].contains { $0 != 0 } && chip.pages[3].contains { $0 != 0 })
        // A wrong key does nothing.
        for command in Self.page(4) + [[0x01, 9], [0x3F, 0xAF]] {
            try chip.write(command, at: Self.start)
        }
        #expect(chip.current == 9)
        try chip.write([0x3F, 0xAE], at: Self.start)
        #expect(chip.pages.dropLast().allSatisfy { $0.allSatisfy { $0 == 0 } })
        #expect(chip.pages.map(\.count) == [180, 171, 180, 171, 64])
        #expect(chip.current == 0 && chip.page == 0)
    }

    @Test("changes its page only after each unlocking")
    func lock() throws {
        var chip = try Self.chip(Self.page(2) + [[0xFD, 3]])
        #expect(chip.page == 2 && !chip.isUnlocked)
        for command in [[0xFE, 0xC4], [0xFD, 3]] as [[UInt8]] {
            try chip.write(command, at: Self.start)
        }
        #expect(chip.page == 2)
        for command in Self.page(3) { try chip.write(command, at: Self.start) }
        #expect(chip.page == 3)
    }

    @Test("counts its register up within the page, and drops what lies beyond")
    func registers() throws {
        var chip = try Self.chip(Self.reset + Self.page(1) + [[0xA9, 1, 2, 3]])
        #expect(chip.pages[1].suffix(3) == [0, 1, 2])
        try chip.write([0xA9], at: Self.start)
        #expect(try chip.read(3, at: Self.start) == [1, 2, 0])
        #expect(chip.pages[0].allSatisfy { $0 == 0 })
    }

    @Test("says its address in the ID register, on every page", arguments: 0..<5 as Range<UInt8>)
    func identity(page: UInt8) throws {
        for (address, answer) in [(0x30, 0x60), (0x33, 0x66)] as [(UInt8, UInt8)] {
            var chip = SimulatedIS31FL3741(seed: 1, address: address)
            for command in Self.page(page) + [[0xFC]] { try chip.write(command, at: Self.start) }
            #expect(try chip.read(1, at: Self.start) == [answer])
        }
    }

    @Test("multiplies current, scaling and PWM")
    func light() throws {
        var load: [[UInt8]] = Self.reset
        load += Self.page(1)
        load.append([0x3C, 50, 100, 200])
        load += Self.page(3)
        load.append([0x3C, 255, 255, 51])
        load += Self.page(4)
        load.append([0x01, 51])
        load.append([0x00, 1])
        var chip = try Self.chip(load)
        let picture = chip.litPicture(of: Self.display, at: Self.start)
        #expect(picture.duty == 0.2)
        var expected = PixelPicture(columns: 13, rows: 9)
        expected[0, 0] = PixelLight(red: 40, green: 100, blue: 50)
        #expect(picture.pixels == expected)
        try chip.write([0x00, 0], at: Self.start)
        #expect(chip.litPicture(of: Self.display, at: Self.start).isDark)
        // Awake, and without current.
        try chip.write([0x00, 1, 0], at: Self.start)
        #expect(chip.isAwake && chip.litPicture(of: Self.display, at: Self.start).isDark)
    }

    @Test(
        "draws its LEDs where they sit",
        arguments: [
            (240, 0, 0, PixelLight(red: 0, green: 0, blue: 7)),
            (243, 1, 0, PixelLight(red: 0, green: 7, blue: 0)),
            (2, 0, 6, PixelLight(red: 7, green: 0, blue: 0)),
            (30, 0, 5, PixelLight(red: 0, green: 0, blue: 7)),
            (180, 0, 8, PixelLight(red: 0, green: 0, blue: 7)),
            (210, 0, 7, PixelLight(red: 0, green: 0, blue: 7)),
            (270, 10, 6, PixelLight(red: 0, green: 0, blue: 7)),
            (350, 12, 0, PixelLight(red: 0, green: 0, blue: 7)),
            (349, 12, 0, PixelLight(red: 7, green: 0, blue: 0)),
        ] as [(Int, Int, Int, PixelLight)])
    func places(led: Int, column: Int, row: Int, light: PixelLight) throws {
        let half: UInt8 = led < 180 ? 0 : 1
        let register = UInt8(led < 180 ? led : led - 180)
        var load: [[UInt8]] = Self.reset
        load += Self.page(half)
        load.append([register, 7])
        load += Self.page(half + 2)
        load.append([register, 255])
        load += Self.page(4)
        load.append([0x01, 255])
        load.append([0x00, 1])
        let chip = try Self.chip(load)
        var expected = PixelPicture(columns: 13, rows: 9)
        expected[column, row] = light
        #expect(chip.litPicture(of: Self.display, at: Self.start).pixels == expected)
    }

    @Test("takes any byte without harm")
    func anyByte() throws {
        var chip = SimulatedIS31FL3741(seed: 3)
        for byte in UInt8.min...UInt8.max {
            for command in Self.page(byte) + [[byte, 1, 2, 3]] {
                try chip.write(command, at: Self.start)
            }
            #expect(try chip.read(20, at: Self.start).count == 20)
            _ = chip.litPicture(of: Self.display, at: Self.start)
        }
    }
}
