import HAL

/// A board of pixels on an HT16K33, one or several side by side. A pixel is on or off: the chip has one brightness for
/// all (datasheet, page 15). The boards connect its commons and rows (page 13) in different ways.
struct HT16K33Matrix: HT16K33Board {
    static let smallDescriptor = makeDescriptor(driver: "ht16k33-8x8", wiring: .small)
    static let backpackDescriptor = makeDescriptor(driver: "ht16k33-8x16", wiring: .backpack)
    static let wingDescriptor = makeDescriptor(driver: "ht16k33-8x16-featherwing", wiring: .wing)
    static let bicolorDescriptor = makeDescriptor(driver: "ht16k33-bicolor-8x8", wiring: .bicolor)

    private static func makeDescriptor(driver: String, wiring: Wiring) -> PanelDescriptor {
        HT16K33.descriptor(driver: driver, atMost: 8) { display throws(CatalogError) in
            try HT16K33Matrix(wiring, checking: display)
        }
    }

    let geometry: PanelGeometry

    /// Each pixel has a red LED beside the green one, which is lit by the same bit of the next byte.
    private let hasRed: Bool
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
        geometry = .pixels(
            try PixelGeometry(
                checking: display, mount: mount, depth: .one,
                color: wiring.hasRed ? .redGreen : .single))
        hasRed = wiring.hasRed
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
        let pixels = picture.pixels(columns: columns, rows: spots.count / columns)
        for (spot, light) in zip(spots, pixels) where light.isOn {
            // A board of one colour has its LEDs where this one has the green ones.
            let color = hasRed ? light.nearestOfRedAndGreen : .green
            if color != .red {
                memories[spot.module][spot.bits.byte] |= spot.bits.mask
            }
            if color != .green {
                memories[spot.module][spot.bits.byte + 1] |= spot.bits.mask
            }
        }
        return memories
    }
}

// MARK: - Wiring

/// How a board connects its pixels.
private struct Wiring: Sendable {
    /// Of eight rows.
    var columns: Int
    /// Whether each pixel has two LEDs: a green one, and a red one on the same bit of the next byte.
    var hasRed = false
    /// What lights a pixel of the board, or its green LED, in the board's own coordinates, from the top left.
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

    /// A row of pixels is a common: green on the chip's rows 0 to 7, red on its rows 8 to 15.
    static let bicolor = Wiring(columns: 8, hasRed: true) { column, row in
        BoardDescription.MemoryBits(byte: 2 * row, mask: 1 << column)
    }
}

// MARK: - Colours

/// What a red and a green LED can show together.
enum RedGreen: Hashable, Sendable {
    case red, green
    /// Both.
    case yellow
}

extension PixelLight {
    /// The nearest colour by hue; yellow, which is the nearest to white, for a light of little colour.
    var nearestOfRedAndGreen: RedGreen {
        let greatest = Int(level)
        let spread = greatest - Int(min(red, green, blue))
        guard spread * 4 > greatest else { return .yellow }
        // Degrees on the colour wheel: red is at 0, yellow at 60, green at 120 and blue at 240.
        let hue =
            switch level {
            case red: 60 * Double(Int(green) - Int(blue)) / Double(spread)
            case green: 120 + 60 * Double(Int(blue) - Int(red)) / Double(spread)
            default: 240 + 60 * Double(Int(red) - Int(green)) / Double(spread)
            }
        return switch hue {
        case 30...90: .yellow
        // Blue is as far from red as from green; green is as calm.
        case 90...240: .green
        default: .red
        }
    }
}
