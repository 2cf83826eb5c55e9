/// One glyph of a BDF file, as it stands there: from the base line upwards.
struct BDFGlyph {
    private(set) var advance = 0
    private var columns = 0
    private var rows = 0
    private var left = 0
    /// Rows from the base line up to the bitmap's lowest row; negative below it.
    private var rise = 0
    /// One bit per pixel, row by row; each row begins in a byte of its own. Rows that the file lacks are empty.
    private var bits: [UInt8] = []

    /// How much memory it takes.
    var bytes: Int { bits.count }

    /// The lines of a glyph before its bitmap.
    struct Head {
        /// Nil if it has none, or one that is none of Unicode.
        private(set) var code: UInt32?
        private var advance: Int?
        private(set) var box: (columns: Int, rows: Int, left: Int, rise: Int)?

        /// - Parameter defaultAdvance: of the font's head; nil: a glyph without its own is as wide as its box.
        init(defaultAdvance: Int?) {
            advance = defaultAdvance
        }

        /// - Returns: whether the line is one of a glyph's head.
        mutating func take(_ line: BDFLine) -> Bool {
            if line.has("ENCODING") {
                let codes = line.numbers(2)
                // After -1, some files have their own code, which FreeType takes for one of Unicode.
                let code = codes[0] >= 0 ? codes[0] : codes[1] > 0 ? codes[1] : -1
                self.code = code >= 0 ? Unicode.Scalar(UInt32(code))?.value : nil
            } else if line.has("DWIDTH") {
                advance = unsigned(line.numbers(1)[0])
            } else if line.has("BBX") {
                let values = line.numbers(4)
                box = (
                    unsigned(values[0]), unsigned(values[1]), signed(values[2]), signed(values[3])
                )
            } else {
                return line.hasAny(of: [
                    "SWIDTH", "SWIDTH1", "DWIDTH1", "VVECTOR", "ATTRIBUTES",
                ])
            }
            return true
        }

        func glyph() -> BDFGlyph {
            var glyph = BDFGlyph()
            if let box {
                (glyph.columns, glyph.rows) = (box.columns, box.rows)
                (glyph.left, glyph.rise) = (box.left, box.rise)
            }
            glyph.advance = advance ?? glyph.columns
            return glyph
        }

        private func unsigned(_ number: Int) -> Int { max(0, min(number, 0xFFFF)) }
        private func signed(_ number: Int) -> Int { max(-1_000_000, min(number, 1_000_000)) }
    }

    /// Reads the rows up to `ENDCHAR`.
    /// - Parameters:
    ///   - start: the line of `BITMAP`.
    ///   - depth: bits of a pixel in the file. Of shades, the stronger half is ink.
    /// - Returns: whether the rows are as many, and each as long, as the box says.
    mutating func readBitmap(
        from lines: inout BDFLines, after start: BDFLine, depth: Int
    ) throws(BDFError) -> Bool {
        let stride = (columns * depth + 7) / 8
        guard stride * rows <= BDFLimits.picture else {
            throw start.problem(
                "BBX says \(columns) x \(rows) pixels; a picture has \(BDFLimits.picture) bytes at "
                    + "most. Choose a smaller size of the font")
        }
        var isExact = true
        var count = 0
        var narrow: [UInt8] = []
        while let line = try lines.lineOfGlyph() {
            guard columns > 0 else { continue }
            guard count < rows else {
                isExact = false
                continue
            }
            count += 1
            if let digit = BDFGlyph.onlyDigit(of: line) { narrow.append(digit << 4) }
            let row = BDFGlyph.bytes(of: line, count: stride, bits: columns * depth)
            isExact = isExact && line.bytes.count == stride * 2 && row.isWhole
            append(row.bytes, depth: depth)
        }
        if columns > 0, count < rows { isExact = false }
        if depth == 1, (1...4).contains(columns), narrow.count == count {
            // FreeType would show nothing at all.
            bits = narrow.map { $0 & (0xFF << (8 - columns)) }
        }
        return isExact
    }

    /// The bytes of a row as FreeType reads them: digits beyond the box are ignored, missing ones are 0. An odd digit
    /// at the end is the lower half of its byte, and loses what is lost of the last byte.
    private static func bytes(
        of line: BDFLine, count: Int, bits: Int
    ) -> (bytes: [UInt8], isWhole: Bool) {
        var bytes = [UInt8](repeating: 0, count: count)
        var digits = 0
        for byte in line.bytes.prefix(count * 2) {
            guard let digit = hexadecimal(byte) else { break }
            bytes[digits / 2] = bytes[digits / 2] << 4 | digit
            digits += 1
        }
        if !bits.isMultiple(of: 8) { bytes[min(digits / 2, count - 1)] &= 0xFF << (8 - bits % 8) }
        return (bytes, digits == count * 2)
    }

    /// Nil unless the row is one digit.
    private static func onlyDigit(of line: BDFLine) -> UInt8? {
        line.bytes.count == 1 ? line.bytes.first.flatMap(hexadecimal) : nil
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private mutating func append(_ row: [UInt8], depth: Int) {
        guard depth > 1 else {
            bits += row
            return
        }
        var packed = [UInt8](repeating: 0, count: (columns + 7) / 8)
        let perByte = 8 / depth
        for column in 0..<columns {
            let shade = row[column / perByte] << (column % perByte * depth)
            if shade & 0x80 != 0 { packed[column / 8] |= 0x80 >> (column % 8) }
        }
        bits += packed
    }

    /// The glyph in a line whose base line is its upper edge.
    var onBaseLine: Font.Glyph {
        Font.Glyph(
            advance: advance, left: left, top: -rise - rows, columns: columns,
            rows: columns > 0 ? bits.count / ((columns + 7) / 8) : 0,
            trimming: bits)
    }
}

extension BDFLines {
    /// How the lines begin that can end a glyph.
    static let startsOfEnds = (UInt8(ascii: "E"), UInt8(ascii: "S"))

    /// The next line of a glyph's bitmap; nil at `ENDCHAR`.
    /// - Throws: if the glyph does not end, too.
    mutating func lineOfGlyph() throws(BDFError) -> BDFLine? {
        let line = try line(expecting: "ENDCHAR")
        if line.begins(with: "ENDCHAR") { return nil }
        guard !line.begins(with: "STARTCHAR"), !line.begins(with: "ENDFONT") else {
            throw line.problem(
                "ENDCHAR must come before \(line.keyword): a character is not whole. Get the whole "
                    + "file again")
        }
        return line
    }
}
