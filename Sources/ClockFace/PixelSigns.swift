import HAL

/// Small pictures that stand for words.
enum PixelSigns {
    private static let bell = ["  #  ", " ### ", " ### ", " ### ", "#####", "     ", "  #  "]
    private static let smallBell = ["  #  ", " ### ", " ### ", "#####", "  #  "]
    private static let dot = ["#"]
    private static let stop = ["#####", "#####", "#####", "#####", "#####"]
    private static let dash = ["#####"]

    /// - Parameter most: the rows that it may have.
    static func bell(rows most: Int) -> [String] {
        [bell, smallBell].first { $0.count <= most } ?? dot
    }

    /// As large as fits into so many columns and rows.
    static func rows(of sign: FaceScene.Sign, columns: Int, rows: Int) -> [String] {
        let wanted =
            switch sign {
            case .bell: bell(rows: rows)
            case .stop: stop
            case .dash: dash
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
