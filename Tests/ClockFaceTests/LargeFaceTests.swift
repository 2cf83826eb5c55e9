import HAL
import Testing

@testable import ClockCore
@testable import ClockFace

/// The proportions of large faces, measured on their pictures.
@Suite("The face on large panels")
struct LargeFaceTests {
    private static func panel(_ board: FaceBoard) throws -> PixelGeometry {
        var panel = try #require(try board.pixelGeometry())
        panel.burnsIn = false
        return panel
    }

    private static func rows(_ snapshot: Snapshot, _ board: FaceBoard) throws -> [Bool] {
        let panel = try panel(board)
        let lit = Set(lit(snapshot, on: panel).map(\.row))
        return (0..<panel.rows).map(lit.contains)
    }

    /// The runs of rows with ink, each from its first row to the row after its last one.
    private static func bands(_ snapshot: Snapshot, _ board: FaceBoard) throws -> [Range<Int>] {
        let rows = try rows(snapshot, board)
        var bands: [Range<Int>] = []
        for row in rows.indices where rows[row] {
            if let last = bands.last, last.upperBound == row {
                bands[bands.count - 1] = last.lowerBound..<row + 1
            } else {
                bands.append(row..<row + 1)
            }
        }
        return bands
    }

    @Test(
        "On 128 x 64 the figures fill 60 to 70 % of the height, in every design",
        arguments: FontDesign.allCases, [HourFormat.twelve, .twentyFour])
    func height(_ design: FontDesign, _ form: HourFormat) throws {
        for weight in [FontWeight.thin, .regular, .bold] {
            let snapshot = with(at("20:08")) {
                $0.style.fontDesign = design
                $0.style.fontWeight = weight
                $0.style.hourFormat = form
                $0.nextAlarm = alarm(6, 30)
            }
            let figures = try #require(try Self.bands(snapshot, .oled128x64).first)
            let share = Double(figures.count) / 64
            #expect(share >= 0.6 && share <= 0.7, "\(weight): \(figures.count) rows")
        }
    }

    @Test(
        "Three rows are free between the time and the texts, or more",
        arguments: [FaceBoard.oled128x32, .oled128x64, .oled64x128])
    func distance(_ board: FaceBoard) throws {
        for weight in [FontWeight.thin, .regular, .black] {
            let snapshot = with(at("20:08")) {
                $0.style.fontWeight = weight
                $0.nextAlarm = alarm(6, 30)
            }
            let panel = try Self.panel(board)
            let layout = try #require(
                PixelLayout(
                    PixelLayout.Request(
                        area: .face(on: panel), design: .default, weight: weight,
                        size: .automatic, showsSeconds: false, hasOverlays: true,
                        hasLevels: false, hasTwoColors: false)))
            let last = try #require(layout.figures.map(\.bottom).max())
            let text = try #require(layout.overlayLines.first)
            #expect(text.row - last >= 3, "\(weight)")
            let between = try Self.rows(snapshot, board)[last..<text.row]
            #expect(between.allSatisfy { !$0 })
        }
    }

    @Test("Two lines have letters of two sizes, and one pen")
    func sizes() throws {
        let area = PixelArea.face(on: try Self.panel(.oled128x64))
        let fonts = PixelLayout.overlayRows(in: area).map { FontLibrary.builtIn.text(rows: $0) }
        let heights = try fonts.map { try #require($0.glyph("A")).rows }
        #expect(heights.count == 2 && heights[0] > heights[1])
        for font in fonts {
            let stem = try #require(font.glyph("l"))
            #expect(stem.runs(inRow: stem.rows / 2) == [1])
        }
    }

    @Test("One text alone stands in the middle of the room for two")
    func oneText() throws {
        let one = try Self.bands(at("20:08"), .oled128x64)
        let figures = try #require(one.first)
        let text = try #require(one.last)
        let above = text.lowerBound - figures.upperBound
        // Letters that reach below the line are not in this text.
        let below = 64 - text.upperBound
        #expect(abs(above - below) <= 4, "\(above) above and \(below) below")
    }

    @Test(
        "8:08 stands in the middle, as 20:08 does",
        arguments: [FaceBoard.oled128x32, .oled128x64, .oled64x128])
    func centred(_ board: FaceBoard) throws {
        let panel = try Self.panel(board)
        for design in FontDesign.allCases {
            func hours(_ time: String) throws -> (Int, Int) {
                let snapshot = with(twelve(time, zero: false)) {
                    $0.mode = .face
                    $0.style.fontDesign = design
                    $0.style.showsBadge = false
                }
                let columns = lit(snapshot, on: panel).filter { $0.row < panel.rows / 2 }
                    .map(\.column)
                return (try #require(columns.min()), panel.columns - 1 - (columns.max() ?? 0))
            }
            let (left, right) = try hours("8:08")
            #expect(abs(left - right) <= 2, "\(design): \(left) and \(right)")
        }
    }

    @Test("A percent sign is as heavy as its word")
    func percent() throws {
        for rows in [11, 16, 20, 24, 32, 40, 48] {
            let font = FontLibrary.builtIn.text(rows: rows)
            let sign = try #require(font.glyph("%"))
            let pen = try #require(font.glyph("l")).runs(inRow: 2).first
            let ring = sign.runs(inRow: sign.ringMiddle)
            #expect(ring.first == pen, "\(rows) rows: \(ring)")
            #expect(sign.counters == 2, "\(rows) rows")
        }
    }
}

extension Font.Glyph {
    /// A row through the middle of a percent sign's upper ring.
    fileprivate var ringMiddle: Int {
        let edge = (0..<rows / 2).filter { isSet(column: 0, row: $0) }
        return edge.isEmpty ? 0 : edge[edge.count / 2]
    }
}
