import Drivers
import HAL
import SimulatedBoard
import Testing

@Suite("The HT16K33's bytes for fourteen segments")
struct HT16K33FourteenSegmentTests {
    typealias Step = PlaybackBus.Step

    private static func steps(_ writes: [[UInt8]]) -> [Step] {
        writes.map { Step(TestBoards.fourteenHT16K33.addresses[0], write: $0) }
    }

    private static func frame(
        _ characters: [Segments], colon: Bool = false, lamps: Set<Lamp> = []
    ) -> Frame {
        Frame(
            content: .segments(SegmentPicture(digits: characters, colon: colon, lamps: lamps)),
            brightness: .maximum)
    }

    @Test("are a word for each character, the low byte first")
    func words() throws {
        let bus = PlaybackBus(
            Self.steps(
                HT16K33SevenSegmentTests.bringUp + [
                    // M, K with a point, a slash and an 8.
                    [0x00, 0x36, 0x05, 0x70, 0x64, 0x00, 0x0C, 0xFF], [0xEF], [0x81],
                    // The point goes off: the upper byte of the second character alone.
                    [0x03, 0x24],
                    [0x80],
                ]))
        var panel = try Catalog.makePanel(for: TestBoards.fourteenHT16K33)
        #expect(
            panel.geometry
                == .segments(
                    SegmentGeometry(
                        digits: 4, shape: .fourteen, hasColon: false, hasPoints: true)))
        let m: Segments = [.e, .f, .h, .j, .b, .c]
        let k: Segments = [.e, .f, .g1, .j, .m]
        let eight: Segments = [.a, .b, .c, .d, .e, .f, .g]
        try panel.bringUp(on: bus)
        try panel.show(Self.frame([m, k.union(.point), [.j, .k], eight]), on: bus)
        try panel.show(Self.frame([m, k, [.j, .k], eight]), on: bus)
        try panel.show(.dark, on: bus)
        #expect(bus.finish() == [])
    }

    @Test("leave out what the board does not have, and characters that the picture does not have")
    func mismatchedPicture() throws {
        let bus = PlaybackBus(
            Self.steps(HT16K33SevenSegmentTests.bringUp + [[0x00, 0x01], [0xEF], [0x81]]))
        var display = TestBoards.fourteenHT16K33
        display.wiring.hasPoints = false
        var panel = try Catalog.makePanel(for: display)
        try panel.bringUp(on: bus)
        try panel.show(Self.frame([[.a, .point]], colon: true, lamps: [.pm]), on: bus)
        #expect(bus.finish() == [])
    }

    /// What lights each segment: bit of the character's first byte, or from 8 on of its second.
    static let bits: [(Segments, Int)] = [
        (.a, 0), (.b, 1), (.c, 2), (.d, 3), (.e, 4), (.f, 5), (.g1, 6), (.g2, 7), (.h, 8), (.i, 9),
        (.j, 10), (.k, 11), (.l, 12), (.m, 13), (.point, 14),
    ]

    /// Boards, and the address and byte of each character's word. Swift 6.0 crashes on closures among the arguments of a
    /// test.
    static let boards: [(BoardDescription.Display, [(address: Int, byte: Int)])] = [
        (TestBoards.fourteenHT16K33, [(0x70, 0), (0x70, 2), (0x70, 4), (0x70, 6)]),
        (changed { $0.wiring.digitBytes = [] }, [(0x70, 0), (0x70, 2), (0x70, 4), (0x70, 6)]),
        (
            changed { $0.wiring.digitBytes = [14, 0, 4, 2, 6] },
            [(0x70, 14), (0x70, 0), (0x70, 4), (0x70, 2), (0x70, 6)]
        ),
        (
            TestBoards.fourteenHT16K33Pair,
            [
                (0x71, 0), (0x71, 2), (0x71, 4), (0x71, 6), (0x70, 0), (0x70, 2), (0x70, 4),
                (0x70, 6),
            ]
        ),
    ]

    @Test(
        "light each segment of each character, and no other",
        arguments: boards)
    func everySegment(display: BoardDescription.Display, words: [(address: Int, byte: Int)]) throws
    {
        var bench = try PanelBench(showing: display)
        try bench.panel.bringUp(on: bench.bus)
        for (index, word) in words.enumerated() {
            for (segment, bit) in Self.bits {
                var characters = [Segments](repeating: .blank, count: words.count)
                characters[index] = segment
                let frame = Self.frame(characters)
                try bench.panel.show(frame, on: bench.bus)
                #expect(bench.isShowing(frame), "character \(index), bit \(bit)")
                for address in display.addresses {
                    var memory = [UInt8](repeating: 0, count: 16)
                    if Int(address.value) == word.address {
                        memory[word.byte + bit / 8] = 1 << (bit % 8)
                    }
                    let held = bench.chips.withChip(SimulatedHT16K33.self, at: address) { chip, _ in
                        chip.memory
                    }
                    #expect(held == memory, "character \(index), bit \(bit), chip \(address)")
                }
            }
        }
    }

    @Test("refuse a board file that the board cannot be", arguments: unsuitable)
    func refusals(display: BoardDescription.Display, sentence: String) {
        #expect(CatalogTests.refusal(of: display) == sentence)
    }

    static let unsuitable: [(BoardDescription.Display, String)] = [
        (
            changed { $0.addresses = I2CAddress.range(0x70...0x72) },
            "display.addresses: must be 1 to 2 addresses from 0x70 to 0x77: that is what the jumpers "
                + "of an HT16K33 can choose"
        ),
        (
            changed { $0.isMirrored = true },
            "display.rotation: fourteen-segment characters cannot be rotated or "
                + "mirrored; allowed are rotation 0, mirror false and transpose false"
        ),
        (changed { $0.wiring.digitBytes = [0, 2, 5] }, bytesSentence),
        (changed { $0.wiring.digitBytes = [0, 2, 16] }, bytesSentence),
        (changed { $0.wiring.digitBytes = [0, 2, 2] }, bytesSentence),
        (
            changed { $0.wiring.colon = BoardDescription.MemoryBits(byte: 9, mask: 2) },
            "display.colon and display.dots: must be left out: a board of fourteen segments has "
                + "neither"
        ),
        (
            changed { $0.wiring.lamps[.pm] = BoardDescription.MemoryBits(byte: 9, mask: 2) },
            "display.colon and display.dots: must be left out: a board of fourteen segments has "
                + "neither"
        ),
        (
            changed { $0.levels = 0...16 },
            "display.levels: 0 to 16 is not allowed; an HT16K33 has the levels 0 to 15"
        ),
    ]

    private static let bytesSentence =
        "display.digitBytes: must be different even numbers from 0 to 14, from left to right: a "
        + "character of fourteen segments has two bytes, the even one first"

    private static func changed(
        _ change: (inout BoardDescription.Display) -> Void
    ) -> BoardDescription.Display {
        var display = TestBoards.fourteenHT16K33
        change(&display)
        return display
    }
}
