import Drivers
import HAL
import SimulatedBoard
import Testing

@Suite("The HT16K33's bytes for pixels")
struct HT16K33MatrixTests {
    /// What lights each pixel of a board that is not turned: byte of the memory and bit, as two digits to base 16. Byte
    /// 2c is rows 0 to 7 of the chip's common c, byte 2c + 1 rows 8 to 15.
    static let wirings: [String: String] = [
        "ht16k33-8x8": """
        07 00 01 02 03 04 05 06
        27 20 21 22 23 24 25 26
        47 40 41 42 43 44 45 46
        67 60 61 62 63 64 65 66
        87 80 81 82 83 84 85 86
        A7 A0 A1 A2 A3 A4 A5 A6
        C7 C0 C1 C2 C3 C4 C5 C6
        E7 E0 E1 E2 E3 E4 E5 E6
        """,
        "ht16k33-8x16": """
        00 01 02 03 04 05 06 07 10 11 12 13 14 15 16 17
        20 21 22 23 24 25 26 27 30 31 32 33 34 35 36 37
        40 41 42 43 44 45 46 47 50 51 52 53 54 55 56 57
        60 61 62 63 64 65 66 67 70 71 72 73 74 75 76 77
        80 81 82 83 84 85 86 87 90 91 92 93 94 95 96 97
        A0 A1 A2 A3 A4 A5 A6 A7 B0 B1 B2 B3 B4 B5 B6 B7
        C0 C1 C2 C3 C4 C5 C6 C7 D0 D1 D2 D3 D4 D5 D6 D7
        E0 E1 E2 E3 E4 E5 E6 E7 F0 F1 F2 F3 F4 F5 F6 F7
        """,
        "ht16k33-8x16-featherwing": """
        00 20 40 60 80 A0 C0 E0 10 30 50 70 90 B0 D0 F0
        01 21 41 61 81 A1 C1 E1 11 31 51 71 91 B1 D1 F1
        02 22 42 62 82 A2 C2 E2 12 32 52 72 92 B2 D2 F2
        03 23 43 63 83 A3 C3 E3 13 33 53 73 93 B3 D3 F3
        04 24 44 64 84 A4 C4 E4 14 34 54 74 94 B4 D4 F4
        05 25 45 65 85 A5 C5 E5 15 35 55 75 95 B5 D5 F5
        06 26 46 66 86 A6 C6 E6 16 36 56 76 96 B6 D6 F6
        07 27 47 67 87 A7 C7 E7 17 37 57 77 97 B7 D7 F7
        """,
    ]

    static let drivers = wirings.keys.sorted()

    /// The rows of a wiring's text.
    static func table(of driver: String) throws -> [[(byte: Int, bit: Int)]] {
        try #require(wirings[driver]).split(separator: "\n").map { line in
            try line.split(separator: " ").map { text in
                let number = try #require(Int(text, radix: 16))
                return (number / 16, number % 16)
            }
        }
    }

    @Test(
        "light each pixel, and no other, of one board and of three in a row", arguments: drivers,
        [1, 3])
    func everyPixel(driver: String, modules: Int) throws {
        let table = try Self.table(of: driver)
        let columns = table[0].count
        var bench = try PanelBench(showing: TestBoards.matrixHT16K33(driver, modules: modules))
        #expect(
            bench.panel.geometry
                == .pixels(PixelGeometry(columns: columns * modules, rows: 8, depth: .one)))
        try bench.panel.bringUp(on: bench.bus)
        var wrong: [String] = []
        for row in 0..<8 {
            for column in 0..<columns * modules {
                let frame = Self.frame(columns * modules, 8) { $0 == column && $1 == row }
                try bench.panel.show(frame, on: bench.bus)
                var memories = [[UInt8]](
                    repeating: [UInt8](repeating: 0, count: 16), count: modules)
                let place = table[row][column % columns]
                memories[column / columns][place.byte] = 1 << place.bit
                if bench.memories != memories || bench.lit?.pixels != frame.pixels {
                    wrong.append("\(column), \(row)")
                }
            }
        }
        #expect(wrong == [])
    }

    @Test(
        "show each pixel where the viewer sees it, in every way to mount two boards",
        arguments: drivers)
    func everyMount(driver: String) throws {
        for display in Self.ways(of: TestBoards.matrixHT16K33(driver, modules: 2)) {
            var bench = try PanelBench(showing: display)
            guard case .pixels(let panel) = bench.panel.geometry else {
                Issue.record("\(driver) has no pixels")
                return
            }
            let isUpright = panel.columns > panel.rows
            let isTurned = display.rotation == .quarter || display.rotation == .threeQuarters
            let isLong = driver != "ht16k33-8x8"
            #expect(panel.columns * panel.rows == (isLong ? 256 : 128))
            // Two long boards on their sides are a square.
            #expect(isLong && display.isTransposed || isUpright != isTurned)
            try bench.panel.bringUp(on: bench.bus)
            var wrong: [String] = []
            for row in 0..<panel.rows {
                for column in 0..<panel.columns {
                    let frame = Self.frame(panel.columns, panel.rows) {
                        $0 == column && $1 == row
                    }
                    try bench.panel.show(frame, on: bench.bus)
                    if bench.lit?.pixels != frame.pixels { wrong.append("\(column), \(row)") }
                }
            }
            #expect(wrong == [], "\(display)")
        }
    }

    /// Every way to wire and hang a display.
    static func ways(of display: BoardDescription.Display) -> [BoardDescription.Display] {
        BoardDescription.Display.Rotation.allCases.flatMap { rotation in
            [(false, false), (false, true), (true, false), (true, true)].map { wired in
                var display = display
                display.rotation = rotation
                (display.isMirrored, display.isTransposed) = wired
                return display
            }
        }
    }

    static func frame(
        _ columns: Int, _ rows: Int, _ percent: Double = 100,
        isLit: (_ column: Int, _ row: Int) -> Bool
    ) -> Frame {
        let panel = PixelGeometry(columns: columns, rows: rows, depth: .one)
        return PanelContract.frame(panel, percent, isLit: isLit)
    }

    /// The corner at the top left of the picture: which bit it is in each way to mount one 8x16 backpack.
    @Test(
        "follow the mount at the top left corner",
        arguments: [
            (.upright, false, false, [0x00, 0x01]), (.upright, true, false, [0x01, 0x80]),
            (.upright, false, true, [0x00, 0x01]), (.upright, true, true, [0x0E, 0x01]),
            (.quarter, false, false, [0x0E, 0x01]), (.half, false, false, [0x0F, 0x80]),
            (.threeQuarters, false, false, [0x01, 0x80]), (.quarter, true, true, [0x0F, 0x80]),
            (.half, true, true, [0x01, 0x80]), (.threeQuarters, false, true, [0x0E, 0x01]),
        ] as [(BoardDescription.Display.Rotation, Bool, Bool, [UInt8])])
    func corner(
        rotation: BoardDescription.Display.Rotation, isMirrored: Bool, isTransposed: Bool,
        bytes: [UInt8]
    ) throws {
        var display = TestBoards.matrixHT16K33("ht16k33-8x16")
        display.rotation = rotation
        display.isMirrored = isMirrored
        display.isTransposed = isTransposed
        let bus = PlaybackBus(
            (HT16K33SevenSegmentTests.bringUp + [bytes, [0xEF], [0x81]]).map {
                PlaybackBus.Step(display.addresses[0], write: $0)
            })
        var panel = try Catalog.makePanel(for: display)
        try panel.show(Self.frame(16, 16) { $0 == 0 && $1 == 0 }, on: bus)
        #expect(bus.finish() == [])
    }

    @Test("are on from half of the light of a pixel, and off below")
    func half() throws {
        var bench = try PanelBench(showing: TestBoards.matrixHT16K33("ht16k33-8x8"))
        var picture = PixelPicture(columns: 8, rows: 8)
        picture[0, 0] = PixelLight(level: 127)
        picture[1, 0] = PixelLight(level: 128)
        picture[2, 0] = PixelLight(red: 0, green: 0, blue: 200)
        try bench.panel.show(
            Frame(content: .pixels(picture), brightness: .maximum), on: bench.bus)
        #expect(bench.lit?.asciiArt == [" ##", "", "", "", "", "", "", ""])
    }

    @Test("are dark for segments, and blank where a smaller picture has no pixel")
    func mismatchedPicture() throws {
        var bench = try PanelBench(showing: TestBoards.matrixHT16K33("ht16k33-8x8"))
        try bench.panel.show(Self.frame(2, 1) { _, _ in true }, on: bench.bus)
        #expect(bench.lit?.asciiArt == ["##", "", "", "", "", "", "", ""])
        let segments = SegmentPicture(digits: [.a])
        try bench.panel.show(
            Frame(content: .segments(segments), brightness: .maximum), on: bench.bus)
        #expect(bench.lit?.isDark == true)
    }
}

extension Frame {
    /// The picture of a panel of pixels.
    var pixels: PixelPicture? {
        guard case .pixels(let picture) = content else { return nil }
        return picture
    }
}

extension PanelBench {
    /// What each HT16K33 holds, from left to right.
    var memories: [[UInt8]] {
        display.addresses.compactMap { address in
            chips.withChip(SimulatedHT16K33.self, at: address) { chip, _ in chip.memory }
        }
    }
}
