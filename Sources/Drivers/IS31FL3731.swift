package import HAL

/// A board of charlieplexed LEDs on an ISSI IS31FL3731, each with a brightness of its own.
///
/// Source: IS31FL3731 datasheet, revision D (ISSI, 22 April 2013); table numbers below are its own. The boards' maps
/// are facts of their makers' libraries.
///
/// Two frames take turns. A new picture goes into the frame that is not shown, as the runs that differ from what that
/// frame holds; then the picture register switches, so that nobody ever sees half a picture. Writing in place would
/// save 9 of about 22 bytes a change (page, page, picture register), but mix two pictures for up to 14 ms at 100 kHz,
/// half of the 33 ms that a step of moving text lasts; and after a failed transfer the mixture would stay. Bytes on the
/// bus, with each transfer's address:
///
/// | | bytes | at 400 kHz |
/// | --- | --- | --- |
/// | a digit of 3 x 7 changes, as it did a minute ago | 12 to 32 | 0.3 to 0.8 ms |
/// | everything changes | 163 | 3.8 ms |
/// | back to the picture before the last, such as a colon that blinks | 3 | 0.1 ms |
/// | the refresh, once a minute | 408 | 9.3 ms |
///
/// Brightness is in the PWM registers, because the chip has no other control of it. PWM is linear light: the frame's
/// luminance times the pixel's level. A pixel that is lit at all stays at 1/255 at least.
///
/// Dark is the shutdown register, which keeps all memory and draws the least current. Adafruit's driver waits 10 ms
/// between shutdown and wake. Here nobody waits. Bring-up shuts the chip down first, and the next picture wakes it
/// last. In between it clears two frames in short transfers, which take 10 ms even on the fastest bus that the chip
/// allows. And a face never follows a dark frame with a lit one in less than 33 ms.
package struct IS31FL3731: ISSIPanel {
    /// How the LEDs of a board are arranged.
    struct Board: Sendable {
        /// In board files.
        var driver: String
        var columns: Int
        var rows: Int
        /// The number of the LED at a native pixel: 0 to 143, in the order of the PWM registers. The chip has nine
        /// lines of 16: eight LEDs of matrix A, then eight of matrix B (table 7).
        var led: @Sendable (_ column: Int, _ row: Int) -> Int

        /// Adafruit's grid of 16 x 9 on its driver board: one line for each row.
        static let grid = Board(driver: "is31fl3731-16x9", columns: 16, rows: 9) { column, row in
            column + 16 * row
        }

        /// Adafruit's bonnet: lines 1 to 8 are columns, from the bottom up; the right half is matrix B.
        static let bonnet = Board(driver: "is31fl3731-16x8", columns: 16, rows: 8) { column, row in
            column < 8 ? (column + 1) * 16 + 7 - row : (column - 6) * 16 - (row + 1)
        }

        /// Pimoroni's Scroll pHAT HD: both halves begin in the middle; matrix A runs up, matrix B down.
        static let scroll = Board(driver: "is31fl3731-17x7", columns: 17, rows: 7) { column, row in
            column <= 8 ? (8 - column) * 16 + 6 - row : (column - 8) * 16 + row - 8
        }
    }

    /// The 16 x 9 grid.
    package static let gridDescriptor = makeDescriptor(.grid)
    /// The 16 x 8 bonnet.
    package static let bonnetDescriptor = makeDescriptor(.bonnet)
    /// The Scroll pHAT HD, 17 x 7.
    package static let scrollDescriptor = makeDescriptor(.scroll)

    private static func makeDescriptor(_ board: Board) -> PanelDescriptor {
        PanelDescriptor(
            driver: board.driver,
            part: "IS31FL3731",
            addresses: addresses,
            make: { display throws(CatalogError) in
                try IS31FL3731(board, checking: display)
            })
    }

    /// Pin AD on ground, SCL, SDA or VCC (table 1).
    private static let addresses = I2CAddress.range(0x74...0x77)

    static let shutdown = Function.shutdown
    static let functionPage = Page.function
    static let unlocking: [[UInt8]] = []

    let pixels: MountedPixels
    /// The LED under each pixel of the picture.
    private let leds: [Int]
    var held: Held?

    struct Held: ISSIMemory {
        /// The PWM registers of the two frames.
        var frames = [Frames.dark, Frames.dark]
        /// The frame in the picture register.
        var shown = 0
        var isAwake = false
        var page: UInt8?
    }

    private init(
        _ board: Board, checking display: BoardDescription.Display
    ) throws(CatalogError) {
        pixels = try MountedPixels(
            checking: display, part: "IS31FL3731", addresses: Self.addresses,
            columns: board.columns, rows: board.rows, color: .single)
        leds = pixels.places.map { board.led($0.column, $0.row) }
    }

    package mutating func bringUp(on bus: any I2CBus) throws(DeviceError) {
        var held = Held()
        // The program may have restarted while the chip ran on: switch off first, and stay so.
        try wake(false, &held, on: bus)
        for frame in held.frames.indices {
            // Short transfers take longer, and this must take 10 ms; see above.
            try writeWhole(frame, step: 12, &held, on: bus)
        }
        try write(Self.functions(held), to: 0, ofPage: Page.function, &held, on: bus)
        self.held = held
    }

    package mutating func refresh(on bus: any I2CBus) throws(DeviceError) {
        guard var held else { return try bringUp(on: bus) }
        // A chip that lost its power may have another page selected.
        held.page = nil
        for frame in held.frames.indices {
            try writeWhole(frame, step: RegisterRuns.longestTransfer, &held, on: bus)
        }
        // Shutdown or not comes after all that: until then a chip that lost its memory shows nothing.
        try write(Self.functions(held), to: 0, ofPage: Page.function, &held, on: bus)
        self.held = held
    }

    /// The PWM registers for a picture.
    private func levels(of picture: PixelPicture, at brightness: Brightness) -> [UInt8] {
        let full = min(
            Double(pixels.levels.upperBound),
            max(Double(pixels.levels.lowerBound), 255 * brightness.luminance))
        var levels = Frames.dark
        for (led, light) in zip(leds, pixels.pixels(of: picture)) where light.level > 0 {
            levels[led] = max(1, UInt8((full * Double(light.level) / 255).rounded()))
        }
        return levels
    }

    /// Writes the frame that is not shown, and shows it. Does nothing if the shown one is the same.
    mutating func update(
        to picture: PixelPicture, at brightness: Brightness, _ held: inout Held, on bus: any I2CBus
    ) throws(DeviceError) {
        let levels = levels(of: picture, at: brightness)
        guard levels != held.frames[held.shown] else { return }
        let next = 1 - held.shown
        let runs = RegisterRuns.changed(from: held.frames[next], to: levels)
        try write(runs, of: levels, from: Frames.pwm, ofPage: UInt8(next), &held, on: bus)
        held.frames[next] = levels
        try write([UInt8(next)], to: Function.picture, ofPage: Page.function, &held, on: bus)
        held.shown = next
    }

    /// Sends everything that a frame should hold: all LEDs enabled, none blinking, and their PWM.
    private mutating func writeWhole(
        _ frame: Int, step: Int, _ held: inout Held, on bus: any I2CBus
    ) throws(DeviceError) {
        let registers =
            [UInt8](repeating: 0xFF, count: Frames.bits) + [UInt8](repeating: 0, count: Frames.bits)
            + held.frames[frame]
        let runs = RegisterRuns.all(registers.count, step: step)
        try write(runs, of: registers, ofPage: UInt8(frame), &held, on: bus)
    }

    /// All function registers: picture mode, no blinking, breathing or sound.
    private static func functions(_ held: Held) -> [UInt8] {
        var registers = [UInt8](repeating: 0, count: Function.count)
        registers[Function.picture] = UInt8(held.shown)
        registers[Function.shutdown] = held.isAwake ? 1 : 0
        return registers
    }
}

// MARK: - Registers

/// Frames are pages 0 to 7 (table 2).
private enum Page {
    static let function: UInt8 = 0x0B
}

/// The registers of a frame (table 3). The address increments itself within the page.
private enum Frames {
    /// Enable bits of the LEDs at 0x00 (table 4), then as many bytes of blink bits at 0x12 (table 5).
    static let bits = 18
    /// One for each LED (table 6).
    static let pwm = 0x24
    static let leds = 144

    static let dark = [UInt8](repeating: 0, count: leds)
}

/// The registers of the function page (table 3).
private enum Function {
    /// Which frame is shown in picture mode (table 9).
    static let picture = 0x01
    /// The chip sleeps while its bit is clear (table 17).
    static let shutdown = 0x0A
    /// Up to the rate of sound sampling, 0x0C (table 19).
    static let count = 13
}
