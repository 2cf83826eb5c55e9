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
        // Around the glyph is a margin that belongs to no counter, and around that an edge that counts as ink.
        let width = columns + 4
        var isFree = [Bool](repeating: false, count: width * (rows + 4))
        for row in -1...rows {
            for column in -1...columns where !isSet(column: column, row: row) {
                isFree[(row + 2) * width + column + 2] = true
            }
        }
        let steps = [-1, 1, -width, width]
        func fill(from start: Int) {
            isFree[start] = false
            var waiting = [start]
            while let place = waiting.popLast() {
                for step in steps where isFree[place + step] {
                    isFree[place + step] = false
                    waiting.append(place + step)
                }
            }
        }
        fill(from: width + 1)
        var count = 0
        while let place = isFree.firstIndex(of: true) {
            count += 1
            fill(from: place)
        }
        return count
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
