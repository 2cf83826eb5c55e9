import ClockTime
import HAL
import SimulatedBoard
import Testing

@Suite("The SH1106 model")
struct SimulatedSH1106Tests {
    static let start = BootTime(nanoseconds: 5_000_000_000)

    /// The usual way up, all memory blank, display on.
    static let lit: [[UInt8]] =
        [[0x00, 0xA1, 0xC8]]
        + (0..<8).flatMap { page -> [[UInt8]] in
            [[0x00, 0xB0 + page, 0x00, 0x10], [0x40] + [UInt8](repeating: 0, count: 132)]
        } + [[0x00, 0xAF]]

    private static func chip(_ writes: [[UInt8]]) throws -> SimulatedSH1106 {
        var chip = SimulatedSH1106(seed: 1)
        for bytes in writes { try chip.write(bytes, at: start) }
        return chip
    }

    private static func picture(_ chip: SimulatedSH1106) -> LitPicture {
        chip.litPicture(of: OLEDPictures.display, at: start)
    }

    private static func places(_ chip: SimulatedSH1106) -> [OLEDPictures.Place] {
        OLEDPictures.places(picture(chip))
    }

    @Test(
        "is dark after power-up, with memory that nobody defined, and needs no charge pump command")
    func powerUp() throws {
        var chip = SimulatedSH1106(seed: 1)
        #expect(Self.picture(chip).isDark)
        #expect(chip.isConverting)
        let first = chip.registers.memory
        #expect(first.count == 8 * 132)
        try chip.write([0x00, 0xAF], at: Self.start)
        #expect(Self.places(chip).count > 1000)
        chip.powerUp(at: Self.start)
        #expect(chip.registers.memory != first)
        #expect(!chip.registers.isOn)
    }

    @Test("shows columns 2 to 129 of its memory, in both directions")
    func middleColumns() throws {
        let edges =
            Self.lit + [
                [0x00, 0xB0, 0x00, 0x10], [0x40, 0x01, 0x01, 0x02, 0x04],
                [0x00, 0xB7, 0x01, 0x18], [0x40, 0x40, 0x80, 0x80],
            ]
        let turned = try Self.chip(edges + [[0x00, 0xA0, 0xC0]])
        #expect(
            try Self.places(Self.chip(edges)) == [
                .init(0, 1), .init(1, 2), .init(127, 62),
            ])
        #expect(Self.places(turned) == [.init(0, 1), .init(126, 61), .init(127, 62)])
    }

    @Test("never goes on to the next page, and loses what does not fit")
    func noPageAdvance() throws {
        let chip = try Self.chip(
            Self.lit + [
                [0x00, 0xB3, 0x00, 0x18], [0x40, 0x01, 0x02, 0xFF, 0xFF, 0xFF, 0xFF],
            ])
        #expect(chip.registers.memory[3 * 132 + 128] == 0x01)
        #expect(chip.registers.memory[3 * 132 + 131] == 0xFF)
        #expect(chip.registers.memory[4 * 132..<5 * 132].allSatisfy { $0 == 0 })
        #expect(chip.registers.memory[3 * 132..<3 * 132 + 128].allSatisfy { $0 == 0 })
    }

    @Test("does not know the windows and addressing modes of an SSD1306")
    func noWindows() throws {
        let chip = try Self.chip(
            Self.lit + [
                [0x00, 0xB2, 0x00, 0x10], [0x00, 0x20, 0x00, 0x21, 0x05, 0x13], [0x40, 0x01],
            ])
        // What would be a mode and a window's ends are nibbles of the column here.
        #expect(Self.places(chip) == [.init(0x35 - 2, 16)])
    }

    @Test("is dark without its converter, and while off")
    func converter() throws {
        var chip = try Self.chip(Self.lit)
        #expect(!Self.picture(chip).isDark)
        try chip.write([0x00, 0xAD, 0x8A], at: Self.start)
        #expect(Self.picture(chip).isDark)
        try chip.write([0x00, 0xAD, 0x8B, 0xAE], at: Self.start)
        #expect(Self.picture(chip).isDark)
        try chip.write([0x00, 0xAF], at: Self.start)
        #expect(!Self.picture(chip).isDark)
        #expect(try chip.read(1, at: Self.start) == [0x00])
    }

    @Test("has the light that its contrast says")
    func light() throws {
        let chip = try Self.chip(Self.lit + [[0x00, 0x81, 0x3F, 0xA5]])
        #expect(Self.picture(chip).duty == 0.25)
        #expect(Self.places(chip).count == 8192)
    }

    @Test("takes any byte without harm")
    func anyByte() throws {
        var chip = SimulatedSH1106(seed: 3)
        for byte in UInt8.min...UInt8.max {
            try chip.write([byte], at: Self.start)
            for control in [0x00, 0x40, 0x80, 0xC0] as [UInt8] {
                try chip.write([control, byte, 0x95, byte, 3], at: Self.start)
            }
            #expect(Self.picture(chip).pixels?.pixels.count == 8192)
        }
    }
}
