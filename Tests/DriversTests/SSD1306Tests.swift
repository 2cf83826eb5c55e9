import HAL
import SimulatedBoard
import Testing

@testable import Drivers

@Suite("The SSD1306's bytes")
struct SSD1306Tests {
    typealias Step = PlaybackBus.Step

    static let address = TestBoards.ssd1306.addresses[0]

    static func steps(_ writes: [[UInt8]]) -> [Step] {
        writes.map { Step(address, write: $0) }
    }

    static func blank(_ count: Int) -> [[UInt8]] {
        [[UInt8]](repeating: [0x40] + [UInt8](repeating: 0, count: 128), count: count)
    }

    /// Off, for a chip that waits for arguments, too; no scrolling; everything else; blank; least light.
    static let bringUp: [[UInt8]] =
        [
            [
                0x00, 0xAE, 0xAE, 0xAE, 0x2E, 0xD5, 0x80, 0x8D, 0x14, 0x20, 0x00, 0xA8, 0x3F, 0xD3,
                0x00, 0x40, 0xA1, 0xC8, 0xDA, 0x12, 0xA4, 0xA6,
            ],
            [0x00, 0x21, 0, 127, 0x22, 0, 7],
        ] + blank(8) + [[0x00, 0x81, 0x00, 0xD9, 0x1F, 0xDB, 0x00]]

    /// A picture with these columns lit from `first` row to `last`.
    static func frame(
        _ columns: Set<Int>, _ first: Int, _ last: Int, _ percent: Double = 100,
        columns width: Int = 128, rows: Int = 64
    ) -> Frame {
        let panel = PixelGeometry(columns: width, rows: rows, depth: .one)
        return PanelContract.frame(panel, percent) {
            columns.contains($0) && (first...last).contains($1)
        }
    }

    @Test("of bring-up clear all of the memory before anything can be seen")
    func bringUp() throws {
        let bus = PlaybackBus(Self.steps(Self.bringUp))
        var panel = try Catalog.makePanel(for: TestBoards.ssd1306)
        try panel.bringUp(on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of bring-up are for half of the rows, one behind the other, on the small panel")
    func smallBringUp() throws {
        let bus = PlaybackBus(
            Self.steps(
                [
                    [
                        0x00, 0xAE, 0xAE, 0xAE, 0x2E, 0xD5, 0x80, 0x8D, 0x14, 0x20, 0x00, 0xA8,
                        0x1F, 0xD3, 0x00, 0x40, 0xA1, 0xC8, 0xDA, 0x02, 0xA4, 0xA6,
                    ],
                    [0x00, 0x21, 0, 127, 0x22, 0, 3],
                ] + Self.blank(4) + [[0x00, 0x81, 0x00, 0xD9, 0x1F, 0xDB, 0x00]]))
        var panel = try Catalog.makePanel(for: TestBoards.smallSSD1306)
        try panel.bringUp(on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of a changed digit are one window over its pages, and nothing besides")
    func changedDigit() throws {
        let bus = PlaybackBus(
            Self.steps(
                Self.bringUp + [
                    // Two columns over three pages, full light, on.
                    [0x00, 0x21, 20, 24, 0x22, 1, 3],
                    [0x40, 0xF0, 0, 0, 0, 0xF0, 0xFF, 0, 0, 0, 0xFF, 0x03, 0, 0, 0, 0x03],
                    [0x00, 0x81, 0xFF, 0xD9, 0xF1, 0xDB, 0x20], [0x00, 0xAF],
                    // The first of them goes.
                    [0x00, 0x21, 20, 20, 0x22, 1, 3], [0x40, 0, 0, 0],
                    // Dimmed to a half: no data.
                    [0x00, 0x81, 0x2F, 0xD9, 0x3D, 0xDB, 0x20],
                    // Dark, twice, and back.
                    [0x00, 0xAE], [0x00, 0xAF],
                ]))
        var panel = try Catalog.makePanel(for: TestBoards.ssd1306)
        try panel.bringUp(on: bus)
        try panel.show(Self.frame([20, 24], 12, 25), on: bus)
        try panel.show(Self.frame([24], 12, 25), on: bus)
        try panel.show(Self.frame([24], 12, 25, 50), on: bus)
        try panel.show(.dark, on: bus)
        try panel.show(.dark, on: bus)
        try panel.show(Self.frame([24], 12, 25, 50), on: bus)
        #expect(bus.finish() == [])
    }

    @Test("join changes where a new window would cost more than what lies between them")
    func gaps() throws {
        let bus = PlaybackBus(
            Self.steps(
                Self.bringUp + [
                    [0x00, 0x21, 5, 16, 0x22, 0, 0],
                    [0x40, 0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x01],
                    [0x00, 0x21, 28, 28, 0x22, 0, 0], [0x40, 0x01],
                    [0x00, 0x81, 0xFF, 0xD9, 0xF1, 0xDB, 0x20], [0x00, 0xAF],
                ]))
        var panel = try Catalog.makePanel(for: TestBoards.ssd1306)
        try panel.bringUp(on: bus)
        // Ten columns apart, then eleven.
        try panel.show(Self.frame([5, 16, 28], 0, 0), on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of a full picture are one window and transfers of 128 bytes")
    func fullPicture() throws {
        let white = [UInt8](repeating: 0xFF, count: 128)
        let bus = PlaybackBus(
            Self.steps(
                writes(
                    Self.bringUp, [[0x00, 0x21, 0, 127, 0x22, 0, 7]],
                    [[UInt8]](repeating: [0x40] + white, count: 8),
                    [[0x00, 0x81, 0xFF, 0xD9, 0xF1, 0xDB, 0x20], [0x00, 0xAF]])))
        var panel = try Catalog.makePanel(for: TestBoards.turnedSSD1306)
        #expect(
            panel.geometry
                == .pixels(
                    PixelGeometry(columns: 64, rows: 128, depth: .one, burnsIn: true)))
        try panel.bringUp(on: bus)
        try panel.show(Self.frame(Set(0..<64), 0, 127, columns: 64, rows: 128), on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of a refresh are everything but what would be seen, on or off last")
    func refresh() throws {
        let setUp: [UInt8] = [
            0x00, 0xD5, 0x80, 0x8D, 0x14, 0x20, 0x00, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0xA1, 0xC8,
            0xDA, 0x12, 0xA4, 0xA6,
        ]
        let page: [UInt8] = [0x40, 0x01] + [UInt8](repeating: 0, count: 127)
        let bus = PlaybackBus(
            Self.steps(
                Self.bringUp + [
                    [0x00, 0x21, 0, 0, 0x22, 0, 0], [0x40, 0x01],
                    [0x00, 0x81, 0xFF, 0xD9, 0xF1, 0xDB, 0x20], [0x00, 0xAF],
                    setUp, [0x00, 0x21, 0, 127, 0x22, 0, 7], page,
                ] + Self.blank(7) + [[0x00, 0x81, 0xFF, 0xD9, 0xF1, 0xDB, 0x20, 0xAF]]))
        var panel = try Catalog.makePanel(for: TestBoards.ssd1306)
        try panel.bringUp(on: bus)
        try panel.show(Self.frame([0], 0, 0), on: bus)
        try panel.refresh(on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of the end are display off and charge pump off")
    func shutDown() throws {
        let bus = PlaybackBus(Self.steps(Self.bringUp + [[0x00, 0xAE, 0x8D, 0x10]]))
        var panel = try Catalog.makePanel(for: TestBoards.ssd1306)
        try panel.bringUp(on: bus)
        try panel.shutDown(on: bus)
        #expect(bus.finish() == [])
    }

    @Test(
        "dim pre-charge and deselect level with the contrast, with no zero and equally long rows",
        arguments: [
            (0, 0x1F, 0x00), (4, 0x1F, 0x00), (5, 0x1F, 0x20), (17, 0x1F, 0x20), (18, 0x2E, 0x20),
            (128, 0x88, 0x20), (252, 0xF1, 0x20), (255, 0xF1, 0x20),
        ] as [(UInt8, UInt8, UInt8)])
    func light(contrast: UInt8, precharge: UInt8, level: UInt8) {
        let chip = SSD1306(rows: 64, pins: .alternating)
        #expect(
            chip.light(atContrast: contrast)
                == [0x81, contrast, 0xD9, precharge, 0xDB, level])
    }

    @Test("never have a pre-charge that the datasheet calls invalid")
    func validPrecharge() {
        for contrast in UInt8.min...UInt8.max {
            let bytes = SSD1306(rows: 64, pins: .alternating).light(atContrast: contrast)
            #expect(bytes[3] >> 4 >= 1 && bytes[3] & 0x0F >= 1)
            #expect(bytes[3] >> 4 + bytes[3] & 0x0F == 16)
        }
    }

    @Test(
        "follow the eye in brightness, not the current",
        arguments: [(0, 0), (1, 0), (2, 1), (12, 4), (30, 16), (50, 47), (100, 255)]
            as [(Double, UInt8)])
    func contrast(percent: Double, contrast: UInt8) {
        let brightness = Brightness(percent: percent)
        #expect(OLEDPanel.contrast(for: brightness, within: 0...255) == contrast)
    }

    @Test("stay within the contrasts that the board allows")
    func limitedContrast() {
        #expect(OLEDPanel.contrast(for: .minimum, within: 20...99) == 20)
        #expect(OLEDPanel.contrast(for: .maximum, within: 20...99) == 99)
    }
}
