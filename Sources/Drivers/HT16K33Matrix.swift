import HAL

/// A board of pixels on an HT16K33, one or several side by side. A pixel is on or off: the chip has one brightness for
/// all (datasheet, page 15). The boards connect its commons and rows (page 13) in different ways.
struct HT16K33Matrix: HT16K33Board {
    static let smallDescriptor = makeDescriptor(driver: "ht16k33-8x8", wiring: .small)
    static let backpackDescriptor = makeDescriptor(driver: "ht16k33-8x16", wiring: .backpack)
    static let wingDescriptor = makeDescriptor(driver: "ht16k33-8x16-featherwing", wiring: .wing)

    private static func makeDescriptor(driver: String, wiring: Wiring) -> PanelDescriptor {
        HT16K33.descriptor(driver: driver, atMost: 8) { display throws(CatalogError) in
            try HT16K33Matrix(wiring, checking: display)
        }
    }

    let geometry: PanelGeometry

    private let columns: Int
    private let modules: Int
    /// What lights each pixel of the picture, row by row.
    private let spots: [Spot]

    private struct Spot {
        var module: Int
        var bits: BoardDescription.MemoryBits
    }

    private init(
        _ wiring: Wiring, checking display: BoardDescription.Display
    ) throws(CatalogError) {
        let mount = PixelMount(
            moduleColumns: wiring.columns, moduleRows: 8, modules: display.addresses.count,
            of: display)
        geometry = .pixels(try PixelGeometry(checking: display, mount: mount, depth: .one))
        columns = mount.columns
        modules = mount.modules
        spots = (0..<mount.rows * mount.columns).map { index in
            let place = mount.place(column: index % mount.columns, row: index / mount.columns)
            return Spot(module: place.module, bits: wiring.bits(place.column, place.row))
        }
    }

    func memories(showing content: Frame.Content) -> [[UInt8]]? {
        guard case .pixels(let picture) = content else { return nil }
        var memories = [[UInt8]](repeating: HT16K33Memory.blank, count: modules)
        for (index, spot) in spots.enumerated()
        where picture[index % columns, index / columns].isOn {
            memories[spot.module][spot.bits.byte] |= spot.bits.mask
        }
        return memories
    }
}

// MARK: - Wiring

/// How a board connects its pixels.
private struct Wiring: Sendable {
    /// Of eight rows.
    var columns: Int
    /// What lights a pixel of the board in its own coordinates, from the top left.
    var bits: @Sendable (_ column: Int, _ row: Int) -> BoardDescription.MemoryBits

    /// A row of pixels is a common. The columns are turned by one place on the chip's rows.
    static let small = Wiring(columns: 8) { column, row in
        BoardDescription.MemoryBits(byte: 2 * row, mask: 1 << ((column + 7) % 8))
    }

    /// A row of sixteen pixels is a common.
    static let backpack = Wiring(columns: 16) { column, row in
        BoardDescription.MemoryBits(byte: 2 * row + column / 8, mask: 1 << (column % 8))
    }

    /// A common is a column of the left half, and the same column of the right half.
    static let wing = Wiring(columns: 16) { column, row in
        BoardDescription.MemoryBits(byte: column % 8 * 2 + column / 8, mask: 1 << row)
    }
}
