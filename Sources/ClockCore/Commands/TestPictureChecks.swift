extension TestPicture.Content {
    /// Checks that a display can show it.
    ///
    /// - Parameter display: nil while it is unknown: anything is right then.
    package func check(on display: DisplayShape?) throws(CommandError) {
        guard let display else { return }
        switch (self, display) {
        case (.all, _), (.text, _): return
        case (.pixel(let column, let row), .pixels(let columns, let rows)):
            try check(column, "x", upTo: columns - 1)
            try check(row, "y", upTo: rows - 1)
        case (.row(let row), .pixels(_, let rows)): try check(row, "row", upTo: rows - 1)
        case (.column(let column), .pixels(let columns, _)):
            try check(column, "column", upTo: columns - 1)
        case (.rows, .pixels), (.columns, .pixels): return
        case (.digit(let digit), .digits(let digits)): try check(digit, "digit", 1, upTo: digits)
        case (.digit(let digit), .pixels): try check(digit, "digit", 1, upTo: 4)
        case (.letter, .digits): return
        case (.letter, .pixels):
            throw .wrongState(.displayHasPixels)
        case (.rows, .digits), (.columns, .digits), (.row, .digits), (.column, .digits),
            (.pixel, .digits):
            throw .wrongState(.displayHasSegments)
        }
    }

    private func check(
        _ value: Int, _ field: String, _ least: Int = 0, upTo most: Int
    ) throws(CommandError) {
        let allowed = least...max(least, most)
        guard allowed.contains(value) else {
            throw .invalid(field: field, .place(value, allowed: allowed))
        }
    }
}
