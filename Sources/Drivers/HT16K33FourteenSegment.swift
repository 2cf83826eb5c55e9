import HAL

/// A fourteen-segment board on an HT16K33, such as the 0.54" backpack; two may stand side by side. A character is a
/// common, so it has two bytes of the memory (datasheet, page 13). Their bits are in the order of `Segments`.
struct HT16K33FourteenSegment: HT16K33Board {
    static let descriptor = HT16K33.descriptor(driver: "ht16k33-14seg", atMost: 2) {
        display throws(CatalogError) in
        try HT16K33FourteenSegment(checking: display)
    }

    private static let standardBytes = [0, 2, 4, 6]

    /// The lower byte of each character of one board, left to right.
    private let characterBytes: [Int]
    private let boards: Int
    private let hasPoints: Bool

    private init(checking display: BoardDescription.Display) throws(CatalogError) {
        try HT16K33.checkUpright(display, characters: "fourteen-segment characters")
        let wiring = display.wiring
        guard wiring.colon == nil, wiring.lamps.isEmpty else {
            throw .unsuitable(
                "display.colon and display.dots",
                "must be left out: a board of fourteen segments has neither")
        }
        characterBytes = wiring.digitBytes.isEmpty ? Self.standardBytes : wiring.digitBytes
        let allowed = stride(from: 0, to: HT16K33Memory.size, by: 2)
        guard characterBytes.allSatisfy({ allowed.contains($0) }),
            Set(characterBytes).count == characterBytes.count
        else {
            throw .unsuitable(
                "display.digitBytes",
                "must be different even numbers from 0 to \(HT16K33Memory.size - 2), from left "
                    + "to right: a character of fourteen segments has two bytes, the even one first"
            )
        }
        boards = display.addresses.count
        hasPoints = wiring.hasPoints
    }

    var geometry: PanelGeometry {
        .segments(
            SegmentGeometry(
                digits: characterBytes.count * boards, shape: .fourteen, hasColon: false,
                hasPoints: hasPoints))
    }

    /// Ignores characters beyond the panel's, colon, lamps, and points that the board lacks. Leaves missing
    /// characters blank.
    func memories(showing content: Frame.Content) -> [[UInt8]]? {
        guard case .segments(let picture) = content else { return nil }
        var rest = picture.digits[...]
        return (0..<boards).map { _ in
            var memory = HT16K33Memory.blank
            for (byte, segments) in zip(characterBytes, rest) {
                let lit = (hasPoints ? segments : segments.subtracting(.point)).rawValue
                memory[byte] = UInt8(truncatingIfNeeded: lit)
                memory[byte + 1] = UInt8(truncatingIfNeeded: lit >> 8)
            }
            rest = rest.dropFirst(characterBytes.count)
            return memory
        }
    }
}
