/// Why a BDF file is refused: where, what is expected there, and what to do. In words for the person who wrote or chose
/// the file.
package struct BDFError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package let line: Int
    package let reason: String

    package var description: String { "line \(line): \(reason)" }

    /// What a file is that does not begin as a BDF file does.
    static func foreign(_ bytes: [UInt8], at line: Int) -> BDFError {
        let kind = kinds.first { bytes.starts(with: $0.start) }
        let advice = kind?.advice ?? "Choose another file"
        return BDFError(
            line: line,
            reason:
                "a BDF file begins with \"STARTFONT 2.1\"; this is \(kind?.name ?? "no such file"). "
                + advice)
    }

    private static let outlines = "a font of outlines, without pixels"

    private static let kinds: [(start: [UInt8], name: String, advice: String)] = [
        (Array("\u{1}fcp".utf8), "a font in PCF", "Convert it: pcf2bdf -o NEW.bdf FILE"),
        ([0x1F, 0x8B], "a compressed file", "Unpack it first: gunzip FILE"),
        (Array("PK\u{3}\u{4}".utf8), "a ZIP file", "Unpack it first: unzip FILE"),
        ([0x00, 0x01, 0x00, 0x00], outlines, otf2bdf), (Array("OTTO".utf8), outlines, otf2bdf),
        (Array("true".utf8), outlines, otf2bdf), (Array("ttcf".utf8), outlines, otf2bdf),
        ([0xFF, 0xFE], "a file in UTF-16", "Save it as plain text"),
        ([0xFE, 0xFF], "a file in UTF-16", "Save it as plain text"),
    ]

    private static let otf2bdf = "Draw it in pixels, here 24: otf2bdf -r 72 -p 24 -o NEW.bdf FILE"
}

/// What a BDF file may have at most. A broken file must take neither all memory nor much time.
package enum BDFLimits {
    /// The largest fonts of pixels, which have all characters of Unicode, have some 10 MB.
    package static let bytes = 16 << 20
    /// Characters that are kept: the figures, and then those with the lowest codes. Ten times as many as a language
    /// with an alphabet needs.
    package static let glyphs = 4096
    /// Bytes of all pictures that are kept. The figures have room in it, however large they are.
    package static let pictures = 1 << 20
    /// Bytes of one picture, as many as FreeType allows.
    package static let picture = 0xFFFF
    /// Lines with a word that no BDF file has.
    package static let unknownLines = 1000
    /// Rows that a line may have above its base line, and below, without ink of figures in them.
    package static let emptyRows = 512
}
