import HAL
import SimulatedBoard
import Testing

@testable import Drivers

@Suite("The SH1106's bytes")
struct SH1106Tests {
    typealias Step = PlaybackBus.Step

    static func steps(_ writes: [[UInt8]]) -> [Step] {
        writes.map { Step(TestBoards.sh1106.addresses[0], write: $0) }
    }

    /// Each page by itself, from column 2 on.
    static let blank: [[UInt8]] = (0..<8).flatMap { page -> [[UInt8]] in
        [[0x00, 0xB0 + page, 0x02, 0x10], [0x40] + [UInt8](repeating: 0, count: 128)]
    }

    /// Off, for a chip that waits for arguments, too; the converter; everything else; blank; least light.
    static let bringUp: [[UInt8]] =
        [
            [
                0x00, 0xAE, 0xAE, 0xAE, 0xAD, 0x8B, 0xD5, 0x50, 0x32, 0xA8, 0x3F, 0xD3, 0x00, 0x40,
                0xA1, 0xC8, 0xDA, 0x12, 0xA4, 0xA6,
            ]
        ] + blank + [[0x00, 0x81, 0x00, 0xD9, 0xF1, 0xDB, 0x22]]

    @Test("of bring-up clear what is seen of the memory before anything can be seen")
    func bringUp() throws {
        let bus = PlaybackBus(Self.steps(Self.bringUp))
        var panel = try Catalog.makePanel(for: TestBoards.sh1106)
        try panel.bringUp(on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of a changed digit are its columns in each page, two further right")
    func changedDigit() throws {
        let bus = PlaybackBus(
            Self.steps(
                Self.bringUp + [
                    [0x00, 0xB1, 0x06, 0x11], [0x40, 0xF0, 0, 0, 0, 0xF0],
                    [0x00, 0xB2, 0x06, 0x11], [0x40, 0xFF, 0, 0, 0, 0xFF],
                    [0x00, 0x81, 0xFF, 0xD9, 0x1F, 0xDB, 0x35], [0x00, 0xAF],
                    [0x00, 0xB1, 0x06, 0x11], [0x40, 0],
                    [0x00, 0xB2, 0x06, 0x11], [0x40, 0],
                    [0x00, 0x81, 0x2F, 0xD9, 0xD3, 0xDB, 0x35],
                    [0x00, 0xAE], [0x00, 0xAF],
                ]))
        var panel = try Catalog.makePanel(for: TestBoards.sh1106)
        try panel.bringUp(on: bus)
        try panel.show(SSD1306Tests.frame([20, 24], 12, 23), on: bus)
        try panel.show(SSD1306Tests.frame([24], 12, 23), on: bus)
        try panel.show(SSD1306Tests.frame([24], 12, 23, 50), on: bus)
        try panel.show(.dark, on: bus)
        try panel.show(.dark, on: bus)
        try panel.show(SSD1306Tests.frame([24], 12, 23, 50), on: bus)
        #expect(bus.finish() == [])
    }

    @Test("join changes where a new address would cost more than what lies between them")
    func gaps() throws {
        let bus = PlaybackBus(
            Self.steps(
                Self.bringUp + [
                    [0x00, 0xB0, 0x07, 0x10], [0x40, 0x01, 0, 0, 0, 0, 0, 0, 0, 0x01],
                    [0x00, 0xB0, 0x08, 0x11], [0x40, 0x01],
                    [0x00, 0x81, 0xFF, 0xD9, 0x1F, 0xDB, 0x35], [0x00, 0xAF],
                ]))
        var panel = try Catalog.makePanel(for: TestBoards.sh1106)
        try panel.bringUp(on: bus)
        // Seven columns apart, then eight.
        try panel.show(SSD1306Tests.frame([5, 13, 22], 0, 0), on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of a refresh leave the converter alone, which only a dark display may be told of")
    func refresh() throws {
        let bus = PlaybackBus(
            Self.steps(
                Self.bringUp + [
                    [
                        0x00, 0xD5, 0x50, 0x32, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0xA1, 0xC8, 0xDA,
                        0x12, 0xA4, 0xA6,
                    ]
                ] + Self.blank + [[0x00, 0x81, 0x00, 0xD9, 0xF1, 0xDB, 0x22, 0xAE]]))
        var panel = try Catalog.makePanel(for: TestBoards.sh1106)
        try panel.bringUp(on: bus)
        try panel.refresh(on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of the end are display off and converter off")
    func shutDown() throws {
        let bus = PlaybackBus(Self.steps(Self.bringUp + [[0x00, 0xAE, 0xAD, 0x8A]]))
        var panel = try Catalog.makePanel(for: TestBoards.sh1106)
        try panel.bringUp(on: bus)
        try panel.shutDown(on: bus)
        #expect(bus.finish() == [])
    }

    @Test(
        "dim pre-charge and deselect level with the contrast, in the halves that this chip has",
        arguments: [
            (0, 0xF1, 0x22), (4, 0xF1, 0x22), (5, 0xF1, 0x35), (128, 0x88, 0x35), (255, 0x1F, 0x35),
        ] as [(UInt8, UInt8, UInt8)])
    func light(contrast: UInt8, precharge: UInt8, level: UInt8) {
        #expect(
            SH1106().light(atContrast: contrast)
                == [0x81, contrast, 0xD9, precharge, 0xDB, level])
    }
}
