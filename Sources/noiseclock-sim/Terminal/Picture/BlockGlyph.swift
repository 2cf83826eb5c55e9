/// Characters that split a cell into quarters.
enum BlockGlyph {
    /// Indexed by the mask of inked quarters: bit 0 upper left, 1 upper right, 2 lower left, 3 lower right.
    static let characters: [Character] = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]
    /// A squared distance of colours that nobody sees.
    private static let invisible = 24.0

    /// The middles of a cell's quarters, in the order of the bits.
    static func middles(_ column: Int, _ row: Int) -> [(x: Double, y: Double)] {
        [(0.25, 0.5), (0.75, 0.5), (0.25, 1.5), (0.75, 1.5)].map {
            (Double(column) + $0.0, Double(2 * row) + $0.1)
        }
    }

    /// A cell in two colours that come close to those of its quarters. Each quarter is sampled at two points: it is
    /// twice as high as wide, so the two make squares of it.
    static func cell(
        _ column: Int, _ row: Int, _ capability: TerminalCapability,
        color: (Double, Double) -> PictureColor
    ) -> TerminalCell {
        let quarters = middles(column, row).map { x, y in
            color(x, y - 0.25).mixed(with: color(x, y + 0.25), share: 0.5)
        }
        // The lighter part is the ink, so that the characters alone still show the picture.
        let byLuma = quarters.sorted { $0.luma < $1.luma }
        let (dark, light) = (byLuma[0], byLuma[3])
        let isInked = quarters.map {
            light.distance(to: dark) > invisible && $0.distance(to: light) < $0.distance(to: dark)
        }
        func mean(_ wanted: Bool) -> TerminalColor {
            capability.resolve(
                PictureColor.mean(zip(quarters, isInked).filter { $1 == wanted }.map(\.0)))
        }
        let mask = isInked.indices.reduce(0) { $0 | (isInked[$1] ? 1 << $1 : 0) }
        let style = TerminalStyle(foreground: mean(true), background: mean(false))
        guard mask != 0, style.foreground != style.background else {
            return TerminalCell(" ", style: TerminalStyle(background: style.background))
        }
        return TerminalCell(characters[mask], style: style)
    }
}

/// Characters of two by four dots, for pictures too large to give each pixel half a cell.
enum DotGlyph {
    static let columns = 2
    static let rows = 4

    /// The bit of a dot in `character(_:)`, row by row. The order is that of Unicode's Braille patterns, whose
    /// last row came later.
    static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    /// The character with these dots; a blank for none.
    static func character(_ mask: UInt8) -> Character {
        guard mask > 0, let scalar = Unicode.Scalar(0x2800 + UInt32(mask)) else { return " " }
        return Character(scalar)
    }
}
