/// The lit segments of one character, on seven segments or on fourteen:
///
///      aaaaa           aaaaa
///     f     b         fh i jb
///     f     b         f h|j b
///      ggggg           g1 g2
///     e     c         e k|m c
///     e     c         ek l mc
///      ddddd  .        ddddd  .
///
/// The outer ones, a to f, run clockwise from the top. The middle bar has two halves; on seven segments they are one,
/// so a character of a to g is the same on both. Bits 0 to 14 are in the order of the HT16K33's alphanumeric boards and
/// of the kernel's `map_to_14segment.h`. Drivers map boards that are wired differently.
package struct Segments: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package static let blank: Segments = []
    package static let a = Segments(rawValue: 1 << 0)
    package static let b = Segments(rawValue: 1 << 1)
    package static let c = Segments(rawValue: 1 << 2)
    package static let d = Segments(rawValue: 1 << 3)
    package static let e = Segments(rawValue: 1 << 4)
    package static let f = Segments(rawValue: 1 << 5)
    /// The left half of the middle bar.
    package static let g1 = Segments(rawValue: 1 << 6)
    /// Its right half.
    package static let g2 = Segments(rawValue: 1 << 7)
    /// The whole middle bar.
    package static let g: Segments = [.g1, .g2]
    /// From the upper left corner to the centre.
    package static let h = Segments(rawValue: 1 << 8)
    /// From the top to the centre.
    package static let i = Segments(rawValue: 1 << 9)
    /// From the upper right corner to the centre.
    package static let j = Segments(rawValue: 1 << 10)
    /// From the lower left corner to the centre.
    package static let k = Segments(rawValue: 1 << 11)
    /// From the bottom to the centre.
    package static let l = Segments(rawValue: 1 << 12)
    /// From the lower right corner to the centre.
    package static let m = Segments(rawValue: 1 << 13)
    /// The decimal point.
    package static let point = Segments(rawValue: 1 << 14)
}

extension Segments {
    /// Reads a seven-segment byte: bits 0 to 5 are a to f, 6 is g and 7 the decimal point. It is the order of the
    /// HT16K33's seven-segment boards and of the kernel's `map_to_7segment.h`.
    package init(sevenSegmentByte byte: UInt8) {
        var segments = Segments(rawValue: UInt16(byte & 0x3F))
        if byte & 0x40 != 0 { segments.formUnion(.g) }
        if byte & 0x80 != 0 { segments.formUnion(.point) }
        self = segments
    }

    /// The same byte. Half a middle bar lights the whole one; strokes that seven segments lack are left out.
    package var sevenSegmentByte: UInt8 {
        UInt8(rawValue & 0x3F) | (isDisjoint(with: .g) ? 0 : 0x40) | (contains(.point) ? 0x80 : 0)
    }
}
