import HAL

/// A seven-segment board on an HT16K33, such as the 0.56" and 1.2" backpacks. The board file says which bits of the
/// memory light what; each digit is a byte, which is half of a common (datasheet, page 13).
struct HT16K33SevenSegment: HT16K33Board {
    /// The 0.56" backpack: a point after each digit, a colon and no other lamp.
    static let descriptor = makeDescriptor(driver: "ht16k33-7seg")

    /// The 1.2" backpack: three dots beside the colon and no points. It has its own name because people look for
    /// the board that they bought. It differs only in wiring, which the board file describes.
    static let bigDescriptor = makeDescriptor(driver: "ht16k33-7seg-big")

    private static func makeDescriptor(driver: String) -> PanelDescriptor {
        HT16K33.descriptor(driver: driver) { display throws(CatalogError) in
            try HT16K33SevenSegment(checking: display)
        }
    }

    private let wiring: BoardDescription.SevenSegmentWiring

    private init(checking display: BoardDescription.Display) throws(CatalogError) {
        try HT16K33.checkUpright(display, characters: "seven-segment digits")
        let wiring = display.wiring
        guard (1...HT16K33Memory.commons).contains(wiring.digitBytes.count) else {
            throw .unsuitable(
                "display.digitBytes",
                "must name the memory bytes of 1 to \(HT16K33Memory.commons) digits, "
                    + "from left to right")
        }
        let bytes =
            wiring.digitBytes + wiring.lamps.values.map(\.byte)
            + (wiring.colon.map { [$0.byte] } ?? [])
        guard bytes.allSatisfy({ (0..<HT16K33Memory.size).contains($0) }) else {
            throw .unsuitable(
                "display.digitBytes, display.colon and display.dots",
                "must lie in the \(HT16K33Memory.size) bytes of an HT16K33: "
                    + "0 to \(HT16K33Memory.size - 1)")
        }
        self.wiring = wiring
    }

    var geometry: PanelGeometry {
        .segments(
            SegmentGeometry(
                digits: wiring.digitBytes.count,
                hasColon: wiring.colon != nil,
                hasPoints: wiring.hasPoints,
                lamps: Set(wiring.lamps.keys)))
    }

    /// Ignores digits beyond the panel's and leaves missing ones blank. Omits lamps, colon and points that the
    /// board lacks.
    func memories(showing content: Frame.Content) -> [[UInt8]]? {
        guard case .segments(let picture) = content else { return nil }
        var memory = HT16K33Memory.blank
        for (byte, segments) in zip(wiring.digitBytes, picture.digits) {
            memory[byte] |=
                (wiring.hasPoints ? segments : segments.subtracting(.point)).sevenSegmentByte
        }
        if picture.colon, let colon = wiring.colon {
            memory[colon.byte] |= colon.mask
        }
        for lamp in picture.lamps {
            guard let bits = wiring.lamps[lamp] else { continue }
            memory[bits.byte] |= bits.mask
        }
        return [memory]
    }
}
