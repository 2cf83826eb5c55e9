import HAL

/// An old and a new picture of one area that move through it, one behind the other.
struct PixelStrip {
    let area: PixelArea
    /// Empty if nothing but the background was there.
    private(set) var before: PixelPicture
    let after: PixelPicture
    let background: PixelLight
    /// Whether a picture may stand between two pixels, which then share its light.
    let isSmooth: Bool

    /// The new picture alone.
    var withoutBefore: PixelStrip {
        var strip = self
        strip.before = PixelPicture(columns: 0, rows: 0)
        return strip
    }

    /// Moves both to the right or down.
    ///
    /// - Parameters:
    ///   - columns, rows: how far they have moved, in pixels.
    ///   - lead: how far they move in all; the new picture begins at so many pixels before its place.
    func draw(
        on picture: inout PixelPicture, columns: Double = 0, rows: Double = 0,
        lead: (columns: Int, rows: Int)
    ) {
        let columns = isSmooth ? columns : columns.rounded()
        let rows = isSmooth ? rows : rows.rounded()
        if columns == columns.rounded(), rows == rows.rounded() {
            return shift(on: &picture, columns: Int(columns), rows: Int(rows), lead: lead)
        }
        let place = (columns: columns - Double(lead.columns), rows: rows - Double(lead.rows))
        for row in 0..<area.rows {
            for column in 0..<area.columns {
                let (x, y) = (Double(column), Double(row))
                let old = light(of: before, x - columns, y - rows)
                let new = light(of: after, x - place.columns, y - place.rows)
                picture[area.column + column, area.row + row] = old.joined(with: new, background)
            }
        }
    }

    /// Moves both by whole pixels. That needs no mixing, because they never overlap, and large panels without levels have
    /// no other movement.
    private func shift(
        on picture: inout PixelPicture, columns: Int, rows: Int, lead: (columns: Int, rows: Int)
    ) {
        picture.fill(area, background)
        picture.place(before, column: area.column + columns, row: area.row + rows, in: area)
        picture.place(
            after, column: area.column + columns - lead.columns, row: area.row + rows - lead.rows,
            in: area)
    }

    /// One picture of a glitch: each row jumps by a pixel, some show the old picture, and some pixels are dark.
    func glitch(on picture: inout PixelPicture, seed: UInt64) {
        for row in 0..<area.rows {
            var chance = Scatter(seed &* 64 &+ UInt64(row))
            let jump = Double(chance.next(below: 3)) - 1
            let source = chance.next(below: 4) == 0 ? before : after
            for column in 0..<area.columns {
                let isDark = chance.next(below: 8) == 0
                picture[area.column + column, area.row + row] =
                    isDark ? background : light(of: source, Double(column) - jump, Double(row))
            }
        }
    }

    private func light(of picture: PixelPicture, _ column: Double, _ row: Double) -> PixelLight {
        picture.light(at: column, row, background)
    }
}

/// Chance that is the same in every replay.
struct Scatter {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    /// SplitMix64 (Steele, Lea and Flood, 2014).
    mutating func next(below limit: UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ (mixed >> 31)) % limit
    }
}

extension PixelLight {
    /// A light between this one and another.
    ///
    /// - Parameter share: the other one's, 0...1.
    func mixed(with other: PixelLight, _ share: Double) -> PixelLight {
        func mix(_ one: UInt8, _ other: UInt8) -> UInt8 {
            let (from, to) = (Double(one), Double(other))
            return UInt8((from + (to - from) * share).rounded())
        }
        return PixelLight(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    /// Two lights on one background, each of which may be the background itself.
    func joined(with other: PixelLight, _ background: PixelLight) -> PixelLight {
        if other == background { return self }
        if self == background { return other }
        func sum(_ one: UInt8, _ other: UInt8, _ background: UInt8) -> UInt8 {
            UInt8(min(255, max(0, Int(one) + Int(other) - Int(background))))
        }
        return PixelLight(
            red: sum(red, other.red, background.red),
            green: sum(green, other.green, background.green),
            blue: sum(blue, other.blue, background.blue))
    }

    /// Further from a background, or nearer to it.
    func scaled(by factor: Double, from background: PixelLight) -> PixelLight {
        func scale(_ value: UInt8, _ background: UInt8) -> UInt8 {
            let change = (Double(value) - Double(background)) * factor
            return UInt8(min(255, max(0, (Double(background) + change).rounded())))
        }
        return PixelLight(
            red: scale(red, background.red), green: scale(green, background.green),
            blue: scale(blue, background.blue))
    }
}

extension PixelPicture {
    /// The light at a place, which may lie between pixels; the background outside of the picture.
    func light(at column: Double, _ row: Double, _ background: PixelLight) -> PixelLight {
        let (left, top) = (column.rounded(.down), row.rounded(.down))
        func line(_ row: Int) -> PixelLight {
            let first = pixel(Int(left), row, or: background)
            guard column > left else { return first }
            return first.mixed(with: pixel(Int(left) + 1, row, or: background), column - left)
        }
        let upper = line(Int(top))
        return row > top ? upper.mixed(with: line(Int(top) + 1), row - top) : upper
    }

    func pixel(_ column: Int, _ row: Int, or background: PixelLight) -> PixelLight {
        contains(column, row) ? pixels[row * columns + column] : background
    }

    /// A part of the picture; black outside of it.
    func cut(_ area: PixelArea) -> PixelPicture {
        if area == PixelArea(column: 0, row: 0, columns: columns, rows: rows) { return self }
        var part = PixelPicture(columns: area.columns, rows: area.rows)
        let whole = PixelArea(column: 0, row: 0, columns: part.columns, rows: part.rows)
        part.place(self, column: -area.column, row: -area.row, in: whole)
        return part
    }

    mutating func fill(_ area: PixelArea, _ light: PixelLight) {
        let shown = shownColumns(of: area)
        for row in shownRows(of: area) {
            let line = row * columns
            for place in line + shown.lowerBound..<line + shown.upperBound { pixels[place] = light }
        }
    }

    /// Shows another picture, whose top left comes to a place, as far as it is inside of an area.
    mutating func place(_ other: PixelPicture, column: Int, row: Int, in area: PixelArea) {
        let shown = shownColumns(of: area).clamped(to: column..<column + other.columns)
        for line in shownRows(of: area).clamped(to: row..<row + other.rows) where !shown.isEmpty {
            let first = (line - row) * other.columns + shown.lowerBound - column
            pixels.replaceSubrange(
                line * columns + shown.lowerBound..<line * columns + shown.upperBound,
                with: other.pixels[first..<first + shown.count])
        }
    }

    private func shownColumns(of area: PixelArea) -> Range<Int> {
        (0..<columns).clamped(to: area.column..<max(area.column, area.right))
    }

    private func shownRows(of area: PixelArea) -> Range<Int> {
        (0..<rows).clamped(to: area.row..<max(area.row, area.bottom))
    }

    mutating func scale(_ area: PixelArea, by factor: Double, from background: PixelLight) {
        for row in area.row..<area.bottom {
            for column in area.column..<area.right {
                self[column, row] = self[column, row].scaled(by: factor, from: background)
            }
        }
    }

    /// A picture between this one and another of the same size.
    func mixed(with other: PixelPicture, _ share: Double) -> PixelPicture {
        guard pixels.count == other.pixels.count else { return other }
        var mixed = self
        for index in pixels.indices where pixels[index] != other.pixels[index] {
            mixed.pixels[index] = pixels[index].mixed(with: other.pixels[index], share)
        }
        return mixed
    }
}
