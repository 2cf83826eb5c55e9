import QRCode

// Answers for phones that scan a QR code.
extension HTTPAnswer {
    /// Leads to the page, which pairs with the code: in the part of the address that no server sees.
    static func pairing(_ code: String) -> HTTPAnswer {
        HTTPAnswer(status: 303, headers: [("Location", "/#/pair/\(code)")])
    }

    /// The code and its border as SVG, dark on white whatever the page's colours are.
    static func picture(of square: QRCode) -> HTTPAnswer {
        let side = square.sideWithBorder
        var path = ""
        for row in 0..<square.side {
            for column in 0..<square.side where square.isDark(column: column, row: row) {
                path += "M\(column + QRCode.border) \(row + QRCode.border)h1v1h-1z"
            }
        }
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <rect width="\(side)" height="\(side)" fill="#fff"/><path d="\(path)"/></svg>

            """
        return HTTPAnswer(
            status: 200, headers: [("Content-Type", "image/svg+xml")], body: Array(text.utf8))
    }
}
