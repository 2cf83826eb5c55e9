import HAL

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
