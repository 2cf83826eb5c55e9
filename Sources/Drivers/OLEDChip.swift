/// What the driver of an OLED panel needs to know about its controller. Each list is of commands with their arguments.
protocol OLEDChip: Sendable {
    /// The manufacturer's part number.
    var part: String { get }
    /// Of the panel; all have 128 columns.
    var rows: Int { get }
    /// Everything that a running chip may be sent again without being seen, for the standard way up.
    var setUp: [UInt8] { get }
    /// What only a chip that is off may be sent, before the rest.
    var setUpWhileOff: [UInt8] { get }
    /// The end, after the display is off.
    var powerDown: [UInt8] { get }
    var addressing: OLEDMemory.Addressing { get }

    /// Makes the bytes that follow go into this block, which lies in one page unless the chip spans pages.
    func address(_ block: OLEDMemory.Block) -> [UInt8]

    /// The argument of the pre-charge command.
    func precharge(charging: UInt8, discharging: UInt8) -> UInt8

    /// The arguments of the command for the deselect level.
    var deselectLevels: (night: UInt8, afterReset: UInt8) { get }
}

/// The first byte of a transaction (SSD1306 datasheet, section 8.1.5.2).
enum OLEDControl {
    static let commands: UInt8 = 0x00
    static let data: UInt8 = 0x40
}

/// Command bytes that are the same in all these chips (SSD1306 datasheet, table 9-1).
enum OLEDCommand {
    /// The lower six bits are the line of memory at the top.
    static let startLine: UInt8 = 0x40
    static let contrast: UInt8 = 0x81
    static let segmentRemap: UInt8 = 0xA0
    static let pixels: UInt8 = 0xA4
    static let polarity: UInt8 = 0xA6
    /// One less than the number of rows.
    static let multiplex: UInt8 = 0xA8
    static let off: UInt8 = 0xAE
    static let on: UInt8 = 0xAF
    static let commonScan: UInt8 = 0xC0
    static let offset: UInt8 = 0xD3
    static let clock: UInt8 = 0xD5
    static let precharge: UInt8 = 0xD9
    static let commonPins: UInt8 = 0xDA
    static let deselectLevel: UInt8 = 0xDB

    /// Of any command that these drivers send.
    static let mostArguments = 2

    /// The picture as it lies in memory, with its first column at the left of the modules, which is their last segment,
    /// and its first row at the top, which is their last common.
    ///
    /// - Parameter pins: how the rows of the glass are joined to the chip.
    static func picture(rows: Int, pins: OLEDPins) -> [UInt8] {
        [
            multiplex, UInt8(rows - 1),
            offset, 0,
            startLine,
            segmentRemap | 0x01,
            commonScan | 0x08,
            commonPins, pins.rawValue,
            pixels,
            polarity,
        ]
    }
}

/// Rows in the order of the pins, or in turn from the two halves of them (SSD1306 datasheet, section 10.1.18).
enum OLEDPins: UInt8 {
    case sequential = 0x02
    case alternating = 0x12
}

extension OLEDChip {
    /// Contrast, and what else dims with it.
    ///
    /// Contrast sets the current of a lit pixel. Before that each pixel is charged to a fixed voltage, and this alone
    /// gives light: at contrast 0 many panels are still far too bright for a bedroom. So the pre-charge follows the
    /// contrast.
    func light(atContrast contrast: UInt8) -> [UInt8] {
        // Clocks in which pixels are charged: 15 at full contrast, 1 at the least. 0 is invalid in both chips.
        let charging = 1 + contrast / 18
        // Before that they are discharged in what is left of 16 clocks, so that a row always lasts equally long and the
        // picture is renewed equally often.
        let precharge = precharge(charging: charging, discharging: 16 - charging)
        // These contrasts are for the night: up to about 15 % of perceived brightness.
        let isForNight = contrast <= 4
        return [
            OLEDCommand.contrast, contrast,
            OLEDCommand.precharge, precharge,
            OLEDCommand.deselectLevel,
            isForNight ? deselectLevels.night : deselectLevels.afterReset,
        ]
    }
}
