package import HAL

/// Adafruit's board of 13 x 9 RGB LEDs on an ISSI IS31FL3741.
///
/// Source: IS31FL3741 datasheet, revision 0B (ISSI, 6 September 2017); table numbers below are its own. The board's map
/// is a fact of its maker's library.
///
/// A primary's light is the product of the global current, its scaling and its PWM, each linear (table 12 and above).
/// Scaling stays at full. The current sets the brightness of the whole, so that colours keep their hue and a fade sends
/// 3 bytes a step. Its first step is 1/255 of full light, which looks like 3.5 %: far too much for a dark room. Below
/// it the PWM of everything goes down instead, to 8/255 and no further, so that an orange is still an orange there and
/// not a red. That is 1/8,128 of full light. As the current is at its first step on both sides of the change, nothing
/// flashes. A pixel that is lit at all keeps its strongest primary. The board file's `levels` limit the current.
///
/// PWM is written in place, because the chip has no second set of registers: only the runs that changed, beginning with
/// the page that is selected already. Bytes on the bus, with each transfer's address:
///
/// | | bytes | at 400 kHz |
/// | --- | --- | --- |
/// | a digit of 3 x 7 changes | 8 to 46 | 0.2 to 1.1 ms |
/// | everything changes | 387 | 9.0 ms |
/// | one step of brightness above the first | 3, or 9 after a picture | 0.2 ms at most |
/// | the refresh, once a minute | 786 | 17.9 ms |
///
/// Dark is the shutdown bit, which keeps all registers. No delay is needed anywhere: a reset leaves the chip dark, and
/// the next picture wakes it last.
package struct IS31FL3741: ISSIPanel {
    package static let descriptor = PanelDescriptor(
        driver: "is31fl3741-13x9",
        part: "IS31FL3741",
        addresses: addresses,
        make: { display throws(CatalogError) in
            try IS31FL3741(checking: display)
        })

    /// Pin ADDR on ground, SCL, SDA or VCC (table 1).
    private static let addresses = I2CAddress.range(0x30...0x33)

    static let shutdown = Function.configuration
    static let functionPage = Page.function
    /// The chip locks its command register again after each use (table 4).
    static let unlocking = [[Page.lock, Page.unlocked]]

    let pixels: MountedPixels
    /// The LEDs under each pixel of the picture.
    private let leds: [Primaries]
    var held: Held?

    struct Held: ISSIMemory {
        /// The PWM registers, by LED number.
        var light = Lights.dark
        var current: UInt8 = 0
        var isAwake = false
        var page: UInt8?
    }

    private init(checking display: BoardDescription.Display) throws(CatalogError) {
        pixels = try MountedPixels(
            checking: display, part: "IS31FL3741", addresses: Self.addresses,
            columns: Primaries.columns, rows: Primaries.rows.count, color: .full)
        leds = pixels.places.map { Primaries(column: $0.column, row: $0.row) }
    }

    package mutating func bringUp(on bus: any I2CBus) throws(DeviceError) {
        var held = Held()
        // Dark, and everything zero (table 17), whatever ran before.
        try write([Function.resetKey], to: Function.reset, ofPage: Page.function, &held, on: bus)
        // The reset also takes the page back.
        held.page = nil
        try writeScaling(&held, on: bus)
        self.held = held
    }

    package mutating func refresh(on bus: any I2CBus) throws(DeviceError) {
        guard var held else { return try bringUp(on: bus) }
        // A chip that lost its power may have another page selected.
        held.page = nil
        try writeScaling(&held, on: bus)
        for page in Page.light {
            let content = Array(held.light[Lights.range(onPage: page)])
            try write(
                RegisterRuns.all(content.count), of: content, ofPage: page, &held, on: bus)
        }
        try write([held.current], to: Function.current, ofPage: Page.function, &held, on: bus)
        // Comes last: until then a chip that lost its registers shows nothing.
        try wake(held.isAwake, &held, on: bus)
        self.held = held
    }

    mutating func update(
        to picture: PixelPicture, at brightness: Brightness, _ held: inout Held, on bus: any I2CBus
    ) throws(DeviceError) {
        let dimming = Dimming(brightness, within: pixels.levels)
        try writeChanges(to: lights(of: picture, dimming), &held, on: bus)
        guard dimming.current != held.current else { return }
        try write([dimming.current], to: Function.current, ofPage: Page.function, &held, on: bus)
        held.current = dimming.current
    }

    /// The PWM registers for a picture.
    private func lights(of picture: PixelPicture, _ dimming: Dimming) -> [UInt8] {
        var lights = Lights.dark
        for (leds, light) in zip(leds, pixels.pixels(of: picture)) where light.level > 0 {
            lights[leds.red] = dimming.pulseWidth(of: light.red, ofPixel: light)
            lights[leds.green] = dimming.pulseWidth(of: light.green, ofPixel: light)
            lights[leds.blue] = dimming.pulseWidth(of: light.blue, ofPixel: light)
        }
        return lights
    }

    private mutating func writeChanges(
        to lights: [UInt8], _ held: inout Held, on bus: any I2CBus
    ) throws(DeviceError) {
        // The page that is selected costs no change of page.
        for page in held.page == Page.light.last ? Page.light.reversed() : Page.light {
            let range = Lights.range(onPage: page)
            let content = Array(lights[range])
            let runs = RegisterRuns.changed(from: Array(held.light[range]), to: content)
            try write(runs, of: content, ofPage: page, &held, on: bus)
        }
        held.light = lights
    }

    private mutating func writeScaling(
        _ held: inout Held, on bus: any I2CBus
    ) throws(DeviceError) {
        for (page, light) in zip(Page.scaling, Page.light) {
            let full = [UInt8](repeating: 0xFF, count: Lights.range(onPage: light).count)
            try write(RegisterRuns.all(full.count), of: full, ofPage: page, &held, on: bus)
        }
    }
}

// MARK: - Light

extension IS31FL3741 {
    /// A brightness as the chip has it: the current for everything, and a share of each pixel's PWM.
    struct Dimming: Hashable {
        /// 1 to 255.
        let current: UInt8
        /// Less than 1 only at the first step of the current.
        private let share: Double

        /// - Parameter levels: of the current; 0 counts as 1, because no current is no light.
        init(_ brightness: Brightness, within levels: ClosedRange<Int>) {
            let wanted = 255 * brightness.luminance
            let step = max(1, min(levels.upperBound, max(levels.lowerBound, Int(wanted.rounded()))))
            current = UInt8(step)
            share = step == 1 ? min(1, max(Self.leastShare, wanted)) : 1
        }

        /// The PWM of one primary. Where even the strongest one of a pixel would round to nothing, it stays on alone.
        func pulseWidth(of primary: UInt8, ofPixel light: PixelLight) -> UInt8 {
            guard share < 1 else { return primary }
            guard Double(light.level) * share >= 0.5 else { return primary == light.level ? 1 : 0 }
            return UInt8((Double(primary) * share).rounded())
        }

        private static let leastShare = 8.0 / 255
    }
}

/// The numbers of the three LEDs of one native pixel, from 0 to 350 in the order of the PWM registers.
///
/// LEDs of the chip's rows SW1 to SW9 and columns CS1 to CS30 come first, 30 to a row; then those of CS31 to CS39, 9 to
/// a row (table 7). A pixel takes three columns.
private struct Primaries {
    let red: Int
    let green: Int
    let blue: Int

    init(column: Int, row: Int) {
        let line = Self.rows[row]
        let first = column < 10 ? 3 * (column + 10 * line) : 3 * (column + 80 + 3 * line)
        if column % 2 == 0, column < 12 {
            (red, green, blue) = (first + 2, first + 1, first)
        } else {
            (red, green, blue) = (first + 1, first, first + 2)
        }
    }

    static let columns = 13
    /// The chip's row behind each one of the board, from the top.
    static let rows = [8, 5, 4, 3, 2, 1, 0, 7, 6]
}

// MARK: - Registers

/// Pages and how to select them (tables 2 to 4).
private enum Page {
    static let lock: UInt8 = 0xFE
    static let unlocked: UInt8 = 0xC5

    /// PWM.
    static let light: [UInt8] = [0, 1]
    static let scaling: [UInt8] = [2, 3]
    static let function: UInt8 = 4
}

/// The PWM registers: LEDs 0 to 179 on one page, 180 to 350 on the next (table 7). Scaling likewise.
private enum Lights {
    static let dark = [UInt8](repeating: 0, count: 351)

    static func range(onPage page: UInt8) -> Range<Int> {
        page == Page.light.first ? 0..<180 : 180..<dark.count
    }
}

/// The registers of the function page (table 10).
private enum Function {
    /// The chip sleeps while its bit 0 is clear (table 11).
    static let configuration = 0x00
    /// Of all LEDs (table 12).
    static let current = 0x01
    static let reset = 0x3F
    static let resetKey: UInt8 = 0xAE
}
