import HAL

/// A panel of dimmable LEDs on a chip of ISSI, whose registers lie in pages. What differs is in IS31FL3731.swift and
/// IS31FL3741.swift.
protocol ISSIPanel: RememberingPanel where Held: ISSIMemory {
    /// The register of the function page that has the chip's shutdown bit. The chip sleeps while it is clear, and keeps
    /// all registers.
    static var shutdown: Int { get }
    static var functionPage: UInt8 { get }
    /// The transfers before the one that selects a page.
    static var unlocking: [[UInt8]] { get }

    var pixels: MountedPixels { get }

    /// Shows a picture, but does not wake the chip.
    mutating func update(
        to picture: PixelPicture, at brightness: Brightness, _ held: inout Held, on bus: any I2CBus
    ) throws(DeviceError)
}

/// What such a chip holds.
protocol ISSIMemory {
    var isAwake: Bool { get set }
    /// The selected page; nil before the first selection.
    var page: UInt8? { get set }

    init()
}

extension ISSIPanel {
    package var geometry: PanelGeometry { .pixels(pixels.geometry) }

    /// Brings the chip up first if that has not happened since the last error.
    package mutating func show(_ frame: Frame, on bus: any I2CBus) throws(DeviceError) {
        if held == nil { try bringUp(on: bus) }
        guard var held else { return }
        switch frame.content {
        case .dark, .segments:
            if held.isAwake { try wake(false, &held, on: bus) }
        case .pixels(let picture):
            try update(to: picture, at: frame.brightness, &held, on: bus)
            // Last, so that nobody sees the previous picture or brightness.
            if !held.isAwake { try wake(true, &held, on: bus) }
        }
        self.held = held
    }

    package mutating func shutDown(on bus: any I2CBus) throws(DeviceError) {
        var held = held ?? Held()
        held.page = nil
        try wake(false, &held, on: bus)
        // The chip shows nothing, and the next user starts over.
        self.held = nil
    }

    /// Wakes the chip, or puts it to sleep.
    mutating func wake(
        _ isAwake: Bool, _ held: inout Held, on bus: any I2CBus
    ) throws(DeviceError) {
        try write(
            [isAwake ? 1 : 0], to: Self.shutdown, ofPage: Self.functionPage, &held, on: bus)
        held.isAwake = isAwake
    }

    /// Writes these runs of the registers of a page.
    ///
    /// - Parameter registers: from the register `first` on.
    mutating func write(
        _ runs: [Range<Int>], of registers: [UInt8], from first: Int = 0, ofPage page: UInt8,
        _ held: inout Held, on bus: any I2CBus
    ) throws(DeviceError) {
        for run in runs {
            try write(
                Array(registers[run]), to: first + run.lowerBound, ofPage: page, &held, on: bus)
        }
    }

    mutating func write(
        _ bytes: [UInt8], to register: Int, ofPage page: UInt8, _ held: inout Held,
        on bus: any I2CBus
    ) throws(DeviceError) {
        if held.page != page {
            for bytes in Self.unlocking + [[ISSIRegister.page, page]] {
                try send(bytes, to: pixels.address, on: bus)
            }
            held.page = page
        }
        try send([UInt8(register)] + bytes, to: pixels.address, on: bus)
    }
}

/// Registers beside the pages.
enum ISSIRegister {
    /// The command register, which selects a page.
    static let page: UInt8 = 0xFD
}
