import ClockTime
import HAL
import TestKit
import Testing

@testable import ClockCore
@testable import ClockFace

@Suite("Figures that grow into their place")
struct SwellTests {
    private static let large: [FaceBoard] = [.oled128x32, .oled128x64, .oled64x128]

    private func story(_ mode: DisplayMode) -> MotionStory {
        let times = ["12:09:59", "12:10"].map { time in with(at(time)) { $0.mode = mode } }
        return MotionStory("", times[0], times[1]) { $0.digitChange = .spring }
    }

    private func pictures(_ story: MotionStory, _ geometry: PanelGeometry) -> [PixelPicture] {
        story.frames(on: geometry).compactMap { frame in
            if case .pixels(let picture) = frame.frame.content { picture } else { nil }
        }
    }

    @Test("Large figures begin small, and swing over their size where pixels are free")
    func overshoot() throws {
        // Hours over minutes, with the colon and the badges between them.
        let geometry = try FaceBoard.oled64x128.geometry()
        let shown = pictures(story(.face), geometry)
        let rows = shown.map { picture in
            let rows = lit(picture).filter { $0.row > picture.rows / 2 }.map(\.row)
            return (rows.max() ?? 0) - (rows.min() ?? 0)
        }
        let last = try #require(rows.last)
        #expect(try #require(rows.first) < last)
        #expect(rows.contains { $0 > last })
        #expect(rows.allSatisfy { $0 <= last + 6 })
    }

    @Test("Nothing but the figures that change is touched", arguments: large)
    func inside(_ board: FaceBoard) throws {
        let geometry = try board.geometry()
        for mode in [DisplayMode.normal, .face] {
            let shown = pictures(story(mode), geometry)
            let last = try #require(shown.last)
            let panel = try #require(try board.pixelGeometry())
            let request = request(.face(on: panel), panel, hasOverlays: mode == .normal)
            let layout = try #require(PixelLayout(request))
            let changed = zip(layout.cells, layout.spareRows).suffix(2).map { cell, spare in
                PixelArea(
                    column: cell.column, row: cell.row - spare, columns: layout.font.figureWidth,
                    rows: layout.font.figureHeight + 2 * spare
                ).grown(by: BurnIn.margin)
            }
            for picture in shown {
                for row in 0..<last.rows {
                    for column in 0..<last.columns
                    where !changed.contains(where: { $0.contains(column, row) }) {
                        #expect(picture[column, row] == last[column, row])
                    }
                }
            }
        }
    }

    @Test("The minutes of a large panel look as their strip shows")
    func golden() throws {
        let geometry = try FaceBoard.oled64x128.geometry()
        let frames = story(.face).frames(on: geometry)
        let shown = frames.enumerated().filter { $0.offset % 2 == 0 }.map { _, frame in
            let art = FaceArt.draw(frame.frame, on: geometry)
            let lines = art.split(separator: "\n", omittingEmptySubsequences: false)
            let minutes = lines.suffix(lines.count / 2).joined(separator: "\n")
            return "\(Int((frame.time / .milliseconds(1)).rounded())) ms\n" + minutes
        }
        try Golden.expect(shown.joined(separator: "\n") + "\n", "Motion/64x128.txt")
    }
}
