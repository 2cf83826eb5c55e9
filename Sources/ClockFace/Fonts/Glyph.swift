extension Font {
    /// The picture of one character: its ink alone, and where that stands in the line.
    package struct Glyph: Hashable, Sendable {
        /// Columns from the beginning of this character to that of the next.
        package let advance: Int
        /// Columns from the beginning of the character to its ink; negative if the ink reaches back.
        package let left: Int
        /// The row of the line where the ink begins; negative if it reaches above the line.
        package private(set) var top: Int
        /// The width of the ink; 0 if there is none, as in a space.
        package let columns: Int
        /// The height of the ink.
        package let rows: Int
        /// One bit per pixel, row by row; each row begins in a byte of its own, the leftmost pixel in the highest bit.
        let bits: [UInt8]

        private static func bytesPerRow(_ columns: Int) -> Int { (columns + 7) / 8 }

        /// Cuts the empty margins of a bitmap off, so that equal pictures are equal glyphs.
        /// - Parameter isSet: whether the pixel at a column and row of the bitmap is ink.
        init(
            advance: Int, left: Int, top: Int, columns: Int, rows: Int,
            isSet: (_ column: Int, _ row: Int) -> Bool
        ) {
            var columnsWithInk: ClosedRange<Int>?
            var rowsWithInk: ClosedRange<Int>?
            for row in 0..<rows {
                for column in 0..<columns where isSet(column, row) {
                    columnsWithInk = columnsWithInk.map { $0.including(column) } ?? column...column
                    rowsWithInk = rowsWithInk.map { $0.including(row) } ?? row...row
                }
            }
            self.advance = advance
            guard let inkColumns = columnsWithInk, let inkRows = rowsWithInk else {
                (self.left, self.top, self.columns, self.rows, bits) = (0, 0, 0, 0, [])
                return
            }
            let stride = Glyph.bytesPerRow(inkColumns.count)
            var bits = [UInt8](repeating: 0, count: stride * inkRows.count)
            for row in inkRows {
                for column in inkColumns where isSet(column, row) {
                    let place = column - inkColumns.lowerBound
                    bits[(row - inkRows.lowerBound) * stride + place / 8] |= 0x80 >> (place % 8)
                }
            }
            self.left = left + inkColumns.lowerBound
            self.top = top + inkRows.lowerBound
            self.columns = inkColumns.count
            self.rows = inkRows.count
            self.bits = bits
        }

        /// The same of a bitmap in bytes.
        /// - Parameter bits: as the property of this name; nothing is set beyond the columns.
        init(advance: Int, left: Int, top: Int, columns: Int, rows: Int, trimming bits: [UInt8]) {
            let stride = Glyph.bytesPerRow(columns)
            var rowsWithInk: ClosedRange<Int>?
            var ink = [UInt8](repeating: 0, count: stride)
            for row in 0..<rows {
                var isEmpty = true
                for place in 0..<stride where bits[row * stride + place] != 0 {
                    ink[place] |= bits[row * stride + place]
                    isEmpty = false
                }
                if !isEmpty { rowsWithInk = rowsWithInk.map { $0.including(row) } ?? row...row }
            }
            guard let inkRows = rowsWithInk, let first = ink.firstIndex(where: { $0 != 0 }),
                let last = ink.lastIndex(where: { $0 != 0 })
            else {
                self.init(advance: advance, left: 0, top: 0, columns: 0, rows: 0, bits: [])
                return
            }
            let start = first * 8 + ink[first].leadingZeroBitCount
            let width = last * 8 + 8 - ink[last].trailingZeroBitCount - start
            var trimmed: [UInt8] = []
            trimmed.reserveCapacity(Glyph.bytesPerRow(width) * inkRows.count)
            for row in inkRows {
                for place in 0..<Glyph.bytesPerRow(width) {
                    let byte = row * stride + first + place
                    let next = first + place + 1 < stride ? bits[byte + 1] : 0
                    trimmed.append(bits[byte] << (start % 8) | next >> (8 - start % 8))
                }
            }
            self.init(
                advance: advance, left: left + start, top: top + inkRows.lowerBound,
                columns: width, rows: inkRows.count, bits: trimmed)
        }

        /// Nothing but a gap.
        static func space(advance: Int) -> Glyph {
            Glyph(advance: advance, left: 0, top: 0, columns: 0, rows: 0) { _, _ in false }
        }

        private init(
            advance: Int, left: Int, top: Int, columns: Int, rows: Int, bits: [UInt8]
        ) {
            (self.advance, self.left, self.top) = (advance, left, top)
            (self.columns, self.rows, self.bits) = (columns, rows, bits)
        }

        /// Each pixel as a square of so many.
        func scaled(by scale: Int) -> Glyph {
            var scaled: [UInt8] = []
            for row in 0..<rows {
                var line = [UInt8](repeating: 0, count: Glyph.bytesPerRow(columns * scale))
                for column in 0..<columns * scale where isSet(column: column / scale, row: row) {
                    line[column / 8] |= 0x80 >> (column % 8)
                }
                for _ in 0..<scale { scaled += line }
            }
            return Glyph(
                advance: advance * scale, left: left * scale, top: top * scale,
                columns: columns * scale, rows: rows * scale, bits: scaled)
        }

        func moved(down rows: Int) -> Glyph {
            var moved = self
            moved.top += rows
            return moved
        }

        /// The lengths of the strokes that a row crosses.
        func runs(inRow row: Int) -> [Int] {
            var runs: [Int] = []
            var length = 0
            for column in 0...columns {
                if isSet(column: column, row: row) {
                    length += 1
                } else if length > 0 {
                    runs.append(length)
                    length = 0
                }
            }
            return runs
        }

        /// Whether there is ink at a pixel of the bitmap; outside there is none.
        package func isSet(column: Int, row: Int) -> Bool {
            guard column >= 0, row >= 0, column < columns, row < rows else { return false }
            let byte = bits[row * Glyph.bytesPerRow(columns) + column / 8]
            return byte & (0x80 >> (column % 8)) != 0
        }
    }
}

extension ClosedRange<Int> {
    fileprivate func including(_ value: Int) -> ClosedRange<Int> {
        Swift.min(lowerBound, value)...Swift.max(upperBound, value)
    }
}
