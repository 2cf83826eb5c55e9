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
        let levels = display.levels ?? Self.allLevels
        guard Self.allLevels.contains(levels.lowerBound),
            Self.allLevels.contains(levels.upperBound)
        else {
            throw .unsuitable(
                "display.levels",
                "is \(levels.lowerBound) to \(levels.upperBound); an \(part) has the levels 0 to 255"
            )
        }
        self.address = address
        self.levels = levels
        geometry = try PixelGeometry(
            checking: display, mount: mount, depth: .levels, color: color)
        places = (0..<mount.rows).flatMap { row in
            (0..<mount.columns).map { mount.place(column: $0, row: row) }
        }
    }

    /// The pixels of a picture in the order of `places`. What the picture lacks is black.
    func pixels(of picture: PixelPicture) -> [PixelLight] {
        if picture.columns == geometry.columns, picture.rows == geometry.rows {
            return picture.pixels
        }
        return (0..<geometry.rows).flatMap { row in
            (0..<geometry.columns).map { picture[$0, row] }
        }
    }

    /// 8 bits for each chip of this kind.
    private static let allLevels = 0...255
}
