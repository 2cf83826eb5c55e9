import Drivers
import HAL
import SimulatedBoard
import Testing

/// Every pixel of every panel in every mount, from the picture to the bit of the chip's memory.
@Suite("The pixels of an OLED")
struct OLEDMapTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var display: BoardDescription.Display
        var rows: Int
        /// Width of the chip's memory, and its column that is at the panel's left edge.
        var memoryColumns: Int
        var firstColumn: Int

        var testDescription: String {
            "\(display.driver), \(display.rotation.rawValue) degrees"
                + (display.isMirrored ? ", mirrored" : "")
                + (display.isTransposed ? ", transposed" : "")
        }
    }

    static let panels: [Case] = [
        Case(display: TestBoards.ssd1306, rows: 64, memoryColumns: 128, firstColumn: 0),
        Case(display: TestBoards.smallSSD1306, rows: 32, memoryColumns: 128, firstColumn: 0),
        Case(display: TestBoards.sh1106, rows: 64, memoryColumns: 132, firstColumn: 2),
    ]

    static let cases: [Case] = panels.flatMap { panel in
        BoardDescription.Display.Rotation.allCases.flatMap { rotation in
            [(false, false), (false, true), (true, false), (true, true)].map { flips in
                var mounted = panel
                mounted.display.rotation = rotation
                (mounted.display.isMirrored, mounted.display.isTransposed) = flips
                return mounted
            }
        }
    }

    /// Where the viewer sees a pixel of the panel: from the panel outwards, while the driver goes the other way.
    private static func seen(column: Int, row: Int, _ mounted: Case) -> (Int, Int, width: Int) {
        var (x, y, width, height) = (column, row, 128, mounted.rows)
        if mounted.display.isTransposed { (x, y, width, height) = (y, x, height, width) }
        if mounted.display.isMirrored { x = width - 1 - x }
        switch mounted.display.rotation {
        case .upright: return (x, y, width)
        case .quarter: return (height - 1 - y, x, height)
        case .half: return (width - 1 - x, height - 1 - y, width)
        case .threeQuarters: return (y, width - 1 - x, height)
        }
    }

    private static func memory(_ bus: SimulatedI2CBus, _ display: BoardDescription.Display)
        -> [UInt8]?
    {
        let address = display.addresses[0]
        return bus.withChip(SimulatedSSD1306.self, at: address) { chip, _ in chip.registers.memory }
            ?? bus.withChip(SimulatedSH1106.self, at: address) { chip, _ in chip.registers.memory }
    }

    /// Each picture lights the pixels whose number has one certain bit. A bit of memory thus learns, from picture to
    /// picture, the number of the pixel that lights it, and each pixel is told from every other one.
    @Test("light the bit of memory that lies under them, in each mount", arguments: cases)
    func everyPixel(mounted: Case) throws {
        var bench = try PanelBench(showing: mounted.display)
        guard case .pixels(let panel) = bench.panel.geometry else {
            Issue.record("has no pixels")
            return
        }
        try bench.panel.bringUp(on: bench.bus)
        let size = panel.columns * panel.rows
        #expect(size == 128 * mounted.rows)
        var numbers = [Int](repeating: 0, count: size)
        for bit in 0...13 {
            // The last picture has all pixels, which tells pixel 0 from one that never is lit.
            let mask = bit == 13 ? 0 : 1 << bit
            var picture = PixelPicture(columns: panel.columns, rows: panel.rows)
            for number in 0..<size where mask == 0 || number & mask != 0 {
                picture.pixels[number] = .white
            }
            try bench.panel.show(
                Frame(content: .pixels(picture), brightness: .maximum), on: bench.bus)
            let memory = try #require(Self.memory(bench.chips, mounted.display))
            for native in 0..<size {
                let (column, row) = (native % 128, native / 128)
                let byte = memory[row / 8 * mounted.memoryColumns + mounted.firstColumn + column]
                if byte >> UInt8(row % 8) & 1 != 0 { numbers[native] |= 1 << bit }
            }
        }
        var wrong = 0
        for native in 0..<size {
            let (x, y, width) = Self.seen(column: native % 128, row: native / 128, mounted)
            if numbers[native] != (y * width + x) | 1 << 13 { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test("light these bits of memory at the corners", arguments: panels)
    func corners(panel: Case) throws {
        let bottom = panel.rows - 1
        let right = panel.firstColumn + 127
        let lastPage = bottom / 8 * panel.memoryColumns
        let corners: [(column: Int, row: Int, byte: Int, value: UInt8)] = [
            (0, 0, panel.firstColumn, 0x01), (127, 0, right, 0x01),
            (0, bottom, lastPage + panel.firstColumn, 0x80),
            (127, bottom, lastPage + right, 0x80),
        ]
        for corner in corners {
            var bench = try PanelBench(showing: panel.display)
            var picture = PixelPicture(columns: 128, rows: panel.rows)
            picture[corner.column, corner.row] = .white
            let frame = Frame(content: .pixels(picture), brightness: .maximum)
            try bench.panel.show(frame, on: bench.bus)
            let memory = try #require(Self.memory(bench.chips, panel.display))
            #expect(memory[corner.byte] == corner.value)
            bench.expect(frame)
        }
    }

    @Test("are those of the panel alone where a picture has another size")
    func otherSize() throws {
        var bench = try PanelBench(showing: TestBoards.smallSSD1306)
        let large = PixelPicture(columns: 200, rows: 100, filledWith: .white)
        try bench.panel.show(Frame(content: .pixels(large), brightness: .maximum), on: bench.bus)
        let isWhite = bench.lit?.pixels == PixelPicture(columns: 128, rows: 32, filledWith: .white)
        #expect(isWhite)
        let small = PixelPicture(columns: 2, rows: 1, filledWith: .white)
        try bench.panel.show(Frame(content: .pixels(small), brightness: .maximum), on: bench.bus)
        var expected = PixelPicture(columns: 128, rows: 32)
        expected[0, 0] = .white
        expected[1, 0] = .white
        bench.expect(Frame(content: .pixels(expected), brightness: .maximum))
    }

    @Test("are on from half of the light on, in any colour")
    func threshold() throws {
        var bench = try PanelBench(showing: TestBoards.smallSSD1306)
        var picture = PixelPicture(columns: 128, rows: 32)
        picture[0, 0] = PixelLight(level: 127)
        picture[1, 0] = PixelLight(red: 128, green: 0, blue: 0)
        picture[2, 0] = PixelLight(red: 0, green: 0, blue: 255)
        try bench.panel.show(Frame(content: .pixels(picture), brightness: .maximum), on: bench.bus)
        #expect(bench.lit?.pixels?.pixels.prefix(4).map(\.level) == [0, 255, 255, 0])
    }

    @Test("make nonsense, or no light, of the driver for the other chip")
    func wrongDriver() throws {
        var windowed = try PanelBench(showing: TestBoards.ssd1306)
        windowed.chips.attach(SimulatedSH1106(seed: 5), at: windowed.display.addresses[0])
        let frame = PanelContract.sparse(on: windowed.panel.geometry, 80)
        _ = windowed.showAsOwner(frame)
        // Most of the noise that the memory had at power-up is never written over.
        let noise = windowed.lit?.pixels?.pixels.filter { $0 == .white }.count ?? 0
        #expect(windowed.lit?.isDark == false && noise > 2500)
        var paged = try PanelBench(showing: TestBoards.sh1106)
        paged.chips.attach(SimulatedSSD1306(seed: 5), at: paged.display.addresses[0])
        _ = paged.showAsOwner(frame)
        // Nobody switches the charge pump on.
        #expect(paged.lit?.isDark == true)
    }
    @Test("are every other row of the picture where the driver is for twice as many")
    func tooManyRows() throws {
        var bench = try PanelBench(showing: TestBoards.ssd1306)
        bench.chips.attach(SimulatedSSD1306(seed: 5, rows: 32), at: bench.display.addresses[0])
        for (parity, level) in [(0, 0), (1, 255)] as [(Int, UInt8)] {
            let panel = PixelGeometry(columns: 128, rows: 64, depth: .one)
            let frame = PanelContract.frame(panel, 100) { _, row in row % 2 == parity }
            #expect(bench.showAsOwner(frame) == 0)
            let levels = Set(bench.lit?.pixels?.pixels.map(\.level) ?? [])
            #expect(levels == [level])
        }
    }
}
