import HAL
import Testing

@testable import ClockCore
@testable import ClockFace

@Suite("Test pictures on panels of pixels")
struct TestPictureTests {
    private func lit(
        _ content: TestPicture.Content, step: Int = 0, on panel: PixelGeometry
    ) -> Set<Pixel> {
        ClockFaceTests.lit(
            with(at("12:00")) {
                $0.test = Snapshot.Test(picture: TestPicture(content), step: step)
            }, on: panel)
    }

    @Test(
        "Each pixel, row and column is lit alone, and everything at once",
        arguments: FaceBoard.pixels)
    func everyPixel(_ board: FaceBoard) throws {
        let panel = try #require(try board.pixelGeometry())
        let (columns, rows) = (panel.columns, panel.rows)
        // Of the large panels, the diagonals and the edges.
        for row in 0..<rows {
            for column in 0..<columns
            where columns * rows <= 512 || row == column || row == 0 || column == columns - 1 {
                #expect(
                    lit(.pixel(column: column, row: row), on: panel) == [Pixel(column, row)])
            }
            let line = Set((0..<columns).map { Pixel($0, row) })
            #expect(lit(.row(row), on: panel) == line)
            #expect(lit(.rows, step: row, on: panel) == line)
            #expect(lit(.rows, step: row + 3 * rows, on: panel) == line)
        }
        for column in 0..<columns {
            let line = Set((0..<rows).map { Pixel(column, $0) })
            #expect(lit(.column(column), on: panel) == line)
            #expect(lit(.columns, step: column, on: panel) == line)
        }
        #expect(lit(.all, on: panel).count == columns * rows)
        for outside in [
            TestPicture.Content.pixel(column: columns, row: 0), .row(rows), .row(-1),
            .column(columns), .digit(0), .digit(5), .letter("a"),
        ] {
            #expect(lit(outside, on: panel) == [], "\(outside)")
        }
    }

    @Test(
        "Each digit's cell is lit alone, where the digits of the time are",
        arguments: FaceBoard.pixels)
    func digits(_ board: FaceBoard) throws {
        var panel = try #require(try board.pixelGeometry())
        panel.burnsIn = false
        let cells = (1...4).map { lit(.digit($0), on: panel) }
        for (index, cell) in cells.enumerated() {
            for other in cells.dropFirst(index + 1) {
                #expect(cell.isDisjoint(with: other))
            }
        }
        let time = ClockFaceTests.lit(with(at("08:58")) { $0.mode = .face }, on: panel)
        for cell in cells { #expect(cell.intersection(time).count > 4) }
    }

    @Test("A test has its colour, and white without one")
    func colors() throws {
        let panel = try #require(try FaceBoard.color13x9.pixelGeometry())
        func light(_ tint: Tint?) -> Set<PixelLight>? {
            let snapshot = with(at("12:00")) {
                $0.test = Snapshot.Test(picture: TestPicture(.all, color: tint), step: 0)
            }
            return picture(snapshot, on: panel).map { Set($0.pixels) }
        }
        #expect(light(nil) == [.white])
        #expect(
            light(Tint(red: 0, green: 0, blue: 255)) == [PixelLight(red: 0, green: 0, blue: 255)])
    }
}
