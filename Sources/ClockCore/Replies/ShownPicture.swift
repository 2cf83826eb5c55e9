/// What the display lights at a moment, cell by cell.
package struct ShownPicture: Hashable, Sendable, Codable {
    /// How bright the whole display looks, in per cent; the cells' levels are relative to it. 0 also if it is dark.
    package var brightness: Double
    /// Nil on a display of pixels.
    package var segments: Segments?
    /// Nil on a display of segments.
    package var pixels: Pixels?
    /// It shows the code that pairs a device. Then the network gets neither segments nor pixels.
    package var showsCode = false

    package init(brightness: Double, segments: Segments? = nil, pixels: Pixels? = nil) {
        self.brightness = brightness
        self.segments = segments
        self.pixels = pixels
    }

    package struct Segments: Hashable, Sendable, Codable {
        /// From the left, the lit segments of each character: a to f, g1 and g2 (the halves of the middle bar), h to m
        /// (the strokes inside, from the upper left clockwise), and "point".
        package var digits: [[String]]
        package var colon: Bool
        /// The lit dots beside the digits: pm, alarm, spare.
        package var lamps: [String]

        package init(digits: [[String]], colon: Bool, lamps: [String]) {
            self.digits = digits
            self.colon = colon
            self.lamps = lamps
        }
    }

    package struct Pixels: Hashable, Sendable, Codable {
        package var columns: Int
        package var rows: Int
        /// The colours that occur, as a `Tint` is written, but linear in light. On a display of one colour, grey says how
        /// bright a pixel is.
        package var colors: [String]
        /// The rows from the top. Two hexadecimal digits a pixel are its place in `colors`.
        package var cells: [String]

        package init(columns: Int, rows: Int, colors: [String], cells: [String]) {
            self.columns = columns
            self.rows = rows
            self.colors = colors
            self.cells = cells
        }

        /// The colour of a pixel; nil beyond the picture.
        package func color(column: Int, row: Int) -> Tint? {
            guard cells.indices.contains(row) else { return nil }
            let place = Int(cells[row].dropFirst(2 * column).prefix(2), radix: 16) ?? -1
            return colors.indices.contains(place) ? Tint(colors[place]) : nil
        }
    }
}
