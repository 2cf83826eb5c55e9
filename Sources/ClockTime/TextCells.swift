// The width of text in columns: in terminals, tables and screens.

extension Unicode.Scalar {
    /// Whether a terminal shows it in two cells: East Asian Width W and F, in the blocks that matter (Unicode Standard
    /// Annex 11).
    package var isWide: Bool {
        if properties.isEmojiPresentation { return true }
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return true
        default:
            return false
        }
    }
}
