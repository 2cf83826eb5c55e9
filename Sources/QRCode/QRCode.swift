import CQRencode

/// A QR code (ISO/IEC 18004): a square of dark and light modules, by libqrencode.
///
/// Theory of operation. The library makes the smallest square that can still be read when a seventh of it is lost (level M).
/// The clock's face, the client and the page draw its modules, each in its own way. Capitals, figures and a few signs take
/// fewer modules than other text, so a link is written in capitals: "HTTP://192.168.178.55/P/482913".
package struct QRCode: Hashable, Sendable {
    /// The number of modules on a side, without the border.
    package let side: Int
    /// Row by row, from the top left.
    private let modules: [Bool]

    /// The light modules around it. The standard asks for four; two are read as well, and a panel of 64 rows has no room for
    /// more.
    package static let border = 2

    /// The longest text, in bytes. A longer one makes a square that neither a panel nor a terminal has room for.
    package static let longestText = 90

    /// A code that a phone opens as a page.
    ///
    /// - Parameter link: of which neither the host nor the path tells capitals from small letters.
    /// - Returns: nil if the link is empty, too long, or has other characters than ASCII has in print.
    package init?(link: String) {
        let text = link.uppercased()
        guard (1...QRCode.longestText).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1)
        else { return nil }
        defer { QRcode_free(code) }
        let side = Int(code.pointee.width)
        self.side = side
        // The lowest bit says whether the module is dark (qrencode.h).
        modules = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// Whether the module is dark; those around the code are light.
    package func isDark(column: Int, row: Int) -> Bool {
        guard (0..<side).contains(column), (0..<side).contains(row) else { return false }
        return modules[row * side + column]
    }

    /// The modules on a side, with the border.
    package var sideWithBorder: Int { side + 2 * QRCode.border }

    /// The code and its border in half blocks, two rows in one line of text, for a terminal whose ground is dark: light modules
    /// are drawn.
    package var blocks: [String] {
        let ends = -QRCode.border..<side + QRCode.border
        return stride(from: ends.lowerBound, to: ends.upperBound, by: 2).map { row in
            String(
                ends.map { column -> Character in
                    let upper = !isDark(column: column, row: row)
                    // Below the last row of an odd number nothing is drawn.
                    let lower = row + 1 < ends.upperBound && !isDark(column: column, row: row + 1)
                    return upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ")
                })
        }
    }
}
