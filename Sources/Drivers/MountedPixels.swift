import HAL

/// A panel of pixels that one chip drives, as a board file describes it: where the chip is, and which native pixel lies
/// under each one of the picture.
struct MountedPixels: Sendable {
    let address: I2CAddress
    let geometry: PixelGeometry
    /// The chip's dimming steps that may be used.
    let levels: ClosedRange<Int>
    /// The native pixels, row by row from the top left as the viewer sees them.
    let places: [PixelMount.Place]

    /// Checks a display against its driver.
    ///
    /// - Parameter addresses: those that the chip can be set to.
    /// - Parameter columns: of the board in its own coordinates; likewise `rows`.
    init(
        checking display: BoardDescription.Display, part: String, addresses: [I2CAddress],
        columns: Int, rows: Int, color: PixelGeometry.ColorRange
    ) throws(CatalogError) {
        guard display.addresses.count == 1, let address = display.addresses.first,
            addresses.contains(address)
        else {
            let allowed = addresses.map(\.description).joined(separator: ", ")
            throw .unsuitable(
                "display.addresses", "must be one of those that an \(part) can have: \(allowed)")
        }
        let mount = PixelMount(moduleColumns: columns, moduleRows: rows, of: display)
        self.address = address
        // 8 bits for each chip of this kind.
        levels = try display.levels(of: part, within: 0...255)
        geometry = try PixelGeometry(
            checking: display, mount: mount, depth: .levels, color: color)
        places = (0..<mount.rows).flatMap { row in
            (0..<mount.columns).map { mount.place(column: $0, row: row) }
        }
    }

    /// The pixels of a picture in the order of `places`.
    func pixels(of picture: PixelPicture) -> [PixelLight] {
        picture.pixels(columns: geometry.columns, rows: geometry.rows)
    }
}

extension PixelPicture {
    /// The pixels of a panel of this size, row by row. What the picture lacks is black.
    func pixels(columns: Int, rows: Int) -> [PixelLight] {
        if columns == self.columns, rows == self.rows { return pixels }
        return (0..<rows).flatMap { row in (0..<columns).map { self[$0, row] } }
    }
}

extension PixelGeometry {
    /// A panel of pixels as the board file mounts it, with the part of it that no bezel hides.
    init(
        checking display: BoardDescription.Display, mount: PixelMount, depth: Depth,
        color: ColorRange = .single
    ) throws(CatalogError) {
        let area = display.safeArea
        guard area.left + area.right < mount.columns, area.top + area.bottom < mount.rows else {
            throw .unsuitable(
                "display.safeArea",
                "hides all of the display, which has \(mount.columns) columns and \(mount.rows) rows "
                    + "as it is mounted; a column and a row at least must be left")
        }
        self.init(
            columns: mount.columns, rows: mount.rows, depth: depth, color: color, safeArea: area)
    }
}
