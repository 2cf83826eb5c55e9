package import ClockTime
package import HAL

/// What the boards on an HT16K33 light for the bits of its memory. The maps go from a bit to its lamp, the other way
/// than the drivers' and written without them, so that a mistake in one of the two shows.
extension SimulatedHT16K33: SimulatedDisplayChip {
    package func litPicture(
        of display: BoardDescription.Display, at time: BootTime
    ) -> LitPicture {
        let memory = litMemory(at: time)
        let duty = isLit(at: time) ? duty : 0
        switch display.driver {
        case "ht16k33-14seg":
            return LitPicture(
                content: .segments(Self.fourteenSegments(display.wiring, memory)),
                duty: duty, blink: blink, shape: .fourteen)
        default:
            return LitPicture(
                content: .segments(Self.sevenSegments(display.wiring, memory)),
                duty: duty, blink: blink)
        }
    }

    /// What an eye would see on a seven-segment board with this wiring.
    private static func sevenSegments(
        _ wiring: BoardDescription.SevenSegmentWiring, _ memory: [UInt8]
    ) -> SegmentPicture {
        func isAnyLit(_ bits: BoardDescription.MemoryBits) -> Bool {
            byte(bits.byte, of: memory) & bits.mask != 0
        }
        return SegmentPicture(
            digits: wiring.digitBytes.map { index in
                let segments = Segments(sevenSegmentByte: byte(index, of: memory))
                return wiring.hasPoints ? segments : segments.subtracting(.point)
            },
            colon: wiring.colon.map(isAnyLit) ?? false,
            lamps: Set(wiring.lamps.filter { isAnyLit($0.value) }.keys))
    }

    /// What the bits of a character's two bytes light, from bit 0 of the first. Nothing is connected to the last bit.
    private static let strokes: [Segments] = [
        .a, .b, .c, .d, .e, .f, .g1, .g2, .h, .i, .j, .k, .l, .m, .point, .blank,
    ]

    private static func fourteenSegments(
        _ wiring: BoardDescription.SevenSegmentWiring, _ memory: [UInt8]
    ) -> SegmentPicture {
        let characters = wiring.digitBytes.isEmpty ? [0, 2, 4, 6] : wiring.digitBytes
        return SegmentPicture(
            digits: characters.map { first in
                var lit = Segments.blank
                for (bit, stroke) in strokes.enumerated()
                where byte(first + bit / 8, of: memory) >> (bit % 8) & 1 == 1 {
                    lit.formUnion(stroke)
                }
                return wiring.hasPoints ? lit : lit.subtracting(.point)
            })
    }

    /// Nothing for a byte beyond the memory.
    private static func byte(_ index: Int, of memory: [UInt8]) -> UInt8 {
        memory.indices.contains(index) ? memory[index] : 0
    }
}
