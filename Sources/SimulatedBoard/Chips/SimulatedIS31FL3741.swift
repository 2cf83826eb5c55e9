package import ClockTime
package import HAL

/// ISSI IS31FL3741 LED driver, from its datasheet, revision 0B (table numbers below).
///
/// Modelled: the command register and its lock, PWM, scaling, the function registers with shutdown, global current and
/// reset, the ID register, the register address that increments itself within a page, and reading back. After power-up
/// PWM and scaling hold garbage; that is stricter than the datasheet, and catches a driver that trusts them. A reset
/// clears them. Not modelled: the search for open and shorted LEDs, which never finds one; fewer rows than nine; PWM
/// frequency, resistors and interrupts, which keep their registers and change no light; currents and timing.
package struct SimulatedIS31FL3741: SimulatedChip {
    /// By page: PWM of LEDs 0 to 179 and 180 to 350, their scaling, and the function registers (table 2).
    package private(set) var pages: [[UInt8]]
    /// The selected page.
    package private(set) var page: UInt8 = 0
    /// The command register takes one page, then it is locked again (table 4).
    package private(set) var isUnlocked = false

    private let address: UInt8
    private var interruptMask: UInt8 = 0
    private var register: UInt8 = 0
    private var garbage: SplitMix

    /// A chip that has just powered up.
    ///
    /// - Parameter address: on the bus, for the ID register.
    package init(seed: UInt64, address: UInt8 = 0x30) {
        self.init(garbage: SplitMix(seed: seed), address: address)
    }

    private init(garbage: SplitMix, address: UInt8) {
        var garbage = garbage
        pages = Self.sizes.dropLast().map { garbage.bytes($0) } + [Self.functionDefaults]
        self.garbage = garbage
        self.address = address
    }

    package mutating func powerUp(at time: BootTime) {
        self = SimulatedIS31FL3741(garbage: garbage, address: address)
    }

    package mutating func write(_ bytes: [UInt8], at time: BootTime) throws(I2CError) {
        guard let first = bytes.first else { return }
        register = first
        for byte in bytes.dropFirst() {
            store(byte)
            register &+= 1
        }
    }

    package mutating func read(_ count: Int, at time: BootTime) throws(I2CError) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<count {
            bytes.append(load())
            register &+= 1
        }
        return bytes
    }

    /// Whether the configuration register lets the chip run (table 11).
    package var isAwake: Bool { pages[4][0x00] & 0x01 != 0 }

    /// The global current, 0 to 255 (table 12).
    package var current: UInt8 { pages[4][0x01] }

    /// The light of an LED, 0 to 350, as far as PWM and scaling set it: 0 to 255.
    package func light(ofLED led: Int) -> UInt8 {
        let (half, offset) = led < Self.sizes[0] ? (0, led) : (1, led - Self.sizes[0])
        let product = Int(pages[half][offset]) * Int(pages[half + 2][offset])
        return UInt8((Double(product) / 255).rounded())
    }

    /// Bytes outside a page's registers are dropped.
    private mutating func store(_ byte: UInt8) {
        switch register {
        case Self.lock:
            isUnlocked = byte == 0xC5
        case Self.command:
            if isUnlocked { page = byte }
            isUnlocked = false
        case Self.mask:
            interruptMask = byte
        case Self.reset where page == 4:
            if byte == 0xAE { reset() }
        default:
            guard page < pages.count, register < pages[Int(page)].count else { return }
            pages[Int(page)][Int(register)] = byte
        }
    }

    private func load() -> UInt8 {
        switch register {
        case Self.identity: address << 1
        case Self.command: page
        case Self.mask: interruptMask
        case _ where page < pages.count && register < pages[Int(page)].count:
            pages[Int(page)][Int(register)]
        default: 0
        }
    }

    private mutating func reset() {
        pages = Self.sizes.dropLast().map { [UInt8](repeating: 0, count: $0) }
        pages.append(Self.functionDefaults)
        page = 0
        interruptMask = 0
    }

    private static let sizes = [180, 171, 180, 171, 64]
    /// Both resistors are 32 kΩ, everything else is zero (table 10).
    private static let functionDefaults: [UInt8] = {
        var registers = [UInt8](repeating: 0, count: 64)
        registers[0x02] = 0x33
        return registers
    }()

    /// Registers on every page (table 2).
    private static let mask: UInt8 = 0xF0
    private static let identity: UInt8 = 0xFC
    private static let command: UInt8 = 0xFD
    private static let lock: UInt8 = 0xFE
    /// On the function page alone.
    private static let reset: UInt8 = 0x3F
}

extension SimulatedIS31FL3741: SimulatedDisplayChip {
    package func litPicture(
        of display: BoardDescription.Display, at time: BootTime
    ) -> LitPicture {
        var picture = PixelPicture(columns: 13, rows: 9)
        let share = isAwake ? Double(current) / 255 : 0
        guard share > 0 else { return LitPicture(content: .pixels(picture), duty: 0) }
        for led in 0..<351 {
            let (column, row, primary) = Self.place(of: led)
            picture[column, row][keyPath: primary] = light(ofLED: led)
        }
        return LitPicture(content: .pixels(picture), duty: share)
    }

    /// Where an LED sits on Adafruit's board. The chip numbers 30 columns of its nine rows first, then the other nine
    /// of each (table 7). Three columns make a pixel.
    private static func place(
        of led: Int
    ) -> (column: Int, row: Int, primary: WritableKeyPath<PixelLight, UInt8>) {
        let (line, sink) =
            led < 270 ? (led / 30, led % 30) : ((led - 270) / 9, 30 + (led - 270) % 9)
        let row =
            switch line {
            case 0...5: 6 - line
            case 8: 0
            default: 14 - line
            }
        // Even columns but the last are wired the other way about.
        let isPlain = sink / 3 % 2 == 0 && sink / 3 != 12
        let order: [WritableKeyPath<PixelLight, UInt8>] =
            isPlain ? [\.blue, \.green, \.red] : [\.green, \.red, \.blue]
        return (sink / 3, row, order[sink % 3])
    }
}
