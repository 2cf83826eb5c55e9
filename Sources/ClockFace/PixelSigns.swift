import HAL

/// Small pictures that stand for words.
enum PixelSigns {
    private static let bell = ["  #  ", " ### ", " ### ", " ### ", "#####", "     ", "  #  "]
    private static let smallBell = ["  #  ", " ### ", " ### ", "#####", "  #  "]
    private static let dot = ["#"]
    private static let dash = ["#####"]
    private static let bolt = ["   #", "  ##", " ## ", "####", " ## ", "##  ", "#   "]
    private static let smallBolt = ["  #", " ##", "###", "## ", "#  "]
    /// Between a sign and the text after it.
    private static let gap = 2

    /// The columns of a sign and of the gap after it; none without a sign.
    static func indent(after sign: [String]) -> Int {
        sign.first.map { $0.count + gap } ?? 0
    }

    /// A bolt beside a text of so many rows: as large as whole pixels of it make it.
    static func bolt(rows most: Int) -> [String] {
        let small = most < bolt.count ? smallBolt : bolt
        let scale = max(1, most / small.count)
        return small.flatMap { line in
            let wide = line.map { String(repeating: $0, count: scale) }.joined()
            return Array(repeating: wide, count: scale)
        }
    }

    /// - Parameter most: the rows that it may have.
    static func bell(rows most: Int) -> [String] {
        [bell, smallBell].first { $0.count <= most } ?? dot
    }

    /// As large as fits into so many columns and rows.
    static func rows(of sign: FaceScene.Sign, columns: Int, rows: Int) -> [String] {
        let wanted =
            switch sign {
            case .bell: bell(rows: rows)
            case .dash: dash
            case .bolt: bolt(rows: rows)
            }
        return wanted.prefix(max(0, rows)).map { String($0.prefix(max(0, columns))) }
    }
}

extension PixelCanvas {
    /// A sign, from its top left corner on.
    mutating func draw(_ sign: [String], column: Int, row: Int, _ light: PixelLight) {
        for (down, line) in sign.enumerated() {
            for (across, pixel) in line.enumerated() where pixel == "#" {
                dot(column + across, row + down, light)
            }
        }
    }
}
