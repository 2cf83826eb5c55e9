package import HAL

/// A display on Holtek's HT16K33: one chip, or several in a row that show one picture together.
///
/// Source: HT16K33 datasheet, revision 1.10 (Holtek, 16 May 2011); page numbers below are its own. The board
/// (`HT16K33Board`), not the chip, determines what each bit of the memory lights.
///
/// Every command is a separate transaction, because the chip takes one command byte after the address (page 28).
/// The driver compares the memory with what the chip holds and sends only the run from the first changed byte to
/// the last, in one transaction: the address pointer increments itself (page 28), and one longer write costs less
/// than two short ones.
///
/// Several chips are one display. Each step goes to all of them before the next step: the memories first and what
/// switches the light last, so that they do not tear. An error of one is an error of the display.
package struct HT16K33: RememberingPanel {
    package let geometry: PanelGeometry

    private let board: any HT16K33Board
    /// In visual order, left to right.
    private let addresses: [I2CAddress]
    private let levels: ClosedRange<Int>
    var held: Held?

    struct Held {
        /// One for each chip.
        var memories: [[UInt8]]
        var level: Int
        var isOn: Bool
    }

    /// `levels` must lie within the chip's steps. The catalog checks that.
    private init(board: any HT16K33Board, addresses: [I2CAddress], levels: ClosedRange<Int>) {
        self.board = board
        self.addresses = addresses
        self.levels = levels
        geometry = board.geometry
    }

    package mutating func bringUp(on bus: any I2CBus) throws(DeviceError) {
        // The program may have restarted while the chips ran on. Switch off first, so that the old picture does
        // not flicker through the steps below.
        try darken(
            with: [Command.systemSetup | SystemSetup.oscillatorOn, Command.displaySetup], on: bus)
        let blank = HT16K33Memory.blank
        try sendToAll([Command.memory] + blank, on: bus)
        try sendToAll([Command.dimming | UInt8(levels.lowerBound)], on: bus)
        try sendToAll([Command.rowOrInterrupt | RowOrInterrupt.row], on: bus)
        held = Held(
            memories: addresses.map { _ in blank }, level: levels.lowerBound, isOn: false)
    }

    /// Brings the chips up first if that has not happened since the last error.
    package mutating func show(_ frame: Frame, on bus: any I2CBus) throws(DeviceError) {
        if held == nil { try bringUp(on: bus) }
        guard var held else { return }
        guard let memories = board.memories(showing: frame.content) else {
            guard held.isOn else { return }
            try sendToAll([Command.displaySetup], on: bus)
            held.isOn = false
            self.held = held
            return
        }
        for (address, (old, new)) in zip(addresses, zip(held.memories, memories)) {
            guard let changed = Self.changedBytes(from: old, to: new) else { continue }
            try send(
                [Command.memory | UInt8(changed.lowerBound)] + new[changed], to: address, on: bus)
        }
        let level = Self.level(for: frame.brightness, within: levels)
        if level != held.level {
            try sendToAll([Command.dimming | UInt8(level)], on: bus)
        }
        // Last, so that nobody sees the previous picture or brightness.
        if !held.isOn {
            try sendToAll([Command.displaySetup | DisplaySetup.on], on: bus)
        }
        self.held = Held(memories: memories, level: level, isOn: true)
    }

    package mutating func refresh(on bus: any I2CBus) throws(DeviceError) {
        guard let held else { return try bringUp(on: bus) }
        // On or off comes last: until then a chip that lost its memory shows nothing.
        try sendToAll([Command.systemSetup | SystemSetup.oscillatorOn], on: bus)
        for (address, memory) in zip(addresses, held.memories) {
            try send([Command.memory] + memory, to: address, on: bus)
        }
        try sendToAll([Command.dimming | UInt8(held.level)], on: bus)
        try sendToAll([Command.rowOrInterrupt | RowOrInterrupt.row], on: bus)
        try sendToAll([Command.displaySetup | (held.isOn ? DisplaySetup.on : 0)], on: bus)
    }

    package mutating func shutDown(on bus: any I2CBus) throws(DeviceError) {
        try darken(with: [Command.displaySetup, Command.systemSetup], on: bus)
        // In standby the chip shows nothing, and the next user starts over.
        held = nil
    }

    /// The step, 0 to 15, whose duty of (step + 1)/16 is closest to the light that looks this bright.
    package func lightShare(of brightness: Brightness) -> Double {
        let steps = Self.level(for: brightness, within: levels) + 1
        return Double(steps) / Double(levels.upperBound + 1)
    }

    static func level(for brightness: Brightness, within levels: ClosedRange<Int>) -> Int {
        let nearest = Int((16 * brightness.luminance).rounded()) - 1
        return min(levels.upperBound, max(levels.lowerBound, nearest))
    }

    /// The range from the first changed byte to the last; nil if none changed.
    private static func changedBytes(from old: [UInt8], to new: [UInt8]) -> ClosedRange<Int>? {
        let differing = new.indices.filter { old[$0] != new[$0] }
        guard let first = differing.first, let last = differing.last else { return nil }
        return first...last
    }
}

// MARK: - Sending

extension HT16K33 {
    /// Sends commands that switch the light off, all of them to each chip in turn. A chip that is not there must not
    /// keep the others lit: its error is thrown when they are dark. Any other error concerns the whole bus.
    private mutating func darken(
        with commands: [UInt8], on bus: any I2CBus
    ) throws(DeviceError) {
        var absence: DeviceError?
        for address in addresses {
            do throws(DeviceError) {
                for command in commands { try send([command], to: address, on: bus) }
            } catch {
                guard error == .bus(.nack) else { throw error }
                absence = absence ?? error
            }
        }
        if let absence { throw absence }
    }

    private mutating func sendToAll(_ bytes: [UInt8], on bus: any I2CBus) throws(DeviceError) {
        for address in addresses { try send(bytes, to: address, on: bus) }
    }
}

// MARK: - Boards

/// What a board connects to its chips: how a picture becomes the bits of their memories.
protocol HT16K33Board: Sendable {
    var geometry: PanelGeometry { get }

    /// The memory of each chip, from left to right; nil to show nothing, which is also for a kind of picture that
    /// this board does not have.
    func memories(showing content: Frame.Content) -> [[UInt8]]?
}

extension HT16K33 {
    /// 0x70 plus the solder jumpers A0 to A2 (page 26).
    private static let allAddresses = I2CAddress.range(0x70...0x77)

    /// Duty cycles of 1/16 to 16/16 (page 15).
    private static let allLevels = 0...15

    /// - Parameter most: how many boards may stand side by side.
    /// - Parameter makeBoard: checks the board file's part that concerns the board.
    static func descriptor(
        driver: String, atMost most: Int = 1,
        makeBoard:
            @escaping @Sendable (BoardDescription.Display) throws(CatalogError) -> any HT16K33Board
    ) -> PanelDescriptor {
        PanelDescriptor(
            driver: driver,
            part: "HT16K33",
            addresses: allAddresses,
            make: { display throws(CatalogError) in
                try checkAddresses(of: display, atMost: most)
                let board = try makeBoard(display)
                return HT16K33(
                    board: board, addresses: display.addresses,
                    levels: try display.levels(of: "HT16K33", within: allLevels))
            })
    }

    private static func checkAddresses(
        of display: BoardDescription.Display, atMost most: Int
    ) throws(CatalogError) {
        guard (1...most).contains(display.addresses.count),
            display.addresses.allSatisfy(allAddresses.contains)
        else {
            throw .unsuitable(
                "display.addresses",
                "must be \(most == 1 ? "one address" : "1 to \(most) addresses") from 0x70 to "
                    + "0x77: that is what the jumpers of an HT16K33 can choose")
        }
    }

    /// Characters cannot be turned or mirrored.
    ///
    /// - Parameter characters: what the sentence calls them.
    static func checkUpright(
        _ display: BoardDescription.Display, characters: String
    ) throws(CatalogError) {
        guard display.rotation == .upright, !display.isMirrored, !display.isTransposed else {
            throw .unsuitable(
                "display.rotation",
                "\(characters) cannot be rotated or mirrored; allowed are rotation 0, mirror false "
                    + "and transpose false")
        }
    }
}

// MARK: - Registers

/// Display memory: 16 rows by 8 commons, two bytes per common (page 13).
enum HT16K33Memory {
    static let commons = 8
    static let size = 16
    static let blank = [UInt8](repeating: 0, count: size)
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
