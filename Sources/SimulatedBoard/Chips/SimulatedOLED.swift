import HAL

/// What the OLED controllers SSD1306 and SH1106 have in common: the frame around their bytes, most registers, and the
/// way from a bit of memory to a pixel of the glass. Each chip's own file adds its addressing and its power supply.

/// One byte after the control bytes were taken out of a transaction (SSD1306 datasheet, section 8.1.5.2).
enum OLEDWord: Hashable {
    case command(UInt8)
    case data(UInt8)

    /// A control byte with the bit Co holds for one byte, one without it for all that follow. The bit D/C says what they
    /// are.
    static func words(of bytes: [UInt8]) -> [OLEDWord] {
        var words: [OLEDWord] = []
        words.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let isLast = bytes[index] & 0x80 == 0
            let isData = bytes[index] & 0x40 != 0
            let end = isLast ? bytes.count : min(bytes.count, index + 2)
            for byte in bytes[(index + 1)..<max(index + 1, end)] {
                words.append(isData ? .data(byte) : .command(byte))
            }
            index = max(index + 1, end)
        }
        return words
    }
}

/// Collects the arguments of a command. They may come in another transaction than the command: whether the end of a
/// transaction ends a command is not documented, and a driver must bear both.
struct OLEDCommands: Sendable {
    private var command: UInt8?
    private var arguments: [UInt8] = []

    /// - Parameter count: how many arguments a command has.
    /// - Returns: a command that is now complete.
    mutating func receive(
        _ byte: UInt8, count: (UInt8) -> Int
    ) -> (command: UInt8, arguments: [UInt8])? {
        if command == nil {
            command = byte
        } else {
            arguments.append(byte)
        }
        guard let command, arguments.count == count(command) else { return nil }
        defer { self = OLEDCommands() }
        return (command, arguments)
    }
}

/// How a panel's glass is joined to its controller. The usual way up has the highest segment at the left and the
/// highest common at the top, which is why modules need A1 and C8.
struct OLEDGlass: Sendable {
    let columns: Int
    let rows: Int
    /// The segment of the rightmost column.
    let firstSegment: Int
    /// Neighbouring rows come from the two halves of the common pins.
    let isAlternating: Bool
}

/// The registers with the same meaning in both chips, as they are after a reset, and the memory.
package struct OLEDRegisters: Hashable, Sendable {
    /// The width of the memory: one column for each segment.
    package let segments: Int
    /// Eight pages of `segments` bytes. Bit 0 of a byte is the topmost of its eight rows.
    package var memory: [UInt8]
    package var isOn = false
    package var isInverted = false
    /// All pixels are lit, whatever the memory says.
    package var isAllOn = false
    package var isSegmentRemapped = false
    package var isScanReversed = false
    package var startLine = 0
    package var offset = 0
    package var multiplex = 64
    package var contrast: UInt8
    package var commonPins: UInt8 = 0x12
    package var clock: UInt8
    package var precharge: UInt8 = 0x22
    package var deselectLevel: UInt8

    static let pages = 8
    private static let lines = 64

    init(segments: Int, memory: [UInt8], contrast: UInt8, clock: UInt8, deselectLevel: UInt8) {
        self.segments = segments
        self.memory = memory
        self.contrast = contrast
        self.clock = clock
        self.deselectLevel = deselectLevel
    }

    /// Carries out a command that both chips have, and ignores any other.
    mutating func carryOut(_ command: UInt8, _ argument: UInt8?) {
        switch (command, argument) {
        case (0x40...0x7F, _): startLine = Int(command & 0x3F)
        case (0x81, let value?): contrast = value
        case (0xA0...0xA1, _): isSegmentRemapped = command & 0x01 != 0
        case (0xA4...0xA5, _): isAllOn = command & 0x01 != 0
        case (0xA6...0xA7, _): isInverted = command & 0x01 != 0
        case (0xA8, let value?): multiplex = Int(value & 0x3F) + 1
        case (0xAE...0xAF, _): isOn = command & 0x01 != 0
        case (0xC0...0xCF, _): isScanReversed = command & 0x08 != 0
        case (0xD3, let value?): offset = Int(value & 0x3F)
        case (0xD5, let value?): clock = value
        case (0xD9, let value?): precharge = value
        case (0xDA, let value?): commonPins = value
        case (0xDB, let value?): deselectLevel = value
        default: break
        }
    }

    /// The fraction of the current at full contrast.
    private var duty: Double { Double(Int(contrast) + 1) / 256 }

    /// What an eye would see on this glass.
    ///
    /// - Parameter isPowered: whether the panel has its supply of some 8 V.
    func litPicture(on glass: OLEDGlass, isPowered: Bool) -> LitPicture {
        var picture = PixelPicture(columns: glass.columns, rows: glass.rows)
        guard isOn, isPowered else { return LitPicture(content: .pixels(picture), duty: 0) }
        let columns = (0..<glass.columns).map { column in
            let segment = glass.firstSegment + glass.columns - 1 - column
            return isSegmentRemapped ? segments - 1 - segment : segment
        }
        let drivenLines = drivenLines(on: glass)
        for row in 0..<glass.rows {
            // Nobody drives this row.
            guard let line = drivenLines[row] else { continue }
            let page = line / 8 * segments
            let mask = UInt8(1) << UInt8(line % 8)
            for column in 0..<glass.columns {
                let isSet = memory[page + columns[column]] & mask != 0
                if isAllOn || isSet != isInverted {
                    picture.pixels[row * glass.columns + column] = .white
                }
            }
        }
        return LitPicture(content: .pixels(picture), duty: duty)
    }

    /// The line of memory that each row of the glass shows, from the top; nil for none.
    private func drivenLines(on glass: OLEDGlass) -> [Int?] {
        var slots = [Int?](repeating: nil, count: Self.lines)
        for slot in 0..<Self.lines {
            slots[pin(ofCommon: slot, as: commonPins)] = slot
        }
        return (0..<glass.rows).map { row in
            // Common 0 is the bottom row.
            let wired = pin(
                ofCommon: glass.rows - 1 - row, as: glass.isAlternating ? 0x12 : 0x02)
            guard let common = slots[wired], common < multiplex else { return nil }
            let scanned = isScanReversed ? multiplex - 1 - common : common
            return (scanned + offset + startLine) % Self.lines
        }
    }

    /// The pin of a common: in order, or alternating between the two halves (SSD1306 datasheet, section 10.1.18).
    private func pin(ofCommon common: Int, as setting: UInt8) -> Int {
        let isAlternating = setting & 0x10 != 0
        let areHalvesSwapped = setting & 0x20 != 0
        let pin = isAlternating ? common / 2 + common % 2 * Self.lines / 2 : common
        return areHalvesSwapped ? (pin + Self.lines / 2) % Self.lines : pin
    }
}
