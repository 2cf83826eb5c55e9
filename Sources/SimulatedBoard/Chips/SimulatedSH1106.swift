package import ClockTime
package import HAL

/// Sino Wealth SH1106 OLED controller on a panel of 128 x 64, from its datasheet, version 2.3 (the section numbers below
/// are those of its chapter on commands).
///
/// Modelled: control bytes, memory of 132 columns of which the glass shows 128, page and column pointers without any
/// step to the next page, both remaps, multiplex, offset, start line, common pads, contrast, all-on, inversion, on and
/// off, the DC-DC converter, the status read and the power-up state with undefined memory. Not modelled: timing, reading
/// memory back, pump voltage, and how much pre-charge and deselect level dim.
package struct SimulatedSH1106: SimulatedChip {
    package private(set) var registers: OLEDRegisters
    /// On after a reset (section 10).
    package private(set) var isConverting = true

    /// Stops at 132, beyond the last column; what is written there is lost.
    private var column = 0
    private var page = 0
    private var commands = OLEDCommands()
    private var garbage: SplitMix

    private static let columns = 132
    /// The columns that the glass shows lie in the middle.
    private static let glass = OLEDGlass(
        columns: 128, rows: 64, firstSegment: 2, isAlternating: true)

    /// A chip that has just powered up. `seed` determines its memory content.
    package init(seed: UInt64) {
        self.init(garbage: SplitMix(seed: seed))
    }

    private init(garbage: SplitMix) {
        self.garbage = garbage
        let memory = self.garbage.bytes(Self.columns * OLEDRegisters.pages)
        registers = OLEDRegisters(
            segments: Self.columns, memory: memory, contrast: 0x80, clock: 0x50, deselectLevel: 0x35
        )
    }

    package mutating func powerUp(at time: BootTime) {
        self = SimulatedSH1106(garbage: garbage)
    }

    package mutating func write(_ bytes: [UInt8], at time: BootTime) throws(I2CError) {
        for word in OLEDWord.words(of: bytes) {
            switch word {
            case .data(let byte):
                guard column < Self.columns else { continue }
                registers.memory[page * Self.columns + column] = byte
                column += 1
            case .command(let byte):
                guard let whole = commands.receive(byte, count: Self.argumentCount) else {
                    continue
                }
                carryOut(whole.command, whole.arguments.first)
            }
        }
    }

    /// The status: bit 6 is set while the display is off.
    package mutating func read(_ count: Int, at time: BootTime) throws(I2CError) -> [UInt8] {
        [UInt8](repeating: registers.isOn ? 0x00 : 0x40, count: count)
    }

    /// The double byte commands.
    private static func argumentCount(of command: UInt8) -> Int {
        switch command {
        case 0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB: 1
        default: 0
        }
    }

    private mutating func carryOut(_ command: UInt8, _ argument: UInt8?) {
        switch (command, argument) {
        case (0x00...0x0F, _): column = column & 0xF0 | Int(command & 0x0F)
        case (0x10...0x1F, _): column = Int(command & 0x0F) << 4 | column & 0x0F
        case (0xB0...0xB7, _): page = Int(command & 0x07)
        case (0xAD, let value?): isConverting = value & 0x01 != 0
        default: registers.carryOut(command, argument)
        }
    }
}

extension SimulatedSH1106: SimulatedDisplayChip {
    package func litPicture(
        of display: BoardDescription.Display, at time: BootTime
    ) -> LitPicture {
        registers.litPicture(on: Self.glass, isPowered: isConverting)
    }
}
