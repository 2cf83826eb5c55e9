/// Sino Wealth SH1106, the controller of most 1.3" OLED modules of 128 x 64.
///
/// Source: SH1106 datasheet, version 2.3 (Sino Wealth); section numbers below are those of its chapter on commands.
///
/// It resembles the SSD1306. But its memory has 132 columns, of which the glass shows the middle 128; it has no windows
/// and does not go on to the next page by itself (section 2); and the converter for the panel's supply runs after a
/// reset.
///
/// The pre-charge follows the contrast as on the SSD1306, and the deselect level falls at night. Two things differ.
/// Charging has the lower half of the byte and discharging the upper one, so that the value of an SSD1306 would do the
/// opposite. And the deselect level goes down to 0.43, where some panels stay black: the driver stops at 0.65, the least
/// of an SSD1306.
struct SH1106: OLEDChip {
    static let descriptor = OLEDPanel.descriptor(driver: "sh1106-128x64", chip: SH1106())

    let part = "SH1106"
    let rows = 64

    var setUp: [UInt8] {
        [OLEDCommand.clock, Clock.afterReset, Command.pumpVoltage | PumpVoltage.afterReset]
            + OLEDCommand.picture(rows: rows, pins: .alternating)
    }

    /// The display must be off for it (section 10).
    let setUpWhileOff = [Command.converter, Converter.on]

    let powerDown = [Command.converter, Converter.off]

    /// Both transactions' address and control byte, page and column.
    let addressing = OLEDMemory.Addressing(cost: 7, spansPages: false)

    func address(_ block: OLEDMemory.Block) -> [UInt8] {
        let column = Glass.firstColumn + UInt8(block.columns.lowerBound)
        return [
            Command.page | UInt8(block.pages.lowerBound),
            Command.lowColumn | column & 0x0F,
            Command.highColumn | column >> 4,
        ]
    }

    func precharge(charging: UInt8, discharging: UInt8) -> UInt8 {
        discharging << 4 | charging
    }

    let deselectLevels = (night: DeselectLevel.night, afterReset: DeselectLevel.afterReset)
}

// MARK: - Registers

/// Two of the four columns that the glass does not show come before those that it does.
private enum Glass {
    static let firstColumn: UInt8 = 2
}

/// Commands of this chip alone.
private enum Command {
    /// The lower four bits are those of the column (sections 1 and 2).
    static let lowColumn: UInt8 = 0x00
    static let highColumn: UInt8 = 0x10
    static let pumpVoltage: UInt8 = 0x30
    static let converter: UInt8 = 0xAD
    /// The lower three bits are the page (section 12).
    static let page: UInt8 = 0xB0
}

/// The middle one of the frequencies, not divided (section 15).
private enum Clock {
    static let afterReset: UInt8 = 0x50
}

/// 8.0 V (section 3).
private enum PumpVoltage {
    static let afterReset: UInt8 = 0x02
}

private enum Converter {
    static let on: UInt8 = 0x8B
    static let off: UInt8 = 0x8A
}

/// 0.43 times the reference, and 0.0064 more for each step (section 18).
private enum DeselectLevel {
    /// 0.65.
    static let night: UInt8 = 0x22
    /// 0.77.
    static let afterReset: UInt8 = 0x35
}
