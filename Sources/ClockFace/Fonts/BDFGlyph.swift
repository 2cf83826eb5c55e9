/// One glyph of a BDF file, as it stands there: from the base line upwards.
struct BDFGlyph {
    /// Nil if the glyph has no code.
    private(set) var character: Character?
    private var advance = 0
    private var columns = 0
    private var rows = 0
    private var left = 0
    /// Rows from the base line up to the bitmap's lowest row; negative below it.
    private var rise = 0
    private var bitmap: [[UInt8]] = []

    /// Reads up to `ENDCHAR`.
    init(
        reading lines: inout BDFLines, after start: BDFLine, defaultAdvance: Int?
    ) throws(BDFError) {
        let pixels = BDFLimits.pixels
        var advance = defaultAdvance
        var hasEncoding = false
        var hasBox = false
        reading: while true {
            let line = try lines.line(expecting: "BITMAP")
            switch line.keyword {
            case "ENCODING":
                hasEncoding = true
                let code = try line.numbers([("the code", -1...0x10FFFF)])[0]
                guard code >= 0 else { continue }
                guard let scalar = Unicode.Scalar(UInt32(code)) else {
                    throw line.problem("\(code) is no character of Unicode")
                }
                character = Character(scalar)
            case "DWIDTH":
                advance = try line.numbers([("the advance", 0...pixels)])[0]
            case "BBX":
                hasBox = true
                let values = try line.numbers([
                    ("the width", 0...pixels), ("the height", 0...pixels),
                    ("the column", -pixels...pixels), ("the row", -pixels...pixels),
                ])
                (columns, rows, left, rise) = (values[0], values[1], values[2], values[3])
            case "BITMAP":
                guard hasEncoding else { throw line.problem("ENCODING must come before BITMAP") }
                guard hasBox else { throw line.problem("BBX must come before BITMAP") }
                guard let advance else { throw line.problem("DWIDTH must come before BITMAP") }
                self.advance = advance
                break reading
            case "SWIDTH", "SWIDTH1", "DWIDTH1", "VVECTOR", "ATTRIBUTES": continue
            default: throw line.problem("\"\(line.keyword)\" is no keyword of a glyph's head")
            }
        }
        try readBitmap(from: &lines)
    }

    private mutating func readBitmap(from lines: inout BDFLines) throws(BDFError) {
        while true {
            let line = try lines.line(expecting: "ENDCHAR")
            if line.keyword == "ENDCHAR" {
                guard bitmap.count == rows || columns == 0 else {
                    throw line.problem("BBX announces \(rows) rows; there are \(bitmap.count)")
                }
                return
            }
            guard columns > 0 else { continue }
            guard bitmap.count < rows else {
                throw line.problem("BBX announces \(rows) rows; ENDCHAR must follow them")
            }
            guard let bytes = BDFGlyph.bytes(hexadecimal: line.keyword),
                bytes.count == (columns + 7) / 8
            else {
                throw line.problem(
                    "a row of \(columns) columns is \((columns + 7) / 8 * 2) hexadecimal digits, "
                        + "not \"\(line.keyword.prefix(40))\"")
            }
            bitmap.append(bytes)
        }
    }

    /// Nil unless the text is pairs of hexadecimal digits.
    private static func bytes(hexadecimal text: String) -> [UInt8]? {
        let digits = text.map(\.hexDigitValue)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[place], let low = digits[place + 1] else { return nil }
            bytes.append(UInt8(high * 16 + low))
        }
        return bytes
    }

    /// The glyph in a line whose base line is under `ascent` rows.
    func placed(ascent: Int) -> Font.Glyph {
        let bitmap = bitmap
        return Font.Glyph(
            advance: advance, left: left, top: ascent - rise - rows, columns: columns,
            rows: bitmap.count,
            isSet: { column, row in bitmap[row][column / 8] & (0x80 >> (column % 8)) != 0 })
    }
}
