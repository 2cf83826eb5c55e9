/// Characters that split a cell into quarters.
enum BlockGlyph {
    /// Indexed by the mask of inked quarters: bit 0 upper left, 1 upper right, 2 lower left, 3 lower right.
    static let characters: [Character] = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]

    /// One of each pair of a mask and its complement, as shares of the quarters: halves before quarters before the
    /// diagonal, so that the simplest wins a tie.
    private static let splits: [(mask: Int, ink: SIMD4<Double>)] =
        [0b0011, 0b0101, 0b0001, 0b0010, 0b0100, 0b1000, 0b1001].map { mask in
            (mask, SIMD4((0..<4).map { Double(mask >> $0 & 1) }))
        }

    /// The character and the two colours that come closest to the four of a cell.
    static func nearest(to cell: CellQuarters, capability: TerminalCapability) -> TerminalCell {
        let even = cell.mean(of: .one)
        var (mask, ink, paper) = (0, even, even)
        var least = cell.error(of: .one, even, even)
        // An invisible difference needs no glyph.
        if least > (capability == .trueColor ? 24 : 2500) {
            for split in splits {
                let (inked, bare) = (cell.mean(of: split.ink), cell.mean(of: .one - split.ink))
                let error = cell.error(of: split.ink, inked, bare)
                guard error < least * 0.98 else { continue }
                (least, mask, ink, paper) = (error, split.mask, inked, bare)
            }
        }
        // The lighter part is the ink, so that the characters alone still show the picture.
        if ink.luma < paper.luma { (mask, ink, paper) = (~mask & 0b1111, paper, ink) }
        let style = TerminalStyle(
            foreground: capability.resolve(ink), background: capability.resolve(paper))
        guard mask != 0, style.foreground != style.background else {
            return TerminalCell(" ", style: TerminalStyle(background: capability.resolve(even)))
        }
        return TerminalCell(characters[mask], style: style)
    }
}

/// The colours of the four quarters of a cell, in the order of the masks' bits.
struct CellQuarters {
    private var red = SIMD4<Double>()
    private var green = SIMD4<Double>()
    private var blue = SIMD4<Double>()

    init(_ color: (_ quarter: Int) -> PictureColor) {
        for quarter in 0..<4 {
            let color = color(quarter)
            red[quarter] = color.red
            green[quarter] = color.green
            blue[quarter] = color.blue
        }
    }

    fileprivate func mean(of quarters: SIMD4<Double>) -> PictureColor {
        let count = quarters.sum()
        return PictureColor(
            (red * quarters).sum() / count, (green * quarters).sum() / count,
            (blue * quarters).sum() / count)
    }

    /// How far the quarters are from two colours, as `PictureColor.distance` tells it.
    fileprivate func error(
        of inked: SIMD4<Double>, _ ink: PictureColor, _ paper: PictureColor
    ) -> Double {
        func square(_ channel: SIMD4<Double>, _ ink: Double, _ paper: Double) -> Double {
            let rest = channel - inked * ink - (.one - inked) * paper
            return (rest * rest).sum()
        }
        return 2 * square(red, ink.red, paper.red) + 4 * square(green, ink.green, paper.green)
            + 3 * square(blue, ink.blue, paper.blue)
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
