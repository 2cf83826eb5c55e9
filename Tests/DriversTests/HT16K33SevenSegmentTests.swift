import ClockTime
import HAL
import SimulatedBoard
import Testing

@testable import Drivers

@Suite("The HT16K33's bytes")
struct HT16K33SevenSegmentTests {
    typealias Step = PlaybackBus.Step

    static let address = TestBoards.smallHT16K33.addresses[0]

    static func steps(_ writes: [[UInt8]]) -> [Step] {
        writes.map { Step(address, write: $0) }
    }

    /// Oscillator on, display off, memory blank, least brightness, row 15 as a row output.
    static let bringUp: [[UInt8]] = [
        [0x21], [0x80], [0x00] + [UInt8](repeating: 0, count: 16), [0xE0], [0xA0],
    ]

    @Test("of bring-up are one transaction for each command")
    func bringUp() throws {
        let bus = PlaybackBus(Self.steps(Self.bringUp))
        var panel = try Catalog.makePanel(for: TestBoards.smallHT16K33)
        try panel.bringUp(on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of a picture are the run from the first changed byte to the last")
    func changedRun() throws {
        let bus = PlaybackBus(
            Self.steps(
                Self.bringUp + [
                    // 12:34 at full brightness, then the display comes on.
                    [0x00, 0x06, 0, 0x5B, 0, 0x02, 0, 0x4F, 0, 0x66], [0xEF], [0x81],
                    // 12:35: one byte.
                    [0x08, 0x6D],
                    // The colon goes off: one byte.
                    [0x04, 0x00],
                    // 12:36 with the colon: from the colon to the last digit.
                    [0x04, 0x02, 0, 0x4F, 0, 0x7D],
                    // Dimmed: no memory write.
                    [0xE3],
                    // Dark, twice.
                    [0x80],
                    // Back with the next minute; the brightness has not changed.
                    [0x06, 0x66, 0, 0x3F], [0x81],
                ]))
        var panel = try Catalog.makePanel(for: TestBoards.smallHT16K33)
        try panel.bringUp(on: bus)
        for text in ["12:34", "12:35", "12 35", "12:36"] {
            try panel.show(PanelContract.frame(text, 100), on: bus)
        }
        try panel.show(PanelContract.frame("12:36", 57), on: bus)
        try panel.show(.dark, on: bus)
        try panel.show(.dark, on: bus)
        try panel.show(PanelContract.frame("12:40", 57), on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of the end are display off and standby")
    func shutDown() throws {
        let bus = PlaybackBus(Self.steps(Self.bringUp + [[0x80], [0x20]]))
        var panel = try Catalog.makePanel(for: TestBoards.smallHT16K33)
        try panel.bringUp(on: bus)
        try panel.shutDown(on: bus)
        #expect(bus.finish() == [])
    }

    @Test("after an error start from the beginning")
    func afterError() throws {
        var steps = Self.steps(
            Self.bringUp + [[0x00, 0x06, 0, 0x5B, 0, 0x02, 0, 0x4F, 0, 0x66], [0xEF], [0x81]])
        steps.append(Step(Self.address, write: [0x08, 0x6D], error: .timedOut))
        steps += Self.steps(
            Self.bringUp + [[0x00, 0x06, 0, 0x5B, 0, 0x02, 0, 0x4F, 0, 0x6D], [0xEF], [0x81]])
        let bus = PlaybackBus(steps)
        var panel = try Catalog.makePanel(for: TestBoards.smallHT16K33)
        try panel.bringUp(on: bus)
        try panel.show(PanelContract.frame("12:34", 100), on: bus)
        #expect(throws: DeviceError.bus(.timedOut)) {
            try panel.show(PanelContract.frame("12:35", 100), on: bus)
        }
        try panel.bringUp(on: bus)
        try panel.show(PanelContract.frame("12:35", 100), on: bus)
        #expect(bus.finish() == [])
    }

    @Test("light the 1.2\" board's lamps, and never points that it does not have")
    func lamps() throws {
        let bus = PlaybackBus(
            Self.steps(
                Self.bringUp + [
                    [0x00, 0x06, 0, 0x06, 0, 0x18, 0, 0x06, 0, 0x06], [0xEF], [0x81],
                    [0x04, 0x06],
                ]))
        var panel = try Catalog.makePanel(for: TestBoards.bigHT16K33)
        #expect(
            panel.geometry
                == .segments(
                    SegmentGeometry(
                        digits: 4, hasColon: true, hasPoints: false,
                        lamps: [.pm, .alarm, .spare])))
        let one: Segments = [.b, .c, .point]
        var picture = SegmentPicture(digits: [one, one, one, one], lamps: [.pm, .alarm])
        try panel.bringUp(on: bus)
        try panel.show(Frame(content: .segments(picture), brightness: .maximum), on: bus)
        picture.colon = true
        picture.lamps = [.spare]
        try panel.show(Frame(content: .segments(picture), brightness: .maximum), on: bus)
        #expect(bus.finish() == [])
    }

    @Test("leave out what the board does not have, and digits that the picture does not have")
    func mismatchedPicture() throws {
        let bus = PlaybackBus(Self.steps(Self.bringUp + [[0x00, 0x06], [0xEF], [0x81]]))
        var display = TestBoards.smallHT16K33
        display.wiring.colon = nil
        var panel = try Catalog.makePanel(for: display)
        let picture = SegmentPicture(digits: [[.b, .c]], colon: true, lamps: [.pm])
        try panel.bringUp(on: bus)
        try panel.show(Frame(content: .segments(picture), brightness: .maximum), on: bus)
        #expect(bus.finish() == [])
    }

    @Test(
        "follow the eye in brightness, not the duty",
        arguments: [
            (0.0, 0), (10, 0), (30, 0), (38, 1), (57, 3), (76, 7), (90, 11), (99, 15), (100, 15),
        ])
    func levels(percent: Double, level: Int) {
        let brightness = Brightness(percent: percent)
        #expect(HT16K33.level(for: brightness, within: 0...15) == level)
    }

    @Test("stay within the levels that the board allows")
    func limitedLevels() {
        #expect(HT16K33.level(for: .minimum, within: 2...9) == 2)
        #expect(HT16K33.level(for: .maximum, within: 2...9) == 9)
    }
}
