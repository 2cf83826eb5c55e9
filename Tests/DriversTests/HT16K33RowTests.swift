import Drivers
import HAL
import SimulatedBoard
import Testing

@Suite("Several HT16K33 in a row")
struct HT16K33RowTests {
    typealias Step = PlaybackBus.Step

    private static let row = TestBoards.matrixHT16K33("ht16k33-8x8", modules: 2)
    private static let blank = [UInt8](repeating: 0, count: 16)

    private static func left(_ bytes: UInt8...) -> Step { Step(row.addresses[0], write: bytes) }
    private static func right(_ bytes: UInt8...) -> Step { Step(row.addresses[1], write: bytes) }
    private static func both(_ bytes: [UInt8]) -> [Step] {
        row.addresses.map { Step($0, write: bytes) }
    }

    private static let bringUp =
        [left(0x21), left(0x80), right(0x21), right(0x80)]
        + both([0x00] + blank) + both([0xE0]) + both([0xA0])

    /// The diagonal of the left module, and the pixel to its right.
    private static func frame(_ percent: Double, right: Bool = true) -> Frame {
        HT16K33MatrixTests.frame(16, 8, percent) { column, row in
            column == row || right && column == 8 && row == 7
        }
    }

    @Test("get their memories first and what switches the light last")
    func order() throws {
        let bus = PlaybackBus(
            Self.bringUp
                + [
                    Self.left(0x00, 0x80, 0, 1, 0, 2, 0, 4, 0, 8, 0, 0x10, 0, 0x20, 0, 0x40),
                    Self.right(0x0E, 0x80),
                ]
                + Self.both([0xEF]) + Self.both([0x81])
                // One pixel goes off: its module alone.
                + [Self.right(0x0E, 0x00)]
                + Self.both([0xE3]) + Self.both([0x80]) + Self.both([0x81]))
        var panel = try Catalog.makePanel(for: Self.row)
        try panel.bringUp(on: bus)
        try panel.show(Self.frame(100), on: bus)
        try panel.show(Self.frame(100, right: false), on: bus)
        try panel.show(Self.frame(57, right: false), on: bus)
        try panel.show(.dark, on: bus)
        try panel.show(Self.frame(57, right: false), on: bus)
        #expect(bus.finish() == [])
    }

    @Test("are refreshed alike, the light last")
    func refresh() throws {
        let bus = PlaybackBus(
            Self.bringUp + [Self.right(0x0E, 0x80)] + Self.both([0xEF]) + Self.both([0x81])
                + Self.both([0x21])
                + [
                    Step(Self.row.addresses[0], write: [0x00] + Self.blank),
                    Step(
                        Self.row.addresses[1],
                        write: [0x00] + Self.blank.dropLast(2) + [0x80, 0x00]),
                ]
                + Self.both([0xEF]) + Self.both([0xA0]) + Self.both([0x81]))
        var panel = try Catalog.makePanel(for: Self.row)
        try panel.show(
            HT16K33MatrixTests.frame(16, 8) { $0 == 8 && $1 == 7 }, on: bus)
        try panel.refresh(on: bus)
        #expect(bus.finish() == [])
    }

    @Test("go dark at bring-up and at the end even where one of them is missing")
    func missing() throws {
        let bus = PlaybackBus([
            Step(Self.row.addresses[0], write: [0x21], error: .nack),
            Self.right(0x21), Self.right(0x80),
            Step(Self.row.addresses[0], write: [0x80], error: .nack),
            Self.right(0x80), Self.right(0x20),
        ])
        var panel = try Catalog.makePanel(for: Self.row)
        #expect(throws: DeviceError.bus(.nack)) { try panel.bringUp(on: bus) }
        #expect(throws: DeviceError.bus(.nack)) { try panel.shutDown(on: bus) }
        #expect(bus.finish() == [])
    }

    @Test("do not wait for a bus that is stuck, one after the other")
    func stuck() throws {
        let bus = PlaybackBus([Step(Self.row.addresses[0], write: [0x21], error: .timedOut)])
        var panel = try Catalog.makePanel(for: Self.row)
        #expect(throws: DeviceError.bus(.timedOut)) { try panel.bringUp(on: bus) }
        #expect(bus.finish() == [])
    }

    @Test("are all brought up again after an error of one")
    func errorOfOne() throws {
        let bus = PlaybackBus(
            Self.bringUp + [Self.left(0x00, 0x80), Self.right(0x00, 0x80)]
                + [
                    Self.left(0xEF),
                    Step(Self.row.addresses[1], write: [0xEF], error: .io(errno: 5)),
                ]
                + Self.bringUp + [Self.left(0x00, 0x80), Self.right(0x00, 0x80)]
                + Self.both([0xEF]) + Self.both([0x81]))
        let corners = HT16K33MatrixTests.frame(16, 8) { $0 % 8 == 0 && $1 == 0 }
        var panel = try Catalog.makePanel(for: Self.row)
        try panel.bringUp(on: bus)
        #expect(throws: DeviceError.bus(.io(errno: 5))) { try panel.show(corners, on: bus) }
        try panel.show(corners, on: bus)
        #expect(bus.finish() == [])
    }

    @Test("refuse a board file that they cannot be", arguments: unsuitable)
    func refusals(display: BoardDescription.Display, sentence: String?) {
        #expect(CatalogTests.refusal(of: display) == sentence)
    }

    static let unsuitable: [(BoardDescription.Display, String?)] = [
        (TestBoards.matrixHT16K33("ht16k33-8x8", modules: 8), nil),
        (changed { $0.addresses = [] }, addressSentence),
        (changed { $0.addresses = I2CAddress.range(0x6F...0x70) }, addressSentence),
        (changed { $0.addresses = I2CAddress.range(0x6F...0x77) }, addressSentence),
        (
            changed { $0.levels = 3...16 },
            "display.levels: 3 to 16 is not allowed; an HT16K33 has the levels 0 to 15"
        ),
        (changed { $0.safeArea = Insets(left: 8, right: 7) }, nil),
        (
            changed { $0.safeArea = Insets(left: 8, right: 8) },
            "display.safeArea: hides all of the display, which has 16 columns and 8 rows as it is "
                + "mounted; a column and a row at least must be left"
        ),
        (
            changed {
                $0.rotation = .quarter
                $0.safeArea = Insets(left: 8)
            },
            "display.safeArea: hides all of the display, which has 8 columns and 16 rows as it is "
                + "mounted; a column and a row at least must be left"
        ),
        (
            changed { $0.safeArea = Insets(top: 5, bottom: 3) },
            "display.safeArea: hides all of the display, which has 16 columns and 8 rows as it is "
                + "mounted; a column and a row at least must be left"
        ),
    ]

    private static let addressSentence =
        "display.addresses: must be 1 to 8 addresses from 0x70 to 0x77: that is what the jumpers of "
        + "an HT16K33 can choose"

    private static func changed(
        _ change: (inout BoardDescription.Display) -> Void
    ) -> BoardDescription.Display {
        var display = row
        change(&display)
        return display
    }

    @Test("say which part a bezel leaves")
    func safeArea() throws {
        let bezel = Insets(left: 1, top: 2, right: 3, bottom: 4)
        let panel = try Catalog.makePanel(for: Self.changed { $0.safeArea = bezel })
        #expect(
            panel.geometry
                == .pixels(PixelGeometry(columns: 16, rows: 8, depth: .one, safeArea: bezel)))
    }
}
