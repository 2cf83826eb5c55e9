/// Solomon Systech SSD1306, the controller of the 0.96" (128 x 64) and 0.91" (128 x 32) OLED modules.
///
/// Source: SSD1306 datasheet, revision 1.1 (Solomon Systech, April 2008), with its application note on the charge pump;
/// section and table numbers below are its own.
///
/// The chip is used in horizontal addressing with windows, so that a block may span pages (section 10.1.3).
///
/// The pre-charge follows the contrast: its second phase charges, its first discharges. Together they have 16 clocks,
/// and with the 50 of the current a row lasts 66 (section 8.3): 370 kHz renew the picture 87 times a second at 64 rows.
/// At night the deselect level is the lowest that the datasheet names. Drivers of others send zeros in the pre-charge
/// to dim further, which are invalid, and the level 0x40, which does not exist.
struct SSD1306: OLEDChip {
    static let descriptor = OLEDPanel.descriptor(
        driver: "ssd1306-128x64", chip: SSD1306(rows: 64, pins: .alternating))

    static let smallDescriptor = OLEDPanel.descriptor(
        driver: "ssd1306-128x32", chip: SSD1306(rows: 32, pins: .sequential))

    let part = "SSD1306"
    let rows: Int
    let pins: OLEDPins

    var setUp: [UInt8] {
        [
            OLEDCommand.clock, Clock.afterReset, Command.chargePump, ChargePump.on,
            Command.addressing, Addressing.horizontal,
        ] + OLEDCommand.picture(rows: rows, pins: pins)
    }

    /// After this the memory must be written again (table 9-1), which bringing up does.
    let setUpWhileOff = [Command.stopScrolling]

    let powerDown = [Command.chargePump, ChargePump.off]

    /// Both transactions' address and control byte, and two windows.
    let addressing = OLEDMemory.Addressing(cost: 10, spansPages: true)

    func address(_ block: OLEDMemory.Block) -> [UInt8] {
        [
            Command.columnWindow, UInt8(block.columns.lowerBound), UInt8(block.columns.upperBound),
            Command.pageWindow, UInt8(block.pages.lowerBound), UInt8(block.pages.upperBound),
        ]
    }

    /// Phase 2 has the upper half of the byte (section 10.1.17).
    func precharge(charging: UInt8, discharging: UInt8) -> UInt8 {
        charging << 4 | discharging
    }

    let deselectLevels = (night: DeselectLevel.least, afterReset: DeselectLevel.afterReset)
}

// MARK: - Registers

/// Commands of this chip alone (table 9-1).
private enum Command {
    static let addressing: UInt8 = 0x20
    /// First and last column, in horizontal and vertical addressing.
    static let columnWindow: UInt8 = 0x21
    static let pageWindow: UInt8 = 0x22
    static let stopScrolling: UInt8 = 0x2E
    static let chargePump: UInt8 = 0x8D
}

private enum Addressing {
    static let horizontal: UInt8 = 0x00
}

/// 370 kHz, not divided (section 10.1.16).
private enum Clock {
    static let afterReset: UInt8 = 0x80
}

/// The supply of the panel; the modules have no other (application note, command 8D).
private enum ChargePump {
    static let on: UInt8 = 0x14
    static let off: UInt8 = 0x10
}

/// 0.65 and 0.77 times the panel's supply (section 10.1.19).
private enum DeselectLevel {
    static let least: UInt8 = 0x00
    static let afterReset: UInt8 = 0x20
}
