/// The rows as a table for people: names to the left, figures to the right, remarks last.
enum Table {
    private static let headings = ["", "median", "min", "max", "", ""]

    static func lines(_ rows: [Row]) -> [String] {
        let cells = [headings] + rows.map(cells)
        let columns = headings.indices.map { column in
            // What stands for figures that are not there may run on through the other columns.
            cells.map { $0.count == headings.count ? $0[column].count : 0 }.max() ?? 0
        }
        return cells.map { row in
            var line = padded(row[0], to: columns[0])
            if row.count == headings.count {
                for column in 1...3 { line += "  " + padded(row[column], to: -columns[column]) }
                line += "  " + padded(row[4], to: columns[4]) + "  " + row[5]
            } else {
                // The last name may be longer than those with figures.
                line += "  " + row[1]
            }
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static func cells(of row: Row) -> [String] {
        let name = row.peer.map { "  \($0)" } ?? row.name
        switch row.outcome {
        case .skipped(let reason): return [name, "skipped: \(reason)"]
        case .failed(let reason): return [name, "FAILED: \(reason)"]
        case .measured(let statistics):
            let figures = [statistics.median, statistics.least, statistics.greatest].map(text)
            let ratio = row.ratio.map { "\(text($0)) times ours" }
            let bar = (row.bar ?? row.leastRatio).map {
                "bar \(text($0)) \(row.holdsBar == true ? "held" : "NOT HELD")"
            }
            let remark = [ratio, bar, row.remark.isEmpty ? nil : row.remark].compactMap { $0 }
            return [name] + figures + [row.unit.name, remark.joined(separator: "; ")]
        }
    }

    /// - Parameter width: negative to put the text to the right.
    private static func padded(_ text: String, to width: Int) -> String {
        let blanks = String(repeating: " ", count: max(0, Int(width.magnitude) - text.count))
        return width < 0 ? blanks + text : text + blanks
    }

    /// Three digits that count, or all before the point.
    static func text(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return String(value) }
        let places = [(100.0, 0), (10.0, 1), (1.0, 2)].first { value.magnitude >= $0.0 }?.1 ?? 3
        let scale = [1.0, 10, 100, 1000][places]
        let scaled = Int((value.magnitude * scale).rounded())
        let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: Int(scale))
        let sign = value < 0 && scaled != 0 ? "-" : ""
        guard places > 0 else { return sign + grouped(whole) }
        let digits = String(fraction)
        let zeros = String(repeating: "0", count: places - digits.count)
        return scaled == 0 ? "0" : "\(sign)\(whole).\(zeros)\(digits)"
    }

    /// Commas between the thousands.
    private static func grouped(_ number: Int) -> String {
        var text = ""
        for (place, digit) in String(number).reversed().enumerated() {
            if place > 0, place.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
