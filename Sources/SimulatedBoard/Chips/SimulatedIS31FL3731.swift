package import ClockTime
package import HAL

/// ISSI IS31FL3731 LED driver, from its datasheet, revision D (table numbers below).
///
/// Modelled: the command register, eight frames with enable bits and PWM, the function registers with picture frame and
/// shutdown, the register address that increments itself within a page, and reading back. Frames hold garbage after
/// power-up; that is stricter than the datasheet, and catches a driver that trusts them. Not modelled: blink bits,
/// breath and fading, which keep their registers and change no light; auto play and sound modes, which show what
/// picture mode would; currents and timing.
package struct SimulatedIS31FL3731: SimulatedChip {
    /// The registers of each frame: 18 bytes of enable bits, 18 of blink bits, 144 of PWM (table 3).
    package private(set) var frames: [[UInt8]]
    /// The function registers, 0x00 to 0x0C (table 3).
    package private(set) var functions = [UInt8](repeating: 0, count: 13)
    /// What the command register points to: a frame, or 0x0B for the function registers (table 2).
    package private(set) var page: UInt8 = 0

    private var register: UInt8 = 0
    private var garbage: SplitMix

    /// A chip that has just powered up.
    package init(seed: UInt64) {
        self.init(garbage: SplitMix(seed: seed))
    }

    private init(garbage: SplitMix) {
        var garbage = garbage
        frames = (0..<8).map { _ in garbage.bytes(Self.frameSize) }
        self.garbage = garbage
    }

    package mutating func powerUp(at time: BootTime) {
        self = SimulatedIS31FL3731(garbage: garbage)
    }

    package mutating func write(_ bytes: [UInt8], at time: BootTime) throws(I2CError) {
        guard let first = bytes.first else { return }
        register = first
        guard first != Self.command else {
            if bytes.count > 1 { page = bytes[1] }
            return
        }
        for byte in bytes.dropFirst() {
            store(byte)
            register &+= 1
        }
    }

    package mutating func read(_ count: Int, at time: BootTime) throws(I2CError) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<count {
            bytes.append(load())
            if register != Self.command { register &+= 1 }
        }
        return bytes
    }

    /// Whether the shutdown register lets the chip run (table 17).
    package var isAwake: Bool { functions[0x0A] & 0x01 != 0 }

    /// The frame that picture mode shows (table 9).
    package var shownFrame: Int { Int(functions[0x01] & 0x07) }

    /// The PWM of each LED in one frame, as far as its enable bit is set; whether the chip is awake does not matter.
    package func lit(inFrame frame: Int) -> [UInt8] {
        let registers = frames[frame]
        return (0..<144).map { (led: Int) -> UInt8 in
            let isOn = registers[led / 8] >> (led % 8) & 1 == 1
            return isOn ? registers[0x24 + led] : 0
        }
    }

    /// Bytes outside a page's registers are dropped.
    private mutating func store(_ byte: UInt8) {
        switch page {
        case 0..<8 where Int(register) < Self.frameSize:
            frames[Int(page)][Int(register)] = byte
        case 0x0B where Int(register) < functions.count && register != Self.frameState:
            functions[Int(register)] = byte
        default:
            break
        }
    }

    private func load() -> UInt8 {
        switch page {
        case _ where register == Self.command: page
        case 0..<8 where Int(register) < Self.frameSize: frames[Int(page)][Int(register)]
        case 0x0B where register == Self.frameState: UInt8(shownFrame)
        case 0x0B where Int(register) < functions.count: functions[Int(register)]
        default: 0
        }
    }

    private static let frameSize = 0xB4
    /// Selects a page, on every page (table 2).
    private static let command: UInt8 = 0xFD
    /// Read only: the frame that is being shown (table 14).
    private static let frameState: UInt8 = 0x07
}

extension SimulatedIS31FL3731: SimulatedDisplayChip {
    package func litPicture(
        of display: BoardDescription.Display, at time: BootTime
    ) -> LitPicture {
        let board = CharlieplexedBoard(display)
        var picture = PixelPicture(columns: board.columns, rows: board.rows)
        guard isAwake else { return LitPicture(content: .pixels(picture), duty: 0) }
        for (led, level) in lit(inFrame: shownFrame).enumerated() {
            guard let place = board.place(of: led) else { continue }
            picture[place.column, place.row] = PixelLight(level: level)
        }
        return LitPicture(content: .pixels(picture), duty: 1)
    }
}

/// Where the LEDs of a board sit. The chip numbers them by nine lines of 16: places 0 to 7 are matrix A, 8 to 15 are
/// matrix B (table 7).
private enum CharlieplexedBoard {
    case grid, bonnet, scroll

    init(_ display: BoardDescription.Display) {
        switch display.driver {
        case "is31fl3731-16x8": self = .bonnet
        case "is31fl3731-17x7": self = .scroll
        default: self = .grid
        }
    }

    var columns: Int { self == .scroll ? 17 : 16 }

    var rows: Int {
        switch self {
        case .grid: 9
        case .bonnet: 8
        case .scroll: 7
        }
    }

    /// nil where no LED is fitted.
    func place(of led: Int) -> (column: Int, row: Int)? {
        let (line, place) = (led / 16, led % 16)
        let isMatrixA = place < 8
        switch self {
        case .grid:
            return (place, line)
        case .bonnet:
            // Both matrices stand on their heads; the first line is not connected.
            guard line > 0 else { return nil }
            return isMatrixA ? (line - 1, 7 - place) : (line + 7, 15 - place)
        case .scroll:
            // Back to back: A goes left from the middle and stands on its head, B goes right. The eighth place of each
            // is not connected, nor is the last line of B.
            guard place % 8 < 7, isMatrixA || line < 8 else { return nil }
            return isMatrixA ? (8 - line, 6 - place) : (9 + line, place - 8)
        }
    }
}
