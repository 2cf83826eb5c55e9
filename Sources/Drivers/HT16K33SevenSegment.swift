package import HAL

/// A seven-segment board on a Holtek HT16K33, such as the 0.56" and 1.2" backpacks.
///
/// Source: HT16K33 datasheet, revision 1.10 (Holtek, 16 May 2011); page numbers below are its own. The board
/// file, not the chip, determines what each bit of the memory lights.
///
/// Every command is a separate transaction, because the chip takes one command byte after the address (page 28).
/// The driver compares the memory with what the chip holds and sends only the run from the first changed byte to
/// the last, in one transaction: the address pointer increments itself (page 28), and one longer write costs less
/// than two short ones. A failed step clears what the driver remembers, so that the next `show` starts over and
/// cannot build on bytes that never arrived.
package struct HT16K33SevenSegment: Panel {
    /// The 0.56" backpack: a point after each digit, a colon and no other lamp.
    package static let descriptor = makeDescriptor(driver: "ht16k33-7seg")

    /// The 1.2" backpack: three dots beside the colon and no points. It has its own name because people look for
    /// the board that they bought. It differs only in wiring, which the board file describes.
    package static let bigDescriptor = makeDescriptor(driver: "ht16k33-7seg-big")

    private static func makeDescriptor(driver: String) -> PanelDescriptor {
        PanelDescriptor(
            driver: driver,
            part: "HT16K33",
            addresses: addresses,
            make: { display throws(CatalogError) in
                try HT16K33SevenSegment(checking: display)
            })
    }

    /// 0x70 plus the solder jumpers A0 to A2 (page 26).
    private static let addresses = I2CAddress.range(0x70...0x77)

    package let geometry: PanelGeometry

    private let address: I2CAddress
    private let wiring: BoardDescription.SevenSegmentWiring
    private let levels: ClosedRange<Int>
    /// What the chip holds as confirmed by the bus; nil if unknown: before the first bring-up and after an error.
    private var held: Held?

    private struct Held {
        var memory: [UInt8]
        var level: Int
        var isOn: Bool
    }

    /// The wiring's bytes must lie within the memory, and `levels` within the chip's steps. The catalog checks
    /// both.
    private init(
        address: I2CAddress, wiring: BoardDescription.SevenSegmentWiring, levels: ClosedRange<Int>
    ) {
        self.address = address
        self.wiring = wiring
        self.levels = levels
        geometry = .segments(
            SegmentGeometry(
                digits: wiring.digitBytes.count,
                hasColon: wiring.colon != nil,
                hasPoints: wiring.hasPoints,
                lamps: Set(wiring.lamps.keys)))
    }

    package mutating func bringUp(on bus: any I2CBus) throws(DeviceError) {
        // The program may have restarted while the chip ran on. Switch off first, so that the old picture does
        // not flicker through the steps below.
        try send([Command.systemSetup | SystemSetup.oscillatorOn], on: bus)
        try send([Command.displaySetup], on: bus)
        let blank = [UInt8](repeating: 0, count: Memory.size)
        try send([Command.memory] + blank, on: bus)
        try send([Command.dimming | UInt8(levels.lowerBound)], on: bus)
        try send([Command.rowOrInterrupt | RowOrInterrupt.row], on: bus)
        held = Held(memory: blank, level: levels.lowerBound, isOn: false)
    }

    /// Ignores digits beyond the panel's and leaves missing ones blank. Omits lamps, colon and points that the
    /// board lacks. Brings the chip up first if that has not happened since the last error.
    package mutating func show(_ frame: Frame, on bus: any I2CBus) throws(DeviceError) {
        if held == nil { try bringUp(on: bus) }
        guard var held else { return }
        switch frame.content {
        case .dark, .pixels:
            guard held.isOn else { return }
            try send([Command.displaySetup], on: bus)
            held.isOn = false
        case .segments(let picture):
            let memory = memory(showing: picture)
            if let changed = Self.changedBytes(from: held.memory, to: memory) {
                try send(
                    [Command.memory | UInt8(changed.lowerBound)] + memory[changed], on: bus)
            }
            let level = Self.level(for: frame.brightness, within: levels)
            if level != held.level {
                try send([Command.dimming | UInt8(level)], on: bus)
            }
            // Last, so that nobody sees the previous picture or brightness.
            if !held.isOn {
                try send([Command.displaySetup | DisplaySetup.on], on: bus)
            }
            held = Held(memory: memory, level: level, isOn: true)
        }
        self.held = held
    }

    package mutating func refresh(on bus: any I2CBus) throws(DeviceError) {
        guard let held else { return try bringUp(on: bus) }
        // On or off comes last: until then a chip that lost its memory shows nothing.
        try send([Command.systemSetup | SystemSetup.oscillatorOn], on: bus)
        try send([Command.memory] + held.memory, on: bus)
        try send([Command.dimming | UInt8(held.level)], on: bus)
        try send([Command.rowOrInterrupt | RowOrInterrupt.row], on: bus)
        try send([Command.displaySetup | (held.isOn ? DisplaySetup.on : 0)], on: bus)
    }

    package mutating func shutDown(on bus: any I2CBus) throws(DeviceError) {
        try send([Command.displaySetup], on: bus)
        try send([Command.systemSetup], on: bus)
        // In standby the chip shows nothing, and the next user starts over.
        held = nil
    }

    /// The step, 0 to 15, whose duty of (step + 1)/16 is closest to the light that looks this bright.
    static func level(for brightness: Brightness, within levels: ClosedRange<Int>) -> Int {
        let nearest = Int((16 * brightness.luminance).rounded()) - 1
        return min(levels.upperBound, max(levels.lowerBound, nearest))
    }

    private func memory(showing picture: SegmentPicture) -> [UInt8] {
        var memory = [UInt8](repeating: 0, count: Memory.size)
        for (byte, segments) in zip(wiring.digitBytes, picture.digits) {
            memory[byte] |=
                (wiring.hasPoints ? segments : segments.subtracting(.point)).sevenSegmentByte
        }
        if picture.colon, let colon = wiring.colon {
            memory[colon.byte] |= colon.mask
        }
        for lamp in picture.lamps {
            guard let bits = wiring.lamps[lamp] else { continue }
            memory[bits.byte] |= bits.mask
        }
        return memory
    }

    /// The range from the first changed byte to the last; nil if none changed.
    private static func changedBytes(from old: [UInt8], to new: [UInt8]) -> ClosedRange<Int>? {
        let differing = new.indices.filter { old[$0] != new[$0] }
        guard let first = differing.first, let last = differing.last else { return nil }
        return first...last
    }

    private mutating func send(_ bytes: [UInt8], on bus: any I2CBus) throws(DeviceError) {
        do throws(I2CError) {
            try bus.write(bytes, to: address)
        } catch {
            held = nil
            throw .bus(error)
        }
    }
}

// MARK: - From a board file

extension HT16K33SevenSegment {
    private init(checking display: BoardDescription.Display) throws(CatalogError) {
        guard display.addresses.count == 1, let address = display.addresses.first,
            Self.addresses.contains(address)
        else {
            throw .unsuitable(
                "display.addresses",
                "must be one address from 0x70 to 0x77: that is what the "
                    + "jumpers of an HT16K33 can choose")
        }
        guard display.rotation == .upright, !display.isMirrored, !display.isTransposed else {
            throw .unsuitable(
                "display.rotation",
                "cannot be had: digits of seven segments cannot be turned or "
                    + "mirrored; allowed are rotation 0, mirror false and transpose false")
        }
        let wiring = display.wiring
        guard (1...Memory.commons).contains(wiring.digitBytes.count) else {
            throw .unsuitable(
                "display.digitBytes",
                "must name the memory bytes of 1 to \(Memory.commons) digits, from left to right")
        }
        let bytes =
            wiring.digitBytes + wiring.lamps.values.map(\.byte)
            + (wiring.colon.map { [$0.byte] } ?? [])
        guard bytes.allSatisfy({ (0..<Memory.size).contains($0) }) else {
            throw .unsuitable(
                "display.digitBytes, display.colon and display.dots",
                "must lie in the \(Memory.size) bytes of an HT16K33: 0 to \(Memory.size - 1)")
        }
        let levels = display.levels ?? Self.allLevels
        guard Self.allLevels.contains(levels.lowerBound),
            Self.allLevels.contains(levels.upperBound)
        else {
            throw .unsuitable(
                "display.levels",
                "is \(levels.lowerBound) to \(levels.upperBound); an HT16K33 has the levels 0 to 15"
            )
        }
        self.init(address: address, wiring: wiring, levels: levels)
    }

    /// Duty cycles of 1/16 to 16/16 (page 15).
    static let allLevels = 0...15
}

// MARK: - Registers

/// Display memory: 16 rows by 8 commons, two bytes per common (page 13).
private enum Memory {
    static let commons = 8
    static let size = 16
}

/// The upper bits of a command byte (summary of commands, page 30).
private enum Command {
    /// The lower four bits are the start address of the data that follows; it wraps after 0x0F.
    static let memory: UInt8 = 0x00
    static let systemSetup: UInt8 = 0x20
    static let displaySetup: UInt8 = 0x80
    static let rowOrInterrupt: UInt8 = 0xA0
    /// The lower four bits are the level.
    static let dimming: UInt8 = 0xE0
}

/// If the bit is clear, the chip is in standby (page 10).
private enum SystemSetup {
    static let oscillatorOn: UInt8 = 0x01
}

/// If the bit is clear, the display is off and the memory kept (page 11). Bits 1 and 2 would make the chip blink;
/// the face does the blinking instead, in step with the second.
private enum DisplaySetup {
    static let on: UInt8 = 0x01
}

private enum RowOrInterrupt {
    /// Row 15 drives lamps, not an interrupt line (page 10).
    static let row: UInt8 = 0x00
}
