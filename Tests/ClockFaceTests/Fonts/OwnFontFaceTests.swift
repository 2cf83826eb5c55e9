import ClockTime
import HAL
import TestKit
import Testing

@testable import ClockCore
@testable import ClockFace

@Suite("The face in a person's own font")
struct OwnFontFaceTests {
    private static func font(_ scale: Int = 1) throws -> Font {
        try BDFReader.font(of: Array(TestFont.bdf(scale: scale).utf8))
    }

    private static func chosen(_ time: String, _ change: (inout Snapshot) -> Void = { _ in })
        -> Snapshot
    {
        with(at(time)) {
            $0.style.fontFamily = "open"
            change(&$0)
        }
    }

    private static func frame(
        _ snapshot: Snapshot, on geometry: PanelGeometry, fonts: [Font]
    ) -> Frame {
        var painter = FacePainter(geometry: geometry)
        painter.use(FontLibrary(own: fonts))
        return painter.paint(snapshot, at: BootTime(nanoseconds: 0)).still
    }

    @Test("It looks as its golden file shows")
    func pictures() throws {
        let fonts = try [1, 2, 4, 5].map { try Self.font($0) }
        let withAlarm = Self.chosen("20:48") {
            $0.nextAlarm = alarm(6, 30)
            $0.mark = .armed
        }
        let situations: [(String, FaceBoard, Snapshot)] = [
            ("32 x 8", .matrix32x8, Self.chosen("13:57")),
            ("64 x 8", .matrix64x8, Self.chosen("13:57")),
            ("128 x 64, alone", .oled128x64, Self.chosen("20:48")),
            ("128 x 64, above a text", .oled128x64, withAlarm),
            (
                "128 x 64, with seconds", .oled128x64,
                Self.chosen("20:48") { $0.style.showsSeconds = true }
            ),
            ("64 x 128", .oled64x128, Self.chosen("20:48")),
            (
                "A page: letters that it lacks are built-in", .oled128x64,
                Self.chosen("20:48") { $0.page = .nextAlarm }
            ),
        ]
        let text = try situations.map { name, board, snapshot in
            let geometry = try board.geometry()
            return "## \(name)\n\n"
                + FaceArt.draw(Self.frame(snapshot, on: geometry, fonts: fonts), on: geometry)
                + "\n"
        }.joined(separator: "\n")
        try Golden.expect(text, "OwnFont.txt")
    }

    @Test("One that is gone, too high or too wide gives way to the built-in one")
    func fallsBack() throws {
        for (board, scale) in [
            (FaceBoard.matrix32x8, 2), (.matrix8x8, 1), (.matrix8x8, 2), (.oled128x64, 9),
            (.oled64x128, 9),
        ] {
            let geometry = try board.geometry()
            let built = Self.frame(at("20:48"), on: geometry, fonts: [])
            let font = try Self.font(scale)
            #expect(!font.fits(geometry), "\(board) \(scale)")
            #expect(Self.frame(Self.chosen("20:48"), on: geometry, fonts: [font]) == built)
            #expect(Self.frame(Self.chosen("20:48"), on: geometry, fonts: []) == built)
        }
    }

    @Test("Its own colon is drawn where it has one, dots as wide as its pen where it has none")
    func colon() throws {
        let sign = ["##.", ".##", "...", "...", ".##", "##."]
        func font(hasColon: Bool) -> Font {
            let figure = Self.block(columns: 3, rows: 8).glyphs["0"]
            var glyphs = Dictionary(uniqueKeysWithValues: Font.figures.map { ($0, figure) })
            if hasColon {
                glyphs[":"] = Font.Glyph(
                    advance: 4, left: 0, top: 1, columns: 3, rows: sign.count
                ) { column, row in Array(sign[row])[column] == "#" }
            }
            return Font(
                family: "Open", design: .default, weight: .regular, isMonospaced: true, ascent: 8,
                descent: 0, glyphs: glyphs.compactMapValues { $0 })
        }
        let panel = PixelGeometry(columns: 32, rows: 8, depth: .one)
        func dots(_ font: Font) throws -> [PixelArea] {
            var wish = request(.face(on: panel), panel, hasOverlays: false)
            wish.family = "Open"
            return try #require(PixelLayout(wish, fonts: FontLibrary(own: [font]))).dots
        }
        let own = font(hasColon: true)
        let area = try #require(try dots(own).first)
        #expect(try dots(own).count == 1)
        guard
            case .pixels(let shown) = Self.frame(
                Self.chosen("20:48"), on: .pixels(panel), fonts: [own]
            ).content
        else { return }
        let drawn = (area.row..<area.bottom).map { row in
            (area.column..<area.right).map { shown[$0, row].isOn ? "#" : "." }.joined()
        }
        #expect(drawn == sign)
        let plain = try dots(font(hasColon: false))
        #expect(plain.map(\.columns) == [1, 1])
        let scaled = try [1, 2, 4].map { scale in
            let own = try Self.font(scale)
            var wish = request(
                PixelArea(column: 0, row: 0, columns: 200, rows: 40), panel, hasOverlays: false)
            wish.family = "Open"
            let layout = try #require(PixelLayout(wish, fonts: FontLibrary(own: [own])))
            return layout.colon?.columns ?? layout.dots.first?.columns
        }
        // Each is drawn as large as the rows allow.
        #expect(scaled == [8, 8, 8])
    }

    @Test("A new set of fonts is drawn with at once, and nothing moves for it")
    func change() throws {
        let geometry = try FaceBoard.matrix32x8.geometry()
        var painter = FacePainter(geometry: geometry)
        let snapshot = Self.chosen("20:48")
        let now = BootTime(nanoseconds: 0)
        let before = painter.paint(snapshot, at: now)
        painter.use(FontLibrary(own: [try Self.font()]))
        let after = painter.paint(snapshot, at: now)
        #expect(after.still != before.still)
        #expect(after.nextFrame(after: now) == nil)
        painter.use(.builtIn)
        #expect(painter.paint(snapshot, at: now).still == before.still)
    }

    @Test("Of several heights the largest that fits is shown, and the size picks a smaller one")
    func heights() throws {
        let panel = try #require(try FaceBoard.oled128x64.pixelGeometry())
        let fonts = FontLibrary(own: try [1, 3, 5, 9].map { try Self.font($0) })
        func height(_ percent: Int?, _ hasOverlays: Bool) throws -> Int {
            var wish = request(.face(on: panel), panel, hasOverlays: hasOverlays)
            wish.family = "Open"
            if let percent { wish.size = .percent(Percent(clamping: percent)) }
            return try #require(PixelLayout(wish, fonts: fonts)).font.figureHeight
        }
        #expect(try height(nil, true) == 30)
        #expect(try height(nil, false) == 30)
        #expect(try height(60, true) == 15)
        #expect(try height(1, true) == 5)
    }

    @Test(
        "Figures of any size stay on the panel and apart from each other",
        arguments: FaceBoard.pixels)
    func anySize(_ board: FaceBoard) throws {
        let panel = try #require(try board.pixelGeometry())
        for columns in 1...30 {
            for rows in [1, 2, 3, 4, 5, 7, 8, 9, 12, 17, 31, 32, 45, 63, 64, 100] {
                let font = Self.block(columns: columns, rows: rows)
                for (hasSeconds, hasOverlays) in [(false, false), (true, false), (false, true)] {
                    var wish = request(.face(on: panel), panel, hasOverlays: hasOverlays)
                    wish.family = "Block"
                    wish.showsSeconds = hasSeconds
                    let layout = try #require(PixelLayout(wish, fonts: FontLibrary(own: [font])))
                    guard layout.font == font else { continue }
                    Self.check(layout, on: panel, "\(columns) x \(rows)")
                }
            }
        }
    }

    private static func block(columns: Int, rows: Int) -> Font {
        let glyph = Font.Glyph(
            advance: columns + 1, left: 0, top: 0, columns: columns, rows: rows,
            isSet: { _, _ in true })
        return Font(
            family: "Block", design: .default, weight: .regular, isMonospaced: true, ascent: rows,
            descent: 0,
            glyphs: Dictionary(uniqueKeysWithValues: Font.figures.map { ($0, glyph) }))
    }

    private static func check(_ layout: PixelLayout, on panel: PixelGeometry, _ name: String) {
        let area = PixelArea.face(on: panel)
        let cells = layout.cells.map {
            PixelArea(
                column: $0.column, row: $0.row, columns: layout.font.figureWidth,
                rows: layout.font.figureHeight)
        }
        let parts = cells + layout.dots + layout.fives + layout.overlayLines
        for part in parts where !area.contains(part) {
            Issue.record("\(name): \(part) is outside")
        }
        for (place, cell) in cells.enumerated() {
            for other in parts[(place + 1)...] where cell.overlaps(other) {
                Issue.record("\(name): \(cell) covers \(other)")
            }
        }
    }

    @Test("Letters that it lacks come from a built-in font in the same rows")
    func missingLetters() throws {
        for scale in 1...6 {
            let own = try Self.font(scale)
            let font = FontLibrary(own: [own]).text(rows: own.height, family: "Open")
            #expect(font.glyph("A") == own.glyph("A") && font.glyph("m") == own.glyph("M"))
            let other = try #require(font.glyph("g"))
            #expect(other.top >= 0 && other.top + other.rows <= own.height, "\(scale)")
        }
    }

    @Test("A font says which figures it lacks, and a space is no figure")
    func missingFigures() throws {
        #expect(try Self.font().missingFigures == [])
        let text = TestFont.bdf(characters: "01245689A")
        #expect(try BDFReader.font(of: Array(text.utf8)).missingFigures == ["3", "7"])
    }
}
