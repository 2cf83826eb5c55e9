/// The glyphs of a BDF file that are kept: the figures, and of the others as many of the lowest codes as have room.
///
/// They are told apart by their codes. `Character` takes some codes for the same, as U+003B and U+037E.
struct BDFGlyphs {
    private var glyphs: [UInt32: BDFGlyph] = [:]
    private var bytes = 0
    /// Other characters have codes up to this one.
    private var highest: UInt32 = 0x10FFFF

    /// What no font may lack, and the colon between them.
    private static let ofTimes: ClosedRange<UInt32> = 0x30...0x3A

    func wants(_ code: UInt32) -> Bool { code <= highest || BDFGlyphs.ofTimes.contains(code) }

    /// Of two with one code, the last counts.
    /// - Returns: how many others had to go for it, and whether it was the second one.
    mutating func add(_ glyph: BDFGlyph, code: UInt32) -> (dropped: Int, isRepeated: Bool) {
        let former = glyphs.updateValue(glyph, forKey: code)
        bytes += glyph.bytes - (former?.bytes ?? 0)
        // More at times: so a file of any order is sorted a few times only.
        let isFull = glyphs.count >= 4 * BDFLimits.glyphs || bytes >= 2 * BDFLimits.pictures
        return (isFull ? dropHighest() : 0, former != nil)
    }

    /// Drops what has no room.
    /// - Returns: how many.
    mutating func dropHighest() -> Int {
        guard glyphs.count > BDFLimits.glyphs || bytes > BDFLimits.pictures else { return 0 }
        let count = glyphs.count
        let former = glyphs
        glyphs = glyphs.filter { BDFGlyphs.ofTimes.contains($0.key) }
        bytes = glyphs.values.reduce(0) { $0 + $1.bytes }
        highest = 0
        for code in former.keys.sorted() where glyphs[code] == nil {
            guard let glyph = former[code], glyphs.count < BDFLimits.glyphs,
                bytes + glyph.bytes <= BDFLimits.pictures
            else { break }
            glyphs[code] = glyph
            bytes += glyph.bytes
            highest = code
        }
        return count - glyphs.count
    }

    /// On their base line. Of characters that are the same, the one with the lowest code counts: the others exist for
    /// the sake of older codes.
    var characters: [Character: Font.Glyph] {
        var characters: [Character: Font.Glyph] = [:]
        for (code, glyph) in glyphs.sorted(by: { $0.key < $1.key }) {
            guard let character = Unicode.Scalar(code).map(Character.init),
                characters[character] == nil
            else { continue }
            characters[character] = glyph.onBaseLine
        }
        return characters
    }
}
