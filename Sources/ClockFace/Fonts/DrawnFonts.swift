/// The fonts that are drawn by hand, pixel by pixel. Their files are compiled into the program.
enum DrawnFonts {
    /// Fonts with figures, some of them with nothing else but a few signs.
    static let figures: [Font] = files.compactMap { file in
        do {
            return try BDFReader.font(of: file.bytes)
        } catch {
            // A test reads every file, so there is none with a mistake.
            return nil
        }
    }

    /// Those with letters.
    static let texts: [Font] = figures.filter { $0.glyph("A") != nil }

    static let files: [(name: String, bytes: [UInt8])] = [
        ("small_3x4", PackageResources.small_3x4_bdf),
        ("small_3x5", PackageResources.small_3x5_bdf),
        ("figures_4x5", PackageResources.figures_4x5_bdf),
        ("figures_3x6", PackageResources.figures_3x6_bdf),
        ("figures_4x6", PackageResources.figures_4x6_bdf),
        ("figures_3x7", PackageResources.figures_3x7_bdf),
        ("figures_4x7", PackageResources.figures_4x7_bdf),
        ("text_5x7", PackageResources.text_5x7_bdf),
        ("figures_5x7_bold", PackageResources.figures_5x7_bold_bdf),
        ("text_5x8", PackageResources.text_5x8_bdf),
        ("figures_4x8", PackageResources.figures_4x8_bdf),
        ("figures_5x8", PackageResources.figures_5x8_bdf),
        ("figures_6x8_bold", PackageResources.figures_6x8_bold_bdf),
    ]
}
