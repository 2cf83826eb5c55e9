import ClockTime
import HAL
import SimulatedBoard
import Testing

@testable import Drivers

@Suite("The IS31FL3741's bytes")
struct IS31FL3741Tests {
    typealias Step = PlaybackBus.Step

    static let address = ISSIBoards.color.addresses[0]

    static func steps(_ writes: [[UInt8]]) -> [Step] {
        writes.map { Step(address, write: $0) }
    }

    static func page(_ number: UInt8) -> [[UInt8]] { [[0xFE, 0xC5], [0xFD, number]] }

    static func inParts(_ registers: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: registers.count, by: 32).map {
            [UInt8($0)] + registers[$0..<min(registers.count, $0 + 32)]
        }
    }

    static func full(_ count: Int) -> [[UInt8]] {
        inParts([UInt8](repeating: 0xFF, count: count))
    }

    static let scaling = writes(page(2), full(180), page(3), full(171))
    static let bringUp = writes(page(4), [[0x3F, 0xAE]], scaling)

    static func picture(_ lit: [(Int, Int, PixelLight)]) -> PixelPicture {
        var picture = PixelPicture(columns: 13, rows: 9)
        for (column, row, light) in lit { picture[column, row] = light }
        return picture
    }

    static func frame(_ lit: [(Int, Int, PixelLight)], _ percent: Double = 100) -> Frame {
        Frame(content: .pixels(picture(lit)), brightness: Brightness(percent: percent))
    }

    static let orange = PixelLight(red: 255, green: 60, blue: 0)

    @Test("of bring-up are a reset and full scaling")
    func bringUp() throws {
        let bus = PlaybackBus(Self.steps(Self.bringUp))
        var panel = try Catalog.makePanel(for: ISSIBoards.color)
        try panel.bringUp(on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of a picture are the runs that changed, an unlocked page before each half")
    func pictures() throws {
        let bus = PlaybackBus(
            Self.steps(
                writes(
                    Self.bringUp,
                    // LEDs 0 to 2 are on the first page, 240 to 242 on the second.
                    Self.page(0), [[0x01, 60, 255]], Self.page(1), [[0x3C, 255, 255, 255]],
                    Self.page(4), [[0x01, 0xFF], [0x00, 1]],
                    // White becomes red.
                    Self.page(1), [[0x3C, 0, 0]],
                    // The second page is selected still, so its change comes first.
                    [[0x3E, 0]], Self.page(0), [[0x01, 0, 0]],
                    // Brightness alone: one register.
                    Self.page(4), [[0x01, 0x38], [0x01, 0x02]],
                    // Dark, twice, and back.
                    [[0x00, 0], [0x00, 1]])))
        var panel = try Catalog.makePanel(for: ISSIBoards.color)
        try panel.bringUp(on: bus)
        try panel.show(Self.frame([(0, 6, Self.orange), (0, 0, .white)]), on: bus)
        let red = PixelLight(red: 255, green: 0, blue: 0)
        try panel.show(Self.frame([(0, 6, Self.orange), (0, 0, red)]), on: bus)
        try panel.show(Self.frame([(0, 0, .black)]), on: bus)
        for percent in [54.0, 54, 7] { try panel.show(Self.frame([], percent), on: bus) }
        for _ in 0..<2 { try panel.show(.dark, on: bus) }
        try panel.show(Self.frame([], 7), on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of a whole picture are at most 32 for each transfer, beside the register's number")
    func wholePicture() throws {
        let picture = writes(Self.page(0), Self.full(180), Self.page(1), Self.full(171))
        let bus = PlaybackBus(
            Self.steps(
                writes(Self.bringUp, picture, Self.page(4), [[0x01, 0xFF], [0x00, 1]])))
        var panel = try Catalog.makePanel(for: ISSIBoards.color)
        let white = PixelPicture(columns: 13, rows: 9, filledWith: .white)
        try panel.show(Frame(content: .pixels(white), brightness: .maximum), on: bus)
        #expect(bus.finish() == [])
        // As the driver's table says.
        #expect(IS31FL3731Tests.bytesOnBus(picture) == 387)
    }

    @Test("of a refresh are scaling, PWM and current, then the bit that wakes")
    func refresh() throws {
        var lights = [UInt8](repeating: 0, count: 351)
        lights.replaceSubrange(240...242, with: [255, 255, 255])
        let refresh = writes(
            Self.scaling, Self.page(0), Self.inParts(Array(lights[..<180])), Self.page(1),
            Self.inParts(Array(lights[180...])), Self.page(4), [[0x01, 0xFF], [0x00, 1]])
        let bus = PlaybackBus(
            Self.steps(
                writes(
                    Self.bringUp, Self.page(1), [[0x3C, 255, 255, 255]], Self.page(4),
                    [[0x01, 0xFF], [0x00, 1]], refresh)))
        var panel = try Catalog.makePanel(for: ISSIBoards.color)
        try panel.show(Self.frame([(0, 0, .white)]), on: bus)
        try panel.refresh(on: bus)
        #expect(bus.finish() == [])
        // As the driver's table says.
        #expect(IS31FL3731Tests.bytesOnBus(refresh) == 786)
    }

    @Test("of the end are the shutdown, and the page before it, whatever was selected")
    func shutDown() throws {
        let end = Self.page(4) + [[0x00, 0]]
        let bus = PlaybackBus(Self.steps(end + Self.bringUp + end))
        var panel = try Catalog.makePanel(for: ISSIBoards.color)
        try panel.shutDown(on: bus)
        try panel.bringUp(on: bus)
        try panel.shutDown(on: bus)
        #expect(bus.finish() == [])
    }

    @Test("after an error start from the beginning")
    func afterError() throws {
        let show = writes(
            Self.page(1), [[0x3C, 255, 255, 255]], Self.page(4), [[0x01, 0xFF], [0x00, 1]])
        var steps = Self.steps(Self.bringUp + show + [[0xFE, 0xC5]])
        steps.append(Step(Self.address, write: [0xFD, 1], error: .nack))
        let bus = PlaybackBus(steps + Self.steps(Self.bringUp + show))
        var panel = try Catalog.makePanel(for: ISSIBoards.color)
        try panel.show(Self.frame([(0, 0, .white)]), on: bus)
        #expect(throws: DeviceError.bus(.nack)) {
            try panel.show(Self.frame([]), on: bus)
        }
        try panel.show(Self.frame([(0, 0, .white)]), on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of a changed minute are as few as the driver says")
    func minutes() throws {
        let bytes = try IS31FL3731Tests.bytesOfMinutes(
            on: ISSIBoards.color, chip: SimulatedIS31FL3741(seed: 1)
        ) { lit in Self.frame(lit.map { ($0.0, $0.1, Self.orange) }, 40) }
        #expect(bytes.min() == 8)
        #expect(bytes.max() == 46)
    }

    @Test(
        "set the brightness by the current down to its first step, then by the PWM of each primary",
        arguments: [
            (100.0, 255, 255, 60), (54, 56, 255, 60), (20, 8, 255, 60), (7, 2, 255, 60),
            (4, 1, 255, 60), (3.5, 1, 252, 59), (2, 1, 144, 34), (0.5, 1, 36, 8), (0, 1, 8, 2),
        ] as [(Double, UInt8, UInt8, UInt8)])
    func brightness(percent: Double, current: UInt8, red: UInt8, green: UInt8) throws {
        var bench = try ISSIBench(ISSIBoards.color)
        try bench.show(Self.picture([(0, 6, Self.orange)]), percent)
        let colors = try #require(bench.colors)
        #expect(colors.current == current)
        #expect(colors.lights[2] == red && colors.lights[1] == green && colors.lights[0] == 0)
    }

    @Test("keep the strongest primary of a pixel that would go out, and no other")
    func dimPixel() throws {
        var bench = try ISSIBench(ISSIBoards.color)
        try bench.show(Self.picture([(0, 6, PixelLight(red: 5, green: 9, blue: 0))]), 0)
        #expect(bench.colors.map { Array($0.lights[0...2]) } == [0, 1, 0])
        try bench.show(Self.picture([(0, 6, PixelLight(level: 3))]), 0)
        #expect(bench.colors.map { Array($0.lights[0...2]) } == [1, 1, 1])
    }

    @Test("keep the hue at every brightness from which the eye could tell")
    func hue() throws {
        var bench = try ISSIBench(ISSIBoards.color)
        for percent in 1...100 {
            try bench.show(Self.picture([(0, 6, Self.orange)]), Double(percent))
            let lights = try #require(bench.colors?.lights)
            let share = Double(lights[1]) / Double(lights[2])
            #expect(abs(share - 60.0 / 255) < 0.01, "\(percent) %")
            #expect(lights[0] == 0)
        }
    }

    @Test("keep the current within the levels that the board allows, and never at none")
    func limitedLevels() throws {
        for (levels, least, most) in [(20...90, 20, 90), (0...0, 1, 1), (0...255, 1, 255)]
            as [(ClosedRange<Int>, UInt8, UInt8)]
        {
            var display = ISSIBoards.color
            display.levels = levels
            var bench = try ISSIBench(display)
            try bench.show(Self.picture([(0, 6, .white)]), 0)
            #expect(bench.colors?.current == least)
            // Only the first step of the current is dimmed further.
            #expect(bench.colors?.lights[0] == (least == 1 ? 8 : 255))
            try bench.show(Self.picture([(0, 6, .white)]), 100)
            #expect(bench.colors?.current == most)
            #expect(bench.colors?.lights[0] == 255)
        }
    }
}
