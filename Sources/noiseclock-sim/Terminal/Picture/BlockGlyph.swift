/// The colours of the four quarters of a cell.
struct CellQuarters {
    var upperLeft: PictureColor
    var upperRight: PictureColor
    var lowerLeft: PictureColor
    var lowerRight: PictureColor

    /// In the order of the bits of `BlockGlyph`'s masks.
    subscript(quarter: Int) -> PictureColor {
        get {
            switch quarter {
            case 0: upperLeft
            case 1: upperRight
            case 2: lowerLeft
            default: lowerRight
            }
        }
        set {
            switch quarter {
            case 0: upperLeft = newValue
            case 1: upperRight = newValue
            case 2: lowerLeft = newValue
            default: lowerRight = newValue
            }
        }
    }
}

/// Characters that split a cell into quarters.
enum BlockGlyph {
    /// Indexed by the mask of inked quarters: bit 0 upper left, 1 upper right, 2 lower left, 3 lower right.
    static let characters: [Character] = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]

    /// Red, green and blue, weighted so that squared lengths are those of `PictureColor.distance`.
    private typealias Sum = SIMD4<Double>

    private static let weights = Sum(2.0.squareRoot(), 2, 3.0.squareRoot(), 0)

    private static func sum(_ color: PictureColor) -> Sum {
        Sum(color.red, color.green, color.blue, 0) * weights
    }

    private static func square(_ sum: Sum) -> Double { (sum * sum).sum() }

    /// The best split of a cell so far: which quarters are inked, and how far the two means are off.
    private struct Split {
        var mask = 0
        var error: Double
        /// The sums of all quarters and of their squares. What the means leave of the squares is the error.
        let all: Sum
        let squares: Double

        init(all: Sum, squares: Double) {
            self.all = all
            self.squares = squares
            error = squares - BlockGlyph.square(all) / 4
        }

        mutating func offer(_ mask: Int, _ ink: Sum, _ count: Double) {
            let inkSquare = BlockGlyph.square(ink) / count
            let paperSquare = BlockGlyph.square(all - ink) / (4 - count)
            let error = squares - inkSquare - paperSquare
            guard error < self.error * 0.98 else { return }
            self.mask = mask
            self.error = error
        }
    }

    /// The character and the two colours that come closest to the four of a cell.
    static func nearest(
        to quarters: CellQuarters, capability: TerminalCapability
    ) -> TerminalCell {
        let mask = split(quarters, capability)
        guard mask != 0 else { return blank(quarters, capability) }
        var ink = (mask: mask, color: mean(quarters, of: mask))
        var paper = (mask: ~mask & 0b1111, color: mean(quarters, of: ~mask & 0b1111))
        // The lighter part is the ink, so that the characters alone still show the picture.
        if ink.color.luma < paper.color.luma { swap(&ink, &paper) }
        let style = TerminalStyle(
            foreground: capability.resolve(ink.color), background: capability.resolve(paper.color))
        guard style.foreground != style.background else { return blank(quarters, capability) }
        return TerminalCell(characters[ink.mask], style: style)
    }

    /// The quarters that are inked in the best split; 0 if the cell is better even.
    private static func split(_ quarters: CellQuarters, _ capability: TerminalCapability) -> Int {
        let (a, b) = (sum(quarters.upperLeft), sum(quarters.upperRight))
        let (c, d) = (sum(quarters.lowerLeft), sum(quarters.lowerRight))
        var best = Split(all: a + b + c + d, squares: square(a) + square(b) + square(c) + square(d))
        // An invisible difference needs no glyph.
        let visible = capability == .trueColor ? 24.0 : 2500.0
        guard best.error > visible else { return 0 }
        // One of each pair of a mask and its complement: halves before quarters before the diagonal, so that
        // the simplest wins a tie.
        best.offer(0b0011, a + b, 2)
        best.offer(0b0101, a + c, 2)
        best.offer(0b0001, a, 1)
        best.offer(0b0010, b, 1)
        best.offer(0b0100, c, 1)
        best.offer(0b1000, d, 1)
        best.offer(0b1001, a + d, 2)
        return best.mask
    }

    private static func blank(
        _ quarters: CellQuarters, _ capability: TerminalCapability
    ) -> TerminalCell {
        let even = capability.resolve(mean(quarters, of: 0b1111))
        return TerminalCell(" ", style: TerminalStyle(background: even))
    }

    private static func mean(_ quarters: CellQuarters, of mask: Int) -> PictureColor {
        var (red, green, blue, count) = (0.0, 0.0, 0.0, 0.0)
        for quarter in 0..<4 where mask >> quarter & 1 == 1 {
            let color = quarters[quarter]
            red += color.red
            green += color.green
            blue += color.blue
            count += 1
        }
        return PictureColor(red / count, green / count, blue / count)
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
        characters[Int(mask)]
    }

    private static let characters: [Character] = (0..<256).map { mask in
        guard mask > 0, let scalar = Unicode.Scalar(0x2800 + mask) else { return " " }
        return Character(scalar)
    }
}
