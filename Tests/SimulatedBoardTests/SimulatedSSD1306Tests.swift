import ClockTime
import HAL
import SimulatedBoard
import Testing

@Suite("The SSD1306 model")
struct SimulatedSSD1306Tests {
    static let start = BootTime(nanoseconds: 5_000_000_000)

    /// Charge pump, horizontal addressing, the usual way up, all memory blank, display on.
    static let lit: [[UInt8]] = [
        [0x00, 0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8],
        [0x40] + [UInt8](repeating: 0, count: 1024),
        [0x00, 0xAF],
    ]

    private static func chip(_ writes: [[UInt8]], rows: Int = 64) throws -> SimulatedSSD1306 {
        var chip = SimulatedSSD1306(seed: 1, rows: rows)
        for bytes in writes { try chip.write(bytes, at: start) }
        return chip
    }

    private static func picture(_ chip: SimulatedSSD1306) -> LitPicture {
        chip.litPicture(of: OLEDPictures.display, at: start)
    }

    private static func places(_ chip: SimulatedSSD1306) -> [OLEDPictures.Place] {
        OLEDPictures.places(picture(chip))
    }

    @Test("is dark after power-up, with memory that nobody defined")
    func powerUp() throws {
        var chip = SimulatedSSD1306(seed: 1)
        #expect(chip.registers.memory == SimulatedSSD1306(seed: 1).registers.memory)
        #expect(chip.registers.memory != SimulatedSSD1306(seed: 2).registers.memory)
        #expect(Self.picture(chip).isDark)
        #expect(Self.picture(chip).pixels == PixelPicture(columns: 128, rows: 64))
        let first = chip.registers.memory
        try chip.write([0x00, 0x8D, 0x14, 0xAF], at: Self.start)
        // Power-up garbage is what a driver shows that does not clear first.
        #expect(Self.places(chip).count > 1000)
        chip.powerUp(at: Self.start)
        #expect(chip.registers.memory != first)
        #expect(!chip.registers.isOn && !chip.isPumping)
    }

    @Test("is dark without its charge pump, and while off, and keeps its memory")
    func pump() throws {
        var chip = try Self.chip(Self.lit + [[0x40, 0x01]])
        #expect(!Self.picture(chip).isDark)
        try chip.write([0x00, 0x8D, 0x10], at: Self.start)
        #expect(Self.picture(chip).isDark)
        try chip.write([0x00, 0x8D, 0x14, 0xAE], at: Self.start)
        #expect(Self.picture(chip).isDark)
        try chip.write([0x00, 0xAF], at: Self.start)
        #expect(Self.places(chip) == [.init(0, 0)])
    }

    @Test("takes single commands, streams of commands and data in one transaction")
    func controlBytes() throws {
        let chip = try Self.chip(
            Self.lit + [[0x80, 0x81, 0x80, 0x40, 0xC0, 0x80, 0x00, 0xA7, 0xA6], [0x40, 0x01]])
        #expect(chip.registers.contrast == 0x40)
        #expect(!chip.registers.isInverted)
        #expect(Self.places(chip) == [.init(1, 0), .init(0, 7)])
    }

    @Test("waits for the argument of a command beyond the end of a transaction")
    func cutCommand() throws {
        var chip = try Self.chip([[0x00, 0x81]])
        try chip.write([0x00, 0xAF, 0xA7], at: Self.start)
        #expect(chip.registers.contrast == 0xAF)
        #expect(!chip.registers.isOn && chip.registers.isInverted)
    }

    @Test("writes windows row by row in horizontal addressing, and begins again at their end")
    func horizontalWindow() throws {
        let chip = try Self.chip(
            Self.lit + [[0x00, 0x21, 10, 11, 0x22, 2, 3], [0x40, 1, 2, 4, 8, 16]])
        // The fifth byte is at the window's beginning again.
        #expect(
            Self.places(chip) == [
                .init(11, 17), .init(10, 20), .init(10, 26), .init(11, 27),
            ])
    }

    @Test("writes windows column by column in vertical addressing")
    func verticalWindow() throws {
        let chip = try Self.chip(
            Self.lit + [[0x00, 0x20, 0x01, 0x21, 10, 11, 0x22, 2, 3], [0x40, 1, 2, 4, 8]])
        #expect(
            Self.places(chip) == [
                .init(10, 16), .init(11, 18), .init(10, 25), .init(11, 27),
            ])
    }

    @Test("stays on its page in page addressing, and returns to the column that was set")
    func pageAddressing() throws {
        let chip = try Self.chip(
            Self.lit + [[0x00, 0x20, 0x02, 0xB5, 0x0E, 0x17], [0x40, 1, 2, 4]])
        #expect(Self.places(chip) == [.init(127, 41), .init(126, 42)])
    }

    @Test("takes windows and pages only in the addressing that they belong to")
    func addressingsOwnCommands() throws {
        let windows = try Self.chip(
            Self.lit + [[0x00, 0x20, 0x02, 0x21, 9, 9, 0x22, 5, 5], [0x40, 1]])
        #expect(Self.places(windows) == [.init(0, 0)])
        let pages = try Self.chip(Self.lit + [[0x00, 0xB5, 0x0E, 0x17], [0x40, 1]])
        #expect(Self.places(pages) == [.init(0, 0)])
    }

    @Test("has bit 0 of the first byte at the top left with A1 and C8, and turns with A0 and C0")
    func remaps() throws {
        let dot = Self.lit + [[0x00, 0x21, 3, 3, 0x22, 1, 1], [0x40, 0x04]]
        #expect(try Self.places(Self.chip(dot)) == [.init(3, 10)])
        #expect(try Self.places(Self.chip(dot + [[0x00, 0xA0]])) == [.init(124, 10)])
        #expect(try Self.places(Self.chip(dot + [[0x00, 0xC0]])) == [.init(3, 53)])
        #expect(try Self.places(Self.chip(dot + [[0x00, 0xA0, 0xC0]])) == [.init(124, 53)])
    }

    @Test("scrolls by start line and offset, and drives no more rows than its multiplex says")
    func lines() throws {
        let dot = Self.lit + [[0x00, 0x21, 3, 3, 0x22, 1, 1], [0x40, 0x04]]
        #expect(try Self.places(Self.chip(dot + [[0x00, 0x44]])) == [.init(3, 6)])
        #expect(try Self.places(Self.chip(dot + [[0x00, 0xD3, 0x04]])) == [.init(3, 6)])
        let all = try Self.chip(Self.lit + [[0x00, 0xA5, 0xA8, 0x0F]])
        #expect(Set(Self.places(all).map(\.row)) == Set(48..<64))
        #expect(Self.places(all).count == 16 * 128)
    }

    @Test("mixes up the rows when the common pins are not set as the glass is wired")
    func commonPins() throws {
        let dot = Self.lit + [[0x00, 0x21, 3, 3, 0x22, 1, 1], [0x40, 0x04]]
        #expect(try Self.places(Self.chip(dot + [[0x00, 0xDA, 0x12]])) == [.init(3, 10)])
        #expect(try Self.places(Self.chip(dot + [[0x00, 0xDA, 0x02]])) != [.init(3, 10)])
        #expect(try Self.places(Self.chip(dot + [[0x00, 0xDA, 0x32]])) != [.init(3, 10)])
        let small: [[UInt8]] = [[0x00, 0xA8, 0x1F]]
        let wrong = try Self.chip(dot + small + [[0x00, 0xDA, 0x12]], rows: 32)
        #expect(Self.places(wrong) != [.init(3, 10)])
        let right = try Self.chip(dot + small + [[0x00, 0xDA, 0x02]], rows: 32)
        #expect(Self.places(right) == [.init(3, 10)])
    }

    @Test("has the light that its contrast says, and can invert and light everything")
    func light() throws {
        var chip = try Self.chip(Self.lit + [[0x00, 0x81, 0x00]])
        #expect(Self.picture(chip).duty == 1.0 / 256)
        try chip.write([0x00, 0x81, 0xFF, 0xA7], at: Self.start)
        #expect(Self.picture(chip).duty == 1)
        #expect(Self.places(chip).count == 8192)
        try chip.write([0x00, 0xA6], at: Self.start)
        #expect(Self.places(chip).isEmpty)
        try chip.write([0x00, 0xA5], at: Self.start)
        #expect(Self.places(chip).count == 8192)
        try chip.write([0x00, 0xA4], at: Self.start)
        #expect(Self.places(chip).isEmpty)
    }

    @Test("tells in its status whether it is on")
    func status() throws {
        var chip = SimulatedSSD1306(seed: 1)
        #expect(try chip.read(2, at: Self.start) == [0x40, 0x40])
        try chip.write([0x00, 0xAF], at: Self.start)
        #expect(try chip.read(1, at: Self.start) == [0x00])
    }

    @Test("takes any byte without harm")
    func anyByte() throws {
        var chip = SimulatedSSD1306(seed: 3)
        for byte in UInt8.min...UInt8.max {
            try chip.write([byte], at: Self.start)
            for control in [0x00, 0x40, 0x80, 0xC0] as [UInt8] {
                try chip.write([control, byte, 0x95, byte, 3], at: Self.start)
            }
            #expect(Self.picture(chip).pixels?.pixels.count == 8192)
        }
    }
}

/// What a test reads of a picture.
enum OLEDPictures {
    static let display = BoardDescription.Display(driver: "oled", addresses: [])

    struct Place: Hashable {
        var column: Int
        var row: Int

        init(_ column: Int, _ row: Int) {
            self.column = column
            self.row = row
        }
    }

    /// The lit pixels, row by row.
    static func places(_ picture: LitPicture) -> [Place] {
        guard let pixels = picture.pixels else { return [] }
        return pixels.pixels.indices.filter { pixels.pixels[$0] == .white }
            .map { Place($0 % pixels.columns, $0 / pixels.columns) }
    }
}
