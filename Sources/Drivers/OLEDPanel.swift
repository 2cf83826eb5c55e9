package import HAL

/// A panel of pixels that are on or off, on an OLED controller with pages. SSD1306.swift and SH1106.swift say what differs.
///
/// A transaction is a control byte and commands, or a control byte and data. The mount is done while packing; the chip's
/// own remaps stay as the standard way up needs them, because they can only mirror and not turn by a quarter.
///
/// Against burn-in, a face moves its picture now and then. The driver never moves it by itself: the face knows what it
/// can spare at the edges, and a panel shows what it is given.
package struct OLEDPanel: RememberingPanel {
    package let geometry: PanelGeometry

    private let address: I2CAddress
    private let chip: any OLEDChip
    private let levels: ClosedRange<Int>
    private let memory: OLEDMemory
    var held: Held?

    struct Held {
        var memory: [UInt8]
        var contrast: UInt8
        var isOn: Bool
    }

    /// The most bytes of data in one transfer. Whoever waits for the bus waits for at most this many: 12 ms at 100 kHz,
    /// 3 ms at 400 kHz.
    static let longestData = 128

    package mutating func bringUp(on bus: any I2CBus) throws(DeviceError) {
        // Dark first. More often than a command has arguments, because one that was cut off may still wait for them and
        // would swallow these.
        let off = [UInt8](repeating: OLEDCommand.off, count: OLEDCommand.mostArguments + 1)
        try command(off + chip.setUpWhileOff + chip.setUp, on: bus)
        let blank = [UInt8](repeating: 0, count: memory.count)
        for block in memory.whole(chip.addressing) { try send(block, of: blank, on: bus) }
        let contrast = Self.contrast(for: .minimum, within: levels)
        try command(chip.light(atContrast: contrast), on: bus)
        held = Held(memory: blank, contrast: contrast, isOn: false)
    }

    /// Brings the chip up first if that has not happened since the last error.
    package mutating func show(_ frame: Frame, on bus: any I2CBus) throws(DeviceError) {
        if held == nil { try bringUp(on: bus) }
        guard var held else { return }
        switch frame.content {
        case .dark, .segments:
            guard held.isOn else { return }
            try command([OLEDCommand.off], on: bus)
            held.isOn = false
        case .pixels(let picture):
            let bytes = memory.bytes(showing: picture)
            for block in memory.changes(from: held.memory, to: bytes, chip.addressing) {
                try send(block, of: bytes, on: bus)
            }
            let contrast = Self.contrast(for: frame.brightness, within: levels)
            if contrast != held.contrast {
                try command(chip.light(atContrast: contrast), on: bus)
            }
            // Last, so that nobody sees the previous picture or brightness.
            if !held.isOn { try command([OLEDCommand.on], on: bus) }
            held = Held(memory: bytes, contrast: contrast, isOn: true)
        }
        self.held = held
    }

    package mutating func refresh(on bus: any I2CBus) throws(DeviceError) {
        guard let held else { return try bringUp(on: bus) }
        try command(chip.setUp, on: bus)
        for block in memory.whole(chip.addressing) { try send(block, of: held.memory, on: bus) }
        // On or off comes last: until then a chip that lost its memory shows nothing.
        let last = held.isOn ? OLEDCommand.on : OLEDCommand.off
        try command(chip.light(atContrast: held.contrast) + [last], on: bus)
    }

    package mutating func shutDown(on bus: any I2CBus) throws(DeviceError) {
        try command([OLEDCommand.off] + chip.powerDown, on: bus)
        // The next user starts over.
        held = nil
    }

    /// The contrast whose current is closest to the light that looks this bright. Even 0 is not dark.
    static func contrast(for brightness: Brightness, within levels: ClosedRange<Int>) -> UInt8 {
        let nearest = Int((255 * brightness.luminance).rounded())
        return UInt8(min(levels.upperBound, max(levels.lowerBound, nearest)))
    }

    private mutating func send(
        _ block: OLEDMemory.Block, of memory: [UInt8], on bus: any I2CBus
    ) throws(DeviceError) {
        try command(chip.address(block), on: bus)
        let bytes = OLEDMemory.bytes(of: block, in: memory)
        for start in stride(from: 0, to: bytes.count, by: Self.longestData) {
            let end = min(bytes.count, start + Self.longestData)
            try send([OLEDControl.data] + bytes[start..<end], to: address, on: bus)
        }
    }

    private mutating func command(
        _ commands: [UInt8], on bus: any I2CBus
    ) throws(DeviceError) {
        try send([OLEDControl.commands] + commands, to: address, on: bus)
    }
}

// MARK: - From a board file

extension OLEDPanel {
    /// Pin SA0 low, the default, or high.
    private static let addresses = [I2CAddress(0x3C), I2CAddress(0x3D)].compactMap { $0 }

    /// A contrast is one byte.
    private static let allLevels = 0...255

    static func descriptor(driver: String, chip: any OLEDChip) -> PanelDescriptor {
        PanelDescriptor(
            driver: driver,
            part: chip.part,
            addresses: addresses,
            make: { display throws(CatalogError) in
                try OLEDPanel(checking: display, chip: chip)
            })
    }

    private init(
        checking display: BoardDescription.Display, chip: any OLEDChip
    ) throws(CatalogError) {
        guard display.addresses.count == 1, let address = display.addresses.first,
            Self.addresses.contains(address)
        else {
            throw .unsuitable(
                "display.addresses",
                "must be one address, 0x3C or 0x3D: that is what the pin SA0 of an \(chip.part) "
                    + "can choose")
        }
        let mount = PixelMount(
            moduleColumns: OLEDMemory.columns, moduleRows: chip.rows, of: display)
        var pixels = try PixelGeometry(checking: display, mount: mount, depth: .one)
        pixels.burnsIn = true
        self.address = address
        self.chip = chip
        levels = display.levels ?? Self.allLevels
        memory = OLEDMemory(mount: mount)
        geometry = .pixels(pixels)
    }
}
