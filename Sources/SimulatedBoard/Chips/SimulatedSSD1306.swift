package import ClockTime
package import HAL

/// Solomon Systech SSD1306 OLED controller on a panel of 128 columns, from its datasheet, revision 1.1 (section and
/// table numbers below).
///
/// Modelled: control bytes, the three ways of addressing with their windows and pointers, both remaps, multiplex,
/// offset, start line, common pins, contrast, all-on, inversion, on and off, the charge pump, the status read and the
/// power-up state with undefined memory. Not modelled: scrolling (its commands are taken and dropped), timing, how much
/// pre-charge and deselect level dim, of which the datasheet says nothing, and that the remap of segments leaves alone
/// what was written before it. The modules have no other supply for the panel than the charge pump, so they are dark
/// without it.
package struct SimulatedSSD1306: SimulatedChip {
    package private(set) var registers: OLEDRegisters
    package private(set) var isPumping = false

    private var addressing = Addressing.page
    private var column = 0
    private var page = 0
    private var columnWindow = (first: 0, last: 127)
    private var pageWindow = (first: 0, last: 7)
    /// Where the column pointer returns to in page addressing.
    private var pageStartColumn = 0
    private var commands = OLEDCommands()
    private let rows: Int
    private var garbage: SplitMix

    /// In the order of their numbers (section 10.1.3).
    private enum Addressing: UInt8 {
        case horizontal, vertical, page
    }

    private static let columns = 128

    /// A chip that has just powered up. `seed` determines its memory content.
    ///
    /// - Parameter rows: of the panel, 64 or 32.
    package init(seed: UInt64, rows: Int = 64) {
        self.init(garbage: SplitMix(seed: seed), rows: rows)
    }

    private init(garbage: SplitMix, rows: Int) {
        self.garbage = garbage
        self.rows = rows
        let memory = self.garbage.bytes(Self.columns * OLEDRegisters.pages)
        // Values after a reset (table 9-1).
        registers = OLEDRegisters(
            segments: Self.columns, memory: memory, contrast: 0x7F, clock: 0x80, deselectLevel: 0x20
        )
    }

    package mutating func powerUp(at time: BootTime) {
        self = SimulatedSSD1306(garbage: garbage, rows: rows)
    }

    package mutating func write(_ bytes: [UInt8], at time: BootTime) throws(I2CError) {
        for word in OLEDWord.words(of: bytes) {
            switch word {
            case .data(let byte):
                registers.memory[page * Self.columns + column] = byte
                advance()
            case .command(let byte):
                guard let whole = commands.receive(byte, count: Self.argumentCount) else {
                    continue
                }
                carryOut(whole.command, whole.arguments)
            }
        }
    }

    /// The status: bit 6 is set while the display is off (section 9.2).
    package mutating func read(_ count: Int, at time: BootTime) throws(I2CError) -> [UInt8] {
        [UInt8](repeating: registers.isOn ? 0x00 : 0x40, count: count)
    }

    /// From the command table (table 9-1).
    private static func argumentCount(of command: UInt8) -> Int {
        switch command {
        case 0x26, 0x27: 6
        case 0x29, 0x2A: 5
        case 0x21, 0x22, 0xA3: 2
        case 0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB: 1
        default: 0
        }
    }

    private mutating func carryOut(_ command: UInt8, _ arguments: [UInt8]) {
        switch command {
        case 0x00...0x0F where addressing == .page:
            column = column & 0x70 | Int(command & 0x0F)
            pageStartColumn = column
        case 0x10...0x1F where addressing == .page:
            column = Int(command & 0x07) << 4 | column & 0x0F
            pageStartColumn = column
        case 0xB0...0xB7 where addressing == .page:
            page = Int(command & 0x07)
        case 0x20:
            // The fourth value is invalid; it changes nothing here.
            addressing = Addressing(rawValue: arguments[0] & 0x03) ?? addressing
        case 0x21 where addressing != .page:
            columnWindow = (Int(arguments[0] & 0x7F), Int(arguments[1] & 0x7F))
            column = columnWindow.first
        case 0x22 where addressing != .page:
            pageWindow = (Int(arguments[0] & 0x07), Int(arguments[1] & 0x07))
            page = pageWindow.first
        case 0x8D:
            isPumping = arguments[0] & 0x04 != 0
        default:
            registers.carryOut(command, arguments.first)
        }
    }

    /// Moves the pointers on after a byte of data (section 10.1.3).
    private mutating func advance() {
        switch addressing {
        case .page:
            column = column == Self.columns - 1 ? pageStartColumn : column + 1
        case .horizontal:
            if advanceColumn() { _ = advancePage() }
        case .vertical:
            if advancePage() { _ = advanceColumn() }
        }
    }

    /// - Returns: whether the pointer went back to the window's beginning.
    private mutating func advanceColumn() -> Bool {
        guard column == columnWindow.last else {
            column = (column + 1) % Self.columns
            return false
        }
        column = columnWindow.first
        return true
    }

    private mutating func advancePage() -> Bool {
        guard page == pageWindow.last else {
            page = (page + 1) % OLEDRegisters.pages
            return false
        }
        page = pageWindow.first
        return true
    }
}

extension SimulatedSSD1306: SimulatedDisplayChip {
    package func litPicture(
        of display: BoardDescription.Display, at time: BootTime
    ) -> LitPicture {
        // Glass of 64 rows takes its rows from both halves in turn, glass of 32 from one half.
        let glass = OLEDGlass(
            columns: Self.columns, rows: rows, firstSegment: 0, isAlternating: rows == 64)
        return registers.litPicture(on: glass, isPowered: isPumping)
    }
}
