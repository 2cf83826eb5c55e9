/// Why a BDF file is refused: where, and what is allowed there. In words for the person who wrote or chose the file.
package struct BDFError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package let line: Int
    package let reason: String

    package var description: String { "line \(line): \(reason)" }
}

/// What a BDF file may have at most. A font of a clock needs far less; a broken file must not take all memory.
package enum BDFLimits {
    package static let bytes = 1_048_576
    package static let glyphs = 4096
    /// Rows, and columns, of the line and of each character.
    package static let pixels = 128
}
