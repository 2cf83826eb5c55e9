extension PixelPicture {
    /// Rows become columns: reflected at the diagonal from the top left.
    package var transposed: PixelPicture {
        rearranged(columns: rows, rows: columns) { (row: $0, column: $1) }
    }

    /// Left becomes right.
    package var mirrored: PixelPicture {
        rearranged(columns: columns, rows: rows) { (row: $1, column: columns - 1 - $0) }
    }

    /// Turned clockwise.
    package func turned(by rotation: BoardDescription.Display.Rotation) -> PixelPicture {
        switch rotation {
        case .upright: self
        case .quarter:
            rearranged(columns: rows, rows: columns) { (row: rows - 1 - $0, column: $1) }
        case .half:
            rearranged(columns: columns, rows: rows) {
                (row: rows - 1 - $1, column: columns - 1 - $0)
            }
        case .threeQuarters:
            rearranged(columns: rows, rows: columns) { (row: $0, column: columns - 1 - $1) }
        }
    }

    /// This picture with another one to its right, as high as the higher of the two.
    package func joined(with right: PixelPicture) -> PixelPicture {
        var whole = PixelPicture(columns: columns + right.columns, rows: max(rows, right.rows))
        for row in 0..<whole.rows {
            for column in 0..<whole.columns {
                whole[column, row] =
                    column < columns ? self[column, row] : right[column - columns, row]
            }
        }
        return whole
    }

    /// - Parameter source: the old pixel for a new column and row.
    private func rearranged(
        columns newColumns: Int, rows newRows: Int,
        from source: (_ column: Int, _ row: Int) -> (row: Int, column: Int)
    ) -> PixelPicture {
        var picture = PixelPicture(columns: newColumns, rows: newRows)
        for row in 0..<newRows {
            for column in 0..<newColumns {
                let old = source(column, row)
                picture[column, row] = self[old.column, old.row]
            }
        }
        return picture
    }
}
