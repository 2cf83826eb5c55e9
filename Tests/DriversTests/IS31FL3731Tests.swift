import ClockTime
import HAL
import SimulatedBoard
import Testing

@testable import Drivers

@Suite("The IS31FL3731's bytes")
struct IS31FL3731Tests {
    typealias Step = PlaybackBus.Step

    static let address = ISSIBoards.grid.addresses[0]

    static func steps(_ writes: [[UInt8]]) -> [Step] {
        writes.map { Step(address, write: $0) }
    }

    /// A frame's registers from 0x00: LEDs enabled, none blinking, then this PWM.
    static func registers(_ levels: [Int: UInt8] = [:]) -> [UInt8] {
        var registers = [UInt8](repeating: 0xFF, count: 18) + [UInt8](repeating: 0, count: 162)
        for (led, level) in levels { registers[0x24 + led] = level }
        return registers
    }

    static func inParts(_ registers: [UInt8], of size: Int) -> [[UInt8]] {
        stride(from: 0, to: registers.count, by: size).map {
            [UInt8($0)] + registers[$0..<min(registers.count, $0 + size)]
        }
    }

    static let noFunctions = [UInt8](repeating: 0, count: 14)

    /// Shutdown, both frames in parts of twelve, and the functions off.
    static let bringUp = writes(
        [[0xFD, 0x0B], [0x0A, 0], [0xFD, 0]], inParts(registers(), of: 12), [[0xFD, 1]],
        inParts(registers(), of: 12), [[0xFD, 0x0B], noFunctions])

    static func picture(_ lit: [(Int, Int)], level: UInt8 = 255) -> PixelPicture {
        var picture = PixelPicture(columns: 16, rows: 9)
        for (column, row) in lit { picture[column, row] = PixelLight(level: level) }
        return picture
    }

    static func frame(_ lit: [(Int, Int)], _ percent: Double = 100) -> Frame {
        Frame(content: .pixels(picture(lit)), brightness: Brightness(percent: percent))
    }

    @Test("of bring-up shut down first, clear both frames, and leave the chip asleep")
    func bringUp() throws {
        let bus = PlaybackBus(Self.steps(Self.bringUp))
        var panel = try Catalog.makePanel(for: ISSIBoards.grid)
        try panel.bringUp(on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of a picture go to the frame that is not shown, which is shown then")
    func pictures() throws {
        let bus = PlaybackBus(
            Self.steps(
                Self.bringUp + [
                    // Frame 1: the gap of two is sent along, the gap of three is not.
                    [0xFD, 1], [0x24, 0xFF, 0, 0, 0xFF], [0x2B, 0xFF],
                    [0xFD, 0x0B], [0x01, 1], [0x0A, 1],
                    // Frame 0, which is still blank: the last LED.
                    [0xFD, 0], [0xB3, 0xFF], [0xFD, 0x0B], [0x01, 0],
                    // Frame 1 has this picture already.
                    [0x01, 1],
                    // Dimmed: frame 0 gets other levels.
                    [0xFD, 0], [0x24, 0x38, 0, 0, 0x38], [0x2B, 0x38], [0xB3, 0],
                    [0xFD, 0x0B], [0x01, 0],
                    // Dark, twice, and back: nothing is sent but the shutdown.
                    [0x0A, 0], [0x0A, 1],
                ]))
        var panel = try Catalog.makePanel(for: ISSIBoards.grid)
        try panel.bringUp(on: bus)
        let first = [(0, 0), (3, 0), (7, 0)]
        for lit in [first, [(15, 8)], first] { try panel.show(Self.frame(lit), on: bus) }
        for _ in 0..<2 { try panel.show(Self.frame(first, 54), on: bus) }
        for _ in 0..<2 { try panel.show(.dark, on: bus) }
        try panel.show(Self.frame(first, 54), on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of a long run are at most 32 for each transfer, beside the register's number")
    func longRuns() throws {
        let lit = [UInt8](repeating: 0xFF, count: 32)
        let picture: [[UInt8]] = [
            [0xFD, 1], [0x24] + lit, [0x44] + lit, [0x64] + lit, [0x84] + lit,
            [0xA4] + lit.prefix(16), [0xFD, 0x0B], [0x01, 1], [0x0A, 1],
        ]
        let bus = PlaybackBus(Self.steps(Self.bringUp + picture))
        var panel = try Catalog.makePanel(for: ISSIBoards.grid)
        // As the driver's table says, beside the wake.
        #expect(Self.bytesOnBus(picture) - 3 == 163)
        let white = PixelPicture(columns: 16, rows: 9, filledWith: .white)
        try panel.show(Frame(content: .pixels(white), brightness: .maximum), on: bus)
        #expect(bus.finish() == [])
    }

    @Test("of a refresh are both frames whole, then the functions, which show and wake")
    func refresh() throws {
        let functions: [UInt8] = [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]
        let refresh = writes(
            [[0xFD, 0]], Self.inParts(Self.registers(), of: 32), [[0xFD, 1]],
            Self.inParts(Self.registers([143: 0xFF]), of: 32), [[0xFD, 0x0B], functions])
        let show: [[UInt8]] = [[0xFD, 1], [0xB3, 0xFF], [0xFD, 0x0B], [0x01, 1], [0x0A, 1]]
        let bus = PlaybackBus(Self.steps(writes(Self.bringUp, show, refresh)))
        var panel = try Catalog.makePanel(for: ISSIBoards.grid)
        try panel.show(Self.frame([(15, 8)]), on: bus)
        try panel.refresh(on: bus)
        #expect(bus.finish() == [])
        // As the driver's table says.
        #expect(Self.bytesOnBus(refresh) == 408)
    }

    @Test("of the end are the shutdown, and the page before it, whatever was selected")
    func shutDown() throws {
        let bus = PlaybackBus(
            Self.steps(
                writes([[0xFD, 0x0B], [0x0A, 0]], Self.bringUp, [[0xFD, 0x0B], [0x0A, 0]])))
        var panel = try Catalog.makePanel(for: ISSIBoards.grid)
        try panel.shutDown(on: bus)
        try panel.bringUp(on: bus)
        try panel.shutDown(on: bus)
        #expect(bus.finish() == [])
    }

    @Test("after an error start from the beginning, with the page")
    func afterError() throws {
        let show: [[UInt8]] = [[0xFD, 1], [0xB3, 0xFF], [0xFD, 0x0B], [0x01, 1], [0x0A, 1]]
        var steps = Self.steps(Self.bringUp + show + [[0xFD, 0]])
        steps.append(Step(Self.address, write: [0x24, 0xFF], error: .timedOut))
        let bus = PlaybackBus(steps + Self.steps(Self.bringUp + show))
        var panel = try Catalog.makePanel(for: ISSIBoards.grid)
        try panel.show(Self.frame([(15, 8)]), on: bus)
        #expect(throws: DeviceError.bus(.timedOut)) {
            try panel.show(Self.frame([(0, 0)]), on: bus)
        }
        try panel.show(Self.frame([(15, 8)]), on: bus)
        #expect(bus.finish() == [])
    }

    @Test("between shutdown and wake take 10 ms on the fastest bus, whatever is shown first")
    func wake() throws {
        let clock = VirtualClock(
            Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
        for lit in [[], [(3, 3)]] as [[(Int, Int)]] {
            let chips = SimulatedI2CBus(clock: clock)
            chips.attach(SimulatedIS31FL3731(seed: 1), at: Self.address)
            let bus = RecordingBus(chips, clock: clock)
            var panel = try Catalog.makePanel(for: ISSIBoards.grid)
            try panel.bringUp(on: bus)
            try panel.show(Self.frame(lit), on: bus)
            let writes = bus.transfers.map(\.written)
            #expect(writes[1] == [0x0A, 0] && writes.last == [0x0A, 1])
            // Nine bits for each byte, the address included; start and stop.
            let bits = writes.dropFirst(2).reduce(0) { $0 + 9 * ($1.count + 1) + 2 }
            #expect(Double(bits) / 400_000 >= 0.010)
        }
    }

    /// With the address of each transfer.
    static func bytesOnBus(_ writes: [[UInt8]]) -> Int {
        writes.reduce(0) { $0 + $1.count + 1 }
    }

    /// The bytes on the bus, with the addresses, of each change of a digit to the next, where the one before it was
    /// shown for a minute, too.
    static func bytesOfMinutes(
        on display: BoardDescription.Display, chip: any SimulatedChip,
        _ frame: ([(Int, Int)]) -> Frame
    ) throws -> [Int] {
        let clock = VirtualClock(
            Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
        let chips = SimulatedI2CBus(clock: clock)
        chips.attach(chip, at: display.addresses[0])
        let bus = RecordingBus(chips, clock: clock)
        var panel = try Catalog.makePanel(for: display)
        var bytes: [Int] = []
        for minute in 0..<12 {
            _ = bus.takeTransfers()
            try panel.show(frame(SmallDigits.lit(minute % 10, column: 9, row: 1)), on: bus)
            bytes.append(bytesOnBus(bus.transfers.map(\.written)))
        }
        return Array(bytes.dropFirst(2))
    }

    @Test("of a changed minute are as few as the driver says")
    func minutes() throws {
        let bytes = try Self.bytesOfMinutes(
            on: ISSIBoards.grid, chip: SimulatedIS31FL3731(seed: 1)
        ) { Self.frame($0, 40) }
        #expect(bytes.min() == 12)
        #expect(bytes.max() == 32)
        #expect(bytes.reduce(0, +) / bytes.count == 22)
    }

    @Test(
        "have PWM that is linear in light, and never 0 for a lit pixel",
        arguments: [
            (100.0, 255, 255), (100, 128, 128), (100, 1, 1), (54, 255, 56), (54, 128, 28),
            (20, 255, 8), (20, 64, 2), (20, 1, 1), (3, 255, 1), (0, 255, 1), (0, 1, 1),
        ] as [(Double, UInt8, UInt8)])
    func brightness(percent: Double, level: UInt8, pulseWidth: UInt8) throws {
        var bench = try ISSIBench(ISSIBoards.grid)
        try bench.show(Self.picture([(2, 1)], level: level), percent)
        #expect(bench.levels?[18] == pulseWidth)
        #expect(bench.levels?.filter { $0 > 0 }.count == 1)
    }

    @Test("stay within the levels that the board allows")
    func limitedLevels() throws {
        var display = ISSIBoards.grid
        display.levels = 10...100
        var bench = try ISSIBench(display)
        try bench.show(Self.picture([(0, 0)]), 0)
        #expect(bench.levels?.first == 10)
        try bench.show(Self.picture([(0, 0)]), 100)
        #expect(bench.levels?.first == 100)
        // A dim pixel is dim beside the others.
        try bench.show(Self.picture([(0, 0)], level: 51), 100)
        #expect(bench.levels?.first == 20)
    }

    @Test("leave pixels that the picture lacks dark, and show nothing of a picture of segments")
    func mismatchedPicture() throws {
        var bench = try ISSIBench(ISSIBoards.grid)
        try bench.show(PixelPicture(columns: 2, rows: 3, filledWith: .white))
        let lit = bench.levels?.indices.filter { bench.levels?[$0] == 255 }
        #expect(lit == [0, 1, 16, 17, 32, 33])
        try bench.panel.show(PanelContract.frame("12:34", 100), on: bench.bus)
        #expect(bench.lit?.isDark == true)
    }
}

/// Digits of 3 x 7, as a face draws them on small panels.
enum SmallDigits {
    private static let rows: [[String]] = [
        ["###", "# #", "# #", "# #", "# #", "# #", "###"],
        ["  #", "  #", "  #", "  #", "  #", "  #", "  #"],
        ["###", "  #", "  #", "###", "#  ", "#  ", "###"],
        ["###", "  #", "  #", "###", "  #", "  #", "###"],
        ["# #", "# #", "# #", "###", "  #", "  #", "  #"],
        ["###", "#  ", "#  ", "###", "  #", "  #", "###"],
        ["###", "#  ", "#  ", "###", "# #", "# #", "###"],
        ["###", "  #", "  #", "  #", "  #", "  #", "  #"],
        ["###", "# #", "# #", "###", "# #", "# #", "###"],
        ["###", "# #", "# #", "###", "  #", "  #", "###"],
    ]

    /// The lit pixels of a digit whose upper left corner is here.
    static func lit(_ digit: Int, column: Int, row: Int) -> [(Int, Int)] {
        rows[digit].enumerated().flatMap { down, text in
            text.enumerated().filter { $0.element == "#" }.map { (column + $0.offset, row + down) }
        }
    }
}
