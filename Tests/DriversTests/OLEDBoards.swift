import HAL
import SimulatedBoard

extension TestBoards {
    static let ssd1306 = oled("ssd1306-128x64")
    static let smallSSD1306 = oled("ssd1306-128x32")
    static let sh1106 = oled("sh1106-128x64")
    /// On its side: 64 columns and 128 rows.
    static let turnedSSD1306 = turned(ssd1306)
    static let turnedSH1106 = turned(sh1106)

    private static func oled(_ driver: String) -> BoardDescription.Display {
        var display = BoardDescription.Display(
            driver: driver, addresses: [I2CAddress(0x3C)].compactMap { $0 })
        display.levels = 0...255
        display.color = .white
        return display
    }

    private static func turned(_ display: BoardDescription.Display) -> BoardDescription.Display {
        var display = display
        display.rotation = .quarter
        return display
    }
}
