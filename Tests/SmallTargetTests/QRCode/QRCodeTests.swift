import TestKit
import Testing

@testable import QRCode

@Suite("QR codes")
struct QRCodeTests {
    private static let link = "http://192.168.178.55/p/482913"

    @Test("A link for pairing is a square of 25 modules, which a panel of 64 rows has room for")
    func size() throws {
        let code = try #require(QRCode(link: QRCodeTests.link))
        #expect(code.side == 25)
        #expect(code.sideWithBorder * 2 == 58)
        // With a port it still has room.
        #expect(QRCode(link: "http://192.168.178.155:8080/p/482913")?.side == 25)
        #expect(code == QRCode(link: QRCodeTests.link.uppercased()))
    }

    @Test("Three corners have the squares by which a reader finds it, and the border is light")
    func corners() throws {
        let code = try #require(QRCode(link: QRCodeTests.link))
        for (left, top) in [(0, 0), (18, 0), (0, 18)] {
            for step in 0..<7 {
                #expect(code.isDark(column: left + step, row: top))
                #expect(code.isDark(column: left, row: top + step))
                #expect(code.isDark(column: left + 3, row: top + 3))
            }
            #expect(!code.isDark(column: left + 1, row: top + 1))
        }
        #expect(!code.isDark(column: -1, row: 0) && !code.isDark(column: 0, row: 25))
    }

    @Test("In a terminal it has 29 columns and 15 lines")
    func blocks() throws {
        let lines = try #require(QRCode(link: QRCodeTests.link)).blocks
        #expect(lines.count == 15)
        #expect(lines.allSatisfy { $0.count == 29 })
        try Golden.expect(lines.map { $0 + "\n" }.joined(), "qr-code.txt")
    }

    @Test(
        "What makes no small code is refused",
        arguments: ["", "http://a b/", "http://bücher/", String(repeating: "a", count: 91)])
    func refused(link: String) {
        #expect(QRCode(link: link) == nil)
    }
}
