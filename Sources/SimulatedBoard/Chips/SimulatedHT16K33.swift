package import ClockTime
package import HAL

/// Holtek HT16K33 LED driver, from its datasheet, revision 1.10 (page numbers below).
///
/// Modelled: both setup registers with blinking, dimming, the display memory with its auto-incrementing address
/// pointer, row 15 as interrupt output, the key and interrupt reads (no key is ever pressed), and the power-up
/// state. Not modelled: current and timing, and test commands. The datasheet does not define bytes after a
/// command that takes none; the model acknowledges and drops them.
package struct SimulatedHT16K33: SimulatedChip {
    /// Sixteen bytes: rows 0 to 7 of common c in byte 2c, rows 8 to 15 in byte 2c + 1 (page 13).
    package private(set) var memory: [UInt8]
    /// Off means standby.
    package private(set) var isOscillatorOn = false
    package private(set) var isDisplayOn = false
    /// The display's own blinking (page 11).
    package private(set) var blink = LitPicture.Blink.steady
    /// 0 to 15, for a duty cycle of 1/16 to 16/16 (page 15).
    package private(set) var dimming = 15
    /// Row 15 serves as interrupt line (page 10).
    package private(set) var isRow15Interrupt = false

    private var addressPointer = 0
    private var readSource = ReadSource.memory
    /// When the current blink rate was set; its phases count from here.
    private var blinkStart = BootTime(nanoseconds: 0)
    private var garbage: SplitMix

    private enum ReadSource {
        case memory, keys, interruptFlag
    }

    /// A chip that has just powered up. `seed` determines its memory content, which the datasheet leaves
    /// undefined (page 8).
    package init(seed: UInt64) {
        garbage = SplitMix(seed: seed)
        memory = garbage.bytes(16)
    }

    package mutating func powerUp(at time: BootTime) {
        let garbage = garbage
        self = SimulatedHT16K33(garbage: garbage)
    }

    private init(garbage: SplitMix) {
        self.garbage = garbage
        memory = self.garbage.bytes(16)
    }

    /// The upper four bits are the command, the lower its argument (page 30).
    package mutating func write(_ bytes: [UInt8], at time: BootTime) throws(I2CError) {
        guard let command = bytes.first else { return }
        let argument = command & 0x0F
        switch command & 0xF0 {
        case 0x00:
            readSource = .memory
            addressPointer = Int(argument)
            for byte in bytes.dropFirst() {
                memory[addressPointer] = byte
                advancePointer()
            }
        case 0x20:
            isOscillatorOn = argument & 0x01 != 0
        case 0x40:
            readSource = .keys
        case 0x60:
            readSource = .interruptFlag
        case 0x80:
            isDisplayOn = argument & 0x01 != 0
            // Two bits have four values, all of them named.
            let rate = LitPicture.Blink(rawValue: argument >> 1 & 0x03) ?? .steady
            if rate != blink {
                blink = rate
                blinkStart = time
            }
        case 0xA0:
            isRow15Interrupt = argument & 0x01 != 0
        case 0xE0:
            dimming = Int(argument)
        default:
            // Acknowledge and ignore undefined commands.
            break
        }
    }

    package mutating func read(_ count: Int, at time: BootTime) throws(I2CError) -> [UInt8] {
        switch readSource {
        case .keys, .interruptFlag:
            return [UInt8](repeating: 0, count: count)
        case .memory:
            var bytes: [UInt8] = []
            for _ in 0..<count {
                bytes.append(memory[addressPointer])
                advancePointer()
            }
            return bytes
        }
    }

    private mutating func advancePointer() {
        addressPointer = (addressPointer + 1) % memory.count
    }

    /// Whether current flows: on, oscillator running, and not in the dark phase of a blink.
    package func isLit(at time: BootTime) -> Bool {
        guard isOscillatorOn, isDisplayOn else { return false }
        guard let period = blink.period else { return true }
        let elapsed = (time - blinkStart).wholeNanoseconds
        let phase = elapsed % period.wholeNanoseconds
        return phase < period.wholeNanoseconds / 2
    }

    /// The fraction of the time that current flows.
    var duty: Double { Double(dimming + 1) / 16 }

    /// The bits of the memory that light lamps: none in a dark phase, and not row 15 while it is the interrupt line.
    func litMemory(at time: BootTime) -> [UInt8] {
        guard isLit(at: time) else { return memory.map { _ in 0 } }
        return memory.enumerated().map { index, byte in
            isRow15Interrupt && index % 2 == 1 ? byte & 0x7F : byte
        }
    }
}

extension LitPicture.Blink {
    /// One on phase and one off phase.
    package var period: Duration? {
        switch self {
        case .steady: nil
        case .at2Hz: .milliseconds(500)
        case .at1Hz: .seconds(1)
        case .atHalfHz: .seconds(2)
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): small, seeded, and good enough for garbage content.
struct SplitMix: Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}
