@testable import ClockFace

/// Draws text with a font as lines of "#" and ".", so that goldens show what people see.
enum FontArt {
    static func draw(_ text: String, _ font: Font) -> String {
        rows(text, font).map { row in
            var row = row[...]
            while row.last == "." { row.removeLast() }
            return String(row)
        }.joined(separator: "\n")
    }

    /// From the line's first row, or that of the highest glyph above it, to the last.
    private static func rows(_ text: String, _ font: Font) -> [String] {
        let glyphs = text.compactMap { font.glyph($0) }
        let first = min(0, glyphs.map(\.top).min() ?? 0)
        return (first..<font.height).map { row in
            glyphs.map { glyph in
                (0..<glyph.advance).map { column in
                    glyph.isSet(column: column - glyph.left, row: row - glyph.top) ? "#" : "."
                }.joined()
            }.joined()
        }
    }
}

extension Font.Glyph {
    /// The areas without ink that ink encloses, of which an 8 has two. Ink that touches at corners encloses.
    var counters: Int {
        var seen = Set<Int>()
        let width = columns + 2
        func areaFrom(_ start: Int) {
            var waiting = [start]
            while let place = waiting.popLast() {
                guard seen.insert(place).inserted else { continue }
                let (row, column) = (place / width, place % width)
                for (nextRow, nextColumn) in [
                    (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1),
                ]
                where nextRow >= 0 && nextRow < rows + 2 && nextColumn >= 0
                    && nextColumn < width
                    && !isSet(column: nextColumn - 1, row: nextRow - 1)
                {
                    waiting.append(nextRow * width + nextColumn)
                }
            }
        }
        areaFrom(0)
        var count = 0
        for row in 0..<rows {
            for column in 0..<columns where !isSet(column: column, row: row) {
                let place = (row + 1) * width + column + 1
                if !seen.contains(place) {
                    count += 1
                    areaFrom(place)
                }
            }
        }
        return count
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

    var isMirrored: Bool {
        (0..<rows).allSatisfy { row in
            (0..<columns).allSatisfy {
                isSet(column: $0, row: row) == isSet(column: columns - 1 - $0, row: row)
            }
        }
    }

    /// Whether another glyph is this one turned upside down.
    func isTurned(_ other: Font.Glyph) -> Bool {
        columns == other.columns && rows == other.rows
            && (0..<rows).allSatisfy { row in
                (0..<columns).allSatisfy {
                    isSet(column: $0, row: row)
                        == other.isSet(column: columns - 1 - $0, row: rows - 1 - row)
                }
            }
    }
}
