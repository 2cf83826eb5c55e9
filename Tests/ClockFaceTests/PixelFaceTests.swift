import ClockTime
import HAL
import Testing

@testable import ClockCore
@testable import ClockFace

/// What must hold for each board, whatever it shows.
@Suite("The face on panels of pixels")
struct PixelFaceTests {
    @Test(
        "Every minute of the day looks different, and always the same",
        arguments: FaceBoard.pixels)
    func everyMinute(_ board: FaceBoard) throws {
        let geometry = try board.geometry()
        let panel = try #require(try board.pixelGeometry())
        let layout = try #require(PixelLayout(request(.face(on: panel), panel, hasOverlays: false)))
        var painter = FacePainter(geometry: geometry)
        var seen: Set<Frame> = []
        // Where dots stand for the minutes, each stands for five.
        for minute in stride(from: 0, to: 1440, by: layout.fives.isEmpty ? 1 : 5) {
            let snapshot = with(at("\(minute / 60):\(minute % 60)")) { $0.mode = .face }
            let now = BootTime(nanoseconds: Int64(minute) * 60_000_000_000)
            let frame = painter.paint(snapshot, at: now).still
            #expect(seen.insert(frame).inserted, "minute \(minute) looks like another")
            guard minute % 97 < 5 else { continue }
            #expect(frame == paint(snapshot, on: geometry), "minute \(minute) is not repeated")
        }
    }

    @Test(
        "A colon touches a figure only where levels make it dimmer",
        arguments: FaceBoard.pixels)
    func touchingColon(_ board: FaceBoard) throws {
        let panel = try #require(try board.pixelGeometry())
        let layout = try #require(PixelLayout(request(.face(on: panel), panel, hasOverlays: false)))
        #expect(
            layout.hasTouchingDots == [.grid16x9, .bonnet16x8, .color13x9].contains(board))
        guard layout.hasTouchingDots else { return }
        let dot = try #require(layout.dots.first)
        let shown = try #require(picture(with(at("08:08")) { $0.mode = .face }, on: panel))
        #expect(shown[dot.column, dot.row].level == 85)
    }

    @Test("A word that just fits is not cut off")
    func wholeWord() throws {
        let panel = try #require(try FaceBoard.oled128x64.pixelGeometry())
        let snapshot = with(at("22:10")) { $0.page = .up }
        let columns = lit(snapshot, on: panel).map(\.column)
        // In the middle, so as far from the right edge as from the left one, but for the font's own gap.
        let (first, last) = (columns.min() ?? 0, columns.max() ?? 0)
        #expect(abs(first - (panel.columns - 1 - last)) <= 3, "\(first) to \(last)")
    }

    @Test("Each digit stays in its cell, and each cell in its place", arguments: FaceBoard.pixels)
    func cells(_ board: FaceBoard) throws {
        let panel = try #require(try board.pixelGeometry())
        // Without the movement against burn-in, which has tests of its own.
        var still = panel
        still.burnsIn = false
        let layout = try #require(
            PixelLayout(request(.face(on: still), panel, hasOverlays: false)))
        let inks = try (0...9).map { try ink(of: $0, in: layout.font) }
        // Each digit in each cell, but not each time of day.
        for minute in stride(from: 0, to: 1440, by: 7) {
            let time = "\(minute / 60):\(minute % 60)"
            let shown = try #require(
                picture(with(at(time)) { $0.mode = .face }, on: still), "\(time)")
            var expected = Array(repeating: false, count: shown.pixels.count)
            let digits = [minute / 600, minute / 60 % 10, minute % 60 / 10, minute % 10]
            for (digit, cell) in zip(digits, layout.cells) {
                for ink in inks[digit] {
                    let row = cell.row + ink.row
                    expected[row * shown.columns + cell.column + ink.column] = true
                }
            }
            let dots =
                layout.fives.isEmpty
                ? layout.dots : Array(layout.fives.prefix(minute % 60 / 5))
            for dot in dots.flatMap({ pixels(of: $0) }) {
                expected[dot.row * shown.columns + dot.column] = true
            }
            #expect(shown.pixels.map { $0 != .black } == expected, "\(time) on \(board)")
        }
    }

    /// A figure's pixels in its cell: it stands in the middle, and its feet are on the cell's last row.
    private func ink(of digit: Int, in font: Font) throws -> [Pixel] {
        let glyph = try #require(font.glyph(Character("\(digit)")))
        let left = (font.figureWidth - glyph.columns) / 2
        let top = glyph.top - font.figureTop
        #expect(left >= 0 && top >= 0 && top + glyph.rows <= font.figureHeight)
        return (0..<glyph.rows).flatMap { row in
            (0..<glyph.columns).filter { glyph.isSet(column: $0, row: row) }
                .map { Pixel(left + $0, top + row) }
        }
    }

    @Test("Nothing is drawn where a bezel hides it", arguments: FaceBoard.pixels)
    func safeArea(_ board: FaceBoard) throws {
        var panel = try #require(try board.pixelGeometry())
        for insets in [
            Insets(left: 1), Insets(top: 1), Insets(right: 1), Insets(bottom: 1),
            Insets(left: 2, top: 1, right: 1, bottom: 1),
        ] {
            panel.safeArea = insets
            let safe = Set(pixels(of: .safe(on: panel)))
            for situation in FaceSituation.all where situation.snapshot.style.rotation == .upright {
                guard !situation.name.hasPrefix("Dark on light") else { continue }
                let shown = lit(situation.snapshot, on: panel)
                #expect(shown.isSubset(of: safe), "\(situation.name) with \(insets)")
            }
        }
    }

    @Test(
        "A turned style shows on a panel what a turned panel shows", arguments: FaceBoard.pixels)
    func turning(_ board: FaceBoard) throws {
        var panel = try #require(try board.pixelGeometry())
        panel.safeArea = Insets(left: 1)
        let turns: [(FaceRotation, BoardDescription.Display.Rotation, Insets)] = [
            (.quarter, .quarter, Insets(bottom: 1)), (.half, .half, Insets(right: 1)),
            (.threeQuarters, .threeQuarters, Insets(top: 1)),
        ]
        for (rotation, clockwise, insets) in turns {
            var turned = panel
            if rotation != .half { (turned.columns, turned.rows) = (panel.rows, panel.columns) }
            turned.safeArea = insets
            for situation in FaceSituation.all where situation.snapshot.style.rotation == .upright {
                let whole = with(situation.snapshot) { $0.style.rotation = rotation }
                let there = paint(whole, on: .pixels(panel))
                guard
                    case .pixels(let upright) = paint(
                        situation.snapshot, on: .pixels(turned)
                    ).content
                else {
                    #expect(there.content == .dark)
                    continue
                }
                #expect(
                    there.content == .pixels(upright.turned(by: clockwise)),
                    "\(situation.name), turned by \(rotation)")
            }
        }
    }

    @Test(
        "No design, weight or size is cut off, or without a place for the alarm's mark",
        arguments: FaceBoard.pixels)
    func layouts(_ board: FaceBoard) throws {
        let panel = try #require(try board.pixelGeometry())
        for rotation in [FaceRotation.upright, .quarter] {
            let area = PixelArea.face(on: panel.turned(by: rotation))
            for design in FontDesign.allCases {
                for weight in FontWeight.allCases {
                    for size in [
                        FaceSize.automatic, .percent(Percent(clamping: 60)),
                        .percent(Percent(clamping: 0)),
                    ] {
                        for options in 0..<4 {
                            let request = PixelLayout.Request(
                                area: area, design: design, weight: weight, size: size,
                                showsSeconds: options & 1 != 0, hasOverlays: options & 2 != 0,
                                hasLevels: panel.depth == .levels,
                                hasTwoColors: panel.color != .single)
                            let problems = problems(of: request)
                            #expect(problems.isEmpty, "\(problems): \(request)")
                        }
                    }
                }
            }
        }
    }

    /// Thousands of layouts are checked, so this collects what is wrong instead of expecting each part by itself.
    private func problems(of request: PixelLayout.Request) -> [String] {
        guard let layout = PixelLayout(request) else { return ["nothing fits"] }
        return problems(of: layout, in: request.area)
    }

    private func problems(of layout: PixelLayout, in area: PixelArea) -> [String] {
        let parts = layout.figures + layout.dots + layout.fives + layout.overlayLines
        var problems: [String] = []
        if !parts.allSatisfy(area.contains) { problems.append("a part is outside") }
        for (index, part) in parts.enumerated() {
            if parts.dropFirst(index + 1).contains(where: part.overlaps) {
                problems.append("two parts overlap")
            }
        }
        let font = layout.font
        for (index, cell) in layout.cells.enumerated() {
            let figures = layout.figures[index / 2]
            let isInside =
                cell.column >= figures.column && cell.row == figures.row
                && cell.column + font.figureWidth <= figures.right
                && cell.row + font.figureHeight == figures.bottom
            if !isInside { problems.append("a cell is outside of its figures") }
        }
        let marks = [layout.alarmBadge ?? layout.alarmMark].compactMap { $0 }
        let others = [layout.afternoonBadge ?? layout.afternoonMark].compactMap { $0 }
        if layout.overlayLines.isEmpty {
            if marks.isEmpty { problems.append("no mark for an alarm") }
            if others.isEmpty { problems.append("no mark for the afternoon") }
            let isLarge = min(area.columns, area.rows) >= 22
            if isLarge, layout.alarmBadge == nil || layout.afternoonBadge == nil {
                problems.append("a dot instead of a badge")
            }
        }
        for mark in marks + others {
            if !area.contains(mark) { problems.append("a mark is outside") }
            if parts.contains(where: mark.overlaps) { problems.append("a mark covers a part") }
        }
        if let one = marks.first, let other = others.first, one.overlaps(other) {
            problems.append("the marks overlap")
        }
        return problems
    }

    @Test("The size is the largest that fits, and scales down to the smallest font")
    func sizes() throws {
        let area = PixelArea(column: 0, row: 0, columns: 126, rows: 62)
        let panel = PixelGeometry(columns: 128, rows: 64, depth: .one)
        func height(_ size: FaceSize) throws -> Int {
            try #require(
                PixelLayout(request(area, panel, hasOverlays: false, size: size))
            ).font.figureHeight
        }
        let largest = try height(.automatic)
        #expect(try height(.percent(Percent(clamping: 100))) == largest)
        #expect(try height(.percent(Percent(clamping: 50))) == largest / 2)
        #expect(try height(.percent(Percent(clamping: 0))) == FontLibrary.smallestFigureHeight)
    }

    @Test("A panel too small for any figure stays without, and does not fail")
    func tooSmall() {
        for columns in 1...7 {
            let panel = PanelGeometry.pixels(PixelGeometry(columns: columns, rows: 1, depth: .one))
            for situation in FaceSituation.all { _ = paint(situation.snapshot, on: panel) }
        }
    }
}

// MARK: - Reading pictures

struct Pixel: Hashable {
    var column: Int
    var row: Int

    init(_ column: Int, _ row: Int) {
        self.column = column
        self.row = row
    }
}

func pixels(of area: PixelArea) -> [Pixel] {
    (area.row..<area.bottom).flatMap { row in
        (area.column..<area.right).map { Pixel($0, row) }
    }
}

func picture(_ snapshot: Snapshot, on panel: PixelGeometry) -> PixelPicture? {
    guard case .pixels(let picture) = paint(snapshot, on: .pixels(panel)).content else {
        return nil
    }
    return picture
}

/// The pixels that are not dark.
func lit(_ snapshot: Snapshot, on panel: PixelGeometry) -> Set<Pixel> {
    picture(snapshot, on: panel).map { lit($0) } ?? []
}

func lit(_ picture: PixelPicture) -> Set<Pixel> {
    var lit: Set<Pixel> = []
    for (index, light) in picture.pixels.enumerated() where light != .black {
        lit.insert(Pixel(index % picture.columns, index / picture.columns))
    }
    return lit
}

func request(
    _ area: PixelArea, _ panel: PixelGeometry, hasOverlays: Bool, size: FaceSize = .automatic
) -> PixelLayout.Request {
    PixelLayout.Request(
        area: area, design: .default, weight: .regular, size: size, showsSeconds: false,
        hasOverlays: hasOverlays, hasLevels: panel.depth == .levels,
        hasTwoColors: panel.color != .single)
}
