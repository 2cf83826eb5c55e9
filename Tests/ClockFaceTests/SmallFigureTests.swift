import ClockTime
import HAL
import Testing

@testable import ClockCore
@testable import ClockFace

/// Figures of few pixels, as a person sees them across a dark room: each LED's light spreads into the next ones.
@Suite("Figures on small panels")
struct SmallFigureTests {
    private static let forms: [HourFormat] = [.twelve, .twentyFour]
    /// All but those that are too small for a mark with a free pixel around it.
    private static let marked = FaceBoard.pixels.filter { ![.matrix8x8, .bicolor8x8].contains($0) }

    @Test(
        "The alarm's mark touches nothing, in every design and both hour forms",
        arguments: marked, FontDesign.allCases)
    func mark(_ board: FaceBoard, _ design: FontDesign) throws {
        let panel = try #require(try board.pixelGeometry())
        for form in Self.forms {
            for rotation in [FaceRotation.upright, .quarter] {
                for time in ["20:08", "23:47", "11:35", "05:52"] {
                    let plain = with(at(time)) {
                        $0.mode = .face
                        $0.style.hourFormat = form
                        $0.style.fontDesign = design
                        $0.style.rotation = rotation
                    }
                    let shown = lit(plain, on: panel)
                    let mark = lit(with(plain) { $0.nextAlarm = alarm(6, 30) }, on: panel)
                        .subtracting(shown)
                    let touched = shown.filter { pixel in
                        mark.contains { pixel.touches($0) }
                    }
                    #expect(!mark.isEmpty && touched.isEmpty, "\(time), \(form), \(rotation)")
                }
            }
        }
    }

    @Test("No panel has lower figures than its marks leave room for")
    func heights() throws {
        let heights: [FaceBoard: Int] = [
            .scroll17x7: 7, .grid16x9: 7, .bonnet16x8: 6, .matrix16x8: 6, .color13x9: 7,
            .color9x13: 5, .matrix32x8: 8,
        ]
        for (board, height) in heights {
            let panel = try #require(try board.pixelGeometry())
            let layout = try #require(
                PixelLayout(
                    PixelLayout.Request(
                        area: .face(on: panel), design: .default, weight: .regular,
                        size: .automatic, showsSeconds: false, hasOverlays: true,
                        hasLevels: panel.depth == .levels, hasTwoColors: panel.color != .single)))
            #expect(layout.font.figureHeight == height, "\(board)")
        }
    }

    @Test("Nor does it on other sizes", arguments: 16...26)
    func otherSizes(_ columns: Int) throws {
        for rows in 7...26 {
            for design in FontDesign.allCases {
                for hasLevels in [false, true] {
                    let area = PixelArea(column: 0, row: 0, columns: columns, rows: rows)
                    let layout = try #require(
                        PixelLayout(
                            PixelLayout.Request(
                                area: area, design: design, weight: .regular, size: .automatic,
                                showsSeconds: false, hasOverlays: false, hasLevels: hasLevels,
                                hasTwoColors: false)))
                    let mark = try #require(layout.alarmBadge ?? layout.alarmMark)
                    let wide = mark.grown(by: 1)
                    #expect(!layout.figures.contains(where: wide.overlaps), "\(area)")
                    #expect(layout.font.figureHeight >= 5, "\(area)")
                }
            }
        }
    }

    @Test("The glow of the LEDs closes no counter", arguments: FaceBoard.pixels)
    func counters(_ board: FaceBoard) throws {
        let panel = try #require(try board.pixelGeometry())
        let layout = try #require(
            PixelLayout(
                PixelLayout.Request(
                    area: .face(on: panel), design: .default, weight: .regular, size: .automatic,
                    showsSeconds: false, hasOverlays: true, hasLevels: panel.depth == .levels,
                    hasTwoColors: panel.color != .single)))
        for figure in "04689" {
            let glyph = try #require(layout.font.glyph(figure))
            let glow = Glow(of: glyph)
            for row in 0..<glyph.rows {
                for column in glyph.openColumns(inRow: row) {
                    let beside = (0..<glyph.columns).filter { glyph.isSet(column: $0, row: row) }
                        .map { glow.light($0, row) }
                    let least = try #require(beside.min())
                    let share = glow.light(column, row) / least
                    #expect(share < 0.6, "\(figure), column \(column), row \(row)")
                }
            }
        }
    }

    @Test("0, 6, 8 and 9 differ even behind a diffuser", arguments: [(3, 6), (3, 7)])
    func different(_ columns: Int, _ rows: Int) throws {
        let font = FontLibrary.builtIn.font(
            design: .default, weight: .regular, figureHeight: rows, maximumFigureWidth: columns)
        for (one, other) in [("0", "8"), ("0", "6"), ("0", "9"), ("6", "8"), ("8", "9")]
            as [(Character, Character)]
        {
            let glow = Glow(of: try #require(font.glyph(one)))
            let share = glow.difference(from: Glow(of: try #require(font.glyph(other))))
            #expect(share > 0.12, "\(one) and \(other): \(share)")
        }
    }

    @Test("The colon of 16 columns stands in both middle columns, at a third of the light")
    func colon() throws {
        for board in [FaceBoard.grid16x9, .bonnet16x8] {
            let panel = try #require(try board.pixelGeometry())
            let shown = try #require(picture(with(at("20:08")) { $0.mode = .face }, on: panel))
            let rows = (0..<panel.rows).filter { shown[7, $0] != .black }
            #expect(rows.count == 2)
            for row in rows {
                #expect(shown[7, row].level == 85)
                #expect(shown[8, row].level == 85)
            }
            let upper = try #require(rows.first)
            #expect(rows.last.map { $0 > upper + 1 } == true)
        }
    }
}

@Suite("The face on 13 x 9 pixels in colour")
struct DenseFaceTests {
    private static func panel() throws -> PixelGeometry {
        try #require(try FaceBoard.color13x9.pixelGeometry())
    }

    @Test("All columns are used, and each figure has another colour than the one beside it")
    func columns() throws {
        for color in ["white", "amber", "blue", "red night"] {
            let snapshot = with(at("20:08")) {
                $0.mode = .face
                switch color {
                case "amber": $0.style.digitColor = Tint(red: 255, green: 160, blue: 0)
                case "blue": $0.style.digitColor = Tint(red: 90, green: 170, blue: 255)
                case "red night":
                    $0.isNight = true
                    $0.style.night.isRed = true
                default: break
                }
            }
            let shown = try #require(picture(snapshot, on: Self.panel()))
            #expect(Set(lit(shown).map(\.column)) == Set(0...12))
            let lights = [0..<3, 3..<6, 7..<10, 10..<13].map { columns in
                Set(
                    lit(shown).filter { columns.contains($0.column) }
                        .map { shown[$0.column, $0.row] })
            }
            #expect(lights.allSatisfy { $0.count == 1 }, "\(color)")
            #expect(lights[0] != lights[1] && lights[0] == lights[2] && lights[1] == lights[3])
            let (one, other) = (try #require(lights[0].first), try #require(lights[1].first))
            let difference =
                [(one.red, other.red), (one.green, other.green), (one.blue, other.blue)]
                .map { abs(Int($0) - Int($1)) }.max() ?? 0
            let brightest = Int(max(one.red, one.green, one.blue))
            #expect(2 * difference > brightest, "\(color)")
        }
    }

    @Test("A week of seven pixels stands below, with today bright")
    func week() throws {
        for days in 20_000..<20_007 {
            var snapshot = at("20:08")
            let date = CivilDate(daysSinceEpoch: days)
            snapshot.civil = CivilTime(date: date, secondOfDay: 72_480)
            let shown = try #require(picture(snapshot, on: Self.panel()))
            let row = (0..<13).map { shown[$0, 8] }
            #expect(row.indices.filter { row[$0] != .black } == Array(3...9))
            let today = date.weekday.rawValue - 1
            for day in 0..<7 where day != today {
                #expect(row[3 + day].luminance < row[3 + today].luminance / 2)
            }
        }
    }

    @Test("It gives way to the seconds, to a face alone and to a night without overlays")
    func hidden() throws {
        let without = [
            with(at("20:08")) { $0.mode = .face },
            with(at("20:08")) {
                $0.isNight = true
                $0.style.night.hidesOverlays = true
            },
        ]
        for snapshot in without {
            #expect(try lit(snapshot, on: Self.panel()).allSatisfy { $0.row < 8 })
        }
        let seconds = with(at("20:08:59")) { $0.style.showsSeconds = true }
        let bar = try lit(seconds, on: Self.panel()).filter { $0.row == 8 }
        #expect(bar.count > 7)
    }
}

/// The light of a glyph behind a diffuser: each pixel's falls off around it, to a seventh at the next pixel.
private struct Glow {
    private let glyph: Font.Glyph

    init(of glyph: Font.Glyph) {
        self.glyph = glyph
    }

    func light(_ column: Int, _ row: Int) -> Double {
        var sum = 0.0
        for down in -1...1 {
            for across in -1...1 where glyph.isSet(column: column + across, row: row + down) {
                sum += [1, 0.135, 0.018][abs(down) + abs(across)]
            }
        }
        return sum
    }

    /// The share of light that stands elsewhere.
    func difference(from other: Glow) -> Double {
        var (sum, difference) = (0.0, 0.0)
        for row in 0..<max(glyph.rows, other.glyph.rows) {
            for column in 0..<max(glyph.columns, other.glyph.columns) {
                let (one, two) = (light(column, row), other.light(column, row))
                sum += one + two
                difference += abs(one - two)
            }
        }
        return difference / sum
    }
}

extension Font.Glyph {
    /// The dark columns that have ink at both sides.
    fileprivate func openColumns(inRow row: Int) -> [Int] {
        let ink = (0..<columns).filter { isSet(column: $0, row: row) }
        guard let first = ink.first, let last = ink.last else { return [] }
        return (first...last).filter { !ink.contains($0) }
    }
}

extension Pixel {
    fileprivate func touches(_ other: Pixel) -> Bool {
        abs(column - other.column) <= 1 && abs(row - other.row) <= 1
    }
}
