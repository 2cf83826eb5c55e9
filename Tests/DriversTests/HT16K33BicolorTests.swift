import HAL
import SimulatedBoard
import Testing

@testable import Drivers

@Suite("The HT16K33's bytes for red and green pixels")
struct HT16K33BicolorTests {
    static let board = TestBoards.matrixHT16K33("ht16k33-bicolor-8x8")

    static let red = PixelLight(red: 255, green: 0, blue: 0)
    static let green = PixelLight(red: 0, green: 255, blue: 0)
    static let yellow = PixelLight(red: 255, green: 255, blue: 0)

    private static func frame(
        _ panel: PixelGeometry, _ pixels: [(column: Int, row: Int, light: PixelLight)]
    ) -> Frame {
        var picture = PixelPicture(columns: panel.columns, rows: panel.rows)
        for pixel in pixels { picture[pixel.column, pixel.row] = pixel.light }
        return Frame(content: .pixels(picture), brightness: .maximum)
    }

    private static let upright = PixelGeometry(
        columns: 8, rows: 8, depth: .one, color: .redGreen)

    @Test("are even for green, odd for red, and both for yellow and white")
    func bytes() throws {
        let bus = PlaybackBus(
            (HT16K33SevenSegmentTests.bringUp + [
                // Red at the top left, green beside it; yellow and white at the lower right.
                [0x00, 0x02, 0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xC0, 0xC0],
                [0xEF], [0x81],
                // Red becomes green.
                [0x00, 0x03, 0x00],
            ]).map { PlaybackBus.Step(Self.board.addresses[0], write: $0) })
        var panel = try Catalog.makePanel(for: Self.board)
        #expect(panel.geometry == .pixels(Self.upright))
        let rest = [(1, 0, Self.green), (6, 7, Self.yellow), (7, 7, PixelLight.white)]
        try panel.show(Self.frame(Self.upright, [(0, 0, Self.red)] + rest), on: bus)
        try panel.show(Self.frame(Self.upright, [(0, 0, Self.green)] + rest), on: bus)
        #expect(bus.finish() == [])
    }

    @Test(
        "light each colour of each pixel where the viewer sees it, in every mount of two boards",
        arguments: HT16K33MatrixTests.ways(
            of: TestBoards.matrixHT16K33("ht16k33-bicolor-8x8", modules: 2)))
    func everyPixel(display: BoardDescription.Display) throws {
        var bench = try PanelBench(showing: display)
        guard case .pixels(let panel) = bench.panel.geometry else {
            Issue.record("there are no pixels")
            return
        }
        #expect(panel.columns * panel.rows == 128 && panel.color == .redGreen)
        try bench.panel.bringUp(on: bench.bus)
        var wrong: [String] = []
        for row in 0..<panel.rows {
            for column in 0..<panel.columns {
                for light in [Self.red, Self.green, Self.yellow] {
                    let frame = Self.frame(panel, [(column, row, light)])
                    try bench.panel.show(frame, on: bench.bus)
                    if bench.lit?.pixels != frame.pixels {
                        wrong.append("\(column), \(row), \(light)")
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test("are one bit for each pixel and colour of a board that is not turned")
    func memory() throws {
        var bench = try PanelBench(showing: Self.board)
        try bench.panel.bringUp(on: bench.bus)
        for index in 0..<64 {
            for (light, isRed, isGreen) in [
                (Self.red, true, false), (Self.green, false, true), (Self.yellow, true, true),
            ] {
                let (row, column) = index.quotientAndRemainder(dividingBy: 8)
                try bench.panel.show(
                    Self.frame(Self.upright, [(column, row, light)]), on: bench.bus)
                // Common by common: eight rows of green, then eight of red.
                var lamps = [Bool](repeating: false, count: 128)
                lamps[row * 16 + column] = isGreen
                lamps[row * 16 + 8 + column] = isRed
                let bytes = (0..<16).map { byte in
                    (0..<8).reduce(UInt8(0)) { $0 | (lamps[byte * 8 + $1] ? 1 << $1 : 0) }
                }
                #expect(bench.memories == [bytes], "\(column), \(row), \(light)")
            }
        }
    }

    @Test(
        "take the nearest of red, yellow and green by hue",
        arguments: [
            (0xFF0000, .red), (0xFF2A00, .red), (0xFF7F00, .red), (0xFF8100, .yellow),
            (0xFFBF00, .yellow), (0xFFFF00, .yellow), (0x81FF00, .yellow), (0x7EFF00, .green),
            (0x00FF00, .green), (0x00FFFF, .green), (0x0000FF, .green), (0x0500FF, .red),
            (0xFF00FF, .red), (0xFF0040, .red), (0x800000, .red), (0x008000, .green),
            // Whites, a little warm or cold, and the light of a bulb.
            (0xFFFFFF, .yellow), (0x808080, .yellow), (0xFFE0C8, .yellow), (0xE0EFFF, .yellow),
            (0xFFB46B, .red),
        ] as [(Int, RedGreen)])
    func hues(color: Int, expected: RedGreen) {
        let light = PixelLight(
            red: UInt8(color >> 16), green: UInt8(color >> 8 & 0xFF), blue: UInt8(color & 0xFF))
        #expect(light.nearestOfRedAndGreen == expected)
    }

    @Test("are off for a pixel below half of the light, whatever its colour")
    func dim() throws {
        var bench = try PanelBench(showing: Self.board)
        let lights = [(127, 0, 0), (128, 0, 0), (0, 127, 0), (0, 128, 0), (127, 127, 127)].map {
            PixelLight(red: $0.0, green: $0.1, blue: $0.2)
        }
        try bench.panel.show(
            Self.frame(Self.upright, lights.enumerated().map { ($0.offset, 3, $0.element) }),
            on: bench.bus)
        #expect(bench.lit?.asciiArt == ["", "", "", " R G", "", "", "", ""])
    }
}
