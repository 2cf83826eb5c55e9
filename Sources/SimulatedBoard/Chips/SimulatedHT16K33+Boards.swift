package import ClockTime
package import HAL

/// What the boards on an HT16K33 light for the bits of its memory. The maps go from a bit to its lamp, the other way
/// than the drivers' and written without them, so that a mistake in one of the two shows.
extension SimulatedHT16K33: SimulatedDisplayChip {
    package func litPicture(
        of display: BoardDescription.Display, at time: BootTime
    ) -> LitPicture {
        let memory = litMemory(at: time)
        let content: LitPicture.Content =
            switch display.driver {
            case "ht16k33-14seg": .segments(Self.fourteenSegments(display.wiring, memory))
            case "ht16k33-8x8": .pixels(Self.small(memory))
            case "ht16k33-8x16": .pixels(Self.backpack(memory))
            case "ht16k33-8x16-featherwing": .pixels(Self.wing(memory))
            case "ht16k33-bicolor-8x8": .pixels(Self.bicolor(memory))
            default: .segments(Self.sevenSegments(display.wiring, memory))
            }
        return LitPicture(
            content: content, duty: isLit(at: time) ? duty : 0, blink: blink,
            shape: display.driver == "ht16k33-14seg" ? .fourteen : .seven)
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

    /// The odd bytes belong to rows 8 to 15 of the chip, to which nothing is connected.
    private static func small(_ memory: [UInt8]) -> PixelPicture {
        picture(columns: 8, memory) { byte, bit in
            byte % 2 == 0 ? (column: (bit + 1) % 8, row: byte / 2) : nil
        }
    }

    private static func backpack(_ memory: [UInt8]) -> PixelPicture {
        picture(columns: 16, memory) { byte, bit in
            (column: byte % 2 * 8 + bit, row: byte / 2)
        }
    }

    private static func wing(_ memory: [UInt8]) -> PixelPicture {
        picture(columns: 16, memory) { byte, bit in
            (column: byte % 2 == 0 ? byte / 2 : 8 + byte / 2, row: bit)
        }
    }

    private static func bicolor(_ memory: [UInt8]) -> PixelPicture {
        var picture = PixelPicture(columns: 8, rows: 8)
        for (byte, lit) in memory.enumerated() {
            for bit in 0..<8 where lit >> bit & 1 == 1 {
                if byte % 2 == 0 {
                    picture[bit, byte / 2].green = 255
                } else {
                    picture[bit, byte / 2].red = 255
                }
            }
        }
        return picture
    }

    /// - Parameter place: the pixel of a bit, in the board's own coordinates; nil where there is none.
    private static func picture(
        columns: Int, _ memory: [UInt8],
        _ place: (_ byte: Int, _ bit: Int) -> (column: Int, row: Int)?
    ) -> PixelPicture {
        var picture = PixelPicture(columns: columns, rows: 8)
        for (byte, lit) in memory.enumerated() {
            for bit in 0..<8 where lit >> bit & 1 == 1 {
                guard let place = place(byte, bit) else { continue }
                picture[place.column, place.row] = .white
            }
        }
        return picture
    }

    /// Nothing for a byte beyond the memory.
    private static func byte(_ index: Int, of memory: [UInt8]) -> UInt8 {
        memory.indices.contains(index) ? memory[index] : 0
    }
}
