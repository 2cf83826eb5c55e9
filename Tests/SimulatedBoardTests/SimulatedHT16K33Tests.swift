import ClockTime
@testable import HAL
import SimulatedBoard
import Testing

@Suite("The HT16K33 model")
struct SimulatedHT16K33Tests {
    static let wiring = BoardDescription.SevenSegmentWiring(
        digitBytes: [0, 2, 6, 8],
        colon: BoardDescription.MemoryBits(byte: 4, mask: 0x02),
        lamps: [.pm: BoardDescription.MemoryBits(byte: 4, mask: 0x10)])

    static let start = BootTime(nanoseconds: 5_000_000_000)

    private static func chip(
        _ commands: [[UInt8]], at time: BootTime = start
    ) throws -> SimulatedHT16K33 {
        var chip = SimulatedHT16K33(seed: 1)
        for command in commands { try chip.write(command, at: time) }
        return chip
    }

    private static func lit(
        _ chip: SimulatedHT16K33, _ wiring: BoardDescription.SevenSegmentWiring = wiring
    ) -> LitPicture {
        var display = BoardDescription.Display(driver: "ht16k33-7seg", addresses: [])
        display.wiring = wiring
        return chip.litPicture(of: display, at: start)
    }

    private static func art(_ bytes: [UInt8]) throws -> String {
        let chip = try chip([[0x21], [0x00] + bytes, [0x81]])
        return lit(chip).asciiArt.joined(separator: "\n")
    }

    private static let blank = [UInt8](repeating: 0, count: 16)

    @Test("draws the digits that its memory lights")
    func digits() throws {
        #expect(
            try Self.art([0x06, 0, 0x5B, 0, 0x02, 0, 0x4F, 0, 0x66] + Self.blank.dropLast(9)) == """
                     _     _
                  |  _| :  _| |_|
                  | |_     _|   |
                """)
        #expect(
            try Self.art([0x3F, 0, 0x6D, 0, 0x00, 0, 0x7D, 0, 0x07] + Self.blank.dropLast(9)) == """
                 _   _     _   _
                | | |_    |_    |
                |_|  _|   |_|   |
                """)
        #expect(
            try Self.art([0xFF, 0, 0xEF, 0, 0x02, 0, 0x40, 0, 0x80] + Self.blank.dropLast(9)) == """
                 _   _
                |_| |_| :  _
                |_|. _|.         .
                """)
    }

    /// The picture of a board of four characters after these bytes.
    private static func fourteen(_ bytes: [UInt8]) throws -> LitPicture {
        let chip = try chip([[0x21], [0x00] + bytes, [0x81]])
        let display = BoardDescription.Display(driver: "ht16k33-14seg", addresses: [])
        return chip.litPicture(of: display, at: start)
    }

    @Test("draws the fourteen segments of a character one by one")
    func fourteenSegments() throws {
        // Each word lights one segment; those of the last word, its highest bit, do not exist.
        let places: [[UInt8]] = (0..<4).map { word in
            (0..<16).map { byte in
                let bit = word * 4 + byte / 2
                return byte < 8 ? UInt8((1 << bit) >> (byte % 2 * 8) & 0xFF) : 0
            }
        }
        let art = try places.map { try Self.fourteen($0).asciiArt.joined(separator: "\n") }
        #expect(
            art == [
                #"""
                 ---
                           |

                                    |
                                        ---
                """#,
                #"""

                       |
                                 -        -
                |

                """#,
                #"""

                 \       |         /

                                        /

                """#,
                #"""



                  |       \
                                     .
                """#,
            ])
    }

    @Test("draws letters, points and all segments of the fourteen")
    func fourteenLetters() throws {
        let bytes: [UInt8] = [0xFF, 0x7F, 0x70, 0x24, 0x36, 0x28, 0x00, 0x40]
        #expect(
            try Self.fourteen(bytes + Self.blank.dropLast(8)).asciiArt.joined(separator: "\n")
                == #"""
                 ---
                |\|/|  |  /     |   |
                 - -    -
                |/|\|  |  \     |/ \|
                 --- .                      .
                """#)
    }

    @Test("is dark after power-up, with memory that nobody defined")
    func powerUp() throws {
        var chip = SimulatedHT16K33(seed: 1)
        #expect(chip.memory != Self.blank)
        #expect(chip.memory == SimulatedHT16K33(seed: 1).memory)
        #expect(chip.memory != SimulatedHT16K33(seed: 2).memory)
        #expect(Self.lit(chip).isDark)
        #expect(Self.lit(chip).caption == "dark")
        try chip.write([0x21], at: Self.start)
        try chip.write([0x81], at: Self.start)
        // Power-up garbage is what a driver shows that does not clear first.
        #expect(!Self.lit(chip).isDark)
        let first = chip.memory
        chip.powerUp(at: Self.start)
        #expect(chip.memory != first)
        #expect(!chip.isOscillatorOn && !chip.isDisplayOn)
        #expect(chip.dimming == 15)
    }

    @Test("needs the oscillator and the display on, in any order, and keeps its memory without")
    func onAndOff() throws {
        let lit = [[0x00] + [UInt8](repeating: 0xFF, count: 16), [0x81], [0x21]]
        #expect(try !Self.lit(Self.chip(lit)).isDark)
        for off: [UInt8] in [[0x20], [0x80]] {
            let chip = try Self.chip(lit + [off])
            let picture = Self.lit(chip)
            #expect(picture.isDark)
            #expect(picture.segments?.digits == [.blank, .blank, .blank, .blank])
            #expect(picture.segments?.colon == false && picture.segments?.lamps.isEmpty == true)
            #expect(chip.memory == [UInt8](repeating: 0xFF, count: 16))
        }
    }

    @Test("dims in sixteenths", arguments: 0..<16)
    func dimming(level: Int) throws {
        let chip = try Self.chip([[0x21], [0x00] + Self.blank, [0xE0 | UInt8(level)], [0x81]])
        let picture = Self.lit(chip)
        #expect(picture.duty == Double(level + 1) / 16)
        #expect(picture.caption == "\(level + 1)/16")
    }

    @Test("counts its address pointer up and around")
    func pointerWraps() throws {
        var chip = try Self.chip([[0x00] + Self.blank, [0x0E, 1, 2, 3]])
        #expect(chip.memory == [3] + [UInt8](repeating: 0, count: 13) + [1, 2])
        try chip.write([0x0F], at: Self.start)
        #expect(try chip.read(3, at: Self.start) == [2, 3, 0])
    }

    @Test("reads no pressed key and no interrupt")
    func keys() throws {
        var chip = try Self.chip([[0x40]])
        #expect(try chip.read(6, at: Self.start) == [0, 0, 0, 0, 0, 0])
        try chip.write([0x60], at: Self.start)
        #expect(try chip.read(1, at: Self.start) == [0])
    }

    @Test(
        "blinks by itself, from the moment that it was told to",
        arguments: [(0x83, 500), (0x85, 1000), (0x87, 2000)] as [(UInt8, Int)])
    func blinks(command: UInt8, milliseconds: Int) throws {
        let chip = try Self.chip([[0x21], [0x00] + Self.blank, [command]])
        let half = Duration.milliseconds(milliseconds / 2)
        #expect(chip.isLit(at: Self.start))
        #expect(chip.isLit(at: Self.start + half - .nanoseconds(1)))
        #expect(!chip.isLit(at: Self.start + half))
        #expect(chip.isLit(at: Self.start + half * 2))
        #expect(!chip.isLit(at: Self.start + half * 7))
    }

    @Test("says in its caption what the digits cannot show")
    func caption() throws {
        let chip = try Self.chip([[0x21], [0x00] + Self.blank, [0x04, 0x10], [0xE3], [0x85]])
        let picture = Self.lit(chip)
        #expect(picture.segments?.lamps == [.pm])
        #expect(picture.caption == "4/16, pm, blinking at 1 Hz")
    }

    @Test("gives row 15 up for the interrupt line")
    func row15() throws {
        let wiring = BoardDescription.SevenSegmentWiring(digitBytes: [1])
        let lit = [[0x21], [0x00] + Self.blank, [0x01, 0xFF], [0x81]] as [[UInt8]]
        let rows = try Self.lit(Self.chip(lit + [[0xA0]]), wiring)
        #expect(rows.segments?.digits == [Segments(sevenSegmentByte: 0xFF)])
        let interrupt = try Self.lit(Self.chip(lit + [[0xA1]]), wiring)
        #expect(interrupt.segments?.digits == [Segments(sevenSegmentByte: 0x7F)])
    }

    @Test("takes any byte without harm")
    func anyByte() throws {
        var chip = SimulatedHT16K33(seed: 3)
        for byte in UInt8.min...UInt8.max {
            try chip.write([byte], at: Self.start)
            try chip.write([byte, 1, 2, 3], at: Self.start)
            #expect(try chip.read(20, at: Self.start).count == 20)
        }
    }
}
